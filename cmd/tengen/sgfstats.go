package main

import (
	"encoding/json"
	"fmt"

	"tengen/internal/usage"
	"tengen/kifu"
	"tengen/kifustats"
	"tengen/recordfiles"
)

// SGFStatsCmd is `tengen sgf stats`.
type SGFStatsCmd struct {
	Top   Count  `default:"10" placeholder:"N" help:"Maximum number of players, openings and other entries to list (default ${default})." config:"-"`
	JSON  bool   `help:"Print one JSON object." config:"-"`
	Paths []Path `arg:"" name:"path" placeholder:"PATH" help:"Records and folders of records; - is stdin."`
}

// Help defines openings and lengths.
func (SGFStatsCmd) Help() string {
	return fmt.Sprintf("An opening is the first %d moves. Openings that differ only by rotation or reflection count as the same. "+
		"The length of a game is the number of moves of its main line, in steps of %d. "+
		"The choices of a move are the points on which its player could put a stone under the basic ko, without suicide: the branching factor. "+
		"The game tree is the product of the choices of all moves of a game. The errors are those of 95 %% confidence.", kifustats.OpeningMoves, kifustats.LengthStep)
}

// Run counts.
func (c *SGFStatsCmd) Run(env *Env, sgf *SGFCmd) error {
	s, failed := statistics(env, sgf.recordLimits, c.Paths, int(c.Top))
	if s == nil {
		return failed
	}
	out := newResults(env)
	var err error
	if c.JSON {
		err = json.NewEncoder(out).Encode(s)
	} else {
		err = s.Write(out)
	}
	if err := out.end(err); err != nil {
		return err
	}
	return failed
}

// statistics counts and replays the games of the paths. The statistics are nil if the paths are a mistake of the user.
// Otherwise the error says which files could not be read.
func statistics(env *Env, limits recordLimits, paths []Path, top int) (*kifustats.Statistics, error) {
	s := kifustats.NewStatistics()
	failed := eachGame(env, limits, paths, kifu.Options{}, false, replayedGamesOf, func(g listedGame) error {
		s.Add(g.info)
		return nil
	})
	if _, mistake := failed.(*usage.Error); mistake {
		return nil, failed
	}
	s.Sum(top)
	return s, failed
}

// replayedGamesOf lists the games in one file, and counts the choices of their moves.
func replayedGamesOf(file recordfiles.Loaded) []listedGame {
	games := gamesOf(file)
	for i := range games {
		if file.File != nil && i < len(file.Trees) {
			games[i].info.Replay(file.Trees[i])
		}
	}
	return games
}

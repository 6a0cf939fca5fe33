package main

import (
	"encoding/json"
	"fmt"

	"tengen/internal/usage"
	"tengen/kifu"
	"tengen/kifustats"
)

// SGFStatsCmd is `tengen sgf stats`.
type SGFStatsCmd struct {
	Top   Count  `default:"10" placeholder:"N" help:"Most players, openings and so on to list (default ${default})." config:"-"`
	JSON  bool   `help:"Print one JSON object." config:"-"`
	Paths []Path `arg:"" name:"path" placeholder:"PATH" help:"Records and folders of records; - is stdin."`
}

// Help defines openings and lengths.
func (SGFStatsCmd) Help() string {
	return fmt.Sprintf("An opening is the first %d moves. Openings that differ only by rotation or reflection count as the same. "+
		"The length of a game is the number of moves of its main line, in steps of %d.", kifustats.OpeningMoves, kifustats.LengthStep)
}

// Run counts.
func (c *SGFStatsCmd) Run(env *Env, sgf *SGFCmd) error {
	s := kifustats.NewStatistics()
	failed := eachGame(env, sgf.recordLimits, c.Paths, kifu.Options{}, false, gamesOf, func(g listedGame) error {
		s.Add(g.info)
		return nil
	})
	if _, mistake := failed.(*usage.Error); mistake {
		return failed
	}
	s.Sum(int(c.Top))
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

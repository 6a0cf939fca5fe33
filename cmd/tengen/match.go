package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/internal/wording"
	"tengen/match"
	"tengen/player"
)

// MatchCmd is `tengen match`.
type MatchCmd struct {
	First  string   `arg:"" optional:"" name:"player-1" help:"A setting of ours such as tengen, visits=800, time=2, rank=5k, model=FILE, kernel=LEVEL or random, or \"cmd:PROGRAM ARGS\" for a GTP program. For all of them name=, clock= and elo= (a known rating) may stand before it, as in \"name=gnugo,clock=5m,cmd:gnugo --mode gtp\". \"rank=20k..9d\" is a player of each of these ranks."`
	Second string   `arg:"" optional:"" name:"player-2" help:"The same."`
	Others []string `arg:"" optional:"" name:"player" help:"More players: then all play each other, or as --pairings says."`

	Games        Count          `placeholder:"N" help:"Games of each pairing, colours alternating: 10 when not given, or 20000 at most with --sprt."`
	Pairings     match.Pairings `placeholder:"WHO" help:"Pairings of more than two players: all (each against each), first (the first against the others) or neighbours (each against the next); all when not given."`
	SPRT         *Test          `name:"sprt" placeholder:"ELO0,ELO1" help:"End as soon as it is decided whether the first player is stronger by ELO0 or rather by ELO1; \",ALPHA,BETA\" may follow, the chances of a wrong decision (0.05)."`
	Size         Sizes          `placeholder:"N" help:"Board size, or several that take turns, such as 9,13,19; 9 when not given."`
	Board        *Board         `placeholder:"FILE" help:"Board instead: a board file, or a short text such as \"torus 9x9\" (see tengen board)."`
	Rules        *Ruleset       `placeholder:"NAME" help:"Rules; those that the board suggests, or chinese, when not given."`
	Komi         *Komi          `placeholder:"K" help:"Komi; that of the board or the rules when not given."`
	Handicap     int            `placeholder:"N" help:"Black begins with this many stones on the board, 2 to 9."`
	Openings     string         `placeholder:"PATH" help:"Begin with the games of this SGF file, or of all files in this folder: each opening twice, with colours swapped. Games are on the boards of their openings; --size leaves out openings of other sizes."`
	OpeningMoves Count          `placeholder:"N" help:"Play this many moves of each opening; all when not given."`
	RandomMoves  Count          `placeholder:"N" help:"Begin with this many random moves, the same in both games of a pair."`
	Time         Seconds        `placeholder:"S" help:"Seconds a move for both, enforced: a player who exceeds them loses."`
	Clock        *TimeControl   `placeholder:"TIME" help:"Time control for all, enforced: 10m, 10m+5x30s (byo-yomi), 10m+5m/25 (Canadian) or 10m+5s (Fischer)."`
	Lag          Seconds        `placeholder:"S" help:"Forgiven on every timed move: 0.2 when not given."`
	Patience     Seconds        `placeholder:"S" help:"Seconds that a program may be silent before it loses, beyond its time if it has a clock: 300 when not given, or 10 with a clock."`
	MaxMoves     Count          `placeholder:"N" help:"A game of N moves is void: three times the points of the board and 100 when not given."`
	MaxFailures  Count          `default:"3" placeholder:"N" help:"End the match when a player fails in N games in a row (${default})."`
	Parallel     Count          `default:"1" placeholder:"N" help:"Games at once, each with players of its own (${default})."`
	Threads      Threads        `placeholder:"N" help:"Search threads of our players; one per processor when not given."`
	Model        string         `placeholder:"FILE" help:"Net of our players that name none, in place of the bundled net; none: by rollouts."`
	Seed         uint64         `placeholder:"N" help:"Random seed of our players and of random moves."`
	Out          string         `placeholder:"DIR" help:"Write records, results and a page here. A match that stopped is continued by the same command, or by --resume." config:"-"`
	Resume       string         `placeholder:"DIR" help:"Continue the match in this folder, without players and settings." config:"-"`
	Report       string         `placeholder:"DIR" help:"Print how the match in this folder stands." config:"-"`
	JSON         bool           `help:"Print one JSON object a game, then one for the match." config:"-"`

	dir string // that files and programs are named from; empty for ours
}

// Run plays the match.
func (c *MatchCmd) Run(env *Env, cli *CLI, all *settings) error {
	given, kernel := givenToMatch(all), cli.Kernel
	switch err := c.known(given); {
	case err != nil:
		return err
	case c.Report != "":
		return c.report(env)
	case c.Resume != "":
		if c, kernel, err = c.again(); err != nil {
			return err
		}
		given = nil
	}
	p := &player.Match{Loader: player.Loader{Kernel: kernel, Log: env.Log}, Model: c.Model, Threads: int(c.Threads), Dir: c.dir, Done: match.Finished(c.Out)}
	o, err := c.options(env, p)
	if err == nil {
		err = c.unused(given, &o, p.UsesNets())
	}
	if err != nil {
		return err
	}
	s, err := match.Run(env.Ctx, o)
	if errors.Is(err, context.Canceled) && env.Ctx.Err() != nil {
		if err = nil; s.Unfinished {
			err = c.interrupted(s)
		}
	}
	if different, ok := errors.AsType[*match.DifferentPlan](err); ok {
		for _, line := range different.Differences {
			fmt.Fprintf(env.Stderr, "%s\n", wording.OneLine(line))
		}
		return usagef("%s holds another match, which differs as above: choose another folder, or continue it with --resume", different.Dir)
	}
	if bad, ok := errors.AsType[*match.OptionsError](err); ok {
		return usagef("%v", bad)
	}
	if err != nil && s.Done == 0 {
		return err // there is nothing to sum up
	}
	return errors.Join(err, c.print(env, s))
}

// interrupted says what an interrupt left undone, and how it is done.
func (c *MatchCmd) interrupted(s match.Summary) error {
	if c.Out == "" {
		return fmt.Errorf("%w after %d of %d games: without --out nothing is kept, and the match cannot go on", errInterrupted, s.Done, s.Games)
	}
	return fmt.Errorf("%w after %d of %d games: tengen match --resume %s goes on from here", errInterrupted, s.Done, s.Games, c.Out)
}

func (c *MatchCmd) print(env *Env, s match.Summary) error {
	if c.JSON {
		return json.NewEncoder(env.Stdout).Encode(s)
	}
	_, err := fmt.Fprintln(env.Stdout, s)
	return err
}

func (c *MatchCmd) report(env *Env) error {
	_, s, err := match.Report(c.Report)
	if errors.Is(err, os.ErrNotExist) {
		return usagef("%v", err)
	}
	if err != nil {
		return err
	}
	return c.print(env, s)
}

// players are the players as they were written.
func (c *MatchCmd) players() []string {
	switch {
	case c.Second != "" || len(c.Others) > 0:
		return append([]string{c.First, c.Second}, c.Others...)
	case c.First != "":
		return []string{c.First}
	}
	return nil
}

// options is the match as the referee takes it.
func (c *MatchCmd) options(env *Env, p *player.Match) (match.Options, error) {
	o := match.Options{
		Pairings: c.Pairings, Handicap: c.Handicap, RandomMoves: int(c.RandomMoves), Games: int(c.Games),
		Lag: c.Lag.Duration(), Patience: c.Patience.Duration(), MaxMoves: int(c.MaxMoves), MaxFailures: int(c.MaxFailures),
		Parallel: int(c.Parallel), Seed: c.Seed, OutDir: c.Out, Application: "tengen:" + thisBuild().Version, Log: env.Log,
		Progress: func(p match.Progress) { c.progress(env, p) },
	}
	if c.SPRT != nil {
		o.SPRT = c.SPRT.SPRT
	}
	if o.Games == 0 {
		if o.Games = 10; c.SPRT != nil {
			o.Games = 20_000
		}
	}
	if c.Handicap != 0 && (c.Handicap < 2 || c.Handicap > 9) {
		return o, usagef("--handicap: expected 2 to 9 stones, not %d", c.Handicap)
	}
	switch {
	case c.Time > 0 && c.Clock != nil:
		return o, usagef("--time and --clock exclude each other")
	case c.Time > 0:
		o.Clock = clock.Settings{Kind: clock.ByoYomi, Period: c.Time.Duration(), Periods: 1}
	case c.Clock != nil:
		o.Clock = c.Clock.Settings
	}
	var err error
	if o.Rules, err = player.RulesOn(c.Board.board(), c.Rules.rules(), c.Komi.komi(), baduk.Chinese()); err != nil {
		return o, err
	}
	if err := c.boards(env, &o); err != nil {
		return o, err
	}
	if o.Players, err = p.Sides(env.Ctx, c.players()); err != nil {
		return o, err
	}
	if o.Judge, err = p.Judge(env.Ctx); err != nil {
		return o, err
	}
	o.Command, err = c.recipe(p.Kernel)
	return o, err
}

// boards are those of the command line and the openings.
func (c *MatchCmd) boards(env *Env, o *match.Options) error {
	if c.OpeningMoves > 0 && c.Openings == "" {
		return usagef("--opening-moves says how many moves of --openings are played: add --openings")
	}
	if c.Openings != "" {
		openings, notices, err := match.ReadOpenings(c.path(c.Openings), int(c.OpeningMoves))
		if err != nil {
			return usagef("--openings: %v", err)
		}
		for _, n := range notices {
			env.Log.Warn("left out an opening", "because", n)
		}
		o.Openings = openings
	}
	switch {
	case c.Board != nil:
		o.Boards = []match.Board{{Graph: c.Board.Graph, Setup: c.Board.Setup}}
	case c.Openings != "" && c.Size.list == nil:
	default:
		sizes := c.Size.list
		if sizes == nil {
			sizes = []int{9}
		}
		for _, n := range sizes {
			g, err := baduk.Rectangle(n, n)
			if err != nil {
				return err
			}
			o.Boards = append(o.Boards, match.Board{Graph: g})
		}
	}
	return nil
}

// path is where a file is that was named in the folder of the match's command.
func (c *MatchCmd) path(name string) string {
	if c.dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(c.dir, name)
}

// progress tells of a game that ended: as a result, or to the person waiting.
func (c *MatchCmd) progress(env *Env, p match.Progress) {
	if c.JSON {
		_ = json.NewEncoder(env.Stdout).Encode(p.Last) // a broken pipe ends the match
	} else {
		r := p.Last
		fmt.Fprintf(env.Stdout, "game %d: %s (B) %s (W): %s, %d moves, %s\n", r.Game, r.Black, r.White, r.Result, r.Moves, wording.OneLine(r.Reason))
	}
	if env.Progress {
		fmt.Fprintf(env.Stderr, "%s  %s left\n", wording.OneLine(p.Summary.Line()), p.Left.Round(time.Second))
	}
}

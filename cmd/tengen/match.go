package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/alecthomas/kong"

	"tengen/baduk"
	"tengen/clock"
	"tengen/internal/wording"
	"tengen/match"
	"tengen/player"
)

// MatchCmd is `tengen match`.
type MatchCmd struct {
	First  string   `arg:"" optional:"" name:"player-1" help:"A player of tengen, described by settings such as tengen, visits=800, time=2, rank=5k, model=FILE, kernel=LEVEL or random; or a GTP program, \"cmd:PROGRAM ARGS\". Both forms may begin with name=, clock= and elo= (a known rating), as in \"name=gnugo,clock=5m,cmd:gnugo --mode gtp\". \"rank=30k..9d\" adds one player per rank."`
	Second string   `arg:"" optional:"" name:"player-2" help:"The second player, in the same form."`
	Others []string `arg:"" optional:"" name:"player" help:"More players. All play each other unless --pairings says otherwise."`

	Games        Count          `placeholder:"N" help:"Games of each pairing, with alternating colours. Default: 10, or at most 20000 with --sprt."`
	Pairings     match.Pairings `placeholder:"WHICH" help:"Pairings of more than two players: all (each against each), first (the first against the others) or neighbours (each against the next). Default: all."`
	SPRT         *Test          `name:"sprt" placeholder:"ELO0,ELO1" help:"Stop as soon as a sequential test decides between a rating difference of ELO0 and one of ELO1 for the first player. With ELO0,ELO1,ALPHA,BETA the last two are the probabilities of a wrong decision (default 0.05)."`
	Size         Sizes          `placeholder:"N" help:"Board size. Several sizes such as 9,13,19 are played in turn. Default: 9."`
	Board        *Board         `placeholder:"FILE" help:"Board to use instead of --size: a board file, or a board by name such as \"torus 9x9\" (see tengen board)."`
	Rules        *Ruleset       `placeholder:"NAME" help:"Rules. Default: those that the board suggests, or else chinese."`
	Komi         *Komi          `placeholder:"K" help:"Komi. Default: that of the board, or else of the rules."`
	Handicap     int            `placeholder:"N" help:"Number of handicap stones, 2 to 9."`
	Openings     string         `placeholder:"PATH" help:"Begin with openings from this SGF file, or from all files in this folder. Each opening is played twice, with colours swapped, on its own board. --size skips openings on other sizes."`
	OpeningMoves Count          `placeholder:"N" help:"Play this many moves of each opening. Default: all."`
	RandomMoves  Count          `placeholder:"N" help:"Begin with this many random moves, the same in both games of a pair."`
	Time         Seconds        `placeholder:"S" help:"Seconds per move. A player who needs more time loses."`
	Clock        *TimeControl   `placeholder:"TIME" help:"Time control of all players: 10m, 10m+5x30s (byo-yomi), 10m+5m/25 (Canadian) or 10m+5s (Fischer). A player whose time runs out loses."`
	Lag          Seconds        `placeholder:"S" help:"Seconds by which a move may exceed --time or --clock. Default: 0.2."`
	Patience     Seconds        `placeholder:"S" help:"Seconds, in addition to its clock, after which a player loses if it does not answer. Default: 300, or 10 with a clock."`
	MaxMoves     Count          `placeholder:"N" help:"End a game without a result after N moves. Default: three times the number of points, plus 100."`
	MaxFailures  Count          `default:"3" placeholder:"N" help:"End the match when a player fails in N games in a row (default ${default})."`
	Parallel     Count          `default:"1" placeholder:"N" help:"Games played at the same time, each with its own players (default ${default})."`
	Threads      Threads        `placeholder:"N" help:"Search threads of tengen's players. Default: one per processor, or one with --nats."`
	Model        string         `placeholder:"FILE" help:"Net of tengen's players without model=, or none to play by rollouts. Default: the bundled net."`
	Seed         uint64         `placeholder:"N" help:"Random seed of tengen's players and of random moves."`
	Out          string         `placeholder:"DIR" help:"Write records, results and an HTML page into this folder. The same command, or --resume, continues a match that stopped." config:"-"`
	Resume       string         `placeholder:"DIR" help:"Continue the match in this folder with its own players and settings." config:"-"`
	Report       string         `placeholder:"DIR" help:"Print the standings of the match in this folder." config:"-"`
	JSON         bool           `help:"Print one JSON object per game, then one for the match." config:"-"`

	CrewFlags

	dir string // names of files and programs are relative to this folder; empty for the current folder
}

// Run plays the match.
func (c *MatchCmd) Run(env *Env, cli *CLI, all *settings, kctx *kong.Context) error {
	if err := c.check(kctx, "parallel"); err != nil {
		return err
	}
	given, kernel := givenToMatch(all), cli.Kernel
	switch err := c.checkFolderFlags(given); {
	case err != nil:
		return err
	case c.Report != "":
		return c.report(env)
	case c.Resume != "":
		if c, kernel, err = c.original(); err != nil {
			return err
		}
		given = nil
	}
	if err := c.chooseThreads(); err != nil {
		return err
	}
	p := &player.Match{Loader: player.Loader{Kernel: kernel, Log: env.Log}, Model: c.Model, Threads: int(c.Threads), Dir: c.dir, Done: match.Finished(c.Out)}
	o, err := c.options(env, p)
	if err == nil {
		err = c.checkUnused(given, &o, p.UsesNets() || p.Done != nil, p.UsesModel()) // the referee's net of a finished match is not loaded
	}
	if err != nil {
		return err
	}
	if c.NATS != "" && p.Done == nil {
		done, err := c.elsewhere(env, p, &o)
		if err != nil {
			return err
		}
		defer done()
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
		return usagef("%s holds another match, with the differences above: choose another folder, or continue that match with --resume", different.Dir)
	}
	if bad, ok := errors.AsType[*match.OptionsError](err); ok {
		return usagef("%v", bad)
	}
	if err != nil && s.Done == 0 {
		return err // without a game to summarise
	}
	return errors.Join(err, c.print(env, s))
}

// interrupted returns the error after an interrupt. The error says how to continue the match.
func (c *MatchCmd) interrupted(s match.Summary) error {
	if c.Out == "" {
		return fmt.Errorf("%w after %d of %d games: without --out no games are kept, and the match cannot be continued", errInterrupted, s.Done, s.Games)
	}
	return fmt.Errorf("%w after %d of %d games: to continue, run tengen match --resume %s", errInterrupted, s.Done, s.Games, c.Out)
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

// players returns the players as given on the command line.
func (c *MatchCmd) players() []string {
	switch {
	case c.Second != "" || len(c.Others) > 0:
		return append([]string{c.First, c.Second}, c.Others...)
	case c.First != "":
		return []string{c.First}
	}
	return nil
}

// options returns the options for [match.Run].
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
	if err := c.boards(env, p, &o); err != nil {
		return o, err
	}
	for _, b := range o.Boards {
		p.Boards = append(p.Boards, b.Graph)
	}
	for i := range o.Openings {
		p.Boards = append(p.Boards, o.Openings[i].Graph)
	}
	if o.Players, err = p.Sides(env.Ctx, c.players()); err != nil {
		return o, err
	}
	if o.Rules.Agreement() { // otherwise no stones are dead by agreement, and the referee needs no net
		if o.Judge, o.Referee, err = p.Judge(env.Ctx); err != nil {
			return o, err
		}
	}
	o.Command, err = c.recipe(p.Kernel)
	return o, err
}

// boards sets the boards and the openings that the command line names.
func (c *MatchCmd) boards(env *Env, p *player.Match, o *match.Options) error {
	if c.OpeningMoves > 0 && c.Openings == "" {
		return usagef("--opening-moves has no effect without --openings")
	}
	if c.Openings != "" {
		openings, notices, err := match.ReadOpenings(p.Path(c.Openings), int(c.OpeningMoves))
		if err != nil {
			return usagef("--openings: %v", err)
		}
		for _, n := range notices {
			env.Log.Warn("skipped an opening", "because", n)
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

// progress prints the result of a finished game, and the standings if progress is shown.
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

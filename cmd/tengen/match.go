package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/engine"
	"tengen/gtp"
	"tengen/match"
)

// MatchCmd is `tengen match`.
type MatchCmd struct {
	First   string       `arg:"" name:"player-1" help:"A setting of ours such as tengen, visits=800, time=2, model=FILE, kernel=LEVEL or random, or \"cmd:PROGRAM ARGS\" for a GTP program."`
	Second  string       `arg:"" name:"player-2" help:"The same."`
	Games   Count        `default:"10" placeholder:"N" help:"Games to play, colours alternating (${default})."`
	Size    Size         `default:"9" placeholder:"N" help:"Board size (${default})."`
	Board   *Board       `placeholder:"FILE" help:"Board instead: a board file, or a short text such as \"torus 9x9\" (see tengen board)."`
	Rules   *Ruleset     `placeholder:"NAME" help:"Rules; those that the board suggests, or chinese, when not given."`
	Komi    *Komi        `placeholder:"K" help:"Komi; that of the board or the rules when not given."`
	Time    Seconds      `placeholder:"S" help:"Seconds a move for both, enforced: who exceeds them loses."`
	Threads Threads      `placeholder:"N" help:"Search threads of our players; one per processor when not given."`
	Model   ExistingFile `placeholder:"FILE" help:"Net of our players that name none."`
	Seed    uint64       `placeholder:"N" help:"Random seed of our players."`
	Out     string       `placeholder:"DIR" help:"Write each game's SGF and the results as JSON lines here." config:"-"`
	JSON    bool         `help:"Print one JSON object a game, then one for the match." config:"-"`
}

// Run plays the match.
func (c *MatchCmd) Run(env *Env, cli *CLI) error {
	var sides [2]match.Side
	type way struct {
		file   ExistingFile
		kernel Kernel
	}
	nets := map[way]*network{}
	for i, text := range []string{c.First, c.Second} {
		spec, err := match.ParsePlayer(text)
		if err != nil {
			return usagef("%v", err)
		}
		var net *network
		if !spec.IsProgram() && spec.Kind != match.KindRandom {
			how := way{cmp.Or(ExistingFile(spec.Model), c.Model), cli.Kernel}
			if spec.Kernel != "" {
				if err := how.kernel.UnmarshalText([]byte(spec.Kernel)); err != nil {
					return usagef("player %q: %v", spec.Text, err)
				}
			}
			if nets[how] == nil {
				if nets[how], err = how.kernel.network(env, how.file, cmp.Or(spec.Threads, int(c.Threads))); err != nil {
					return err
				}
			}
			net = nets[how]
		}
		sides[i] = c.side(env, spec, net)
	}
	rules, err := c.Board.rules(c.Rules, c.Komi, baduk.Chinese())
	if err != nil {
		return err
	}
	o := match.Options{
		Games: int(c.Games), Rules: rules,
		Seed: seedOr(c.Seed), OutDir: c.Out, Application: "tengen:" + thisBuild().Version, Log: env.Log,
		Progress: func(p match.Progress) { c.progress(env, p) },
	}
	if c.Board != nil {
		o.Graph, o.Setup = c.Board.Graph, c.Board.Setup
	} else if o.Graph, err = baduk.Rectangle(int(c.Size), int(c.Size)); err != nil {
		return err
	}
	if c.Time > 0 {
		o.Clock = clock.Settings{Kind: clock.ByoYomi, Period: c.Time.Duration(), Periods: 1}
	}
	s, err := match.Run(env.Ctx, sides[0], sides[1], o)
	if errors.Is(err, context.Canceled) && env.Ctx.Err() != nil {
		err = nil // interrupted: what was played is kept and told
	}
	if err != nil && s.Done() == 0 {
		return err // there is nothing to sum up
	}
	if c.JSON {
		return errors.Join(err, json.NewEncoder(env.Stdout).Encode(s))
	}
	_, printed := fmt.Fprintln(env.Stdout, s)
	return errors.Join(err, printed)
}

// side is how a player is started.
func (c *MatchCmd) side(env *Env, spec match.Spec, net *network) match.Side {
	if spec.IsProgram() {
		return match.ProgramSide(spec.Name(), gtp.Program{Command: spec.Command, Log: env.Log})
	}
	own := func(seed uint64) uint64 {
		if spec.Seeded {
			return spec.Seed + seed
		}
		return seed
	}
	if spec.Kind == match.KindRandom {
		return match.LocalSide(spec.Name(), match.Local{New: func(seed uint64) (match.Engine, error) { return engine.NewRandom(own(seed)), nil }})
	}
	return match.LocalSide(spec.Name(), match.Local{
		New: func(seed uint64) (match.Engine, error) {
			return newPlayer(net, cmp.Or(spec.Threads, int(c.Threads)), own(seed))
		},
		Limit:  engine.Limit{Visits: spec.Visits, Playouts: spec.Playouts, Time: spec.Time},
		Budget: budget,
	})
}

// progress tells of a game that ended: as a result, or to the person waiting.
func (c *MatchCmd) progress(env *Env, p match.Progress) {
	if c.JSON {
		_ = json.NewEncoder(env.Stdout).Encode(p.Last) // a broken pipe shows at the summary
		return
	}
	r := p.Last
	fmt.Fprintf(env.Stdout, "game %d: %s (B) %s (W): %s, %d moves, %s\n", r.Game, r.Black, r.White, r.Result, r.Moves, r.Reason)
	if env.Progress {
		fmt.Fprintf(env.Stderr, "%d of %d games, %s left\n", p.Done, p.Games, p.Left.Round(time.Second))
	}
}

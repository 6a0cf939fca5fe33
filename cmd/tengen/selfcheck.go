package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/internal/machine"
	"tengen/neteval"
	"tengen/player"
)

// SelfcheckCmd is `tengen selfcheck`.
type SelfcheckCmd struct {
	Model player.NetFile `placeholder:"FILE" help:"Net to check in place of the bundled net; none: rollouts."`
	JSON  bool           `help:"Print one JSON object." config:"-"`
}

// Help says what is checked.
func (SelfcheckCmd) Help() string {
	return "Takes a few seconds: the ways to compute nets that this CPU has, the rules against numbers that are known exactly, " +
		"a whole game, and the speed; that the net is sound and computed right. The status is 1 when something is wrong, and the last line says what."
}

// A finding is what one check found.
type finding struct {
	Check   string  `json:"check"`
	OK      bool    `json:"ok"`
	Detail  string  `json:"detail"`
	Seconds float64 `json:"seconds"`
}

// selfcheck is a run of all checks.
type selfcheck struct {
	OK       bool      `json:"ok"`
	Problem  string    `json:"problem"` // in one sentence; empty if all is well
	Build    build     `json:"build"`
	Findings []finding `json:"checks"`
}

// run makes a check and notes what it says. A panic is a finding, not an end.
func (s *selfcheck) run(name string, check func() (string, error)) {
	start := time.Now()
	detail, err := guarded(check)
	f := finding{Check: name, OK: err == nil, Detail: detail, Seconds: time.Since(start).Seconds()}
	if err != nil {
		f.Detail = oneLine(err.Error())
		s.Problem = cmp.Or(s.Problem, name+": "+f.Detail)
	}
	s.Findings = append(s.Findings, f)
}

func guarded(check func() (string, error)) (detail string, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the program failed there: %.300v", v)
		}
	}()
	return check()
}

// Run makes the checks and prints what they say.
func (c *SelfcheckCmd) Run(env *Env, cli *CLI) error {
	s := selfcheck{Build: thisBuild()}
	var net *player.Net
	var p player.Player
	s.run("machine", machineText)
	s.run("kernels", kernels)
	s.run("rules", func() (string, error) { return checkRules(env.Ctx) })
	if c.Model != player.None {
		s.run("net", func() (detail string, err error) {
			net, detail, err = c.checkNet(env, cli)
			return detail, err
		})
	}
	if c.Model == player.None || net != nil {
		s.run("speed", func() (string, error) { return speed(env.Ctx, net) })
		s.run("game", func() (detail string, err error) {
			if p, err = player.New(net, player.Options{Threads: 1, Seed: 1}); err != nil {
				return "", err
			}
			return wholeGame(env.Ctx, p, net != nil)
		})
	}
	if err := env.interrupted("not everything was checked"); err != nil {
		return err
	}
	s.OK = s.Problem == ""
	return c.print(env, s)
}

func (c *SelfcheckCmd) print(env *Env, s selfcheck) error {
	if c.JSON {
		if err := json.NewEncoder(env.Stdout).Encode(s); err != nil {
			return err
		}
	} else {
		t := &table{w: env.Stdout}
		t.row("build", "", s.Build.String())
		for _, f := range s.Findings {
			word := "ok"
			if !f.OK {
				word = "WRONG"
			}
			t.row(f.Check, word, f.Detail)
		}
		if err := t.flush(); err != nil {
			return err
		}
	}
	if !s.OK {
		return errors.New(s.Problem)
	}
	if !c.JSON {
		_, err := fmt.Fprintln(env.Stdout, "All is well.")
		return err
	}
	return nil
}

// machineText describes where the program runs.
func machineText() (string, error) {
	text := fmt.Sprintf("%d processors for %d threads", runtime.NumCPU(), runtime.GOMAXPROCS(0))
	if free := machine.Free(); free > 0 {
		text += fmt.Sprintf(", %d MiB of memory free", free>>20)
		if free < 256<<20 {
			return text, fmt.Errorf("only %d MiB of memory are free, and a search with a net wants 256 MiB or more", free>>20)
		}
	}
	return text, nil
}

// speedTime is how long each figure is measured.
const speedTime = 400 * time.Millisecond

// speed counts what a second brings on 19x19, by one thread.
func speed(ctx context.Context, net *player.Net) (string, error) {
	g := baduk.NewGame(baduk.MustRectangle(19, 19), baduk.Chinese())
	asked := func(e eval.Evaluator) (float64, error) {
		in, out := [1]eval.Query{{Game: g, Policy: true}}, [1]eval.Evaluation{}
		out[0].Resize(g.Graph())
		start, n := time.Now(), 0
		for ; n == 0 || time.Since(start) < speedTime && ctx.Err() == nil; n++ {
			in[0].Seed = uint64(n)
			if err := e.Evaluate(context.WithoutCancel(ctx), in[:], out[:]); err != nil {
				return 0, err
			}
		}
		return float64(n) / time.Since(start).Seconds(), nil
	}
	e, err := player.Rollouts(g.Graph(), g.Rules())
	if err != nil {
		return "", err
	}
	perSecond, err := asked(e)
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("%.0f rollouts a second", perSecond)
	if net != nil {
		e, err := neteval.New(net.Net, g.Graph(), neteval.Options{})
		if err != nil {
			return "", err
		}
		if perSecond, err = asked(e); err != nil {
			return "", err
		}
		text += fmt.Sprintf(", %.0f evaluations of the net", perSecond)
		if perSecond < 1 {
			return text, fmt.Errorf("the net takes %.1f s for each position, which is too slow to play: choose a smaller one", 1/perSecond)
		}
	}
	return text + " on 19x19 by one thread", nil
}

// wholeGame plays a game against itself on a small board.
func wholeGame(ctx context.Context, p player.Player, byNet bool) (string, error) {
	size, limit := 5, engine.Limit{Playouts: 100}
	if byNet {
		size, limit = 7, engine.Limit{Visits: 8}
	}
	g := baduk.NewGame(baduk.MustRectangle(size, size), baduk.Chinese())
	for end := time.Now().Add(4 * time.Second); !g.Over(); {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if g.Len() > 10*g.Graph().Len() {
			return "", fmt.Errorf("a game on %dx%d is not over after %d moves", size, size, g.Len())
		}
		if time.Now().After(end) {
			return fmt.Sprintf("%d legal moves on %dx%d in 4 s; this machine is slow or busy", g.Len(), size, size), nil
		}
		d, err := p.Genmove(ctx, g.Clone(), g.ToPlay(), limit)
		if err != nil {
			return "", err
		}
		if d.Resign {
			g.Resign(g.ToPlay())
			break
		}
		if err := g.Play(d.Move); err != nil {
			return "", fmt.Errorf("move %d: %w", g.Len()+1, err)
		}
		if err := g.Position().CheckInvariants(); err != nil {
			return "", fmt.Errorf("after move %d: %w", g.Len(), err)
		}
	}
	dead, err := p.Dead(ctx, g.Clone())
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d legal moves on %dx%d, %s", g.Len(), size, size, g.Result(dead)), nil
}

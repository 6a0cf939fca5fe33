// Package selfcheck checks within a few seconds that an installation works. It checks the kernels
// of the CPU, the net, a whole game, and the speed. It also compares the rules with known numbers.
package selfcheck

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/internal/machine"
	"tengen/internal/wording"
	"tengen/netcheck"
	"tengen/neteval"
	"tengen/player"
)

// Finding is the outcome of one check.
type Finding struct {
	Check   string  `json:"check"`
	OK      bool    `json:"ok"`
	Detail  string  `json:"detail"`
	Seconds float64 `json:"seconds"`
}

// Report is the outcome of all checks.
type Report struct {
	Problem  string // the first problem, in one sentence; empty if all checks passed
	Findings []Finding
}

// Run makes the checks with a net, or with rollouts for [player.None]. If ctx ends, the report
// is incomplete.
func Run(ctx context.Context, loader player.Loader, model player.NetFile) Report {
	var r Report
	var net *player.Net
	r.check("machine", describeMachine)
	r.check("kernels", func() (string, error) {
		names, err := netcheck.Kernels()
		return strings.Join(names, ", ") + "; their results agree", err
	})
	r.check("rules", func() (string, error) { return checkRules(ctx) })
	if model != player.None {
		r.check("net", func() (detail string, err error) {
			net, detail, err = checkNet(ctx, loader, model)
			return detail, err
		})
	}
	if model == player.None || net != nil {
		r.check("speed", func() (string, error) { return measureSpeed(ctx, net) })
		r.check("game", func() (string, error) {
			p, err := player.New(net, player.Options{Threads: 1, Seed: 1})
			if err != nil {
				return "", err
			}
			return playGame(ctx, p, net != nil)
		})
	}
	return r
}

// check makes a check and adds its outcome to the report. A panic counts as a failure.
func (r *Report) check(name string, check func() (string, error)) {
	start := time.Now()
	detail, err := guarded(check)
	f := Finding{Check: name, OK: err == nil, Detail: detail, Seconds: time.Since(start).Seconds()}
	if err != nil {
		f.Detail = wording.OneLine(err.Error())
		r.Problem = cmp.Or(r.Problem, name+": "+f.Detail)
	}
	r.Findings = append(r.Findings, f)
}

func guarded(check func() (string, error)) (detail string, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the check panicked: %.300v", v)
		}
	}()
	return check()
}

// leastMemory is the free memory that a search with a net needs, in bytes.
const leastMemory = 256 << 20

// describeMachine describes the machine. It returns an error if too little memory is free.
func describeMachine() (string, error) {
	text := fmt.Sprintf("%d processors for %d threads", runtime.NumCPU(), runtime.GOMAXPROCS(0))
	if free := machine.Free(); free > 0 {
		text += fmt.Sprintf(", %d MiB of memory free", free>>20)
		if free < leastMemory {
			return text, fmt.Errorf("only %d MiB of memory are free, and a search with a net needs at least %d MiB: close other programs", free>>20, leastMemory>>20)
		}
	}
	return text, nil
}

// checkNet loads the net, checks its judgement of an empty board, and compares the results of the
// kernel with the exact computation.
func checkNet(ctx context.Context, loader player.Loader, model player.NetFile) (*player.Net, string, error) {
	net, err := loader.Load(ctx, model, 1)
	if err != nil {
		return nil, "", err
	}
	if err := netcheck.Believable(net.Net); err != nil {
		return nil, "", err
	}
	level := net.Level()
	if level != level.Exact() {
		floats, err := net.Exact()
		if err == nil {
			err = netcheck.Agree(ctx, net.Net, floats)
		}
		if err != nil {
			return nil, "", err
		}
	}
	i := net.Model().Info()
	return net, fmt.Sprintf("%s, %s, version %d, by %v kernels", i.Name, i.Architecture, i.Version, level), nil
}

// speedTime is the time for measuring each figure.
const speedTime = 400 * time.Millisecond

// measureSpeed measures rollouts and evaluations per second on 19x19 with one thread.
func measureSpeed(ctx context.Context, net *player.Net) (string, error) {
	g := baduk.NewGame(baduk.MustRectangle(19, 19), baduk.Chinese())
	measure := func(e eval.Evaluator) (float64, error) {
		in, out := [1]eval.Query{{Game: g, Policy: true}}, [1]eval.Evaluation{}
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
	perSecond, err := measure(e)
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("%.0f rollouts per second", perSecond)
	if net != nil {
		n, err := netcheck.ForAnyBoard(net.Net)
		if err != nil {
			return "", err
		}
		e, err := neteval.New(n, g.Graph(), neteval.Options{})
		if err != nil {
			return "", err
		}
		if perSecond, err = measure(e); err != nil {
			return "", err
		}
		text += fmt.Sprintf(", %.0f evaluations of the net per second", perSecond)
		if perSecond < 1 {
			return text, fmt.Errorf("the net takes %.1f s per position, which is too slow for playing: choose a smaller net", 1/perSecond)
		}
	}
	return text + " on 19x19 with one thread", nil
}

// gameTime is the time limit of the game.
const gameTime = 4 * time.Second

// playGame lets the player play a whole game against itself on a small board.
func playGame(ctx context.Context, p player.Player, byNet bool) (string, error) {
	size, limit := 5, engine.Limit{Playouts: 100}
	if byNet {
		size, limit = 7, engine.Limit{Visits: 8}
	}
	g := baduk.NewGame(baduk.MustRectangle(size, size), baduk.Chinese())
	for end := time.Now().Add(gameTime); !g.Over(); {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if g.Len() > 10*g.Graph().Len() {
			return "", fmt.Errorf("a game on %dx%d is not over after %d moves", size, size, g.Len())
		}
		if time.Now().After(end) {
			return fmt.Sprintf("%d legal moves on %dx%d in %v; this machine is slow or busy", g.Len(), size, size, gameTime), nil
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

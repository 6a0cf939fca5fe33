package player

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/engine"
	"tengen/eval"
)

// stalling is an evaluator that takes a millisecond for every evaluation. If stall is set, the next evaluation takes
// 600 ms.
type stalling struct {
	eval.Evaluator
	stall *atomic.Bool
}

func (s stalling) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	time.Sleep(time.Millisecond)
	if s.stall.CompareAndSwap(true, false) {
		time.Sleep(600 * time.Millisecond)
	}
	return s.Evaluator.Evaluate(ctx, in, out)
}

// TestCountsTheEndOfPondering checks that the time that pondering takes to end is part of the time for the move.
func TestCountsTheEndOfPondering(t *testing.T) {
	for name, genmove := range map[string]func(*netPlayer, *baduk.Game, engine.Limit) error{
		"Genmove": func(p *netPlayer, g *baduk.Game, l engine.Limit) error {
			_, err := p.Genmove(t.Context(), g, baduk.White, l)
			return err
		},
		"GenmoveAnalyze": func(p *netPlayer, g *baduk.Game, l engine.Limit) error {
			_, _, err := p.GenmoveAnalyze(t.Context(), g, baduk.White, l, engine.Analysis{})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var stall atomic.Bool
				evaluators := func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
					return stalling{eval.Hashed(1), &stall}, nil
				}
				p := &netPlayer{}
				for _, e := range []**engine.Engine{&p.net, &p.rollouts} {
					var err error
					if *e, err = (Options{Threads: 1, Seed: 1}).newEngine(engine.NetParams(), evaluators); err != nil {
						t.Fatal(err)
					}
				}
				g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.TrompTaylor())
				if err := p.Ponder(t.Context(), g); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Second)
				stall.Store(true)
				time.Sleep(3 * time.Millisecond)
				if stall.Load() {
					t.Fatal("pondering has not evaluated a position in 3 ms")
				}
				if err := g.Play(baduk.Move{Color: baduk.Black, Point: 40}); err != nil {
					t.Fatal(err)
				}
				watch := clock.New(clock.Settings{Kind: clock.ByoYomi, Period: time.Second, Periods: 1})
				begun := time.Now()
				if err := genmove(p, g, engine.Limit{Clock: watch}); err != nil {
					t.Fatal(err)
				}
				if took := time.Since(begun); took > time.Second {
					t.Errorf("the move took %v of a second", took)
				}
			})
		})
	}
}

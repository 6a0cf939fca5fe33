package mcts

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/eval"
)

// TestNoNumbers: an evaluator that answers with NaN, or with illegal moves, gives a clear error, and the
// graph stays sound.
func TestNoNumbers(t *testing.T) {
	nan := float32(math.NaN())
	for name, change := range map[string]func(*eval.Query, *eval.Evaluation){
		"win":    func(_ *eval.Query, e *eval.Evaluation) { e.Win = nan },
		"lead":   func(_ *eval.Query, e *eval.Evaluation) { e.Lead = float32(math.Inf(1)) },
		"beyond": func(_ *eval.Query, e *eval.Evaluation) { e.Win = 3 },
		"policy": func(_ *eval.Query, e *eval.Evaluation) { e.Policy[1] = nan },
		"stdev":  func(_ *eval.Query, e *eval.Evaluation) { e.ScoreStdev = nan },
		"occupied": func(q *eval.Query, e *eval.Evaluation) {
			if q.Game.Len() > 0 {
				e.Policy[q.Game.Turn(0).Point] = 1
			}
		},
	} {
		for after := range 2 {
			calls := 0
			e := hooked{Evaluator: eval.Hashed(1), after: func(q *eval.Query, out *eval.Evaluation) {
				if calls++; calls > 5*after {
					change(q, out)
				}
			}}
			s := searchOf(t, rectangle(3, 3), e, netLike)
			_, err := s.Run(t.Context(), Playouts(200), false)
			if err == nil || !strings.Contains(err.Error(), "hashed") {
				t.Errorf("%s, after %d evaluations: %v", name, 5*after, err)
			}
			if err := s.CheckInvariants(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestCancelAtEveryPlayout cancels the context at each of the first playouts. The graph stays sound, and
// there is a result.
func TestCancelAtEveryPlayout(t *testing.T) {
	g := rectangle(3, 3)
	for _, change := range []func(*Params){func(p *Params) { p.ExpandVisits = 1 }, netLike} {
		for n := 2; n < 60; n++ {
			ctx, cancel := context.WithCancel(t.Context())
			left := n
			s := searchOf(t, g, hooked{Evaluator: eval.Hashed(3), before: func(ctx context.Context, _ *eval.Query) error {
				if left--; left == 0 {
					cancel()
				}
				return ctx.Err()
			}}, change)
			r, err := s.Run(ctx, Playouts(1000), false)
			if err != nil {
				t.Fatalf("cancelled at evaluation %d: %v", n, err)
			}
			if err := s.CheckInvariants(); err != nil {
				t.Fatalf("cancelled at evaluation %d: %v", n, err)
			}
			if r.Playouts < 1 || r.Playouts >= 1000 || r.Stopped != StoppedByContext {
				t.Fatalf("cancelled at evaluation %d: %d playouts, %v", n, r.Playouts, r.Stopped)
			}
			if r, err := s.Run(ctx, Playouts(1000), true); err != nil || r.Playouts != 1 || r.Ownership == nil {
				t.Fatalf("again on the kept graph, cancelled: %d playouts, %v", r.Playouts, err)
			}
			if err := s.game.Position().CheckInvariants(); err != nil {
				t.Fatal(err)
			}
			s.SetGame(g)
			if r := run(t, s, Playouts(30)); r.Playouts != 30 {
				t.Fatalf("gone on with: %d playouts", r.Playouts)
			}
		}
	}
}

func TestEvaluatorError(t *testing.T) {
	g := rectangle(3, 3)
	broken := errors.New("broken")
	for _, n := range []int{1, 5} {
		left := n
		s := searchOf(t, g, hooked{Evaluator: eval.Hashed(3), before: func(context.Context, *eval.Query) error {
			if left--; left == 0 {
				return broken
			}
			return nil
		}}, nil)
		if _, err := s.Run(t.Context(), Playouts(100), false); !errors.Is(err, broken) {
			t.Errorf("evaluation %d broke, the error is %v", n, err)
		}
	}
}

// TestPanicReachesTheCaller: a panic of the evaluator reaches the caller of Run, so a program that recovers
// does not end.
func TestPanicReachesTheCaller(t *testing.T) {
	buggy := hooked{Evaluator: eval.Hashed(1), before: func(_ context.Context, q *eval.Query) error {
		if q.Game.Len() > 1 {
			panic("a bug")
		}
		return nil
	}}
	s := searchOf(t, rectangle(3, 3), buggy, func(p *Params) { p.Threads, p.ExpandVisits = 3, 1 })
	defer func() {
		if v := recover(); v == nil || !strings.Contains(v.(string), "a bug") {
			t.Errorf("recovered %v", v)
		}
	}()
	s.Run(t.Context(), Playouts(1000), false)
	t.Error("Run returned")
}

// TestPanicUnderALock: if a thread panics while it holds the lock of the root, the other threads still end,
// and the search can be used afterwards. The threads have goroutines of their own, or share one.
func TestPanicUnderALock(t *testing.T) {
	for _, test := range []struct{ threads, batch int }{{4, 1}, {1, 4}} {
		var spoiled atomic.Bool
		e := hooked{Evaluator: eval.Hashed(1), first: true, after: func(in *eval.Query, out *eval.Evaluation) {
			if in.Game.Len() == 1 && spoiled.CompareAndSwap(false, true) {
				out.First = nil // backup reads it, and panics
			} else if out.First == nil {
				out.First = make([]baduk.Color, in.Game.Graph().Len())
			}
		}}
		s := newSearch(t, e, func(p *Params) { p.Threads, p.ExpandVisits = test.threads, 1 })
		s.SetGame(rectangle(5, 5))
		done := make(chan string)
		go func() {
			done <- panics(func() { s.RunFor(t.Context(), Playouts(2000), Ask{Batch: test.batch}) })
		}()
		select {
		case text := <-done:
			if !strings.Contains(text, "index out of range") {
				t.Fatalf("%+v: the run panics with %q", test, text)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%+v: the run does not return", test)
		}
		runBatches(t, s, test.batch, 500)
	}
}

// TestPanicLeavesNoStock: each thread takes memory of the graph in advance. At the end of a run, even after
// a panic, the threads have given the unused memory back.
func TestPanicLeavesNoStock(t *testing.T) {
	e := hooked{Evaluator: eval.Hashed(1), after: func(*eval.Query, *eval.Evaluation) { panic("a bug") }}
	s := searchOf(t, rectangle(3, 3), e, netLike)
	if text := panics(func() { s.Run(t.Context(), Playouts(10), false) }); text != "a bug" {
		t.Errorf("Run panics with %q", text)
	}
	if n := len(s.scratch[0].stock.nodes); n != 0 {
		t.Errorf("%d nodes are left", n)
	}
}

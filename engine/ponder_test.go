package engine

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"tengen/baduk"
	"tengen/eval"
)

// steady is an evaluator that takes the same time for every evaluation.
type steady struct {
	eval.Evaluator
	each time.Duration
}

func (s steady) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	time.Sleep(s.each)
	return s.Evaluator.Evaluate(ctx, in, out)
}

// TestPonder: the results of pondering are used if the game continues as expected, and the next call ends
// pondering.
func TestPonder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, err := New(NetParams(), func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
			return steady{eval.Hashed(1), 100 * time.Millisecond}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
		for i := range 3 {
			d, err := e.Genmove(t.Context(), g, g.ToPlay(), Limit{Visits: 20})
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Play(d.Move); err != nil {
				t.Fatal(err)
			}
			if err := e.Ponder(t.Context(), g.Clone()); err != nil {
				t.Fatal(err)
			}
			time.Sleep(100 * time.Second) // 1000 evaluations
			// The opponent answers as expected.
			if len(d.PV) < 2 || g.Play(d.PV[1]) != nil {
				t.Fatalf("no answer in %v", d.PV)
			}
			d, err = e.Genmove(t.Context(), g, g.ToPlay(), Limit{Playouts: 1})
			if err != nil {
				t.Fatal(err)
			}
			if d.Visits < 10 {
				t.Errorf("round %d: only %d visits were kept", i, d.Visits)
			}
			if e.ponder != nil {
				t.Error("it still ponders")
			}
			if err := g.Play(d.Move); err != nil {
				t.Fatal(err)
			}
			if g.ToPlay() != baduk.Black {
				g.Play(baduk.Move{Color: g.ToPlay(), Point: baduk.Pass})
			}
		}
		if err := e.Ponder(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Dead(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		// A context that ends is enough; Close waits.
		ctx, cancel := context.WithCancel(t.Context())
		if err := e.Ponder(ctx, g); err != nil {
			t.Fatal(err)
		}
		cancel()
		e.Close()
		e.Close()
		if err := e.Ponder(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * ponderTime) // it ends by itself
		synctest.Wait()
		e.StopPondering()
	})
}

// TestPonderPanics: a panic during pondering is raised in the next call, where it can be recovered, and the
// engine can be used afterwards.
func TestPonderPanics(t *testing.T) {
	bad := &fragile{Evaluator: eval.Uniform()}
	e, err := New(NetParams(), func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return bad, nil })
	if err != nil {
		t.Fatal(err)
	}
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
	bad.broken = true
	if err := e.Ponder(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	<-e.ponder.done
	bad.broken = false
	func() {
		defer func() {
			if recover() == nil {
				t.Error("Genmove returned, want the panic of pondering to be repeated")
			}
		}()
		e.Genmove(t.Context(), g, baduk.Black, Limit{Visits: 5})
	}()
	if d, err := e.Genmove(t.Context(), g, baduk.Black, Limit{Visits: 5}); err != nil || d.Move.Color != baduk.Black {
		t.Errorf("got %+v, %v, want a black move", d, err)
	}
}

type fragile struct {
	eval.Evaluator
	broken bool
}

func (f *fragile) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	if f.broken {
		panic("out of order")
	}
	return f.Evaluator.Evaluate(ctx, in, out)
}

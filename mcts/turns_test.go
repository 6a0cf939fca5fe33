package mcts

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tengen/eval"
)

// batched is an evaluator that notes the sizes of its calls.
type batched struct {
	eval.Evaluator
	calls, positions, most atomic.Int64
}

// Evaluate implements [eval.Evaluator].
func (b *batched) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	b.calls.Add(1)
	b.positions.Add(int64(len(in)))
	b.most.Store(max(b.most.Load(), int64(len(in))))
	return b.Evaluator.Evaluate(ctx, in, out)
}

// runBatches makes a run of n playouts with batches.
func runBatches(t *testing.T, s *Search, batch, n int) Result {
	t.Helper()
	r, err := s.RunFor(t.Context(), Playouts(n), Ask{Ownership: true, Batch: batch})
	if err == nil {
		err = s.CheckInvariants()
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestBatches: positions are evaluated together, no playout is lost, the value is about the same as without batches,
// and the same seed gives the same result. A later run without batches goes on with the same graph.
func TestBatches(t *testing.T) {
	plain := run(t, searchOf(t, rectangle(5, 5), eval.Hashed(5), netLike), Playouts(4000))
	for _, threads := range []int{1, 3} {
		for _, batch := range []int{2, 5} {
			var wins [2]float64
			for i := range wins {
				e := &batched{Evaluator: eval.Hashed(5)}
				s := searchOf(t, rectangle(5, 5), e, func(p *Params) { *p = NetParams(); p.Threads = threads })
				r := runBatches(t, s, batch, 4000)
				if r.Playouts != 4000 || e.most.Load() != int64(batch) || e.positions.Load() < e.calls.Load()*int64(batch)*9/10 {
					t.Errorf("%d threads with batches of %d: %d playouts, %d positions in %d calls, at most %d",
						threads, batch, r.Playouts, e.positions.Load(), e.calls.Load(), e.most.Load())
				}
				if math.Abs(r.Win-plain.Win) > 0.1 {
					t.Errorf("%d threads with batches of %d: win %v, without batches %v", threads, batch, r.Win, plain.Win)
				}
				wins[i] = r.Win
				if r := run(t, s, Playouts(50)); r.Playouts != 50 || e.most.Load() != int64(batch) {
					t.Errorf("after batches: %d playouts", r.Playouts)
				}
			}
			if threads == 1 && wins[0] != wins[1] {
				t.Errorf("batches of %d: win %v and then %v", batch, wins[0], wins[1])
			}
		}
	}
}

// TestBatchesOfFewLeaves: threads that find no leaf to evaluate wait for the others of their goroutine, or for other
// goroutines.
func TestBatchesOfFewLeaves(t *testing.T) {
	for _, threads := range []int{1, 4} {
		s := searchOf(t, rectangle(1, 3), slow(eval.Hashed(1), 20*time.Microsecond), func(p *Params) { *p = NetParams(); p.Threads = threads })
		if r := runBatches(t, s, 8, 500); r.Playouts != 500 {
			t.Errorf("%d threads: %d playouts", threads, r.Playouts)
		}
	}
}

// TestBatchesEnd: an error of the evaluator, the end of the context and a panic end a run with batches. The graph stays
// sound, and the search can be used afterwards.
func TestBatchesEnd(t *testing.T) {
	g := rectangle(5, 5)
	broken := errors.New("broken")
	for n := 1; n < 40; n++ {
		left := n
		ctx, cancel := context.WithCancel(t.Context())
		var fault func() error
		s := searchOf(t, g, hooked{Evaluator: eval.Hashed(3), before: func(context.Context, *eval.Query) error {
			if left--; left == 0 {
				return fault()
			}
			return nil
		}}, netLike)
		ask := Ask{Batch: 3}
		fault = func() error { return broken }
		if _, err := s.RunFor(ctx, Playouts(1000), ask); !errors.Is(err, broken) {
			t.Fatalf("evaluation %d broke: %v", n, err)
		}
		if err := s.CheckInvariants(); err != nil {
			t.Fatalf("evaluation %d broke: %v", n, err)
		}
		left, fault = n, func() error { panic("a bug") }
		if text := panics(func() { s.RunFor(ctx, Playouts(1000), ask) }); !strings.Contains(text, "a bug") {
			t.Fatalf("evaluation %d panicked: %q", n, text)
		}
		s.SetGame(g)
		left, fault = n, func() error { cancel(); return nil }
		if r, err := s.RunFor(ctx, Playouts(1000), ask); err != nil || r.Stopped != StoppedByContext || r.Playouts < 1 {
			t.Fatalf("cancelled at evaluation %d: %d playouts, %v, %v", n, r.Playouts, r.Stopped, err)
		}
		runBatches(t, s, 3, 30)
	}
}

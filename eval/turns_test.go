package eval

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tengen/baduk"
)

// counted is an evaluator that takes a while, and counts its calls.
type counted struct {
	Evaluator
	calls, now, most atomic.Int64
}

func (s *counted) Evaluate(ctx context.Context, in []Query, out []Evaluation) error {
	s.calls.Add(1)
	if now := s.now.Add(1); now > s.most.Load() {
		s.most.Store(now)
	}
	defer s.now.Add(-1)
	time.Sleep(100 * time.Microsecond)
	return s.Evaluator.Evaluate(ctx, in, out)
}

// TestTurns lets twenty clients with two threads each share an evaluator for a while. The time is fake, so that the
// counts do not depend on the speed of the machine.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const clients, threads = 20, 2
		turns := NewTurns(2)
		shared := &counted{Evaluator: Uniform()}
		g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
		ctx, cancel := context.WithTimeout(t.Context(), 400*time.Millisecond)
		defer cancel()
		counts := make([]int64, clients)
		var wg sync.WaitGroup
		for c := range clients {
			e := turns.Share(shared)
			for range threads {
				wg.Go(func() {
					own := g.Clone()
					out := make([]Evaluation, 1)
					out[0].Resize(own.Graph())
					for ctx.Err() == nil {
						if err := e.Evaluate(ctx, []Query{{Game: own, Policy: true}}, out); err != nil && !errors.Is(err, context.DeadlineExceeded) {
							t.Error(err)
						}
						atomic.AddInt64(&counts[c], 1)
					}
				})
			}
		}
		wg.Wait()
		if most := shared.most.Load(); most > 2 {
			t.Errorf("%d evaluations ran at the same time, want at most 2", most)
		}
		least, most := slices.Min(counts), slices.Max(counts)
		if shared.calls.Load() < 10*clients || float64(least) < 0.7*float64(most) {
			t.Errorf("the clients had %v turns, want about as many each", counts)
		}
	})
}

// TestTurnsEnd checks that an evaluation that waits for its turn ends with its context.
func TestTurnsEnd(t *testing.T) {
	turns := NewTurns(1)
	turns.running <- struct{}{} // the only turn is taken
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	if err := turns.Share(Uniform()).Evaluate(ctx, make([]Query, 1), make([]Evaluation, 1)); !errors.Is(err, why) {
		t.Errorf("got %v, want %v", err, why)
	}
	if e := Uniform(); (*Turns)(nil).Share(e) != e {
		t.Error("a nil Turns changes the evaluator")
	}
}

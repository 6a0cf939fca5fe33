package eval

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"sync"
	"testing"
	"time"

	"tengen/baduk"
)

// slow is an evaluator that sleeps, refuses games of one turn, and notes the sizes of its calls.
type slow struct {
	Evaluator
	mu            sync.Mutex
	running, most int
	sizes         map[int]int
}

var errOneTurn = errors.New("a game of one turn")

func (s *slow) Evaluate(ctx context.Context, in []Query, out []Evaluation) error {
	s.mu.Lock()
	s.running++
	s.most = max(s.most, s.running)
	s.sizes[len(in)]++
	s.mu.Unlock()
	time.Sleep(time.Millisecond)
	s.mu.Lock()
	s.running--
	s.mu.Unlock()
	for _, q := range in {
		if q.Game.Len() == 1 {
			return errOneTurn
		}
	}
	return s.Evaluator.Evaluate(ctx, in, out)
}

// TestBatch asks from many goroutines. Each gets the answer to its own query, and there are fewer calls of
// the evaluator than queries.
func TestBatch(t *testing.T) {
	inner := &slow{Evaluator: Hashed(1), sizes: map[int]int{}}
	const size, workers, goroutines, rounds = 4, 2, 16, 20
	b := Batch(inner, workers, size)
	bad := game(t, "A1")
	vertices := []string{"A1", "B2", "C3", "D4", "E5", "A3", "B1", "C1"}
	var wg sync.WaitGroup
	for i := range goroutines {
		var own []*baduk.Game // a game is for one goroutine
		for k := range 3 {
			own = append(own, game(t, vertices[(i+k)%8], vertices[(i+k+1)%8], vertices[(i+k+3)%8]))
		}
		wg.Go(func() {
			for k := range rounds {
				if i == 0 {
					if err := b.Evaluate(t.Context(), []Query{{Game: bad}}, make([]Evaluation, 1)); !errors.Is(err, errOneTurn) {
						t.Errorf("a position that is refused: %v", err)
					}
					continue
				}
				var in []Query
				var out, want []Evaluation
				for _, g := range own[:1+(i+k)%3] {
					in, out, want = append(in, Query{Game: g, Policy: true, Ownership: true}), append(out, Evaluation{}), append(want, Evaluation{})
				}
				if err := b.Evaluate(t.Context(), in, out); err != nil {
					t.Error(err)
				}
				if err := Hashed(1).Evaluate(t.Context(), in, want); err != nil || !reflect.DeepEqual(out, want) {
					t.Errorf("an answer differs from the answer of the evaluator without batches (error %v)", err)
				}
			}
		})
	}
	wg.Wait()
	if inner.most > workers {
		t.Errorf("%d workers, where %d are allowed", inner.most, workers)
	}
	for n := range inner.sizes { // a call of three positions and a call of two are not joined
		if n > size {
			t.Errorf("%d positions at once, where %d are allowed", n, size)
		}
	}
	if inner.sizes[size] == 0 {
		t.Errorf("no batch has a call together with %d others, want at least one; batches by size: %v", size-1, inner.sizes)
	}
}

// computing is an evaluator that keeps its processor busy, as a net does.
type computing struct {
	Evaluator
	calls, positions int
}

func (c *computing) Evaluate(ctx context.Context, in []Query, out []Evaluation) error {
	c.calls, c.positions = c.calls+1, c.positions+len(in)
	for begun := time.Now(); time.Since(begun) < 100*time.Microsecond; {
	}
	return c.Evaluator.Evaluate(ctx, in, out)
}

// TestBatchIsFull: batches are full although the evaluator does not give its processor away.
func TestBatchIsFull(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const goroutines, rounds = 8, 50
	inner := &computing{Evaluator: Hashed(1)}
	b := Batch(inner, 1, goroutines)
	var wg sync.WaitGroup
	for range goroutines {
		g := game(t, "A1", "B2")
		wg.Go(func() {
			for range rounds {
				if err := b.Evaluate(t.Context(), []Query{{Game: g}}, make([]Evaluation, 1)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if inner.positions != goroutines*rounds {
		t.Errorf("%d positions were evaluated, want %d", inner.positions, goroutines*rounds)
	}
	if mean := float64(inner.positions) / float64(inner.calls); mean < goroutines/2 {
		t.Errorf("%.1f positions in a batch on average, want at least %d", mean, goroutines/2)
	}
}

// TestBatchEnds: a caller whose context has ended does not disturb the others.
func TestBatchEnds(t *testing.T) {
	b := Batch(&slow{Evaluator: Hashed(1), sizes: map[int]int{}}, 1, 8)
	ended, end := context.WithCancel(t.Context())
	end()
	var wg sync.WaitGroup
	for i := range 8 {
		g := game(t, "A1", "B2")
		wg.Go(func() {
			ctx := t.Context()
			if i%2 == 0 {
				ctx = ended
			}
			err := b.Evaluate(ctx, []Query{{Game: g}}, make([]Evaluation, 1))
			if i%2 == 1 && err != nil {
				t.Errorf("%d: %v", i, err)
			}
		})
	}
	wg.Wait()
	if err := b.Evaluate(t.Context(), nil, nil); err != nil {
		t.Errorf("nothing: %v", err)
	}
}

// TestBatchPanics: one caller gets the panic; the others, and later callers, are answered.
func TestBatchPanics(t *testing.T) {
	inner := &panicking{slow: slow{Evaluator: Hashed(1), sizes: map[int]int{}}}
	b := Batch(inner, 1, 8)
	for range 20 {
		panics, errs := 0, 0
		var mu sync.Mutex
		var wg sync.WaitGroup
		for i := range 6 {
			g := game(t, "A1", "B2")
			if i == 3 {
				g = game(t, "A1", "B2", "C3")
			}
			wg.Go(func() {
				defer func() {
					mu.Lock()
					defer mu.Unlock()
					if recover() != nil {
						panics++
					}
				}()
				if err := b.Evaluate(t.Context(), []Query{{Game: g}}, make([]Evaluation, 1)); err != nil {
					mu.Lock()
					defer mu.Unlock()
					errs++
				}
			})
		}
		wg.Wait()
		if panics != 1 || errs > 5 {
			t.Fatalf("%d panics and %d errors", panics, errs)
		}
	}
	if err := b.Evaluate(t.Context(), []Query{{Game: game(t)}}, make([]Evaluation, 1)); err != nil {
		t.Errorf("after panics: %v", err)
	}
}

// panicking panics over games of three turns.
type panicking struct{ slow }

func (p *panicking) Evaluate(ctx context.Context, in []Query, out []Evaluation) error {
	for _, q := range in {
		if q.Game.Len() == 3 {
			time.Sleep(time.Millisecond)
			panic("three turns")
		}
	}
	return p.slow.Evaluate(ctx, in, out)
}

// TestBatchKeepsCallsTogether: only one goroutine at a time reads a game that a call asks about several
// times. The race detector would notice otherwise.
func TestBatchKeepsCallsTogether(t *testing.T) {
	inner := &slow{Evaluator: legal{Hashed(1)}, sizes: map[int]int{}}
	b := Batch(inner, 2, 2)
	var wg sync.WaitGroup
	for range 3 {
		g := game(t, "A1", "B2")
		wg.Go(func() {
			for range 10 {
				if err := b.Evaluate(t.Context(), []Query{{Game: g}, {Game: g}, {Game: g}}, make([]Evaluation, 3)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if inner.sizes[3] != 30 {
		t.Errorf("calls of three positions were asked so often, by size: %v", inner.sizes)
	}
}

// legal is an evaluator whose policy marks the legal moves.
type legal struct{ Evaluator }

func (l legal) Evaluate(ctx context.Context, in []Query, out []Evaluation) error {
	for _, q := range in {
		q.Game.Actions(nil)
	}
	return l.Evaluator.Evaluate(ctx, in, out)
}

// TestCacheOfSeveral: of several positions only the unknown ones are evaluated.
func TestCacheOfSeveral(t *testing.T) {
	inner := &counting{Evaluator: Hashed(1)}
	c := newCache(inner, 8)
	a, b := game(t, "A1"), game(t, "B2")
	known := evaluate(t, c, b)
	out := make([]Evaluation, 2)
	if err := c.Evaluate(t.Context(), []Query{{Game: a, Policy: true, Ownership: true}, {Game: b, Policy: true, Ownership: true}}, out); err != nil {
		t.Fatal(err)
	}
	if inner.n != 2 || !reflect.DeepEqual(out[1], known) || !reflect.DeepEqual(out[0], evaluate(t, Hashed(1), a)) {
		t.Errorf("%d positions were asked for", inner.n)
	}
}

package eval

import (
	"context"
	"reflect"
	"sync"
	"testing"

	"tengen/baduk"
)

// counting counts the evaluations that reach it.
type counting struct {
	Evaluator
	mu sync.Mutex
	n  int
}

func (c *counting) Evaluate(ctx context.Context, in []Query, out []Evaluation) error {
	c.mu.Lock()
	c.n += len(in)
	c.mu.Unlock()
	return c.Evaluator.Evaluate(ctx, in, out)
}

func game(t *testing.T, vertices ...string) *baduk.Game {
	t.Helper()
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Rules{})
	for _, v := range vertices {
		p, err := g.Graph().ParseVertex(v)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: p}); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func evaluate(t *testing.T, e Evaluator, g *baduk.Game) Evaluation {
	t.Helper()
	out := make([]Evaluation, 1)
	if err := e.Evaluate(t.Context(), []Query{{Game: g, Policy: true, Ownership: true}}, out); err != nil {
		t.Fatal(err)
	}
	return out[0]
}

// TestCacheOfHiddenPast: queries that hide more or fewer turns of the same game have different entries in the
// cache.
func TestCacheOfHiddenPast(t *testing.T) {
	inner := &counting{Evaluator: Hashed(1)}
	c := newCache(inner, 8)
	g := game(t, "A1", "B2", "C3")
	out := make([]Evaluation, 1)
	for _, since := range []int{0, 3, 2, 3, 0, 2} {
		if err := c.Evaluate(t.Context(), []Query{{Game: g, Since: since, Policy: true}}, out); err != nil {
			t.Fatal(err)
		}
	}
	if inner.n != 3 {
		t.Errorf("three questions were asked %d times", inner.n)
	}
}

// TestCache: the cache gives the same answers as the evaluator, which is asked once for each position.
func TestCache(t *testing.T) {
	inner := &counting{Evaluator: Hashed(1)}
	c := newCache(inner, 2)
	a, b, other := game(t, "A1", "B2", "C3"), game(t, "C3", "B2", "A1"), game(t, "A1")
	first := evaluate(t, c, a)
	if !reflect.DeepEqual(first, evaluate(t, Hashed(1), a)) {
		t.Error("the first answer differs from the evaluator's")
	}
	if got := evaluate(t, c, b); !reflect.DeepEqual(got, first) || inner.n != 1 {
		t.Errorf("after a transposition, the evaluator was called %d times, want 1 call and the first answer again", inner.n)
	}
	first.Policy[0] = 42 // this must not change the cache's copy
	if evaluate(t, c, a).Policy[0] == 42 {
		t.Error("the caller can change what is remembered")
	}
	evaluate(t, c, other)
	evaluate(t, c, a)
	evaluate(t, c, game(t)) // drops other, the least recently used position
	n := inner.n
	evaluate(t, c, a)
	if inner.n != n {
		t.Error("what was used lately was forgotten")
	}
	evaluate(t, c, other)
	if inner.n != n+1 {
		t.Error("more is remembered than there is room for")
	}
}

// TestCacheParts asks for fewer parts first: parts that were not evaluated are not answered from the cache.
func TestCacheParts(t *testing.T) {
	inner := &counting{Evaluator: Hashed(1)}
	c, g, out := newCache(inner, 10), game(t), make([]Evaluation, 1)
	for i, q := range []Query{{Game: g}, {Game: g, Policy: true}, {Game: g}, {Game: g, Ownership: true, Policy: true}, {Game: g, Policy: true}} {
		if err := c.Evaluate(t.Context(), []Query{q}, out); err != nil {
			t.Fatal(err)
		}
		if want := []int{1, 2, 2, 3, 3}[i]; inner.n != want {
			t.Errorf("query %d: %d evaluations, want %d", i, inner.n, want)
		}
	}
}

func TestCacheConcurrently(t *testing.T) {
	c := newCache(Hashed(1), 5)
	var wg sync.WaitGroup
	for range 4 {
		g := game(t)
		wg.Go(func() {
			out := make([]Evaluation, 1)
			for range 200 {
				if err := c.Evaluate(t.Context(), []Query{{Game: g, Policy: true}}, out); err != nil {
					t.Error(err)
				}
				a := g.Actions(nil)
				if len(a) < 2 || g.Play(a[1+g.Len()%(len(a)-1)]) != nil {
					for g.Undo() {
					}
				}
			}
		})
	}
	wg.Wait()
}

type stochastic struct{ Evaluator }

func (stochastic) Info() Info { return Info{Stochastic: true} }

func TestCacheLeavesStochasticAlone(t *testing.T) {
	e := stochastic{Uniform()}
	if newCache(e, 10) != Evaluator(e) {
		t.Error("the answers of a stochastic evaluator would be frozen")
	}
}

// TestSimple checks the simple evaluators. The policy is a distribution over the legal moves, and numbers are
// in range. The answers of Hashed depend on the seed and the position.
func TestSimple(t *testing.T) {
	g := game(t, "A1", "A2", "B3")
	for _, e := range []Evaluator{Uniform(), Hashed(1)} {
		v := evaluate(t, e, g)
		sum := float32(0)
		for i, p := range v.Policy {
			sum += p
			point := baduk.Point(i)
			if i == 25 {
				point = baduk.Pass
			}
			if (g.Legal(baduk.Move{Color: g.ToPlay(), Point: point}) == baduk.Legal) != (p > 0) {
				t.Errorf("%s: %s has prior %v", e.Info().Name, g.Graph().Vertex(point), p)
			}
		}
		if sum < 0.999 || sum > 1.001 || v.Win < 0 || v.Win > 1 {
			t.Errorf("%s: priors sum to %v, win %v", e.Info().Name, sum, v.Win)
		}
	}
	h := evaluate(t, Hashed(1), g)
	if h.Win == evaluate(t, Hashed(2), g).Win || h.Win == evaluate(t, Hashed(1), game(t)).Win {
		t.Error("seed or position does not matter to Hashed")
	}
}

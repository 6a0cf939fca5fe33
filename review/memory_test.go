package review

import (
	"context"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/kifu"
	"tengen/mcts"
	"tengen/rollout"
	"tengen/topology"
)

// forgetful is an evaluator that counts its evaluations. Its answers depend on the history of a position,
// like those of a net.
type forgetful struct {
	eval.Evaluator
	asked *atomic.Int64
}

func (c forgetful) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	c.asked.Add(int64(len(in)))
	if err := c.Evaluator.Evaluate(ctx, in, out); err != nil {
		return err
	}
	for i := range in {
		if g := in[i].Game; g.Len() > 0 {
			out[i].Win = (out[i].Win + float32(g.Turn(g.Len()-1).Point+1)/100) / 2 // a pass is -1
		}
	}
	return nil
}

// A position is evaluated only once, even if the searches of several positions reach it. A review is the
// same with and without a cache, and with one worker or three.
func TestMemory(t *testing.T) {
	factory := func(asked *atomic.Int64) eval.Factory {
		return func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return forgetful{eval.Hashed(1), asked}, nil }
	}
	// Each move is the best one of a search with an empty cache.
	g := baduk.NewGame(baduk.MustRectangle(7, 7), baduk.Chinese())
	var want []*kifu.Analysis
	var without atomic.Int64
	for range 20 {
		found, err := NewSearch(factory(&without), mcts.NetParams()).Search(t.Context(), g, 200)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, analysisOf(found, "test", ""))
		if err := g.Play(found.Moves[0].Move); err != nil {
			t.Fatal(err)
		}
	}
	g.UndoTo(g.Len() - 1) // the last position was not searched
	var record strings.Builder
	if err := kifu.FromGame(g, kifu.Info{}).Write(&record); err != nil {
		t.Fatal(err)
	}
	line, err := NewLine(treeOf(t, record.String()))
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 3} {
		var asked atomic.Int64
		var got []*kifu.Analysis
		err := Run(t.Context(), line, Options{Searcher: NewSearch(factory(&asked), mcts.NetParams()), Visits: 200, Workers: workers, Judge: "test",
			Each: func(_ int, a *kifu.Analysis) error { got = append(got, a); return nil }})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers: the review differs from searches with an empty cache", workers)
		}
		if asked.Load() > without.Load()*9/10 {
			t.Errorf("%d workers: %d evaluations, want at most nine tenths of %d, those without a cache", workers, asked.Load(), without.Load())
		}
	}
}

// The same stones placed in another order have another key, because evaluators see the latest moves.
// Another seed also gives another key.
func TestMemoryOfOrders(t *testing.T) {
	var asked atomic.Int64
	graph := baduk.MustRectangle(7, 7)
	search := NewSearch(func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return forgetful{eval.Hashed(1), &asked}, nil }, mcts.NetParams())
	out := make([]eval.Evaluation, 1)
	out[0].Resize(graph)
	var wins [4]float32
	for i, order := range [][]baduk.Point{{0, 8, 16}, {16, 8, 0}, {0, 8, 16}, {0, 8, 16}} {
		g := baduk.NewGame(graph, baduk.Chinese())
		for _, p := range order {
			if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: p}); err != nil {
				t.Fatal(err)
			}
		}
		e, err := search.evaluator(g, 10)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Evaluate(t.Context(), []eval.Query{{Game: g, Seed: uint64(i / 3)}}, out); err != nil { // the last one with another seed
			t.Fatal(err)
		}
		wins[i] = out[0].Win
	}
	if wins[0] == wins[1] || wins[0] != wins[2] || asked.Load() != 3 {
		t.Errorf("%v, asked %d times; want first and third equal, asked 3 times", wins, asked.Load())
	}
}

// The cache uses at most Search.Cache bytes on boards of all sizes.
func TestMemoryLimit(t *testing.T) {
	heap := func() int64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	for _, side := range []int{2, 9, 40} {
		search := NewSearch(func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return eval.Uniform(), nil }, mcts.NetParams())
		search.Cache = 2 << 20
		graph := baduk.MustRectangle(side, side)
		g := baduk.NewGame(graph, baduk.Chinese())
		out := make([]eval.Evaluation, 1)
		before := heap()
		e, err := search.evaluator(g, 1000)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(10000) { // positions with different seeds are different keys
			if err := e.Evaluate(t.Context(), []eval.Query{{Game: g, Seed: seed}}, out); err != nil {
				t.Fatal(err)
			}
		}
		if used := heap() - before; used > search.Cache || used < search.Cache/3 {
			t.Errorf("%v: the cache uses %d bytes, want at most %d and at least a third", graph, used, search.Cache)
		}
		runtime.KeepAlive(e)
	}
}

// On a board with large weights, the result of a search can be written and read.
func TestLargeWeights(t *testing.T) {
	board, err := topology.Read("F", []byte(`{"shape": "9x9", "weight": "1e20"}`))
	if err != nil {
		t.Fatal(err)
	}
	params := rollout.DefaultParams()
	o := Options{Visits: 20, Judge: "test", Searcher: NewSearch(func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
		return rollout.NewEvaluator(g, params), nil
	}, mcts.RolloutParams())}
	g := baduk.NewGame(board.Graph, baduk.Chinese())
	a, err := Analyze(t.Context(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	text, err := Encode(a)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Decode(text, g, o); err != nil || *again.Lead != *a.Lead || *a.ScoreStdev < 1e19 {
		t.Errorf("%s: %v, want the same analysis", text, err)
	}
}

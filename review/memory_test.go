package review

import (
	"context"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/kifu"
	"tengen/mcts"
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

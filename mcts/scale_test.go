package mcts

import (
	"bytes"
	"context"
	"testing"

	"tengen/baduk"
	"tengen/eval"
)

// weighted is 5x5 with the same weight at each point.
func weighted(t *testing.T, weight float64) *baduk.Graph {
	t.Helper()
	lattice, weights := make([][]baduk.Point, 25), make([]float64, 25)
	for p := range lattice {
		lattice[p], weights[p] = baduk.MustRectangle(5, 5).Neighbours(baduk.Point(p)), weight
	}
	g, err := baduk.NewGraphFrom(baduk.Shape{Adjacency: lattice, Life: &baduk.Life{Weights: weights}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// scaled evaluates the same moves on a board without weights. It multiplies the scores by a weight.
type scaled struct {
	eval.Evaluator
	weight float32
}

func (e scaled) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), in[0].Game.Rules())
	for _, m := range in[0].Game.Moves() {
		g.Force(m)
	}
	err := e.Evaluator.Evaluate(ctx, []eval.Query{{Game: g}}, out)
	out[0].Lead, out[0].ScoreStdev = out[0].Lead*e.weight, 3*e.weight
	return err
}

// TestLargeWeights: if all weights are multiplied by a power of two, all scores are multiplied by it, and nothing else
// changes. This also holds if the square of a score is too large for float32. Such a search can be saved and loaded.
func TestLargeWeights(t *testing.T) {
	const large = 1 << 99
	search := func(weight float64) (*Search, Result) {
		rules := baduk.TrompTaylor()
		rules.Komi = 0
		s := searchOf(t, baduk.NewGame(weighted(t, weight), rules), scaled{eval.Hashed(4), float32(weight)}, netLike)
		return s, run(t, s, Playouts(400))
	}
	_, want := search(1)
	s, got := search(large)
	same := func(name string, got, want Values) {
		want.Lead, want.ScoreMean, want.ScoreStdev, want.EvalLead = want.Lead*large, want.ScoreMean*large, want.ScoreStdev*large, want.EvalLead*large
		if got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
	same("root", got.Root, want.Root)
	for i, m := range got.Moves {
		if m.Move != want.Moves[i].Move || m.Visits != want.Moves[i].Visits {
			t.Fatalf("move %d is %v with %d visits, want %v with %d", i, m.Move, m.Visits, want.Moves[i].Move, want.Moves[i].Visits)
		}
		same("a move", m.Values, want.Moves[i].Values)
	}
	if want.Root.ScoreStdev < 1 || got.Lead != got.Root.Lead {
		t.Errorf("the spread is %v and the lead %v, want more than 1 and %v", want.Root.ScoreStdev, got.Lead, got.Root.Lead)
	}
	file := saved(t, s, 1)
	if err := searchOf(t, s.game, scaled{eval.Hashed(4), large}, netLike).Load(bytes.NewReader(file)); err != nil {
		t.Error(err)
	}
}

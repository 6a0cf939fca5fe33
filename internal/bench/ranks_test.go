package bench

import (
	"context"
	"testing"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/rollout"
)

// TestLadder plays a few games of rollouts: all are counted, colours alternate, and
// the same seed gives the same.
func TestLadder(t *testing.T) {
	l := Ladder{Size: 5, Ranks: []engine.Rank{engine.Kyu20, engine.Dan1 - 10, engine.Dan1 - 5}, Games: 2, Threads: 2, Seed: 1, Params: engine.DefaultParams(),
		Factory: func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
			return rollout.NewEvaluator(g, rollout.DefaultParams()), nil
		}}
	done := 0
	l.Progress = func(int, int) { done++ }
	r, err := l.Run(t.Context())
	if err != nil || done != 4 || len(r.Rungs) != 3 || r.Rungs[0].Games != 2 || r.Rungs[1].Games != 4 || r.Rungs[0].Elo != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if won := r.Rungs[0].Won + r.Rungs[1].Won + r.Rungs[2].Won; won != 4 {
		t.Errorf("%v points in 4 games", won)
	}
	again, err := l.Run(t.Context())
	if err != nil || again.Rungs[1] != r.Rungs[1] {
		t.Errorf("%+v, then %+v, %v", r.Rungs, again.Rungs, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := l.Run(ctx); err != nil || r.Rungs[0].Games != 0 {
		t.Errorf("cancelled: %+v, %v", r, err)
	}
	l.Ranks = l.Ranks[:1]
	if _, err := l.Run(t.Context()); err == nil {
		t.Error("one rank is a ladder")
	}
}

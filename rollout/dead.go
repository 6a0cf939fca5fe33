package rollout

import (
	"context"

	"tengen/baduk"
	"tengen/eval"
)

// DeadChains returns the stones of dead chains. ownership has a number for each point, from -1 for White to +1
// for Black. A chain is dead if the opponent's mean ownership of its points is at least level, a number from 0
// to 1.
func DeadChains(b *baduk.Board, ownership []float32, level float32) baduk.PointSet {
	dead := baduk.PointSet{} // not nil, because nil means something else to baduk.Game.Score
	var chain []baduk.Point
	for p := range b.Graph().Len() {
		point := baduk.Point(p)
		if b.At(point) == baduk.Empty || b.Head(point) != point {
			continue
		}
		chain = b.AppendChain(chain[:0], point)
		sum := float32(0)
		for _, q := range chain {
			sum += ownership[q] * float32(b.At(point).Number())
		}
		if sum/float32(len(chain)) <= -level {
			for _, q := range chain {
				dead.Add(q)
			}
		}
	}
	return dead
}

// Dead estimates which stones are dead: the stones that do not survive most rollouts from the position. It
// makes the given number of rollouts with Black to move first, and the same number with White to move first.
// Dead takes only milliseconds, but a search gives better results; see engine.Engine.
func (e *Evaluator) Dead(ctx context.Context, g *baduk.Game, rollouts int, seed uint64) (baduk.PointSet, error) {
	sum := make([]float32, g.Graph().Len())
	out := make([]eval.Evaluation, 1)
	for _, c := range [2]baduk.Color{baduk.Black, baduk.White} {
		now, err := baduk.NewGameFrom(g.Graph(), g.Rules(), baduk.SetupOf(g.StonesAfter(g.Len()), c))
		if err != nil {
			return nil, err
		}
		for i := range rollouts {
			in := []eval.Query{{Game: now, Seed: seed + uint64(2*i+int(c)), Ownership: true}}
			if err := e.Evaluate(ctx, in, out); err != nil {
				return nil, err
			}
			for p, o := range out[0].Ownership {
				sum[p] += o / float32(2*rollouts)
			}
		}
	}
	return DeadChains(&g.Position().Board, sum, 0.5), nil
}

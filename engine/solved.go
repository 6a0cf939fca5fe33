package engine

import (
	"context"

	"tengen/baduk"
	"tengen/eval"
)

// mostSolved is the length of the longest principal variation of a solved position.
const mostSolved = 30

// solved returns the decision in a position whose value the evaluator knows exactly. It plays perfectly without a
// search. It returns false in other positions.
func (e *Engine) solved(ctx context.Context, g *baduk.Game) (d Decision, known bool, err error) {
	if !e.evaluator.Info().Exact {
		return d, false, nil
	}
	for g = g.Clone(); !g.Over() && len(d.PV) < mostSolved; {
		ask := eval.Query{Game: g, Seed: e.params.Search.Seed, Policy: true}
		out, err := eval.One(context.WithoutCancel(ctx), e.evaluator, ask)
		if err != nil {
			return d, false, err
		}
		if !out.Exact {
			break
		}
		if len(d.PV) == 0 {
			d.Win, d.Lead = float64(out.Win), float64(out.Lead)
		}
		m := baduk.Move{Color: g.ToPlay(), Point: likeliest(out.Policy)}
		if g.Play(m) != nil {
			break // cannot happen: the policy has legal moves only
		}
		d.PV = append(d.PV, m)
	}
	if len(d.PV) == 0 {
		return d, false, nil
	}
	d.Move = d.PV[0]
	return d, true, nil
}

// likeliest returns the move with the largest prior.
func likeliest(policy []float32) baduk.Point {
	best := baduk.Pass
	most := policy[len(policy)-1]
	for p, prior := range policy[:len(policy)-1] {
		if prior > most {
			best, most = baduk.Point(p), prior
		}
	}
	return best
}

package eval

import (
	"context"
	"fmt"
	"math"
)

// Mix returns an evaluator that mixes the values of e, usually a net, with the values of rollouts, as in AlphaGo
// (Silver et al. 2016). lambda is the share of the rollouts, 0 to 1; AlphaGo used 0.5. The policy is that of e. The
// rollouts get the seed of the query, so the same position and seed still give the same evaluation.
//
// Win, NoResult, Lead, ScoreMean and the ownership are weighted means. ScoreStdev is that of a score that comes from
// the rollouts with the probability lambda. Expected errors are not known, so Info.Errors is false.
func Mix(e, rollouts Evaluator, lambda float64) (Evaluator, error) {
	if !(lambda >= 0 && lambda <= 1) {
		return nil, fmt.Errorf("the share of the rollouts in a mixture is %v, not from 0 to 1", lambda)
	}
	if lambda == 0 {
		return e, nil
	}
	return &mix{e, rollouts, float32(lambda)}, nil
}

type mix struct {
	inner, rollouts Evaluator
	lambda          float32
}

// Info describes the mixture. It is not stochastic unless e is: a search then evaluates each position once.
func (m *mix) Info() Info {
	i := m.inner.Info()
	i.Name = fmt.Sprintf("%s mixed with %.3g %s", i.Name, m.lambda, m.rollouts.Info().Name)
	i.First, i.Scores, i.Errors = false, true, false
	return i
}

// Evaluate implements [Evaluator].
func (m *mix) Evaluate(ctx context.Context, in []Query, out []Evaluation) error {
	if err := m.inner.Evaluate(ctx, in, out); err != nil {
		return err
	}
	queries, played := make([]Query, len(in)), make([]Evaluation, len(in))
	for i, q := range in {
		queries[i] = q
		queries[i].Policy, queries[i].First = false, false
	}
	if err := m.rollouts.Evaluate(ctx, queries, played); err != nil {
		return fmt.Errorf("the rollouts: %w", err)
	}
	scores, rolloutScores := m.inner.Info().Scores, m.rollouts.Info().Scores
	for i := range out {
		a, b := &out[i], &played[i]
		if !scores {
			a.ScoreMean = a.Lead
		}
		if !rolloutScores {
			b.ScoreMean = b.Lead
		}
		m.blend(a, b)
		if in[i].Ownership {
			for p, o := range b.Ownership {
				a.Ownership[p] += m.lambda * (o - a.Ownership[p])
			}
		}
	}
	return nil
}

// blend mixes the numbers of an evaluation of rollouts into a.
func (m *mix) blend(a, b *Evaluation) {
	square := func(e *Evaluation) float64 {
		return float64(e.ScoreMean)*float64(e.ScoreMean) + float64(e.ScoreStdev)*float64(e.ScoreStdev)
	}
	squares := square(a) + float64(m.lambda)*(square(b)-square(a))
	for _, f := range [...]struct {
		to   *float32
		with float32
	}{{&a.Win, b.Win}, {&a.NoResult, b.NoResult}, {&a.Lead, b.Lead}, {&a.ScoreMean, b.ScoreMean}} {
		*f.to += m.lambda * (f.with - *f.to)
	}
	a.ScoreStdev = float32(math.Sqrt(max(0, squares-float64(a.ScoreMean)*float64(a.ScoreMean))))
	a.WinError, a.ScoreError = 0, 0
}

package solve

import (
	"context"
	"math"
	"sync"

	"tengen/baduk"
	"tengen/eval"
)

// LargestPlayed is the largest board that [Evaluators] solves. Larger boards take seconds and hundreds of megabytes.
const LargestPlayed = 12

// Evaluators returns evaluators that know what is proved, and ask the evaluators of inner about the rest:
//
//   - A lead is never larger than the board, under rules that count the position only.
//   - On boards of up to [LargestPlayed] points, under rules that [Covers] accepts, a lead is within the bounds of the
//     value. If these are equal, the policy plays perfectly, and the evaluation is exact if it is [Certain]. Otherwise
//     the policy avoids turns that give away a win or a draw.
//
// The rules are those of each game that is evaluated. Each evaluator solves its board when it is first asked.
func Evaluators(inner eval.Factory) eval.Factory {
	return func(g *baduk.Graph, rules baduk.Rules) (eval.Evaluator, error) {
		e, err := inner(g, rules)
		if err != nil || g.Beyond() != baduk.NoPoint { // an infinite board has no size
			return e, err
		}
		k := &knowing{Evaluator: e, solvable: g.Len() <= LargestPlayed && !g.Regional(), solutions: map[counting]*FixPoint{}}
		for p := range baduk.Point(g.Len()) {
			k.size += math.Abs(g.Weight(p))
		}
		return k, nil
	}
}

// counting is the part of the rules that the values of a [FixPoint] depend on.
type counting struct {
	scoring baduk.ScoringRule
	tax     baduk.TaxRule
	dead    baduk.DeadRule
}

// knowing is an evaluator of Evaluators.
type knowing struct {
	eval.Evaluator
	size     float64 // the largest lead without compensations
	solvable bool    // the board is solved under rules that Covers accepts

	mu        sync.Mutex
	solutions map[counting]*FixPoint
}

// Info says whether exact evaluations are possible.
func (k *knowing) Info() eval.Info {
	info := k.Evaluator.Info()
	info.Exact = k.solvable
	return info
}

// Evaluate implements [eval.Evaluator].
func (k *knowing) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	if err := k.Evaluator.Evaluate(ctx, in, out); err != nil {
		return err
	}
	for i, q := range in {
		out[i].Exact = false
		g, rules := q.Game, q.Game.Rules()
		switch {
		case k.solvable && Covers(g.Graph(), rules):
			r, err := k.solution(g.Graph(), rules)
			if err != nil {
				return err
			}
			r.evaluate(q, &out[i])
		case rules.Scoring == baduk.ScoringArea || rules.Scoring == baduk.ScoringStones:
			cut(g, &out[i], Bounds{-k.size, k.size})
		}
	}
	return nil
}

// solution returns the solution of the board, which it computes when it is first needed.
func (k *knowing) solution(g *baduk.Graph, rules baduk.Rules) (*FixPoint, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	by := counting{rules.Scoring, rules.Tax, rules.Dead}
	if r := k.solutions[by]; r != nil {
		return r, nil
	}
	r, err := ForRules(context.Background(), g, rules)
	if err == nil {
		k.solutions[by] = r
	}
	return r, err
}

// cut cuts an evaluation to bounds of the lead without compensations. Either player may still get an untaken button.
func cut(g *baduk.Game, e *eval.Evaluation, b Bounds) {
	extra, ties := g.Compensation(), g.Rules().Ties
	if g.Rules().Button && g.Button() == baduk.Empty {
		b.Low, b.High = b.Low-0.5, b.High+0.5
	}
	b.Low, b.High = b.Low+extra, b.High+extra
	within := func(to *float32, low, high float64) { *to = float32(min(max(float64(*to), low), high)) }
	within(&e.Lead, b.Low, b.High)
	within(&e.ScoreMean, b.Low, b.High)
	within(&e.ScoreStdev, 0, (b.High-b.Low)/2) // no distribution within the bounds is wider
	switch low, high := ties.Share(b.Low), ties.Share(b.High); {
	case low == 1:
		e.Win, e.NoResult = 1, 0
	case high == 0:
		e.Win, e.NoResult = 0, 0
	}
}

// evaluate cuts the evaluation to the bounds of the position, or makes it exact.
func (r *FixPoint) evaluate(q eval.Query, e *eval.Evaluation) {
	g := q.Game
	b, turns := r.At(g)
	if g.Over() {
		b, turns = r.End(g), nil
	}
	cut(g, e, b)
	win := g.Rules().Ties.Share(b.Low + g.Compensation())
	if b.Low == b.High {
		e.Win, e.NoResult, e.WinError, e.ScoreError, e.Exact = float32(win), 0, 0, 0, g.Over() || Certain(g)
	}
	if q.Policy {
		setPolicy(e.Policy, g, b, turns)
	}
}

// The weights of turns in the policy of a solved position: the turn that ends the game soonest, another turn that keeps
// the result, and a turn that does not.
const (
	bestTurn   = 1
	otherTurn  = 0.1
	wrongShare = 0.001
)

// setPolicy lowers the priors of turns that give away the result, and weighs the others: a player who can force a win,
// or cannot avoid a loss, plays for the lead that can be forced, and ends the game. Another player avoids the loss,
// also by a cycle; which turn is best then is left to the priors.
func setPolicy(policy []float32, g *baduk.Game, b Bounds, turns []Turn) {
	c, extra, ties := g.ToPlay(), g.Compensation(), g.Rules().Ties
	won := ties.Share(math.Inf(int(c.Number()))) // Black's share if the player wins
	wins := func(b Bounds) bool { return ties.Share(b.forced(c)*float64(c.Number())+extra) == won }
	loses := func(b Bounds) bool { return ties.Share(b.forced(c.Opponent())*float64(-c.Number())+extra) == 1-won }
	play := b.Low == b.High || wins(b) || loses(b)
	var best *Turn
	sum := float32(0)
	for i := range turns {
		t := &turns[i]
		p := &policy[eval.PolicyIndex(t.Point, len(policy)-1)]
		keeps := play && Keeps(c, b, t.Bounds) || !play && !loses(t.Bounds)
		switch {
		case !keeps:
			*p = wrongShare
		case play:
			*p = otherTurn
			if best == nil || t.sooner(c, best) {
				best = t
			}
		default:
			*p = max(*p, wrongShare) + otherTurn
		}
	}
	if best != nil {
		policy[eval.PolicyIndex(best.Point, len(policy)-1)] = bestTurn
	}
	for _, p := range policy {
		sum += max(p, 0)
	}
	for i := range policy {
		if policy[i] > 0 {
			policy[i] /= sum
		}
	}
}

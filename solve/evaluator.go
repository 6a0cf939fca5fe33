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
//     value. If these are equal, and the position has not occurred before, the evaluation is exact: its policy plays
//     perfectly. Where only a win is certain, the policy keeps it.
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

// cut cuts an evaluation to bounds of the lead without compensations.
func cut(g *baduk.Game, e *eval.Evaluation, b Bounds) {
	extra, ties := g.Compensation(), g.Rules().Ties
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
	value := b.Low // that the player to move can force in a game that ends
	if g.ToPlay() == baduk.White {
		value = b.High
	}
	exact := b.Low == b.High && (g.Rules().Ko == baduk.KoBasic || g.Occurrences() == 1)
	win := g.Rules().Ties.Share(value + g.Compensation())
	if exact {
		e.Win, e.NoResult, e.WinError, e.ScoreError, e.Exact = float32(win), 0, 0, 0, true
	}
	if forced := win == 1 && g.ToPlay() == baduk.Black || win == 0 && g.ToPlay() == baduk.White; q.Policy && (exact || forced) {
		setPolicy(e.Policy, g.ToPlay(), value, turns)
	}
}

// The weights of turns in a perfect policy: the turn that ends the game soonest, another turn that keeps the value, and
// a turn that does not.
const (
	bestTurn   = 1
	otherTurn  = 0.1
	wrongShare = 0.001
)

// setPolicy makes a policy of turns, if the position is worth the given lead.
func setPolicy(policy []float32, c baduk.Color, value float64, turns []Turn) {
	clear(policy)
	at := func(t Turn) *float32 { return &policy[eval.PolicyIndex(t.Point, len(policy)-1)] }
	var best *Turn
	sum := float32(0)
	for i := range turns {
		t := &turns[i]
		*at(*t) = wrongShare
		if keeps(c, value, t.Bounds) {
			*at(*t) = otherTurn
			if best == nil || t.sooner(c, best) {
				best = t
			}
		}
	}
	if best != nil {
		*at(*best) = bestTurn
	}
	for _, p := range policy {
		sum += p
	}
	for i := range policy {
		if sum > 0 {
			policy[i] /= sum
		}
	}
}

// keeps reports whether a turn of the player to bounds is worth the lead to this player.
func keeps(c baduk.Color, value float64, b Bounds) bool {
	if c == baduk.Black {
		return b.Low >= value
	}
	return b.High <= value
}

// sooner reports whether a turn ends the game before another turn with the same value.
func (t *Turn) sooner(c baduk.Color, other *Turn) bool {
	if t.Last || other.Last {
		return t.Last
	}
	if c == baduk.Black {
		return t.Black < other.Black
	}
	return t.White < other.White
}

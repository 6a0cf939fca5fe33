package eval

import (
	"context"
	"slices"

	"tengen/baduk"
)

// Query asks about one position.
type Query struct {
	// Game is the caller's own game at the position, valid until Evaluate returns. The evaluator may read it
	// but not change it.
	Game *baduk.Game
	// Seed is for evaluators that use random numbers: the same position and seed give the same evaluation.
	Seed uint64
	// Look numbers evaluations of one position with one seed that are to be averaged, from 0. A net then uses
	// another symmetry each time, as long as there is one.
	Look int
	// Since hides the turns before it from an evaluator that uses the history of a position; 0 hides nothing.
	// Moves that the rules forbid because of the history are not hidden.
	Since int
	// Policy, Ownership and First ask for these parts of the [Evaluation]. Parts that are not asked for may
	// keep their old values.
	Policy, Ownership, First bool
}

// Evaluation is an evaluator's judgement of a position. Every number is Black's. The slices belong to the
// caller, who makes them with [Evaluation.Resize].
type Evaluation struct {
	Policy     []float32     // by Point, pass last: legal moves of the player to move, summing to 1
	Win        float32       // probability that Black wins, a draw and no result counting half, 0..1
	NoResult   float32       // probability that the game ends without result, 0..1
	Lead       float32       // expected lead of Black at the end, points
	ScoreStdev float32       // standard deviation of the final score, points; 0 if unknown
	ScoreMean  float32       // mean of the final score as players of this strength will make it, points; see Info.Scores
	WinError   float32       // expected error of Win, 0..1; see Info.Errors
	ScoreError float32       // expected error of ScoreMean, points; see Info.Errors
	Ownership  []float32     // by Point, -1..+1, +1 Black's
	First      []baduk.Color // by Point, the colour that played there first while the evaluator played on (for all-moves-as-first); Empty for none
}

// Resize gives the slices the lengths that the board needs.
func (e *Evaluation) Resize(g *baduk.Graph) {
	n := g.Len()
	if len(e.Policy) != n+1 {
		*e = Evaluation{Policy: make([]float32, n+1), Ownership: make([]float32, n), First: make([]baduk.Color, n)}
	}
}

// Prior is the prior of a move by the policy, which must be filled. An illegal move has 0, or less.
func (e *Evaluation) Prior(p baduk.Point) float32 {
	if p == baduk.Pass {
		return e.Policy[len(e.Policy)-1]
	}
	return e.Policy[p]
}

// Blend adds another evaluation to a mean: e is the mean of a number of evaluations, before, and becomes the
// mean of these and next. Of the slices only the policy is blended.
func (e *Evaluation) Blend(next *Evaluation, before int) {
	if before == 0 {
		*e = *next
		e.Policy, e.Ownership, e.First = slices.Clone(next.Policy), nil, nil
		return
	}
	share := 1 / float32(before+1)
	for _, f := range [...]struct {
		mean *float32
		next float32
	}{{&e.Win, next.Win}, {&e.NoResult, next.NoResult}, {&e.Lead, next.Lead}, {&e.ScoreMean, next.ScoreMean}, {&e.ScoreStdev, next.ScoreStdev},
		{&e.WinError, next.WinError}, {&e.ScoreError, next.ScoreError}} {
		*f.mean += (f.next - *f.mean) * share
	}
	for i, p := range next.Policy {
		e.Policy[i] += (p - e.Policy[i]) * share
	}
}

// Info describes an evaluator.
type Info struct {
	Name string
	// Stochastic evaluators answer differently for different seeds, and visiting a position again tells
	// something new.
	Stochastic bool
	// First is set when the evaluator fills Evaluation.First.
	First bool
	// Scores is set if the evaluator fills Evaluation.ScoreMean; otherwise the lead is the best guess. Errors
	// is set if it fills WinError and ScoreError.
	Scores, Errors bool
}

// Evaluator judges positions: a net, rollouts, a hash. It is safe for concurrent use. Evaluate fills out[i]
// for in[i]. It returns an error if it cannot read the position or ctx ends, and then out is undefined.
type Evaluator interface {
	Evaluate(ctx context.Context, in []Query, out []Evaluation) error
	Info() Info
}

// Factory makes the evaluator for a board and rules, which users change at run time.
type Factory func(g *baduk.Graph, r baduk.Rules) (Evaluator, error)

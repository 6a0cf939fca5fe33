package eval

import (
	"context"
	"slices"

	"tengen/baduk"
)

// Query asks about one position.
type Query struct {
	// Game is the caller's game at this position. The evaluator may read it until Evaluate returns, and must not
	// change it.
	Game *baduk.Game
	// Seed is the seed for evaluators that use random numbers. The same position and seed give the same
	// evaluation.
	Seed uint64
	// Look is for callers that average several evaluations of one position with the same seed. It is the number
	// of earlier evaluations. A net uses another symmetry for each value of Look, until it has used all
	// symmetries.
	Look int
	// Since is the first turn of the history that the evaluator may use; 0 means the whole history. Since does
	// not affect the legality of moves: the rules may forbid a move because of earlier turns.
	Since int
	// Policy, Ownership and First ask for these parts of the [Evaluation]. Other parts may keep their old
	// values.
	Policy, Ownership, First bool
}

// Evaluation is an evaluator's judgement of a position. All values except Policy are from Black's point of
// view. The slices belong to the caller, who can make them with [Evaluation.Resize].
type Evaluation struct {
	Policy     []float32     // priors of the moves of the player to move, by Point, pass last; legal moves sum to 1
	Win        float32       // probability that Black wins, 0..1; a draw and no result count as half a win
	NoResult   float32       // probability that the game ends without result, 0..1
	Lead       float32       // expected lead of Black at the end, points
	ScoreStdev float32       // standard deviation of the final score, points; 0 if unknown
	ScoreMean  float32       // mean of the final score between players of the evaluator's strength, points; see Info.Scores
	WinError   float32       // expected error of Win, 0..1; see Info.Errors
	ScoreError float32       // expected error of ScoreMean, points; see Info.Errors
	Ownership  []float32     // owner of each Point: -1 is White, +1 is Black
	Exact      bool          // Win and Lead are proved, and the move with the largest prior keeps them; see Info.Exact
	First      []baduk.Color // colour that first played on each Point in a rollout, or Empty
}

// Resize gives the slices the lengths that the board needs.
func (e *Evaluation) Resize(g *baduk.Graph) {
	n := g.Len()
	if len(e.Policy) != n+1 {
		*e = Evaluation{Policy: make([]float32, n+1), Ownership: make([]float32, n), First: make([]baduk.Color, n)}
	}
}

// Prior returns the prior of a move from Policy, which must be filled. It is 0 or less for an illegal move.
func (e *Evaluation) Prior(p baduk.Point) float32 {
	return e.Policy[PolicyIndex(p, len(e.Policy)-1)]
}

// PolicyIndex returns the index of a move in a policy on a board with the given number of points. A pass comes after
// the points.
func PolicyIndex(p baduk.Point, points int) int {
	if p == baduk.Pass {
		return points
	}
	return int(p)
}

// PolicyPoint returns the move of an index in a policy on a board with the given number of points. It is the inverse of
// [PolicyIndex].
func PolicyPoint(i, points int) baduk.Point {
	if i == points {
		return baduk.Pass
	}
	return baduk.Point(i)
}

// Blend adds another evaluation to a mean of evaluations. Before the call, e is the mean of the given number of
// evaluations. Afterwards e is the mean of these evaluations and the added one. The policy is the only slice
// that is blended.
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
	// Stochastic is set if the answers depend on the seed. Another evaluation of the same position then gives
	// new information.
	Stochastic bool
	// First is set if the evaluator fills Evaluation.First.
	First bool
	// Scores is set if the evaluator fills Evaluation.ScoreMean. If it is not set, use Evaluation.Lead. Errors
	// is set if the evaluator fills WinError and ScoreError.
	Scores, Errors bool
	// Exact is set if the evaluator can set Evaluation.Exact.
	Exact bool
	// Batch is the number of queries in one call with which an evaluation takes the least time; 0 means 1.
	Batch int
}

// Evaluator judges positions, for example by a net or by rollouts. It is safe for concurrent use. Evaluate
// writes the evaluation of in[i] to out[i]. Evaluate gives the slices of out the lengths that the board needs. It
// panics if out is shorter than in. It returns an error if it does not support a position, or if ctx ends. After
// an error, the content of out is undefined.
type Evaluator interface {
	Evaluate(ctx context.Context, in []Query, out []Evaluation) error
	Info() Info
}

// One returns an evaluator's answer to one query. Callers that ask often pass their own slices to
// [Evaluator].Evaluate, which uses their memory again.
func One(ctx context.Context, e Evaluator, q Query) (Evaluation, error) {
	var out [1]Evaluation
	if err := e.Evaluate(ctx, []Query{q}, out[:]); err != nil {
		return Evaluation{}, err
	}
	return out[0], nil
}

// Factory makes an evaluator for a board and rules. Users can change both at run time.
type Factory func(g *baduk.Graph, r baduk.Rules) (Evaluator, error)

package rollout

import (
	"context"
	"sync"

	"tengen/baduk"
	"tengen/eval"
)

// Evaluator judges a position by playing one game from it to the end. It works on every board and under all
// rules, but in this game simple ko holds and suicide is forbidden. The lead is the difference of the areas at
// the end, plus [baduk.Game.Compensation] for the other parts of the score. Under rules that count both area
// and prisoners, [eval.Prisoners] is added.
type Evaluator struct {
	graph    *baduk.Graph
	params   Params
	shape    *shape
	patterns *patterns
	free     sync.Pool // unused workers, each a *worker
}

// worker is the memory for one evaluation at a time.
type worker struct {
	policy
	pos     *baduk.Position
	counter *counter
	owners  []float32   // memory for the method owner
	sampler *Sampler    // plays the games if all parameters are 0; otherwise nil
	linear  *linearPlay // plays the games by a trained policy; otherwise nil
	rng     Rand        // here and not in evaluate, because there it would be allocated for each evaluation
}

// board returns the board of the last game, which was not played by the sampler.
func (w *worker) board() *baduk.Board {
	if w.linear != nil {
		return &w.linear.pos.Board
	}
	return &w.pos.Board
}

// owner returns memory for the owners of points, all zero.
func (w *worker) owner(points int) []float32 {
	if w.owners == nil {
		w.owners = make([]float32, points)
	}
	clear(w.owners)
	return w.owners
}

var _ eval.Evaluator = (*Evaluator)(nil)

// NewEvaluator makes an evaluator for the graph. If all parameters are 0 and the points have no weights, the games
// are uniform random games, which a [Sampler] plays.
func NewEvaluator(g *baduk.Graph, params Params) *Evaluator {
	uniform := params == Params{} && g.Life() == nil
	if g.Regional() {
		params = Params{} // no tactics, because they count liberties, which do not matter for life on such a board
	}
	e := &Evaluator{graph: g, params: params, shape: newShape(g)}
	if e.shape.around != nil && !g.Regional() {
		e.patterns = newPatterns()
	}
	unit, _ := g.Unit()
	e.free.New = func() any {
		w := &worker{
			policy: policy{params: params, shape: e.shape, patterns: e.patterns,
				moves: make([]baduk.Point, 0, g.Len()+1), near: make([]int8, g.Len()), unit: unit},
			pos:     baduk.NewPosition(g),
			counter: newCounter(g),
		}
		if uniform {
			w.sampler = NewSampler(g)
		}
		if g.Life() != nil {
			for p := range g.Len() {
				if q := baduk.Point(p); q != g.Beyond() && w.importance(q) >= worthPlaying {
					w.points = append(w.points, q)
				}
			}
		}
		return w
	}
	return e
}

// Info describes the evaluator.
func (e *Evaluator) Info() eval.Info {
	return eval.Info{Name: "rollouts", Stochastic: true, First: true}
}

// regionalWork limits a rollout on a regional board (see [baduk.Graph.Regional]). It is the largest product of
// the number of moves and the number of points. Such a rollout takes about a tenth of a second.
const regionalWork = 1 << 18

// Evaluate plays one rollout for each query.
func (e *Evaluator) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	w := e.free.Get().(*worker)
	defer e.free.Put(w)
	for i := range in {
		if err := ctx.Err(); err != nil {
			return err
		}
		w.evaluate(&in[i], &out[i])
	}
	return nil
}

func (w *worker) evaluate(q *eval.Query, out *eval.Evaluation) {
	g := q.Game
	n := g.Graph().Len()
	out.Resize(g.Graph())
	last := baduk.NoPoint
	if g.Len() > 0 {
		last = g.Turn(g.Len() - 1).Point
	}
	if w.linear != nil {
		w.linear.from(g.Position(), last)
		if q.Policy {
			w.linear.prior(g, out.Policy)
		}
	} else if q.Policy {
		w.prior(g, out.Policy)
	}
	w.rng = Rand(q.Seed)
	var first []baduk.Color
	if q.First {
		first = out.First
		clear(first)
	}
	most := 3 * n
	if w.points != nil {
		most = 3 * len(w.points)
	}
	if g.Graph().Regional() {
		most = min(most, max(regionalWork/n, 8)) // on such a board, every move needs a judgement of the whole board
	}
	switch {
	case w.linear != nil:
		w.linear.playOut(&w.rng, most, first)
	case w.sampler != nil:
		w.sampler.From(g.Position())
		w.sampler.play(&w.rng, most, first)
	default:
		w.pos.CopyFrom(g.Position())
		w.play(w.pos, last, &w.rng, most, first)
	}
	var owner []float32
	if q.Ownership {
		owner = out.Ownership
		clear(owner)
	}
	prisoners := g.Rules().Scoring == baduk.ScoringAreaPrisoners
	if prisoners && owner == nil {
		owner = w.owner(n)
	}
	lead := g.Compensation()
	if w.sampler != nil {
		lead += w.sampler.lead(owner)
	} else {
		lead += w.counter.lead(w.board(), owner)
	}
	if prisoners {
		lead += eval.Prisoners(&g.Position().Board, owner)
	}
	out.Lead = float32(lead)
	out.Win = float32(g.Rules().Ties.Share(lead))
	out.ScoreStdev, out.NoResult = 0, 0
}

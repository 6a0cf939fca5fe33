package engine

import (
	"context"
	"sync/atomic"
	"time"

	"tengen/baduk"
	"tengen/eval"
	"tengen/mcts"
	"tengen/rollout"
)

// timing is the time for one move, from when it was asked for.
type timing struct {
	allowed allowance
	begun   time.Time
	slow    func() time.Duration // how long one look takes at present
	look    time.Duration        // how long one look may take when time has run out
	clock   bool                 // whether a flag can fall
	easy    bool                 // there is next to nothing to decide
}

// timing is what the limit and the clock allow.
func (e *Engine) timing(g *baduk.Game, l Limit, begun time.Time) timing {
	t := timing{begun: begun, slow: e.evaluator.slow}
	switch {
	case !l.bounded():
		t.allowed = allowance{e.params.Time, e.params.Time}
	case l.Time > 0:
		t.allowed = allowance{l.Time, l.Time}
	}
	if l.Clock == nil {
		return t
	}
	p := e.params.Clock
	if l.Lag > 0 {
		p.Lag = l.Lag
	}
	a := p.allowIn(l.Clock, g)
	t.look = min(leastTime, max(l.Clock.Available()/8, a.most))
	switch t.clock = a.most > 0; {
	case !t.clock && t.allowed.most == 0 && l.Visits == 0 && l.Playouts == 0:
		t.allowed = allowance{e.params.Time, e.params.Time} // a clock that does not limit
	case t.clock && t.allowed.most > 0:
		t.allowed = a.within(max(t.allowed.most-p.Lag, t.allowed.most/2))
	case t.clock:
		t.allowed = a
	}
	return t
}

// left is what remains of the longest that the move may take, after another look.
func (t timing) left() time.Duration { return max(t.allowed.most-time.Since(t.begun)-t.slow(), 0) }

// out reports that no time is left for another search, of two looks at the least.
func (t timing) out() bool { return t.allowed.most > 0 && t.left() <= 2*t.slow() }

// hurried reports that there may be no time for a search that is worth it: a root and
// one leaf or, with rollouts, half as many as the board has points. With a third on
// 9x9, and two fifths on 13x13, they are as good as what comes to mind at once.
func (e *Engine) hurried(g *baduk.Game, t timing) bool {
	search := 3 * e.evaluator.slow()
	if e.evaluator.Info().Stochastic {
		search = max(search, e.evaluator.usual()*time.Duration(g.Graph().Len())/2)
	}
	return t.clock && time.Since(t.begun)+search > t.allowed.most
}

// stopper turns the limit into a rule for the search, which begins now.
func (e *Engine) stopper(l Limit, t timing) mcts.Stopper {
	var stops []mcts.Stopper // the memory is the search's own business
	if l.Visits > 0 {
		// A kept tree may have the visits already, but what a search says of
		// the owners of points is its own playouts' word.
		stops = append(stops, mcts.AllOf(mcts.Visits(l.Visits), mcts.Playouts(min(l.Visits, e.params.Enough))))
	}
	if l.Playouts > 0 {
		stops = append(stops, mcts.Playouts(l.Playouts))
	}
	switch {
	case t.allowed.most > 0:
		stops = append(stops, e.inTime(t))
	case l.Rank != 0 && e.evaluator.Info().Stochastic: // a board without end makes rollouts long
		stops = append(stops, mcts.Time(3*e.params.Time))
	}
	return mcts.AnyOf(stops...)
}

// inTime stops when the time is used: the usual time where one move is well ahead,
// more where it is not, and less where nothing can change any more.
func (e *Engine) inTime(t timing) mcts.Stopper {
	before := time.Since(t.begun)
	usual := t.allowed.usual
	if t.easy {
		usual = max(usual/10, min(usual, leastTime))
	}
	return func(p mcts.Progress) bool {
		used, look := before+p.Elapsed, t.slow()
		ahead := p.Ahead*4 >= p.Visits
		switch {
		case used+look+look/4 >= t.allowed.most:
			return true
		case used+look/2 >= usual:
			return ahead || t.easy
		case !e.params.StopEarly || p.Playouts == 0 || used < usual/10:
			return false
		}
		// At the present speed the second move cannot catch up.
		speed := float64(p.Playouts) / float64(p.Elapsed+1)
		return float64(p.Ahead) > speed*float64(usual-used)
	}
}

// moveWithoutSearch is the move for a player who has no time to search: the sensible one that
// comes to mind first. It passes where a pass comes before any of them, and where it
// wins.
func (e *Engine) moveWithoutSearch(ctx context.Context, g *baduk.Game, moves []baduk.Point, t timing) (Decision, error) {
	d := passed(g.ToPlay())
	if winsByPassing(g, nil) {
		return d, nil
	}
	policy, err := e.prior(ctx, g, t)
	if err != nil {
		return d, err
	}
	most := float32(-1)
	if quarterFilled(g) {
		most = policy[g.Graph().Len()] // a pass
	}
	for _, p := range moves {
		if policy[p] > most {
			most, d.Move.Point = policy[p], p
		}
	}
	d.PV = []baduk.Move{d.Move}
	return d, nil
}

// prior is what comes to mind, by point, a pass last: what the evaluator thinks of the
// moves, or rollouts where the clock leaves no time to ask it.
func (e *Engine) prior(ctx context.Context, g *baduk.Game, t timing) ([]float32, error) {
	var asked eval.Evaluator = e.evaluator
	if t.clock && e.evaluator.slow() > t.allowed.most-time.Since(t.begun) && e.evaluator.usual() > t.look {
		asked = rollout.NewEvaluator(g.Graph(), rollout.DefaultParams())
	}
	in := [1]eval.Query{{Game: g, Seed: e.params.Search.Seed, Policy: true}}
	var out [1]eval.Evaluation
	out[0].Resize(g.Graph())
	err := asked.Evaluate(context.WithoutCancel(ctx), in[:], out[:])
	return out[0].Policy, err
}

// timed notes how long its evaluator takes.
type timed struct {
	eval.Evaluator
	human   *timed       // who is asked along with it, or nil
	longest atomic.Int64 // of late, nanoseconds
	mean    atomic.Int64 // of the last few without stalls, nanoseconds
}

// Evaluate asks the evaluator. What took longest is forgotten slowly.
func (t *timed) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	begun := time.Now()
	err := t.Evaluator.Evaluate(ctx, in, out)
	d := int64(time.Since(begun))
	// Of several at once one counts, which is enough.
	longest, mean := t.longest.Load(), t.mean.Load()
	t.longest.Store(max(d, longest-longest>>9-1))
	if mean == 0 {
		mean = d
	}
	t.mean.Store(mean + (min(d, 4*mean)-mean)/8)
	return err
}

// slow is how long one evaluation may take. One that took far longer than the others
// was held up by something else, which is no reason to hurry for the rest of a game.
func (t *timed) slow() time.Duration {
	d := time.Duration(min(t.longest.Load(), 4*t.mean.Load()))
	if t.human != nil {
		d += t.human.slow()
	}
	return d
}

// usual is how long one evaluation usually takes, 0 if unknown.
func (t *timed) usual() time.Duration {
	d := time.Duration(t.mean.Load())
	if t.human != nil {
		d += t.human.usual()
	}
	return d
}

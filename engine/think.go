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
	Allowance
	begun time.Time
	slow  func() time.Duration // how long one look takes at present
	clock bool                 // whether a flag can fall
	easy  bool                 // there is next to nothing to decide
}

// timing is what the limit and the clock allow.
func (e *Engine) timing(g *baduk.Game, l Limit, begun time.Time) timing {
	t := timing{begun: begun, slow: e.evaluator.slow}
	switch {
	case !l.bounded():
		t.Allowance = Allowance{e.params.Time, e.params.Time}
	case l.Time > 0:
		t.Allowance = Allowance{l.Time, l.Time}
	}
	if l.Clock == nil {
		return t
	}
	p := e.params.Clock
	if l.Lag > 0 {
		p.Lag = l.Lag
	}
	a := p.Allow(l.Clock, g)
	switch t.clock = a.Most > 0; {
	case !t.clock && t.Most == 0 && l.Visits == 0 && l.Playouts == 0:
		t.Allowance = Allowance{e.params.Time, e.params.Time} // a clock that is no limit
	case t.clock && t.Most > 0:
		t.Allowance = a.within(max(t.Most-p.Lag, t.Most/2))
	case t.clock:
		t.Allowance = a
	}
	return t
}

// left is what remains of the longest that the move may take, after another look.
func (t timing) left() time.Duration { return max(t.Most-time.Since(t.begun)-t.slow(), 0) }

// out reports that no time is left for another search, of two looks at the least.
func (t timing) out() bool { return t.Most > 0 && t.left() <= 2*t.slow() }

// hurried reports that there may be no time for even a root and one leaf.
func (t timing) hurried() bool {
	return t.clock && time.Since(t.begun)+3*t.slow() > t.Most
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
	if t.Most > 0 {
		stops = append(stops, e.inTime(t))
	}
	return mcts.AnyOf(stops...)
}

// inTime stops when the time is used: the usual time where one move is well ahead,
// more where it is not, and less where nothing can change any more.
func (e *Engine) inTime(t timing) mcts.Stopper {
	before := time.Since(t.begun)
	usual := t.Usual
	if t.easy {
		usual = max(usual/10, min(usual, blink))
	}
	return func(p mcts.Progress) bool {
		used, look := before+p.Elapsed, t.slow()
		ahead := p.Ahead*4 >= p.Visits
		switch {
		case used+look+look/4 >= t.Most:
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

// glance is the move for a player who has no time to look: the one that rollouts
// would try first. It passes where only eyes are left, and where that wins.
func (e *Engine) glance(g *baduk.Game) Decision {
	d := passed(g.ToPlay())
	if winsByPassing(g, nil) {
		return d
	}
	in := [1]eval.Query{{Game: g, Seed: e.params.Search.Seed, Policy: true}}
	var out [1]eval.Evaluation
	out[0].Resize(g.Graph())
	// Rollouts err only when a context ends.
	if rollout.NewEvaluator(g.Graph(), rollout.DefaultParams()).Evaluate(context.Background(), in[:], out[:]) != nil {
		return d
	}
	best := out[0].Policy[g.Graph().Len()] // a pass
	for _, p := range sensible(g) {
		if prior := out[0].Policy[p]; prior > best {
			best, d.Move.Point = prior, p
		}
	}
	d.PV = []baduk.Move{d.Move}
	return d
}

// timed notes how long its evaluator takes.
type timed struct {
	eval.Evaluator
	longest atomic.Int64 // of late, nanoseconds
}

// Evaluate asks the evaluator. What took longest is forgotten slowly.
func (t *timed) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	begun := time.Now()
	err := t.Evaluator.Evaluate(ctx, in, out)
	d := int64(time.Since(begun))
	if was := t.longest.Load(); d < was {
		d = max(d, was-was>>9-1)
	}
	t.longest.Store(d) // of several at once one counts, which is enough
	return err
}

// slow is how long one evaluation may take.
func (t *timed) slow() time.Duration { return time.Duration(t.longest.Load()) }

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

// timing is the time for one move, counted from begun.
type timing struct {
	allowed allowance
	begun   time.Time
	slow    func() time.Duration // returns the longest time that one evaluation is expected to take
	look    time.Duration        // with no time left, an evaluator is asked only if its usual time is below this
	clock   bool                 // the player can lose on time
	read    time.Duration        // time after which life and death is not read any more; 0 means no limit
	easy    bool                 // the position leaves almost nothing to decide
}

// timing combines the limit and the clock.
func (e *Engine) timing(g *baduk.Game, l Limit, begun time.Time) timing {
	t := timing{begun: begun, slow: e.evaluator.slow}
	if l.Rank != 0 && e.imitates(g) {
		t.slow = func() time.Duration { return e.evaluator.slow() + e.people.slow() }
	}
	switch {
	case !l.bounded():
		t.allowed = allowance{e.params.Time, e.params.Time, true}
	case l.Time > 0:
		t.allowed = allowance{l.Time, l.Time, true}
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
		t.allowed = allowance{e.params.Time, e.params.Time, true} // the clock sets no limit
	case t.clock && t.allowed.most > 0:
		t.allowed = a.within(max(t.allowed.most-p.Lag, t.allowed.most/2))
	case t.clock:
		t.allowed = a
	}
	if t.clock {
		// Reading follows the search. It may take the time that the clock has besides the search and the lag.
		t.read = max(l.Clock.Available()-p.Lag, a.most)
		if l.Time > 0 {
			t.read = min(t.read, l.Time)
		}
	}
	return t
}

// late reports whether the time for reading life and death is over.
func (t timing) late() bool { return t.read > 0 && time.Since(t.begun) > t.read }

// left returns the time that will remain for the move after one more evaluation.
func (t timing) left() time.Duration { return max(t.allowed.most-time.Since(t.begun)-t.slow(), 0) }

// out reports whether the time is too short for another search. A search takes at least two evaluations.
func (t timing) out() bool { return t.allowed.most > 0 && t.left() <= 2*t.slow() }

// hurried reports whether the time may be too short for a useful search. With a net, a useful search evaluates the
// root and one leaf. With rollouts, it makes half as many playouts as the board has points. Fewer playouts are not
// useful, as measurements showed: with a third as many playouts as points on 9x9, or two fifths as many on 13x13,
// the search did not play better than the move with the best prior.
func (e *Engine) hurried(g *baduk.Game, t timing) bool {
	search := 3 * e.evaluator.slow()
	if e.evaluator.Info().Stochastic {
		search = max(search, e.evaluator.usual()*time.Duration(g.Graph().Len())/2)
	}
	return t.clock && time.Since(t.begun)+search > t.allowed.most
}

// stopper returns a stopper for a search of g that begins now and evaluates so many positions together.
func (e *Engine) stopper(g *baduk.Game, l Limit, t timing, batch int) mcts.Stopper {
	var stops []mcts.Stopper // without memory: the search stops by itself when memory is used up
	if l.Visits > 0 {
		// The root may have enough visits from earlier searches, but ownership comes only from the playouts of this
		// search.
		stops = append(stops, mcts.AllOf(mcts.Visits(l.Visits), mcts.Playouts(min(l.Visits, e.params.Enough))))
	}
	if l.Playouts > 0 {
		stops = append(stops, mcts.Playouts(l.Playouts))
	}
	switch {
	case t.allowed.most > 0:
		stops = append(stops, e.inTime(g, t, batch))
	case l.Rank != 0 && e.evaluator.Info().Stochastic: // a limit is needed, because rollouts are long on some boards
		stops = append(stops, mcts.Time(3*e.params.Time))
	}
	return mcts.AnyOf(stops...)
}

// batch returns the number of positions that a search evaluates together. If only time limits the search, this is the
// number with which the evaluator is fastest, unless the time suffices only for a few calls of the evaluator. Otherwise
// it is 1, because the same number of visits would be worth a little less.
func (e *Engine) batch(l Limit, t timing) int {
	n := min(e.evaluator.Info().Batch, mostInProgress/e.params.Search.Threads)
	if n <= 1 || l.Visits > 0 || l.Playouts > 0 || e.human != nil || e.evaluator.usual() == 0 || t.allowed.most < 20*time.Duration(n)*e.evaluator.slow() {
		return 1
	}
	return n
}

// mostInProgress is the largest number of playouts in progress in a search with batches.
const mostInProgress = 16

// inTime returns a stopper that stops by time. It stops at the usual time if one move is well ahead, and otherwise
// later. It stops earlier if no other move can become the best: after a tenth of the usual time if the rest is kept for
// later moves, and otherwise shortly before. The next search begins with the part of this one that is below the moves
// played, so time that would be lost is better spent. When more than half of the board is filled, the search may stop
// early in any case: questions about a pass and about the stones at the end of the game need time too. The parameter
// named batch is the number of positions that the search evaluates together.
func (e *Engine) inTime(g *baduk.Game, t timing, batch int) mcts.Stopper {
	before := time.Since(t.begun)
	usual := t.allowed.usual
	least := usual / 10
	if t.allowed.lost && 2*len(g.Position().Empties()) >= g.Graph().Len() {
		least = usual - usual/20
	}
	if t.easy {
		usual = max(usual/10, min(usual, leastTime))
	}
	return func(p mcts.Progress) bool {
		used, look := before+p.Elapsed, time.Duration(batch)*t.slow()
		ahead := p.Ahead*4 >= p.Visits
		switch {
		case used+look+look/4 >= t.allowed.most:
			return true
		case used+look/2 >= usual:
			return ahead || t.easy
		case !e.params.StopEarly || p.Playouts == 0 || used < least:
			return false
		}
		// At the present speed the second move cannot catch up.
		speed := float64(p.Playouts) / float64(p.Elapsed+1)
		return float64(p.Ahead) > speed*float64(usual-used)
	}
}

// moveWithoutSearch decides on one of the given moves or a pass if the time is too short for a search. It passes if a
// pass wins the game. It passes if the pass has a better prior than every given move, except on an almost empty
// board. Otherwise it takes the move with the best prior. It does not pass if a restriction forbids it.
func (e *Engine) moveWithoutSearch(ctx context.Context, g *baduk.Game, moves []baduk.Point, t timing) (Decision, error) {
	d := passed(g.ToPlay())
	mayPass := !e.forbidden(g.ToPlay(), baduk.Pass)
	if mayPass && winsByPassing(g, nil) {
		return d, nil
	}
	policy, err := e.prior(ctx, g, t)
	if err != nil {
		return d, err
	}
	most := float32(-1)
	if mayPass && eighthFilled(g) {
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

// prior returns the policy by point, with the pass last. It asks the evaluator. If the clock leaves no time for
// the evaluator, it asks rollouts.
func (e *Engine) prior(ctx context.Context, g *baduk.Game, t timing) ([]float32, error) {
	var asked eval.Evaluator = e.evaluator
	if t.clock && e.evaluator.slow() > t.allowed.most-time.Since(t.begun) && e.evaluator.usual() > t.look {
		asked = rollout.NewEvaluator(g.Graph(), rollout.DefaultParams())
	}
	ask := eval.Query{Game: g, Seed: e.params.Search.Seed, Policy: true}
	out, err := eval.One(context.WithoutCancel(ctx), asked, ask)
	return out.Policy, err
}

// timed is an evaluator that measures the times of another evaluator. The time of a call with several positions counts
// in equal parts for each of them.
type timed struct {
	eval.Evaluator
	human   *timed       // evaluator of human priors, which is asked about the same positions; may be nil
	longest atomic.Int64 // time of the longest recent evaluation, nanoseconds
	mean    atomic.Int64 // mean time of recent evaluations, without stalls, nanoseconds
}

// startFrom takes over the times of another evaluator of the same kind.
func (t *timed) startFrom(old *timed) {
	t.longest.Store(old.longest.Load())
	t.mean.Store(old.mean.Load())
	if t.human != nil && old.human != nil {
		t.human.startFrom(old.human)
	}
}

// Evaluate asks the evaluator and measures the time. The recorded longest time decays slowly.
func (t *timed) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	begun := time.Now()
	err := t.Evaluator.Evaluate(ctx, in, out)
	d := int64(time.Since(begun)) / int64(max(len(in), 1))
	// If several evaluations end at the same time, the mean may count only one of them. That is accurate enough.
	longest, mean := t.longest.Load(), t.mean.Load()
	t.longest.Store(max(d, longest-longest>>9-1))
	if mean == 0 {
		mean = d
	}
	t.mean.Store(mean + (min(d, 4*mean)-mean)/8)
	return err
}

// slow returns the longest time that one evaluation is expected to take. It is at most four times the mean. An
// evaluation that took longer was delayed by another program. That is not a reason to hurry for the rest of the
// game.
func (t *timed) slow() time.Duration {
	d := time.Duration(min(t.longest.Load(), 4*t.mean.Load()))
	if t.human != nil {
		d += t.human.slow()
	}
	return d
}

// usual returns the usual time of one evaluation. It is 0 if unknown.
func (t *timed) usual() time.Duration {
	d := time.Duration(t.mean.Load())
	if t.human != nil {
		d += t.human.usual()
	}
	return d
}

package engine

import (
	"context"
	"fmt"
	"time"

	"tengen/baduk"
	"tengen/eval"
	"tengen/mcts"
)

// Engine is a player. One goroutine at a time may use it. Pondering continues after the call that started it,
// and ends when the next call begins.
type Engine struct {
	params       Params
	factory      eval.Factory
	human        eval.Factory // makes the evaluator of human priors; may be nil
	people       people       // for players with a rank
	graph        *baduk.Graph
	rules        baduk.Rules
	evaluator    *timed // nil before the first game, and after the factories have changed
	search       *mcts.Search
	restrictions []mcts.Restriction // restrictions of the moves that the search considers
	rank         Rank               // rank for which the search was last used; 0 if it was used without a rank
	resign       resignation
	found        mcts.Result // result by which the last move was decided; empty without a search
	ponder       *pondering  // nil if the engine does not ponder
}

// New makes a player. The player calls factory for an evaluator at its first game, and again whenever the board
// or the rules of the game have changed.
func New(params Params, factory eval.Factory) (*Engine, error) {
	if err := params.Validate(); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	return &Engine{params: params, factory: factory}, nil
}

// prepare makes the evaluator and the search for the game's board and rules, unless they exist. On the same board, a
// new evaluator starts with the times of the last one, and the hopeless moves stay counted: the search may be new
// although the game is not.
func (e *Engine) prepare(g *baduk.Game) error {
	if e.search != nil && e.graph == g.Graph() && e.rules == g.Rules() {
		return nil
	}
	ev, err := e.factory(g.Graph(), g.Rules())
	if err != nil {
		return fmt.Errorf("no evaluator for %v: %w", g.Graph(), err)
	}
	t := &timed{Evaluator: ev}
	search, err := e.searchBy(t, g)
	if err != nil {
		return err
	}
	if e.graph != g.Graph() {
		e.resign = resignation{}
	} else if e.evaluator != nil {
		t.startFrom(e.evaluator)
	}
	e.graph, e.rules, e.evaluator, e.search = g.Graph(), g.Rules(), t, search
	return nil
}

// searchBy makes a search with this evaluator. If a human policy is set, the search uses human priors.
func (e *Engine) searchBy(t *timed, g *baduk.Game) (*mcts.Search, error) {
	if e.human == nil {
		return mcts.New(t, e.moveParams())
	}
	human, err := e.human(g.Graph(), g.Rules())
	if err != nil {
		return nil, fmt.Errorf("no human policy for %v: %w", g.Graph(), err)
	}
	asked := &timed{Evaluator: human}
	if e.params.Search.HumanPolicy.InTree() {
		t.human = asked
	}
	return mcts.NewWithHumanPolicy(t, asked, e.moveParams())
}

// moveParams returns the search parameters for the decision on a move. Without ConservativePass, a pass that ends the
// game has the value of the count, which the decision to pass needs.
func (e *Engine) moveParams() mcts.Params {
	p := e.params.Search
	p.ConservativePass = false
	return p
}

// SetEvaluators changes the factories of two evaluators. The first factory, judge, makes the evaluator of the
// search. The second, human, makes the evaluator for human priors (see mcts.HumanPolicy), and may be nil. All
// results are lost.
func (e *Engine) SetEvaluators(judge, human eval.Factory) {
	e.StopPondering()
	e.factory, e.human, e.evaluator, e.search = judge, human, nil, nil
}

// Genmove decides on a move for c and does not play it. If ctx ends, it decides by the results so far. If the
// game is over, it passes. It returns an error if c is neither Black nor White, or if the rank is out of range.
func (e *Engine) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit Limit) (Decision, error) {
	return e.genmove(ctx, g, c, limit, time.Now(), func(stop mcts.Stopper, batch int) (mcts.Result, error) {
		return e.search.RunFor(ctx, stop, mcts.Ask{Ownership: true, Batch: batch})
	})
}

// searching runs a search of the position with batches of this size, and computes the ownership.
type searching func(stop mcts.Stopper, batch int) (mcts.Result, error)

// genmove is Genmove for a call that began at the given time. It calls run for the first search of the position.
func (e *Engine) genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit Limit, begun time.Time, run searching) (Decision, error) {
	e.StopPondering()
	e.found = mcts.Result{}
	if err := limit.check(c); err != nil {
		return Decision{}, err
	}
	if g.Over() {
		return passed(c), nil
	}
	g = leavingCycle(g)
	if err := e.prepare(g); err != nil {
		return Decision{}, err
	}
	if g.ToPlay() != c {
		g = g.Clone()
		g.SetToPlay(c)
	}
	var rung Rung
	if limit.Rank != 0 { // visits limit the search, not time, so a slow machine plays as well as a fast one
		rung = e.rung(g, limit.Rank)
		limit.Visits = max(rung.Visits, e.params.Enough)
		if e.rank != limit.Rank { // results of a longer search would make the rank stronger
			e.search.Forget()
		}
	}
	e.rank = limit.Rank
	if limit.Rank != 0 && e.imitates(g) {
		_ = e.preparePeople(g) // askPeople tries again and gets the error
	}
	if limit.Rank == 0 && len(e.restrictions) == 0 {
		if d, known, err := e.solved(ctx, g); known || err != nil {
			d.Elapsed = time.Since(begun)
			return d, err
		}
	}
	t := e.timing(g, limit, begun)
	moves := e.useful(g)
	d, err := passed(c), error(nil)
	switch {
	case len(moves) == 0: // only a pass is left
	case e.hurried(g, t):
		d, err = e.moveWithoutSearch(ctx, g, moves, t)
	default:
		t.easy = len(moves) == 1
		d, err = e.think(ctx, g, limit, t, rung, run)
	}
	d.Elapsed = time.Since(begun)
	return d, err
}

// passed returns the decision to pass without a search.
func passed(c baduk.Color) Decision {
	m := baduk.Move{Color: c, Point: baduk.Pass}
	return Decision{Move: m, Win: 0.5, PV: []baduk.Move{m}}
}

// think searches and decides. It calls run for the first search.
func (e *Engine) think(ctx context.Context, g *baduk.Game, limit Limit, t timing, rung Rung, run searching) (Decision, error) {
	e.search.SetConservativePass(false)
	e.search.SetGame(g)
	batch := e.batch(limit, t)
	r, err := e.reported(g.ToPlay(), limit, func() (mcts.Result, error) { return run(e.stopper(g, limit, t, batch), batch) })
	if err != nil {
		return Decision{}, err
	}
	d := passed(g.ToPlay())
	d.Win, d.Lead, d.Spread, d.Visits, d.Playouts, d.Full = r.Win, r.Lead, r.Root.ScoreStdev, r.Visits, r.Playouts, r.Stopped == mcts.StoppedByMemory
	d.Resign = e.resigns(g, r, limit.Rank) && !limit.PlayOn
	best, err := e.decide(ctx, g, &r, t)
	if err != nil {
		return Decision{}, err
	}
	e.found = r
	if e.forbidden(g.ToPlay(), pointOf(best)) {
		best = e.bestAllowed(g, r)
	}
	if best != nil && limit.Rank != 0 {
		best = e.weaken(ctx, g, r, best, rung, t)
	}
	if best != nil {
		d.Move, d.PV = best.Move, best.PV
	}
	return d, nil
}

// WinFor converts Black's probability of winning to that of c, and back.
func WinFor(c baduk.Color, win float64) float64 {
	if c == baduk.White {
		return 1 - win
	}
	return win
}

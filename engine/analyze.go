package engine

import (
	"context"
	"fmt"
	"time"

	"tengen/baduk"
	"tengen/mcts"
)

// Analysis is what to find out about a position.
type Analysis struct {
	// Color is whose move is looked for, in place of the player to move, as if the
	// opponent had passed; Empty for the player to move.
	Color baduk.Color
	// Visits of the root, Playouts of this search and Time bound it; 0 does not.
	Visits, Playouts int
	Time             time.Duration
	// Restrict narrows the moves that are looked at.
	Restrict []mcts.Restriction
	// Ask says what is to be found out besides moves and values.
	Ask mcts.Ask
	// Report, if it is not nil, is told what is known after every Every, if that is above
	// 0. It is called by the goroutine that asked, and the search goes on meanwhile.
	Every  time.Duration
	Report func(mcts.Result)
	// Full, if it is not nil, is called when the memory of the search is used up, with what
	// is known by then.
	Full func(mcts.Result)
}

// bounded reports whether anything but the context ends the analysis.
func (a *Analysis) bounded() bool { return a.Visits > 0 || a.Playouts > 0 || a.Time > 0 }

func (a *Analysis) stopper() mcts.Stopper {
	var stops []mcts.Stopper
	if a.Visits > 0 {
		stops = append(stops, mcts.Visits(a.Visits))
	}
	if a.Playouts > 0 {
		stops = append(stops, mcts.Playouts(a.Playouts))
	}
	if a.Time > 0 {
		stops = append(stops, mcts.Time(a.Time))
	}
	return mcts.AnyOf(stops...)
}

// Analyze searches a position until ctx ends or a limit is met, and plays nothing. What
// it finds serves the next [Engine.Genmove], and what that found is where it begins, but
// for restrictions. The end of ctx is not an error: the result is what is known by then. When the memory is used up
// the search stops, and an analysis without a limit still waits for the end of ctx, as
// somebody who asked for one without end expects. A game that is over is looked at as if
// it went on.
func (e *Engine) Analyze(ctx context.Context, g *baduk.Game, a Analysis) (mcts.Result, error) {
	e.StopPondering()
	g = g.Clone()
	if g.Over() {
		g.Resume(baduk.Empty)
	}
	if a.Color != baduk.Empty && g.ToPlay() != a.Color {
		g.SetToPlay(a.Color)
	}
	if g.Over() {
		return mcts.Result{}, mcts.ErrGameOver // one that has no result, and no more moves
	}
	lift, err := e.restrict(g, a.Restrict)
	if err != nil {
		return mcts.Result{}, err
	}
	defer lift()
	search := e.search
	search.SetGame(g)
	e.rank = 0
	r, err := e.watched(a, search, func() (mcts.Result, error) { return search.RunFor(ctx, a.stopper(), a.Ask) })
	if err == nil && r.Stopped == mcts.StoppedByMemory {
		if a.Full != nil {
			a.Full(r)
		}
		if !a.bounded() {
			<-ctx.Done()
		}
	}
	return r, err
}

// restrict makes the search ready under restrictions. They are what all that is found
// depends on, so with any it begins at nothing, and forgets when they are lifted.
func (e *Engine) restrict(g *baduk.Game, list []mcts.Restriction) (lift func(), err error) {
	if len(list) > 0 {
		e.search = nil
	}
	if err := e.prepare(g); err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return func() {}, nil
	}
	e.search.Restrict(list...)
	return func() { e.search = nil }, nil
}

// watched runs a search in another goroutine and reports on it in this one.
func (e *Engine) watched(a Analysis, search *mcts.Search, run func() (mcts.Result, error)) (r mcts.Result, err error) {
	done, panicked := make(chan struct{}), any(nil)
	go func() {
		defer close(done)
		defer func() { panicked = recover() }()
		r, err = run()
	}()
	var tick <-chan time.Time
	if a.Report != nil && a.Every > 0 {
		ticker := time.NewTicker(a.Every)
		defer ticker.Stop()
		tick = ticker.C
	}
	for {
		select {
		case <-tick:
			if now, known := search.Snapshot(); known {
				a.Report(now)
			}
			continue
		case <-done:
		}
		if panicked != nil {
			e.search = nil // its state is unknown
			panic(panicked)
		}
		return r, err
	}
}

// GenmoveAnalyze is [Engine.Genmove] that says what it thinks of all moves: now and then
// to a.Report, and at the end. Of the analysis the restrictions, what is asked for and the
// reports count, which come four times a second at most. The result is empty where the
// move took no search.
func (e *Engine) GenmoveAnalyze(ctx context.Context, g *baduk.Game, c baduk.Color, limit Limit, a Analysis) (Decision, mcts.Result, error) {
	begun := time.Now()
	e.StopPondering()
	if g.Over() {
		return passed(c), mcts.Result{}, nil
	}
	g = leavingCycle(g)
	lift, err := e.restrict(g, a.Restrict)
	if err != nil {
		return Decision{}, mcts.Result{}, err
	}
	defer lift()
	if a.Ask.Moves {
		return e.genmoveAfter(ctx, g, c, limit, a, begun)
	}
	type answer struct {
		d   Decision
		err error
		bad any
	}
	search, reports, answers := e.search, make(chan mcts.Result), make(chan answer, 1)
	finished := make(chan struct{})
	defer close(finished)
	told := limit.Report
	limit.Report = func(d Decision) { // the search runs, and on this position
		if told != nil {
			told(d)
		}
		if now, known := search.Snapshot(); known {
			select {
			case reports <- now:
			case <-finished:
			}
		}
	}
	go func() {
		var an answer
		defer func() {
			an.bad = recover()
			answers <- an
		}()
		an.d, an.err = e.Genmove(ctx, g, c, limit)
	}()
	var last mcts.Result
	due := time.Now().Add(a.Every)
	for {
		select {
		case last = <-reports:
			if a.Report != nil && a.Every > 0 && !time.Now().Before(due) {
				a.Report(last)
				due = time.Now().Add(a.Every)
			}
		case an := <-answers:
			if an.bad != nil {
				e.search = nil
				panic(an.bad)
			}
			if e.found.Visits > 0 {
				last = e.found
			}
			return an.d, last, an.err
		}
	}
}

// genmoveAfter analyses for as long as the move may take, and decides by what was found.
// A move itself does not look at what its answers do to the points.
func (e *Engine) genmoveAfter(ctx context.Context, g *baduk.Game, c baduk.Color, limit Limit, a Analysis, begun time.Time) (Decision, mcts.Result, error) {
	g = g.Clone()
	if g.ToPlay() != c {
		g.SetToPlay(c)
	}
	search, stop := e.search, e.stopper(limit, e.timing(g, limit, begun))
	search.SetGame(g)
	e.rank = 0
	r, err := e.watched(a, search, func() (mcts.Result, error) { return search.RunFor(ctx, stop, a.Ask) })
	if err != nil {
		return Decision{}, r, err
	}
	d, err := e.Genmove(ctx, g, c, Limit{Playouts: e.params.Enough, Rank: limit.Rank})
	return d, r, err
}

// SetMemory changes how many bytes the search may keep; what was found is lost.
func (e *Engine) SetMemory(bytes int64) error {
	return e.Adjust(func(p *Params) { p.Search.MaxBytes = bytes })
}

// Forget forgets all that was found.
func (e *Engine) Forget() {
	e.StopPondering()
	e.search = nil
}

// Params are the habits of the player.
func (e *Engine) Params() Params { return e.params }

// Adjust changes the habits of the player. The search's results are lost if those of the
// search change. Nothing changes on an error.
func (e *Engine) Adjust(change func(*Params)) error {
	e.StopPondering()
	p := e.params
	change(&p)
	if err := p.Validate(); err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	if p.Search != e.params.Search {
		e.search = nil
	}
	e.params = p
	return nil
}

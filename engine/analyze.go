package engine

import (
	"context"
	"fmt"
	"time"

	"tengen/baduk"
	"tengen/mcts"
)

// Analysis describes how to analyse a position.
type Analysis struct {
	// Color is the player for whom a move is searched; baduk.Empty means the player to move. If Color is not to
	// move, the analysis assumes that the opponent has passed.
	Color baduk.Color
	// Visits is the limit for the visits of the root, Playouts for the playouts of this search, and Time for the
	// time. 0 means no limit.
	Visits, Playouts int
	Time             time.Duration
	// Restrict restricts the moves that are considered.
	Restrict []mcts.Restriction
	// Ask says what to compute besides moves and values.
	Ask mcts.Ask
	// Report, if not nil, is called with the present result at intervals of Every, which must be above 0. The
	// calls come from the goroutine that called [Engine.Analyze], while the search continues. If the memory of the
	// search is used up, an analysis without a limit makes one more call at once, and then continues at intervals.
	Every  time.Duration
	Report func(mcts.Result)
	// Full, if not nil, is called with the present result when the memory of the search is used up.
	Full func(mcts.Result)
}

// bounded reports whether the analysis has a limit besides the context.
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

// Analyze searches a position until ctx ends or a limit is reached, and plays no move. It continues from the
// results of the last [Engine.Genmove], and the next Genmove continues from the results of the analysis. An
// analysis with restrictions does not use earlier results, and its own results are not used later. If ctx ends,
// Analyze returns the result so far and no error. The search stops when its memory is used up. Even then, an
// analysis without a limit returns only when ctx ends. A game that is over is analysed as if it continued.
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
		return mcts.Result{}, mcts.ErrGameOver // a game without a result allows no more moves
	}
	lift, err := e.restrict(g, a.Restrict)
	if err != nil {
		return mcts.Result{}, err
	}
	defer lift()
	search := e.search
	search.SetConservativePass(e.params.Search.ConservativePass)
	search.SetGame(g)
	e.rank = 0
	r, err := e.watched(a, search, func() (mcts.Result, error) { return search.RunFor(ctx, a.stopper(), a.Ask) })
	if err == nil && r.Stopped == mcts.StoppedByMemory {
		if a.Full != nil {
			a.Full(r)
		}
		if !a.bounded() {
			a.repeat(ctx, search)
		}
	}
	return r, err
}

// repeat reports the results of a search that has ended, until ctx ends. Clients expect reports until they end an
// analysis. Without this, an analysis that finds the memory used up at its start would make no report at all.
func (a *Analysis) repeat(ctx context.Context, search *mcts.Search) {
	if a.Report == nil || a.Every <= 0 {
		<-ctx.Done()
		return
	}
	ticker := time.NewTicker(a.Every)
	defer ticker.Stop()
	for ctx.Err() == nil {
		a.report(search)
		select {
		case <-ticker.C:
		case <-ctx.Done():
		}
	}
}

// report reports what the search knows now. It does nothing if the search does not know anything yet.
func (a *Analysis) report(search *mcts.Search) {
	if now, known := search.Snapshot(); known {
		a.Report(now)
	}
}

// restrict prepares a search with restrictions. All results of such a search depend on the restrictions. The
// search therefore begins without earlier results, and a call of lift deletes its results.
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
	e.restrictions = list
	return func() { e.search, e.restrictions = nil, nil }, nil
}

// watched runs a search in another goroutine and reports on it from the calling goroutine.
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
			a.report(search)
			continue
		case <-done:
		}
		if panicked != nil {
			e.search = nil // the state of the search is unknown
			panic(panicked)
		}
		return r, err
	}
}

// GenmoveAnalyze decides on a move like [Engine.Genmove], and reports an analysis. It calls a.Report with the
// results of the search, and returns the last result. It uses only the fields Restrict, Ask, Every and Report
// of the analysis. The result is empty if the move was decided without a search.
func (e *Engine) GenmoveAnalyze(ctx context.Context, g *baduk.Game, c baduk.Color, limit Limit, a Analysis) (Decision, mcts.Result, error) {
	begun := time.Now()
	e.StopPondering()
	if err := limit.check(c); err != nil {
		return Decision{}, mcts.Result{}, err
	}
	if g.Over() {
		return passed(c), mcts.Result{}, nil
	}
	g = leavingCycle(g)
	lift, err := e.restrict(g, a.Restrict)
	if err != nil {
		return Decision{}, mcts.Result{}, err
	}
	defer lift()
	a.Ask.Ownership = true
	d, err := e.genmove(ctx, g, c, limit, begun, func(stop mcts.Stopper, batch int) (mcts.Result, error) {
		a.Ask.Batch = batch
		return e.watched(a, e.search, func() (mcts.Result, error) { return e.search.RunFor(ctx, stop, a.Ask) })
	})
	return d, e.found, err
}

// SetMemory changes how many bytes the search may use. The results of the search are lost.
func (e *Engine) SetMemory(bytes int64) error {
	return e.Adjust(func(p *Params) { p.Search.MaxBytes = bytes })
}

// Forget forgets all results. The next search has another seed, which depends only on the last one.
func (e *Engine) Forget() {
	e.StopPondering()
	e.search = nil
	e.params.Search.Seed = baduk.Mix(e.params.Search.Seed)
}

// Params are the parameters of the player.
func (e *Engine) Params() Params { return e.params }

// Adjust changes the parameters of the player. The results of the search are lost if Params.Search changes.
// If Adjust returns an error, nothing has changed.
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

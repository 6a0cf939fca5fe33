package engine

import (
	"time"

	"tengen/baduk"
	"tengen/mcts"
)

// reportEvery is the time between two reports of a search.
const reportEvery = 250 * time.Millisecond

// reported runs a search for a move of c and calls the limit's Report with the present decision several times
// a second.
func (e *Engine) reported(c baduk.Color, l Limit, run func() (mcts.Result, error)) (mcts.Result, error) {
	if l.Report == nil {
		return run()
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	defer func() { // runs even if the search panics
		close(stop)
		<-stopped
	}()
	search, begun := e.search, time.Now()
	go func() {
		defer close(stopped)
		tick := time.NewTicker(reportEvery)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
			}
			if r, ok := search.Snapshot(); ok {
				d := decisionOf(c, r)
				d.Elapsed = time.Since(begun)
				l.Report(d)
			}
		}
	}()
	return run()
}

// decisionOf returns the decision by the present result of a search. It is the best move, or a pass if no move
// was tried yet.
func decisionOf(c baduk.Color, r mcts.Result) Decision {
	d := passed(c)
	d.Win, d.Lead, d.Spread, d.Visits, d.Playouts = r.Win, r.Lead, r.Root.ScoreStdev, r.Visits, r.Playouts
	if len(r.Moves) > 0 && r.Moves[0].Visits > 0 {
		d.Move, d.PV = r.Moves[0].Move, r.Moves[0].PV
	}
	return d
}

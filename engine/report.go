package engine

import (
	"time"

	"tengen/baduk"
	"tengen/mcts"
)

// reportEvery is the time between two reports of a search.
const reportEvery = 250 * time.Millisecond

// report tells the limit's Report how the search for a move of c stands, until done is
// called, which waits for the last report.
func (e *Engine) report(c baduk.Color, l Limit) (done func()) {
	if l.Report == nil {
		return func() {}
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
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
	return func() {
		close(stop)
		<-stopped
	}
}

// decisionOf is what a search says: its best move, as far as it is one.
func decisionOf(c baduk.Color, r mcts.Result) Decision {
	d := passed(c)
	d.Win, d.Lead, d.Visits, d.Playouts = r.Win, r.Lead, r.Visits, r.Playouts
	if len(r.Moves) > 0 && r.Moves[0].Visits > 0 {
		d.Move, d.PV = r.Moves[0].Move, r.Moves[0].PV
	}
	return d
}

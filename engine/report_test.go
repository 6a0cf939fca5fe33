package engine

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tengen/baduk"
	"tengen/eval"
	"tengen/mcts"
)

// TestGenmoveAnalyzeInterval: reports of an analysis come as often as asked.
func TestGenmoveAnalyzeInterval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := NetParams()
		p.StopEarly = false
		e, err := New(p, func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
			return steady{eval.Hashed(3), time.Millisecond}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		reports := 0
		g := baduk.NewGame(baduk.MustRectangle(7, 7), baduk.Chinese())
		d, r, err := e.GenmoveAnalyze(t.Context(), g, baduk.Black, Limit{Time: time.Second}, Analysis{Every: 50 * time.Millisecond, Report: func(mcts.Result) { reports++ }})
		if err != nil {
			t.Fatal(err)
		}
		if want := int(d.Elapsed/(50*time.Millisecond)) - 1; want < 3 || reports < want || r.Visits != d.Visits {
			t.Errorf("%d reports in %v, want at least %d; the result has %d visits, the decision %d", reports, d.Elapsed, want, r.Visits, d.Visits)
		}
	})
}

// TestReport: the engine reports during the search, and not afterwards.
func TestReport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := NetParams()
		p.StopEarly = false
		e, err := New(p, func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
			return steady{eval.Hashed(3), 10 * time.Millisecond}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		var reports, late atomic.Int32
		var over atomic.Bool
		g := baduk.NewGame(baduk.MustRectangle(7, 7), baduk.Chinese())
		d, err := e.Genmove(t.Context(), g, baduk.Black, Limit{Time: 5 * reportEvery, Report: func(d Decision) {
			reports.Add(1)
			if over.Load() {
				late.Add(1)
			}
			if d.Visits < 1 || len(d.PV) == 0 || d.PV[0] != d.Move || d.Move.Color != baduk.Black || d.Win < 0 || d.Win > 1 || d.Elapsed <= 0 {
				t.Errorf("report %+v", d)
			}
		}})
		over.Store(true)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * reportEvery)
		if reports.Load() == 0 || late.Load() > 0 {
			t.Errorf("%d reports in %v, %d of them late", reports.Load(), d.Elapsed, late.Load())
		}
	})
}

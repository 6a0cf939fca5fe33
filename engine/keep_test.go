package engine_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/mcts"
)

// TestKeep: another engine can continue a saved search.
func TestKeep(t *testing.T) {
	e, g := analyst(t, nil), newGame(t, 9)
	var kept bytes.Buffer
	if err := e.SaveSearch(g, &kept); !errors.Is(err, mcts.ErrNothing) {
		t.Fatal(err)
	}
	before, err := e.Analyze(t.Context(), g, engine.Analysis{Visits: 300})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.SaveSearch(g, &kept); err != nil {
		t.Fatal(err)
	}
	other := analyst(t, func(p *engine.Params) { p.Search.Threads, p.Search.Seed, p.Search.MaxBytes = 2, 7, 64<<20 })
	if err := other.LoadSearch(g, bytes.NewReader(kept.Bytes())); err != nil {
		t.Fatal(err)
	}
	after, err := other.Analyze(t.Context(), g, engine.Analysis{Playouts: 1})
	if err != nil || after.Visits != before.Visits+1 || after.Moves[0].Move != before.Moves[0].Move {
		t.Errorf("%v: %d visits, then %d, moves %v and %v", err, before.Visits, after.Visits, before.Moves[0].Move, after.Moves[0].Move)
	}
	if err := g.Play(baduk.Move{Color: baduk.Black, Point: 40}); err != nil {
		t.Fatal(err)
	}
	if err := other.LoadSearch(g, &kept); !errors.Is(err, mcts.ErrSaved) || !strings.Contains(err.Error(), "another position") {
		t.Error(err)
	}
	if r, err := other.Analyze(t.Context(), g, engine.Analysis{Playouts: 1}); err != nil || r.Visits != 1 {
		t.Errorf("%v: %d visits after nothing could be loaded", err, r.Visits)
	}
}

// TestFull: the engine reports that the memory of a search is used up. An analysis reports it once and then
// waits. For a move the decision says so.
func TestFull(t *testing.T) {
	e, g := analyst(t, func(p *engine.Params) { p.Search.MaxBytes = 2 << 20 }), newGame(t, 9)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // for the memory to be used up
	defer cancel()
	told, visits := 0, 0
	r, err := e.Analyze(ctx, g, engine.Analysis{Full: func(r mcts.Result) {
		told, visits = told+1, r.Visits
		cancel()
	}})
	if err != nil || told != 1 || visits == 0 || r.Visits != visits {
		t.Errorf("%v: the callback was called %d times with %d visits, and the graph has %d visits; want one call with the same number", err, told, visits, r.Visits)
	}
	e.Forget()
	d, err := e.Genmove(t.Context(), g, baduk.Black, engine.Limit{Playouts: 1 << 20})
	if err != nil || !d.Full {
		t.Errorf("got %+v, %v, want a full search tree", d, err)
	}
	e.Forget()
	if d, err = e.Genmove(t.Context(), g, baduk.Black, engine.Limit{Playouts: 10}); err != nil || d.Full {
		t.Errorf("got %+v, %v, want a search tree that is not full", d, err)
	}
}

// TestFullReports: when the memory of a search is used up, an analysis without a limit continues to report until its
// context ends. This includes an analysis that finds the memory used up at its start.
func TestFullReports(t *testing.T) {
	e, g := analyst(t, func(p *engine.Params) { p.Search.MaxBytes = 2 << 20 }), newGame(t, 9)
	for _, name := range []string{"first", "second"} {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // for the memory to be used up
		full, reports := false, 0
		a := engine.Analysis{Every: 10 * time.Millisecond, Ask: mcts.Ask{Ownership: true}}
		a.Full = func(mcts.Result) { full = true }
		a.Report = func(r mcts.Result) {
			if !full {
				return
			}
			if r.Visits == 0 || len(r.Moves) == 0 || len(r.Ownership) != 81 {
				t.Errorf("%s analysis: got a report with %d visits, %d moves and %d owners, want what the search knows", name, r.Visits, len(r.Moves), len(r.Ownership))
			}
			if reports++; reports == 2 {
				cancel()
			}
		}
		r, err := e.Analyze(ctx, g, a)
		if err != nil || !full || reports != 2 || r.Visits == 0 {
			t.Errorf("%s analysis: got %d reports after the memory was used up, %d visits, %v, want 2 reports", name, reports, r.Visits, err)
		}
		cancel()
	}
	for name, a := range map[string]engine.Analysis{
		"without Report": {Every: time.Millisecond},
		"without Every":  {Report: func(mcts.Result) { t.Error("a report without an interval") }},
		"with a limit":   {Every: time.Hour, Visits: 1 << 30, Report: func(mcts.Result) { t.Error("a report of an analysis that is about to return") }},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		a.Full = func(mcts.Result) {
			if a.Visits == 0 {
				time.AfterFunc(30*time.Millisecond, cancel)
			}
		}
		if _, err := e.Analyze(ctx, g, a); err != nil || (ctx.Err() == nil) != (a.Visits > 0) {
			t.Errorf("%s: %v, the context: %v, want that only the analysis with a limit returns by itself", name, err, ctx.Err())
		}
		cancel()
	}
}

// TestKeepAnswer: after a move was played, the part of the search below this move can be saved.
func TestKeepAnswer(t *testing.T) {
	e, g := analyst(t, nil), newGame(t, 9)
	r, err := e.Analyze(t.Context(), g, engine.Analysis{Visits: 300})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Play(r.Moves[0].Move); err != nil {
		t.Fatal(err)
	}
	var kept bytes.Buffer
	if err := e.SaveSearch(g, &kept); err != nil {
		t.Fatal(err)
	}
	want, err := e.Analyze(t.Context(), g, engine.Analysis{Playouts: 1})
	if err != nil || want.Visits < 3 {
		t.Fatalf("%d visits, %v", want.Visits, err)
	}
	other := analyst(t, nil)
	if err := other.LoadSearch(g, &kept); err != nil {
		t.Fatal(err)
	}
	if got, err := other.Analyze(t.Context(), g, engine.Analysis{Playouts: 1}); err != nil || got.Visits != want.Visits {
		t.Errorf("%d visits, want %d, %v", got.Visits, want.Visits, err)
	}
}

// TestRankKnowsNoMore: a move for a rank does not use the results of an earlier, longer search. Results of
// searches for the same rank are kept.
func TestRankKnowsNoMore(t *testing.T) {
	noDelay := func(p *engine.Params) { p.Time = time.Minute }
	g, limit := newGame(t, 9), engine.Limit{Rank: 10}
	fresh, err := analyst(t, noDelay).Genmove(t.Context(), g, baduk.Black, limit)
	if err != nil {
		t.Fatal(err)
	}
	long := fresh.Visits + 500
	var kept bytes.Buffer
	for name, before := range map[string]func(e *engine.Engine) error{
		"analysis": func(e *engine.Engine) error {
			_, err := e.Analyze(t.Context(), g, engine.Analysis{Visits: long})
			return errors.Join(err, e.SaveSearch(g, &kept))
		},
		"a stronger move": func(e *engine.Engine) error {
			_, err := e.Genmove(t.Context(), g, baduk.Black, engine.Limit{Visits: long})
			return err
		},
		"another rank": func(e *engine.Engine) error {
			_, err := e.Genmove(t.Context(), g, baduk.Black, engine.Limit{Rank: 24})
			return err
		},
		"pondering": func(e *engine.Engine) error {
			defer time.Sleep(300 * time.Millisecond)
			return e.Ponder(t.Context(), g)
		},
	} {
		e := analyst(t, noDelay)
		if err := before(e); err != nil {
			t.Fatal(err)
		}
		d, err := e.Genmove(t.Context(), g, baduk.Black, limit)
		if err != nil || d.Visits != fresh.Visits {
			t.Errorf("after %s: %d visits, want %d, %v", name, d.Visits, fresh.Visits, err)
		}
		if d, err = e.Genmove(t.Context(), g, baduk.Black, limit); err != nil || d.Visits <= fresh.Visits {
			t.Errorf("after %s, again: %d visits, %v", name, d.Visits, err)
		}
	}
	e := analyst(t, noDelay)
	if err := e.LoadSearch(g, &kept); err != nil {
		t.Fatal(err)
	}
	if d, err := e.Genmove(t.Context(), g, baduk.Black, limit); err != nil || d.Visits != fresh.Visits {
		t.Errorf("after what was saved: %d visits, want %d, %v", d.Visits, fresh.Visits, err)
	}
}

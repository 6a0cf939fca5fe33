package engine_test

import (
	"context"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/mcts"
	"tengen/rollout"
)

func analyst(t *testing.T, change func(*engine.Params)) *engine.Engine {
	t.Helper()
	p := engine.RolloutParams()
	p.Search.Threads, p.Time = 1, 50*time.Millisecond
	if change != nil {
		change(&p)
	}
	e, err := engine.New(p, func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
		return rollout.NewEvaluator(g, rollout.DefaultParams()), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

func newGame(t *testing.T, side int) *baduk.Game {
	t.Helper()
	return baduk.NewGame(baduk.MustRectangle(side, side), baduk.TrompTaylor())
}

// The next move continues from the results of an analysis, and the next analysis from those of a move.
func TestAnalyzeServesGenmove(t *testing.T) {
	e, g := analyst(t, nil), newGame(t, 5)
	r, err := e.Analyze(t.Context(), g, engine.Analysis{Visits: 300})
	if err != nil || r.Visits != 300 || r.Stopped != mcts.StoppedByStopper {
		t.Fatalf("%v, %d visits, %v", err, r.Visits, r.Stopped)
	}
	d, err := e.Genmove(t.Context(), g, baduk.Black, engine.Limit{Visits: 400})
	if err != nil || d.Visits < 400 || d.Playouts > 100 {
		t.Errorf("%v: %d visits in %d playouts", err, d.Visits, d.Playouts)
	}
	if r, err = e.Analyze(t.Context(), g, engine.Analysis{Playouts: 1}); err != nil || r.Visits < 401 {
		t.Errorf("%v: %d visits", err, r.Visits)
	}
	e.Forget()
	if r, err = e.Analyze(t.Context(), g, engine.Analysis{Playouts: 1}); err != nil || r.Visits != 1 {
		t.Errorf("%v: %d visits after everything was forgotten", err, r.Visits)
	}
}

// An analysis without a limit lasts until its context ends, and reports until then.
func TestAnalyzeReports(t *testing.T) {
	for name, change := range map[string]func(*engine.Params){
		"endless":    nil,
		"memory end": func(p *engine.Params) { p.Search.MaxBytes = 2 << 20 },
	} {
		e, g := analyst(t, change), newGame(t, 9)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		reports, visits := 0, 0
		a := engine.Analysis{Every: 20 * time.Millisecond, Ask: mcts.Ask{Ownership: true}}
		a.Report = func(r mcts.Result) {
			if reports++; r.Visits < visits || len(r.Ownership) != 81 {
				t.Errorf("%s: %d visits after %d, %d owners", name, r.Visits, visits, len(r.Ownership))
			}
			if visits = r.Visits; reports == 10 && change == nil {
				cancel()
			}
		}
		if change != nil {
			a.Full = func(mcts.Result) { time.AfterFunc(50*time.Millisecond, cancel) }
		}
		r, err := e.Analyze(ctx, g, a)
		if err != nil || ctx.Err() == nil || r.Visits < visits || len(r.Moves) == 0 {
			t.Errorf("%s: %v, %v: %d reports, %d visits, %d moves", name, err, ctx.Err(), reports, r.Visits, len(r.Moves))
		}
	}
}

func TestAnalyzeColorAndRestrictions(t *testing.T) {
	e, g := analyst(t, nil), newGame(t, 5)
	if _, err := e.Analyze(t.Context(), g, engine.Analysis{Color: baduk.White, Visits: 400}); err != nil {
		t.Fatal(err) // all moves were tried before
	}
	only := []mcts.Restriction{{Color: baduk.White, Points: []baduk.Point{12, 6}, Only: true, Depth: 1}}
	r, err := e.Analyze(t.Context(), g, engine.Analysis{Color: baduk.White, Visits: 50, Restrict: only})
	if err != nil || len(r.Moves) == 0 || len(r.Moves) > 2 || g.ToPlay() != baduk.Black {
		t.Fatalf("got %+v, %v, want one or both of the two allowed moves", r.Moves, err)
	}
	for _, m := range r.Moves {
		if m.Move.Color != baduk.White || m.Move.Point != 12 && m.Move.Point != 6 {
			t.Errorf("%v is among the moves", m.Move)
		}
	}
	if r, err = e.Analyze(t.Context(), g, engine.Analysis{Visits: 500}); err != nil || len(r.Moves) <= 2 {
		t.Errorf("%v: the restriction still applies in the next search: %d moves", err, len(r.Moves))
	}
}

// A game that is over is analysed as if it continued.
func TestAnalyzeOver(t *testing.T) {
	e, g := analyst(t, nil), newGame(t, 5)
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		if err := g.Play(baduk.Move{Color: c, Point: baduk.Pass}); err != nil {
			t.Fatal(err)
		}
	}
	r, err := e.Analyze(t.Context(), g, engine.Analysis{Visits: 20})
	if err != nil || len(r.Moves) == 0 || !g.Over() {
		t.Errorf("%v, %d moves", err, len(r.Moves))
	}
}

// Only an analysis searches beyond a pass that ends the game. A decision on a move counts the board there.
func TestConservativePass(t *testing.T) {
	p := engine.NetParams()
	p.Search.ConservativePass = true
	e, err := engine.New(p, func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return eval.Hashed(1), nil })
	if err != nil {
		t.Fatal(err)
	}
	g := newGame(t, 5)
	for _, m := range []baduk.Move{{Color: baduk.Black, Point: 12}, {Color: baduk.White, Point: baduk.Pass}} {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	pass := func(r mcts.Result) mcts.MoveInfo {
		for _, m := range r.Moves {
			if m.Move.Point == baduk.Pass {
				return m
			}
		}
		return mcts.MoveInfo{}
	}
	searched, err := e.Analyze(t.Context(), g, engine.Analysis{Playouts: 2000})
	if err != nil {
		t.Fatal(err)
	}
	_, counted, err := e.GenmoveAnalyze(t.Context(), g, baduk.Black, engine.Limit{Playouts: 500}, engine.Analysis{})
	if a, b := pass(searched), pass(counted); err != nil || len(a.PV) < 2 || len(b.PV) != 1 || b.Win != 1 {
		t.Errorf("%v: got %+v and %+v, want a pass that is searched, and one that is counted", err, a, b)
	}
	// The two do not share results, because these depend on the meaning of the pass.
	r, err := e.Analyze(t.Context(), g, engine.Analysis{Playouts: 10})
	if err != nil || r.Visits != 10 {
		t.Errorf("%v: the analysis has %d visits, want 10", err, r.Visits)
	}
	if r, err = e.Analyze(t.Context(), g, engine.Analysis{Playouts: 10}); err != nil || r.Visits != 20 {
		t.Errorf("%v: the second analysis has %d visits, want 20", err, r.Visits)
	}
}

// After everything is forgotten, the search has other random numbers. They are the same for every player with
// the same seed.
func TestForgetSeed(t *testing.T) {
	var wins [2][2]float64
	for i := range wins {
		e, g := analyst(t, nil), newGame(t, 5)
		for k := range wins[i] {
			r, err := e.Analyze(t.Context(), g, engine.Analysis{Playouts: 20})
			if err != nil {
				t.Fatal(err)
			}
			wins[i][k] = r.Win
			e.Forget()
		}
	}
	if wins[0][0] == wins[0][1] || wins[0] != wins[1] {
		t.Errorf("got the values %v, want two that differ, the same for both players", wins)
	}
}

func TestGenmoveAnalyze(t *testing.T) {
	e, g := analyst(t, nil), newGame(t, 9)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	reports := 0
	d, r, err := e.GenmoveAnalyze(ctx, g, baduk.Black, engine.Limit{Time: time.Minute}, engine.Analysis{
		Every: time.Millisecond, Report: func(mcts.Result) { reports++; cancel() },
		Restrict: []mcts.Restriction{{Color: baduk.Black, Points: []baduk.Point{40, 41}, Only: true, Depth: 1}},
	})
	if err != nil || reports == 0 || len(r.Moves) == 0 || r.Visits != d.Visits {
		t.Fatalf("%v: %d reports, %d moves, %d and %d visits", err, reports, len(r.Moves), r.Visits, d.Visits)
	}
	if d.Move.Point != 40 && d.Move.Point != 41 {
		t.Errorf("it plays %v", d.Move)
	}
}

// The ownership after each move can be asked for together with a move.
func TestGenmoveAnalyzeMoves(t *testing.T) {
	e, g := analyst(t, nil), newGame(t, 5)
	d, r, err := e.GenmoveAnalyze(t.Context(), g, baduk.White, engine.Limit{Visits: 100}, engine.Analysis{Ask: mcts.Ask{Moves: true}})
	if err != nil || len(r.Moves) == 0 || len(r.Moves[0].Ownership) != 25 || len(r.Ownership) != 25 || d.Move.Color != baduk.White {
		t.Errorf("got %+v, %+v, %v, want a white move and ownership for 25 points", d, r, err)
	}
}

func TestAdjust(t *testing.T) {
	e, g := analyst(t, nil), newGame(t, 5)
	if _, err := e.Analyze(t.Context(), g, engine.Analysis{Visits: 50}); err != nil {
		t.Fatal(err)
	}
	if err := e.Adjust(func(p *engine.Params) { p.Resign.After = 9 }); err != nil || e.Params().Resign.After != 9 {
		t.Fatal(err)
	}
	if r, err := e.Analyze(t.Context(), g, engine.Analysis{Playouts: 1}); err != nil || r.Visits != 51 {
		t.Errorf("%v: the search was lost: %d visits", err, r.Visits)
	}
	if err := e.Adjust(func(p *engine.Params) { p.Search.CPUCT = 2 }); err != nil {
		t.Fatal(err)
	}
	if r, err := e.Analyze(t.Context(), g, engine.Analysis{Playouts: 1}); err != nil || r.Visits != 1 {
		t.Errorf("%v: the search was kept: %d visits", err, r.Visits)
	}
	before := e.Params()
	if err := e.Adjust(func(p *engine.Params) { p.Search.CPUCT = -1 }); err == nil || e.Params() != before {
		t.Errorf("got %+v, %v, want an error and unchanged parameters", e.Params(), err)
	}
}

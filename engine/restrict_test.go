package engine

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/eval"
	"tengen/internal/boardtest"
	"tengen/mcts"
)

// TestRestrictedEnd: where the engine would pass, or take a neutral point that the search did not try, it makes an
// allowed move instead.
func TestRestrictedEnd(t *testing.T) {
	dame := slices.Clone(finished)
	dame[0] = dame[0][:4] + ".OO"
	for _, test := range []struct {
		name     string
		rows     []string
		passed   bool
		restrict mcts.Restriction
		pass     bool // a pass is expected
	}{
		{"no restriction", finished, false, mcts.Restriction{}, true},
		{"a pass is forbidden", finished, false, mcts.Restriction{Points: []baduk.Point{baduk.Pass}}, false},
		{"a pass is forbidden, although a second pass wins", finished, true, mcts.Restriction{Points: []baduk.Point{baduk.Pass}}, false},
		{"only one eye is allowed", finished, true, mcts.Restriction{Points: []baduk.Point{2}, Only: true}, false},
		{"only an eye and a pass are allowed", finished, true, mcts.Restriction{Points: []baduk.Point{2, baduk.Pass}, Only: true}, true},
		{"the neutral point is forbidden", dame, false, mcts.Restriction{Points: []baduk.Point{4}}, true},
		{"the neutral point and a pass are forbidden", dame, false, mcts.Restriction{Points: []baduk.Point{4, baduk.Pass}}, false},
	} {
		for name, limit := range map[string]Limit{
			"search": {Playouts: 300}, "no search": {Clock: clock.New(clock.Settings{Kind: clock.Absolute, Main: time.Microsecond})},
		} {
			first := baduk.Black
			if test.passed {
				first = baduk.White
			}
			g := boardtest.Game(t, komi(baduk.TrompTaylor(), 0), first, test.rows...)
			if test.passed {
				if err := g.Play(baduk.Move{Color: first, Point: baduk.Pass}); err != nil {
					t.Fatal(err)
				}
			}
			r := test.restrict
			r.Color, r.Depth = baduk.Black, 1
			d, _, err := newEngine(t).GenmoveAnalyze(t.Context(), g, baduk.Black, limit, Analysis{Restrict: []mcts.Restriction{r}})
			if p := d.Move.Point; err != nil || slices.Contains(r.Points, p) != r.Only && test.name != "no restriction" || d.Move.IsPass() != test.pass {
				t.Errorf("%s, %s: it plays %v, %v", test.name, name, d.Move, err)
			}
		}
	}
}

// TestRestrictedPrior: without time for a search, the engine makes the allowed move with the best prior.
func TestRestrictedPrior(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, err := New(NetParams(), func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
			return favouring{steady{eval.Uniform(), time.Millisecond}, middle, 0.97}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.TrompTaylor())
		for _, only := range []bool{false, true} {
			watch := clock.New(clock.Settings{Kind: clock.Absolute, Main: time.Microsecond})
			d, _, err := e.GenmoveAnalyze(t.Context(), g, baduk.Black, Limit{Clock: watch}, Analysis{
				Restrict: []mcts.Restriction{{Color: baduk.Black, Points: []baduk.Point{middle}, Only: only, Depth: 1}},
			})
			if err != nil || (d.Move.Point == middle) != only {
				t.Errorf("only the middle: %v: it plays %v, %v", only, d.Move, err)
			}
		}
	})
}

// TestRestrictedRank: a player with a rank does not draw a forbidden move, whether it imitates people or not.
func TestRestrictedRank(t *testing.T) {
	for _, imitates := range []bool{true, false} {
		e := peopleEngine(t)
		best := middle
		if !imitates {
			e.SetPeople(nil)
			best = beside
		}
		e.factory = func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
			return favouring{steady{eval.Uniform(), 0}, best, 0.9}, nil
		}
		g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.Chinese())
		for seed := range uint64(20) {
			e.params.Search.Seed = baduk.Mix(seed + 1)
			d, _, err := e.GenmoveAnalyze(t.Context(), g, baduk.Black, Limit{Rank: Kyu30}, Analysis{
				Restrict: []mcts.Restriction{{Color: baduk.Black, Points: []baduk.Point{beside}, Depth: 1}},
			})
			if err != nil || d.Move.Point == beside {
				t.Errorf("imitates people: %v, seed %d: it plays %v, %v", imitates, seed, d.Move, err)
			}
		}
	}
}

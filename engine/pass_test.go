package engine

import (
	"testing"

	"tengen/baduk"
	"tengen/mcts"
)

// TestInstead: a search that wants to fill its own territory is given a neutral point
// or a pass in its place; or its own move, where a pass would lose the game.
func TestInstead(t *testing.T) {
	for _, test := range []struct {
		name   string
		dame   bool
		komi   float64
		passed bool
		want   string
	}{
		{"a neutral point is left", true, 0, false, "E7"},
		{"nothing is left", false, 0, false, "pass"},
		{"nothing is left, and a second pass wins", false, 0, true, "pass"},
		{"nothing is left, and a second pass loses", false, 20, true, "A7"},
	} {
		rows := append([]string(nil), finished...)
		if test.dame {
			rows[0] = ".X.X.OO"
		}
		rules := komi(baduk.TrompTaylor(), test.komi)
		first := baduk.Black
		if test.passed {
			first = baduk.White
		}
		g := drawn(t, rules, first, rows...)
		if test.passed {
			if err := g.Play(baduk.Move{Color: first, Point: baduk.Pass}); err != nil {
				t.Fatal(err)
			}
		}
		e := newEngine(t)
		if err := e.prepare(g); err != nil {
			t.Fatal(err)
		}
		best := untried(g, 0)
		best.Visits, best.Value = 100, 0.9
		r := mcts.Result{Moves: []mcts.MoveInfo{*best}, Playouts: 100, Win: 1, Lead: 7, Ownership: make([]float32, 49)}
		for p := range r.Ownership {
			switch r.Ownership[p] = 0.99; {
			case test.dame && p == 4:
				r.Ownership[p] = 0
			case p%7 > 3:
				r.Ownership[p] = -0.99
			}
		}
		if !waste(g, r.Ownership, 0) || waste(g, r.Ownership, 4) {
			t.Fatalf("%s: what is waste?", test.name)
		}
		got := "pass"
		if m := e.instead(t.Context(), g, r, best, timing{slow: patient}); m != nil {
			got = g.Graph().Vertex(m.Move.Point)
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

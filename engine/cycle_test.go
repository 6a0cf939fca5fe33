package engine

import (
	"testing"

	"tengen/baduk"
	"tengen/topology"
)

// TestLeavesCycles: under the basic ko rule alone, the engine repeats a cycle until mostRounds, and then
// makes a new position or passes.
func TestLeavesCycles(t *testing.T) {
	board, err := topology.Parse("cylinder 1x3")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := baduk.ParseRules("lrs-004")
	if err != nil {
		t.Fatal(err)
	}
	g := baduk.NewGame(board.Graph, rules)
	e := newEngine(t)
	for left := false; !left; {
		for _, name := range []string{"A1", "A3", "A2", "A3", "A1", "A2"} {
			if g.Occurrences() >= mostRounds {
				left = true
				break
			}
			p, err := g.Graph().ParseVertex(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: p}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if g.Len() < 6*(mostRounds-1) {
		t.Fatalf("the cycle ended after %d moves", g.Len())
	}
	d, err := e.Genmove(t.Context(), g, g.ToPlay(), Limit{Playouts: 200})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Play(d.Move); err != nil {
		t.Fatal(err)
	}
	if n := g.Occurrences(); !d.Move.IsPass() && n > 1 {
		t.Errorf("%s makes a position that stood %d times", g.Graph().Vertex(d.Move.Point), n-1)
	}
	selfPlay(t, g, 60)
	if !g.Over() {
		t.Errorf("after %d moves the game goes on", g.Len())
	}
}

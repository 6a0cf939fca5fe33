package findings

import (
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/store"
)

func TestDrawnEdges(t *testing.T) {
	for text, want := range map[string]struct {
		rows  string
		edges store.Edges
	}{
		"X.\nO?\n":                     {"X.\nO?", 0},
		"+--\n|X.\n|..\n":              {"X.\n..", store.Top | store.Left},
		"  X. |\n  .. |\n  ---+  \n":   {"X. \n.. ", store.Right | store.Bottom},
		"+--+\n|X.|\n|..|\n+--+\n\n\n": {"X.\n..", store.AllEdges},
	} {
		if rows, edges := drawnEdges(text); rows != want.rows || edges != want.edges {
			t.Errorf("the drawing %q has the rows %q and the edges %04b, want %q and %04b", text, rows, edges, want.rows, want.edges)
		}
	}
	for text, want := range map[string]store.Edges{"none": 0, "all": store.AllEdges, "top-right": store.Top | store.Right, "left": store.Left, "left,bottom": store.Left | store.Bottom} {
		if edges, err := ParseAnchor(text); err != nil || edges != want {
			t.Errorf("ParseAnchor(%q) = %04b, error %v; want %04b", text, edges, err, want)
		}
	}
}

// TestCut cuts patterns from a board of 3 columns and 2 rows, with a black stone on A2 and a white stone on C1.
func TestCut(t *testing.T) {
	g := baduk.MustRectangle(3, 2)
	at := func(vertex string) baduk.Point {
		p, err := g.ParseVertex(vertex)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	game, err := baduk.NewGameFrom(g, baduk.Rules{}, baduk.Setup{Black: []baduk.Point{at("A2")}, White: []baduk.Point{at("C1")}})
	if err != nil {
		t.Fatal(err)
	}
	for corners, want := range map[string]struct {
		rows     string
		edges    store.Edges
		vertices string
	}{
		"":      {"X..\n..O", store.AllEdges, "A2 B2 C2 A1 B1 C1"},
		"A2:B1": {"X.\n..", store.Left | store.Top | store.Bottom, "A2 B2 A1 B1"},
		"C1:B1": {".O", store.Right | store.Bottom, "B1 C1"},
	} {
		p, vertices, err := Cut(&game.Position().Board, corners)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(p.String()); got != want.rows || p.Edges != want.edges || strings.Join(vertices, " ") != want.vertices {
			t.Errorf("%q cuts %q with the edges %04b and the vertices %v, want %q, %04b, %s", corners, got, p.Edges, vertices, want.rows, want.edges, want.vertices)
		}
	}
	for corners, want := range map[string]string{"A1": "expected two corners", "A1:D1": "D1", "pass:A1": "a pass is not a corner"} {
		if _, _, err := Cut(&game.Position().Board, corners); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got the error %v, want one that says %q", corners, err, want)
		}
	}
}

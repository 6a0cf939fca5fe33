package findings

import (
	"testing"

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
			t.Errorf("the anchor %q is %04b (%v), want %04b", text, edges, err, want)
		}
	}
}

package diagram

import (
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/kifu"
)

func TestHeat(t *testing.T) {
	a := kifu.Analysis{Visits: 30, Candidates: []kifu.Candidate{{Point: 12, Visits: 20}, {Point: 6, Visits: 10}, {Point: baduk.Pass, Visits: 40}}}
	if heat := heatOf(&a, 25); heat[12] != 1 || heat[6] != 0.5 || heat[0] != 0 {
		t.Errorf("the heat is %v, want 1 on point 12, 0.5 on point 6 and 0 on the others", heat)
	}
}

// TestNoPositionAfter checks the errors for moves after which a line has no position.
func TestNoPositionAfter(t *testing.T) {
	file, err := kifu.LoadBytes([]byte("(;SZ[9];B[aa]W[bb])"), kifu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tree := file.Trees[0]
	for moves, want := range map[int]string{1: "one of several moves of a node", 3: "the line has 2 moves"} {
		if _, err := NewScene(tree, tree.Root().Children()[0], &moves, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("after %d moves: got %v, want an error with %q", moves, err, want)
		}
	}
}

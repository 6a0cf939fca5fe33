package kifu

import (
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
)

// remark puts remarks on every node of the main line.
func remark(t *testing.T, tree *Tree, word string) {
	t.Helper()
	d4, err := tree.Graph.ParseVertex("D4")
	if err != nil {
		t.Fatal(err)
	}
	e5, _ := tree.Graph.ParseVertex("E5")
	for _, n := range slices.Collect(tree.Root().MainLine()) {
		r := Remarks{Comment: word + ": a ] \\ b\nsecond line", Judgement: Judgement{"BM", 2}}
		if len(n.Children()) > 0 { // a line after the last node would be the main line
			r.Lines = []RemarkLine{{Moves: []baduk.Move{{Color: baduk.White, Point: d4}, {Color: baduk.Black, Point: e5}, {Color: baduk.White, Point: baduk.Pass}}, Comment: "rather " + word}}
		}
		n.SetRemarks(r)
	}
}

// again writes a tree to a file and reads it back.
func again(t *testing.T, tree *Tree) *Tree {
	t.Helper()
	return treeOf(t, textOf(t, tree))
}

// TestRemarksAreTakenBack adds remarks twice, with files in between, and removes them
// again. The record must be the same as before.
func TestRemarksAreTakenBack(t *testing.T) {
	const text = "(;GM[1]FF[4]SZ[9]C[mine];B[aa]C[two\n\nparts];W[bb]BM[1](;B[cc]C[a: a \\] \\\\ b];W[ff])(;B[dd]))"
	tree := treeOf(t, text)
	want := textOf(t, tree)
	remark(t, tree, "a")
	tree = again(t, tree)
	first := textOf(t, tree)
	if !strings.Contains(first, "mine\n\na: a \\] \\\\ b\nsecond line") || strings.Count(first, ";W[df]") != 4 || strings.Count(first, "BM[2]") != 4 {
		t.Fatalf("remarks are missing:\n%s", first)
	}
	remark(t, tree, "a")
	if got := textOf(t, again(t, tree)); got != first {
		t.Errorf("the same remarks again: got\n%s\nwant\n%s", got, first)
	}
	remark(t, tree, "b")
	if got := textOf(t, tree); strings.Contains(got, "rather a") || strings.Count(got, ";W[df]") != 4 {
		t.Errorf("earlier remarks were not removed:\n%s", got)
	}
	tree = again(t, tree)
	for _, n := range slices.Collect(tree.Root().MainLine()) {
		if !n.HasRemarks() {
			t.Error("HasRemarks is false after SetRemarks")
		}
		n.SetRemarks(Remarks{})
		if n.HasRemarks() {
			t.Error("HasRemarks is true after the removal")
		}
	}
	if got := textOf(t, tree); got != want {
		t.Errorf("after the removal: got\n%s\nwant\n%s", got, want)
	}
	wellFormed(t, tree, tree.Root())
}

// TestRemarksThatPeopleChanged checks that remarks that a user has changed stay.
func TestRemarksThatPeopleChanged(t *testing.T) {
	tree := treeOf(t, "(;GM[1]FF[4]SZ[9];B[aa];W[bb])")
	remark(t, tree, "a")
	root := tree.Root()
	move := root.Children()[0]
	move.SetComment("before " + move.Comment() + " after")
	line := root.Children()[1]
	line.Children()[0].SetComment("I like this")
	root.SetRemarks(Remarks{})
	move.SetRemarks(Remarks{})
	if got := move.Comment(); got != "before  after" {
		t.Errorf("got the comment %q, want %q", got, "before  after")
	}
	if len(root.Children()) != 2 || root.Children()[1] != line || len(line.Values("TGR")) > 0 {
		t.Error("a line with a comment by a person was removed, or still counts as a remark")
	}
	root.SetRemarks(Remarks{Lines: []RemarkLine{{Moves: []baduk.Move{{Color: baduk.Black, Point: 0}}}}})
	if len(root.Children()) != 2 {
		t.Errorf("got %d children, want 2: the line exists already", len(root.Children()))
	}
}

// TestRemarksBroken checks that a broken property is replaced.
func TestRemarksBroken(t *testing.T) {
	for _, raw := range []string{"{", `{"v":2,"comment":"x"}`, `{"v":1,"judgement":"AB"}`, ""} {
		tree := treeOf(t, "(;GM[1]FF[4]SZ[9]C[x]AB[cc];B[aa])")
		tree.Root().SetText("TGR", raw)
		tree.Root().SetRemarks(Remarks{Comment: "y"})
		if got := tree.Root().Comment(); got != "x\n\ny" || len(tree.Root().Values("AB")) != 1 {
			t.Errorf("%s: got the comment %q, want %q", raw, got, "x\n\ny")
		}
	}
}

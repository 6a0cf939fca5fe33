package kifu

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/internal/refgo"
	"tengen/sgf"
)

// loadText reads a text that must have a game.
func loadText(t testing.TB, text string) *File {
	t.Helper()
	f, err := LoadBytes([]byte(text), Options{Encoding: "UTF-8"})
	if err != nil {
		t.Fatalf("%.300q: %v", text, err)
	}
	return f
}

// treeOf is the first game of a text.
func treeOf(t testing.TB, text string) *Tree {
	t.Helper()
	return loadText(t, text).Trees[0]
}

// textOf writes trees as SGF.
func textOf(t testing.TB, trees ...*Tree) string {
	t.Helper()
	var b strings.Builder
	if _, err := Write(&b, WriteOptions{}, trees...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func equalTrees(a, b *Tree) bool {
	return sgf.Collection{a.root.sgf()}.Equal(sgf.Collection{b.root.sgf()})
}

// wellFormed fails unless every node has one place, knows its parent, and
// belongs to the tree.
func wellFormed(t testing.TB, tree *Tree, top *Node) {
	t.Helper()
	if top.parent != nil {
		t.Fatal("the top has a parent")
	}
	seen := map[*Node]bool{}
	for n := range top.All() {
		if seen[n] {
			t.Fatal("a node has two places in the tree")
		}
		seen[n] = true
		if n.Tree() != tree {
			t.Fatal("a node belongs to another tree")
		}
		for i, child := range n.Children() {
			if child == nil || child.Parent() != n {
				t.Fatalf("child %d does not know its parent", i)
			}
			if child.Index() != i {
				t.Fatalf("child %d has the index %d", i, child.Index())
			}
		}
	}
}

// codesOf returns the codes of diagnostics in their order.
func codesOf(list []Diagnostic) []Code {
	var codes []Code
	for _, d := range list {
		codes = append(codes, d.Code)
	}
	return codes
}

// aboutPoints returns the diagnostics about points.
func aboutPoints(list []Diagnostic) []Diagnostic {
	return slices.DeleteFunc(slices.Clone(list), func(d Diagnostic) bool { return d.Code != CodePoint })
}

// vertexIn returns the point with the given name.
func vertexIn(t testing.TB, g *baduk.Graph, name string) baduk.Point {
	t.Helper()
	p, err := g.ParseVertex(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// testFiles returns the files of a folder that does not belong to the project.
func testFiles(t *testing.T, folder string) []string {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(shared, "testdata", "sgf", folder, "*"))
	if len(files) == 0 {
		t.Skipf("no files in %s", filepath.Join(shared, "testdata", "sgf", folder))
	}
	return files
}

func contentOf(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// colorOf converts a color of refgo.
func colorOf(c refgo.Color) baduk.Color {
	return map[refgo.Color]baduk.Color{refgo.Black: baduk.Black, refgo.White: baduk.White}[c]
}

// boardText writes the stones of a board with one letter for each point.
func boardText[C comparable](stones []C, black, white C) string {
	out := make([]byte, len(stones))
	for i, c := range stones {
		out[i] = '.'
		switch c {
		case black:
			out[i] = 'X'
		case white:
			out[i] = 'O'
		}
	}
	return string(out)
}

func stonesOf(g *baduk.Game) string {
	return boardText(g.StonesAfter(g.Len()), baduk.Black, baduk.White)
}

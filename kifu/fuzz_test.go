package kifu

import (
	"slices"
	"testing"

	"tengen/sgf"
)

// FuzzLoad reads any bytes. Load must read or refuse them, At and Walk must agree on every
// position, and trees that are written must be read back as equal trees.
func FuzzLoad(f *testing.F) {
	for _, s := range []string{
		"(;SZ[9]KM[375]HA[2]AB[cc:dd]AE[aa];W[ee];B[])", "(;GM[1]RU[Japanese]PL[W];B[aa][bb];W[tt](;B[cc])(;B[dd]))",
		`(;BOARD[{"shape":"ring 6"}]ABV[R1]SCORES[1:-2];BV[R3];WV[pass]TBV[R2]LBV[R1:a\:b])`, "(;SZ[3]AB[ba][ab];W[aa];W[aa];B[zz]W[bb](;PL[W])(;AE[aa:cc]))",
		"(;SZ[2:1];B[aa];W[ba];B[aa];W[ba])", "(;GM[3])(;SZ[1];B[aa])", "(;TR[aa]LB[aa:x][zz:y]LN[aa:bb]DD[]VW[];DD[aa])",
		`(;SZ[3]BOARD[{"shape":"3x3","threshold":"z >= 2"}];B[aa];W[ba];B[ca])`, "(;SZ[52]B[ZZ]W[AA](;B[Za:zA])(;C[x]C[y]))",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 20000 {
			t.Skip()
		}
		file, err := LoadBytes(data, Options{})
		if (err == nil) != (len(file.Trees) > 0) {
			t.Fatalf("got %d trees and the error %v, want an error exactly without trees", len(file.Trees), err)
		}
		file.Check()
		if len(file.Trees) == 0 {
			if worst, any := file.Worst(); !any || worst < Warning { // another game is a warning
				t.Fatalf("a file without readable games: got the diagnostics %v, want at least a warning", file.Diagnostics)
			}
			return
		}
		for _, d := range file.Diagnostics {
			if d.Wrong == "" || d.String() == "" || len(d.Variation) > 1000 {
				t.Fatalf("got %+v, want a text and a short path of the variation", d)
			}
		}
		for _, tree := range file.Trees {
			wellFormed(t, tree, tree.root)
			nodes := 0
			for p := range tree.Walk() {
				nodes++
				if nodes%7 == 1 && nodes < 200 {
					at := tree.At(p.Node)
					if stonesOf(at.Game) != stonesOf(p.Game) || at.Number != p.Number || !slices.Equal(codesOf(at.Faults), codesOf(p.Faults)) {
						t.Fatalf("node %d: At has %s %v, Walk %s %v", nodes, stonesOf(at.Game), at.Faults, stonesOf(p.Game), p.Faults)
					}
				}
			}
			if nodes != tree.root.Count() {
				t.Fatalf("%d nodes were visited, want %d", nodes, tree.root.Count())
			}
		}
		text := textOf(t, file.Trees...)
		again, err := LoadBytes([]byte(text), Options{})
		if err != nil || len(again.Trees) != len(file.Trees) {
			t.Fatalf("the written file is not read back: %v\n%s", err, text)
		}
		for i, tree := range file.Trees {
			sameBut(t, tree, again.Trees[i])
		}
		if second := textOf(t, again.Trees...); second != text {
			t.Fatalf("writing twice differs:\n%s\n%s", text, second)
		}
	})
}

// sameBut fails unless the trees are equal, except for CA in the root, which depends on
// the file.
func sameBut(t testing.TB, a, b *Tree) {
	t.Helper()
	x, y := a.root.sgf(), b.root.sgf()
	for _, root := range []*sgf.Node{x, y} {
		root.Properties = slices.DeleteFunc(slices.Clone(root.Properties), func(p sgf.Property) bool { return p.Name == "CA" })
	}
	if !(sgf.Collection{x}).Equal(sgf.Collection{y}) {
		t.Fatalf("another tree was read:\n%s\n%s", textOf(t, a), textOf(t, b))
	}
	if a.Info() != b.Info() || a.Rules != b.Rules || a.Graph.Fingerprint() != b.Graph.Fingerprint() {
		t.Fatalf("%+v %v, want %+v %v", b.Info(), b.Rules, a.Info(), a.Rules)
	}
}

// FuzzEdit makes edits that the bytes choose; see [editor].
func FuzzEdit(f *testing.F) {
	f.Add([]byte("a few edits of a record, drawn from this sentence, in the order of its letters"))
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		boards := testBoards()
		e := newEditor(t, boards[int(data[0])%len(boards)])
		data = data[1:min(len(data), 400)]
		for len(data) > 0 {
			e.step(func(n int) int {
				if len(data) == 0 {
					return 0
				}
				b := data[0]
				data = data[1:]
				return int(b) % n
			})
		}
	})
}

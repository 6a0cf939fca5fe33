package kifu

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
)

// linesOf returns the path from the root to every node, as the effects of its nodes.
func linesOf(tree *Tree) map[string]int {
	lines := map[string]int{}
	for n := range tree.root.All() {
		var line []string
		for _, m := range n.Path() {
			moves, err := m.Moves()
			placement, err2 := m.Placement()
			slices.Sort(placement.Black)
			slices.Sort(placement.White)
			slices.Sort(placement.Empty)
			player, _ := m.ToPlay()
			if m == tree.root {
				player = baduk.Empty // the first move says it too
			}
			line = append(line, fmt.Sprint(moves, err, placement, err2, player))
		}
		lines[strings.Join(line, ";")]++
	}
	return lines
}

// saysAll reports whether every line of the first map is also in the second.
func saysAll(of, in map[string]int) bool {
	for line := range of {
		if in[line] == 0 {
			return false
		}
	}
	return true
}

// words returns every comment, every mark and every value kept under a name with an X of a
// tree. Each has the line on which it is.
func words(tree *Tree) map[string]bool {
	all := map[string]bool{}
	for n := range tree.root.All() {
		var where []string
		for _, m := range n.Path() {
			where = append(where, fmt.Sprint(m.Moves()))
		}
		at := strings.Join(where, ";")
		for _, name := range n.Properties() {
			for _, raw := range n.Values(name) {
				for _, part := range strings.Split(raw, "\n\n") {
					all[at+" "+strings.TrimLeft(name, "X")+" "+part] = true
				}
			}
		}
	}
	return all
}

// decorate gives the nodes of a random tree comments, marks and values.
func decorate(tree *Tree, l *lots) {
	for n := range tree.root.All() {
		for range l.below(4) {
			p := baduk.Point(l.below(tree.Graph.Len()))
			switch l.below(6) {
			case 0:
				n.SetComment(fmt.Sprintf("comment %d]", l.below(5)))
			case 1:
				n.SetMark(p, MarkCircle+Mark(l.below(5)), true)
			case 2:
				n.SetLabel(p, fmt.Sprint(l.below(9), ":"))
			case 3:
				n.SetValues("ZZ", fmt.Sprint(l.below(3)), fmt.Sprint(l.below(3)))
			case 4:
				n.SetValues("BL", fmt.Sprint(l.below(4)))
			default:
				n.SetName(fmt.Sprint("name ", l.below(3)))
			}
		}
	}
}

// twoRecords returns two random trees on one board that have much in common.
func twoRecords(t testing.TB, l *lots, board testBoard) (a, b string) {
	g := board.graphOf(t)
	root := randomScenes(l, g.Len(), 5+l.below(40))
	grow := func() string {
		all := []*scene{}
		for open := []*scene{root}; len(open) > 0; open = open[1:] {
			all = append(all, open[0])
			open = append(open, open[0].next...)
		}
		undo := map[*scene][]*scene{}
		for range 8 {
			s := all[l.below(len(all))]
			if _, there := undo[s]; !there {
				undo[s] = s.next
			}
			next := &scene{}
			next.random(l, g.Len(), -1)
			s.next = append(slices.Clone(s.next), next)
		}
		tree := treeOf(t, board.textOfScenes(g, "KM[5.5]", root))
		for s, next := range undo {
			s.next = next
		}
		decorate(tree, l)
		return textOf(t, tree)
	}
	return grow(), grow()
}

func TestMerge(t *testing.T) {
	rounds := 45
	if testing.Short() {
		rounds = 15
	}
	l := lots(21)
	for round := range rounds {
		board := testBoards()[round%len(testBoards())]
		textA, textB := twoRecords(t, &l, board)
		a, b := treeOf(t, textA), treeOf(t, textB)
		if err := a.Merge(b); err != nil {
			t.Fatalf("%v\n%s\n%s", err, textA, textB)
		}
		wellFormed(t, a, a.root)
		merged := textOf(t, a)
		fail := func(format string, args ...any) {
			t.Helper()
			t.Fatalf("%s\n%s\n%s\n%s", fmt.Sprintf(format, args...), textA, textB, merged)
		}
		if textOf(t, b) != textB {
			fail("the other record was changed: %s", textOf(t, b))
		}
		onceA, onceB := treeOf(t, textA), treeOf(t, textB)
		if !saysAll(linesOf(onceA), linesOf(a)) || !saysAll(linesOf(onceB), linesOf(a)) {
			fail("a line is missing")
		}
		for line := range linesOf(a) {
			if linesOf(onceA)[line]+linesOf(onceB)[line] == 0 {
				fail("a line is in neither record: %s", line)
			}
		}
		got := words(a)
		for _, from := range []*Tree{onceA, onceB} {
			for word := range words(from) {
				if !got[word] && !strings.Contains(word, " AP ") && !strings.Contains(word, " CA ") {
					fail("%q is missing", word)
				}
			}
		}
		if err := a.Merge(b); err != nil || textOf(t, a) != merged {
			fail("merging it again gives %s", textOf(t, a))
		}
		if err := a.Merge(treeOf(t, merged)); err != nil || textOf(t, a) != merged {
			fail("merging an equal record gives %s", textOf(t, a))
		}
		if err := onceB.Merge(onceA); err != nil || !maps.Equal(linesOf(onceB), linesOf(a)) || !maps.Equal(words(onceB), words(a)) {
			fail("the other way round it is %s", textOf(t, onceB))
		}
		// Later changes of one do not show in the other.
		for n := range b.root.All() {
			n.SetComment("later")
			for _, name := range n.Properties() {
				raw := n.data.Values(name)
				raw[0] = "later" // changes the slice that the node itself holds
			}
		}
		if textOf(t, a) != merged {
			fail("a change of the other record shows: %s", textOf(t, a))
		}
	}
}

func TestMergeCases(t *testing.T) {
	for _, c := range []struct{ name, a, b, want string }{
		{"a game with itself", "(;SZ[9];B[aa];W[bb])", "(;SZ[9];B[aa];W[bb])", "(;SZ[9];B[aa];W[bb])"},
		{"a variation comes after", "(;SZ[9];B[aa])", "(;SZ[9];B[bb])", "(;SZ[9](;B[aa])(;B[bb]))"},
		{"both passes are one", "(;SZ[9];B[])", "(;SZ[9];B[tt]C[x])", "(;SZ[9];B[]C[x])"},
		{"other set-ups are variations", "(;SZ[9];AB[aa][bb])", "(;SZ[9];AB[aa:bb]AE[ab][ba])", "(;SZ[9](;AB[aa][bb])(;AB[aa:bb]AE[ab][ba]))"},
		{"a rectangle is its points", "(;SZ[9];AB[aa][ba])", "(;SZ[9];AB[aa:ba]C[x])", "(;SZ[9];AB[aa][ba]C[x])"},
		{"comments follow each other", "(;SZ[9]C[one])", "(;SZ[9]C[two])", "(;SZ[9]C[one\n\ntwo])"},
		{"a comment that is there", "(;SZ[9]C[one\n\ntwo])", "(;SZ[9]C[two])", "(;SZ[9]C[one\n\ntwo])"},
		{"values in conflict", "(;SZ[9]KM[5.5]PB[A])", "(;SZ[9]KM[6.5]PB[B]XKM[7]PW[C])", "(;SZ[9]KM[5.5]PB[A]XKM[6.5]XPB[B]XXKM[7]PW[C])"},
		{"how it was written", "(;FF[4]SZ[9]AP[a])", "(;FF[3]SZ[9:9]AP[b]ST[1])", "(;FF[4]SZ[9]AP[a]ST[1])"},
		{"nothing marked, and something", "(;SZ[9]DD[])", "(;SZ[9]DD[aa])", "(;SZ[9]DD[aa])"},
		{"something, and nothing", "(;SZ[9]DD[aa])", "(;SZ[9]DD[])", "(;SZ[9]DD[aa])"},
		{"the same twice stays twice", "(;SZ[9](;B[aa]C[x])(;B[aa]C[y]))", "(;SZ[9](;B[aa]C[x])(;B[aa]C[y]))", "(;SZ[9](;B[aa]C[x])(;B[aa]C[y]))"},
		{"a property twice", "(;SZ[9]KM[1]KM[2])", "(;SZ[9]KM[1]KM[2])", "(;SZ[9]KM[1]KM[2])"},
		{"comments twice", "(;SZ[9]C[a]C[b])", "(;SZ[9]C[b]C[c][d])", "(;SZ[9]C[a\n\nb\n\nc\n\nd])"},
		{"another begins", "(;SZ[9];B[aa])", "(;SZ[9]PL[W];W[aa])", "(;SZ[9]XPL[W](;B[aa])(;W[aa]))"},
		{"no first player yet", "(;SZ[9])", "(;SZ[9]PL[W];W[aa])", "(;SZ[9]PL[W];W[aa])"},
		{"moves that are not points", "(;SZ[9];B[zz])", "(;SZ[9](;B[zz]C[x])(;B[zy]))", "(;SZ[9](;B[zz]C[x])(;B[zy]))"},
		{"the player to move", "(;SZ[9];PL[W])", "(;SZ[9];PL[B])", "(;SZ[9](;PL[W])(;PL[B]))"},
	} {
		a, b := treeOf(t, c.a), treeOf(t, c.b)
		if err := a.Merge(b); err != nil || !equalTrees(a, treeOf(t, c.want)) {
			t.Errorf("%s: got %v, %s, want %s", c.name, err, textOf(t, a), c.want)
		}
		if c.a == c.b && textOf(t, a) != textOf(t, b) {
			t.Errorf("%s: an equal record changed it", c.name)
		}
	}
}

// TestMergeRefuses checks that Merge refuses records on other boards or with another
// start, and changes nothing.
func TestMergeRefuses(t *testing.T) {
	for _, c := range [][2]string{
		{"(;SZ[9])", "(;SZ[13])"}, {"(;SZ[5:1])", "(;SZ[1:5])"}, {"(;SZ[9]AB[aa];W[bb])", "(;SZ[9];W[bb])"}, {"(;SZ[9]B[aa])", "(;SZ[9];B[aa])"},
		{"(;SZ[3])", `(;SZ[3]BOARD[{"shape":"torus 3x3"}])`}, {`(;BOARD[{"shape":"ring 5"}])`, `(;BOARD[{"shape":"ring 5","weight":2}])`},
		{"(;SZ[9]SCORES[0:1];B[aa])", "(;SZ[9];B[aa])"}, {"(;SZ[2:1])", `(;BOARD[{"points":[{"name":"x"},{"name":"y"}\],"edges":[[0,1\]\]}])`},
	} {
		for range 2 {
			a, b := treeOf(t, c[0]), treeOf(t, c[1])
			was := textOf(t, a)
			if err := a.Merge(b); err == nil || textOf(t, a) != was || textOf(t, b) != textOf(t, treeOf(t, c[1])) {
				t.Errorf("%s and %s: got %v, %s, want an error and no change", c[0], c[1], err, textOf(t, a))
			}
			c[0], c[1] = c[1], c[0]
		}
	}
	tree := treeOf(t, "(;SZ[9];B[aa])")
	if err := tree.Merge(tree); err == nil {
		t.Error("merging a record with itself: got no error, want one")
	}
}

// TestMergeOfManyVariations checks that the time does not grow with the square of the
// number of variations.
func TestMergeOfManyVariations(t *testing.T) {
	var b strings.Builder
	b.WriteString("(;SZ[9]")
	for i := range 10000 {
		fmt.Fprintf(&b, "(;B[aa]AW[%c%c]N[%d])", 'a'+i%9, 'a'+i/9%9, i)
	}
	b.WriteString(")")
	a, other := treeOf(t, b.String()), treeOf(t, b.String())
	if err := a.Merge(other); err != nil || !equalTrees(a, other) {
		t.Error(err)
	}
}

package kifu

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
)

// TestMarkupIsRead reads every kind of mark in the forms of real records.
func TestMarkupIsRead(t *testing.T) {
	tree := treeOf(t, `(;SZ[5]TR[aa:ba]TR[cc][aa]LB[aa:a:b\]][bb:x y][cc:][dd]LN[aa:bb]AR[bb:aa][ee:ef]TB[aa:bb]TW[ee]VW[]DD[aa])`)
	m := tree.Root().Markup()
	want := map[Mark][]baduk.Point{
		MarkTriangle: {0, 1, 12, 0}, MarkTerritoryBlack: {0, 1, 5, 6}, MarkTerritoryWhite: {24}, MarkView: nil, MarkDim: {0},
	}
	if !maps.EqualFunc(m.Points, want, slices.Equal) {
		t.Errorf("got the points %v, want %v", m.Points, want)
	}
	if want := (map[baduk.Point]string{0: "a:b]", 6: "x y", 12: ""}); !maps.Equal(m.Labels, want) {
		t.Errorf("got the labels %v, want %v", m.Labels, want)
	}
	if len(m.Lines) != 1 || len(m.Arrows) != 1 || m.Lines[0] != [2]baduk.Point{0, 6} || m.Arrows[0] != [2]baduk.Point{6, 0} {
		t.Errorf("got the lines %v and the arrows %v, want [[0 6]] and [[6 0]]", m.Lines, m.Arrows)
	}
}

// TestOldMarks reads and changes the marks L and M of FF[1] to FF[3], and reports their loss.
func TestOldMarks(t *testing.T) {
	const text = "(;FF[3]SZ[9];B[ee]L[cc][gg][cc][zz]LB[dd:x]M[dd][aa:ba][zz]C[Black at A?])"
	tree := treeOf(t, text)
	n := tree.Root().Children()[0]
	at := func(vertex string) baduk.Point { return vertexIn(t, tree.Graph, vertex) }
	check := func(labels map[baduk.Point]string, crosses ...baduk.Point) {
		t.Helper()
		if m := n.Markup(); !maps.Equal(m.Labels, labels) || !slices.Equal(m.Points[MarkCross], crosses) {
			t.Errorf("%s: got the labels %v and the crosses %v, want %v and %v", textOf(t, tree), m.Labels, m.Points[MarkCross], labels, crosses)
		}
	}
	check(map[baduk.Point]string{at("C7"): "a", at("G3"): "b", at("D6"): "x"}, at("D6"), at("A9"), at("B9"))
	if _, losses, err := tree.Export(FormatGTP); err != nil || !slices.Contains(losses, Loss{Kind: LostMarks, Count: 3}) {
		t.Errorf("got the losses %v, %v, want 3 marks", losses, err)
	}
	f := loadText(t, text)
	f.Check()
	if got := aboutPoints(f.Diagnostics); len(got) != 2 {
		t.Errorf("got %v, want 2 about points off the board", got)
	}
	n.SetMark(at("D6"), MarkCross, false)
	check(map[baduk.Point]string{at("C7"): "a", at("G3"): "b", at("D6"): "x"}, at("A9"), at("B9"))
	n.SetLabel(at("C7"), "")
	check(map[baduk.Point]string{at("G3"): "b", at("D6"): "x"}, at("A9"), at("B9"))
	if got, want := textOf(t, tree), "B[ee]L[zz]LB[dd:x][gg:b]M[zz]C[Black at A?]"; !strings.Contains(got, want) || !strings.Contains(got, "MA[aa][ba]") {
		t.Errorf("got %s, want %s in it", got, want)
	}
	all := "aa:ii"
	if m := treeOf(t, "(;SZ[9]L["+all+"])").Root().Markup(); len(m.Labels) != 52 || m.Labels[51] != "Z" {
		t.Errorf("got %d labels, the last %q, want 52 and Z", len(m.Labels), m.Labels[51])
	}
	ring := treeOf(t, `(;BOARD[{"shape":"ring 6"}]L[aa]M[aa])`).Root()
	ring.SetLabel(0, "x")
	if m := ring.Markup(); len(m.Labels) != 1 || len(m.Points) > 0 || ring.Text("L")+ring.Text("M") != "aaaa" {
		t.Errorf("got the marks %+v on a board without SGF coordinates, want only a label, and L and M kept", m)
	}
}

// TestInherited checks that DD and VW apply until a later node has them, even empty.
func TestInherited(t *testing.T) {
	tree := treeOf(t, "(;SZ[5];DD[aa];B[cc];DD[]VW[bb];W[dd];VW[]DD[cc])")
	n := tree.Root()
	for i, want := range []string{"[] []", "[0] []", "[0] []", "[] [6]", "[] [6]", "[12] []"} {
		if got := fmt.Sprint(n.Inherited(MarkDim), n.Inherited(MarkView)); got != want {
			t.Errorf("node %d: %s, want %s", i, got, want)
		}
		if len(n.Children()) > 0 {
			n = n.Children()[0]
		}
	}
}

// TestSetMark compares changes of marks with a model of sets. The first values have
// rectangles, invalid points and duplicates.
func TestSetMark(t *testing.T) {
	l := lots(11)
	for round := range 300 {
		board := testBoards()[round%len(testBoards())]
		tree := treeOf(t, "(;"+board.header+")")
		n, g := tree.Root(), tree.Graph
		name := func(i int) string { return board.vertexOf(g, i%g.Len()) }
		if board.width > 0 {
			n.SetValues("TR", name(0)+":"+name(g.Len()-1), "???")
		}
		n.SetValues(board.name("DD"), "")
		n.SetValues(board.name("VW"), "???", name(l.below(g.Len())))
		n.SetValues("C", "kept")
		model := map[Mark]map[baduk.Point]bool{}
		for kind := MarkCircle; kind <= MarkView; kind++ {
			model[kind] = map[baduk.Point]bool{}
			for _, p := range n.Markup().Points[kind] {
				model[kind][p] = true
			}
		}
		for range 40 {
			p, kind, on := baduk.Point(l.below(g.Len())), MarkCircle+Mark(l.below(8)), l.below(3) > 0
			if kind >= MarkLabel {
				kind = MarkView
			}
			n.SetMark(p, kind, on)
			switch {
			case kind <= MarkSelected && on:
				for other := MarkCircle; other <= MarkSelected; other++ {
					delete(model[other], p)
				}
			case kind == MarkTerritoryBlack && on:
				delete(model[MarkTerritoryWhite], p)
			case kind == MarkTerritoryWhite && on:
				delete(model[MarkTerritoryBlack], p)
			case !on && kind <= MarkSelected: // removing one mark keeps the others
			}
			delete(model[kind], p)
			if on {
				model[kind][p] = true
			}
			m := treeOf(t, textOf(t, tree)).Root().Markup()
			for kind, want := range model {
				got := map[baduk.Point]bool{}
				for _, p := range m.Points[kind] {
					if got[p] {
						t.Fatalf("%s: %v is marked twice", textOf(t, tree), p)
					}
					got[p] = true
				}
				if !maps.Equal(got, want) {
					t.Fatalf("%s: mark %d is %v, want %v", textOf(t, tree), kind, got, want)
				}
			}
		}
		if board.width > 0 && !slices.Contains(n.Values("TR"), "???") || !slices.Contains(n.Values(board.name("VW")), "???") || n.Comment() != "kept" {
			t.Fatalf("something was lost: %s", textOf(t, tree))
		}
	}
}

// TestSetLabelAndLine checks that labels and lines are read back, for any text and any
// names of points.
func TestSetLabelAndLine(t *testing.T) {
	texts := []string{"A", "a:b", "[x]", `back\`, `\:`, "日本", "a b", ";B[aa]", "(;)", ":", "]", `\]:[`, strings.Repeat("long", 1000)}
	for _, board := range testBoards() {
		tree := treeOf(t, "(;"+board.header+")")
		n, g := tree.Root(), tree.Graph
		n.SetValues(board.name("LB"), "???:kept", "neither")
		want := map[baduk.Point]string{}
		l := lots(5)
		lines := map[[2]baduk.Point]bool{}
		for i := range 60 {
			p, q := baduk.Point(l.below(g.Len())), baduk.Point(l.below(g.Len()))
			if i%5 == 4 {
				n.SetLabel(p, "")
				delete(want, p)
			} else {
				want[p] = texts[l.below(len(texts))]
				n.SetLabel(p, want[p])
			}
			on := l.below(3) > 0
			n.SetLine(p, q, true, on)
			n.SetLine(p, q, false, on)
			delete(lines, [2]baduk.Point{p, q})
			if on {
				lines[[2]baduk.Point{p, q}] = true
			}
			back := treeOf(t, textOf(t, tree)).Root().Markup()
			if !maps.Equal(back.Labels, want) {
				t.Fatalf("%s\n%v, want %v", textOf(t, tree), back.Labels, want)
			}
			arrows := map[[2]baduk.Point]bool{}
			for _, a := range back.Arrows {
				arrows[a] = true
			}
			if !maps.Equal(arrows, lines) || len(back.Arrows) != len(lines) {
				t.Fatalf("%s\n%v, want %v", textOf(t, tree), back.Arrows, lines)
			}
			for _, a := range back.Lines { // without direction
				if !lines[a] && !lines[[2]baduk.Point{a[1], a[0]}] {
					t.Fatalf("the line %v was removed", a)
				}
			}
		}
		if raw := n.Values(board.name("LB")); !slices.Contains(raw, "???:kept") || !slices.Contains(raw, "neither") {
			t.Errorf("got the labels %q, want the invalid ones kept", raw)
		}
	}
}

func TestMarksPanicOffTheBoard(t *testing.T) {
	n := treeOf(t, "(;SZ[5])").Root()
	for i, f := range []func(){
		func() { n.SetMark(25, MarkCircle, true) }, func() { n.SetMark(baduk.Pass, MarkCircle, true) }, func() { n.SetMark(0, MarkLabel, true) },
		func() { n.SetMark(0, MarkNone, true) }, func() { n.SetLabel(-1, "x") }, func() { n.SetLine(0, 99, true, true) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("case %d did not panic", i)
				}
			}()
			f()
		}()
	}
	if got := n.Properties(); len(got) != 1 {
		t.Errorf("after the panics: got the properties %q, want only SZ", got)
	}
}

// TestNodeValues reads and changes clocks, judgements, names and raw values.
func TestNodeValues(t *testing.T) {
	n := treeOf(t, "(;SZ[5]BL[12.5]OB[3]WL[x]OW[]BM[2]TE[]DO[]IT[]GB[1]HO[9]N[two\nwords]PL[white]C[a\\]b])").Root()
	if got, want := n.Clock(baduk.Black), (Clock{12.5, true, 3, true}); got != want {
		t.Errorf("Black's clock: got %+v, want %+v", got, want)
	}
	if k := n.Clock(baduk.White); k.HasSeconds || k.HasOvertime {
		t.Errorf("White's clock: got %+v, want no values", k)
	}
	if got, want := fmt.Sprint(n.Judgements()), "[{BM 2} {TE 1} {DO 1} {IT 1} {GB 1} {HO 1}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if c, ok := n.ToPlay(); c != baduk.White || !ok {
		t.Errorf("ToPlay: got %v, %v, want %v", c, ok, baduk.White)
	}
	if n.Name() != "two words" || n.Comment() != "a]b" {
		t.Errorf("got the name %q and the comment %q, want %q and %q", n.Name(), n.Comment(), "two words", "a]b")
	}
	n.SetToPlay(baduk.Black)
	n.SetComment(`x]\`)
	n.SetName("")
	n.SetValues("BM")
	if got := n.Values("C"); len(got) != 1 || got[0] != `x\]\\` || n.Comment() != `x]\` || n.Name() != "" || len(n.Judgements()) != 5 {
		t.Errorf("got the comment %q, the name %q and %d judgements, want an escaped comment, no name and 5", got, n.Name(), len(n.Judgements()))
	}
	n.SetToPlay(baduk.Empty)
	if c, ok := n.ToPlay(); ok {
		t.Errorf("ToPlay after its removal: got %v, want false", c)
	}
	values := n.Values("HO")
	values[0] = "changed"
	if n.Values("HO")[0] != "9" {
		t.Error("changing the slice of Values changed the node")
	}
}

package diagram

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/kifu"
)

func recordOf(t *testing.T, text string) *kifu.Tree {
	t.Helper()
	file, err := kifu.LoadBytes([]byte(text), kifu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return file.Trees[0]
}

// endOf returns the last node of the main line.
func endOf(tree *kifu.Tree) (end *kifu.Node) {
	for n := range tree.Root().MainLine() {
		end = n
	}
	return end
}

func lineOf(n *kifu.Node) *Line {
	line := &Line{}
	for p := range n.Tree().Along(n) {
		line.Add(p)
	}
	return line
}

// TestLine compares the stones after n moves with those at the last node of the record that has n
// moves up to it. If the next node has both stones and moves, its stones are included.
func TestLine(t *testing.T) {
	for _, c := range []struct {
		text  string
		moves string
		cuts  []int
	}{
		{"(;SZ[5])", "", nil},
		{"(;SZ[5]AB[aa][bb];AW[cc])", "", nil},
		{"(;SZ[5];C[x];B[aa];W[bb];C[y];B[])", "A5 B4 pass", nil},
		{"(;SZ[5]AB[ab];W[aa];B[ba];AE[ab];AW[ee];W[dd];AB[ed])", "A5 B5 D2", []int{2, 2, 3}},
		{"(;SZ[5];B[aa];AB[bb]W[cc];B[aa];W[aa])", "A5 C3 A5 A5", []int{1}},
		{"(;SZ[5]AB[cc][dd]W[ee];B[aa])", "E1 A5", nil},
		{"(;SZ[5];B[aa];AE[aa]AW[bb]B[ab];AW[cc];AE[cc]B[dd])", "A5 A4 D2", []int{1, 2, 2}},
		{"(;SZ[5];B[aa];PL[B];B[bb])", "A5 B4", nil},
		{"(;B[aa]SZ[5];AW[cc];W[dd])", "A5 D2", []int{1}},
	} {
		tree := recordOf(t, c.text)
		end := endOf(tree)
		line := lineOf(end)
		var names []string
		for _, m := range line.Moves {
			names = append(names, tree.Graph.Vertex(m.Point))
		}
		if got := strings.Join(names, " "); got != c.moves || !slices.Equal(line.Cuts, c.cuts) {
			t.Errorf("%s: moves %s, cuts %v", c.text, got, line.Cuts)
		}
		want := map[int][]baduk.Color{}
		for _, n := range end.Path() {
			at := tree.At(n)
			if placed, _ := n.Placement(); n.HasMove() && !placed.IsZero() {
				moves, _ := n.Moves()
				want[at.Number-len(moves)] = at.Game.StonesAfter(0)
			}
			want[at.Number] = at.Game.StonesAfter(at.Game.Len())
		}
		for n := range len(line.Moves) + 1 {
			if !slices.Equal(line.StonesAfter(n), want[n]) {
				t.Errorf("%s: after %d moves: got %v, want %v", c.text, n, line.StonesAfter(n), want[n])
			}
		}
	}
}

// TestLineSharesStones checks that passes do not store the stones again.
func TestLineSharesStones(t *testing.T) {
	line := lineOf(endOf(recordOf(t, "(;SZ[5];B[aa];W[];B[];W[bb])")))
	if one, two, three, four := line.StonesAfter(1), line.StonesAfter(2), line.StonesAfter(3), line.StonesAfter(4); &one[0] != &two[0] || &two[0] != &three[0] || &three[0] == &four[0] {
		t.Error("the stones after passes are not those of the last move")
	}
}

// TestLineTooLong checks a line that is too long to be replayed. The stones that a node with a move sets up after the
// limit are not drawn.
func TestLineTooLong(t *testing.T) {
	long := "(;SZ[19]AB[aa]" + strings.Repeat(";B[]", 120_000) + ";AB[bb]W[cc];B[dd])"
	line := lineOf(endOf(recordOf(t, long)))
	if len(line.Cuts) > 0 || line.StonesAfter(len(line.Moves))[20] != baduk.Empty {
		t.Errorf("got the cuts %v, want none, and no stone at the point that is set up last", line.Cuts)
	}
}

// TestSceneSetUpWithMove checks that a picture with numbers has the stones that the node of the first move sets up, and
// so does the position before this move.
func TestSceneSetUpWithMove(t *testing.T) {
	tree := recordOf(t, "(;SZ[9]AB[cc][gg]W[ee];B[ff])")
	start := 0
	for _, c := range []struct {
		moves  *int
		stones int
	}{{nil, 4}, {&start, 2}} {
		s, err := NewScene(tree, endOf(tree), c.moves, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range []Pictures{{}, {Numbers: true}, {Figures: 10}, {Moves: true}} {
			all, err := s.Pictures(o)
			if err != nil {
				t.Fatal(err)
			}
			got := 0
			for _, color := range all[len(all)-1].Stones {
				if color != baduk.Empty {
					got++
				}
			}
			if got != c.stones {
				t.Errorf("pictures %d: got %d stones, want %d", i, got, c.stones)
			}
		}
	}
}

// TestLineOfSeveralMoves checks a node with several moves: only the stones after its last move are
// known.
func TestLineOfSeveralMoves(t *testing.T) {
	tree := recordOf(t, "(;SZ[5];B[aa]W[bb];B[cc])")
	line := lineOf(endOf(tree))
	if len(line.Moves) != 3 {
		t.Fatalf("moves %v", line.Moves)
	}
	for n, want := range []int{0, 2, 2, 3} {
		count := 0
		for _, c := range line.StonesAfter(n) {
			if c != baduk.Empty {
				count++
			}
		}
		if count != want {
			t.Errorf("after %d moves: got %d stones, want %d", n, count, want)
		}
	}
}

// TestLineNotBegun checks that a line without nodes is drawn as an empty board.
func TestLineNotBegun(t *testing.T) {
	var line Line
	g := board(t, "5x5")
	figures, film := Figures(g, line.Moves, line.StonesAfter, line.Cuts), Film(g, line.Moves, line.StonesAfter)
	if len(figures) != 1 || len(film) != 1 {
		t.Fatalf("got %d figures and %d pictures, want one of each", len(figures), len(film))
	}
	for _, p := range []Picture{figures[0].Picture(), film[0]} {
		var got, want bytes.Buffer
		p.Title = ""
		if err := p.WriteSVG(&got); err != nil {
			t.Error(err)
		}
		if err := (&Picture{Graph: g, Coordinates: true}).WriteSVG(&want); err != nil || got.String() != want.String() {
			t.Errorf("%v: an empty board is %.300s", err, got.String())
		}
	}
}

func TestAddMarkup(t *testing.T) {
	tree := recordOf(t, "(;SZ[5]DD[aa][bb]TB[ee];B[aa]CR[aa]SQ[ba]TR[ca]MA[da]SL[ea]TB[ab]TW[bb]VW[aa:ee]LB[aa:new][cc:C]LN[aa:bb]AR[bb:cc];DD[])")
	g := tree.Graph
	at := func(vertex string) baduk.Point { return point(t, g, vertex) }
	old := [2]baduk.Point{at("E1"), at("E2")}
	p := Picture{Graph: g, Marks: map[baduk.Point]Mark{at("A5"): LastMove}, Labels: map[baduk.Point]string{at("A5"): "1", at("E1"): "2"}, Lines: [][2]baduk.Point{old}}
	p.AddMarkup(tree.Root().Children()[0])
	want := Picture{Graph: g,
		Marks: map[baduk.Point]Mark{at("A5"): LastMove | Circle | Dim, at("B5"): Square, at("C5"): Triangle, at("D5"): Cross, at("E5"): Selected,
			at("A4"): BlackTerritory, at("B4"): WhiteTerritory | Dim},
		Labels: map[baduk.Point]string{at("A5"): "new", at("C3"): "C", at("E1"): "2"},
		Lines:  [][2]baduk.Point{old, {at("A5"), at("B4")}}, Arrows: [][2]baduk.Point{{at("B4"), at("C3")}}}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("got %+v\nwant %+v", p, want)
	}
	bare := Picture{Graph: g}
	bare.AddMarkup(endOf(tree))
	if len(bare.Marks)+len(bare.Labels)+len(bare.Lines)+len(bare.Arrows) != 0 {
		t.Errorf("a node without markup: got %+v, want nothing drawn", bare)
	}
	bare.AddMarkup(tree.Root())
	if want := map[baduk.Point]Mark{at("A5"): Dim, at("B4"): Dim, at("E1"): BlackTerritory}; !reflect.DeepEqual(bare.Marks, want) {
		t.Errorf("the root: got the marks %v, want %v", bare.Marks, want)
	}
}

func TestParseCorners(t *testing.T) {
	g := board(t, "9x9")
	for _, text := range []string{"A1:G7", "g7:a1", " A1 : G7 "} {
		a, b, err := ParseCorners(g, text)
		if err != nil || min(a, b) != point(t, g, "G7") || max(a, b) != point(t, g, "A1") {
			t.Errorf("%q: %v, %v, %v", text, a, b, err)
		}
	}
	for text, want := range map[string]string{
		"": "a colon between them", "A1": "a colon between them", ":": `"" is not a point`, "A1:": `"" is not a point`, "Z1:A1": `"Z1" is not a point`, "A1:Z1": `"Z1" is not a point`,
		"A1:B2:C3": `"B2:C3" is not a point`, "pass:A1": "a pass is not a corner", "A1:pass": "a pass is not a corner",
	} {
		if _, _, err := ParseCorners(g, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

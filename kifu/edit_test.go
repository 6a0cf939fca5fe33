package kifu

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
)

// twin is a simple model of a node. It has the numbers of the nodes before and after it.
type twin struct {
	before int // -1 for the root and the top of a branch that was cut off
	after  []int
}

// editor edits a tree and its model together.
type editor struct {
	t     testing.TB
	tree  *Tree
	board testBoard
	nodes []*Node // by number
	twins []*twin
	texts []string // comment of each node
}

func newEditor(t testing.TB, board testBoard) *editor {
	tree := treeOf(t, "(;"+board.header+")")
	return &editor{t: t, tree: tree, board: board, nodes: []*Node{tree.Root()}, twins: []*twin{{before: -1}}, texts: []string{""}}
}

// adopt gives a node of the tree a number, unless it has one.
func (e *editor) adopt(n *Node, before int) int {
	if i := slices.Index(e.nodes, n); i >= 0 {
		return i
	}
	e.nodes, e.twins, e.texts = append(e.nodes, n), append(e.twins, &twin{before: before}), append(e.texts, "")
	i := len(e.nodes) - 1
	e.twins[before].after = append(e.twins[before].after, i)
	return i
}

func (e *editor) below(top, i int) bool {
	for ; i >= 0; i = e.twins[i].before {
		if i == top {
			return true
		}
	}
	return false
}

// detach removes i from the list of its siblings.
func (e *editor) detach(i int) (before, at int) {
	before = e.twins[i].before
	at = slices.Index(e.twins[before].after, i)
	e.twins[before].after = slices.Delete(e.twins[before].after, at, at+1)
	e.twins[i].before = -1
	return before, at
}

func (e *editor) attach(i, before, at int) {
	list := e.twins[before].after
	e.twins[before].after = slices.Insert(list, min(max(at, 0), len(list)), i)
	e.twins[i].before = before
}

// step does one random edit and checks that the model and the tree agree.
func (e *editor) step(draw func(n int) int) {
	e.t.Helper()
	i := draw(len(e.nodes))
	p := baduk.Point(draw(e.tree.Graph.Len()))
	c := baduk.Color(1 + draw(2))
	name := "Set"
	var err error
	wantErr := false
	switch draw(20) {
	case 0, 1, 2, 3, 4:
		name = "Play"
		if draw(8) == 0 {
			p = baduk.Pass
		}
		wantErr, err = e.play(i, baduk.Move{Color: c, Point: p})
	case 5, 6:
		name = "Put"
		err = e.put(i, p, baduk.Color(draw(3)))
	case 7:
		name = "Insert"
		wantErr, err = e.insert(i)
	case 8, 9:
		name = "Cut"
		wantErr, err = e.cut(i, draw)
	case 10, 11, 12:
		name = "Graft"
		wantErr, err = e.graft(i, draw(len(e.nodes)), draw(6)-1)
	case 13:
		name = "Remove"
		wantErr, err = e.remove(i)
	case 14:
		name = "Move"
		wantErr, err = e.move(i, draw(6)-1)
	case 15:
		name = "Promote"
		err = e.promote(i)
	default:
		e.texts[i] = fmt.Sprintf("comment %d\n[\\]:", draw(100))
		n := e.nodes[i]
		n.SetComment(e.texts[i])
		n.SetMark(p, MarkCircle+Mark(draw(5)), draw(2) == 0)
		n.SetLabel(p, fmt.Sprint(draw(10)))
		n.SetLine(p, 0, draw(2) == 0, true)
	}
	if (err != nil) != wantErr {
		e.t.Fatalf("%s of node %d: got the error %v, want an error: %v", name, i, err, wantErr)
	}
	e.compare(name)
}

// inside reports whether a node is neither the root nor the top of a branch that was
// cut off.
func (e *editor) inside(i int) bool { return i > 0 && e.twins[i].before >= 0 }

func (e *editor) play(i int, m baduk.Move) (wantErr bool, err error) {
	e.t.Helper()
	n := e.nodes[i]
	before := textOf(e.t, e.tree)
	same := n.childWith(m)
	at := e.tree.At(n)
	at.Game.Reopen()
	legal := at.Game.Legal(m) == baduk.Legal
	next, err := e.tree.Play(n, m)
	wantErr = same == nil && !legal
	switch {
	case wantErr:
		var illegal *baduk.IllegalMoveError
		if next != nil || textOf(e.t, e.tree) != before || !errors.As(err, &illegal) || illegal.Number != at.Number+1 {
			e.t.Fatalf("an illegal move: got %v and %v, want no node, an unchanged tree and an IllegalMoveError of move %d", next, err, at.Number+1)
		}
	case same != nil && next != same:
		e.t.Fatal("Play added a second variation with the same move")
	case next != nil:
		e.adopt(next, i)
		if got, ok := next.Move(); !ok || got != m {
			e.t.Fatalf("got the move %v, want %v", got, m)
		}
	}
	return wantErr, err
}

func (e *editor) put(i int, p baduk.Point, c baduk.Color) error {
	e.t.Helper()
	placed, err := e.tree.Put(e.nodes[i], p, c)
	if err == nil {
		e.adopt(placed, i)
		if at := e.tree.At(placed); at.Game.At(p) != c && !slices.Contains(codesOf(at.Faults), CodeSetup) {
			e.t.Fatalf("got %v on the point, want %v", at.Game.At(p), c)
		}
	}
	return err
}

func (e *editor) insert(i int) (wantErr bool, err error) {
	between, err := e.tree.Insert(e.nodes[i])
	if !e.inside(i) {
		return true, err
	}
	before, at := e.detach(i)
	e.nodes, e.twins, e.texts = append(e.nodes, between), append(e.twins, &twin{before: -1}), append(e.texts, "")
	e.attach(len(e.nodes)-1, before, at)
	e.attach(i, len(e.nodes)-1, 0)
	return false, err
}

// cut cuts a node off and, every other time, grafts it back to its place.
func (e *editor) cut(i int, draw func(n int) int) (wantErr bool, err error) {
	e.t.Helper()
	n := e.nodes[i]
	err = e.tree.Cut(n)
	if !e.inside(i) {
		return true, err
	}
	before, at := e.detach(i)
	if draw(2) == 0 {
		if err := e.tree.Graft(e.nodes[before], at, n); err != nil {
			e.t.Fatal(err)
		}
		e.attach(i, before, at)
	}
	return false, err
}

func (e *editor) graft(i, parent, at int) (wantErr bool, err error) {
	err = e.tree.Graft(e.nodes[parent], at, e.nodes[i])
	if i == 0 || e.twins[i].before >= 0 || e.below(i, parent) {
		return true, err
	}
	e.attach(i, parent, at)
	return false, err
}

func (e *editor) remove(i int) (wantErr bool, err error) {
	err = e.tree.Remove(e.nodes[i])
	if !e.inside(i) {
		return true, err
	}
	before, at := e.detach(i)
	for k, child := range e.twins[i].after {
		e.attach(child, before, at+k)
	}
	e.twins[i].after = nil
	return false, err
}

func (e *editor) move(i, at int) (wantErr bool, err error) {
	err = e.tree.Move(e.nodes[i], at)
	if !e.inside(i) {
		return true, err
	}
	before, _ := e.detach(i)
	e.attach(i, before, at)
	return false, err
}

func (e *editor) promote(i int) error {
	e.t.Helper()
	err := e.tree.Promote(e.nodes[i])
	for k := i; e.twins[k].before >= 0; k = e.twins[k].before {
		before, _ := e.detach(k)
		e.attach(k, before, 0)
		if got := e.nodes[k].Index(); got != 0 {
			e.t.Fatalf("a promoted node has the index %d, want 0", got)
		}
	}
	return err
}

// compare fails unless the tree and the branches that were cut off agree with the model.
func (e *editor) compare(name string) {
	e.t.Helper()
	for i, w := range e.twins {
		n := e.nodes[i]
		var before *Node
		if w.before >= 0 {
			before = e.nodes[w.before]
		}
		if n.Parent() != before || len(n.Children()) != len(w.after) || n.Comment() != e.texts[i] {
			e.t.Fatalf("after %s node %d has another place than in the model, or the comment %q, want %q", name, i, n.Comment(), e.texts[i])
		}
		for k, child := range w.after {
			if n.Children()[k] != e.nodes[child] {
				e.t.Fatalf("after %s variation %d of node %d is not node %d", name, k, i, child)
			}
		}
		if w.before < 0 {
			wellFormed(e.t, e.tree, n)
		}
	}
	text := textOf(e.t, e.tree)
	f, err := LoadBytes([]byte(text), Options{})
	if err != nil || !equalTrees(f.Trees[0], e.tree) {
		e.t.Fatalf("after %s the tree does not survive writing and reading: %v\n%s", name, err, text)
	}
}

func TestEditsAgainstAModel(t *testing.T) {
	rounds := 6
	if testing.Short() {
		rounds = 1
	}
	l := lots(31)
	for range rounds {
		for _, board := range testBoards() {
			e := newEditor(t, board)
			for range 120 {
				e.step(l.below)
			}
		}
	}
}

func TestPlayReturnsTheExistingVariation(t *testing.T) {
	tree := treeOf(t, "(;SZ[9];B[aa](;W[bb]AB[cc])(;W[bb]W[dd])(;W[zz][bb])(;W[bb]C[this])(;W[bb]))")
	n := tree.Root().Children()[0]
	next, err := tree.Play(n, baduk.Move{Color: baduk.White, Point: 10})
	if err != nil || next.Comment() != "this" || len(n.Children()) != 5 {
		t.Errorf("got %v, %v, want the variation with the comment", next, err)
	}
	if _, err := tree.Play(n, baduk.Move{Color: baduk.Black, Point: 0}); !errors.Is(err, baduk.ErrOccupied) || !strings.Contains(err.Error(), "move 2, black A9, is illegal") {
		t.Errorf("got %v, want that move 2, black A9, is illegal", err)
	}
	for _, m := range []baduk.Move{{Color: baduk.Black, Point: 81}, {Color: baduk.Black, Point: -5}, {Color: baduk.Empty, Point: 5}, {Color: 3, Point: 5}} {
		if next, err := tree.Play(n, m); !errors.Is(err, baduk.ErrOffBoard) || next != nil {
			t.Errorf("%v: got %v, %v, want %v", m, next, err, baduk.ErrOffBoard)
		}
	}
	other := treeOf(t, "(;SZ[9])")
	if _, err := other.Play(n, baduk.Move{Color: baduk.Black, Point: 5}); !errors.Is(err, ErrForeign) {
		t.Error(err)
	}
	if _, err := other.Put(n, 5, baduk.Black); !errors.Is(err, ErrForeign) {
		t.Error(err)
	}
	if err := other.Graft(other.Root(), 0, n); !errors.Is(err, ErrForeign) {
		t.Error(err)
	}
	for _, err := range []error{other.Cut(n), other.Move(n, 0), other.Remove(n), other.Promote(n)} {
		if !errors.Is(err, ErrForeign) || n.Parent() != tree.Root() {
			t.Error(err)
		}
	}
	if _, err := tree.Insert(tree.Root()); !errors.Is(err, ErrRoot) {
		t.Error(err)
	}
}

// TestPutKeepsTheRest checks that Put keeps the other points of rectangles, invalid
// values, and other properties.
func TestPutKeepsTheRest(t *testing.T) {
	for _, c := range []struct {
		text  string
		point string
		color baduk.Color
		want  string
	}{
		{"(;SZ[5]AB[aa:cc][zz]C[x])", "A5", baduk.Empty, "(;SZ[5]AB[ba][ca][ab][bb][cb][ac][bc][cc][zz]C[x])"},
		{"(;SZ[5]AB[aa:ba]AW[dd][zz]C[x])", "A5", baduk.White, "(;SZ[5]AB[ba]AW[dd][zz][aa]C[x])"},
		{"(;SZ[5]AB[zz][aa])", "B5", baduk.Black, "(;SZ[5]AB[zz][aa][ba])"},
		{"(;SZ[5]AB[aa];AE[aa]C[x])", "A5", baduk.Black, "(;SZ[5]AB[aa];C[x])"},
		{"(;SZ[5]AB[aa];C[x])", "A5", baduk.Empty, "(;SZ[5]AB[aa];C[x]AE[aa])"},
		{"(;SZ[5];B[aa])", "A5", baduk.Empty, "(;SZ[5];B[aa];AE[aa])"},
		{"(;SZ[5];B[aa])", "A5", baduk.Black, "(;SZ[5];B[aa])"},
	} {
		tree := treeOf(t, c.text)
		n := tree.Root()
		for len(n.Children()) > 0 {
			n = n.Children()[0]
		}
		at, err := tree.Put(n, vertexIn(t, tree.Graph, c.point), c.color)
		if err != nil || !equalTrees(tree, treeOf(t, c.want)) {
			t.Errorf("%s: got %v, %s, want %s", c.text, err, textOf(t, tree), c.want)
		}
		if got := tree.At(at).Game.At(vertexIn(t, tree.Graph, c.point)); got != c.color {
			t.Errorf("%s: got %v on the point, want %v", c.text, got, c.color)
		}
	}
	tree := treeOf(t, "(;SZ[5])")
	for _, p := range []baduk.Point{-1, 25, baduk.Pass} {
		if _, err := tree.Put(tree.Root(), p, baduk.Black); !errors.Is(err, baduk.ErrOffBoard) {
			t.Error(err)
		}
	}
}

// TestSetInfo checks that changed game information is read back, wherever it was before,
// and that everything else stays.
func TestSetInfo(t *testing.T) {
	tree := treeOf(t, "(;SZ[9]KM[5,5]ZZ[a\\]b][c];PB[Old]PW[Other]RU[x];B[aa]EV[late];W[bb]EV[later])")
	info := tree.Info()
	if info.Black != "Old" || info.White != "Other" || info.Event != "late" || info.Komi != "5,5" {
		t.Fatalf("got %+v, want Old, Other, late and 5,5", info)
	}
	tree.SetInfo(info)
	if !equalTrees(tree, treeOf(t, "(;SZ[9]KM[5,5]ZZ[a\\]b][c];PB[Old]PW[Other]RU[x];B[aa]EV[late];W[bb]EV[later])")) {
		t.Errorf("setting the same information changed the record: %s", textOf(t, tree))
	}
	info.Black, info.White, info.Event, info.Rules, info.Komi, info.Comment = "", `N]e\w`, "", "AGA", "7.5", "two\nlines: [x]"
	tree.SetInfo(info)
	if got := tree.Info(); got != info {
		t.Errorf("got %+v, want %+v", got, info)
	}
	if tree.Rules.Ko != baduk.KoSituational || tree.Rules.Komi != 15 || !tree.RulesKnown || len(tree.Notes) != 0 {
		t.Errorf("got the rules %v and the notes %q, want AGA rules, komi 7.5 and no notes", tree.Rules, tree.Notes)
	}
	back := treeOf(t, textOf(t, tree))
	if back.Info() != info || !slices.Equal(back.Root().Values("ZZ"), []string{"a\\]b", "c"}) {
		t.Errorf("the information or ZZ did not survive writing and reading: %s", textOf(t, tree))
	}
	if back.Root().Children()[0].Children()[0].Children()[0].Text("EV") != "later" {
		t.Error("the event of a later node was removed")
	}
	// A note about the board stays.
	tree = treeOf(t, "(;BOARD[none]KM[x])")
	tree.SetInfo(Info{Komi: "6.5"})
	if len(tree.Notes) != 1 || !strings.Contains(tree.Notes[0], "BOARD") {
		t.Errorf("got the notes %q, want one about BOARD", tree.Notes)
	}
}

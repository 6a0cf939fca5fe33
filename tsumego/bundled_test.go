package tsumego

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/internal/exercises"
	"tengen/kifu"
)

// reproved is the share of the bundled problems that a usual test proves again: one of this number.
const reproved = 12

// TestBundled proves bundled problems again, all of them with TENGEN_LONG. The same move has to be the only right one,
// and the tree has to be the same. No two problems of a kind are the same up to symmetry.
func TestBundled(t *testing.T) {
	sets, err := exercises.Sets()
	if err != nil {
		t.Fatal(err)
	}
	finders := map[int]*Finder{}
	count, seen := 0, map[string]bool{}
	for i, set := range sets {
		if kind := Kinds()[i]; set.Name != kind.String() || set.Title == "" {
			t.Errorf("set %d is %q (%q), want %v", i, set.Name, set.Title, kind)
		}
		for k, one := range set.Problems {
			count++
			if seen[one.ID] {
				t.Errorf("%s %d: the problem is there twice", set.Name, k)
			}
			seen[one.ID] = true
			if os.Getenv("TENGEN_LONG") == "" && count%reproved != 0 {
				continue
			}
			file, err := kifu.LoadBytes(one.SGF, kifu.Options{Format: "sgf", Encoding: "UTF-8"})
			if err != nil {
				t.Fatal(err)
			}
			p, err := read(file.Trees[0])
			if err != nil {
				t.Fatalf("%s %d: %v", set.Name, k, err)
			}
			f := finders[p.Board.Graph().Len()]
			if f == nil {
				f = NewFinder(p.Board.Graph())
				finders[p.Board.Graph().Len()] = f
			}
			prove(t, f, Kinds()[i], p, one)
		}
	}
	if count < 500 {
		t.Errorf("%d problems, want at least 500", count)
	}
}

// prove compares a problem that was read with the one that the finder makes of its position.
func prove(t *testing.T, f *Finder, kind Kind, p *Problem, one exercises.Problem) {
	t.Helper()
	board := baduk.NewBoard(f.graph) // the readers belong to another graph of the same size
	for i := range f.graph.Len() {
		if c := p.Board.At(baduk.Point(i)); c != baduk.Empty {
			board.Place(baduk.Move{Color: c, Point: baduk.Point(i)})
		}
	}
	var again *Problem
	if kind <= Save {
		again = f.Hunt(board, p.Stone, p.Player)
	} else {
		again = f.Fate(board, p.Stone, p.Player)
	}
	if again == nil || again.Kind != kind || again.Right() != p.Right() || again.Depth() != p.Depth() {
		t.Errorf("%v %s is not proved: %s", kind, one.ID, one.SGF)
		return
	}
	right := 0
	for _, m := range p.Moves {
		if m.Right {
			right++
		}
	}
	if right != 1 || !sameTree(again.Moves, p.Moves) {
		t.Errorf("%v %s: %d right moves of %d, or the tree differs from the one of %d moves that is proved", kind, one.ID, right, len(p.Moves), len(again.Moves))
	}
}

// sameTree reports whether two trees have the same moves.
func sameTree(a, b []*Move) bool {
	return slices.EqualFunc(a, b, func(x, y *Move) bool { return x.Point == y.Point && sameTree(x.Next, y.Next) })
}

// read returns the problem that [Problem.Tree] wrote. It does not prove the problem.
func read(t *kifu.Tree) (*Problem, error) {
	game := t.At(t.Root()).Game
	p := &Problem{Board: clone(&game.Position().Board), Player: game.ToPlay(), Stone: baduk.NoPoint}
	if marked := t.Root().Markup().Points[kifu.MarkTriangle]; len(marked) > 0 {
		p.Stone = marked[0]
	}
	if p.Stone == baduk.NoPoint || p.Board.At(p.Stone) == baduk.Empty {
		return nil, fmt.Errorf("the problem marks no stone")
	}
	p.Moves, _ = readMoves(t.Root())
	for _, m := range p.Moves {
		if m.Right {
			return p, nil
		}
	}
	return nil, fmt.Errorf("the problem has no right move")
}

// readMoves returns the moves after a node, and whether a right end follows.
func readMoves(n *kifu.Node) (moves []*Move, right bool) {
	right = strings.HasPrefix(n.Comment(), rightEnd)
	for _, child := range n.Children() {
		played, ok := child.Move()
		if !ok {
			continue
		}
		m := &Move{Point: played.Point}
		m.Next, m.Right = readMoves(child)
		right = right || m.Right
		moves = append(moves, m)
	}
	return moves, right
}

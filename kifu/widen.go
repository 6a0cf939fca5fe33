package kifu

import (
	"slices"
	"strings"

	"tengen/baduk"
	"tengen/sgf"
	"tengen/topology"
)

// Widen extends the window of an infinite board in the same way as [topology.Grow]. The
// new window contains the named points and their surroundings. Points keep their
// numbers. Widen returns a function that undoes the change. The function is nil if
// nothing changed. On a board that is not infinite nothing changes.
func (t *Tree) Widen(names ...string) (back func(), err error) {
	if t.Graph.Beyond() == baduk.NoPoint {
		return nil, nil
	}
	board, err := topology.Widen(t.Graph.Source(), names)
	if err != nil || board.Graph.Len() == t.Graph.Len() {
		return nil, err
	}
	old := *t
	text := slices.Clone(t.root.data.Values(propBoard))
	t.board, t.Graph, t.notation = board, board.Graph, notationOf(board.Graph)
	t.root.data.Set(propBoard, sgf.Escape(board.Graph.Source()))
	return func() {
		t.board, t.Graph, t.notation = old.board, old.Graph, old.notation
		t.root.data.Set(propBoard, text...)
	}, nil
}

// valuesIn returns the number of values that a list must have which was read with got
// values. The list has a value for each point and a few more. On an infinite board the
// list may be for a smaller window.
func (n notation) valuesIn(got, more int) int {
	all := n.graph.Len() + more
	if n.graph.Beyond() != baduk.NoPoint && got > more && got < all {
		return got
	}
	return all
}

// widened extends a list that was written for a smaller window of an infinite board. The
// list has a value for each point and a few more. New points get the value of the point
// beyond the window, which is the last point.
func (n notation) widened(list []float32, more int) []float32 {
	beyond := len(list) - more - 1
	missing := n.graph.Len() + more - len(list)
	if n.graph.Beyond() == baduk.NoPoint || beyond < 0 || missing <= 0 {
		return list
	}
	return slices.Insert(list, beyond, slices.Repeat(list[beyond:beyond+1], missing)...)
}

// fit extends the lists of an analysis that was read to all points of the board, and
// checks the analysis.
func (a *Analysis) fit(at notation) error {
	a.Ownership, a.Policy = at.widened(a.Ownership, 0), at.widened(a.Policy, 1)
	return a.check(at.graph)
}

// widenForAll extends the window so that it contains every point that the record names.
// If that is not possible, it adds a note.
func (t *Tree) widenForAll(shared *boards) error {
	if t.Graph.Beyond() == baduk.NoPoint {
		return nil
	}
	named := slices.DeleteFunc(ownNames(), func(name string) bool {
		return slices.Contains([]string{propBoard, propScores, propPrisoners, propTengen, propRemarks}, name)
	})
	var names []string
	for n := range t.root.All() {
		for _, property := range named {
			for _, raw := range n.data.Values(property) {
				first, _, _ := sgf.SplitValue(raw)
				name := strings.TrimSpace(sgf.SimpleText(first))
				if _, err := t.Graph.ParseVertex(name); err != nil {
					names = append(names, name)
				}
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	if err := shared.full(); err != nil {
		return err
	}
	back, err := t.Widen(names...)
	if err != nil {
		t.note("some points of the record cannot be shown: %v", err)
	}
	switch {
	case shared == nil:
	case err != nil:
		shared.failed++
	case back != nil:
		shared.points += t.Graph.Len()
	}
	return nil
}

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
	back, err := t.Widen(names...)
	if err != nil {
		t.note("some points of the record cannot be shown: %v", err)
	}
	if back != nil && shared != nil {
		return shared.add(t.Graph)
	}
	return nil
}

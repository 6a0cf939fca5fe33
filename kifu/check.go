package kifu

// Check judges the moves, stones and marks of all games, adds its findings to the
// diagnostics, and returns the number of judged moves. It judges moves by
// [Tree.ReplayRules], which are the rules of the record. If the record does not name
// rules, they are simple ko without suicide.
//
// A move on a stone and an invalid point are errors. A move that breaks only the rule
// on ko, repetition or suicide is a warning, because real games have such moves.
func (f *File) Check() (moves int) {
	for _, t := range f.Trees {
		for p := range t.Walk() {
			moves += p.judged
			for _, d := range p.Faults {
				f.add(d)
			}
			for _, d := range p.Node.checkMarks() {
				d.Game, d.Move, d.Variation, d.Node = t.number, p.Number, p.walk.variation(), p.Node
				f.add(d)
			}
		}
	}
	return moves
}

// checkMarks reports marks that are not on the board.
func (n *Node) checkMarks() []Diagnostic {
	var found []Diagnostic
	for _, p := range n.data.Properties {
		kind, ok := n.tree.notation.markOf(p.Name)
		if old := n.tree.notation.rows() && (p.Name == oldLetters || p.Name == oldCrosses); !ok && !old {
			continue
		}
		var err error
		switch kind {
		case MarkLabel:
			_, err = n.labels(p)
		case MarkLine, MarkArrow:
			_, err = n.pairs(p)
		default:
			_, err = n.marked(p.Values)
		}
		if err != nil {
			found = append(found, Diagnostic{Severity: Warning, Code: CodePoint, Wrong: p.Name + ": " + oneLine(err), Assumed: "the mark is kept and not shown"})
		}
	}
	return found
}

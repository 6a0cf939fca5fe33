package kifu

// Check judges the moves, stones and marks of all games, adds what it finds to
// the diagnostics, and returns how many moves were judged. Moves are judged by
// [Tree.ReplayRules]: by the record's own rules, or where it gives none, under
// simple ko with suicide forbidden.
//
// A move on a stone and a point that is none are errors; what only the rule of
// ko, repetition or suicide forbids is a warning, because people did play it.
func (f *File) Check() (moves int) {
	for _, t := range f.Trees {
		for p := range t.Walk() {
			if p.Node.HasMove() {
				moves++
			}
			for _, d := range p.Faults {
				f.addAt(p.Node, d)
			}
			for _, d := range p.Node.checkMarks() {
				d.Move = p.Number
				f.addAt(p.Node, d)
			}
		}
	}
	return moves
}

// addAt is add for something in a node; the way there costs time on a deep tree,
// so it is only found for what is kept.
func (f *File) addAt(n *Node, d Diagnostic) {
	if len(f.Diagnostics) < maxDiagnostics {
		d.Variation = n.variation()
	}
	d.Game, d.Node = n.tree.number, n
	f.add(d)
}

// checkMarks reports marks that are not on the board.
func (n *Node) checkMarks() []Diagnostic {
	var found []Diagnostic
	wrong := func(name string, err error) {
		if err != nil {
			found = append(found, Diagnostic{Severity: Warning, Code: CodePoint, Wrong: name + ": " + oneLine(err), Assumed: "the mark is kept and not shown"})
		}
	}
	for _, p := range n.data.Properties {
		if kind, ok := markOf(p.Name); ok {
			switch kind {
			case MarkLabel:
				_, err := n.labels(p)
				wrong(p.Name, err)
			case MarkLine, MarkArrow:
				_, err := n.pairs(p)
				wrong(p.Name, err)
			default:
				_, err := n.marked(p)
				wrong(p.Name, err)
			}
		}
	}
	return found
}

package server

import (
	"fmt"

	"tengen/kifu"
)

// analysisOf is what a program thought of a position, nil if the node has nothing
// that can be read.
func analysisOf(n *kifu.Node) *RecordAnalysis {
	a, _ := n.Analysis() // what is broken is kept in the record, and not shown
	if a == nil {
		return nil
	}
	g := n.Tree().Graph
	r := &RecordAnalysis{Engine: a.Engine, Win: a.Win, Lead: a.Lead, Visits: a.Visits, Ownership: a.Ownership, Candidates: []RecordCandidate{}}
	for _, c := range a.Candidates {
		r.Candidates = append(r.Candidates, RecordCandidate{Vertex: g.Vertex(c.Point), Win: c.Win, Lead: c.Lead, Visits: c.Visits, Prior: c.Prior, PV: names(g, c.PV)})
	}
	return r
}

// noteEstimates writes what the engine thought after its moves into a record of one
// line.
func noteEstimates(t *kifu.Tree, estimates []estimate) error {
	number := 0
	for n := range t.Root().MainLine() {
		if n.HasMove() {
			number++
		}
		for _, e := range estimates {
			if e.Number != number || !n.HasMove() {
				continue
			}
			if err := n.SetAnalysis(&kifu.Analysis{Engine: "tengen", Visits: e.Visits, Win: &e.Win, Lead: &e.Lead}); err != nil {
				return fmt.Errorf("the estimate of move %d: %w", number, err)
			}
		}
	}
	return nil
}

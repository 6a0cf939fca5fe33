package records

import (
	"tengen/kifu"
)

// analysisOf is what a program thought of a position, nil if the node has nothing
// that can be read.
func analysisOf(n *kifu.Node) *analysis {
	a, _ := n.Analysis() // what is broken is kept in the record, and not shown
	if a == nil {
		return nil
	}
	g := n.Tree().Graph
	r := &analysis{Engine: a.Engine, Win: a.Win, Lead: a.Lead, Visits: a.Visits, Ownership: a.Ownership, Candidates: []candidate{}}
	for _, c := range a.Candidates {
		r.Candidates = append(r.Candidates, candidate{Vertex: g.Vertex(c.Point), Win: c.Win, Lead: c.Lead, Visits: c.Visits, Prior: c.Prior, PV: names(g, c.PV)})
	}
	return r
}

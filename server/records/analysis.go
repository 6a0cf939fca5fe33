package records

import (
	"tengen/kifu"
)

// analysisOf returns a program's analysis of a node's position, or nil if the node has no analysis that can be read.
func analysisOf(n *kifu.Node) *analysis {
	a, _ := n.Analysis() // a broken analysis stays in the record and is not shown
	if a == nil {
		return nil
	}
	g := n.Tree().Graph
	r := &analysis{Engine: a.Engine, Win: a.Win, Lead: a.Lead, Exact: a.Exact, Visits: a.Visits, Ownership: a.Ownership, Candidates: []candidate{}}
	for _, c := range a.Candidates {
		r.Candidates = append(r.Candidates, candidate{Vertex: g.Vertex(c.Point), Win: c.Win, Lead: c.Lead, Visits: c.Visits, Prior: c.Prior, PV: names(g, c.PV)})
	}
	return r
}

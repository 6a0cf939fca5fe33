package mcts

import (
	"fmt"
	"math"
)

// CheckInvariants reports the first thing that is wrong with the tree between
// runs: a pending virtual loss, visits of a node that its edges do not account
// for, a value out of range, an edge that leads nowhere.
func (s *Search) CheckInvariants() error {
	for n := int32(root); int(n) < len(s.tree.nodes); n++ {
		if err := s.check(n); err != nil {
			return err
		}
	}
	return nil
}

func (s *Search) check(n int32) error {
	t := s.tree
	nd, visits := t.nodes[n], 0
	for i, e := range t.edgesOf(n) {
		visits += int(e.visits)
		switch {
		case e.pending != 0:
			return fmt.Errorf("edge %d of node %d has %d pending playouts", i, n, e.pending)
		case !between(e.sum, 0, float64(e.visits)) || !between(float64(e.raveMean), 0, 1):
			return fmt.Errorf("edge %d of node %d has the sum %v of %d values, and the mean %v", i, n, e.sum, e.visits, e.raveMean)
		case e.child != 0 && (int(e.child) >= len(t.nodes) || e.child <= n):
			return fmt.Errorf("edge %d of node %d leads to node %d of %d", i, n, e.child, len(t.nodes))
		case e.child != 0 && t.nodes[e.child].visits != e.visits:
			return fmt.Errorf("edge %d of node %d has %d visits, its node %d", i, n, e.visits, t.nodes[e.child].visits)
		}
	}
	// Before its moves were entered, a node was evaluated itself; other threads
	// may have been at it at the same time.
	if own := int(nd.visits) - visits; own < 0 || own >= s.params.ExpandVisits+s.params.Threads {
		return fmt.Errorf("node %d has %d visits, its edges %d", n, nd.visits, visits)
	}
	return nil
}

// between reports whether x is a number from low to high, but for rounding.
func between(x, low, high float64) bool { return !math.IsNaN(x) && x >= low-1e-4 && x <= high+1e-4 }

package mcts

import "fmt"

// check looks at one node: see Search.CheckInvariants.
func (t *tree) check(n int32) error {
	nd := t.nodes[n]
	visits := 0
	for i, e := range t.edgesOf(n) {
		visits += int(e.visits)
		switch {
		case e.pending != 0:
			return fmt.Errorf("edge %d of node %d has %d pending playouts", i, n, e.pending)
		case !finite(e.sum, 0, float64(e.visits)+1e-6):
			return fmt.Errorf("edge %d of node %d has the sum %v of %d values", i, n, e.sum, e.visits)
		case e.child != 0 && (int(e.child) >= len(t.nodes) || e.child <= n):
			return fmt.Errorf("edge %d of node %d leads to node %d of %d", i, n, e.child, len(t.nodes))
		case e.child != 0 && t.nodes[e.child].visits != e.visits:
			return fmt.Errorf("edge %d of node %d has %d visits, its node %d", i, n, e.visits, t.nodes[e.child].visits)
		}
	}
	// A node was evaluated itself before its moves were entered.
	if visits > int(nd.visits) || n == root && visits != int(nd.visits) && nd.visits == 0 {
		return fmt.Errorf("node %d has %d visits, its edges %d", n, nd.visits, visits)
	}
	return nil
}

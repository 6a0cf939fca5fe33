package mcts

import (
	"fmt"
	"math"
)

// CheckInvariants checks the graph and returns the first error. It finds locks and pending playouts that were
// left over, wrong sums of visits, edges with more visits than their child, values out of range, and wrong
// counts of memory. It panics while the search runs.
func (s *Search) CheckInvariants() error {
	s.idle("CheckInvariants")
	s.use.Lock()
	defer s.use.Unlock()
	return s.checkAll()
}

func (s *Search) checkAll() error {
	if s.root == 0 {
		return nil
	}
	nodes := s.reachable()
	for _, i := range nodes {
		if err := s.check(s.graph.nodes.at(i)); err != nil {
			return fmt.Errorf("node %d: %w", i, err)
		}
	}
	if limit := s.params.MaxBytes; limit > 0 && s.graph.allocated.Load() > limit {
		return fmt.Errorf("%d bytes are in use, %d are allowed", s.graph.allocated.Load(), limit)
	}
	if used, all := s.graph.used.Load(), s.graph.allocated.Load(); used < int64(len(nodes))*nodeBytes || used > all {
		return fmt.Errorf("%d bytes are counted as used by %d nodes, of %d bytes in all", used, len(nodes), all)
	}
	return nil
}

func (s *Search) check(n *node) error {
	v, reach := &n.value, s.params.reach()
	switch {
	case n.pending != 0 || n.lock != 0 || n.flags&(flagEvaluating|flagMarked) != 0:
		return fmt.Errorf("%d pending, lock %d, flags %x", n.pending, n.lock, n.flags)
	case n.opened > n.count || (n.count > 0) != (n.flags&flagExpanded != 0):
		return fmt.Errorf("%d edges for %d moves, flags %x", n.opened, n.count, n.flags)
	case (n.visits > 0) != (n.owned > 0) || n.visits > mostVisits+1<<15 || n.flags&flagExpanded != 0 && n.owned == 0:
		return fmt.Errorf("%d visits and %d evaluations, flags %x", n.visits, n.owned, n.flags)
	case n.visits > 0 && !(between(v.win.load(), 0, 1) && between(v.noResult.load(), 0, 1) && between(v.utility.load(), -reach, reach) &&
		between(v.utilitySq.load(), 0, reach*reach) && between(v.mean.load(), -maxScore, maxScore) && between(v.lead.load(), -maxScore, maxScore) &&
		between(v.square.load(), 0, maxScore*maxScore) && s.plausible(v.weight.load(), v.weightSq.load(), n.visits)):
		return fmt.Errorf("win %v, no result %v, utility %v, lead %v, weight %v", v.win.load(), v.noResult.load(), v.utility.load(), v.lead.load(), v.weight.load())
	}
	if err := s.checkOwn(n); err != nil {
		return err
	}
	sum := int64(n.owned)
	if n.opened > 0 {
		for i, e := range s.graph.edgesOf(n) {
			sum += int64(e.visits)
			if e.child == 0 {
				if e.visits != 0 {
					return fmt.Errorf("edge %d has %d visits and no child", i, e.visits)
				}
				continue
			}
			if e.child < 0 || e.child >= s.graph.nodes.top {
				return fmt.Errorf("edge %d leads to node %d of %d", i, e.child, s.graph.nodes.top)
			}
			c := s.graph.nodes.at(e.child)
			if e.visits > c.visits && s.run.cycles.Load() == 0 || !s.params.Graph && s.human == nil && e.visits != c.visits {
				return fmt.Errorf("edge %d has %d visits, its child %d", i, e.visits, c.visits)
			}
		}
	}
	if n.count > 0 && s.params.RAVE == 0 {
		moves := s.graph.movesOf(n)
		for i := range moves[1:] {
			if moves[i+1].prior > moves[i].prior && i+1 != leafMoves {
				return fmt.Errorf("move %d has a larger prior than the one before", i+1)
			}
		}
	}
	if sum != int64(n.visits) {
		return fmt.Errorf("%d visits, but %d evaluations and visits of edges", n.visits, sum)
	}
	return nil
}

// maxScore is larger than the result of any game, in the scale of nodes.
const maxScore = 1e7

// plausible reports whether this number of visits can have this total weight and this sum of squared weights.
func (s *Search) plausible(weight, square float64, visits int32) bool {
	most := max(1, s.params.UncertaintyMost) * 1.001
	return weight > 0 && square > 0 && weight <= float64(visits)*most && square <= float64(visits)*most*most
}

// checkOwn checks the node's own evaluations.
func (s *Search) checkOwn(n *node) error {
	o, reach := &n.own, s.params.radius()
	if n.owned > 0 && !(between(float64(o.win), 0, 1) && between(float64(o.noResult), 0, 1) && between(float64(o.utility), -reach, reach) &&
		between(float64(o.utilitySq), 0, reach*reach) && between(float64(o.mean), -maxScore, maxScore) && between(float64(o.lead), -maxScore, maxScore) &&
		between(float64(o.square), 0, maxScore*maxScore) && s.plausible(float64(o.weight), 1e-9, n.owned)) {
		return fmt.Errorf("its own evaluation is %+v", *o)
	}
	if n.bias == 0 {
		return nil
	}
	e := s.graph.learned.at(n.bias)
	if !between(float64(n.biasWeight), 0, maxScore*maxScore) || !between(float64(n.biasDelta), -maxScore*maxScore, maxScore*maxScore) ||
		!between(e.weight, -1e-3*(1+math.Abs(float64(n.biasWeight))), maxScore*maxScore) || !between(e.off, -maxScore*maxScore, maxScore*maxScore) {
		return fmt.Errorf("its share of its surroundings is %v of weight %v, of %v of weight %v", n.biasDelta, n.biasWeight, e.off, e.weight)
	}
	return nil
}

// between reports whether x is a number from low to high, with a tolerance for rounding.
func between(x, low, high float64) bool { return !math.IsNaN(x) && x >= low-1e-4 && x <= high+1e-4 }

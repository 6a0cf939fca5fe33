package mcts

import (
	"math"

	"tengen/baduk"
)

// choose is the index of the edge to follow from node n.
func (s *Search) choose(n int32) int32 {
	nd := &s.tree.nodes[n]
	edges := s.tree.edges[nd.first : nd.first+nd.count]
	sign, flip := 1.0, 0.0 // values for the player to move: flip + sign*Black's
	if nd.toPlay == baduk.White {
		sign, flip = -1, 1
	}
	total, sum := 0.0, 0.0
	for i := range edges {
		e := &edges[i]
		total += float64(e.visits)
		sum += e.sum
	}
	parent := 0.5
	if total > 0 {
		parent = flip + sign*sum/total
	}
	explore := s.params.CPUCT * math.Sqrt(total+1)
	best, bestValue := int32(0), math.Inf(-1)
	for i := range edges {
		e := &edges[i]
		visits := float64(e.visits)
		lost := float64(int(e.pending) * s.params.VirtualLoss)
		q := parent - s.params.FPU
		if visits+lost > 0 {
			q = (flip*visits + sign*e.sum) / (visits + lost)
		}
		if e.raveVisits > 0 {
			r, own := float64(e.raveVisits), visits+lost
			beta := r / (r + own + r*own/s.params.RAVE)
			q += beta * (flip + sign*float64(e.raveMean) - q)
		}
		if v := q + explore*float64(e.prior)/(1+visits+lost); v > bestValue {
			best, bestValue = int32(i), v
		}
	}
	return nd.first + best
}

package mcts

import (
	"cmp"
	"slices"
	"time"

	"tengen/baduk"
)

// MoveInfo is what the search knows of one move. Numbers are Black's.
type MoveInfo struct {
	Move   baduk.Move
	Visits int
	Prior  float64      // 0..1
	Value  float64      // mean value, 0..1: Black's win with some of the lead, see Params.ScoreWeight
	PV     []baduk.Move // principal variation, this move first
}

// Result is what the search knows after a run. Numbers are Black's.
type Result struct {
	Moves     []MoveInfo // moves that were tried, the most visited first
	Visits    int        // of the root, a reused tree's included
	Playouts  int        // of this run
	Win       float64    // probability that Black wins: mean of the run's evaluations, 0..1
	Lead      float64    // mean lead of the run's evaluations, points
	Ownership []float32  // by Point, -1..+1; nil unless asked for
	Elapsed   time.Duration
	Bytes     int64 // memory of the tree
}

func (s *Search) result() Result {
	r := Result{Visits: int(s.tree.nodes[root].visits), Playouts: s.playouts, Win: 0.5, Elapsed: time.Since(s.begun), Bytes: s.tree.bytes()}
	toPlay := s.tree.nodes[root].toPlay
	for _, e := range s.tree.edgesOf(root) {
		if e.visits == 0 {
			continue
		}
		m := MoveInfo{Move: baduk.Move{Color: toPlay, Point: e.move}, Visits: int(e.visits), Prior: float64(e.prior), Value: e.sum / float64(e.visits)}
		m.PV = append([]baduk.Move{m.Move}, s.variation(e.child)...)
		r.Moves = append(r.Moves, m)
	}
	slices.SortStableFunc(r.Moves, func(a, b MoveInfo) int { return cmp.Compare(b.Visits, a.Visits) })
	if s.playouts > 0 {
		r.Win, r.Lead = s.winSum/float64(s.playouts), s.leadSum/float64(s.playouts)
	}
	if s.owned > 0 {
		r.Ownership = make([]float32, len(s.owner))
		for p, o := range s.owner {
			r.Ownership[p] = float32(o / float64(s.owned))
		}
	}
	return r
}

// variation follows the most visited moves from node n.
func (s *Search) variation(n int32) []baduk.Move {
	var pv []baduk.Move
	for n != 0 && len(pv) < 30 {
		var best *edge
		edges := s.tree.edgesOf(n)
		for i := range edges {
			if e := &edges[i]; e.visits > 0 && (best == nil || e.visits > best.visits) {
				best = e
			}
		}
		if best == nil {
			break
		}
		pv = append(pv, baduk.Move{Color: s.tree.nodes[n].toPlay, Point: best.move})
		n = best.child
	}
	return pv
}

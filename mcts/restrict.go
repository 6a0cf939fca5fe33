package mcts

import "tengen/baduk"

// Restriction narrows the moves that a search looks at.
type Restriction struct {
	Color baduk.Color // whose moves
	// Points are the moves that the player must not make; or, with Only, the only ones
	// that the player may make. Pass is one of them where it is listed.
	Points []baduk.Point
	Only   bool
	// Depth is for how many moves from the root this holds; 1 is the root alone.
	Depth int
}

// Restrict sets what the searches to come may look at, in place of earlier
// restrictions; an empty list lifts them. Earlier results stay in the graph. Where a
// restriction leaves a player no move at all a position is only evaluated. It panics while the search runs.
func (s *Search) Restrict(list ...Restriction) {
	s.idle("Restrict")
	s.use.Lock()
	defer s.use.Unlock()
	s.restrictions = append([]Restriction(nil), list...)
	s.prepareRestrictions()
}

// prepareRestrictions makes tables of the restrictions, for the game's graph.
func (s *Search) prepareRestrictions() {
	s.restricted = false
	if s.game == nil {
		return
	}
	n := s.game.Graph().Len()
	for c := range s.freeFrom {
		s.freeFrom[c] = nil
	}
	for _, r := range s.restrictions {
		if r.Color != baduk.Black && r.Color != baduk.White || r.Depth < 1 {
			continue
		}
		s.restricted = true
		if s.freeFrom[r.Color] == nil {
			s.freeFrom[r.Color] = make([]int32, n+1)
		}
		listed := make([]bool, n+1)
		for _, p := range r.Points {
			if p == baduk.Pass {
				listed[n] = true
			} else if p >= 0 && int(p) < n {
				listed[p] = true
			}
		}
		for i, in := range listed {
			if in != r.Only {
				s.freeFrom[r.Color][i] = max(s.freeFrom[r.Color][i], int32(r.Depth))
			}
		}
	}
}

// forbidden reports whether a restriction forbids a move at a depth below the root.
func (s *Search) forbidden(c baduk.Color, p baduk.Point, depth int) bool {
	until := s.freeFrom[c]
	if until == nil {
		return false
	}
	if p == baduk.Pass {
		p = baduk.Point(len(until) - 1)
	}
	return int32(depth) < until[p]
}

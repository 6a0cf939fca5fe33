package mcts

import "tengen/baduk"

// Restriction restricts the moves that a search considers.
type Restriction struct {
	Color baduk.Color // the player whose moves are restricted
	// Points are the moves that the player must not make. If Only is true, they are the only moves that the
	// player may make. baduk.Pass may be one of the points.
	Points []baduk.Point
	Only   bool
	// Depth is the number of moves from the root for which the restriction holds. With 1 it holds only for the
	// first move.
	Depth int
}

// Restrict replaces the restrictions for the next runs. An empty list removes them. Earlier results stay in the
// graph. If restrictions forbid all moves at a position, the position is evaluated, and no moves after it are
// searched. Restrict panics while the search runs.
func (s *Search) Restrict(list ...Restriction) {
	s.idle("Restrict")
	s.use.Lock()
	defer s.use.Unlock()
	s.restrictions = append([]Restriction(nil), list...)
	s.prepareRestrictions()
}

// prepareRestrictions computes freeFrom from the restrictions, for the game's board.
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

// forbidden reports whether a restriction forbids this move. depth is the number of moves from the root to the
// position before the move.
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

package baduk

import (
	"fmt"
	"strconv"
)

// PointSet is a set of points as a bitmap; the zero value is empty.
type PointSet []uint64

// Add puts p, a point of a board, into the set.
func (s *PointSet) Add(p Point) {
	for int(p)>>6 >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[p>>6] |= 1 << (p & 63)
}

// Remove takes p out of the set.
func (s PointSet) Remove(p Point) {
	if s.Has(p) {
		s[p>>6] &^= 1 << (p & 63)
	}
}

// Has reports whether p is in the set; [Pass] never is.
func (s PointSet) Has(p Point) bool {
	return p >= 0 && int(p)>>6 < len(s) && s[p>>6]>>(p&63)&1 != 0
}

// Reason is why a point counts for whom it counts.
type Reason uint8

const (
	ReasonDame      Reason = iota // empty, reaches both colours or none
	ReasonStone                   // a living stone stands there
	ReasonTerritory               // empty, reaches only one colour
	ReasonDead                    // a dead stone stood there; counted as empty
)

// String explains the reason in a few words.
func (r Reason) String() string {
	return [...]string{"neutral: reaches both colours or none", "stone", "surrounded by one colour", "dead stone, surrounded"}[r]
}

// PointScore is what one point counts.
type PointScore struct {
	Owner  Color // whom it counts for; Empty for nobody
	Reason Reason
}

// Score is a finished count with its reasons.
type Score struct {
	Points []PointScore // by Point
	// Stones, Territory count points by owner; Territory includes the points
	// of dead stones. Neutral are the points that count for nobody. Dead
	// counts the stones of each colour that were taken off before counting.
	Stones, Territory [3]int
	Neutral           int
	Dead              [3]int
	Komi              Komi // White's
	Bonus             int  // White's, for handicap stones, in points
	Ties              TieRule
}

// Score counts the area of the position (000, rule 9): a player's stones, and
// the empty points that reach only that player's colour. The stones in dead are
// taken off first; nil means that every stone is alive.
func (g *Game) Score(dead PointSet) Score {
	b := &g.pos.Board
	s := AreaScore(b, dead)
	s.Komi, s.Ties = g.rules.Komi, g.rules.Ties
	s.Bonus = g.rules.HandicapBonus.Points(g.setup.Handicap)
	return s
}

// AreaScore counts the area of a board without komi; see [Game.Score].
func AreaScore(b *Board, dead PointSet) Score {
	n := b.graph.Len()
	s := Score{Points: make([]PointScore, n)}
	colors := make([]Color, n)
	for p := range colors {
		colors[p] = b.cells[p].color
		if colors[p] != Empty && dead.Has(Point(p)) {
			s.Dead[colors[p]]++
			colors[p] = Empty
		}
	}
	seen := make([]bool, n)
	var region []Point
	for i := range colors {
		p := Point(i)
		if c := colors[p]; c != Empty {
			s.Points[p] = PointScore{c, ReasonStone}
			s.Stones[c]++
			continue
		}
		if seen[p] {
			continue
		}
		var reached [3]bool
		seen[p] = true
		region = append(region[:0], p)
		for k := 0; k < len(region); k++ {
			for _, q := range b.graph.adj[region[k]] {
				reached[colors[q]] = true
				if colors[q] == Empty && !seen[q] {
					seen[q] = true
					region = append(region, q)
				}
			}
		}
		owner := Empty
		switch {
		case reached[Black] && !reached[White]:
			owner = Black
		case reached[White] && !reached[Black]:
			owner = White
		}
		for _, q := range region {
			s.Points[q] = pointOf(owner, b.cells[q].color)
		}
		if owner == Empty {
			s.Neutral += len(region)
		} else {
			s.Territory[owner] += len(region)
		}
	}
	return s
}

// pointOf is the score of an empty point, or one emptied of a dead stone.
func pointOf(owner, stood Color) PointScore {
	switch {
	case owner == Empty:
		return PointScore{Empty, ReasonDame}
	case stood != Empty:
		return PointScore{owner, ReasonDead}
	}
	return PointScore{owner, ReasonTerritory}
}

// Area is the number of points that count for c, without komi.
func (s *Score) Area(c Color) int { return s.Stones[c] + s.Territory[c] }

// Total is what c has in all: the area, and for White komi and bonus.
func (s *Score) Total(c Color) float64 {
	t := float64(s.Area(c))
	if c == White {
		t += s.Komi.Points() + float64(s.Bonus)
	}
	return t
}

// Lead is by how many points Black is ahead.
func (s *Score) Lead() float64 { return s.Total(Black) - s.Total(White) }

// Winner is the player with more points, or whom the tie rule names.
func (s *Score) Winner() Color {
	switch s.Ties.Share(s.Lead()) {
	case 1:
		return Black
	case 0:
		return White
	}
	return Empty
}

// Result is the score as records write it: "B+3.5", "W+0.5", "0" for a draw. A
// tie that the rules give to Black is "B+0".
func (s *Score) Result() string {
	lead := s.Lead()
	switch s.Winner() {
	case Black:
		return "B+" + strconv.FormatFloat(lead, 'f', -1, 64)
	case White:
		return "W+" + strconv.FormatFloat(-lead, 'f', -1, 64)
	}
	return "0"
}

// String tells the count in one line.
func (s *Score) String() string {
	white := fmt.Sprintf("White %d stones + %d points + %v komi", s.Stones[White], s.Territory[White], s.Komi)
	if s.Bonus != 0 {
		white += fmt.Sprintf(" + %d for the handicap", s.Bonus)
	}
	return fmt.Sprintf("Black %d stones + %d points = %v; %s = %v; %d neutral: %s",
		s.Stones[Black], s.Territory[Black], s.Total(Black), white, s.Total(White), s.Neutral, s.Result())
}

// Result is the result of a game that is over: "W+R" after a resignation, the
// count of the board otherwise; "?" while the game goes on.
func (g *Game) Result(dead PointSet) string {
	if g.resigned == Black {
		return "W+R"
	}
	if g.resigned == White {
		return "B+R"
	}
	if !g.Over() {
		return "?"
	}
	s := g.Score(dead)
	return s.Result()
}

package kifustats

import (
	"slices"

	"tengen/baduk"
	"tengen/kifu"
)

// choicesOf returns, for each move of the main line, the number of points on which its player could put a stone under
// the basic ko without suicide. It returns nil on infinite boards, on boards where stones do not live by liberties, and
// if a part of the game cannot be replayed: a stone on a stone, or stones that are set up after the first move.
func choicesOf(t *kifu.Tree) []int {
	if t.Graph.Beyond() != baduk.NoPoint || t.Graph.Regional() {
		return nil
	}
	p := baduk.NewPosition(t.Graph)
	closed := closedPoints{position: p}
	var choices []int
	for n := range t.Root().MainLine() {
		if placed, err := n.Placement(); err != nil || !setUp(p, placed, len(choices) == 0) {
			return nil
		}
		if !n.HasMove() {
			continue
		}
		moves, err := n.Moves()
		if err != nil {
			return nil
		}
		for _, m := range moves {
			if m.Color != p.ToPlay {
				p.ToPlay, p.KoBan = m.Color, baduk.NoPoint
			}
			if len(choices) == 0 {
				closed.find(p.Empties())
			}
			choices = append(choices, closed.choices())
			if _, verdict := p.Play(m); verdict != baduk.Legal {
				return nil
			}
			if m.Point >= 0 {
				closed.find([]baduk.Point{m.Point})
				closed.find(t.Graph.Neighbours(m.Point))
			}
		}
	}
	return choices
}

// setUp places the stones that stand before the first move. It returns false if they cannot be placed.
func setUp(p *baduk.Position, placed kifu.Placement, first bool) bool {
	if placed.IsZero() {
		return true
	}
	if !first || len(placed.Empty) > 0 {
		return false
	}
	for i, q := range slices.Concat(placed.Black, placed.White) {
		stone := baduk.Move{Color: baduk.Black, Point: q}
		if i >= len(placed.Black) {
			stone.Color = baduk.White
		}
		if _, verdict := p.Place(stone); verdict != baduk.Legal {
			return false
		}
	}
	return true
}

// closedPoints are the empty points without an empty neighbour. A move can be suicide or a banned ko only on such
// a point. A point becomes closed only next to the last move, or on it after a suicide: the stones of a larger chain
// that is taken off leave empty neighbours.
type closedPoints struct {
	position *baduk.Position
	points   []baduk.Point
}

// find adds those of the points that are closed.
func (c *closedPoints) find(points []baduk.Point) {
	for _, p := range points {
		if c.closed(p) && !slices.Contains(c.points, p) {
			c.points = append(c.points, p)
		}
	}
}

func (c *closedPoints) closed(p baduk.Point) bool {
	return c.position.At(p) == baduk.Empty && !c.position.Open(p)
}

// choices counts the points on which the player to move can put a stone, and forgets the points that are no longer
// closed.
func (c *closedPoints) choices() int {
	kept, banned := c.points[:0], 0
	for _, p := range c.points {
		if !c.closed(p) {
			continue
		}
		kept = append(kept, p)
		if p == c.position.KoBan || c.position.IsSuicide(baduk.Move{Color: c.position.ToPlay, Point: p}) {
			banned++
		}
	}
	c.points = kept
	return len(c.position.Empties()) - banned
}

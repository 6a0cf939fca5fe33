package engine

import (
	"slices"

	"tengen/baduk"
	"tengen/mcts"
)

// sensible lists the legal moves that could change anything. It leaves out three kinds of points: points that are
// already owned unconditionally, eyes of a single chain, and points on the first line far from all stones. (A short
// search may choose such points on the first line.) On boards with weights it keeps the points on the first line. Under
// stone scoring, or with a tax on groups, it can be useful to play on one's own points. Under these rules sensible does
// not leave out the player's own points.
func sensible(g *baduk.Game) []baduk.Point {
	b, c, rules := &g.Position().Board, g.ToPlay(), g.Rules()
	alive := b.PassAlive(rules.Suicide != baduk.SuicideForbidden)
	spare := rules.Scoring != baduk.ScoringStones && rules.Tax != baduk.TaxAll
	var list []baduk.Point
	for i := range g.Graph().Len() {
		p := baduk.Point(i)
		if g.At(p) == baduk.Empty {
			switch {
			case alive[p] == c.Opponent():
				continue
			case !spare:
			case alive[p] == c && b.Around(p, c.Opponent()) == 0 || eyeOfOne(b, p, c):
				continue
			}
		}
		if !lonelyOnEdge(g, p) && g.Legal(baduk.Move{Color: c, Point: p}) == baduk.Legal {
			list = append(list, p)
		}
	}
	return list
}

// useful lists the sensible moves that the restrictions allow. If none is left and the player must not pass either,
// it lists all legal moves that the restrictions allow.
func (e *Engine) useful(g *baduk.Game) []baduk.Point {
	c := g.ToPlay()
	list := slices.DeleteFunc(sensible(g), func(p baduk.Point) bool { return e.forbidden(c, p) })
	if len(list) > 0 || !e.forbidden(c, baduk.Pass) {
		return list
	}
	for i := range g.Graph().Len() {
		if p := baduk.Point(i); !e.forbidden(c, p) && g.Legal(baduk.Move{Color: c, Point: p}) == baduk.Legal {
			list = append(list, p)
		}
	}
	return list
}

// forbidden reports whether a restriction forbids the next move of c to be at p, which may be baduk.Pass.
func (e *Engine) forbidden(c baduk.Color, p baduk.Point) bool {
	for _, r := range e.restrictions {
		if r.Color == c && r.Depth >= 1 && slices.Contains(r.Points, p) != r.Only {
			return true
		}
	}
	return false
}

// bestAllowed returns the best move of a search with restrictions. It prefers useful moves. It returns nil if the
// restrictions forbid all moves.
func (e *Engine) bestAllowed(g *baduk.Game, r mcts.Result) *mcts.MoveInfo {
	best, _ := e.candidates(g, r)
	if best == nil && len(r.Moves) > 0 {
		best = &r.Moves[0]
	}
	return best
}

// among returns a function that reports whether a point is in the list. It returns false for a pass.
func among(list []baduk.Point) func(baduk.Point) bool {
	set := baduk.PointSet{}
	for _, p := range list {
		set.Add(p)
	}
	return func(p baduk.Point) bool { return p != baduk.Pass && set.Has(p) }
}

// eyeOfOne reports whether all stones around p belong to one chain of colour c that has another liberty.
// Filling such an eye never helps.
func eyeOfOne(b *baduk.Board, p baduk.Point, c baduk.Color) bool {
	if !b.Enclosed(p, c) {
		return false
	}
	around := b.Graph().Neighbours(p)
	for _, q := range around {
		if b.Head(q) != b.Head(around[0]) {
			return false
		}
	}
	return len(around) > 0 && b.Liberties(around[0]) > 1
}

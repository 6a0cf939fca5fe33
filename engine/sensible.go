package engine

import "tengen/baduk"

// sensible are the points on which a move could change anything: legal ones, but
// for those that are unconditionally owned already, for eyes of a single chain,
// and for the first line far from all stones, where a search that has hardly looked
// may end up. Where stones alone count, or groups are taxed, one's own points are
// there to be played on.
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

// Sensible reports of points whether a move of the player to move could change anything
// there.
func Sensible(g *baduk.Game) func(baduk.Point) bool {
	list := baduk.PointSet{}
	for _, p := range sensible(g) {
		list.Add(p)
	}
	return func(p baduk.Point) bool { return p != baduk.Pass && list.Has(p) }
}

// eyeOfOne reports whether all around p is one chain of c's that has another
// liberty: to fill it never helps.
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

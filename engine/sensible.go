package engine

import "tengen/baduk"

// sensible lists the legal moves that could change anything. It leaves out three kinds of points: points that
// are already owned unconditionally, eyes of a single chain, and points on the first line far from all stones.
// (A short search may choose such points on the first line.) Under stone scoring, or with a tax on groups, it
// can be useful to play on one's own points. Under these rules sensible does not leave out the player's own
// points.
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

// sensibleAt returns a function that tests a move of the player to move. The function reports whether a move at
// the point could change anything.
func sensibleAt(g *baduk.Game) func(baduk.Point) bool {
	list := baduk.PointSet{}
	for _, p := range sensible(g) {
		list.Add(p)
	}
	return func(p baduk.Point) bool { return p != baduk.Pass && list.Has(p) }
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

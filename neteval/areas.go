package neteval

import "tengen/baduk"

// areas fills two kinds of planes: the planes of area, and the planes of the stones at the beginning of the
// second clean-up.
func (w *writer) areas() {
	var start []baduk.Color
	if w.game.Phase() == 2 {
		start = w.game.StonesAfter(w.game.PhaseBegan())
		for i, c := range start {
			w.mark(w.layout.start, baduk.Point(i), c)
		}
	}
	if w.layout.area == 0 {
		return
	}
	r, b := w.game.Rules(), &w.game.Position().Board
	suicide := r.Suicide != baduk.SuicideForbidden || w.suicide
	var owner []baduk.Color
	switch territory := r.Scoring == baduk.ScoringTerritory; {
	case w.layout.owner == safe, w.layout.owner == safeOrOwned && territory:
		owner = w.safeArea(b, suicide)
	case w.layout.owner == safeOrOwned, !territory && r.Tax == baduk.TaxNone:
		owner = w.finder.Area(b, suicide)
	case !territory:
		owner = w.afterTax(b, w.finder.Area(b, suicide), func(area, stone baduk.Color) bool { return area == stone })
	case start == nil:
		return // nets see territory only in the second clean-up
	default:
		owner = w.afterTax(b, w.finder.Area(b, suicide), func(area, stone baduk.Color) bool { return r.Tax == baduk.TaxNone && area != stone })
		for i, c := range owner {
			if c == baduk.Empty && start[i] == b.At(baduk.Point(i)) {
				owner[i] = start[i]
			}
		}
	}
	for i, c := range owner {
		w.mark(w.layout.area, baduk.Point(i), c)
	}
}

// afterTax returns the part of an area that remains after a tax. It consists of the points of independent life
// and of the points for which the function kept returns true. The arguments of kept are the owner of a point
// and the colour of the stone on it.
func (f *Features) afterTax(b *baduk.Board, area []baduk.Color, kept func(area, stone baduk.Color) bool) []baduk.Color {
	owner, _ := f.finder.IndependentLife(b, area)
	for i, c := range area {
		if c != baduk.Empty && kept(c, b.At(baduk.Point(i))) {
			owner[i] = c
		}
	}
	return owner
}

// safeArea returns the owner of each safe point. Safe points are pass-alive stones, their territory, and empty
// regions that are bordered only by pass-alive stones of one player. The opponent has no stones in such a
// region, but may be able to live in it.
func (f *Features) safeArea(b *baduk.Board, suicide bool) []baduk.Color {
	owner := f.finder.PassAlive(b, suicide)
	alive := func(p baduk.Point) bool { return owner[p] == b.At(p) }
	f.visited = resize(f.visited, len(owner))
	seen, region := f.visited, f.region
	for i := range owner {
		if p := baduk.Point(i); seen[i] || b.At(p) != baduk.Empty || owner[i] != baduk.Empty {
			continue
		}
		seen[i] = true
		region = append(region[:0], baduk.Point(i))
		holder, held := baduk.Empty, true
		for k := 0; k < len(region); k++ {
			for _, q := range b.Graph().Neighbours(region[k]) {
				switch c := b.At(q); {
				case c != baduk.Empty:
					held = held && alive(q) && (holder == baduk.Empty || holder == c)
					holder = c
				case !seen[q]:
					seen[q] = true
					region = append(region, q)
				}
			}
		}
		if held {
			for _, p := range region {
				owner[p] = holder
			}
		}
	}
	f.region = region
	return owner
}

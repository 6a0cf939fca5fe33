package replay

import (
	"slices"

	"tengen/baduk"
)

// symmetries is a mask of those that the board has, as neteval and KataGo count them: 1 turns the rows
// around, 2 the columns, 4 then exchanges both, which only squares have. Other boards than rectangles
// have none here.
func (g *Game) symmetries() uint8 {
	switch w, h, ok := sides(g.Graph); {
	case !ok:
		return 0
	case w == h:
		return 7
	}
	return 3
}

// Turned is the game and the sample as they are seen in the row's symmetry: every point is where the
// symmetry puts it, so that planes made of the game are turned, and what is to be learnt with them. Of
// the samples of the game only this one is turned; the others are left out. Without a symmetry it is
// the game itself.
func (r *Row) Turned() (*Game, *Sample) {
	if r.Symmetry == 0 {
		return r.Game, r.Sample()
	}
	g, s := *r.Game, *r.Sample()
	to := permutation(r.Game.Graph, r.Symmetry&r.Game.symmetries())
	point := func(p baduk.Point) baduk.Point {
		if p < 0 {
			return p
		}
		return to[p]
	}
	points := func(list []baduk.Point) []baduk.Point {
		list = slices.Clone(list)
		for i, p := range list {
			list[i] = point(p)
		}
		return list
	}
	g.Setup.Black, g.Setup.White = points(g.Setup.Black), points(g.Setup.White)
	g.Moves = slices.Clone(g.Moves)
	for i := range g.Moves {
		g.Moves[i].Point = point(g.Moves[i].Point)
	}
	g.Final = permuted(g.Final, to)
	s.Policy = slices.Clone(s.Policy)
	for i := range s.Policy {
		s.Policy[i].Point = point(s.Policy[i].Point)
	}
	s.Ownership = permuted(s.Ownership, to)
	g.Samples = []Sample{s}
	return &g, &g.Samples[0]
}

// moved puts what is at every point where the point goes.
func permuted[T any](at []T, to []baduk.Point) []T {
	if at == nil {
		return nil
	}
	out := make([]T, len(at))
	for p, v := range at {
		out[to[p]] = v
	}
	return out
}

// permutation is where every point of a rectangle goes.
func permutation(g *baduk.Graph, symmetry uint8) []baduk.Point {
	width, height, _ := sides(g)
	to := make([]baduk.Point, g.Len())
	for p := range to {
		x, y := p%width, p/width
		if symmetry&1 != 0 {
			y = height - 1 - y
		}
		if symmetry&2 != 0 {
			x = width - 1 - x
		}
		if symmetry&4 != 0 {
			x, y = y, x
		}
		to[p] = baduk.Point(y*width + x)
	}
	return to
}

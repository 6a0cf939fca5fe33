package replay

import (
	"slices"

	"tengen/baduk"
)

// symmetries returns a mask of the board's symmetries. The number of a symmetry is a sum of these numbers, as in
// package neteval and KataGo: 1 reverses the rows, and 2 reverses the columns. After that, 4 transposes the board,
// which must be a square. Boards that are not rectangles do not have symmetries.
func (g *Game) symmetries() uint8 {
	switch grid, ok := gridOf(g.Graph); {
	case !ok:
		return 0
	case grid.Width == grid.Height:
		return 7
	}
	return 3
}

// Turned returns the game and the sample turned by the row's symmetry, which moves every point and its targets. The
// returned game has only this sample. If the row has no symmetry, Turned returns the row's own game.
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

// permuted moves each value to the point that the parameter to has for its old point.
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

// permutation returns, for each point of a rectangle, the point to which the symmetry maps it.
func permutation(g *baduk.Graph, symmetry uint8) []baduk.Point {
	grid, _ := gridOf(g)
	to := make([]baduk.Point, g.Len())
	for p := range to {
		x, y := grid.XY(baduk.Point(p))
		if symmetry&1 != 0 {
			y = grid.Height - 1 - y
		}
		if symmetry&2 != 0 {
			x = grid.Width - 1 - x
		}
		if symmetry&4 != 0 {
			x, y = y, x
		}
		to[p] = grid.At(x, y)
	}
	return to
}

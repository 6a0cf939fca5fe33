package store

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"tengen/baduk"
	"tengen/kifu"
)

// randomRecord returns a game like those of real records. Most moves are legal, and they are close
// to each other so that there are captures. There are also passes, moves out of turn,
// moves on stones, and sometimes a set-up.
func randomRecord(rng *rand.Rand, g *baduk.Graph, moves int) *kifu.Record {
	r := &kifu.Record{Graph: g, Rules: kifu.DefaultRules()}
	n := g.Len()
	if rng.IntN(4) == 0 {
		stones := make([]baduk.Color, n)
		for range rng.IntN(n/2 + 1) {
			stones[rng.IntN(n)] = baduk.Color(1 + rng.IntN(2))
		}
		if _, err := boardOf(g, stones); err == nil {
			r.Setup = baduk.SetupOf(stones, baduk.Black)
		}
	}
	color, last := baduk.Black, rng.IntN(n)
	for range moves {
		if rng.IntN(40) == 0 {
			color = color.Opponent()
		}
		m := baduk.Move{Color: color, Point: baduk.Point(rng.IntN(n))}
		switch rng.IntN(20) {
		case 0:
			m.Point = baduk.Pass
		case 1: // anywhere, even on a stone
		default:
			if near := g.Neighbours(baduk.Point(last)); rng.IntN(3) > 0 && len(near) > 0 {
				m.Point = near[rng.IntN(len(near))]
			}
			for try := 0; try < 20 && slices.Contains(movesTo(r), m.Point); try++ {
				m.Point = baduk.Point(rng.IntN(n))
			}
		}
		if m.Point >= 0 {
			last = int(m.Point)
		}
		r.Moves = append(r.Moves, m)
		color = color.Opponent()
	}
	r.Info.Result = []string{"B+R", "W+3.5", "0", "?", "", "B+", "W+T"}[rng.IntN(7)]
	r.Info.Date = []string{"", "1846-07-21", "1993", "2001-02", fmt.Sprint(1900 + rng.IntN(100))}[rng.IntN(5)]
	return r
}

// movesTo returns the points of the last few moves, which are probably occupied.
func movesTo(r *kifu.Record) []baduk.Point {
	var list []baduk.Point
	for _, m := range r.Moves[max(0, len(r.Moves)-8):] {
		list = append(list, m.Point)
	}
	return list
}

// randomPattern returns a rectangle cut out of a position. Some points may match anything, and
// some may be changed, so that the pattern need not occur in a game.
func randomPattern(rng *rand.Rand, w, h int, g *baduk.Graph, positions [][]baduk.Color) Pattern {
	p := Pattern{Board: g, Width: 1 + rng.IntN(w), Height: 1 + rng.IntN(h), FixedColors: rng.IntN(5) == 0}
	if rng.IntN(6) == 0 {
		p.Width, p.Height = w, h
	}
	x, y := rng.IntN(w-p.Width+1), rng.IntN(h-p.Height+1)
	if rng.IntN(2) == 0 {
		x, y = x/2*2%max(1, w-p.Width), 0
	}
	stones := positions[rng.IntN(len(positions))]
	free, wrong := rng.IntN(3), rng.IntN(30)
	for q := range p.Width * p.Height {
		want := wanted(stones[(y+q/p.Width)*w+x+q%p.Width])
		if free > 0 && rng.IntN(4) < free {
			want = WantAny
		}
		if wrong == 0 && rng.IntN(6) == 0 {
			want = Want(rng.IntN(4))
		}
		p.Points = append(p.Points, want)
	}
	if rng.IntN(8) == 0 { // a symmetric pattern
		for q := range p.Points {
			p.Points[q] = p.Points[min(q, len(p.Points)-1-q)]
		}
	}
	for _, e := range []struct {
		on   bool
		edge Edges
	}{{x == 0, Left}, {y == 0, Top}, {x+p.Width == w, Right}, {y+p.Height == h, Bottom}} {
		if e.on && rng.IntN(4) > 0 {
			p.Edges |= e.edge
		}
	}
	return p
}

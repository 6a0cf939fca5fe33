package rollout

import (
	"slices"

	"tengen/baduk"
)

// shape is what the policies know about a graph besides adjacency.
type shape struct {
	graph *baduk.Graph
	// around lists the eight points around p clockwise from the upper left,
	// NoPoint beyond the border; nil where the graph is not a rectangle.
	around [][8]baduk.Point
	// diagonals lists by point those that touch it only at a corner: they share
	// two neighbours with it that do not touch each other.
	diagonals [][]baduk.Point
}

func newShape(g *baduk.Graph) *shape {
	s := &shape{graph: g, diagonals: make([][]baduk.Point, g.Len())}
	for p := range s.diagonals {
		s.diagonals[p] = diagonalsOf(g, baduk.Point(p))
	}
	grid, ok := g.Rectangle()
	if !ok {
		return s
	}
	s.around = make([][8]baduk.Point, g.Len())
	for p := range g.Len() {
		x, y := grid.XY(baduk.Point(p))
		for i, d := range [8][2]int{{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}} {
			u, v := x+d[0], y+d[1]
			q := baduk.NoPoint
			if grid.Contains(u, v) {
				q = grid.At(u, v)
			}
			s.around[p][i] = q
		}
	}
	return s
}

// crowded is the number of neighbours above which a point has no diagonals.
const crowded = 16

// diagonalsOf finds the diagonals of p by adjacency alone.
func diagonalsOf(g *baduk.Graph, p baduk.Point) []baduk.Point {
	if len(g.Neighbours(p)) > crowded {
		return nil // no lattice is this dense, and the search would take long
	}
	var list []baduk.Point
	shared := map[baduk.Point]baduk.Point{} // the first neighbour of p that q touches
	for _, n := range g.Neighbours(p) {
		for _, q := range g.Neighbours(n) {
			first, again := shared[q]
			switch {
			case q == p || len(g.Neighbours(q)) > crowded || slices.Contains(g.Neighbours(p), q):
			case !again:
				shared[q] = n
			case !slices.Contains(g.Neighbours(first), n) && !slices.Contains(list, q):
				list = append(list, q)
			}
		}
	}
	return list
}

// isEye reports whether c would fill a simple eye of its own on p. All neighbours are c's. If the point has
// diagonals, the opponent holds fewer than two of them, or none at a border, where there are fewer diagonals
// than neighbours. Without diagonals it is not an eye if it is the last liberty of one of several chains
// around it.
func (s *shape) isEye(b *baduk.Board, p baduk.Point, c baduk.Color) bool {
	if !b.Enclosed(p, c) {
		return false
	}
	diagonals := s.diagonals[p]
	adj := s.graph.Neighbours(p)
	if len(diagonals) == 0 {
		chains, atari := false, false
		for _, q := range adj {
			chains = chains || b.Head(q) != b.Head(adj[0])
			atari = atari || b.Liberties(q) == 1
		}
		return !chains || !atari
	}
	enemies, opp := 0, c.Opponent()
	for _, q := range diagonals {
		if b.At(q) == opp {
			enemies++
		}
	}
	if len(diagonals) < len(adj) {
		return enemies == 0
	}
	return enemies < 2
}

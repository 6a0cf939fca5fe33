package rollout

import (
	"slices"

	"tengen/baduk"
)

// shape has data about a graph that policies need in addition to the neighbours of points.
type shape struct {
	graph *baduk.Graph
	// around lists the eight points around each point, clockwise from the upper left. It has NoPoint for places
	// beyond the border. It is nil if the graph is not a rectangle.
	around [][8]baduk.Point
	// diagonals lists, for each point, the points that touch it only at a corner. A point and its diagonal are
	// not neighbours. They have two common neighbours that are not neighbours of each other.
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

// crowded is a number of neighbours. A point with more neighbours counts as having no diagonals.
const crowded = 16

// diagonalsOf finds the diagonals of p from the neighbours of points.
func diagonalsOf(g *baduk.Graph, p baduk.Point) []baduk.Point {
	if len(g.Neighbours(p)) > crowded {
		return nil // no lattice is this dense, and finding diagonals would take long
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

// isEye reports whether p is a simple eye of c. All neighbours of an eye are stones of c. If the point has
// diagonals, the opponent must hold fewer than two of them. If it has fewer diagonals than neighbours, it is at
// a border, and the opponent must hold none. If it has no diagonals and several chains are around it, it must
// not be the last liberty of one of them.
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

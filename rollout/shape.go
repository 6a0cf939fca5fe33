package rollout

import "tengen/baduk"

// shape is what the policies know of a graph beyond adjacency.
type shape struct {
	graph *baduk.Graph
	// around lists the eight points around p clockwise from the upper left,
	// NoPoint beyond the border; nil where the graph is no rectangle.
	around [][8]baduk.Point
	// diagonals lists those of them that touch p only at a corner.
	diagonals [][]baduk.Point
}

func newShape(g *baduk.Graph) *shape {
	s := &shape{graph: g}
	geo, ok := g.Geometry()
	if !ok || geo.Width == 0 {
		return s
	}
	s.around = make([][8]baduk.Point, g.Len())
	s.diagonals = make([][]baduk.Point, g.Len())
	for p := range g.Len() {
		x, y := p%geo.Width, p/geo.Width
		for i, d := range [8][2]int{{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}} {
			u, v := x+d[0], y+d[1]
			q := baduk.NoPoint
			if u >= 0 && u < geo.Width && v >= 0 && v < geo.Height {
				q = baduk.Point(v*geo.Width + u)
				if i%2 == 0 {
					s.diagonals[p] = append(s.diagonals[p], q)
				}
			}
			s.around[p][i] = q
		}
	}
	return s
}

// isEye reports whether c would fill a simple eye of its own on p: all
// neighbours are c's, and where the graph has diagonals, the opponent holds
// fewer than two of them, or none at the border. Elsewhere the neighbours
// alone decide.
func (s *shape) isEye(b *baduk.Board, p baduk.Point, c baduk.Color) bool {
	if !b.Enclosed(p, c) {
		return false
	}
	if s.diagonals == nil {
		return true
	}
	enemies, opp := 0, c.Opponent()
	for _, q := range s.diagonals[p] {
		if b.At(q) == opp {
			enemies++
		}
	}
	if len(s.diagonals[p]) < 4 {
		return enemies == 0
	}
	return enemies < 2
}

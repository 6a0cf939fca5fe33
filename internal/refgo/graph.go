package refgo

import "slices"

// Graph is the set of points with their adjacency: Graph[p] lists the distinct
// neighbours of point p. Adjacency is symmetric, and a point is not its own
// neighbour. Tromp-Taylor rule 1 demands the square grid, but the other rules
// use only adjacency.
type Graph [][]int

// Grid is the rectangle of Tromp-Taylor rule 1, for any width and height. The
// number of point (x, y) is y*width+x, and row 0 is the top row. The
// mathematical part of the Tromp-Taylor document lists four neighbours of every
// point, even at the border. Grid leaves out those beyond the border.
func Grid(width, height int) Graph { return lattice(width, height, false, false) }

// Torus is [Grid] with opposite borders joined in both directions. Adjacency is
// a set: if there are two columns, the left and the right neighbour are the
// same point and count once. If there is a single column, a point is not its
// own neighbour.
func Torus(width, height int) Graph { return lattice(width, height, true, true) }

// Cylinder is [Grid] with the left border joined to the right one.
func Cylinder(width, height int) Graph { return lattice(width, height, true, false) }

func lattice(width, height int, wrapX, wrapY bool) Graph {
	g := make(Graph, width*height)
	for p := range g {
		for _, step := range [][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
			x, y := p%width+step[0], p/width+step[1]
			if wrapX {
				x = (x + width) % width
			}
			if wrapY {
				y = (y + height) % height
			}
			if x < 0 || x >= width || y < 0 || y >= height {
				continue
			}
			if q := y*width + x; q != p && !slices.Contains(g[p], q) {
				g[p] = append(g[p], q)
			}
		}
	}
	return g
}

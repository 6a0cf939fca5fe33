package baduk

import (
	"strconv"
	"strings"
)

// Grid is the rows and columns of a board. Columns are numbered from 0 at the
// left, and rows from 0 at the top. Points are numbered row by row.
type Grid struct{ Width, Height int }

// At is the point in column x and row y, both of which must be on the grid.
func (g Grid) At(x, y int) Point { return Point(y*g.Width + x) }

// XY returns the column and the row of a point of the grid.
func (g Grid) XY(p Point) (x, y int) { return int(p) % g.Width, int(p) / g.Width }

// Contains reports whether the grid has a column x and a row y.
func (g Grid) Contains(x, y int) bool { return x >= 0 && x < g.Width && y >= 0 && y < g.Height }

// Line is the number of the line that a point of the grid is on. Players count
// lines from the nearest side, beginning with 1.
func (g Grid) Line(p Point) int {
	x, y := g.XY(p)
	return 1 + min(x, y, g.Width-1-x, g.Height-1-y)
}

// Rectangle is the grid of a graph that [Rectangle] made. It reports false for
// any other graph.
func (g *Graph) Rectangle() (Grid, bool) {
	if g.geometry == nil || g.geometry.Width == 0 {
		return Grid{}, false
	}
	return Grid{g.geometry.Width, g.geometry.Height}, true
}

// Rows is the grid of a rectangle or of a board whose points have the names of
// the points of a rectangle, such as a torus. It reports false for any other
// board.
func (g *Graph) Rows() (Grid, bool) {
	if grid, ok := g.Rectangle(); ok {
		return grid, true
	}
	height, err := strconv.Atoi(strings.TrimPrefix(g.Vertex(0), "A"))
	if err != nil || height < 1 || g.Len()%height != 0 {
		return Grid{}, false
	}
	grid := Grid{g.Len() / height, height}
	for p := range Point(g.Len()) {
		if g.Vertex(p) != grid.vertex(p) {
			return Grid{}, false
		}
	}
	return grid, true
}

// vertex is the name of a point in GTP: columns without I, rows from the bottom.
func (g Grid) vertex(p Point) string {
	x, y := g.XY(p)
	return column(x) + strconv.Itoa(g.Height-y)
}

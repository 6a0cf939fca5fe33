package topology

import (
	"fmt"
	"slices"
	"strconv"

	"tengen/baduk"
)

// MaxSide is the longest side of a lattice, in points. SGF has names for 52 columns, the
// letters a to z and A to Z.
const MaxSide = 52

// layout is a board without weights. It has the neighbours and places of the points, and
// the coordinates for expressions of weights.
type layout struct {
	spec string // the text for Parse, such as "torus 9x9"; "" for a hand-drawn graph
	adj  [][]baduk.Point
	geo  baduk.Geometry
	// The slices x and y have, by point, the variables x and y of an expression
	// for weights.
	x, y []float64
	// generators are permutations that may be symmetries. Those that are not are
	// dropped later.
	generators [][]baduk.Point
	window     *window // window of an infinite board, else nil
}

func newLayout(spec string, n int) *layout {
	return &layout{
		spec: spec,
		adj:  make([][]baduk.Point, n),
		geo:  baduk.Geometry{X: make([]float64, n), Y: make([]float64, n), Names: make([]string, n)},
		x:    make([]float64, n),
		y:    make([]float64, n),
	}
}

// join makes p and q neighbours, unless they already are neighbours or are the
// same point.
func (l *layout) join(p, q baduk.Point) {
	if p != q && !slices.Contains(l.adj[p], q) {
		l.adj[p] = append(l.adj[p], q)
		l.adj[q] = append(l.adj[q], p)
	}
}

// permutation returns the list of the values of f.
func (l *layout) permutation(f func(p int) int) []baduk.Point {
	perm := make([]baduk.Point, len(l.adj))
	for p := range perm {
		perm[p] = baduk.Point(f(p))
	}
	return perm
}

// graph returns the board without weights.
func (l *layout) graph() (*baduk.Graph, error) {
	return l.graphWith(l.spec, nil, sourceOf(l.spec))
}

// graphWith returns the board with a name, weights and the text of its file.
// Its symmetries are those that map every point to a point of the same weight.
func (l *layout) graphWith(name string, life *baduk.Life, source string) (*baduk.Graph, error) {
	if l.geo.Symmetries == nil {
		l.geo.Symmetries = symmetries(l.adj, l.generators)
	}
	geo := l.geo
	if life != nil {
		geo.Symmetries = slices.DeleteFunc(slices.Clone(geo.Symmetries), func(s []baduk.Point) bool {
			for p, q := range s {
				if life.Weights[p] != life.Weights[q] {
					return true
				}
			}
			return false
		})
	}
	return baduk.NewGraphFrom(baduk.Shape{Name: name, Adjacency: l.adj, Geometry: &geo, Life: life,
		Beyond: l.window != nil, Source: source})
}

// sourceOf returns the shortest board file of a spec.
func sourceOf(spec string) string { return (&document{Shape: spec}).canonical() }

// built makes the graph of a layout. Exported constructors pass the results of
// a layout function to it.
func built(l *layout, err error) (*baduk.Graph, error) {
	if err != nil {
		return nil, err
	}
	return l.graph()
}

// grid is a layout of rows and columns: point p is in column p%w and row p/w from the
// top.
type grid struct {
	*layout
	w, h int
}

// newGrid returns a grid without edges. The names, stars and places of its
// points are those of a rectangle. The variable x of a point is its column,
// counted from 1 at the left. The variable y is its row, counted from 1 at the
// bottom.
func newGrid(kind string, w, h int) (*grid, error) {
	if err := checkSides(kind, w, h); err != nil {
		return nil, err
	}
	plane, err := baduk.Rectangle(w, h)
	if err != nil {
		return nil, err
	}
	g := &grid{newLayout(fmt.Sprintf("%s %dx%d", kind, w, h), w*h), w, h}
	drawn, _ := plane.Geometry()
	g.geo.X, g.geo.Y, g.geo.Stars = drawn.X, drawn.Y, drawn.Stars
	for p := range g.adj {
		g.geo.Names[p] = plane.Vertex(baduk.Point(p))
		g.x[p], g.y[p] = float64(p%w+1), float64(h-p/w)
	}
	return g, nil
}

func checkSides(kind string, w, h int) error {
	if w < 1 || h < 1 || w > MaxSide || h > MaxSide {
		return fmt.Errorf("a %s cannot be %dx%d: sides are 1 to %d", kind, w, h, MaxSide)
	}
	return nil
}

// The method at returns the point in column x and row y, both counted from 0.
func (g *grid) at(x, y int) baduk.Point { return baduk.Point(y*g.w + x) }

// rows joins every point with the next in its row.
func (g *grid) rows() {
	for y := range g.h {
		for x := range g.w - 1 {
			g.join(g.at(x, y), g.at(x+1, y))
		}
	}
}

// columns joins every point with the next in its column.
func (g *grid) columns() {
	for y := range g.h - 1 {
		for x := range g.w {
			g.join(g.at(x, y), g.at(x, y+1))
		}
	}
}

// joinSides joins the right side with the left one, upside down if flip is true.
func (g *grid) joinSides(flip bool) {
	for y := range g.h {
		v := y
		if flip {
			v = g.h - 1 - y
		}
		g.join(g.at(g.w-1, y), g.at(0, v))
	}
}

// joinEnds joins the bottom with the top.
func (g *grid) joinEnds() {
	for x := range g.w {
		g.join(g.at(x, g.h-1), g.at(x, 0))
	}
}

// The method may adds a permutation that may be a symmetry. The function f maps
// the point (x, y) to (u, v). A result off the board is wrapped around. If flip
// is true, each wrap along a row turns the rows upside down.
func (g *grid) may(flip bool, f func(x, y int) (u, v int)) {
	g.generators = append(g.generators, g.permutation(func(p int) int {
		u, v := f(p%g.w, p/g.w)
		for ; u >= g.w; u -= g.w {
			if flip {
				v = g.h - 1 - v
			}
		}
		return (v%g.h+g.h)%g.h*g.w + u
	}))
}

// reflections adds the reflection left to right, the reflection top to bottom, and
// their product.
func (g *grid) reflections() {
	g.may(false, func(x, y int) (int, int) { return g.w - 1 - x, y })
	g.may(false, func(x, y int) (int, int) { return x, g.h - 1 - y })
	g.may(false, func(x, y int) (int, int) { return g.w - 1 - x, g.h - 1 - y })
}

// number returns an integer as text.
func number(n int) string { return strconv.Itoa(n) }

package topology

import (
	"fmt"
	"math"
	"slices"

	"tengen/baduk"
)

// Rectangle is the board of [baduk.Rectangle], with sides of 1 to [MaxSide]
// points. Other programs have no names for the columns of larger boards.
func Rectangle(width, height int) (*baduk.Graph, error) {
	if err := checkSides("rectangle", width, height); err != nil {
		return nil, err
	}
	return baduk.Rectangle(width, height)
}

// rectangle is the layout of [Rectangle], for board files that give weights to
// a rectangle.
func rectangle(w, h int) (*layout, error) {
	g, err := newGrid("rectangle", w, h)
	if err != nil {
		return nil, err
	}
	plane, err := baduk.Rectangle(w, h)
	if err != nil {
		return nil, err
	}
	g.geo, _ = plane.Geometry()
	g.spec = plane.String()
	for p := range g.adj {
		g.adj[p] = plane.Neighbours(baduk.Point(p))
	}
	return g.layout, nil
}

// Cylinder is the rectangle whose left side is joined to the right one. The top and
// the bottom row remain edges. Its symmetries are the rotations and the reflections.
// In general there are 4*width symmetries.
func Cylinder(width, height int) (*baduk.Graph, error) { return built(cylinder(width, height)) }

func cylinder(w, h int) (*layout, error) { return around("cylinder", w, h) }

func around(kind string, w, h int) (*layout, error) {
	g, err := newGrid(kind, w, h)
	if err != nil {
		return nil, err
	}
	g.rows()
	g.columns()
	g.joinSides(false)
	g.may(false, func(x, y int) (int, int) { return x + 1, y })
	g.reflections()
	return g.layout, nil
}

// Annulus is the same graph as [Cylinder], drawn as concentric circles. The bottom row is
// the innermost circle, and the columns run clockwise from the top.
func Annulus(width, height int) (*baduk.Graph, error) { return built(annulus(width, height)) }

func annulus(w, h int) (*layout, error) {
	l, err := around("annulus", w, h)
	if err != nil {
		return nil, err
	}
	l.geo.Stars = nil
	inner := math.Max(0.6, circleOf(w))
	grid := baduk.Grid{Width: w, Height: h}
	for p := range l.adj {
		x, y := grid.XY(baduk.Point(p))
		radius, turn := inner+float64(h-1-y), 2*math.Pi*float64(x)/float64(w)
		l.geo.X[p], l.geo.Y[p] = radius*math.Sin(turn), -radius*math.Cos(turn)
	}
	return l, nil
}

// circleOf returns the radius of a circle of n points at distance 1 from each other.
func circleOf(n int) float64 {
	if n < 2 {
		return 0
	}
	return 1 / (2 * math.Sin(math.Pi/float64(n)))
}

// Torus is the rectangle with both pairs of opposite sides joined. It has no
// edge. Its symmetries are the products of translations and reflections. On a
// square torus the exchange of rows and columns is also a symmetry. In general
// there are 4 or 8 times as many symmetries as points. The board lists at most
// [MaxSymmetries]. A torus whose sides are all 2 or 4 is a hypercube. It has
// more symmetries, which are not listed.
func Torus(width, height int) (*baduk.Graph, error) { return built(torus(width, height)) }

func torus(w, h int) (*layout, error) {
	g, err := newGrid("torus", w, h)
	if err != nil {
		return nil, err
	}
	g.rows()
	g.columns()
	g.joinSides(false)
	g.joinEnds()
	g.may(false, func(x, y int) (int, int) { return x + 1, y })
	g.may(false, func(x, y int) (int, int) { return x, y + 1 })
	g.reflections()
	if w == h {
		g.may(false, func(x, y int) (int, int) { return y, x })
	}
	return g.layout, nil
}

// Moebius is the strip whose left side is joined to the right one upside down.
// One way around the strip leads from row r to row height+1-r. Its symmetries
// are the 2*width translations around the strip, and the reflections. In
// general there are 4*width symmetries.
func Moebius(width, height int) (*baduk.Graph, error) { return built(moebius(width, height)) }

func moebius(w, h int) (*layout, error) {
	g, err := newGrid("moebius", w, h)
	if err != nil {
		return nil, err
	}
	g.rows()
	g.columns()
	g.joinSides(true)
	g.may(true, func(x, y int) (int, int) { return x + 1, y })
	g.reflections()
	return g.layout, nil
}

// Klein is the Klein bottle. Top and bottom are joined as on a [Torus]. Left
// and right are joined upside down, as on a [Moebius] strip. It has no edge.
// Its symmetries are the translations around the strip, the reflections, and
// for even heights the shift by half the height. In general there are 4*width
// or 8*width symmetries.
func Klein(width, height int) (*baduk.Graph, error) { return built(klein(width, height)) }

func klein(w, h int) (*layout, error) {
	g, err := newGrid("klein", w, h)
	if err != nil {
		return nil, err
	}
	g.rows()
	g.columns()
	g.joinSides(true)
	g.joinEnds()
	g.may(true, func(x, y int) (int, int) { return x + 1, y })
	g.may(false, func(x, y int) (int, int) { return x, y + h/2 })
	g.reflections()
	return g.layout, nil
}

// Hexagonal is a patch of the honeycomb. It has height zigzag rows of width
// points each. Every point in the interior has 3 neighbours: left, right, and
// one below or above. The third neighbour is below if column plus row, both
// counted from 0 at the top left corner, is even, and above if the sum is odd.
// A corner may have a single neighbour. Sides are at least 2.
func Hexagonal(width, height int) (*baduk.Graph, error) { return built(hexagonal(width, height)) }

func hexagonal(w, h int) (*layout, error) {
	if w < 2 || h < 2 {
		return nil, fmt.Errorf("a hex cannot be %dx%d: sides are 2 to %d", w, h, MaxSide)
	}
	g, err := newGrid("hex", w, h)
	if err != nil {
		return nil, err
	}
	g.rows()
	for y := range h {
		for x := range w {
			p, lower := g.at(x, y), -0.25
			if (x+y)%2 == 0 {
				lower = 0.25
				if y < h-1 {
					g.join(p, g.at(x, y+1))
				}
			}
			g.geo.X[p], g.geo.Y[p] = float64(x)*math.Sqrt(3)/2, 1.5*float64(y)+lower
		}
	}
	g.reflections()
	return g.layout, nil
}

// Triangular is a patch of the triangular lattice. It has height rows of width
// points each. From the top, every second row is shifted to the right by half a
// point. Every point in the interior has 6 neighbours.
func Triangular(width, height int) (*baduk.Graph, error) { return built(triangular(width, height)) }

func triangular(w, h int) (*layout, error) {
	g, err := newGrid("triangular", w, h)
	if err != nil {
		return nil, err
	}
	g.rows()
	for y := range h {
		for x := range w {
			p, right := g.at(x, y), y%2
			g.geo.X[p], g.geo.Y[p] = float64(x)+float64(right)/2, float64(y)*math.Sqrt(3)/2
			if y == h-1 {
				continue
			}
			for u := x - 1 + right; u <= x+right; u++ {
				if u >= 0 && u < w {
					g.join(p, g.at(u, y+1))
				}
			}
		}
	}
	g.reflections()
	return g.layout, nil
}

// MaxRing is the greatest number of points of a [Ring].
const MaxRing = 1000

// Ring is a circle of n points, 1 to [MaxRing]. R1 is at the top, and the
// numbers run clockwise. Its symmetries are the 2*n rotations and reflections.
// In expressions for weights, x is the number of the point and y is 1.
func Ring(n int) (*baduk.Graph, error) { return built(ring(n)) }

func ring(n int) (*layout, error) {
	if n < 1 || n > MaxRing {
		return nil, fmt.Errorf("a ring cannot have %d points: 1 to %d are possible", n, MaxRing)
	}
	l := newLayout(fmt.Sprintf("ring %d", n), n)
	radius := circleOf(n)
	for p := range n {
		l.join(baduk.Point(p), baduk.Point((p+1)%n))
		turn := 2 * math.Pi * float64(p) / float64(n)
		l.geo.X[p], l.geo.Y[p] = radius*math.Sin(turn), -radius*math.Cos(turn)
		l.geo.Names[p] = "R" + number(p+1)
		l.x[p], l.y[p] = float64(p+1), 1
	}
	for p := range l.adj {
		slices.Sort(l.adj[p])
	}
	l.generators = [][]baduk.Point{
		l.permutation(func(p int) int { return (p + 1) % n }),
		l.permutation(func(p int) int { return (n - p) % n }),
	}
	return l, nil
}

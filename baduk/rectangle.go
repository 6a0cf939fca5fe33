package baduk

import "fmt"

// Rectangle makes the ordinary board of width by height points. Each point is
// adjacent to the next ones in its row and column (Tromp-Taylor document,
// "Adjacent", clipped at the border). Point p is in column p%width from the
// left and row p/width from the top.
func Rectangle(width, height int) (*Graph, error) {
	if width < 1 || height < 1 || width > MaxPoints || height > MaxPoints || width*height > MaxPoints {
		return nil, fmt.Errorf("a board cannot be %dx%d: sides are at least 1, points at most %d", width, height, MaxPoints)
	}
	n := width * height
	adj := make([][]Point, n)
	geo := &Geometry{Width: width, Height: height, X: make([]float64, n), Y: make([]float64, n)}
	grid := Grid{width, height}
	for y := range height {
		for x := range width {
			p := grid.At(x, y)
			geo.X[p], geo.Y[p] = float64(x), float64(y)
			for _, d := range [4][2]int{{0, -1}, {-1, 0}, {1, 0}, {0, 1}} {
				if u, v := x+d[0], y+d[1]; grid.Contains(u, v) {
					adj[p] = append(adj[p], grid.At(u, v))
				}
			}
		}
	}
	geo.Stars = starPoints(width, height)
	geo.Symmetries = rectangleSymmetries(width, height)
	return NewGraphFrom(Shape{Adjacency: adj, Geometry: geo})
}

// MustRectangle is [Rectangle] for sizes that are known to be valid; it panics
// otherwise.
func MustRectangle(width, height int) *Graph {
	g, err := Rectangle(width, height)
	if err != nil {
		panic(err)
	}
	return g
}

// rectangleSymmetries lists the 8 symmetries of a square, the 4 of a rectangle.
func rectangleSymmetries(w, h int) [][]Point {
	n := 4
	if w == h {
		n = 8
	}
	var list [][]Point
	for s := range n {
		perm := make([]Point, w*h)
		for y := range h {
			for x := range w {
				u, v := x, y
				if s&1 != 0 {
					u = w - 1 - u
				}
				if s&2 != 0 {
					v = h - 1 - v
				}
				if s&4 != 0 {
					u, v = v, u
				}
				perm[y*w+x] = Point(v*w + u)
			}
		}
		list = append(list, perm)
	}
	return list
}

// starLines returns the lines with star points on a side of n points. edge is
// the third line from the edge if n is at most 12, else the fourth. If n is
// odd, the middle line has star points.
func starLines(n int) (edge int, middle int, ok bool) {
	switch {
	case n < 7:
		return 0, 0, false
	case n < 13:
		edge = 2
	default:
		edge = 3
	}
	middle = -1
	if n%2 == 1 {
		middle = n / 2
	}
	return edge, middle, true
}

func starPoints(w, h int) []Point {
	ex, mx, okx := starLines(w)
	ey, my, oky := starLines(h)
	if !okx || !oky {
		if w%2 == 1 && h%2 == 1 && w >= 3 && h >= 3 {
			return []Point{Point(h/2*w + w/2)}
		}
		return nil
	}
	var stars []Point
	for _, y := range []int{ey, my, h - 1 - ey} {
		for _, x := range []int{ex, mx, w - 1 - ex} {
			side := x == mx && y != my || y == my && x != mx
			if x < 0 || y < 0 || side && (w < 13 || h < 13) {
				continue
			}
			stars = append(stars, Point(y*w+x))
		}
	}
	return stars
}

// HandicapPoints lists the points for n fixed handicap stones, in the order of
// GTP 2, section 4.1.1. It returns an error if the board is not a rectangle, is
// too small (a side below 7), or has no fixed places for the given number of
// stones.
func (g *Graph) HandicapPoints(n int) ([]Point, error) {
	grid, ok := g.Rectangle()
	w, h := grid.Width, grid.Height
	if !ok {
		return nil, fmt.Errorf("a %v has no fixed handicap points", g)
	}
	ex, mx, okx := starLines(w)
	ey, my, oky := starLines(h)
	most := 9
	switch {
	case !okx || !oky:
		most = 0
	case mx < 0 || my < 0 || w == 7 || h == 7:
		most = 4
	}
	if n < 2 || n > most {
		if most == 0 {
			return nil, fmt.Errorf("a %v board is too small for fixed handicap stones", g)
		}
		return nil, fmt.Errorf("a %v board takes 2 to %d fixed handicap stones, not %d", g, most, n)
	}
	at := grid.At
	left, right, top, bottom := ex, w-1-ex, ey, h-1-ey
	points := []Point{at(left, bottom), at(right, top), at(left, top), at(right, bottom)}
	if n <= 4 {
		return points[:n], nil
	}
	if n >= 6 {
		points = append(points, at(left, my), at(right, my))
	}
	if n >= 8 {
		points = append(points, at(mx, bottom), at(mx, top))
	}
	if n%2 == 1 {
		points = append(points, at(mx, my))
	}
	return points, nil
}

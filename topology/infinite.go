package topology

import (
	"fmt"
	"math"

	"tengen/baduk"
)

// The infinite board is the square lattice of all whole numbers x and y (002,
// "Example"). Only finitely many of its points ever carry stones, so it is seen
// through a window of (2r+1) by (2r+1) points around the origin, and one more
// point stands for all those beyond. These are empty and connected with each
// other and with the whole rim of the window, so nothing is lost: the game on the
// window is the game on the plane, as long as nobody wants to play beyond.

// StartRadius is the radius of the window that the infinite board starts with:
// 19x19 points.
const StartRadius = 9

// MaxRadius is the radius of the largest window: 181x181 points. Nobody can play
// further out.
const MaxRadius = 90

// The weights of MANGO's second example, taken where nothing else is said.
const (
	infiniteWeight    = "exp(-x^2 - y^2)"
	infiniteThreshold = "z > 1/1000"
)

// Infinite is the infinite square lattice with the weights exp(-x^2-y^2) and life
// for more than 1/1000 (002, second example), seen through a window of that
// radius, 2 to [MaxRadius]; start with [StartRadius] and let [Grow] do the rest.
//
// Points are numbered ring by ring from the origin, which is 0, so that they keep
// their numbers when the window grows. Ring r is the points with max(|x|, |y|) =
// r; it begins above the lower right corner, at (r, 1-r), and goes up, left along
// the top, down, and right along the bottom to the corner (r, -r). The last point
// of the graph is [baduk.Graph.Beyond], joined with every point of the outermost
// ring. Its weight is that of the whole plane less the window. A point is called
// by its coordinates, "-3,2", y upwards, and the last one "beyond". The
// symmetries are those of the square.
func Infinite(radius int) (*baduk.Graph, error) {
	b, err := boardOf(&document{Shape: infiniteSpec(radius)})
	if err != nil {
		return nil, err
	}
	return b.Graph, nil
}

// infiniteSpec is what [Parse] makes the board of that radius from.
func infiniteSpec(radius int) string {
	if radius == StartRadius {
		return "infinite"
	}
	return fmt.Sprintf("infinite %d", radius)
}

func infinite(radius int) (*layout, error) {
	if radius < 2 || radius > MaxRadius {
		return nil, fmt.Errorf("the window of the infinite board cannot have radius %d: 2 to %d", radius, MaxRadius)
	}
	n := ringStart(radius + 1)
	l := newLayout(infiniteSpec(radius), n+1)
	l.radius = radius
	l.geo.Stars = []baduk.Point{0}
	beyond := baduk.Point(n)
	for p := range n {
		x, y := spiral(p)
		l.x[p], l.y[p] = float64(x), float64(y)
		l.geo.X[p], l.geo.Y[p] = float64(x), float64(-y)
		l.geo.Names[p] = fmt.Sprintf("%d,%d", x, y)
		for _, q := range [4][2]int{{x, y + 1}, {x - 1, y}, {x + 1, y}, {x, y - 1}} {
			if norm(q[0], q[1]) <= radius {
				l.adj[p] = append(l.adj[p], baduk.Point(spiralIndex(q[0], q[1])))
			}
		}
		if norm(x, y) == radius {
			l.adj[p] = append(l.adj[p], beyond)
			l.adj[n] = append(l.adj[n], baduk.Point(p))
		}
	}
	l.geo.Names[n] = "beyond"
	l.geo.X[n], l.geo.Y[n] = float64(radius+2), float64(-radius-2)
	for _, f := range []func(x, y int) (int, int){
		func(x, y int) (int, int) { return -y, x }, // a quarter turn
		func(x, y int) (int, int) { return -x, y },
	} {
		l.generators = append(l.generators, l.permutation(func(p int) int {
			if p == n {
				return n
			}
			return spiralIndex(f(spiral(p)))
		}))
	}
	return l, nil
}

// norm is the ring of a point.
func norm(x, y int) int { return max(x, -x, y, -y) }

// ringStart is the number of points inside ring r, and so its first index.
func ringStart(r int) int {
	if r == 0 {
		return 0
	}
	return (2*r - 1) * (2*r - 1)
}

// ringOf is the ring of point p.
func ringOf(p int) int {
	r := int((math.Sqrt(float64(p)) + 1) / 2) // may be off by one
	for ringStart(r) > p {
		r--
	}
	for ringStart(r+1) <= p {
		r++
	}
	return r
}

// spiral is where point p is.
func spiral(p int) (x, y int) {
	r := ringOf(p)
	if r == 0 {
		return 0, 0
	}
	k := p - ringStart(r)
	switch side, step := k/(2*r), k%(2*r); side {
	case 0:
		return r, 1 - r + step
	case 1:
		return r - 1 - step, r
	case 2:
		return -r, r - 1 - step
	default:
		return 1 - r + step, -r
	}
}

// spiralIndex is the point at x, y.
func spiralIndex(x, y int) int {
	r := norm(x, y)
	switch start := ringStart(r); {
	case r == 0:
		return 0
	case x == r && y > -r:
		return start + y - 1 + r
	case y == r:
		return start + 2*r + r - 1 - x
	case x == -r:
		return start + 4*r + r - 1 - y
	default:
		return start + 6*r + x - 1 + r
	}
}

// The plane is summed ring by ring: at least to the edge of the largest window,
// and until so many rings in a row have added nothing that a float64 would
// notice. Weights that have not come to an end at ring lastRing count as not
// summable.
const (
	quietRings  = 8
	lastRing    = 180
	notNoticing = 1e-17
)

// planeWeights are the weights of the window, and of all points beyond it
// together. It errs where a weight is no finite number, and when the weights do
// not sum up.
func planeWeights(radius int, f *expression) ([]float64, error) {
	var window, rings []float64
	total, quiet := 0.0, 0 // of absolute values
	for r := 0; r <= MaxRadius || quiet < quietRings; r++ {
		if r > lastRing {
			return nil, fmt.Errorf("the weights do not sum up: the ring %d points from the origin still adds %.3g", r-1, rings[r-1])
		}
		sum, size := 0.0, 0.0
		for p := ringStart(r); p < ringStart(r+1); p++ {
			x, y := spiral(p)
			w, err := f.weight(&pointVariables{float64(x), float64(y), float64(p), 4})
			if err != nil {
				return nil, fmt.Errorf("at %d,%d: %w", x, y, err)
			}
			if r <= radius {
				window = append(window, w)
			}
			sum += w
			size += math.Abs(w)
		}
		rings = append(rings, sum)
		total += size
		if quiet++; size > notNoticing*total {
			quiet = 0
		}
	}
	beyond := 0.0
	for r := len(rings) - 1; r > radius; r-- { // the smallest first
		beyond += rings[r]
	}
	return append(window, beyond), nil
}

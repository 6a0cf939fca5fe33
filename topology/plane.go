package topology

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tengen/baduk"
)

// An infinite board is a lattice of pairs of integers x and y (MANGO document, "Example"). Only finitely many of its
// points ever have stones. So the board is represented by a [window], which contains the middle and the surroundings
// of all stones, and by one point for all points outside the window.

// xy is a point of an infinite board.
type xy struct{ x, y int }

// plane is an infinite board: its points and their neighbours.
type plane struct {
	name string
	// weight is the default expression for the weights.
	weight string
	// least holds the smallest x and y, or math.MinInt if a coordinate is unbounded.
	least xy
	// steps lists the neighbours of a point. Some of them may not be points of the board.
	steps func(p xy) []xy
	// draw returns the place of a point in the drawing. In the drawing y grows
	// downwards.
	draw func(x, y float64, odd bool) (float64, float64)
	// turns generates the symmetries.
	turns []func(p xy) xy
}

// MaxCoordinate is the largest absolute coordinate of a stone.
const MaxCoordinate = 1_000_000

// The default weights and threshold. They are those of the second example of the MANGO
// document. In the coordinates of the triangular lattice the square of the distance from
// the middle is x*x + x*y + y*y.
const (
	infiniteWeight    = "exp(-x^2 - y^2)"
	triangularWeight  = "exp(-x^2 - x*y - y^2)"
	infiniteThreshold = "z > 1/1000"
)

var (
	squareSteps     = []xy{{0, 1}, {-1, 0}, {1, 0}, {0, -1}}
	triangularSteps = []xy{{0, 1}, {-1, 1}, {-1, 0}, {1, 0}, {1, -1}, {0, -1}}
	// The honeycomb has the edges of a brick wall: points with an even sum of coordinates
	// have a neighbour below, the others one above.
	hexEven = []xy{{-1, 0}, {1, 0}, {0, -1}}
	hexOdd  = []xy{{0, 1}, {-1, 0}, {1, 0}}
)

func (p xy) odd() bool { return (p.x+p.y)%2 != 0 }

func square(name string, least xy, turns ...func(p xy) xy) *plane {
	return &plane{
		name: name, weight: infiniteWeight, least: least, turns: turns,
		steps: func(xy) []xy { return squareSteps },
		draw:  func(x, y float64, _ bool) (float64, float64) { return x, 0 - y },
	}
}

func mirror(p xy) xy   { return xy{-p.x, p.y} }
func exchange(p xy) xy { return xy{p.y, p.x} }

func wholePlane() *plane {
	return square("infinite", xy{math.MinInt, math.MinInt}, func(p xy) xy { return xy{-p.y, p.x} }, mirror)
}

func halfPlane() *plane    { return square("half-plane", xy{math.MinInt, 0}, mirror) }
func quarterPlane() *plane { return square("quarter-plane", xy{0, 0}, exchange) }

func hexPlane() *plane {
	return &plane{
		name: "infinite hex", weight: infiniteWeight, least: xy{math.MinInt, math.MinInt}, turns: []func(p xy) xy{mirror},
		steps: func(p xy) []xy {
			if p.odd() {
				return hexOdd
			}
			return hexEven
		},
		draw: func(x, y float64, odd bool) (float64, float64) {
			lower := 0.25
			if odd {
				lower = -0.25
			}
			return x * math.Sqrt(3) / 2, lower - 1.5*y
		},
	}
}

func triangularPlane() *plane {
	return &plane{
		name: "infinite triangular", weight: triangularWeight, least: xy{math.MinInt, math.MinInt},
		turns: []func(p xy) xy{exchange, func(p xy) xy { return xy{-p.x, -p.y} }},
		steps: func(xy) []xy { return triangularSteps },
		draw:  func(x, y float64, _ bool) (float64, float64) { return x + y/2, 0 - y*math.Sqrt(3)/2 },
	}
}

// The method has reports whether p is a point of the plane.
func (l *plane) has(p xy) bool { return p.x >= l.least.x && p.y >= l.least.y }

// neighbours calls f for every neighbour of a point.
func (l *plane) neighbours(p xy, f func(q xy)) {
	for _, s := range l.steps(p) {
		if q := (xy{p.x + s.x, p.y + s.y}); l.has(q) {
			f(q)
		}
	}
}

// degree returns the number of neighbours of a point.
func (l *plane) degree(p xy) int {
	n := 0
	l.neighbours(p, func(xy) { n++ })
	return n
}

// String returns the name of the point.
func (p xy) String() string { return strconv.Itoa(p.x) + "," + strconv.Itoa(p.y) }

// parse reads the name of a point, such as "-3,2". For any other text, ok is false. parse returns an error if the
// point is not in the plane or is too far away for a stone.
func (l *plane) parse(name string) (p xy, ok bool, err error) {
	first, second, _ := strings.Cut(strings.TrimSpace(name), ",")
	x, err1 := strconv.Atoi(first)
	y, err2 := strconv.Atoi(second)
	p = xy{x, y}
	switch tooLong := "value out of range"; {
	case err1 != nil && !strings.HasSuffix(err1.Error(), tooLong), err2 != nil && !strings.HasSuffix(err2.Error(), tooLong):
		return p, false, nil
	case err1 != nil, err2 != nil, max(x, y) > MaxCoordinate, min(x, y) < -MaxCoordinate:
		return p, true, fmt.Errorf("%s is too far from the middle: coordinates are -%d to %[2]d", clip(name), MaxCoordinate)
	case !l.has(p):
		return p, true, fmt.Errorf("%v is not on the %s: %s", p, l.name, l.bounds())
	}
	return p, true, nil
}

// bounds returns a condition for the points of a half or quarter plane, as
// text.
func (l *plane) bounds() string {
	if l.least.x == 0 {
		return "its points have x >= 0 and y >= 0"
	}
	return "its points have y >= 0"
}

// norm returns the number of a point's ring: the greater of |x| and |y|.
func norm(x, y int) int { return max(x, -x, y, -y) }

// ringStart returns the number of the first point of ring r. This is also how many points of
// the whole plane are inside the ring.
func ringStart(r int) int {
	if r == 0 {
		return 0
	}
	return (2*r - 1) * (2*r - 1)
}

// ringPoints returns the points of ring r in order. The ring begins above the lower right
// corner, at (r, 1-r), and goes up, left along the top, down, and right along the bottom to the
// corner (r, -r).
func ringPoints(r int) []xy {
	if r == 0 {
		return []xy{{}}
	}
	points := make([]xy, 0, 8*r)
	for k := range 2 * r {
		points = append(points, xy{r, 1 - r + k})
	}
	for k := range 2 * r {
		points = append(points, xy{r - 1 - k, r})
	}
	for k := range 2 * r {
		points = append(points, xy{-r, r - 1 - k})
	}
	for k := range 2 * r {
		points = append(points, xy{1 - r + k, -r})
	}
	return points
}

// spiral returns the number of a point of the whole plane, counted ring by ring.
func spiral(p xy) int {
	r := norm(p.x, p.y)
	switch start := ringStart(r); {
	case r == 0:
		return 0
	case p.x == r && p.y > -r:
		return start + p.y - 1 + r
	case p.y == r:
		return start + 2*r + r - 1 - p.x
	case p.x == -r:
		return start + 4*r + r - 1 - p.y
	default:
		return start + 6*r + p.x - 1 + r
	}
}

// variables returns the variables of an expression at a point.
func (l *plane) variables(p xy) *pointVariables {
	return &pointVariables{float64(p.x), float64(p.y), float64(spiral(p)), float64(l.degree(p))}
}

// mostPoints is the number of points of the largest window. The point that represents all points outside does not
// count.
const mostPoints = baduk.MaxPoints - 1

package topology

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tengen/baduk"
)

// MaxPlanar is the greatest number of points of [RandomPlanar].
const MaxPlanar = 1000

// RandomPlanar is a random planar graph: 1 to [MaxPlanar] points spread over a
// square. Two points are joined if no other point is in or on the circle that
// has the line between them as its diameter (the graph of Gabriel and Sokal,
// 1969). Such a graph is connected, its edges do not cross, and most points
// have 3 to 5 neighbours. The same n and seed make the same graph on every
// machine. Points are named V1, V2, ... from top to bottom. In expressions for
// weights, x and y are the coordinates of the drawing. The only symmetry is the
// identity.
func RandomPlanar(n int, seed uint64) (*baduk.Graph, error) { return built(planar(n, seed)) }

// spot is a place in units of 1/1024. Its coordinates are integers, so
// comparisons are exact.
type spot struct{ x, y int64 }

func (a spot) square(b spot) int64 { return (a.x-b.x)*(a.x-b.x) + (a.y-b.y)*(a.y-b.y) }

const spotsPerUnit = 1024

func planar(n int, seed uint64) (*layout, error) {
	if n < 1 || n > MaxPlanar {
		return nil, fmt.Errorf("a planar board cannot have %d points: 1 to %d are possible", n, MaxPlanar)
	}
	spots := spread(n, seed)
	slices.SortFunc(spots, func(a, b spot) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x)) })
	l := newLayout(fmt.Sprintf("planar %d %d", n, seed), n)
	for p, s := range spots {
		l.x[p], l.y[p] = float64(s.x)/spotsPerUnit, float64(s.y)/spotsPerUnit
		l.geo.Names[p] = "V" + number(p+1)
	}
	copy(l.geo.X, l.x)
	copy(l.geo.Y, l.y)
	others := make([]baduk.Point, n)
	for p, a := range spots {
		for i := range others {
			others[i] = baduk.Point(i)
		}
		// Every point in the circle is nearer to p than q is.
		slices.SortFunc(others, func(q, r baduk.Point) int {
			return cmp.Or(cmp.Compare(a.square(spots[q]), a.square(spots[r])), cmp.Compare(q, r))
		})
		for i, q := range others[1:] {
			if int(q) > p && !between(spots, a, spots[q], others[1:1+i]) {
				l.join(baduk.Point(p), q)
			}
		}
	}
	return l, nil
}

// between reports whether one of the points is in or on the circle with
// diameter ab. From a point in or on the circle, the directions to a and b form
// an angle of at least 90 degrees.
func between(spots []spot, a, b spot, points []baduk.Point) bool {
	for _, r := range points {
		c := spots[r]
		if (a.x-c.x)*(b.x-c.x)+(a.y-c.y)*(b.y-c.y) <= 0 {
			return true
		}
	}
	return false
}

// spread chooses n different points in a square of area n, one after another.
// For each point it draws ten candidates and takes the one farthest from all
// earlier points (Mitchell, "Spectrally optimal sampling for distribution ray
// tracing", 1991).
func spread(n int, seed uint64) []spot {
	random := splitMix64(seed)
	side := uint64(spotsPerUnit*math.Sqrt(float64(n))) + 1
	spots := make([]spot, 0, n)
	for len(spots) < n {
		var best spot
		far := int64(-1)
		for range 10 {
			s := spot{int64(random.next() % side), int64(random.next() % side)}
			nearest := int64(math.MaxInt64)
			for _, t := range spots {
				nearest = min(nearest, s.square(t))
			}
			if nearest > far {
				best, far = s, nearest
			}
		}
		if far > 0 {
			spots = append(spots, best)
		}
	}
	return spots
}

// splitMix64 is the generator of Steele, Lea and Flood, "Fast splittable
// pseudorandom number generators" (2014).
type splitMix64 uint64

func (s *splitMix64) next() uint64 {
	x := baduk.Mix(uint64(*s))
	*s += 0x9e3779b97f4a7c15
	return x
}

package topology

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"tengen/baduk"
)

// Infinite is the infinite square lattice with the weights exp(-x^2-y^2).
// Stones live if their sum of weights is more than 1/1000 (MANGO document,
// second example). The graph is a window of the given radius, 2 to [MaxRadius].
// The caller should start with [StartRadius] and let [Grow] enlarge the window.
//
// Points are numbered ring by ring from the origin, which is 0. Points that are
// added when the window grows get the next numbers, so all points keep their
// numbers. Ring r consists of the points with max(|x|, |y|) = r. It begins
// above the lower right corner, at (r, 1-r), and goes up, left along the top,
// down, and right along the bottom to the corner (r, -r). The last point of the
// graph is [baduk.Graph.Beyond]. It is joined with every point that has a
// neighbour outside the window. Its weight is the total weight of the points
// outside. The name of a point consists of its coordinates, such as "-3,2",
// where y grows upwards. The last point is called "beyond". The symmetries are
// the 8 symmetries of a square.
func Infinite(radius int) (*baduk.Graph, error) {
	b, err := boardOf(&document{Shape: wholePlane().spec(radius)})
	if err != nil {
		return nil, err
	}
	return b.Graph, nil
}

// spec returns the text for [Parse] that makes this board with a window of the
// given radius.
func (l *plane) spec(radius int) string {
	if radius == StartRadius {
		return l.name
	}
	return fmt.Sprintf("%s %d", l.name, radius)
}

// infinite returns the layout of a plane with a window of the given radius.
func infinite(l *plane, radius int) (*layout, error) {
	if radius < 2 || radius > MaxRadius {
		return nil, fmt.Errorf("the window of the infinite board cannot have radius %d: 2 to %d are possible", radius, MaxRadius)
	}
	return newWindow(l, radius).layout(), nil
}

// layout returns the layout of the window, with one more point for all points beyond it.
func (w *window) layout() *layout {
	n := len(w.points)
	l := newLayout(w.spec(w.radius), n+1)
	l.window = w
	if p, ok := w.number[xy{}]; ok {
		l.geo.Stars = []baduk.Point{baduk.Point(p)}
	}
	at := w.drawn()
	for i, p := range w.points {
		l.x[i], l.y[i] = float64(p.x), float64(p.y)
		l.geo.X[i], l.geo.Y[i] = w.draw(float64(at[0][p.x]), float64(at[1][p.y]), p.odd())
		l.geo.Names[i] = p.String()
		outside := false
		w.neighbours(p, func(q xy) {
			if k, inside := w.number[q]; inside {
				l.adj[i] = append(l.adj[i], baduk.Point(k))
			} else {
				outside = true
			}
		})
		if outside {
			l.adj[i] = append(l.adj[i], baduk.Point(n))
			l.adj[n] = append(l.adj[n], baduk.Point(i))
		}
	}
	l.geo.Names[n] = "beyond"
	l.geo.X[n], l.geo.Y[n] = slices.Max(l.geo.X[:n])+2, slices.Max(l.geo.Y[:n])+2
	for _, turn := range w.turns {
		if g, ok := w.permutation(turn); ok {
			l.generators = append(l.generators, g)
		}
	}
	return l
}

// permutation returns a symmetry of the plane as a permutation of the window. It returns
// false if the window does not have this symmetry.
func (w *window) permutation(turn func(p xy) xy) ([]baduk.Point, bool) {
	perm := make([]baduk.Point, len(w.points)+1)
	perm[len(w.points)] = baduk.Point(len(w.points))
	for i, p := range w.points {
		q, inside := w.number[turn(p)]
		if !inside {
			return nil, false
		}
		perm[i] = baduk.Point(q)
	}
	return perm, true
}

// gap is the distance in the drawing between columns or rows that are not neighbours. The
// window has no points between them.
const gap = 3

// drawn returns the places of columns and rows in a drawing. The distance of
// neighbouring columns or rows is 1. If columns or rows between two others are
// missing, the distance is at most the constant gap.
func (w *window) drawn() (at [2]map[int]int) {
	for axis := range at {
		values := map[int]bool{}
		for _, p := range w.points {
			values[[2]int{p.x, p.y}[axis]] = true
		}
		at[axis] = folded(values)
	}
	return at
}

// folded places numbers on a line and shortens the gaps between them. The number with the
// least absolute value keeps its place.
func folded(values map[int]bool) map[int]int {
	sorted := make([]int, 0, len(values))
	for v := range values {
		sorted = append(sorted, v)
	}
	slices.Sort(sorted)
	at, place := map[int]int{}, 0
	middle, least := 0, math.MaxInt
	for i, v := range sorted {
		if i > 0 {
			place += min(v-sorted[i-1], gap)
		}
		at[v] = place
		if max(v, -v) < least {
			middle, least = v, max(v, -v)
		}
	}
	shift := middle - at[middle]
	for v := range at {
		at[v] += shift
	}
	return at
}

// widen enlarges the window so that it contains the surroundings of the named
// points. It records in the document the places around which the window has
// grown. Names that are not points are ignored.
func (d *document) widen(w *window, names ...string) error {
	for _, name := range names {
		p, ok, err := w.parse(name)
		if err != nil {
			return err
		}
		if !ok || w.places[p] || !w.near(p) {
			continue
		}
		if err := w.grow(p); err != nil {
			return err
		}
		d.Window = append(d.Window, p.String())
	}
	return nil
}

// near reports whether a point is outside the window, or so near its border that the
// window must grow around it.
func (w *window) near(p xy) bool {
	steps := margin
	if crowded(len(w.points)) {
		steps = crowdedMargin
	}
	seen := map[xy]bool{p: true}
	edge := []xy{p}
	for range steps {
		var next []xy
		for _, q := range edge {
			if _, inside := w.number[q]; !inside {
				return true
			}
			w.neighbours(q, func(r xy) {
				if !seen[r] {
					seen[r] = true
					next = append(next, r)
				}
			})
		}
		edge = next
	}
	return false
}

// open enlarges the window. It then contains the stones and the points that the
// document lists under "window".
func (d *document) open(w *window) error {
	for i, name := range d.Window {
		p, ok, err := w.parse(name)
		switch {
		case err != nil:
			return notIn(fmt.Sprintf("window[%d]", i), "%v", err)
		case !ok:
			return notIn(fmt.Sprintf("window[%d]", i), "%q is not a point of an infinite board: write it like -3,2", clip(name))
		}
		if err := w.grow(p); err != nil {
			return notIn(fmt.Sprintf("window[%d]", i), "%v", err)
		}
	}
	for _, side := range []struct {
		field string
		names []string
	}{{"black", d.Black}, {"white", d.White}} {
		for i, name := range side.names {
			if err := d.widen(w, name); err != nil {
				return notIn(fmt.Sprintf("%s[%d]", side.field, i), "%v", err)
			}
		}
	}
	return nil
}

var (
	errNoWindow = errors.New("only an infinite board has a window")
	errNoTotal  = errors.New("only an infinite board with a formula for its weights needs their total")
)

package topology

import (
	"fmt"
	"slices"
)

// StartRadius is the default radius of the window of an infinite board: 19x19 points of
// the whole plane.
const StartRadius = 9

// MaxRadius is the largest radius that can be requested for a window.
const MaxRadius = 90

// If the distance of a stone from the border is less than the constant margin, the window grows by a square around
// the stone. The square extends by the constant reach in each direction. A window with more than half of mostPoints
// is crowded and grows only by the nearest points.
const (
	margin        = 5
	reach         = 5
	crowdedMargin = 2
	crowdedReach  = 1
)

func crowded(points int) bool { return points > mostPoints/2 }

// window is the part of an infinite board on which a game is played. The rest of the board is empty, and it is
// connected because a window has no holes. So a single point can represent the rest. The game on the window is
// equivalent to the game on the plane.
type window struct {
	*plane
	radius int         // radius of the square in the middle
	points []xy        // points by number; those of the middle come first, ring by ring
	number map[xy]int  // number of every point
	places map[xy]bool // places around which the window has grown
}

// newWindow returns the window with the square in the middle of a plane.
func newWindow(l *plane, radius int) *window {
	w := &window{plane: l, radius: radius, number: map[xy]int{}, places: map[xy]bool{}}
	for r := range radius + 1 {
		for _, p := range ringPoints(r) {
			w.add(p)
		}
	}
	return w
}

// add adds a point of the plane to the window.
func (w *window) add(p xy) {
	if _, known := w.number[p]; !known && w.has(p) {
		w.number[p] = len(w.points)
		w.points = append(w.points, p)
	}
}

// grow adds the surroundings of a place. If the window then has holes, it also adds the points of the holes. It
// returns an error if the window would have too many points.
func (w *window) grow(place xy) error {
	if w.places[place] {
		return nil
	}
	size, first := reach, len(w.points)
	if crowded(first) {
		size = crowdedReach
	}
	for y := place.y + size; y >= place.y-size; y-- {
		for x := place.x - size; x <= place.x+size; x++ {
			w.add(xy{x, y})
		}
	}
	w.places[place] = true
	if !w.fill(w.points[first:]) || len(w.points) > mostPoints {
		return fmt.Errorf("the stones are in too many places far from each other: with the surroundings of %v the window would have more than %d points", place, mostPoints)
	}
	return nil
}

// part is the explored part of a connected component of the points outside the
// window.
type part struct {
	all  []xy
	next int   // index of the first point with unexplored neighbours
	of   *part // the part that this one was merged into, or nil
	hole bool
}

func (p *part) whole() *part {
	for p.of != nil {
		p = p.of
	}
	return p
}

// fill is called after points were added to the window. If these points enclose holes, fill adds the points of the
// holes. It returns false if the holes are too large.
func (w *window) fill(added []xy) bool {
	// The new points may have cut off parts of the outside. All parts next to the new points are explored in turn until
	// only the infinite part is left.
	owner := map[xy]*part{}
	parts := w.beside(added, owner)
	for len(parts) > 1 {
		if len(owner) > mostExplored {
			return false
		}
		for _, p := range parts {
			switch {
			case p.of != nil:
			case p.next == len(p.all): // a hole
				for _, q := range p.all {
					w.add(q)
				}
				p.hole = true
			default:
				w.explore(p, owner)
			}
		}
		parts = slices.DeleteFunc(parts, func(p *part) bool { return p.of != nil || p.hole })
	}
	return true
}

// mostExplored is the largest number of points that fill explores. It limits the time
// of fill.
const mostExplored = 1 << 22

// beside returns the parts of the outside that are at most two points away from an added point. A strip of that width
// is connected on each kind of plane.
func (w *window) beside(added []xy, owner map[xy]*part) []*part {
	var parts []*part
	for _, a := range added {
		for y := a.y - 2; y <= a.y+2; y++ {
			for x := a.x - 2; x <= a.x+2; x++ {
				p := xy{x, y}
				if _, inside := w.number[p]; !inside && owner[p] == nil && w.has(p) {
					owner[p] = &part{all: []xy{p}}
					parts = append(parts, owner[p])
				}
			}
		}
	}
	for _, p := range slices.Clone(parts) {
		w.neighbours(p.all[0], func(q xy) { p.join(owner[q]) })
	}
	return slices.DeleteFunc(parts, func(p *part) bool { return p.of != nil })
}

// join merges two parts that touch each other.
func (p *part) join(q *part) {
	if q == nil {
		return
	}
	if p, q = p.whole(), q.whole(); p != q {
		// The points that were explored in the smaller part have to be explored
		// again.
		if len(p.all)-p.next < len(q.all)-q.next {
			p, q = q, p
		}
		p.all = append(p.all, q.all...)
		q.of = p
	}
}

// explore adds the neighbours of the next unexplored point to a part.
func (w *window) explore(p *part, owner map[xy]*part) {
	at := p.all[p.next]
	p.next++
	w.neighbours(at, func(q xy) {
		if _, inside := w.number[q]; inside {
			return
		}
		if owner[q] != nil {
			p.join(owner[q])
			return
		}
		whole := p.whole()
		owner[q] = whole
		whole.all = append(whole.all, q)
	})
}

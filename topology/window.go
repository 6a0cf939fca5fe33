package topology

import (
	"fmt"
	"slices"
)

// StartRadius is how far from the middle the window of an infinite board reaches
// at first: 19x19 points of the whole plane.
const StartRadius = 9

// MaxRadius is how far the middle of a window may be made to reach.
const MaxRadius = 90

// Around a stone with a point beyond in fewer than margin steps the window grows by
// the square that reaches so many points in each direction. A window of more than
// half of all points is crowded: it grows by the next points only.
const (
	margin        = 5
	reach         = 5
	crowdedMargin = 2
	crowdedReach  = 1
)

func crowded(points int) bool { return points > mostPoints/2 }

// window is the part of an infinite board on which a game is played. What is beyond
// it is empty and connected, since a window has no holes, and so it can be one point:
// the game on the window is the game on the plane.
type window struct {
	*plane
	radius int         // of the square in the middle
	points []xy        // by number: those of the middle first, ring by ring
	number map[xy]int  // of every point
	places map[xy]bool // around which it has grown
}

// newWindow is the square in the middle of a plane.
func newWindow(l *plane, radius int) *window {
	w := &window{plane: l, radius: radius, number: map[xy]int{}, places: map[xy]bool{}}
	for r := range radius + 1 {
		for _, p := range ringPoints(r) {
			w.add(p)
		}
	}
	return w
}

// add makes a point of the plane one of the window.
func (w *window) add(p xy) {
	if _, known := w.number[p]; !known && w.has(p) {
		w.number[p] = len(w.points)
		w.points = append(w.points, p)
	}
}

// grow adds the surroundings of a place, and the holes that they make. It errs where
// a graph cannot have so many points.
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
		return fmt.Errorf("the stones are on too many places far from each other: with the surroundings of %v there would be more than %d points to look at", place, mostPoints)
	}
	return nil
}

// part is a connected part of what is beyond a window, as far as it is explored.
type part struct {
	all  []xy
	next int   // the first of them whose neighbours are not explored
	of   *part // that this one is a part of
	hole bool
}

func (p *part) whole() *part {
	for p.of != nil {
		p = p.of
	}
	return p
}

// fill adds the holes that new points of the window have made. It reports false where
// they are too large.
func (w *window) fill(added []xy) bool {
	// Beside the new points something may have been cut off from what is beyond. All
	// parts are explored in turns until only one, the endless one, is left.
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

// mostExplored bounds the time that a window takes.
const mostExplored = 1 << 22

// beside are the parts of what is beyond that can be seen within two points of the
// new ones. In a strip as wide as that each kind of plane is connected.
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

// join makes two parts that touch each other one.
func (p *part) join(q *part) {
	if q == nil {
		return
	}
	if p, q = p.whole(), q.whole(); p != q {
		// What was explored of the smaller one is explored again.
		if len(p.all)-p.next < len(q.all)-q.next {
			p, q = q, p
		}
		p.all = append(p.all, q.all...)
		q.of = p
	}
}

// explore takes the next point of a part and adds its neighbours.
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

package topology

import (
	"container/heap"
	"errors"
	"fmt"
	"math"
	"math/big"
)

// The weights of an infinite board are summed up to the constant farthest in each direction. Beyond this coordinate a
// float64 cannot distinguish neighbours. An area in which all weights are provably equal is summed in one step. Other
// areas are halved, down to single points. The area with the largest uncertainty is halved first.
const (
	farthest = 1 << 53
	// At most mostAreas areas are halved. At least fewAreas areas are halved, or all areas if there are fewer.
	fewAreas  = 1 << 14
	mostAreas = 1 << 17
	// smallArea is a number of points. Areas with at most this number of points are summed point by point.
	smallArea = 9
	// negligible is the uncertainty, relative to the weights beyond the first window, at which
	// the sum ends. It is below the precision of a float64. If the sum takes too long, it ends
	// at the uncertainty acceptable.
	negligible = 1e-17
	acceptable = 1e-9
	// exactBits is a precision with which every sum of float64 weights up to maxWeight is
	// exact.
	exactBits = 1400
)

// area is a rectangle of a plane. Its weights have not been summed.
type area struct {
	x0, x1, y0, y1 int
	each           interval // bounds of the weight of a single point
	unsure         float64  // upper minus lower bound of the weight of the area
}

func (r *area) points() float64 {
	return float64(r.x1-r.x0+1) * float64(r.y1-r.y0+1)
}

// halves cuts an area in two across its longer side.
func (r *area) halves() [2]area {
	a, b := *r, *r
	if r.x1-r.x0 >= r.y1-r.y0 {
		a.x1 = r.x0 + (r.x1-r.x0)/2
		b.x0 = a.x1 + 1
	} else {
		a.y1 = r.y0 + (r.y1-r.y0)/2
		b.y0 = a.y1 + 1
	}
	return [2]area{a, b}
}

// endless reports whether the area reaches the coordinate farthest. This coordinate stands for
// infinity.
func (r *area) endless() bool {
	return r.x0 == -farthest || r.x1 == farthest || r.y0 == -farthest || r.y1 == farthest
}

// areas is a heap. The area with the largest uncertainty is at the top.
type areas []area

func (r areas) Len() int      { return len(r) }
func (r areas) Swap(i, j int) { r[i], r[j] = r[j], r[i] }
func (r areas) Less(i, j int) bool {
	return r[i].unsure > r[j].unsure || r[i].unsure == r[j].unsure && r[i].points() > r[j].points()
}
func (r *areas) Push(x any) { *r = append(*r, x.(area)) }
func (r *areas) Pop() any {
	last := (*r)[len(*r)-1]
	*r = (*r)[:len(*r)-1]
	return last
}

// planeSum accumulates the sum of the weights of a whole plane.
type planeSum struct {
	plane *plane
	f     *expression
	// sum is the exact sum of the weights in the areas summed so far. outside is the sum of the absolute weights in
	// the same areas, but only of points beyond the first window.
	sum     *big.Float
	outside float64
	left    areas
	term    big.Float // scratch: the last term
}

// sumPlane sums the weights until the uncertainty is negligible or the sum takes too long. It
// returns an error if a point has no weight, or if infinitely many points have the same
// weight other than 0.
func sumPlane(l *plane, f *expression) (*planeSum, error) {
	s := &planeSum{plane: l, f: f, sum: new(big.Float).SetPrec(exactBits)}
	s.term.SetPrec(exactBits)
	for _, x := range [2][2]int{{0, farthest}, {-farthest, -1}} {
		for _, y := range [2][2]int{{0, farthest}, {-farthest, -1}} {
			if l.has(xy{x[1], y[1]}) {
				if err := s.add(area{x0: x[0], x1: x[1], y0: y[0], y1: y[1]}); err != nil {
					return nil, err
				}
			}
		}
	}
	for n := 0; len(s.left) > 0 && n < mostAreas; n++ {
		if n >= fewAreas && s.done() {
			break
		}
		r := heap.Pop(&s.left).(area)
		for _, half := range r.halves() {
			if err := s.add(half); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// add sums an area if it has few points or if all its points have the same weight. Otherwise it puts the area on
// the heap.
func (s *planeSum) add(r area) error {
	if r.points() <= smallArea {
		for y := r.y0; y <= r.y1; y++ {
			for x := r.x0; x <= r.x1; x++ {
				w, err := s.f.weight(s.plane.variables(xy{x, y}))
				if err != nil {
					return fmt.Errorf("at %d,%d: %w", x, y, err)
				}
				s.count(w, 1, norm(x, y) > StartRadius)
			}
		}
		return nil
	}
	if r.each = s.f.bounds(s.plane.intervals(&r)); !r.each.single() {
		r.unsure = (r.each.most - r.each.least) * r.points()
		heap.Push(&s.left, r)
		return nil
	}
	w := r.each.least
	switch {
	case w == 0:
		return nil
	case r.endless():
		return fmt.Errorf("the weights do not sum up: infinitely many points weigh %v", w)
	}
	if err := checkWeight(w); err != nil {
		return err
	}
	s.count(w, r.points(), r.x0 > StartRadius || r.x1 < -StartRadius || r.y0 > StartRadius || r.y1 < -StartRadius)
	return nil
}

// count adds the weight w once for each of a number of points.
func (s *planeSum) count(w, points float64, outside bool) {
	s.term.SetFloat64(w)
	if points > 1 {
		s.term.Mul(&s.term, big.NewFloat(points))
	}
	s.sum.Add(s.sum, &s.term)
	if outside {
		s.outside += math.Abs(w) * points
	}
}

// done reports whether the uncertainty is negligible.
func (s *planeSum) done() bool {
	return len(s.left) == 0 || s.left[0].unsure*float64(len(s.left)) <= negligible*s.outside
}

// bounds returns a lower and an upper bound of the sum. Infinite bounds become the largest float64.
func (s *planeSum) bounds() (least, most *big.Float) {
	low, high := 0.0, 0.0
	for i := range s.left {
		r := &s.left[i]
		low, high = low+r.each.least*r.points(), high+r.each.most*r.points()
	}
	finite := func(v, otherwise float64) *big.Float {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			v = otherwise
		}
		return new(big.Float).SetPrec(exactBits).SetFloat64(v)
	}
	least, most = finite(low, -math.MaxFloat64), finite(high, math.MaxFloat64)
	return least.Add(least, s.sum), most.Add(most, s.sum)
}

// intervals returns the intervals of the variables of an expression over an area.
func (l *plane) intervals(r *area) *variables {
	v := &variables{
		x: spanning(float64(r.x0), float64(r.x1)),
		y: spanning(float64(r.y0), float64(r.y1)),
	}
	nearest := max(v.x.absolute().least, v.y.absolute().least)
	furthest := max(v.x.absolute().most, v.y.absolute().most)
	inside, beyond := max(2*nearest-1, 0), 2*furthest+1
	v.i = interval{inside * inside, beyond * beyond, false}
	v.d = exactly(float64(len(l.steps(xy{}))))
	if r.x0 <= l.least.x || r.y0 <= l.least.y { // the area reaches the edge of the plane
		v.d.least = 0
	}
	return v
}

// total returns the sum of the weights of all points. If tengen cannot compute the sum, the
// board file has to give it.
func (l *plane) total(f *expression, given *float64) (*big.Float, error) {
	s, err := sumPlane(l, f)
	if err != nil {
		return nil, err
	}
	low, high := s.bounds()
	least, _ := low.Float64()
	most, _ := high.Float64()
	unsure, _ := new(big.Float).Sub(high, low).Float64()
	known := unsure <= acceptable*s.outside
	const agreed = 1e-9 // accepted relative error of a given total
	slack := agreed * max(math.Abs(least), math.Abs(most))
	switch {
	case given != nil && known && math.Abs(*given-least) > slack:
		return nil, fmt.Errorf("the total is %v, but the weights sum up to %.12g", *given, least)
	case given != nil && (*given < least-slack || *given > most+slack):
		return nil, fmt.Errorf("the total is %v, but the weights sum up to %.12g at least and %.12g at most", *given, least, most)
	case known:
		middle := low.Add(low, high)
		return middle.Quo(middle, big.NewFloat(2)), nil
	case given != nil:
		return new(big.Float).SetPrec(exactBits).SetFloat64(*given), nil
	case max(-least, most) > maxWeight:
		return nil, errors.New(`tengen cannot bound the weights far from the middle; give their sum over all points as "total"`)
	}
	return nil, fmt.Errorf(`tengen cannot bound the weights far from the middle well enough: all together they are between %.12g and %.12g; give their sum over all points as "total"`, least, most)
}

// weights returns the weights of the points of the window. The last element is the total weight of all points beyond
// the window.
func (w *window) weights(f *expression, given *float64) ([]float64, error) {
	weights := make([]float64, 0, len(w.points)+1)
	inside := new(big.Float).SetPrec(exactBits)
	for _, p := range w.points {
		v, err := f.weight(w.variables(p))
		if err != nil {
			return nil, fmt.Errorf("at %v: %w", p, err)
		}
		weights = append(weights, v)
		inside.Add(inside, new(big.Float).SetFloat64(v))
	}
	total, err := w.total(f, given)
	if err != nil {
		return nil, err
	}
	beyond, _ := total.Sub(total, inside).Float64()
	return append(weights, beyond+0), checkWeight(beyond)
}

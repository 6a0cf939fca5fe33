package topology

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
)

// readPoints reads the list of points of a hand-drawn graph.
func (d *document) readPoints(v *value) error {
	if err := v.must(isList); err != nil {
		return err
	}
	if n := len(v.list); n < 1 || n > baduk.MaxPoints {
		return v.wrong("there are %d points; a board has 1 to %d", n, baduk.MaxPoints)
	}
	d.Points = make([]docPoint, len(v.list))
	for i, p := range v.list {
		to := &d.Points[i]
		coordinate := func(at **float64) func(v *value) error {
			return func(v *value) error {
				*at = new(float64)
				if err := v.number(*at); err != nil {
					return err
				}
				if math.Abs(**at) > 1e6 {
					return v.wrong("the coordinate %v is beyond 1000000", **at)
				}
				return nil
			}
		}
		err := p.object(map[string]func(v *value) error{
			"x": coordinate(&to.X), "y": coordinate(&to.Y),
			"name": func(v *value) error {
				if err := v.must(isString); err != nil {
					return err
				}
				to.Name = v.text
				return checkName(v)
			},
		})
		switch {
		case err != nil:
			return err
		case (to.X == nil) != (to.Y == nil):
			return p.wrong("a point has both x and y, or neither")
		case (to.X == nil) != (d.Points[0].X == nil):
			return p.wrong("either all points have x and y, or none")
		}
	}
	return d.checkApart(v)
}

// checkName returns an error if the name is not allowed in a graph.
func checkName(v *value) error {
	_, err := baduk.NewGraphFrom(baduk.Shape{Adjacency: make([][]baduk.Point, 1),
		Geometry: &baduk.Geometry{X: make([]float64, 1), Y: make([]float64, 1), Names: []string{v.text}}})
	if err != nil {
		return v.wrong("%s", strings.TrimPrefix(err.Error(), "point #0: "))
	}
	return nil
}

// checkApart returns an error if two points have the same name or the same
// place.
func (d *document) checkApart(v *value) error {
	names, places := map[string]int{}, map[[2]float64]int{}
	for i := range d.Points {
		key := strings.ToUpper(d.pointName(i))
		if j, taken := names[key]; taken {
			return v.list[i].wrong("the point is called %q, as points[%d] is", d.pointName(i), j)
		}
		names[key] = i
		if d.Points[i].X == nil {
			continue
		}
		place := [2]float64{*d.Points[i].X, *d.Points[i].Y}
		if j, taken := places[place]; taken {
			return v.list[i].wrong("the point is in the same place as points[%d]", j)
		}
		places[place] = i
	}
	return nil
}

// pointName returns the name of point i. A point without a name is called p and
// its number, such as p17.
func (d *document) pointName(i int) string {
	if d.Points[i].Name != "" {
		return d.Points[i].Name
	}
	return "p" + number(i)
}

func (d *document) readEdges(v *value) error {
	if err := v.must(isList); err != nil {
		return err
	}
	if len(v.list) > maxEdges {
		return v.wrong("there are %d edges, at most %d are allowed", len(v.list), maxEdges)
	}
	names := map[string]int{}
	for i := range d.Points {
		names[strings.ToUpper(d.pointName(i))] = i
	}
	seen := map[[2]int]int{}
	d.Edges = make([][2]int, len(v.list))
	for i, e := range v.list {
		if err := e.must(isList); err != nil {
			return err
		}
		if len(e.list) != 2 {
			return e.wrong("an edge joins 2 points, not %d", len(e.list))
		}
		for k, end := range e.list {
			p, err := end.end(names, len(d.Points))
			if err != nil {
				return err
			}
			d.Edges[i][k] = p
		}
		a, b := d.Edges[i][0], d.Edges[i][1]
		if a == b {
			return e.wrong("%s is joined to itself", d.pointName(a))
		}
		key := [2]int{min(a, b), max(a, b)}
		if j, twice := seen[key]; twice {
			return e.wrong("%s and %s are joined by edges[%d] already", d.pointName(a), d.pointName(b), j)
		}
		seen[key] = i
	}
	return nil
}

// end reads the point at one end of an edge, given by its name or its number.
func (v *value) end(names map[string]int, points int) (int, error) {
	switch v.kind {
	case isString:
		if p, ok := names[strings.ToUpper(strings.TrimSpace(v.text))]; ok {
			return p, nil
		}
		return 0, v.wrong("no point is called %q", clip(v.text))
	case isNumber:
		p, err := strconv.Atoi(v.text)
		if err != nil || p < 0 || p >= points {
			return 0, v.wrong("there is no point number %s: they are 0 to %d", clip(v.text), points-1)
		}
		return p, nil
	}
	return 0, v.wrong("this is %v, not the name of a point or its number", v.kind)
}

// maxDrawn is the largest coordinate in the drawing of a hand-drawn graph.
const maxDrawn = 1e6

// drawn returns the layout of a hand-drawn graph. Points without coordinates are placed on
// a circle. A drawing with coordinates is scaled to a median edge length of 1, or less if a
// coordinate would be larger than maxDrawn.
func (d *document) drawn() *layout {
	n := len(d.Points)
	l := newLayout("", n)
	for p := range d.Points {
		l.geo.Names[p] = d.pointName(p)
		if at := d.Points[p]; at.X != nil {
			l.x[p], l.y[p] = *at.X, *at.Y
			continue
		}
		turn, radius := 2*math.Pi*float64(p)/float64(n), circleOf(n)
		l.geo.X[p], l.geo.Y[p] = radius*math.Sin(turn), -radius*math.Cos(turn)
	}
	lengths := make([]float64, 0, len(d.Edges))
	for _, e := range d.Edges { // all edges are different
		p, q := e[0], e[1]
		l.adj[p] = append(l.adj[p], baduk.Point(q))
		l.adj[q] = append(l.adj[q], baduk.Point(p))
		lengths = append(lengths, math.Hypot(l.x[p]-l.x[q], l.y[p]-l.y[q]))
	}
	if n > 0 && d.Points[0].X != nil {
		unit := 1.0
		if len(lengths) > 0 {
			slices.Sort(lengths)
			unit = lengths[len(lengths)/2]
		}
		for p := range d.Points {
			unit = max(unit, math.Abs(l.x[p])/maxDrawn, math.Abs(l.y[p])/maxDrawn)
		}
		for p := range d.Points {
			l.geo.X[p], l.geo.Y[p] = l.x[p]/unit, l.y[p]/unit
		}
	}
	return l
}

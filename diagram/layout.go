package diagram

import "tengen/baduk"

// Layout says where [Picture.WriteSVG] draws the points and in which colours, for programs that draw on top of it. Its
// numbers have the unit of the SVG.
type Layout struct {
	X, Y  []float64 // by point
	Shown []bool    // by point: whether the point is drawn
	Stone float64   // radius of a stone
	Theme Theme
}

// Layout returns the layout of the picture. Its errors are those of WriteSVG.
func (p *Picture) Layout() (*Layout, error) {
	plan, err := newPlan(p, nil)
	if err != nil {
		return nil, err
	}
	l := &Layout{X: make([]float64, len(plan.at)), Y: make([]float64, len(plan.at)), Shown: plan.shown, Stone: plan.stone * unit, Theme: plan.theme}
	for i, at := range plan.at {
		l.X[i], l.Y[i] = at.x*unit, at.y*unit
	}
	return l, nil
}

// Name returns the name of a point in the picture.
func (p *Picture) Name(q baduk.Point) string { return clean(p.vertex(q), maxLine) }

package review

import (
	"fmt"
	"slices"

	"tengen/baduk"
)

// ink is the role of a part of a chart. Every format has a colour for each ink.
type ink uint8

const (
	inkText ink = iota
	inkFaint
	inkGrid
	inkBlack // Black's share
	inkWhite // White's share
	inkEven  // line of an even game
	inkCurve
	inkLead
	inkInaccuracy
	inkMistake
	inkBlunder
	inkMoment
	inkMomentText
)

// xy is a point in a chart: x to the right, y downwards.
type xy struct{ x, y float64 }

// canvas draws the parts of a chart in one format.
type canvas interface {
	area(corners []xy, i ink)
	path(points []xy, width float64, i ink)
	dot(at xy, radius float64, i ink)
	// text writes s with its baseline at a point. The anchor says which part of the text is at the point: 0
	// the beginning, 1 the middle, 2 the end.
	text(at xy, size float64, anchor int, i ink, s string)
	// tooltip adds the tooltip s to a rectangle of the chart, in formats with tooltips.
	tooltip(from, to xy, s string, link string)
}

// The layout of a chart.
const (
	chartLeft   = 44.0
	chartRight  = 10.0
	chartTop    = 26.0
	winHeight   = 132.0
	chartGap    = 44.0
	leadHeight  = 104.0
	chartBottom = 46.0
	badge       = 8.0 // radius of the circle with the number of a moment
	chartHeight = chartTop + winHeight + chartGap + leadHeight + chartBottom
	textSize    = 11.0
)

// chart is the graph of a review: Black's probability to win and Black's lead.
type chart struct {
	review   *Review
	width    float64
	up, down float64 // Black's lead at the upper edge and White's lead at the lower edge, in points
}

func (r *Review) chart(width float64) *chart {
	c := &chart{review: r, width: width, up: 10, down: 10}
	for _, a := range r.Positions {
		if v := valueOf(a); v != nil {
			c.up, c.down = max(c.up, v.Lead), max(c.down, -v.Lead)
		}
	}
	// Both players' sides of the graph get enough room for a label.
	c.up, c.down = edge(max(c.up, c.down/5)), edge(max(c.down, c.up/5))
	return c
}

// edge returns the smallest round number that is at least lead. If lead is too large, it returns the
// largest round number.
func edge(lead float64) float64 {
	steps := [...]float64{10, 20, 30, 40, 60, 80, 100, 120, 150, 200, 300}
	for _, step := range steps {
		if lead <= step {
			return step
		}
	}
	return steps[len(steps)-1]
}

// x returns the x coordinate of a position.
func (c *chart) x(position int) float64 {
	return chartLeft + (c.width-chartLeft-chartRight)*float64(position)/float64(max(c.review.Line.Len(), 1))
}

func (c *chart) yWin(win float64) float64 { return chartTop + (1-win)*winHeight }

func (c *chart) yLead(lead float64) float64 {
	lead = min(max(lead, -c.down), c.up)
	return chartTop + winHeight + chartGap + (c.up-lead)/(c.up+c.down)*leadHeight
}

// runs returns the judged positions, split into runs without gaps.
func (c *chart) runs() [][]int {
	var all [][]int
	last := -2
	for i, a := range c.review.Positions {
		if valueOf(a) == nil {
			continue
		}
		if i != last+1 {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], i)
		last = i
	}
	return all
}

// draw draws the chart of the judged positions.
func (c *chart) draw(to canvas) {
	left, right := chartLeft, c.width-chartRight
	c.phases(to)
	for _, run := range c.runs() {
		c.panel(to, run, func(v value) float64 { return c.yWin(v.Win) }, chartTop, chartTop+winHeight)
	}
	for _, share := range []float64{0.25, 0.75} {
		to.path([]xy{{left, c.yWin(share)}, {right, c.yWin(share)}}, 0.5, inkGrid)
	}
	to.path([]xy{{left, c.yWin(0.5)}, {right, c.yWin(0.5)}}, 1, inkEven)
	for _, share := range []float64{0, 0.25, 0.5, 0.75, 1} {
		to.text(xy{left - 5, c.yWin(share) + 4}, textSize, 2, inkFaint, decimals(100*share, 0))
	}
	to.text(xy{left, chartTop - 9}, textSize, 0, inkText, "Black's chance to win, %")
	for _, lead := range c.grid() {
		to.path([]xy{{left, c.yLead(lead)}, {right, c.yLead(lead)}}, 0.5, inkGrid)
		to.text(xy{left - 5, c.yLead(lead) + 4}, textSize, 2, inkFaint, leadLabel(lead))
	}
	for _, run := range c.runs() {
		c.leads(to, run)
	}
	to.path([]xy{{left, c.yLead(0)}, {right, c.yLead(0)}}, 1, inkEven)
	to.text(xy{left - 5, c.yLead(0) + 4}, textSize, 2, inkFaint, "0")
	to.text(xy{left, chartTop + winHeight + chartGap - 9}, textSize, 0, inkText, "Lead in points")
	c.numbers(to)
	c.marks(to)
	c.tooltips(to)
}

func leadLabel(lead float64) string {
	if lead < 0 {
		return "W+" + decimals(-lead, 0)
	}
	return "B+" + decimals(lead, 0)
}

// grid returns the leads that have a grid line.
func (c *chart) grid() []float64 {
	all := []float64{c.up, -c.down}
	if c.up >= c.down {
		all = append(all, c.up/2)
	}
	if c.down >= c.up {
		all = append(all, -c.down/2)
	}
	return all
}

// phases draws the beginnings of the middle game and the endgame, with their names if there is room.
func (c *chart) phases(to canvas) {
	for from, next := 0, 0; from < len(c.review.Moves); from = next {
		phase := c.review.Moves[from].Phase
		for next = from; next < len(c.review.Moves) && c.review.Moves[next].Phase == phase; {
			next++
		}
		if from > 0 {
			to.path([]xy{{c.x(from), chartTop}, {c.x(from), chartTop + winHeight}}, 0.7, inkGrid)
			to.path([]xy{{c.x(from), chartTop + winHeight + chartGap}, {c.x(from), chartTop + winHeight + chartGap + leadHeight}}, 0.7, inkGrid)
		}
		if c.x(next)-c.x(from) > 64 {
			to.text(xy{c.x(from) + 4, chartTop + winHeight + 13}, 10, 0, inkFaint, phase.String())
		}
	}
}

// panel fills Black's share below a curve and White's above it.
func (c *chart) panel(to canvas, run []int, y func(value) float64, top, bottom float64) {
	var curve []xy
	for _, i := range run {
		curve = append(curve, xy{c.x(i), y(*valueOf(c.review.Positions[i]))})
	}
	first, last := curve[0], curve[len(curve)-1]
	to.area(append(slices.Clone(curve), xy{last.x, top}, xy{first.x, top}), inkWhite)
	to.area(append(slices.Clone(curve), xy{last.x, bottom}, xy{first.x, bottom}), inkBlack)
	to.path(curve, 1.2, inkCurve)
}

// leads fills the area between the curve of the lead and the line of an even game.
func (c *chart) leads(to canvas, run []int) {
	zero := c.yLead(0)
	var curve, above, below []xy
	for k, i := range run {
		at := xy{c.x(i), c.yLead(valueOf(c.review.Positions[i]).Lead)}
		if k > 0 {
			if before := curve[k-1]; (before.y-zero)*(at.y-zero) < 0 { // the curve crosses the line of an even game
				cross := xy{before.x + (at.x-before.x)*(zero-before.y)/(at.y-before.y), zero}
				above, below = append(above, cross), append(below, cross)
			}
		}
		curve = append(curve, at)
		above = append(above, xy{at.x, min(at.y, zero)})
		below = append(below, xy{at.x, max(at.y, zero)})
	}
	ends := []xy{{curve[len(curve)-1].x, zero}, {curve[0].x, zero}}
	to.area(append(above, ends...), inkBlack)
	to.area(append(below, ends...), inkWhite)
	to.path(curve, 1.6, inkLead)
}

// numbers writes the numbers of moves below the chart.
func (c *chart) numbers(to canvas) {
	step := 10
	for _, s := range []int{20, 50, 100, 200} {
		if float64(c.review.Line.Len())/float64(step)*34 > c.width {
			step = s
		}
	}
	bottom := chartTop + winHeight + chartGap + leadHeight
	for i := range c.review.Moves {
		if n := c.review.Moves[i].Number; n%step == 0 {
			to.path([]xy{{c.x(i + 1), bottom}, {c.x(i + 1), bottom + 3}}, 0.7, inkGrid)
			to.text(xy{c.x(i + 1), bottom + 15}, textSize, 1, inkFaint, fmt.Sprint(n))
		}
	}
}

// marks draws mistakes as dots on the curve, and moments as numbers above the curve.
func (c *chart) marks(to canvas) {
	for i := range c.review.Moves {
		m := &c.review.Moves[i]
		if m.Known && m.Category >= Mistake && !slices.Contains(c.review.Moments, i) {
			to.dot(xy{c.x(i + 1), c.yLead(m.After.Lead)}, 2.6, m.Category.ink())
		}
	}
	bottom := chartTop + winHeight + chartGap + leadHeight
	places := c.badges()
	for k, i := range c.review.Moments {
		m := &c.review.Moves[i]
		at, below := xy{c.x(i + 1), c.yLead(m.After.Lead)}, xy{places[k], bottom + 32}
		to.path([]xy{at, {at.x, bottom + 18}, below}, 0.8, inkMoment)
		to.dot(at, 3.2, inkMoment)
		to.dot(below, badge, inkMoment)
		to.text(xy{below.x, below.y + 3.9}, textSize, 1, inkMomentText, fmt.Sprint(k+1))
	}
}

// badges returns the x coordinates of the numbers of the moments. Numbers that would overlap are moved
// apart.
func (c *chart) badges() []float64 {
	const room = 2*badge + 2
	all := make([]float64, len(c.review.Moments))
	last := chartLeft - room
	for k, i := range c.review.Moments {
		all[k] = max(c.x(i+1), last+room)
		last = all[k]
	}
	next := c.width - chartRight + room
	for k := range slices.Backward(all) {
		all[k] = min(all[k], next-room)
		next = all[k]
	}
	return all
}

func (c Category) ink() ink {
	switch c {
	case Blunder:
		return inkBlunder
	case Mistake:
		return inkMistake
	}
	return inkInaccuracy
}

// tooltips adds a tooltip for every judged move.
func (c *chart) tooltips(to canvas) {
	half := (c.x(1) - c.x(0)) / 2
	bottom := chartTop + winHeight + chartGap + leadHeight
	for i := range c.review.Moves {
		if m := &c.review.Moves[i]; m.Known {
			link := ""
			if k := slices.Index(c.review.Moments, i); k >= 0 {
				link = fmt.Sprintf("#moment-%d", k+1)
			}
			to.tooltip(xy{c.x(i+1) - half, chartTop}, xy{c.x(i+1) + half, bottom}, c.review.tooltipText(m), link)
		}
	}
}

// tooltipText describes a move on one line.
func (r *Review) tooltipText(m *Move) string {
	text := fmt.Sprintf("Move %d, %s: %s", m.Number, r.name(m.Move), leadText(m.After.Lead))
	if m.After.Exact {
		text += ", exact"
	} else {
		text += ", Black " + percent(m.After.Win)
	}
	if m.Category.Weak() {
		text += fmt.Sprintf("; %s, %s lost", m.Category, points(m.Loss))
		if m.Best != baduk.NoPoint {
			text += ", better " + r.Line.Graph.Vertex(m.Best)
		}
	}
	return text
}

package diagram

import (
	"image/color"
	"math"

	"tengen/baduk"
)

// draw draws the picture, from the lowest layer to the highest.
func (p *plan) draw(c canvas) {
	t := p.theme
	if p.all != p.board {
		c.fill(p.all.corners(), t.Page)
	}
	c.fill(p.board.corners(), t.Board)
	p.drawLines(c)
	p.drawStars(c)
	p.each(func(q baduk.Point) { p.drawHeat(c, q) })
	p.drawStones(c)
	p.each(func(q baduk.Point) { p.clearBehind(c, q) })
	p.each(func(q baduk.Point) { p.drawOwnership(c, q) })
	p.each(func(q baduk.Point) { p.drawMarks(c, q) })
	p.each(func(q baduk.Point) { p.drawLabel(c, q) })
	p.drawNames(c)
	for _, pair := range p.Lines {
		p.drawPair(c, pair, false)
	}
	for _, pair := range p.Arrows {
		p.drawPair(c, pair, true)
	}
	for _, lines := range [][]textLine{p.above, p.below} {
		for _, l := range lines {
			c.write(l.at, l.size, t.Text, l.text)
		}
	}
	p.each(func(q baduk.Point) { c.point(p.at[q], math.Max(p.stone, 0.3), clean(p.vertex(q), maxLine)) })
}

// each calls f for every point that is drawn.
func (p *plan) each(f func(baduk.Point)) {
	for i, shown := range p.shown {
		if shown {
			f(baduk.Point(i))
		}
	}
}

// dimmed returns the given colour, or a paler colour if the point is dimmed.
func (p *plan) dimmed(q baduk.Point, c color.RGBA) color.RGBA {
	if c.A == 0 || p.Marks[q]&Dim == 0 {
		return c
	}
	return mix(c, p.theme.Board, math.Min(math.Max(p.theme.Dim, 0), 1))
}

// ink returns the colour of marks and labels on a point.
func (p *plan) ink(q baduk.Point) color.RGBA {
	switch p.stoneAt(q) {
	case baduk.Black:
		return p.dimmed(q, p.theme.White)
	case baduk.White:
		return p.dimmed(q, p.theme.Black)
	}
	return p.dimmed(q, p.theme.Line)
}

func (p *plan) drawLines(c canvas) {
	all := p.lines()
	for _, kind := range []kindOfLine{{}, {dim: true}, {border: true}, {border: true, dim: true}} {
		ink, width := p.theme.Line, thin
		if kind.dim {
			ink = mix(ink, p.theme.Board, p.theme.Dim)
		}
		if kind.border {
			width = border
		}
		if len(all[kind]) > 0 {
			c.strokes(all[kind], width, ink)
		}
	}
}

// drawStars draws the stars. On a board without rows it draws a dot on every point.
func (p *plan) drawStars(c canvas) {
	stars, radius := p.geo.Stars, 0.115
	if p.grid.Width == 0 && !p.window() {
		stars, radius = nil, 0.085
		for i := range p.at {
			stars = append(stars, baduk.Point(i))
		}
	}
	for _, q := range stars {
		if p.shown[q] && p.stoneAt(q) == baduk.Empty {
			c.disc(p.at[q], radius, p.dimmed(q, p.theme.Line), color.RGBA{}, 0)
		}
	}
}

// hot reports whether heat is drawn on a point. NaN counts as no heat.
func (p *plan) hot(q baduk.Point) bool {
	return len(p.Heat) > 0 && p.stoneAt(q) == baduk.Empty && p.Heat[q] > 0.001
}

// drawHeat draws a disc or, in themes with a rim for heat, a diamond. Its size and colour
// depend on the heat.
func (p *plan) drawHeat(c canvas, q baduk.Point) {
	if !p.hot(q) {
		return
	}
	v, t, scale := math.Sqrt(math.Min(p.Heat[q], 1)), p.theme, p.stone/stoneRadius
	radius, fill := (0.12+0.34*v)*scale, mix(t.HeatLow, t.HeatHigh, v)
	if t.HeatRim.A == 0 {
		c.disc(p.at[q], radius, fill, color.RGBA{}, 0)
		return
	}
	for _, d := range []struct {
		radius float64
		color.RGBA
	}{{radius, t.HeatRim}, {radius - 1.5*thin, fill}} {
		at := p.at[q]
		c.fill([]place{at.plus(0, -d.radius), at.plus(d.radius, 0), at.plus(0, d.radius), at.plus(-d.radius, 0)}, d.RGBA)
	}
}

func (p *plan) drawStones(c canvas) {
	scale := p.stone / stoneRadius
	if p.theme.Shadow.A > 0 {
		p.each(func(q baduk.Point) {
			if p.stoneAt(q) != baduk.Empty {
				c.disc(p.at[q].plus(0.035*scale, 0.055*scale), p.stone, p.dimmed(q, p.theme.Shadow), color.RGBA{}, 0)
			}
		})
	}
	p.each(func(q baduk.Point) {
		switch p.stoneAt(q) {
		case baduk.Black:
			c.disc(p.at[q], p.stone, p.dimmed(q, p.theme.Black), p.dimmed(q, p.theme.BlackRim), thin*scale)
		case baduk.White:
			c.disc(p.at[q], p.stone, p.dimmed(q, p.theme.White), p.dimmed(q, p.theme.WhiteRim), thin*scale)
		}
	})
}

// drawOwnership draws a square in the owner's colour. The square is larger if the owner is more
// certain. drawOwnership draws nothing on stones of the owner.
func (p *plan) drawOwnership(c canvas, q baduk.Point) {
	if len(p.Ownership) == 0 {
		return
	}
	v := p.Ownership[q]
	owner, size := baduk.Black, math.Min(math.Abs(v), 1)
	if v < 0 {
		owner = baduk.White
	}
	if size >= 0.05 && p.stoneAt(q) != owner { // the comparison is false for NaN
		p.drawTerritory(c, q, owner, (0.05+0.2*size)*p.stone/stoneRadius)
	}
}

// drawTerritory draws a square of a player's colour.
func (p *plan) drawTerritory(c canvas, q baduk.Point, owner baduk.Color, half float64) {
	fill, rim := p.theme.Black, p.theme.BlackRim
	if owner == baduk.White {
		fill, rim = p.theme.White, p.theme.WhiteRim
	}
	at := p.at[q]
	c.fill(rect(at.x-half, at.y-half, at.x+half, at.y+half), p.dimmed(q, rim))
	half -= thin
	c.fill(rect(at.x-half, at.y-half, at.x+half, at.y+half), p.dimmed(q, fill))
}

func (p *plan) drawMarks(c canvas, q baduk.Point) {
	m, at, scale := p.Marks[q], p.at[q], p.stone/stoneRadius
	if m&^Dim == 0 {
		return
	}
	ink, accent := p.ink(q), p.theme.Accent
	if accent.A == 0 {
		accent = ink
	}
	const width = 0.07
	if m&BlackTerritory != 0 {
		p.drawTerritory(c, q, baduk.Black, 0.17*scale)
	}
	if m&WhiteTerritory != 0 {
		p.drawTerritory(c, q, baduk.White, 0.17*scale)
	}
	if m&LastMove != 0 {
		if p.label(q) == "" {
			c.disc(at, 0.17*scale, accent, color.RGBA{}, 0)
		} else { // the sign of the last move is a line below the label
			c.strokes([]stroke{{at.plus(-0.2*scale, 0.31*scale), at.plus(0.2*scale, 0.31*scale)}}, width*scale, accent)
		}
	}
	if m&Circle != 0 {
		c.disc(at, 0.29*scale, color.RGBA{}, ink, width*scale)
	}
	if m&Square != 0 {
		c.fill(outline(at, 4, 0.34*scale, math.Pi/4, width*scale), ink)
	}
	if m&Triangle != 0 {
		c.fill(outline(at.plus(0, 0.04*scale), 3, 0.37*scale, -math.Pi/2, width*scale), ink)
	}
	if m&Cross != 0 {
		d := 0.22 * scale
		c.strokes([]stroke{{at.plus(-d, -d), at.plus(d, d)}, {at.plus(-d, d), at.plus(d, -d)}}, 0.09*scale, ink)
	}
	if m&Selected != 0 {
		if p.theme.Accent.A == 0 {
			accent = p.theme.Line
		}
		const d, arm, thick = 0.46, 0.17, 0.07
		for _, s := range [4]place{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			corner := at.plus(d*s.x*scale, d*s.y*scale)
			c.strokes([]stroke{{corner.plus(thick/2*s.x*scale, 0), corner.plus(-arm*s.x*scale, 0)}, {corner, corner.plus(0, -arm*s.y*scale)}}, thick*scale, accent)
		}
	}
}

// labelSize returns the size of a label that fits on a stone.
func (p *plan) labelSize(text string) float64 {
	return math.Min(0.62, 0.82/math.Max(p.font.width(text), 0.01)) * p.stone / stoneRadius
}

// clearBehind clears the lines behind a label on an empty point.
func (p *plan) clearBehind(c canvas, q baduk.Point) {
	if text := p.label(q); text != "" && p.stoneAt(q) == baduk.Empty && !p.hot(q) {
		half := p.labelSize(text) * p.font.width(text) / 2
		scale := p.stone / stoneRadius
		c.disc(p.at[q], math.Min(math.Max(0.36*scale, half+0.06), 0.46*scale), p.theme.Board, color.RGBA{}, 0)
	}
}

func (p *plan) drawLabel(c canvas, q baduk.Point) {
	if text := p.label(q); text != "" {
		c.write(p.at[q], p.labelSize(text), p.ink(q), text)
	}
}

// drawNames writes the coordinates.
func (p *plan) drawNames(c canvas) {
	b, ink := p.board, p.theme.Names
	const size, in = 0.46, 0.46
	top, bottom, left, right := p.axes()
	for _, n := range top {
		c.write(place{n.at, b.top + in}, size, ink, n.text)
	}
	for _, n := range bottom {
		c.write(place{n.at, b.bottom - in}, size, ink, n.text)
	}
	for _, n := range left {
		c.write(place{b.left + in, n.at}, size, ink, n.text)
	}
	for _, n := range right {
		c.write(place{b.right - in, n.at}, size, ink, n.text)
	}
	if !p.named() {
		return
	}
	p.each(func(q baduk.Point) { p.drawName(c, q) })
}

// drawName writes the name of a point on its stone or next to the point.
func (p *plan) drawName(c canvas, q baduk.Point) {
	const small = 0.26
	name := clean(p.vertex(q), maxLine)
	half := small * p.font.width(name) / 2
	switch occupied := p.stoneAt(q) != baduk.Empty; {
	case occupied && p.Labels[q] == "" && p.Marks[q]&^Dim == 0 && half < 0.9*p.stone:
		c.write(p.at[q], small, p.ink(q), name)
	case occupied || p.Labels[q] != "":
		c.write(p.at[q].plus(0, -p.stone-0.14), small, p.theme.Names, name)
	default:
		c.write(p.at[q].plus(0.14+half, -0.22), small, p.theme.Names, name)
	}
}

// drawPair draws a line between two points, or an arrow to the second point. Both ends keep
// a small distance from the points.
func (p *plan) drawPair(c canvas, pair [2]baduk.Point, arrow bool) {
	a, b := p.at[pair[0]], p.at[pair[1]]
	length := math.Hypot(b.x-a.x, b.y-a.y)
	if !p.shown[pair[0]] || !p.shown[pair[1]] || length == 0 {
		return
	}
	ink := p.theme.Accent
	if ink.A == 0 {
		ink = p.theme.Line
	}
	const width, head = 0.11, 0.42
	dx, dy := (b.x-a.x)/length, (b.y-a.y)/length
	cut := math.Min(0.2, length/8)
	a, b = a.plus(dx*cut, dy*cut), b.plus(-dx*cut, -dy*cut)
	line, size := stroke{a, b}, math.Min(head, length/2)
	if arrow {
		line.to = b.plus(-dx*size*0.9, -dy*size*0.9)
	}
	if p.theme.Accent.A == 0 { // a black line on a black stone needs a rim to be visible
		c.strokes([]stroke{line}, width+2*thin, p.theme.Board)
		if arrow {
			c.fill(arrowhead(a, b.plus(dx*0.09, dy*0.09), size+0.16), p.theme.Board)
		}
	}
	c.strokes([]stroke{line}, width, ink)
	if arrow {
		c.fill(arrowhead(a, b, size), ink)
	}
}

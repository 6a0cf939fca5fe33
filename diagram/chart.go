package diagram

import (
	"image/color"
	"io"
	"math"
	"strconv"
)

// Chart is a column of plots with linear axes. Equal charts give equal files.
type Chart struct {
	Title string
	Plots []Plot
}

// Plot is one picture of a chart. Its axes end at the largest coordinates of its curves. They begin at 0, and the
// upward one at the smallest coordinate if that is negative.
type Plot struct {
	Title        string
	XName, YName string
	Width        float64 // the horizontal axis ends here, unless a curve is longer
	Curves       []Curve
}

// Curve joins points by lines.
type Curve struct {
	Name   string // for the legend; "" if the legend leaves the curve out
	Points []Coordinates
	Bars   bool // draws a bar from each point down to the axis instead
	Area   bool // fills the polygon of the points instead
}

// Coordinates are a point of a curve, in the units of the axes. X is not negative.
type Coordinates struct{ X, Y float64 }

// The layout of a chart, in units of a board.
const (
	chartWidth   = 30.0
	plotHeight   = 9.0 // between the axes
	plotLeft     = 3.0
	plotRight    = 0.8
	plotTop      = 2.0 // title and legend
	plotBottom   = 2.0 // numbers and name of the axis
	chartTop     = 1.4 // title of the chart
	chartText    = 0.55
	chartHeading = 0.7
)

// curveColors are the colours of the curves, by number.
func curveColors() []color.RGBA {
	return []color.RGBA{rgb(0x2a6fb0), rgb(0xd6402b), rgb(0x2f9c6b), rgb(0x8a5fb0), rgb(0xd9a400), rgb(0x4a4f57)}
}

// box returns the place of the whole chart.
func (c *Chart) box() box {
	return box{0, 0, chartWidth, chartTop + float64(len(c.Plots))*(plotTop+plotHeight+plotBottom)}
}

// WriteSVG writes the chart as SVG.
func (c *Chart) WriteSVG(w io.Writer) error {
	s := &svg{font: builtIn()}
	s.begin(c.box(), clean(c.Title, maxLine))
	s.fill(c.box().corners(), Print().Page)
	c.draw(s, s.font)
	return s.end(w)
}

// WritePNG writes the chart as a PNG. A font of o is used instead of the built-in one.
func (c *Chart) WritePNG(w io.Writer, o Pixels) error {
	scale, err := o.scale(c.box())
	if err != nil {
		return err
	}
	r, err := newRaster(c.box(), scale, o.Font.orBuiltIn(), Print().Page)
	if err != nil {
		return err
	}
	c.draw(r, r.font)
	return EncodePNG(w, r.img)
}

func (c *Chart) draw(to canvas, font *Font) {
	to.write(place{chartWidth / 2, chartTop / 2}, chartHeading, Print().Text, clean(c.Title, maxLine))
	top := chartTop
	for i := range c.Plots {
		p := &axes{Plot: &c.Plots[i], canvas: to, font: font, top: top + plotTop, area: box{plotLeft, top + plotTop, chartWidth - plotRight, top + plotTop + plotHeight}}
		p.draw()
		top += plotTop + plotHeight + plotBottom
	}
}

// axes draws a plot.
type axes struct {
	*Plot
	canvas
	font *Font
	top  float64
	area box
	x, y float64 // largest coordinates
	low  float64 // where the upward axis begins
}

func (a *axes) at(p Coordinates) place {
	return place{a.area.left + p.X/a.x*a.area.width(), a.area.bottom - (p.Y-a.low)/(a.y-a.low)*a.area.height()}
}

// left and right write a text that begins or ends at a place.
func (a *axes) left(at place, c color.RGBA, text string) {
	a.write(at.plus(a.font.width(text)*chartText/2, 0), chartText, c, text)
}

func (a *axes) right(at place, c color.RGBA, text string) {
	a.write(at.plus(-a.font.width(text)*chartText/2, 0), chartText, c, text)
}

func (a *axes) draw() {
	a.x = a.Width
	for _, c := range a.Curves {
		for _, p := range c.Points {
			a.x, a.y, a.low = math.Max(a.x, p.X), math.Max(a.y, p.Y), math.Min(a.low, p.Y)
		}
	}
	if a.x == 0 {
		a.x = 1
	}
	if a.y == a.low {
		a.y++
	}
	a.grid()
	ink := curveColors()
	edge := a.area.right
	for i, c := range a.Curves {
		color := ink[i%len(ink)]
		a.curve(c, color)
		if name := clean(c.Name, maxLine); name != "" {
			a.right(place{edge, a.top - 0.7}, color, name)
			edge -= a.font.width(name)*chartText + 1
		}
	}
	a.left(place{a.area.left, a.top - 0.7}, Print().Text, clean(a.Title, maxLine))
}

// grid draws the axes with their numbers and names.
func (a *axes) grid() {
	faint, line := rgb(0x666666), rgb(0xd8d8d8)
	var lines []stroke
	for _, v := range Ticks(0, a.x, 12) {
		at := place{a.at(Coordinates{v, 0}).x, a.area.bottom}
		lines = append(lines, stroke{at, place{at.x, a.area.top}})
		a.write(at.plus(0, 0.5), chartText, faint, tickText(v))
	}
	for _, v := range Ticks(a.low, a.y, 6) {
		at := a.at(Coordinates{0, v})
		lines = append(lines, stroke{at, place{a.area.right, at.y}})
		a.right(at.plus(-0.25, 0), faint, tickText(v))
	}
	a.strokes(lines, thin, line)
	a.right(place{a.area.right, a.area.bottom + 1.2}, faint, clean(a.XName, maxLine))
	a.left(place{a.area.left, a.area.bottom + 1.2}, faint, clean("upwards: "+a.YName, maxLine))
}

func (a *axes) curve(c Curve, ink color.RGBA) {
	if c.Bars {
		width := a.area.width()
		if n := len(c.Points); n > 1 {
			width = a.at(c.Points[1]).x - a.at(c.Points[0]).x
		}
		for _, p := range c.Points {
			at := a.at(p)
			a.fill(rect(at.x-0.4*width, at.y, at.x+0.4*width, a.at(Coordinates{}).y), ink)
		}
		return
	}
	if c.Area {
		corners := make([]place, len(c.Points))
		for i, p := range c.Points {
			corners[i] = a.at(p)
		}
		a.fill(corners, rgb(0xdfe6ee))
		return
	}
	var lines []stroke
	for i := 1; i < len(c.Points); i++ {
		lines = append(lines, stroke{a.at(c.Points[i-1]), a.at(c.Points[i])})
	}
	if len(lines) > 0 {
		a.strokes(lines, 2*thin, ink)
	}
}

// Ticks returns about the given number of round numbers from low to high.
func Ticks(low, high float64, about int) []float64 {
	if !(high > low) || math.IsInf(high-low, 0) {
		return nil
	}
	step := math.Pow(10, math.Floor(math.Log10((high-low)/float64(about))))
	for _, factor := range []float64{1, 2, 5, 10} {
		if (high-low)/(step*factor) <= float64(about) {
			step *= factor
			break
		}
	}
	var all []float64
	for i := 0 + math.Ceil(low/step-1e-9); i*step <= high+1e-9*step; i++ {
		all = append(all, i*step)
	}
	return all
}

func tickText(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

package match

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"strconv"
	"strings"

	"tengen/diagram"
)

// The plots are SVG. Their colours are variables of the surrounding page: --ink, --faint, --band and
// --p1 to --p8.

const (
	plotWidth, plotHeight                    = 640, 240
	plotLeft, plotRight, plotTop, plotBottom = 56, 12, 12, 34
)

// plot is a picture with two linear axes.
type plot struct {
	elements       strings.Builder
	x0, x1, y0, y1 float64 // limits of the axes
	label          string  // description for screen readers
	xName, yName   string  // labels of the axes
}

func (p *plot) x(v float64) float64 {
	return plotLeft + (v-p.x0)/(p.x1-p.x0)*(plotWidth-plotLeft-plotRight)
}

func (p *plot) y(v float64) float64 {
	return plotHeight - plotBottom - (v-p.y0)/(p.y1-p.y0)*(plotHeight-plotTop-plotBottom)
}

func (p *plot) addf(format string, args ...any) { fmt.Fprintf(&p.elements, format, args...) }

// point is a point of a plot, in the units of the axes.
type point struct{ x, y float64 }

// path returns the attribute d of an SVG path through the points.
func (p *plot) path(points []point) string {
	var b strings.Builder
	for i, at := range points {
		letter := "L"
		if i == 0 {
			letter = "M"
		}
		fmt.Fprintf(&b, "%s%.1f %.1f", letter, p.x(at.x), p.y(at.y))
	}
	return b.String()
}

func (p *plot) line(points []point, class string) {
	if len(points) == 1 {
		p.dot(points[0], class, "")
	} else if len(points) > 1 {
		p.addf(`<path class="line %s" d="%s"/>`, class, p.path(points))
	}
}

// band fills the area between two lines with the same x coordinates.
func (p *plot) band(low, high []point) {
	if len(low) < 2 {
		return
	}
	back := make([]point, len(low))
	for i, at := range low {
		back[len(low)-1-i] = at
	}
	p.addf(`<path class="band" d="%s%sZ"/>`, p.path(high), "L"+p.path(back)[1:])
}

func (p *plot) dot(at point, class, title string) {
	p.addf(`<circle class="dot %s" cx="%.1f" cy="%.1f" r="3"><title>%s</title></circle>`, class, p.x(at.x), p.y(at.y), html.EscapeString(title))
}

// hline draws a horizontal line at y.
func (p *plot) hline(y float64, class string) {
	if y >= p.y0 && y <= p.y1 {
		p.addf(`<path class="%s" d="M%d %.1fH%d"/>`, class, plotLeft, p.y(y), plotWidth-plotRight)
	}
}

// svg returns the whole picture.
func (p *plot) svg() template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" role="img" aria-label="%s">`, plotWidth, plotHeight, html.EscapeString(p.label))
	for _, v := range diagram.Ticks(p.y0, p.y1, 6) {
		fmt.Fprintf(&b, `<path class="grid" d="M%d %.1fH%d"/><text x="%d" y="%.1f" class="yt">%s</text>`,
			plotLeft, p.y(v), plotWidth-plotRight, plotLeft-6, p.y(v)+4, tickText(v))
	}
	for _, v := range diagram.Ticks(p.x0, p.x1, 8) {
		fmt.Fprintf(&b, `<path class="grid" d="M%.1f %dV%d"/><text x="%.1f" y="%d" class="xt">%s</text>`,
			p.x(v), plotTop, plotHeight-plotBottom, p.x(v), plotHeight-plotBottom+14, tickText(v))
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" class="xt">%s</text>`, (plotLeft+plotWidth-plotRight)/2, plotHeight-4, html.EscapeString(p.xName))
	fmt.Fprintf(&b, `<text transform="translate(12 %d) rotate(-90)" class="xt">%s</text>`, (plotTop+plotHeight-plotBottom)/2, html.EscapeString(p.yName))
	b.WriteString(p.elements.String())
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

func tickText(v float64) string {
	if math.Abs(v) < 1e-9 {
		return "0"
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

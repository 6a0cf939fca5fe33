package review

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// svgInks are the CSS classes of the inks. The page defines their colours.
var svgInks = [...]string{"text", "faint", "grid", "black", "white", "even", "curve", "lead", "inaccuracy", "mistake", "blunder", "moment", "momenttext"}

// svgCanvas writes a chart as SVG.
type svgCanvas struct{ b strings.Builder }

// svg returns the chart as SVG. The page that contains the SVG defines the colours.
func (c *chart) svg(class string) string {
	var s svgCanvas
	fmt.Fprintf(&s.b, `<svg xmlns="http://www.w3.org/2000/svg" class="chart %s" viewBox="0 0 %s %s" role="img" aria-label="Black's chance to win and Black's lead in points after every move">`,
		class, coordinate(c.width), coordinate(chartHeight))
	c.draw(&s)
	s.b.WriteString("</svg>")
	return s.b.String()
}

// coordinate writes a coordinate with at most one decimal.
func coordinate(v float64) string { return strconv.FormatFloat(float64(int(v*10+0.5))/10, 'f', -1, 64) }

func (s *svgCanvas) points(list []xy) {
	for i, p := range list {
		if i > 0 {
			s.b.WriteByte(' ')
		}
		s.b.WriteString(coordinate(p.x) + "," + coordinate(p.y))
	}
}

func (s *svgCanvas) area(corners []xy, i ink) {
	s.b.WriteString(`<polygon class="f-` + svgInks[i] + `" points="`)
	s.points(corners)
	s.b.WriteString(`"/>`)
}

func (s *svgCanvas) path(points []xy, width float64, i ink) {
	s.b.WriteString(`<polyline class="s-` + svgInks[i] + `" stroke-width="` + strconv.FormatFloat(width, 'f', -1, 64) + `" points="`)
	s.points(points)
	s.b.WriteString(`"/>`)
}

func (s *svgCanvas) dot(at xy, radius float64, i ink) {
	fmt.Fprintf(&s.b, `<circle class="f-%s" cx="%s" cy="%s" r="%s"/>`, svgInks[i], coordinate(at.x), coordinate(at.y), coordinate(radius))
}

func (s *svgCanvas) text(at xy, size float64, anchor int, i ink, text string) {
	fmt.Fprintf(&s.b, `<text class="f-%s" x="%s" y="%s" font-size="%s" text-anchor="%s">%s</text>`, svgInks[i], coordinate(at.x), coordinate(at.y), coordinate(size),
		[...]string{"start", "middle", "end"}[anchor], escaped(text))
}

func (s *svgCanvas) tooltip(from, to xy, text, link string) {
	rect := fmt.Sprintf(`<rect class="spot" x="%s" y="%s" width="%s" height="%s"><title>%s</title></rect>`, coordinate(from.x), coordinate(from.y), coordinate(to.x-from.x), coordinate(to.y-from.y), escaped(text))
	if link != "" {
		rect = `<a href="` + escaped(link) + `">` + rect + "</a>"
	}
	s.b.WriteString(rect)
}

func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder never fails
	return b.String()
}

package diagram

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"strings"

	"tengen/baduk"
)

// unit is the distance between neighbouring points in an SVG, in units of the SVG.
const unit = 24

// SVG returns the picture of the current position of a game; see [Picture.WriteSVG].
func SVG(g *baduk.Game) string {
	pic := Of(g)
	var b strings.Builder
	_ = pic.WriteSVG(&b) // cannot fail: a game has a board
	return b.String()
}

// WriteSVG writes the picture as SVG, for a file or as part of a web page. The SVG has no
// identifiers, styles or scripts, and uses fonts of the viewer's system. A tooltip shows
// the name of each point.
func (p *Picture) WriteSVG(w io.Writer) error {
	plan, err := newPlan(p, nil)
	if err != nil {
		return err
	}
	title := clean(p.Title, maxLine)
	if title == "" {
		title = clean(p.Graph.String(), maxLine)
	}
	s := &svg{font: plan.font}
	s.begin(plan.all, title)
	plan.draw(s)
	return s.end(w)
}

// svg is a canvas. Consecutive shapes with the same attributes share a group. Since the
// viewer's fonts are unknown, long texts have an explicit width.
type svg struct {
	font *Font
	b    strings.Builder
	look string // attributes of the open group; "" if no group is open
}

// begin writes the beginning of a picture.
func (s *svg) begin(all box, title string) {
	fmt.Fprintf(&s.b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%s %s %s %s" width="%s" height="%s" role="img" font-family="'Noto Sans','Open Sans',Arial,sans-serif" text-anchor="middle">`+"\n<title>%s</title>\n",
		in(all.left), in(all.top), in(all.width()), in(all.height()), in(all.width()), in(all.height()), escape(title))
}

// end ends the picture and writes it.
func (s *svg) end(w io.Writer) error {
	s.group("")
	s.b.WriteString("</svg>\n")
	_, err := io.WriteString(w, s.b.String())
	return err
}

// group begins a group with the given attributes, unless the open group has the same attributes.
func (s *svg) group(look string) {
	if look == s.look {
		return
	}
	if s.look != "" {
		s.b.WriteString("</g>\n")
	}
	if look != "" {
		s.b.WriteString("<g " + look + ">\n")
	}
	s.look = look
}

func (s *svg) fill(corners []place, c color.RGBA) {
	if c.A == 0 || len(corners) == 0 {
		return
	}
	s.group(`fill="` + Hex(c) + `"`)
	s.b.WriteString(`<path d="`)
	to := "M"
	for _, at := range corners {
		s.b.WriteString(to + in(at.x) + " " + in(at.y))
		to = "L"
	}
	s.b.WriteString("Z\"/>\n")
}

func (s *svg) disc(at place, radius float64, fill, rim color.RGBA, width float64) {
	look := `fill="none"`
	if fill.A > 0 {
		look = `fill="` + Hex(fill) + `"`
	}
	if rim.A > 0 && rim != fill {
		look += fmt.Sprintf(` stroke="%s" stroke-width="%s"`, Hex(rim), in(width))
		radius -= width / 2
	}
	s.group(look)
	fmt.Fprintf(&s.b, `<circle cx="%s" cy="%s" r="%s"/>`+"\n", in(at.x), in(at.y), in(radius))
}

func (s *svg) strokes(lines []stroke, width float64, c color.RGBA) {
	s.group(fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%s"`, Hex(c), in(width)))
	s.b.WriteString(`<path d="`)
	for _, l := range lines {
		s.b.WriteString("M" + in(l.from.x) + " " + in(l.from.y) + "L" + in(l.to.x) + " " + in(l.to.y))
	}
	s.b.WriteString("\"/>\n")
}

func (s *svg) write(at place, size float64, c color.RGBA, text string) {
	s.group(`fill="` + Hex(c) + `"`)
	fit := ""
	if width := s.font.width(text); width > 1.2 {
		fit = fmt.Sprintf(` textLength="%s" lengthAdjust="spacingAndGlyphs"`, in(width*size))
	}
	fmt.Fprintf(&s.b, `<text x="%s" y="%s" font-size="%s"%s>%s</text>`+"\n", in(at.x), in(at.y+capHeight/2*size), in(size), fit, escape(text))
}

func (s *svg) point(at place, radius float64, name string) {
	s.group(`fill="#fff" fill-opacity="0"`)
	fmt.Fprintf(&s.b, `<circle cx="%s" cy="%s" r="%s"><title>%s</title></circle>`+"\n", in(at.x), in(at.y), in(radius), escape(name))
}

// in converts a length from units of the board to units of the SVG, as text.
func in(v float64) string { return number(v * unit) }

// Hex returns a colour as in CSS, such as #e9c586.
func Hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // writing to a strings.Builder cannot fail
	return b.String()
}

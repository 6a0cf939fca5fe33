package review

import (
	"image/color"
	"strings"

	"github.com/signintech/gopdf"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"tengen/diagram"
)

// typeface is a font of a sheet.
type typeface struct {
	name   string
	glyphs *sfnt.Font
}

// sheet is a PDF document that is being written. It is also the canvas of its chart.
type sheet struct {
	pdf              *gopdf.GoPdf
	pictures         *diagram.Document // draws diagrams into pdf
	title            string
	y                float64 // top of the next line
	pages            int
	scale, left, top float64      // scale and upper left corner of the chart
	fonts            [2]*typeface // plain and bold
	err              error        // first error
}

func newSheet(title string) (*sheet, error) {
	s := &sheet{pdf: &gopdf.GoPdf{}, title: title}
	s.pdf.Start(gopdf.Config{PageSize: *gopdf.PageSizeA4})
	s.pdf.SetInfo(gopdf.PdfInfo{Title: title, Producer: "tengen"})
	for i, f := range []struct {
		name string
		data []byte
	}{{"plain", goregular.TTF}, {"bold", gobold.TTF}} {
		glyphs, err := sfnt.Parse(f.data)
		if err != nil {
			return nil, err
		}
		if err := s.pdf.AddTTFFontData(f.name, f.data); err != nil {
			return nil, err
		}
		s.fonts[i] = &typeface{f.name, glyphs}
	}
	s.pictures = diagram.NewDocument(s.pdf)
	return s, nil
}

// width returns the width of a text in units of its size, and false if the font lacks a character.
func (t *typeface) width(text string) (float64, bool) {
	const em = 1000
	var buffer sfnt.Buffer
	sum, whole := 0.0, true
	for _, r := range text {
		index, err := t.glyphs.GlyphIndex(&buffer, r)
		if err != nil || index == 0 {
			whole = false
			sum++
			continue
		}
		advance, err := t.glyphs.GlyphAdvance(&buffer, index, fixed.I(em), font.HintingNone)
		if err == nil {
			sum += float64(advance) / 64 / em
		}
	}
	return sum, whole
}

func (s *sheet) face(bold bool) *typeface {
	if bold {
		return s.fonts[1]
	}
	return s.fonts[0]
}

// wrap breaks a text between words into lines of at most the given width.
func (s *sheet) wrap(text string, size float64, bold bool, width float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimLeft(line+" "+word, " ")
		if w, _ := s.face(bold).width(longer); w*size > width && line != "" {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// paragraph writes a text over the width of the page and moves s.y below it.
func (s *sheet) paragraph(text string, size float64, bold bool, i ink) {
	for _, part := range s.wrap(text, size, bold, pageInner) {
		s.textAt(pageMargin, size, bold, i, part)
		s.y += size * leadingOf
	}
}

// textAt writes a text. Its left edge is at x, and its top is at s.y.
func (s *sheet) textAt(x, size float64, bold bool, i ink, text string) {
	s.set(xy{x, s.y + 0.95*size}, size, bold, paperInks[i], text)
}

// set writes a text. foot is the left end of its baseline. If the fonts of the sheet lack characters of the
// text, such as Chinese ones, package diagram writes the text, because it has more fonts.
func (s *sheet) set(foot xy, size float64, bold bool, c color.RGBA, text string) {
	if text = printable(text); text == "" {
		return
	}
	f := s.face(bold)
	if _, whole := f.width(text); !whole {
		s.setErr(s.pictures.Write(foot.x, foot.y, size, c, text))
		return
	}
	s.setErr(s.pdf.SetFont(f.name, "", size))
	s.pdf.SetTextColor(c.R, c.G, c.B)
	s.pdf.SetXY(foot.x, foot.y)
	s.setErr(s.pdf.Text(text))
}

func (s *sheet) setErr(err error) {
	if s.err == nil {
		s.err = err
	}
}

// printable replaces control characters by spaces.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// diagram draws a diagram at s.y and moves s.y below it.
func (s *sheet) diagram(p diagram.Picture, left float64) {
	p.Theme, p.Notes = diagram.Print(), nil
	_, high, err := s.pictures.Draw(&p, left, s.y, diagramSide, 300)
	s.setErr(err)
	s.y += high
}

// categoryInks are the colours of the categories. boxBack is the background of a bar.
var (
	categoryInks = [...]color.RGBA{rgb(0x2f8f6b), rgb(0x64ad63), rgb(0xa9c25d), rgb(0xe5b93c), rgb(0xe2822f), rgb(0xc63a2b)}
	boxBack      = rgb(0xdddddd)
)

// box fills a rectangle.
func (s *sheet) box(x, y, w, h float64, c color.RGBA) {
	if w <= 0 {
		return
	}
	s.polygon([]xy{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}, c)
}

func (s *sheet) polygon(corners []xy, c color.RGBA) {
	list := make([]gopdf.Point, len(corners))
	for k, p := range corners {
		list[k] = gopdf.Point{X: p.x, Y: p.y}
	}
	s.pdf.SetFillColor(c.R, c.G, c.B)
	s.pdf.Polygon(list, "F")
}

// onPaper returns the position of a point of the chart on the page.
func (s *sheet) onPaper(p xy) xy { return xy{s.left + p.x*s.scale, s.top + p.y*s.scale} }

func (s *sheet) area(corners []xy, i ink) {
	moved := make([]xy, len(corners))
	for k, p := range corners {
		moved[k] = s.onPaper(p)
	}
	s.polygon(moved, paperInks[i])
}

func (s *sheet) path(points []xy, width float64, i ink) {
	c := paperInks[i]
	s.pdf.SetStrokeColor(c.R, c.G, c.B)
	s.pdf.SetLineWidth(width * s.scale)
	for k := 1; k < len(points); k++ {
		a, b := s.onPaper(points[k-1]), s.onPaper(points[k])
		s.pdf.Line(a.x, a.y, b.x, b.y)
	}
}

func (s *sheet) dot(at xy, radius float64, i ink) { s.area(circle(at, radius), i) }

func (s *sheet) text(at xy, size float64, anchor int, i ink, text string) {
	at = s.onPaper(at)
	size *= s.scale
	width, _ := s.fonts[0].width(text)
	s.set(xy{at.x - width*size*float64(anchor)/2, at.y}, size, false, paperInks[i], text)
}

// tooltip does nothing: paper has no tooltips.
func (s *sheet) tooltip(xy, xy, string, string) {}

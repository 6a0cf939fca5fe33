package diagram

import (
	"image/color"
	"math"

	"github.com/signintech/gopdf"
)

// Document draws into a PDF document whose pages the caller also writes to. Places and sizes are in
// points, 1/72 inch, from the upper left corner of the page.
type Document struct{ page }

// NewDocument returns a Document that draws on the last page of pdf with the built-in fonts. The
// caller adds the pages.
func NewDocument(pdf *gopdf.GoPdf) *Document {
	font := builtIn()
	return &Document{page{pdf: pdf, font: font, added: make([]bool, len(font.faces))}}
}

// Draw draws a picture. left and top are the upper left corner of the picture. Draw scales the
// picture to fit into width and height, and returns its size.
func (d *Document) Draw(pic *Picture, left, top, width, height float64) (w, h float64, err error) {
	p, err := newPlan(pic, d.font)
	if err != nil {
		return 0, 0, err
	}
	d.scale = math.Min(width/p.all.width(), height/p.all.height())
	d.left, d.top = left-p.all.left*d.scale, top-p.all.top*d.scale
	p.draw(d)
	return p.all.width() * d.scale, p.all.height() * d.scale, d.err
}

// Write writes a line of text, in any script. left and foot are the beginning of the baseline.
func (d *Document) Write(left, foot, size float64, c color.RGBA, text string) error {
	d.line(place{left, foot}, size, c, clean(text, maxLine))
	return d.err
}

// page is a canvas on a part of a page of paper. It keeps the first error.
type page struct {
	pdf       *gopdf.GoPdf
	font      *Font
	added     []bool  // whether the document has the font of each face
	scale     float64 // points (1/72 inch) per unit of the board
	left, top float64 // place of the board's origin on the paper, in points
	err       error
}

func (p *page) onPaper(at place) place {
	return place{p.left + at.x*p.scale, p.top + at.y*p.scale}
}

func (p *page) fill(corners []place, c color.RGBA) {
	if c.A == 0 || len(corners) == 0 {
		return
	}
	path := make([]gopdf.Point, len(corners))
	for i, at := range corners {
		at = p.onPaper(at)
		path[i] = gopdf.Point{X: at.x, Y: at.y}
	}
	p.pdf.SetFillColor(c.R, c.G, c.B)
	p.pdf.Polygon(path, "F")
}

// disc draws the rim as a curve. A filled disc is a polygon, since gopdf has no filled
// curves.
func (p *page) disc(at place, radius float64, fill, rim color.RGBA, width float64) {
	if rim == fill {
		rim.A = 0
	}
	if fill.A > 0 {
		inner := radius
		if rim.A > 0 {
			inner -= width / 2
		}
		const step = 1.3 // points; the polygon of a stone differs from a circle by at most 1/50 of a point
		p.fill(circleOf(at, inner, step/p.scale), fill)
	}
	if rim.A > 0 {
		at, radius = p.onPaper(at), (radius-width/2)*p.scale
		p.pdf.SetStrokeColor(rim.R, rim.G, rim.B)
		p.pdf.SetLineWidth(width * p.scale)
		p.pdf.Oval(at.x-radius, at.y-radius, at.x+radius, at.y+radius)
	}
}

func (p *page) strokes(lines []stroke, width float64, c color.RGBA) {
	p.pdf.SetStrokeColor(c.R, c.G, c.B)
	p.pdf.SetLineWidth(width * p.scale)
	for _, l := range lines {
		a, b := p.onPaper(l.from), p.onPaper(l.to)
		p.pdf.Line(a.x, a.y, b.x, b.y)
	}
}

func (p *page) write(at place, size float64, c color.RGBA, text string) {
	foot := p.onPaper(at.plus(-p.font.width(text)*size/2, capHeight/2*size))
	p.line(foot, size*p.scale, c, text)
}

// line writes text. foot is the beginning of the baseline on the paper, in points.
func (p *page) line(foot place, size float64, c color.RGBA, text string) {
	for _, run := range p.font.runs(text) {
		if run.face < 0 {
			missing := page{pdf: p.pdf, scale: 1}
			for i := range []rune(run.text) {
				missing.fill(missingBox(foot.plus(float64(i)*boxWidth*size, 0), size), c)
			}
		} else if err := p.piece(run, foot, size, c); err != nil && p.err == nil {
			p.err = err
		}
		foot.x += run.width * size
	}
}

// piece writes a text in one face. The font is added to the document when it is first
// needed.
func (p *page) piece(r run, foot place, size float64, c color.RGBA) error {
	f := p.font.faces[r.face]
	if !p.added[r.face] {
		if err := p.pdf.AddTTFFontData(f.name, f.file().data); err != nil {
			return err
		}
		p.added[r.face] = true
	}
	// Sizes are written with three decimals, and a size of 0 is an error.
	if err := p.pdf.SetFont(f.name, "", math.Max(size, 0.01)); err != nil {
		return err
	}
	p.pdf.SetTextColor(c.R, c.G, c.B)
	p.pdf.SetXY(foot.x, foot.y)
	return p.pdf.Text(r.text)
}

// point does nothing: paper cannot show the names of points on demand.
func (p *page) point(place, float64, string) {}

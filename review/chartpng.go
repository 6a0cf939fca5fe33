package review

import (
	"image"
	"image/color"
	"image/draw"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"tengen/diagram"
)

// paperInks are the colours of charts in PDF and PNG.
var paperInks = [...]color.RGBA{
	inkText: rgb(0x222222), inkFaint: rgb(0x666666), inkGrid: rgb(0xc4c4c4), inkBlack: rgb(0x4a4f57), inkWhite: rgb(0xf0ece2),
	inkEven: rgb(0x9a8f7a), inkCurve: rgb(0x2b2f36), inkLead: rgb(0x2b2f36), inkInaccuracy: rgb(0xd9a400), inkMistake: rgb(0xe07000),
	inkBlunder: rgb(0xc2261d), inkMoment: rgb(0xc2261d), inkMomentText: rgb(0xffffff),
}

func rgb(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

// pictureWidth is the width of a chart in a picture before scaling.
const pictureWidth = 760

// WriteGraph writes the graph of the game as a PNG of the given width in pixels; 0 means 1520.
func (r *Review) WriteGraph(w io.Writer, width int) error {
	if width <= 0 {
		width = 2 * pictureWidth
	}
	c := r.chart(pictureWidth)
	p, err := newPixels(float64(width)/pictureWidth, pictureWidth, chartHeight)
	if err != nil {
		return err
	}
	c.draw(p)
	return diagram.EncodePNG(w, p.img)
}

// pixels is a canvas of pixels.
type pixels struct {
	img   *image.RGBA
	scale float64
	font  *opentype.Font
	faces map[float64]font.Face
}

func newPixels(scale, width, height float64) (*pixels, error) {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	p := &pixels{img: image.NewRGBA(image.Rect(0, 0, int(math.Round(width*scale)), int(math.Round(height*scale)))), scale: scale, font: f, faces: map[float64]font.Face{}}
	draw.Draw(p.img, p.img.Rect, image.White, image.Point{}, draw.Src)
	return p, nil
}

// fill fills paths. It processes only the pixels in the smallest rectangle around them.
func (p *pixels) fill(paths [][]xy, i ink) {
	lowest, highest := xy{math.Inf(1), math.Inf(1)}, xy{math.Inf(-1), math.Inf(-1)}
	for _, path := range paths {
		for _, at := range path {
			lowest, highest = xy{min(lowest.x, at.x), min(lowest.y, at.y)}, xy{max(highest.x, at.x), max(highest.y, at.y)}
		}
	}
	if !(lowest.x <= highest.x) {
		return
	}
	area := image.Rect(int(lowest.x*p.scale), int(lowest.y*p.scale), int(highest.x*p.scale)+2, int(highest.y*p.scale)+2).Intersect(p.img.Rect)
	v := vector.NewRasterizer(area.Dx(), area.Dy())
	for _, path := range paths {
		for k, at := range path {
			x, y := float32(at.x*p.scale)-float32(area.Min.X), float32(at.y*p.scale)-float32(area.Min.Y)
			if k == 0 {
				v.MoveTo(x, y)
			} else {
				v.LineTo(x, y)
			}
		}
		v.ClosePath()
	}
	v.Draw(p.img, area, image.NewUniform(paperInks[i]), image.Point{})
}

func (p *pixels) area(corners []xy, i ink) { p.fill([][]xy{corners}, i) }

func (p *pixels) path(points []xy, width float64, i ink) {
	width = max(width, 1/p.scale)
	var paths [][]xy
	for k := 1; k < len(points); k++ {
		a, b := points[k-1], points[k]
		length := math.Hypot(b.x-a.x, b.y-a.y)
		if length == 0 {
			continue
		}
		nx, ny := -(b.y-a.y)/length*width/2, (b.x-a.x)/length*width/2
		// Each segment is a little longer, so that it overlaps the next one.
		ex, ey := (b.x-a.x)/length*width/4, (b.y-a.y)/length*width/4
		paths = append(paths, []xy{{a.x + nx - ex, a.y + ny - ey}, {b.x + nx + ex, b.y + ny + ey}, {b.x - nx + ex, b.y - ny + ey}, {a.x - nx - ex, a.y - ny - ey}})
	}
	p.fill(paths, i)
}

func (p *pixels) dot(at xy, radius float64, i ink) { p.area(circle(at, radius), i) }

// circle returns a polygon that looks like a circle.
func circle(at xy, radius float64) []xy {
	const corners = 32
	all := make([]xy, corners)
	for k := range all {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
		all[k] = xy{at.x + radius*cos, at.y + radius*sin}
	}
	return all
}

func (p *pixels) text(at xy, size float64, anchor int, i ink, s string) {
	face := p.faces[size]
	if face == nil {
		var err error
		if face, err = opentype.NewFace(p.font, &opentype.FaceOptions{Size: size * p.scale, DPI: 72}); err != nil {
			return // cannot happen: the font is built in, and the sizes are constant
		}
		p.faces[size] = face
	}
	d := font.Drawer{Dst: p.img, Src: image.NewUniform(paperInks[i]), Face: face}
	width := d.MeasureString(s)
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(at.x*p.scale*64) - width*fixed.Int26_6(anchor)/2, Y: fixed.Int26_6(at.y * p.scale * 64)}
	d.DrawString(s)
}

// tooltip does nothing: a PNG has no tooltips.
func (p *pixels) tooltip(xy, xy, string, string) {}

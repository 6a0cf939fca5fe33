package diagram

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/kifu"
)

// unit is the distance between neighbours on a lattice, in units of the drawing.
const unit = 24

// SVG draws the position as a scalable picture: lines, stars, stones, the last
// move, and the names of the points, which every point also tells when it is
// pointed at. Points without places are on a line.
func SVG(g *baduk.Game) string {
	d := newDrawing(g)
	d.lines()
	d.points()
	d.group(`fill="#4a3c24"`, d.names)
	width, height := d.right-d.left, d.bottom-d.top
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="%s %s %s %s" width="%s" height="%s" role="img" font-family="sans-serif" text-anchor="middle">`+"\n"+
		"<title>%s</title>\n"+`<rect x="%s" y="%s" width="%s" height="%s" fill="#f3e2bd"/>`+"\n",
		num(d.left), num(d.top), num(width), num(height), num(width), num(height), html.EscapeString(g.Graph().String()),
		num(d.left), num(d.top), num(width), num(height)) + d.b.String() + "</svg>\n"
}

// drawing is an SVG in the making, with the box that it fills.
type drawing struct {
	game                     *baduk.Game
	graph                    *baduk.Graph
	x, y                     []float64 // by point, in units of the drawing
	square                   bool      // rows and columns on a square lattice
	width, height            int       // its sides
	stone                    float64   // radius of a stone
	left, top, right, bottom float64
	b                        strings.Builder
}

func newDrawing(g *baduk.Game) *drawing {
	graph := g.Graph()
	n := graph.Len()
	d := &drawing{game: g, graph: graph, x: make([]float64, n), y: make([]float64, n)}
	geo, ok := graph.Geometry()
	for p := range n {
		d.x[p] = float64(p) * unit
		if ok {
			d.x[p], d.y[p] = geo.X[p]*unit, geo.Y[p]*unit
		}
	}
	d.width, d.height, d.square = kifu.Rows(graph)
	for p := range n {
		d.square = d.square && ok && geo.X[p] == float64(p%d.width) && geo.Y[p] == float64(p/d.width)
	}
	shortest := float64(unit)
	d.left, d.top, d.right, d.bottom = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for p := range n {
		if d.hidden(baduk.Point(p)) {
			continue
		}
		d.left, d.right = math.Min(d.left, d.x[p]), math.Max(d.right, d.x[p])
		d.top, d.bottom = math.Min(d.top, d.y[p]), math.Max(d.bottom, d.y[p])
		for _, q := range graph.Neighbours(baduk.Point(p)) {
			shortest = math.Min(shortest, math.Hypot(d.x[p]-d.x[q], d.y[p]-d.y[q]))
		}
	}
	d.stone = math.Max(0.46*shortest, 0.2*unit)
	const margin = 1.4 * unit
	d.left, d.top, d.right, d.bottom = d.left-margin, d.top-margin, d.right+margin, d.bottom+margin
	return d
}

// hidden reports whether a point is not drawn: the one that stands for all
// beyond.
func (d *drawing) hidden(p baduk.Point) bool { return p == d.graph.Beyond() }

// lines draws every edge once. On a square lattice an edge that is longer than a
// unit goes around the board and is drawn as its two ends.
func (d *drawing) lines() {
	var path strings.Builder
	line := func(x, y, u, v float64) { fmt.Fprintf(&path, "M%s %sL%s %s", num(x), num(y), num(u), num(v)) }
	for i := range d.graph.Len() {
		p := baduk.Point(i)
		for _, q := range d.graph.Neighbours(p) {
			dx, dy := d.x[q]-d.x[p], d.y[q]-d.y[p]
			switch {
			case d.hidden(p):
			case d.hidden(q):
				dx, dy = d.outwards(p)
				line(d.x[p], d.y[p], d.x[p]+dx, d.y[p]+dy)
			case d.square && math.Hypot(dx, dy) > 1.01*unit:
				dx, dy = d.away(dx, dy)
				line(d.x[p], d.y[p], d.x[p]+dx, d.y[p]+dy)
			case p < q:
				line(d.x[p], d.y[p], d.x[q], d.y[q])
			}
		}
	}
	if path.Len() > 0 {
		fmt.Fprintf(&d.b, `<path d="%s" fill="none" stroke="#4a3c24" stroke-width="1"/>`+"\n", path.String())
	}
}

const stub = 0.55 * unit

// away is the end of a line that leaves the board where the way to its other end
// is dx, dy: across the side that is opposite to it.
func (d *drawing) away(dx, dy float64) (float64, float64) {
	if math.Abs(dx) == float64(d.width-1)*unit && d.width > 2 {
		return -math.Copysign(stub, dx), 0
	}
	return 0, -math.Copysign(stub, dy)
}

// outwards is the end of a line that goes on beyond the window.
func (d *drawing) outwards(p baduk.Point) (dx, dy float64) {
	if math.Abs(d.x[p]) > math.Abs(d.y[p]) {
		return math.Copysign(stub, d.x[p]), 0
	}
	return 0, math.Copysign(stub, d.y[p])
}

// points draws stars and stones. An empty point is an invisible circle, so that
// it can tell its name.
func (d *drawing) points() {
	geo, _ := d.graph.Geometry()
	dots := geo.Stars
	radius := 0.11 * unit
	if !d.square && !d.regular() { // without rows every crossing is marked
		dots, radius = nil, 0.08*unit
		for i := range d.graph.Len() {
			dots = append(dots, baduk.Point(i))
		}
	}
	d.group(`fill="#4a3c24"`, func() {
		for _, p := range dots {
			if d.game.At(p) == baduk.Empty && !d.hidden(p) {
				d.circle(p, radius, "")
			}
		}
	})
	for _, kind := range []struct {
		color baduk.Color
		look  string
	}{{baduk.Empty, `fill="#fff" fill-opacity="0"`}, {baduk.Black, `fill="#111"`}, {baduk.White, `fill="#fff" stroke="#111"`}} {
		d.group(kind.look, func() {
			for i := range d.graph.Len() {
				if p := baduk.Point(i); d.game.At(p) == kind.color && !d.hidden(p) {
					d.circle(p, d.stone, d.graph.Vertex(p))
				}
			}
		})
	}
	if n := d.game.Len(); n > 0 {
		if last := d.game.Turn(n - 1).Point; last != baduk.Pass {
			d.group(`fill="#d33"`, func() { d.circle(last, 0.35*d.stone, "") })
		}
	}
}

// group puts what inside writes into a group that looks like that, if it writes
// anything.
func (d *drawing) group(look string, inside func()) {
	head := "<g " + look + ">\n"
	d.b.WriteString(head)
	before := d.b.Len()
	inside()
	if d.b.Len() > before {
		d.b.WriteString("</g>\n")
		return
	}
	all := d.b.String()
	d.b.Reset()
	d.b.WriteString(strings.TrimSuffix(all, head))
}

func (d *drawing) circle(p baduk.Point, radius float64, title string) {
	if title == "" {
		fmt.Fprintf(&d.b, `<circle cx="%s" cy="%s" r="%s"/>`+"\n", num(d.x[p]), num(d.y[p]), num(radius))
		return
	}
	fmt.Fprintf(&d.b, `<circle cx="%s" cy="%s" r="%s"><title>%s</title></circle>`+"\n", num(d.x[p]), num(d.y[p]), num(radius), html.EscapeString(title))
}

// regular reports whether the coordinates of a point are in its name, so that
// only the margins need them.
func (d *drawing) regular() bool { return d.graph.Beyond() != baduk.NoPoint }

// mostNames is how many points are named one by one.
const mostNames = 450

// names writes the coordinates at the margins, or the name of every point beside
// it.
func (d *drawing) names() {
	write := func(x, y, size float64, text string) {
		fmt.Fprintf(&d.b, `<text x="%s" y="%s" font-size="%s">%s</text>`+"\n", num(x), num(y+0.35*size), num(size), html.EscapeString(text))
	}
	const small = 0.42 * unit
	switch {
	case d.square:
		for x := range d.width {
			letter := strings.TrimRight(d.graph.Vertex(baduk.Point(x)), "0123456789")
			write(d.x[x], d.top+0.4*unit, small, letter)
			write(d.x[x], d.bottom-0.4*unit, small, letter)
		}
		for y := range d.height {
			row := strconv.Itoa(d.height - y)
			write(d.left+0.4*unit, d.y[y*d.width], small, row)
			write(d.right-0.4*unit, d.y[y*d.width], small, row)
		}
	case d.regular():
		for i := range d.graph.Len() {
			p := baduk.Point(i)
			if d.hidden(p) || d.x[p] != 0 && d.y[p] != 0 {
				continue
			}
			if x, y := d.x[p], d.y[p]; y == 0 {
				write(x, d.bottom-0.4*unit, 0.35*unit, num(x/unit))
			} else {
				write(d.left+0.4*unit, y, 0.35*unit, num(-y/unit))
			}
		}
		write(d.left+0.4*unit, 0, 0.35*unit, "0")
	case d.graph.Len() <= mostNames:
		for i := range d.graph.Len() {
			p := baduk.Point(i)
			x, y := d.x[p]+0.34*unit, d.y[p]-0.34*unit
			if d.game.At(p) != baduk.Empty {
				y = d.y[p] - d.stone - 0.12*unit
			}
			write(x, y, 0.26*unit, d.graph.Vertex(p))
		}
	}
}

// num writes a number with at most two decimals, and never -0.
func num(v float64) string {
	s := strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
	if s == "-0" {
		return "0"
	}
	return s
}

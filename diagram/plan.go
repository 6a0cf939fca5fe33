package diagram

import (
	"math"
	"strconv"
	"strings"

	"tengen/baduk"
)

// plan is the layout of a picture, in units of the board.
type plan struct {
	*Picture
	geo   baduk.Geometry
	theme Theme
	font  *Font
	at    []place // place of each point
	shown []bool  // whether each point is drawn
	// grid holds the rows and columns of a board that is drawn with rows and columns. The field
	// named square says whether the board is drawn on a square lattice.
	grid    baduk.Grid
	square  bool
	crowded bool    // the points are too near each other to write names on them
	stone   float64 // radius of a stone
	// board is the box of the board with its coordinates. The field named all is the box of the
	// whole picture.
	board, all box
	above      []textLine
	below      []textLine
}

// box is a rectangle.
type box struct{ left, top, right, bottom float64 }

func (b box) corners() []place { return rect(b.left, b.top, b.right, b.bottom) }
func (b box) width() float64   { return b.right - b.left }
func (b box) height() float64  { return b.bottom - b.top }

// textLine is a line of text, centred at a place.
type textLine struct {
	at   place
	size float64
	text string
}

// stoneRadius is the radius of a stone on a lattice. Neighbouring stones nearly touch.
const stoneRadius = 0.487

func newPlan(pic *Picture, font *Font) (*plan, error) {
	if err := pic.check(); err != nil {
		return nil, err
	}
	p := &plan{Picture: pic, theme: pic.Theme, font: font.orBuiltIn(), shown: pic.shown()}
	if p.theme == (Theme{}) {
		p.theme = Wood()
	}
	p.findPlaces()
	p.findBoard()
	p.findTexts()
	return p, nil
}

// findPlaces finds the places of the points. Points without drawing coordinates are placed on
// a line.
func (p *plan) findPlaces() {
	g := p.Graph
	geo, ok := g.Geometry()
	p.geo, p.at = geo, make([]place, g.Len())
	for i := range p.at {
		p.at[i] = place{float64(i), 0}
		if ok {
			p.at[i] = place{geo.X[i], geo.Y[i]}
		}
	}
	grid, rows := g.Rows()
	if !rows || !ok {
		return
	}
	p.square = true
	for i, at := range p.at {
		x, y := grid.XY(baduk.Point(i))
		p.square = p.square && at == place{float64(x), float64(y)}
		// On other lattices the rows and columns need not be exactly straight or upright.
		if x > 0 {
			if left := p.at[grid.At(x-1, y)]; at.x <= left.x || math.Abs(at.y-left.y) > 0.6 {
				return
			}
		}
		if y > 0 {
			if above := p.at[grid.At(x, y-1)]; at.y <= above.y || math.Abs(at.x-above.x) > 0.6 {
				return
			}
		}
	}
	p.grid = grid
}

// named reports whether every point has its name next to it. This is possible only on a board
// without rows and columns.
func (p *plan) named() bool {
	return p.Coordinates && p.grid.Width == 0 && !p.window() && p.Graph.Len() <= mostNames && !p.crowded
}

// Names are written next to the points if there are at most mostNames points and their
// distance is at least leastGap. On a drawing of a lattice in space, some points nearly
// coincide.
const (
	mostNames = 450
	leastGap  = 0.45
)

// window reports whether the board is a window of an infinite board.
func (p *plan) window() bool { return p.Graph.Beyond() != baduk.NoPoint }

func (p *plan) findBoard() {
	shortest := 1.0
	b := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for i, at := range p.at {
		if !p.shown[i] {
			continue
		}
		b.left, b.right = math.Min(b.left, at.x), math.Max(b.right, at.x)
		b.top, b.bottom = math.Min(b.top, at.y), math.Max(b.bottom, at.y)
		for _, q := range p.Graph.Neighbours(baduk.Point(i)) {
			if p.shown[q] {
				shortest = math.Min(shortest, math.Hypot(at.x-p.at[q].x, at.y-p.at[q].y))
			}
		}
	}
	if b.left > b.right { // no point is shown
		b = box{}
	}
	if p.named() {
		p.crowded = p.smallestGap() < leastGap
	}
	p.stone = math.Max(stoneRadius*shortest, 0.2)
	margin := 0.8
	if p.named() {
		margin = 1.1
	} else if p.Coordinates {
		margin = 1.45
	}
	p.board = box{b.left - margin, b.top - margin, b.right + margin, b.bottom + margin}
}

// smallestGap returns the smallest distance between two shown points.
func (p *plan) smallestGap() float64 {
	least := math.Inf(1)
	for i, a := range p.at {
		for j, b := range p.at[:i] {
			if p.shown[i] && p.shown[j] {
				least = math.Min(least, math.Hypot(a.x-b.x, a.y-b.y))
			}
		}
	}
	return least
}

// The sizes of texts. leading is the distance between lines, as a multiple of the size.
const (
	titleSize   = 0.85
	captionSize = 0.66
	noteSize    = 0.58
	leading     = 1.4
	leastText   = 13 // width for lines of text if the board is narrower than that
)

// findTexts finds the places of title, caption and notes, and the box of the whole picture.
func (p *plan) findTexts() {
	room := math.Max(p.board.width(), leastText)
	center := (p.board.left + p.board.right) / 2
	widest := p.board.width()
	set := func(lines []textLine, y float64, size float64, text string) ([]textLine, float64) {
		for _, line := range p.font.wrap(clean(text, maxLine), (room-0.8)/size) {
			y += leading * size
			lines = append(lines, textLine{place{center, y - 0.6*size}, size, line})
			widest = math.Max(widest, p.font.width(line)*size+0.8)
		}
		return lines, y
	}
	p.all = p.board
	var y float64
	if p.above, y = set(nil, 0, titleSize, p.Title); y > 0 {
		for i := range p.above {
			p.above[i].at.y += p.board.top - y - 0.15
		}
		p.all.top -= y + 0.3
	}
	below := p.board.bottom + 0.2
	p.below, y = set(nil, below, captionSize, p.Caption)
	for _, note := range p.Notes {
		p.below, y = set(p.below, y, noteSize, note)
	}
	if y > below {
		p.all.bottom = y + 0.3
	}
	if widest > p.board.width() {
		p.all.left, p.all.right = center-widest/2, center+widest/2
	}
}

// label returns the text on a point.
func (p *plan) label(q baduk.Point) string { return clean(p.Labels[q], maxLabel) }

// axisName is the name of a row or column, and the place of the name at the margin.
type axisName struct {
	at   float64
	text string
}

// axes returns the names at the four margins; nil for a margin without names.
func (p *plan) axes() (top, bottom, left, right []axisName) {
	if !p.Coordinates {
		return nil, nil, nil, nil
	}
	if p.window() {
		return p.windowAxes()
	}
	for x := range p.grid.Width {
		first, last := baduk.NoPoint, baduk.NoPoint
		for y := range p.grid.Height {
			if i := p.grid.At(x, y); p.shown[i] {
				if first < 0 {
					first = i
				}
				last = i
			}
		}
		if first >= 0 {
			letter := strings.TrimRight(p.vertex(first), "0123456789")
			top = append(top, axisName{p.at[first].x, letter})
			bottom = append(bottom, axisName{p.at[last].x, letter})
		}
	}
	for y := range p.grid.Height {
		sum, n := 0.0, 0
		for x := range p.grid.Width {
			if i := p.grid.At(x, y); p.shown[i] {
				sum += p.at[i].y
				n++
			}
		}
		if n > 0 {
			left = append(left, axisName{sum / float64(n), strconv.Itoa(p.grid.Height - y)})
		}
	}
	return top, bottom, left, left
}

// windowAxes returns the coordinates of columns and rows of an infinite board. If the columns
// of the lattice are not straight and vertical, it returns only the coordinates of rows.
func (p *plan) windowAxes() (top, bottom, left, right []axisName) {
	columns, seenRow, leaning := map[int]float64{}, map[int]bool{}, false
	for i, at := range p.at {
		if !p.shown[i] {
			continue
		}
		xy, ok := coordinates(p.Graph.Vertex(baduk.Point(i)))
		if !ok {
			continue
		}
		if place, seen := columns[xy[0]]; !seen {
			columns[xy[0]] = at.x
			bottom = append(bottom, axisName{at.x, strconv.Itoa(xy[0])})
		} else if place != at.x {
			leaning = true
		}
		if !seenRow[xy[1]] {
			seenRow[xy[1]] = true
			left = append(left, axisName{at.y, strconv.Itoa(xy[1])})
		}
	}
	if leaning {
		bottom = nil
	}
	return bottom, bottom, left, left
}

// number writes a number with at most two decimals. It never writes -0.
func number(v float64) string {
	s := strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
	if s == "-0" {
		return "0"
	}
	return s
}

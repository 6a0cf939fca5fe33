package count

import (
	"math"
	"slices"

	"tengen/baduk"
	"tengen/internal/usage"
)

// maxBorder is the number of points of the border that a state of a [graph] has room for.
const maxBorder = 12

// graph is the border of any board. Its states have a digit of four bits for each place of the border: empty, black or
// white as in a [grid], or the number of a block without a liberty, from firstBlock. Above the digits there is a bit
// for each block, which says whether it is white. Blocks are numbered in the order of their first places. Of a state
// and the state with the colours exchanged, the smaller number is used.
type graph struct {
	moves []move
}

// move is the colouring of a point.
type move struct {
	place      int   // of the point in the border
	neighbours []int // places of the neighbours that have a colour
	leaving    []int // places that are no longer needed afterwards: all neighbours of their points have colours
}

const (
	firstBlock = 3
	colourBit  = 4 * maxBorder // the first of the bits with the colours of blocks
)

// newGraph returns the border of a graph. The points are coloured in the order that makes the largest border smaller:
// by number, or always the point that leaves the smallest border. The result named size is the size of the largest
// border.
func newGraph(g *baduk.Graph) (border *graph, size int) {
	byNumber := make([]baduk.Point, g.Len())
	for i := range byNumber {
		byNumber[i] = baduk.Point(i)
	}
	border, size = inOrder(g, byNumber)
	if g.Len() <= 400 && size > 1 { // the other order needs the time of a cube
		if other, n := inOrder(g, smallestFirst(g)); n < size {
			border, size = other, n
		}
	}
	return border, size
}

// inOrder returns the border if the points are coloured in the given order.
func inOrder(g *baduk.Graph, order []baduk.Point) (*graph, int) {
	left := make([]int, g.Len()) // neighbours without a colour
	for p := range left {
		left[p] = len(g.Neighbours(baduk.Point(p)))
	}
	place := map[baduk.Point]int{}
	var free []int
	border, size := &graph{}, 0
	for _, p := range order {
		m := move{place: len(place) + len(free)}
		if n := len(free); n > 0 {
			m.place, free = free[n-1], free[:n-1]
		}
		for _, q := range g.Neighbours(p) {
			left[q]--
			if at, coloured := place[q]; coloured {
				m.neighbours = append(m.neighbours, at)
			}
		}
		place[p] = m.place
		size = max(size, len(place))
		for _, q := range append(slices.Clone(g.Neighbours(p)), p) {
			if at, coloured := place[q]; coloured && left[q] == 0 {
				m.leaving = append(m.leaving, at)
				free = append(free, at)
				delete(place, q)
			}
		}
		border.moves = append(border.moves, m)
	}
	return border, size
}

// smallestFirst returns the points in an order in which each point leaves the smallest border that is possible.
func smallestFirst(g *baduk.Graph) []baduk.Point {
	var order []baduk.Point
	coloured := make([]bool, g.Len())
	open := func(p, except baduk.Point) bool { // whether p has a neighbour without a colour
		return slices.ContainsFunc(g.Neighbours(p), func(q baduk.Point) bool { return q != except && !coloured[q] })
	}
	for len(order) < g.Len() {
		best, least := baduk.NoPoint, math.MaxInt
		for p := range baduk.Point(g.Len()) {
			if coloured[p] {
				continue
			}
			grows := 0
			if open(p, p) {
				grows = 2 // so that among equal points one with coloured neighbours is preferred
			}
			for _, q := range g.Neighbours(p) {
				if coloured[q] {
					grows--
					if !open(q, p) {
						grows -= 2
					}
				}
			}
			if grows < least {
				best, least = p, grows
			}
		}
		coloured[best] = true
		order = append(order, best)
	}
	return order
}

func (g *graph) steps() int { return len(g.moves) }

func (g *graph) start() uint64 { return present }

// legal returns true: a block without a liberty that leaves the border is refused at once.
func (g *graph) legal(uint64) bool { return true }

// digits is an unpacked state. A block with the number b has the colour colours[b].
type digits struct {
	at      [maxBorder]uint8
	colours [firstBlock + maxBorder + 1]uint8
}

func unpack(s uint64) (d digits) {
	d.colours[black], d.colours[white] = black, white
	for i := range d.at {
		d.at[i] = uint8(s >> (4 * i) & 15)
		d.colours[firstBlock+i] = black + uint8(s>>(colourBit+i)&1)
	}
	return d
}

func (g *graph) expand(step int, s uint64, to *[3]uint64) int {
	d := unpack(s)
	n := 0
	for colour := range uint8(3) {
		after := d
		if after.place(&g.moves[step], colour) {
			s, exchange := after.pack()
			to[n] = min(s, s^exchange)
			n++
		}
	}
	return n
}

// place colours a point. It returns false if a block without a liberty leaves the border.
func (d *digits) place(m *move, colour uint8) bool {
	liberty := colour == empty
	for _, q := range m.neighbours {
		liberty = liberty || d.at[q] == empty || d.at[q] == colour
	}
	own := uint8(firstBlock + maxBorder) // a number that no block has
	if liberty {
		own = colour
	}
	d.colours[own] = colour
	d.at[m.place] = own
	for _, q := range m.neighbours {
		switch b := d.at[q]; {
		case b < firstBlock || b == own:
		case colour == empty:
			d.rename(b, d.colours[b])
		case d.colours[b] == colour:
			d.rename(b, own)
		}
	}
	for _, q := range m.leaving {
		b := d.at[q]
		d.at[q] = empty
		if b >= firstBlock && !slices.Contains(d.at[:], b) {
			return false
		}
	}
	return true
}

// rename replaces a digit.
func (d *digits) rename(from, to uint8) {
	for i, b := range d.at {
		if b == from {
			d.at[i] = to
		}
	}
}

// pack returns the state with the numbers of blocks in order. The result named exchange has the bits that change if the
// colours are exchanged.
func (d *digits) pack() (s, exchange uint64) {
	var number [firstBlock + maxBorder + 1]uint8
	number[black], number[white] = black, white
	blocks := uint8(firstBlock)
	s = present
	for i, b := range d.at {
		if b >= firstBlock && number[b] == 0 {
			number[b] = blocks
			s |= uint64(d.colours[b]-black) << (colourBit + blocks - firstBlock)
			exchange |= 1 << (colourBit + blocks - firstBlock)
			blocks++
		}
		s |= uint64(number[b]) << (4 * i)
		if b == black || b == white {
			exchange |= (black ^ white) << (4 * i)
		}
	}
	return s, exchange
}

// Graph returns a board of any shape, without weights and without a threshold. Rectangles and cylinders are counted as
// [Rectangle] and [Cylinder] count them, and have their names.
func Graph(g *baduk.Graph) (*Board, error) {
	name := g.String()
	if g.Life() != nil {
		return nil, usage.Errorf("%s has weights or a threshold: a count needs ordinary liberties", name)
	}
	if grid, ok := g.Rectangle(); ok {
		return Rectangle(grid.Width, grid.Height)
	}
	if width, height, ok := cylinder(g); ok {
		return Cylinder(width, height)
	}
	border, size := newGraph(g)
	if size > maxBorder {
		return nil, usage.Errorf("%s cannot be counted: its border has up to %d points, and at most %d are possible; this count would expand about %.1g states",
			name, size, maxBorder, float64(g.Len())*graphStates(size))
	}
	return &Board{name: name, border: border, graph: g.Fingerprint(), states: graphStates(size)}, nil
}

// cylinder returns the sides of a graph whose points are the rows of a cylinder of at least two rows, in their order.
// It leaves out cylinders that are too wide for [Cylinder].
func cylinder(g *baduk.Graph) (width, height int, ok bool) {
	for width = 3; width <= min(MaxWidth, g.Len()/2); width++ {
		if height = g.Len() / width; width*height == g.Len() && isCylinder(g, width) {
			return width, height, true
		}
	}
	return 0, 0, false
}

// isCylinder reports whether each point has the neighbours that it has on a cylinder of this width, and no others.
func isCylinder(g *baduk.Graph, width int) bool {
	for p := range g.Len() {
		row := p / width * width
		want := []int{row + (p+1)%width, row + (p+width-1)%width}
		if p >= width {
			want = append(want, p-width)
		}
		if p+width < g.Len() {
			want = append(want, p+width)
		}
		neighbours := g.Neighbours(baduk.Point(p))
		if len(neighbours) != len(want) {
			return false
		}
		for _, q := range want {
			if !slices.Contains(neighbours, baduk.Point(q)) {
				return false
			}
		}
	}
	return true
}

// graphStates returns about the number of states of a border of any board.
func graphStates(size int) float64 { return math.Pow(5, float64(size)) / 4 }

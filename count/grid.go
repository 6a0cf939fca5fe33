package count

import "math/bits"

// MaxWidth is the number of columns that a state of a rectangle or cylinder has room for. The
// height is not limited.
const MaxWidth = 20

// The digits of a state of a [grid], three bits for each column of the border.
const (
	empty = 0
	black = 1 // a stone with a liberty
	white = 2 // a stone with a liberty
	wall  = 3 // beyond the first row
	// bound is a stone without a liberty so far. Its block needs a liberty among the points to come. The two lowest
	// bits say whether the same block has another stone of the border further left and further right.
	bound       = 4
	linkedLeft  = 1
	linkedRight = 2
)

// The bits of a state above its digits.
const (
	leftWhite = 1 << 60 // the stone left of the next point is bound and white
	upWhite   = 1 << 61 // the stone above the next point is bound and white
	present   = 1 << 63 // is always set, so that 0 is not a state
)

// bounds and ones have the bit 4 and the bit 1 of every digit.
const (
	ones   = (1<<(3*MaxWidth) - 1) / 7
	bounds = ones << 2
)

// grid is the border of a rectangle or a cylinder. The points are coloured row by row, from left to right. The
// border consists of the last coloured point of each column.
//
// A bound stone has no colour of its own in the state. Two neighbours of a row have the same colour if they belong to
// the same block, and otherwise different ones. So one colour tells all others up to the next stone with a liberty.
// Only the colours of the two neighbours of the next point are needed, and these are in the state.
//
// Blocks do not cross, since the board is planar. So the stones of a block follow each other as nested brackets do.
//
// The two colours can be exchanged. Of two such states the grid uses the smaller number.
type grid struct {
	width, height int
	wrap          bool // a cylinder: the first and the last column are neighbours
}

func (g *grid) steps() int { return g.width * g.height }

func (g *grid) start() uint64 { return present | wall*ones&(1<<(3*g.width)-1) }

func (g *grid) legal(s uint64) bool { return s&bounds == 0 }

func digit(s uint64, x int) uint64 { return s >> (3 * x) & 7 }

func with(s uint64, x int, d uint64) uint64 { return s&^(7<<(3*x)) | d<<(3*x) }

// nextRight returns the column of the next stone of the block of column x, which is linked to the right.
func nextRight(s uint64, x int) int {
	depth := 0
	for rest := s & bounds >> (3*x + 3) << (3*x + 3); ; rest &= rest - 1 {
		at := bits.TrailingZeros64(rest) - 2
		d := s >> at
		if d&linkedLeft != 0 {
			if depth == 0 {
				return at / 3
			}
			depth--
		}
		depth += int(d >> 1 & 1)
	}
}

// nextLeft returns the column of the next stone of the block of column x, which is linked to the left.
func nextLeft(s uint64, x int) int {
	depth := 0
	for rest := s & bounds & (1<<(3*x) - 1); ; {
		at := bits.Len64(rest) - 3
		d := s >> at
		if d&linkedRight != 0 {
			if depth == 0 {
				return at / 3
			}
			depth--
		}
		depth += int(d & 1)
		rest &^= bound << at
	}
}

// free gives a liberty to the block of column x, if it is bound.
func free(s uint64, x int, colour uint64) uint64 {
	d := digit(s, x)
	if d < bound {
		return s
	}
	freed := with(s, x, colour)
	for at, link := x, d; link&linkedLeft != 0; link = digit(s, at) {
		at = nextLeft(s, at)
		freed = with(freed, at, colour)
	}
	for at, link := x, d; link&linkedRight != 0; link = digit(s, at) {
		at = nextRight(s, at)
		freed = with(freed, at, colour)
	}
	return freed
}

// cover removes column x from its block, since a stone of the other colour now covers it. It returns false if the
// block has no other stone on the border: then it can never get a liberty.
func cover(s uint64, x int) (uint64, bool) {
	switch digit(s, x) {
	case bound:
		return s, false
	case bound | linkedLeft:
		s &^= linkedRight << (3 * nextLeft(s, x))
	case bound | linkedRight:
		s &^= linkedLeft << (3 * nextRight(s, x))
	}
	return with(s, x, empty), true
}

// join makes one block of the blocks of the neighbouring columns x-1 and x, which are bound and have the same colour.
func join(s uint64, x int) uint64 {
	left, right := digit(s, x-1)&linkedRight != 0, digit(s, x)&linkedLeft != 0
	switch {
	case left && right: // they are one block: two blocks would cross
		return s
	case left: // the block of x lies between two stones of the block of x-1
		last := x
		for digit(s, last)&linkedRight != 0 {
			last = nextRight(s, last)
		}
		s |= linkedRight << (3 * last)
	case right: // the block of x-1 lies between two stones of the block of x
		first := x - 1
		for digit(s, first)&linkedLeft != 0 {
			first = nextLeft(s, first)
		}
		s |= linkedLeft << (3 * first)
	}
	return s | linkedRight<<(3*(x-1)) | linkedLeft<<(3*x)
}

// joinEnds makes one block of the blocks of the first column and of the last column x, which are bound and have the
// same colour. Unless they are one block already, the whole first block lies left of the whole last block, since they
// do not cross.
func joinEnds(s uint64, x int) uint64 {
	last, first := 0, x
	for digit(s, last)&linkedRight != 0 {
		last = nextRight(s, last)
	}
	if last == x {
		return s
	}
	for digit(s, first)&linkedLeft != 0 {
		first = nextLeft(s, first)
	}
	return s | linkedRight<<(3*last) | linkedLeft<<(3*first)
}

// neighbour is a coloured neighbour of the next point. Its colour is the digit of a stone of its colour that has a
// liberty, or empty or wall.
type neighbour struct{ digit, colour uint64 }

func newNeighbour(d uint64, isWhite bool) neighbour {
	switch {
	case d < bound:
		return neighbour{d, d}
	case isWhite:
		return neighbour{d, white}
	}
	return neighbour{d, black}
}

// frees reports whether a stone of a colour has a liberty because of this neighbour.
func (n neighbour) frees(colour uint64) bool { return n.digit == empty || n.digit == colour }

func (n neighbour) isBound(colour uint64) bool { return n.digit >= bound && n.colour == colour }

// firstColour returns the colour of the first column. The row is coloured up to column last, whose colour is known.
func firstColour(s uint64, last int, colour uint64) uint64 {
	swap := uint64(0)
	for x := 0; ; x++ {
		d := digit(s, x)
		if d < bound {
			return d ^ swap
		}
		if x == last {
			return colour ^ swap
		}
		if d&linkedRight == 0 || digit(s, x+1)&(bound|linkedLeft) != bound|linkedLeft {
			swap ^= black ^ white
		}
	}
}

// surroundings is what surrounds the next point.
type surroundings struct {
	x                int // column of the point
	left, up, across neighbour
	next             uint64 // the colour of the old stone above the point after this one
}

func (g *grid) around(step int, s uint64) surroundings {
	x := step % g.width
	a := surroundings{x: x, up: newNeighbour(digit(s, x), s&upWhite != 0), left: neighbour{wall, wall}, across: neighbour{wall, wall}, next: wall}
	if x > 0 {
		a.left = newNeighbour(digit(s, x-1), s&leftWhite != 0)
	}
	if g.wrap && x == g.width-1 && g.width > 2 {
		a.across = newNeighbour(digit(s, 0), firstColour(s, x-1, a.left.colour) == white)
	}
	if x+1 < g.width {
		d := digit(s, x+1)
		switch {
		case d < bound:
			a.next = d
		case a.up.digit >= bound && a.up.digit&linkedRight != 0 && d&linkedLeft != 0:
			a.next = a.up.colour
		default:
			a.next = a.up.colour ^ (black ^ white)
		}
	}
	return a
}

// expand colours the next point in all ways and returns the number of states that follow.
func (g *grid) expand(step int, s uint64, to *[3]uint64) int {
	a := g.around(step, s)
	n := 0
	for colour := range uint64(3) {
		if after, ok := a.place(s&^(leftWhite|upWhite), colour); ok {
			to[n] = g.finish(after, a.x, colour, a.next)
			n++
		}
	}
	return n
}

// place colours the point in column x. It returns false if a block dies.
func (a *surroundings) place(s uint64, colour uint64) (uint64, bool) {
	x, left, up, across := a.x, a.left, a.up, a.across
	if colour == empty {
		if up.digit >= bound {
			s = free(s, x, up.colour)
		}
		if left.digit >= bound {
			s = free(s, x-1, left.colour)
		}
		if across.digit >= bound {
			s = free(s, 0, across.colour)
		}
		return with(s, x, empty), true
	}
	if up.isBound(colour ^ (black ^ white)) {
		alive := false
		if s, alive = cover(s, x); !alive {
			return s, false
		}
	}
	if up.frees(colour) || left.frees(colour) || across.frees(colour) {
		if up.isBound(colour) {
			s = free(s, x, colour)
		}
		if left.isBound(colour) {
			s = free(s, x-1, colour)
		}
		if across.isBound(colour) {
			s = free(s, 0, colour)
		}
		return with(s, x, colour), true
	}
	if !up.isBound(colour) {
		s = with(s, x, bound)
	}
	if left.isBound(colour) {
		s = join(s, x)
	}
	if across.isBound(colour) {
		s = joinEnds(s, x)
	}
	return s, true
}

// finish adds to a state the colours that the next point needs: that of column x, which was just coloured, and that of
// the stone above the next point. It returns the smaller of the state and the state with the colours exchanged. At the
// end of a row, it returns the smallest of these states and their mirror images.
func (g *grid) finish(s uint64, x int, colour, next uint64) uint64 {
	if x+1 < g.width {
		s, swap := known(s, x+1, next, colour)
		return min(s, s^swap)
	}
	mirrored := uint64(0)
	for y := range g.width {
		d := digit(s, y)
		if d >= bound {
			d = bound | d&linkedLeft<<1 | d&linkedRight>>1
		}
		mirrored = mirrored<<3 | d
	}
	s, swap := known(s, 0, firstColour(s, x, colour), empty)
	mirrored, mirroredSwap := known(mirrored|present, 0, colour, empty)
	return min(s, s^swap, mirrored, mirrored^mirroredSwap)
}

// known adds to a state the colour of the stone above the next point, which is in column up, and the colour of the
// stone left of it, if these are bound. The result named swap has the bits that change if the colours are exchanged.
func known(s uint64, up int, upColour, leftColour uint64) (state, swap uint64) {
	free := (s ^ s>>1) &^ (s >> 2) & ones // the digits black and white
	swap = free | free<<1
	if up > 0 && digit(s, up-1) >= bound {
		swap |= leftWhite
		if leftColour == white {
			s |= leftWhite
		}
	}
	if digit(s, up) >= bound {
		swap |= upWhite
		if upColour == white {
			s |= upWhite
		}
	}
	return s, swap
}

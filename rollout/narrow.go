package rollout

import (
	"math/bits"

	"tengen/baduk"
)

// narrow is a lean board for graphs on which no point has more than four neighbours.
//
// It counts the liberties of a chain once for each stone that they touch (pseudo-liberties). So a new stone
// changes one number for each neighbour, and a merge adds two numbers. Such a count is 0 exactly if the chain has
// no liberties. The chain's last liberty is p exactly if the count is the number of its stones next to p.
//
// Every point has exactly four entries in narrow.neighbours: missing neighbours are walls, which are points
// beyond the last one. The arrays have a constant length and every index is masked, so the compiled code has no
// bounds checks.
type narrow struct {
	narrowState
	start narrowState

	graph  *baduk.Graph
	points int // number of points of the board
	length int // points and walls
	// neighbours has the neighbours of each point, in four parts of 16 bits, the first one lowest. diagonals has
	// the diagonals in the same form, and at the top the number of opposing stones on them that make an eye
	// false. This number is 0 for points without diagonals, see bareEye.
	neighbours [narrowSize]uint64
	diagonals  [narrowSize]uint64
	bare       [narrowSize]uint64 // the cell of each point on an empty board
}

// narrowState is the part of narrow that changes in a game.
type narrowState struct {
	// cells has a colour, the head of the chain, and the numbers of neighbours of each colour; see the constants
	// below. An empty point is its own head. A wall has no colour, but counts as a black and as a white neighbour.
	cells [narrowSize]uint64
	// chains has, at the head of each chain, the number of stones in the high half and the pseudo-liberties in
	// the low half. At an empty point and at a wall the low half is about manyLiberties.
	chains [narrowSize]uint32
	next   [narrowSize]uint16 // circular list of a chain's stones
	empty  [narrowSize]uint16 // the empty points, in the same order as in baduk.Board
	count  int                // length of empty
	ko     uint64             // point of the ko ban, or noKo
	toPlay uint64
}

const (
	narrowSize = 1024
	narrowMask = narrowSize - 1

	// The parts of a cell, from the lowest bit: four bits each for the numbers of black, white and empty
	// neighbours; the head; the colour, which is one bit for Black and one for White.
	whiteUnit  = 1 << 4
	emptyUnit  = 1 << 8
	emptyMask  = 15 * emptyUnit
	countsMask = 1<<headShift - 1
	headShift  = 16
	colorShift = 48

	enemiesShift = 60 // in narrow.diagonals

	wallCounts    = 1 << 15 // counts of a wall's cell at the start; they must not become negative
	wallPlaces    = 100     // most places in neighbours that one wall may have, because of wallCounts
	stoneUnit     = 1 << 16 // one stone in narrowState.chains
	manyLiberties = 1 << 14
	noKo          = 1 << 16
)

// newNarrow makes an empty board, or returns nil if the graph does not fit.
func newNarrow(s *shape) *narrow {
	n := s.graph.Len()
	missing := 0
	for p := range n {
		degree := len(s.graph.Neighbours(baduk.Point(p)))
		if degree > 4 || len(s.diagonals[p]) > 4 {
			return nil
		}
		missing += 4 - degree
	}
	length := n + 1 + missing/wallPlaces
	if length > narrowSize {
		return nil
	}
	b := &narrow{graph: s.graph, points: n, length: length}
	missing = 0
	for p := range n {
		adj, diagonals := s.graph.Neighbours(baduk.Point(p)), s.diagonals[p]
		for i := range 4 {
			q := uint64(n + missing/wallPlaces)
			if i < len(adj) {
				q = uint64(adj[i])
				b.bare[p] += emptyUnit
			} else {
				missing++
				b.bare[p] += 1 + whiteUnit
			}
			b.neighbours[p] |= q << (16 * i)
			q = uint64(n) // a wall is not a stone of either player
			if i < len(diagonals) {
				q = uint64(diagonals[i])
			}
			b.diagonals[p] |= q << (16 * i)
		}
		b.bare[p] |= uint64(p) << headShift
		switch {
		case len(diagonals) == 0:
		case len(diagonals) < len(adj):
			b.diagonals[p] |= 1 << enemiesShift
		default:
			b.diagonals[p] |= 2 << enemiesShift
		}
	}
	for p := n; p < length; p++ {
		b.bare[p] = wallCounts | uint64(p)<<headShift
	}
	return b
}

// load makes pos the start.
func (b *narrow) load(pos *baduk.Position) {
	s := &b.start
	for p := range b.length {
		s.cells[p], s.next[p], s.chains[p] = b.bare[p], uint16(p), manyLiberties
	}
	for i := range b.points {
		p := baduk.Point(i)
		c := pos.At(p)
		black, white := uint64(pos.Around(p, baduk.Black)), uint64(pos.Around(p, baduk.White))
		v := b.bare[p] - black*takes(1) - white*takes(2)
		if c != baduk.Empty {
			head := uint64(pos.Head(p))
			v = v&countsMask | head<<headShift | uint64(c)<<colorShift
			s.next[p] = uint16(pos.Next(p))
			if uint64(p) == head {
				s.chains[p] = 0
			}
		}
		s.cells[p] = v
	}
	for i := range b.points {
		if p := baduk.Point(i); pos.At(p) != baduk.Empty {
			s.chains[pos.Head(p)] += stoneUnit + uint32(pos.Around(p, baduk.Empty))
		}
	}
	s.count = len(pos.Empties())
	for i, p := range pos.Empties() {
		s.empty[i] = uint16(p)
	}
	s.toPlay, s.ko = uint64(pos.ToPlay), noKo
	if pos.KoBan >= 0 {
		s.ko = uint64(pos.KoBan)
	}
}

// takes is the number that a stone of colour c takes from the cells of its neighbours: one empty neighbour less
// and one neighbour of colour c more.
func takes(c uint64) uint64 { return emptyUnit - 1<<(4*(c-1)&63) }

// reset returns to the start. It copies only the used parts of the arrays.
func (b *narrow) reset() {
	s, n := &b.start, b.length
	copy(b.cells[:n], s.cells[:n])
	copy(b.chains[:n], s.chains[:n])
	copy(b.next[:n], s.next[:n])
	copy(b.empty[:n], s.empty[:n])
	b.count, b.ko, b.toPlay = s.count, s.ko, s.toPlay
}

// run draws from the empty points without replacement until a move on the point is allowed, as Uniform does.
//
// The processor predicts many branches about stones wrongly. Each time it discards the work that it began after the
// branch. So run draws the next point early: before it knows whether the present one is allowed, and before it
// places the stone.
func (b *narrow) run(rng *Rand, most int, first []baduk.Color) (moves int, ended bool) {
	passes, c := 0, b.toPlay
	number, after := rng.peek()
	n := b.count // number of points that were not drawn yet
	i, p := b.drawn(number, n)
	for moves < most {
		if n == 0 {
			b.ko = noKo
			moves, c = moves+1, 3-c
			if passes++; passes == 2 {
				return moves, true
			}
			n = b.count
			i, p = b.drawn(number, n)
			continue
		}
		*rng = after
		number, after = after.peek()
		stone, at, v := p, i, b.cells[p&narrowMask]
		if v&emptyMask == 0 {
			// Go on as if the move were not allowed: exchange the point with the last one that was not drawn yet.
			n--
			last := b.empty[n&narrowMask]
			b.empty[at&narrowMask], b.empty[n&narrowMask] = last, uint16(stone)
			i, p = b.drawn(number, n)
			if !b.closedAllows(stone, v, c) {
				continue
			}
			b.empty[n&narrowMask] = last // take the exchange back
		}
		b.count--
		b.empty[at&narrowMask] = b.empty[b.count&narrowMask]
		n = b.count
		i, p = b.drawn(number, n)
		b.place(stone, c)
		if b.count != n { // stones were captured
			n = b.count
			i, p = b.drawn(number, n)
		}
		if first != nil && first[stone] == baduk.Empty {
			first[stone] = baduk.Color(c)
		}
		passes, moves, c = 0, moves+1, 3-c
	}
	b.toPlay = c
	return moves, false
}

// drawn is the point that a random number draws from the first n empty points, and its index. If n is 0, the
// results have no meaning.
func (b *narrow) drawn(number uint64, n int) (i, p uint64) {
	i, _ = bits.Mul64(number, uint64(n))
	return i, uint64(b.empty[i&narrowMask])
}

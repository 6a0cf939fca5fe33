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
	// the diagonals in the same form.
	neighbours [narrowSize]uint64
	diagonals  [narrowSize]uint64
	// enemies is the number of diagonals on which an opponent makes an eye false. It is 0 for points without
	// diagonals, see bareEye.
	enemies [narrowSize]uint8
	bare    [narrowSize]uint64 // the cell of each point on an empty board
}

// narrowState is the part of narrow that changes in a game.
type narrowState struct {
	// cells has a colour, the head of the chain, and the numbers of neighbours of each colour; see the constants
	// below. An empty point is its own head. A wall counts as a black and as a white neighbour.
	cells [narrowSize]uint64
	// chains has, at the head of each chain, the number of stones in the high half and the pseudo-liberties in
	// the low half. At an empty point and at a wall the low half is about manyLiberties.
	chains [narrowSize]uint32
	next   [narrowSize]uint16 // circular list of a chain's stones
	empty  [narrowSize]uint16 // the empty points, in the same order as in baduk.Board
	slot   [narrowSize]uint16 // index of an empty point in empty
	count  int                // length of empty
	ko     uint64             // point of the ko ban, or noKo
	toPlay uint64
}

const (
	narrowSize = 1024
	narrowMask = narrowSize - 1

	// The parts of a cell, from the lowest bit: four bits each for the numbers of black, white and empty
	// neighbours; the head; the colour.
	whiteUnit  = 1 << 4
	emptyUnit  = 1 << 8
	emptyMask  = 15 * emptyUnit
	countsMask = 1<<headShift - 1
	headShift  = 16
	colorShift = 48

	wallColor     = 3
	wallCounts    = 1 << 15 // counts of a wall's cell at the start; they must not become negative
	wallPlaces    = 100     // most places in neighbours that one wall may have, because of wallCounts
	stoneUnit     = 1 << 16 // one stone in narrowState.chains
	libertyMask   = stoneUnit - 1
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
			b.enemies[p] = 1
		default:
			b.enemies[p] = 2
		}
	}
	for p := n; p < length; p++ {
		b.bare[p] = wallCounts | uint64(p)<<headShift | wallColor<<colorShift
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
		s.empty[i], s.slot[p] = uint16(p), uint16(i)
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
	copy(b.slot[:n], s.slot[:n])
	b.count, b.ko, b.toPlay = s.count, s.ko, s.toPlay
}

// run draws from the empty points without replacement until a move on the point is allowed, as Uniform does. The
// next random number is computed before it is needed, so that it is ready when a branch was mispredicted.
func (b *narrow) run(rng *Rand, most int, first []baduk.Color) (moves int, ended bool) {
	passes := 0
	c := b.toPlay
	draw, next := rng.peek()
play:
	for ; moves < most; moves, c = moves+1, 3-c {
		for n := b.count; n > 0; n-- {
			i, _ := bits.Mul64(draw, uint64(n))
			*rng = next
			draw, next = next.peek()
			p := uint64(b.empty[i&narrowMask])
			v := b.cells[p&narrowMask]
			if v&emptyMask != 0 || b.closedAllows(p, v, c) {
				passes = 0
				b.place(p, c)
				if first != nil && first[p] == baduk.Empty {
					first[p] = baduk.Color(c)
				}
				continue play
			}
			last := b.empty[(n-1)&narrowMask]
			b.empty[i&narrowMask], b.empty[(n-1)&narrowMask] = last, uint16(p)
			b.slot[last&narrowMask], b.slot[p&narrowMask] = uint16(i), uint16(n-1)
		}
		b.ko = noKo
		if passes++; passes == 2 {
			return moves + 1, true
		}
	}
	b.toPlay = c
	return moves, false
}

// allows is described at leanBoard. A point with an empty neighbour cannot be a ko, an eye or a suicide.
func (b *narrow) allows(p baduk.Point, c baduk.Color) bool {
	v := b.cells[p&narrowMask]
	return v&emptyMask != 0 || b.closedAllows(uint64(p), v, uint64(c))
}

// play is described at leanBoard.
func (b *narrow) play(m baduk.Move) {
	if m.Point == baduk.Pass {
		b.ko = noKo
	} else {
		b.place(uint64(m.Point), uint64(m.Color))
	}
	b.toPlay = uint64(m.Color.Opponent())
}

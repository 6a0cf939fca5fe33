package rollout

import (
	"tengen/baduk"
)

// wide is a lean board for every graph on which stones live by liberties. It works as narrow does, with lists of
// neighbours of any length, and is slower.
type wide struct {
	wideState
	start     wideState
	adj       [][]baduk.Point
	diagonals [][]baduk.Point
}

// wideState is the part of wide that changes in a game.
type wideState struct {
	cells  []wideCell
	empty  []baduk.Point // the empty points, in the same order as in baduk.Board
	ko     baduk.Point
	toPlay baduk.Color
}

// wideCell is the data of one point.
type wideCell struct {
	around    [3]uint16 // number of neighbours by colour
	color     baduk.Color
	head      baduk.Point // the head of the chain; an empty point is its own head
	next      baduk.Point // circular list of a chain's stones
	stones    int32       // at the head: number of stones
	liberties int32       // at the head: number of pseudo-liberties; at an empty point unused
}

func newWide(s *shape) *wide {
	n := s.graph.Len()
	memory := func() wideState {
		return wideState{cells: make([]wideCell, n), empty: make([]baduk.Point, 0, n)}
	}
	b := &wide{wideState: memory(), start: memory(), adj: make([][]baduk.Point, n), diagonals: s.diagonals}
	for p := range b.adj {
		b.adj[p] = s.graph.Neighbours(baduk.Point(p))
	}
	return b
}

// load is described at leanBoard.
func (b *wide) load(pos *baduk.Position) {
	s := &b.start
	for i := range s.cells {
		p := baduk.Point(i)
		s.cells[p] = wideCell{color: pos.At(p), head: p, next: p}
		for c := range baduk.Color(3) {
			s.cells[p].around[c] = uint16(pos.Around(p, c))
		}
		if pos.At(p) != baduk.Empty {
			s.cells[p].head, s.cells[p].next = pos.Head(p), pos.Next(p)
		}
	}
	for i := range s.cells {
		if c := &s.cells[i]; c.color != baduk.Empty {
			head := &s.cells[c.head]
			head.stones++
			head.liberties += int32(c.around[baduk.Empty])
		}
	}
	s.empty = append(s.empty[:0], pos.Empties()...)
	s.ko, s.toPlay = pos.KoBan, pos.ToPlay
}

// reset is described at leanBoard.
func (b *wide) reset() {
	s := &b.start
	copy(b.cells, s.cells)
	b.empty = append(b.empty[:0], s.empty...)
	b.ko, b.toPlay = s.ko, s.toPlay
}

// run is described at leanBoard.
func (b *wide) run(rng *Rand, most int, first []baduk.Color) (moves int, ended bool) {
	for passes := 0; moves < most; moves++ {
		i := b.choose(rng)
		m := baduk.Move{Color: b.toPlay, Point: baduk.Pass}
		if i >= 0 {
			m.Point = b.empty[i]
		}
		b.playAt(m, i)
		if m.Point == baduk.Pass {
			if passes++; passes == 2 {
				return moves + 1, true
			}
			continue
		}
		passes = 0
		if first != nil && first[m.Point] == baduk.Empty {
			first[m.Point] = m.Color
		}
	}
	return moves, false
}

// choose draws from the empty points without replacement until a move on the point is allowed, as Uniform does. It
// returns the index of the point in the list of empty points, or -1 for a pass.
func (b *wide) choose(rng *Rand) int {
	for n := len(b.empty); n > 0; n-- {
		i := rng.Below(n)
		if b.allows(b.empty[i], b.toPlay) {
			return i
		}
		b.empty[i], b.empty[n-1] = b.empty[n-1], b.empty[i]
	}
	return -1
}

// allows reports whether a random game may play on the empty point p: not a ko, a simple eye or a suicide. A point with
// an empty neighbour cannot be a ko, an eye or a suicide.
func (b *wide) allows(p baduk.Point, c baduk.Color) bool {
	return b.cells[p].around[baduk.Empty] > 0 || p != b.ko && !b.isEye(p, c) && !b.isSuicide(p, c)
}

// isEye is shape.isEye on this board.
func (b *wide) isEye(p baduk.Point, c baduk.Color) bool {
	adj, diagonals := b.adj[p], b.diagonals[p]
	if int(b.cells[p].around[c]) < len(adj) {
		return false
	}
	if len(diagonals) == 0 {
		b.addLiberties(adj, -1)
		chains, atari := false, false
		for _, q := range adj {
			head := b.cells[q].head
			chains = chains || head != b.cells[adj[0]].head
			atari = atari || b.cells[head].liberties == 0
		}
		b.addLiberties(adj, 1)
		return !chains || !atari
	}
	enemies := 0
	for _, q := range diagonals {
		if b.cells[q].color == c.Opponent() {
			enemies++
		}
	}
	return enemies == 0 || enemies == 1 && len(diagonals) >= len(adj)
}

// isSuicide reports whether a stone on p, which has no empty neighbour, would capture nothing and have no
// liberty.
func (b *wide) isSuicide(p baduk.Point, c baduk.Color) bool {
	adj, few := b.adj[p], false
	for _, q := range adj {
		few = few || b.cells[b.cells[q].head].liberties <= int32(len(adj))
	}
	if !few { // no chain has its last liberty on p
		return b.cells[p].around[c] == 0
	}
	b.addLiberties(adj, -1) // take away the liberties that the stone would take
	suicide := true
	for _, q := range adj {
		cell := &b.cells[q]
		if (cell.color == c) == (b.cells[cell.head].liberties > 0) {
			suicide = false
			break
		}
	}
	b.addLiberties(adj, 1)
	return suicide
}

// addLiberties adds n to the pseudo-liberties of the chain on each of the points.
func (b *wide) addLiberties(points []baduk.Point, n int32) {
	for _, q := range points {
		b.cells[b.cells[q].head].liberties += n
	}
}

// playAt plays m, whose point is at index i of the list of empty points.
func (b *wide) playAt(m baduk.Move, i int) {
	p, own, opp := m.Point, m.Color, m.Color.Opponent()
	b.toPlay, b.ko = opp, baduk.NoPoint
	if p == baduk.Pass {
		return
	}
	last := len(b.empty) - 1
	b.empty[i] = b.empty[last]
	b.empty = b.empty[:last]
	cells, adj := b.cells, b.adj[p]
	here, dead := &cells[p], false
	here.color, here.stones, here.liberties = own, 1, int32(here.around[baduk.Empty])
	for _, q := range adj {
		c := &cells[q]
		c.around[baduk.Empty]--
		c.around[own]++
		chain := &cells[c.head] // an empty point is its own head, and its number of liberties has no meaning
		chain.liberties--
		dead = dead || c.color == opp && chain.liberties == 0
	}
	joined := here.around[own] > 0
	if joined {
		b.join(p, adj)
	}
	if !dead {
		return
	}
	for _, q := range adj {
		if c := &cells[q]; c.color == opp && cells[c.head].liberties == 0 {
			b.remove(c.head)
		}
	}
	// A ko: the stone was placed among opposing stones only and captured one of them.
	if len(b.empty) == last+1 && !joined && here.around[baduk.Empty] == 1 {
		b.ko = b.empty[last]
	}
}

// join joins the new stone on p to the chains of its colour around it.
func (b *wide) join(p baduk.Point, adj []baduk.Point) {
	here := &b.cells[p]
	for _, q := range adj {
		c := &b.cells[q]
		switch {
		case c.color != here.color || c.head == here.head:
		case here.head != p:
			b.merge(here.head, c.head)
		default: // the stone joins the first chain after its head
			chain := &b.cells[c.head]
			chain.stones++
			chain.liberties += here.liberties
			here.head, here.next = c.head, chain.next
			chain.next = p
		}
	}
}

// merge joins two chains. The smaller chain gets the head of the larger one.
func (b *wide) merge(into, from baduk.Point) {
	cells := b.cells
	if cells[into].stones < cells[from].stones {
		into, from = from, into
	}
	for s := from; ; {
		cells[s].head = into
		if s = cells[s].next; s == from {
			break
		}
	}
	cells[into].stones += cells[from].stones
	cells[into].liberties += cells[from].liberties
	cells[into].next, cells[from].next = cells[from].next, cells[into].next
}

// remove takes the chain off the board.
func (b *wide) remove(head baduk.Point) {
	cells := b.cells
	color := cells[head].color
	for s := head; ; {
		c := &cells[s]
		c.color = baduk.Empty
		b.empty = append(b.empty, s)
		adj := b.adj[s]
		b.addLiberties(adj, 1)
		for _, q := range adj {
			cells[q].around[color]--
			cells[q].around[baduk.Empty]++
		}
		c.head = s
		s, c.next = c.next, s
		if s == head {
			break
		}
	}
}

// quickLead is described at leanBoard.
func (b *wide) quickLead() (lead int, ok bool) {
	for i := range b.cells {
		c := &b.cells[i]
		black, white := c.around[baduk.Black] > 0, c.around[baduk.White] > 0
		switch {
		case c.color != baduk.Empty:
			lead += int(c.color.Number())
		case c.around[baduk.Empty] > 0:
			return 0, false
		case black && !white:
			lead++
		case white && !black:
			lead--
		}
	}
	return lead, true
}

// stones is described at leanBoard.
func (b *wide) stones(dst []baduk.Color) {
	for p := range dst {
		dst[p] = b.cells[p].color
	}
}

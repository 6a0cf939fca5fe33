package baduk

import "math/bits"

// Undo is the data with which [Board.Take] takes a stone back. It is valid only for the
// board that returned it, and only until an older stone is taken back. The Undo of a pass
// or of a refused move is zero. [Board.Take] panics if it gets one.
type Undo struct {
	// Captured is the number of opposing stones that the placed stone captured.
	// Suicide is the number of own stones that the move took off: the chain of
	// the placed stone, or on a regional board any own stones.
	Captured, Suicide int32

	before cell  // content of the point's cell before the move
	chains int16 // number of captured chains; their heads are in the log
	merges int16 // number of merges of own chains; their heads are in the log
	point  Point
	color  Color
}

// Place puts a stone on an empty point and takes off the opposing chains that
// have no liberties left. If the stone's own chain then has no liberties, Place
// takes it off (Tromp-Taylor rule 7). The board does not know whether suicide
// and repetition are allowed: call [Board.Effect] first, or use a [Game]. If
// the move is a pass, off the board or on a stone, Place changes nothing and
// the verdict says why. Place allocates nothing.
//
// On a regional board ([Graph.Regional]) Place first removes all opposing stones that are
// not alive, wherever they are. Then it removes all own stones that are not alive (MANGO
// document, "Playing"). Each colour is judged only once, so stones that are not alive may
// stay until the next move.
func (b *Board) Place(m Move) (Undo, Verdict) {
	p, own := m.Point, m.Color
	if uint32(p) >= uint32(b.playable) || own != Black && own != White {
		return Undo{}, OffBoard
	}
	cells := b.cells
	here := &cells[p]
	if here.color != Empty {
		return Undo{}, Occupied
	}
	u := Undo{point: p, color: own, before: *here}

	end := len(b.empty) - 1
	last := b.empty[end]
	b.empty[here.slot], cells[last].slot = last, here.slot
	b.empty = b.empty[:end]
	b.hash ^= b.graph.Key(p, own)
	b.stones[own]++
	b.stones[Empty]--
	here.color, here.head = own, NoPoint

	// Update the counts of the neighbours; opposing chains lose a liberty.
	adj := b.graph.adj[p]
	add, friends := unit(own), false
	for _, q := range adj {
		c := &cells[q]
		c.around += add
		if c.color == own {
			friends = true
		} else if c.color != Empty && b.dropLiberty(c.head, p) && b.weigher == nil {
			b.log = append(b.log, c.head)
			u.chains++
		}
	}
	if friends {
		u.merges = b.connect(p, adj)
	} else {
		here.head, here.next, here.size, here.liberties = p, p, 1, 0
		clear(b.set(p))
	}
	head := here.head
	for _, q := range adj {
		if cells[q].color == Empty {
			b.addLiberty(head, q)
		}
	}
	if b.weigher != nil {
		u.Captured, u.Suicide, u.chains = b.judged(own)
		return u, Legal
	}
	if u.chains > 0 {
		n := len(b.log) - int(u.merges)
		for _, taken := range b.log[n-int(u.chains) : n] {
			u.Captured += int32(cells[taken].size)
			b.remove(taken)
		}
	}
	if cells[head].liberties == 0 {
		u.Suicide = int32(cells[head].size)
		b.remove(head)
	}
	return u, Legal
}

// Take undoes the latest [Board.Place] that was not yet undone. The board is
// again exactly as it was, including the order of Empties. Take panics if it gets the
// Undo of a pass or of a refused move.
func (b *Board) Take(u Undo) {
	p, cells := u.point, b.cells
	if b.weigher != nil {
		b.revive(u)
		u.chains, u.Suicide = 0, 0 // the code below then only lifts the stone
	}
	if u.Suicide > 0 {
		b.restore(cells[p].head, u.color)
	}
	merged := b.log[len(b.log)-int(u.merges):]
	captured := b.log[len(b.log)-int(u.merges)-int(u.chains) : len(b.log)-int(u.merges)]
	for i := len(captured) - 1; i >= 0; i-- {
		b.restore(captured[i], u.color.Opponent())
	}
	for i := len(merged) - 1; i >= 0; i-- {
		b.unmerge(merged[i])
	}
	b.log = b.log[:len(b.log)-len(captured)-len(merged)]

	if head := cells[p].head; head != p { // the stone joined that chain
		cells[head].next = cells[p].next
		cells[head].size--
	}
	around := cells[p].around
	cells[p] = u.before
	cells[p].around = around
	b.hash ^= b.graph.Key(p, u.color)
	b.stones[u.color]--
	b.stones[Empty]++
	b.empty = append(b.empty, p)
	if slot, end := u.before.slot, Point(len(b.empty)-1); slot != end {
		other := b.empty[slot]
		b.empty[slot], b.empty[end] = p, other
		cells[other].slot = end
	}

	sub, recounted := unit(u.color), NoPoint
	for _, q := range b.graph.adj[p] {
		c := &cells[q]
		c.around -= sub
		switch c.color {
		case Empty:
		case u.color:
			if c.head != recounted {
				b.recount(c.head)
				recounted = c.head
			}
		default:
			b.addLiberty(c.head, p)
		}
	}
}

// set is the liberties of the chain at head as a bitmap over points. Adding a
// liberty twice does not change the set, so it holds each distinct liberty once
// (AlphaGo document, "Qi").
func (b *Board) set(head Point) []uint64 {
	i := int(head) * b.words
	return b.sets[i : i+b.words]
}

// addLiberty adds q to the liberties of the chain.
func (b *Board) addLiberty(head, q Point) {
	w := &b.sets[int(head)*b.words+int(q)>>6]
	was := *w >> (q & 63) & 1
	*w |= 1 << (q & 63)
	b.cells[head].liberties += Point(1 - was)
}

// dropLiberty removes q from the liberties of the chain, and reports whether it
// was the last one.
func (b *Board) dropLiberty(head, q Point) bool {
	w := &b.sets[int(head)*b.words+int(q)>>6]
	was := *w >> (q & 63) & 1
	*w &^= 1 << (q & 63)
	c := &b.cells[head]
	c.liberties -= Point(was)
	return c.liberties == 0 && was == 1
}

// connect joins the new stone on p to the chains of its colour around it and
// returns the number of merges of two chains.
func (b *Board) connect(p Point, adj []Point) (merges int16) {
	cells := b.cells
	here := &cells[p]
	for _, q := range adj {
		c := &cells[q]
		if c.color != here.color {
			continue
		}
		if here.head == NoPoint {
			chain := &cells[c.head]
			here.head, here.next = c.head, chain.next
			chain.next = p
			chain.size++
			b.dropLiberty(c.head, p)
		} else if c.head != here.head {
			b.dropLiberty(c.head, p)
			b.merge(here.head, c.head)
			merges++
		}
	}
	return merges
}

// merge makes two chains one. The stones of the smaller chain get the head of
// the larger one. That head gets the liberties of both chains. The two heads
// swap successors, which joins two circles into one (AlphaGo document, "Merge
// stone block").
func (b *Board) merge(into, from Point) {
	cells := b.cells
	if cells[into].size < cells[from].size {
		into, from = from, into
	}
	b.log = append(b.log, from)
	for s := from; ; {
		c := &cells[s]
		c.head = into
		if s = c.next; s == from {
			break
		}
	}
	liberties, other := b.set(into), b.set(from)
	n := 0
	for i, w := range other {
		w |= liberties[i]
		liberties[i] = w
		n += bits.OnesCount64(w)
	}
	chain := &cells[into]
	chain.liberties = Point(n)
	chain.size += cells[from].size
	chain.next, cells[from].next = cells[from].next, chain.next
}

// unmerge splits the circle into two again by swapping the successors back. It
// does not restore the liberties of the two chains; the caller uses recount for
// that.
func (b *Board) unmerge(from Point) {
	cells := b.cells
	chain := &cells[cells[from].head]
	chain.next, cells[from].next = cells[from].next, chain.next
	chain.size -= cells[from].size
	for s := from; ; {
		c := &cells[s]
		c.head = from
		if s = c.next; s == from {
			return
		}
	}
}

// recount computes the liberties of a chain from its stones.
func (b *Board) recount(head Point) {
	clear(b.set(head))
	b.cells[head].liberties = 0
	for s := head; ; {
		for _, q := range b.graph.adj[s] {
			if b.cells[q].color == Empty {
				b.addLiberty(head, q)
			}
		}
		if s = b.cells[s].next; s == head {
			return
		}
	}
}

// remove takes the chain off the board and gives the chains around it the new
// liberties. It does not change the links of the removed stones, see cell.
func (b *Board) remove(head Point) {
	cells := b.cells
	color := cells[head].color
	sub := unit(color)
	for s := head; ; {
		c := &cells[s]
		c.color = Empty
		c.slot = Point(len(b.empty))
		b.empty = append(b.empty, s)
		b.hash ^= b.graph.Key(s, color)
		for _, q := range b.graph.adj[s] {
			n := &cells[q]
			n.around -= sub
			// Stones of the chain keep their colour until the loop reaches them.
			if n.color != Empty && n.color != color {
				b.addLiberty(n.head, s)
			}
		}
		if s = c.next; s == head {
			break
		}
	}
	size := int32(cells[head].size)
	b.stones[color] -= size
	b.stones[Empty] += size
}

// restore undoes remove. It does not restore the liberties of the chain itself.
func (b *Board) restore(head Point, color Color) {
	cells := b.cells
	clear(b.set(head))
	cells[head].liberties = 0
	add := unit(color)
	for s := head; ; {
		c := &cells[s]
		c.color = color
		b.hash ^= b.graph.Key(s, color)
		for _, q := range b.graph.adj[s] {
			n := &cells[q]
			n.around += add
			if n.color != Empty && n.color != color {
				b.dropLiberty(n.head, s)
			}
		}
		if s = c.next; s == head {
			break
		}
	}
	size := int32(cells[head].size)
	b.empty = b.empty[:len(b.empty)-int(size)]
	b.stones[color] += size
	b.stones[Empty] -= size
}

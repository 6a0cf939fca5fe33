package baduk

// Place puts a stone on an empty point, takes the opposing chains that are left
// without liberties off the board, and then its own chain if that has none
// (specification 000, rule 7). Whether suicide and repetition are allowed is
// not the board's business: ask [Board.Effect] first, or a [Game]. A move that
// is off the board, on a stone, or a pass changes nothing and is refused by the
// verdict. Nothing is allocated.
func (b *Board) Place(m Move) (Undo, Verdict) {
	p, own := m.Point, m.Color
	if uint(p) >= uint(len(b.cells)) || own != Black && own != White {
		return Undo{}, OffBoard
	}
	cells, adj := b.cells, b.graph.adj[p]
	here := &cells[p]
	if here.color != Empty {
		return Undo{}, Occupied
	}
	u := Undo{point: p, color: own, before: *here}

	last := b.empty[len(b.empty)-1]
	b.empty = b.empty[:len(b.empty)-1]
	if last != p {
		b.empty[here.slot], cells[last].slot = last, here.slot
	}
	b.hash ^= b.graph.keys[2*int(p)+int(own)-1]
	b.stones[own]++
	b.stones[Empty]--
	here.color, here.head, here.next, here.size = own, p, p, 1
	here.liberties = Point(len(adj)) - Point(here.around&0xffff) - Point(here.around>>16)

	// Neighbours lose a liberty; opposing chains without one are taken.
	add, friends := unit(own), false
	for i, q := range adj {
		c := &cells[q]
		c.around += add
		if c.color == own {
			friends = true
		} else if c.color != Empty {
			if i > 0 && b.seenBefore(adj[:i], q) {
				continue
			}
			chain := &cells[c.head]
			chain.liberties--
			if chain.liberties == 0 {
				u.Captured += int32(chain.size)
				u.chains++
				b.log = append(b.log, c.head)
			}
		}
	}
	if u.chains > 0 {
		for _, head := range b.log[len(b.log)-int(u.chains):] {
			b.remove(head)
		}
	}
	if friends {
		for _, q := range adj {
			if c := &cells[q]; c.color == own && c.head != here.head {
				cells[c.head].liberties-- // the point that the new stone took
				b.merge(here.head, c.head)
				u.merges++
			}
		}
	}
	if chain := &cells[here.head]; chain.liberties == 0 {
		u.Suicide = int32(chain.size)
		b.remove(here.head)
	}
	return u, Legal
}

// Take takes back the stone of the latest [Board.Place] that was not yet taken
// back: the board is again exactly what it was, the order of Empties included.
func (b *Board) Take(u Undo) {
	p, cells := u.point, b.cells
	if u.Suicide > 0 {
		b.restore(cells[p].head, u.color)
	}
	for range u.merges {
		b.unmerge()
	}
	for range u.chains {
		head := b.log[len(b.log)-1]
		b.log = b.log[:len(b.log)-1]
		b.restore(head, u.color.Opponent())
	}
	sub := unit(u.color)
	adj := b.graph.adj[p]
	for i, q := range adj {
		c := &cells[q]
		c.around -= sub
		if c.color != Empty && !(i > 0 && b.seenBefore(adj[:i], q)) {
			cells[c.head].liberties++
		}
	}
	b.hash ^= b.graph.keys[2*int(p)+int(u.color)-1]
	b.stones[u.color]--
	b.stones[Empty]++
	around := cells[p].around
	cells[p] = u.before
	cells[p].around = around
	b.empty = append(b.empty, p)
	if end := Point(len(b.empty) - 1); u.before.slot != end {
		other := b.empty[u.before.slot]
		b.empty[u.before.slot], b.empty[end] = p, other
		cells[other].slot = end
	}
}

// remove takes the chain off the board. Its links stay as they are.
func (b *Board) remove(head Point) {
	cells := b.cells
	color := cells[head].color
	sub := unit(color)
	for s := head; ; {
		c := &cells[s]
		c.color = Empty
		c.slot = Point(len(b.empty))
		b.empty = append(b.empty, s)
		b.hash ^= b.graph.keys[2*int(s)+int(color)-1]
		adj := b.graph.adj[s]
		for i, q := range adj {
			n := &cells[q]
			n.around -= sub
			// Stones of the chain itself still carry its colour until they are reached.
			if n.color != Empty && n.color != color && !(i > 0 && b.seenBefore(adj[:i], q)) {
				cells[n.head].liberties++
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

// restore undoes remove.
func (b *Board) restore(head Point, color Color) {
	cells := b.cells
	add := unit(color)
	for s := head; ; {
		c := &cells[s]
		c.color = color
		b.hash ^= b.graph.keys[2*int(s)+int(color)-1]
		adj := b.graph.adj[s]
		for i, q := range adj {
			n := &cells[q]
			n.around += add
			if n.color != Empty && n.color != color && !(i > 0 && b.seenBefore(adj[:i], q)) {
				cells[n.head].liberties--
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

// merge joins two chains: the stones of the smaller get the other's head, each
// empty point that only the smaller touched is counted once, and the two heads
// swap successors, which makes one circle of two (003, "Merge stone block").
func (b *Board) merge(into, from Point) {
	cells := b.cells
	if cells[into].size < cells[from].size {
		into, from = from, into
	}
	chain := &cells[into]
	b.log = append(b.log, chain.liberties, into, from)
	for s := from; ; {
		for _, q := range b.graph.adj[s] {
			if cells[q].color == Empty && !b.touches(q, into) {
				chain.liberties++
			}
		}
		c := &cells[s]
		c.head = into // so that a liberty shared with the next stone counts once
		if s = c.next; s == from {
			break
		}
	}
	chain.size += cells[from].size
	chain.next, cells[from].next = cells[from].next, chain.next
}

// touches reports whether the empty point q is a liberty of the chain.
func (b *Board) touches(q, head Point) bool {
	for _, r := range b.graph.adj[q] {
		if b.cells[r].head == head && b.cells[r].color != Empty {
			return true
		}
	}
	return false
}

// unmerge undoes the latest merge: swapping the successors again parts the
// circle in two.
func (b *Board) unmerge() {
	cells := b.cells
	n := len(b.log)
	liberties, into, from := b.log[n-3], b.log[n-2], b.log[n-1]
	b.log = b.log[:n-3]
	chain := &cells[into]
	chain.next, cells[from].next = cells[from].next, chain.next
	for s := from; ; {
		c := &cells[s]
		c.head = from
		if s = c.next; s == from {
			break
		}
	}
	chain.size -= cells[from].size
	chain.liberties = liberties
}

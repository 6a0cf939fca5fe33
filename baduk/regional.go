package baduk

// weigher decides which stones of a regional board are alive. It holds only
// scratch memory; the position is not part of it.
type weigher struct {
	*regions
	seen  []uint32 // by point: the sweep that last reached it
	sweep uint32   // the number of this sweep, from 1
	queue []Point
	lays  bool // lay is running, so no stone is taken off
}

func newWeigher(r *regions) *weigher {
	n := len(r.units)
	return &weigher{regions: r, seen: make([]uint32, n), queue: make([]Point, n)}
}

// judged takes off all opposing chains that are not alive, and then all own
// chains that are not alive (MANGO document, "Playing", 3 and 4). It judges
// each colour only once. It returns how many opposing stones, own stones and
// chains it took off. The heads of these chains are at the end of the log, in
// the order in which they were taken off.
func (b *Board) judged(own Color) (captured, suicide int32, chains int16) {
	if b.weigher.lays {
		return 0, 0, 0
	}
	before := len(b.log)
	captured = b.clearDead(own.Opponent())
	suicide = b.clearDead(own)
	return captured, suicide, int16(len(b.log) - before)
}

// clearDead takes off all stones of colour c that are not alive and logs the
// heads of their chains. The stones of one component of the graph of c stones
// and empty points live or die together: the component is the set L of each of
// them (MANGO document, "Definitions"). Components do not touch, so removing
// one after the other is the same as removing all at once.
func (b *Board) clearDead(c Color) (stones int32) {
	if b.stones[c] == 0 {
		return 0
	}
	w, cells := b.weigher, b.cells
	if w.sweep++; w.sweep == 0 { // after 2 to the 32 sweeps
		clear(w.seen)
		w.sweep = 1
	}
	seen, sweep, adj := w.seen, w.sweep, b.graph.adj
	enemy := c.Opponent()
	first := len(b.log)
	for i := range cells {
		if cells[i].color != c || seen[i] == sweep {
			continue
		}
		queue := append(w.queue[:0], Point(i))
		seen[i] = sweep
		var z weight
		for k := 0; k < len(queue); k++ {
			p := queue[k]
			if cells[p].color == Empty {
				z = z.plus(w.units[p])
			}
			for _, q := range adj[p] {
				if seen[q] != sweep && cells[q].color != enemy {
					seen[q] = sweep
					queue = append(queue, q)
				}
			}
		}
		if w.alive(w.float(z)) {
			continue
		}
		for _, p := range queue {
			if cells[p].color == c && cells[p].head == p {
				b.log = append(b.log, p)
			}
		}
	}
	for _, head := range b.log[first:] {
		stones += int32(cells[head].size)
		b.remove(head)
	}
	return stones
}

// revive undoes judged. The stone of the move u is still on the board. The
// chains that return may have had any number of liberties, so revive recounts
// these.
func (b *Board) revive(u Undo) {
	first := len(b.log) - int(u.chains)
	chains, color, own := b.log[first:], u.color, u.Suicide
	for i := len(chains) - 1; i >= 0; i-- {
		if own == 0 {
			color = u.color.Opponent()
		}
		b.restore(chains[i], color)
		own -= int32(b.cells[chains[i]].size)
	}
	for _, head := range chains {
		b.recount(head)
	}
	b.log = b.log[:first]
}

// tryOut places the stone, takes it back and returns the effect of the move. On a
// regional board nothing cheaper finds the effect on stones far away.
func (b *Board) tryOut(m Move) (captured, suicide int, stays bool, hash uint64) {
	u, v := b.Place(m)
	stays, hash = b.cells[m.Point].color == m.Color, b.hash
	if v == Legal {
		b.Take(u)
	}
	return int(u.Captured), int(u.Suicide), stays, hash
}

// lay puts a stone of a start position on a regional board. It takes no stone
// off, because a start position may contain stones that are not alive (MANGO
// document, "Equipment"). Earlier stones can no longer be taken back.
func (b *Board) lay(p Point, c Color) Verdict {
	b.weigher.lays = true
	_, v := b.Place(Move{c, p})
	b.weigher.lays = false
	b.log = b.log[:0]
	return v
}

// retaken is called after the move m has captured one stone. It returns the point where
// the opponent could restore the board from before m, or NoPoint; see [Position.KoBan].
func (b *Board) retaken(m Move, u Undo) Point {
	lost := u.Suicide == 1 && b.cells[m.Point].color == Empty // the move lost only its own stone
	if !lost && (u.Suicide > 0 || b.ChainSize(m.Point) != 1) {
		return NoPoint // no stone can capture the stone of m alone
	}
	ban := b.log[len(b.log)-1-int(u.Suicide)] // the point of the one stone that was taken; a lost stone follows it
	back, _ := b.Place(Move{m.Color.Opponent(), ban})
	restored := back.Suicide == 0 && back.Captured == 1-u.Suicide && b.cells[m.Point].color == Empty
	b.Take(back)
	if !restored {
		return NoPoint
	}
	return ban
}

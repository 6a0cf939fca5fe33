package rollout

import (
	"math/bits"

	"tengen/baduk"
)

// one is 1 if x is true, and otherwise 0. The compiler does not make a branch of it. In a random game, branches
// about the stones around a point are hard to predict.
func one(x bool) uint64 {
	if x {
		return 1
	}
	return 0
}

// closedAllows is the method allows for a point p without empty neighbours. The cell of p is v.
func (b *narrow) closedAllows(p, v, c uint64) bool {
	nb := b.neighbours[p&narrowMask]
	v0, v1, v2, v3 := b.cells[nb&narrowMask], b.cells[nb>>16&narrowMask], b.cells[nb>>32&narrowMask], b.cells[nb>>48&narrowMask]
	if v>>(4*(c-1)&63)&15 == 4 {
		d, enemy := b.diagonals[p&narrowMask], colorBit(3-c)
		enemies := b.cells[d&narrowMask]&enemy + b.cells[d>>16&narrowMask]&enemy + b.cells[d>>32&narrowMask]&enemy + b.cells[d>>48&narrowMask]&enemy
		if least := d >> enemiesShift; enemies < least*enemy || least == 0 && b.bareEye(p) {
			return false
		}
	}
	h0, h1, h2, h3 := v0>>headShift&narrowMask, v1>>headShift&narrowMask, v2>>headShift&narrowMask, v3>>headShift&narrowMask
	l0, l1, l2, l3 := b.liberties(h0), b.liberties(h1), b.liberties(h2), b.liberties(h3)
	if int64((l0-5)|(l1-5)|(l2-5)|(l3-5)) >= 0 {
		// No chain has its last liberty on p, because it can touch p only four times. So the stone needs a
		// neighbour of its own colour.
		return v>>(4*(2-c)&63)&15 != 4
	}
	if p == b.ko {
		return false
	}
	// The numbers of places where the chains touch p.
	e01, e02, e03, e12, e13, e23 := one(h0 == h1), one(h0 == h2), one(h0 == h3), one(h1 == h2), one(h1 == h3), one(h2 == h3)
	more0 := one(l0 > 1+e01+e02+e03)
	more1 := one(l1 > 1+e01+e12+e13)
	more2 := one(l2 > 1+e02+e12+e23)
	more3 := one(l3 > 1+e03+e13+e23)
	// The move is a suicide if all own chains have their last liberty on p and the other chains have more.
	s := (c + colorShift - 1) & 63
	return (v0>>s^more0)&(v1>>s^more1)&(v2>>s^more2)&(v3>>s^more3)&1 == 0
}

// liberties is the number of pseudo-liberties of the chain at head.
func (b *narrow) liberties(head uint64) uint64 { return uint64(uint16(b.chains[head&narrowMask])) }

// bareEye reports whether p, which has no diagonals and stones of one colour on all neighbours, is an eye: only
// one chain is around it, or no chain has its last liberty there.
func (b *narrow) bareEye(p uint64) bool {
	adj := b.graph.Neighbours(baduk.Point(p))
	chains, atari := false, false
	for _, q := range adj {
		h, touches := b.head(q), uint64(0)
		for _, r := range adj {
			touches += one(b.head(r) == h)
		}
		chains = chains || touches < uint64(len(adj))
		atari = atari || b.liberties(h) == touches
	}
	return !chains || !atari
}

// head is the head of the chain on p.
func (b *narrow) head(p baduk.Point) uint64 { return b.cells[p&narrowMask] >> headShift & narrowMask }

// place puts a stone of colour c on p, which was removed from the list of empty points, and takes off the opposing
// chains that have no liberties left. The move must not be a suicide.
func (b *narrow) place(p, c uint64) {
	p &= narrowMask
	v := b.cells[p]

	// Every neighbour gets a stone more and an empty neighbour less, and its chain a liberty less. Walls and
	// empty points are treated like stones, because a branch would take longer.
	take := takes(c)
	nb := b.neighbours[p]
	n0, n1, n2, n3 := nb&narrowMask, nb>>16&narrowMask, nb>>32&narrowMask, nb>>48&narrowMask
	v0 := b.cells[n0]
	b.cells[n0] = v0 - take
	v1 := b.cells[n1]
	b.cells[n1] = v1 - take
	v2 := b.cells[n2]
	b.cells[n2] = v2 - take
	v3 := b.cells[n3]
	b.cells[n3] = v3 - take
	h0, h1, h2, h3 := v0>>headShift&narrowMask, v1>>headShift&narrowMask, v2>>headShift&narrowMask, v3>>headShift&narrowMask
	b.chains[h0]--
	b.chains[h1]--
	b.chains[h2]--
	b.chains[h3]--

	// dead has the colour bit of the opponent if one of the opponent's chains has no liberties left. 0 - 1 has all
	// bits set; any other number of liberties minus 1 has no bit that high.
	dead := ((b.liberties(h0)-1)&v0 | (b.liberties(h1)-1)&v1 | (b.liberties(h2)-1)&v2 | (b.liberties(h3)-1)&v3) & colorBit(3-c)

	chain := stoneUnit + uint32(v>>8&15)
	color := colorBit(c)
	own := (v0&color)>>48 | (v1&color)>>32 | (v2&color)>>16 | v3&color
	if own == 0 {
		b.cells[p] = v | color
		b.chains[p] = chain
	} else {
		// The stone joins the chain of the first own neighbour, after its head.
		head := b.cells[nb>>(bits.TrailingZeros64(own)&48)&narrowMask] >> headShift & narrowMask
		b.chains[head] += chain
		b.cells[p] = v&countsMask | head<<headShift | color
		b.next[p], b.next[head] = b.next[head], uint16(p)
		for own &= own - 1; own != 0; own &= own - 1 {
			h := b.cells[nb>>(bits.TrailingZeros64(own)&48)&narrowMask] >> headShift & narrowMask
			if h != head {
				head = b.merge(head, h)
			}
		}
	}
	b.ko = noKo
	if dead != 0 {
		b.capture(nb, v, 3-c)
	}
}

// colorBit is the bit of colour c in a cell.
func colorBit(c uint64) uint64 { return 1 << ((c + colorShift - 1) & 63) }

// merge joins two chains and returns their head. The smaller chain gets the head of the larger one.
func (b *narrow) merge(into, from uint64) uint64 {
	sum := b.chains[into&narrowMask] + b.chains[from&narrowMask]
	if b.chains[into&narrowMask]/stoneUnit < b.chains[from&narrowMask]/stoneUnit {
		into, from = from, into
	}
	b.chains[into&narrowMask] = sum
	relabel := (into ^ from) << headShift
	for s := from; ; {
		b.cells[s&narrowMask] ^= relabel
		if s = uint64(b.next[s&narrowMask]); s == from {
			break
		}
	}
	b.next[into&narrowMask], b.next[from&narrowMask] = b.next[from&narrowMask], b.next[into&narrowMask]
	return into
}

// capture takes off the chains of colour opp without liberties among the neighbours nb of a new stone. The point
// had the cell v before the stone was placed.
func (b *narrow) capture(nb, v, opp uint64) {
	before := b.count
	for i := 0; i < 64; i += 16 {
		w := b.cells[nb>>i&narrowMask]
		if h := w >> headShift & narrowMask; w&colorBit(opp) != 0 && b.liberties(h) == 0 {
			b.remove(h, opp)
		}
	}
	// A ko: the stone was placed among opposing stones only and captured one of them.
	if b.count == before+1 && v>>(4*(opp-1)&63)&15 == 4 {
		b.ko = uint64(b.empty[before&narrowMask])
	}
}

// remove takes the chain off the board.
func (b *narrow) remove(head, c uint64) {
	take, count := takes(c), b.count
	for s := head; ; {
		b.cells[s&narrowMask] = b.cells[s&narrowMask]&countsMask | s<<headShift
		b.chains[s&narrowMask] = manyLiberties
		b.empty[count&narrowMask] = uint16(s)
		count++
		nb := b.neighbours[s&narrowMask]
		for range 4 {
			v := b.cells[nb&narrowMask]
			b.cells[nb&narrowMask] = v + take
			b.chains[v>>headShift&narrowMask]++ // this also changes numbers of the removed chain, which no longer matter
			nb >>= 16
		}
		s, b.next[s&narrowMask] = uint64(b.next[s&narrowMask]), uint16(s)
		if s == head {
			break
		}
	}
	b.count = count
}

// quickLead is described at leanBoard.
func (b *narrow) quickLead() (lead int, ok bool) {
	var black, white, open uint64
	for _, v := range b.cells[:b.points&narrowMask] {
		color := v >> colorShift
		empty := ^(color | color>>1)
		black += (color | v>>2&empty) & 1 // bit 2 of a cell is set if all four neighbours are black
		white += (color>>1 | v>>6&empty) & 1
		open |= v & emptyMask & -(empty & 1)
	}
	return int(black) - int(white), open == 0
}

// stones is described at leanBoard.
func (b *narrow) stones(dst []baduk.Color) {
	for p := range dst {
		dst[p] = baduk.Color(b.cells[p&narrowMask] >> colorShift)
	}
}

package store

import (
	"encoding/binary"
	"math/bits"

	"tengen/baduk"
)

// A sieve finds candidates among the placements of a variant: those in which every stone
// was on the board at some time in the game. The stones need not have been on the board
// at the same time. The sieve uses the set of points that were ever black and the set of
// points that were ever white. It tests all placements at the same time. Shift such a set
// by the place of a stone in the rectangle. The result is the set of placements in which
// this stone was on the board.
type sieve struct {
	stones []shift
	valid  []uint64 // the points at which the rectangle can begin
	place  []int    // number of the template whose rectangle begins at a point, by point
}

type shift struct {
	words, bits int
	color       baduk.Color
}

// sieveFrom is the smallest number of placements for which a sieve is worth its cost.
const sieveFrom = 4

// newSieve returns the sieve of templates. bases lists the points at which the rectangles
// of the templates begin. If a sieve is not worth its cost, newSieve returns nil.
func newSieve(templates []template, bases []int, points int) *sieve {
	if len(templates) < sieveFrom || len(templates[0].stones) == 0 {
		return nil
	}
	s := &sieve{valid: make([]uint64, setWords(points)), place: make([]int, points)}
	for i, b := range bases {
		s.valid[b/64] |= 1 << (b % 64)
		s.place[b] = i
	}
	for _, stone := range templates[0].stones {
		by := int(stone.point) - bases[0]
		s.stones = append(s.stones, shift{by / 64, by % 64, baduk.Color(stone.kind)})
	}
	return s
}

// sets has the set of points of a game that were ever black, and the set of points that
// were ever white. The field named left is scratch memory.
type sets struct {
	ever [3][]uint64
	left []uint64
}

// of reads both sets from the entry of a game on a board of n points.
func (s *sets) of(e entry, n int) {
	words := setWords(n)
	for _, c := range [2]baduk.Color{baduk.Black, baduk.White} {
		if len(s.ever[c]) != words {
			s.ever[c] = make([]uint64, words)
		}
		raw := e.ever(n, c)
		for i := range s.ever[c] {
			s.ever[c][i] = binary.LittleEndian.Uint64(raw[8*i:])
		}
	}
}

// each calls yield with the number of each template that passes the sieve.
func (s *sieve) each(sets *sets, yield func(place int)) {
	left := append(sets.left[:0], s.valid...)
	sets.left = left
	for _, stone := range s.stones {
		ever := sets.ever[stone.color]
		var some uint64
		for i := range left {
			var w uint64
			if j := i + stone.words; j < len(ever) {
				w = ever[j] >> stone.bits
				if j+1 < len(ever) {
					w |= ever[j+1] << (64 - stone.bits)
				}
			}
			left[i] &= w
			some |= left[i]
		}
		if some == 0 {
			return
		}
	}
	for i, w := range left {
		for ; w != 0; w &= w - 1 {
			yield(s.place[64*i+bits.TrailingZeros64(w)])
		}
	}
}

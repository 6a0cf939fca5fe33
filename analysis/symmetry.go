package analysis

import (
	"fmt"

	"tengen/baduk"
)

// turned returns the image of a point under one of eight symmetries. Their numbers are KataGo's: 1 mirrors the rows, 2
// mirrors the columns, and 4 then exchanges rows and columns. The number of a combined symmetry is the sum of these
// numbers. An exchange also exchanges the width and the height of the board.
func turned(p baduk.Point, symmetry, width, height int) baduk.Point {
	if p < 0 {
		return p // a pass
	}
	x, y := baduk.Grid{Width: width, Height: height}.XY(p)
	if symmetry&2 != 0 {
		x = width - 1 - x
	}
	if symmetry&1 != 0 {
		y = height - 1 - y
	}
	if symmetry&4 != 0 {
		return baduk.Grid{Width: height, Height: width}.At(y, x)
	}
	return baduk.Grid{Width: width, Height: height}.At(x, y)
}

// symmetries lists the symmetries that leave the position and its possible continuations unchanged. The first
// is the identity. If ko or a repetition forbids a move, it lists only the identity.
func symmetries(g *baduk.Game, width, height int) []int {
	list := []int{0}
	if g.Position().KoBan != baduk.NoPoint || g.Phase() > 0 {
		return list
	}
	n := g.Graph().Len()
	for s := 1; s < 8; s++ {
		if s&4 != 0 && width != height {
			break
		}
		same := true
		for p := baduk.Point(0); int(p) < n && same; p++ {
			same = g.At(p) == g.At(turned(p, s, width, height))
		}
		if same {
			list = append(list, s)
		}
	}
	if len(list) == 1 {
		return list
	}
	for p := baduk.Point(0); int(p) < n; p++ {
		if g.Legal(baduk.Move{Color: g.ToPlay(), Point: p}) == baduk.Superko {
			return list[:1]
		}
	}
	return list
}

// If several moves at the root are symmetric to each other, duplicates forbids all of them except one. The remaining
// move is the nearest to the upper right for Black, and to the lower left for White. Human players usually begin there.
// The parameter named list has the symmetries of the position.
func (a *avoided) duplicates(g *baduk.Game, list []int, width, height int) {
	c := g.ToPlay()
	given := a.clone()
	n := width * height
	done := make([]bool, n)
	until := a.of(c, n)
	for i := range n {
		x, y := width-1-i/height, i%height
		if c == baduk.White {
			x, y = width-1-x, height-1-y
		}
		p := baduk.Point(y*width + x)
		if given.at(c, p) > 0 || done[p] {
			continue
		}
		for _, s := range list[1:] {
			if q := turned(p, s, width, height); q != p {
				done[q] = true
				until[q] = max(until[q], 1)
			}
		}
	}
}

// hashes returns two hashes of a position's stones, its player to move, and the point that a simple ko forbids.
// They do not depend on earlier moves. The second hash is the same for positions that are symmetric to each
// other.
func hashes(g *baduk.Game, width, height int) (this, symmetric string) {
	for s := range 8 {
		w, h := width, height
		if s&4 != 0 {
			w, h = h, w
		}
		high := baduk.Mix(uint64(w)<<32 | uint64(h)<<8 | uint64(g.ToPlay()))
		low := baduk.Mix(high)
		add := func(p baduk.Point, what uint64) {
			x, y := baduk.Grid{Width: w, Height: h}.XY(turned(p, s, width, height))
			k := baduk.Mix(uint64(x)<<32 | uint64(y)<<8 | what)
			high ^= k
			low ^= baduk.Mix(k)
		}
		for p := baduk.Point(0); int(p) < g.Graph().Len(); p++ {
			if c := g.At(p); c != baduk.Empty {
				add(p, uint64(c))
			}
		}
		if ko := g.Position().KoBan; ko != baduk.NoPoint {
			add(ko, 3)
		}
		text := fmt.Sprintf("%016X%016X", high, low)
		if s == 0 {
			this, symmetric = text, text
		}
		symmetric = min(symmetric, text)
	}
	return this, symmetric
}

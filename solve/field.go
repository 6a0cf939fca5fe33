package solve

import (
	"fmt"
	"math/bits"

	"tengen/baduk"
)

// points is a set of points: bit p is point p.
type points = uint64

// maxPoints is the largest board whose states have exact keys of 64 bits; see [field.key].
const maxPoints = 36

// field is a board for bit sets: its neighbours, its symmetries, and the codes of positions. It does not change, so
// goroutines may share it.
type field struct {
	n        int
	all      points
	adj      []points // by point: its neighbours
	width    int      // of a rectangle, otherwise 0
	notLeft  points   // rectangle: the points that are not in the left column
	notRight points   // rectangle: the points that are not in the right column
	edge     points   // the points with fewer than four neighbours
	symmetry [][]int  // by symmetry, by point: the image of the point; the first is the identity
	// ternary has, by symmetry, by chunk of chunkBits points, by set within the chunk: the sum of 3 to the power of
	// the image of every point in the set.
	ternary [][][]uint64
	powers  [][]uint64 // by point, by symmetry: 3 to the power of the image of the point
	size    uint64     // 3 to the power of n: the number of colourings
}

const (
	chunkBits = 9
	chunkMask = 1<<chunkBits - 1
)

// newField prepares a graph of at most maxPoints points.
func newField(g *baduk.Graph) (*field, error) {
	n := g.Len()
	if n > maxPoints {
		return nil, fmt.Errorf("a board of %d points is too large: at most %d points have exact keys", n, maxPoints)
	}
	f := &field{n: n, all: 1<<n - 1, adj: make([]points, n), size: 1}
	for p := range n {
		for _, q := range g.Neighbours(baduk.Point(p)) {
			f.adj[p] |= 1 << q
		}
	}
	for p := range n {
		if bits.OnesCount64(f.adj[p]) < 4 {
			f.edge |= 1 << p
		}
	}
	if grid, ok := g.Rectangle(); ok {
		f.width, f.notLeft, f.notRight = grid.Width, f.all, f.all
		for y := range grid.Height {
			f.notLeft &^= 1 << (y * grid.Width)
			f.notRight &^= 1 << (y*grid.Width + grid.Width - 1)
		}
	}
	power := make([]uint64, n)
	for p := range power {
		power[p] = f.size
		f.size *= 3
	}
	f.symmetry = symmetries(g)
	f.powers = make([][]uint64, n)
	for p := range n {
		for _, image := range f.symmetry {
			f.powers[p] = append(f.powers[p], power[image[p]])
		}
	}
	for _, image := range f.symmetry {
		powers := make([]uint64, n)
		for p := range n {
			powers[p] = power[image[p]]
		}
		f.ternary = append(f.ternary, chunkSums(powers))
	}
	return f, nil
}

// chunkSums returns, by chunk of the board, by set of points in it, the sum of the powers of these points.
func chunkSums(powers []uint64) (chunks [][]uint64) {
	for low := 0; low < len(powers); low += chunkBits {
		sums := make([]uint64, 1<<chunkBits)
		for set := 1; set < len(sums); set++ {
			sums[set] = sums[set&(set-1)]
			if p := low + bits.TrailingZeros(uint(set)); p < len(powers) {
				sums[set] += powers[p]
			}
		}
		chunks = append(chunks, sums)
	}
	return chunks
}

// symmetries lists the automorphisms of the graph that it knows and that keep the weights, the identity first.
func symmetries(g *baduk.Graph) [][]int {
	identity := make([]int, g.Len())
	for p := range identity {
		identity[p] = p
	}
	list := [][]int{identity}
	geometry, ok := g.Geometry()
	if !ok {
		return list
	}
	for _, s := range geometry.Symmetries[1:] {
		image := make([]int, len(s))
		for p, q := range s {
			image[p] = int(q)
		}
		list = append(list, image)
	}
	return list
}

// near returns the points that are adjacent to a point of the set.
func (f *field) near(set points) points {
	if f.width > 0 {
		return ((set&f.notRight)<<1 | (set&f.notLeft)>>1 | set<<f.width | set>>f.width) & f.all
	}
	var near points
	for rest := set; rest != 0; rest &= rest - 1 {
		near |= f.adj[bits.TrailingZeros64(rest)]
	}
	return near
}

// flood returns the points of within that are connected to seed through points of within. The seed is part of within.
func (f *field) flood(seed, within points) points {
	for {
		next := seed | f.near(seed)&within
		if next == seed {
			return seed
		}
		seed = next
	}
}

// colouring is a position from the point of view of one player: the stones of that player and of the opponent.
type colouring struct{ own, opp points }

// play puts a stone of the player on the empty point p. It returns the position, from the same point of view, and the
// point that the opponent must not retake at once as a set of at most one point. It returns false if the play would be
// suicide.
func (f *field) play(c colouring, p int) (after colouring, ban points, ok bool) {
	stone := points(1) << p
	c.own |= stone
	empty := f.all &^ (c.own | c.opp)
	var captured points
	for rest := f.adj[p] & c.opp; rest != 0; {
		chain := f.flood(rest&-rest, c.opp)
		rest &^= chain
		if f.near(chain)&empty == 0 {
			captured |= chain
		}
	}
	if captured != 0 {
		c.opp &^= captured
		if captured&(captured-1) == 0 && f.adj[p]&c.own == 0 && f.adj[p]&(empty|captured) == captured {
			ban = captured
		}
		return c, ban, true
	}
	if f.adj[p]&empty == 0 && f.near(f.flood(stone, c.own))&empty == 0 {
		return c, 0, false
	}
	return c, 0, true
}

// lead returns the area of the player minus that of the opponent, if every point counts 1.
func (f *field) lead(c colouring) int {
	own, opp := f.area(c)
	return bits.OnesCount64(own) - bits.OnesCount64(opp)
}

// code returns the number of the position under a symmetry: a base-3 number whose digits are 1 for the player's stones
// and 2 for the opponent's.
func (f *field) code(c colouring, symmetry int) uint64 {
	var code uint64
	own, opp := c.own, c.opp
	for _, sums := range f.ternary[symmetry] {
		code += sums[own&chunkMask] + 2*sums[opp&chunkMask]
		own >>= chunkBits
		opp >>= chunkBits
	}
	return code
}

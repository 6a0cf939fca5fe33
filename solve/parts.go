package solve

import "math/bits"

// parts are the parts of a rectangle's colourings that have weights: the 3x3 neighbourhood of every point, and windows.
type parts struct {
	*classes
	edges      [maxPoints]uint32 // by point: the code of its neighbourhood on the empty board
	around     [][]place         // by point: the neighbourhoods that have it
	powers     [][]uint32        // by point, by window: what a stone of the claimant adds to the code, or 0 outside the window
	like       []int             // by window: the first window that is its image under a symmetry of the board
	colourings []int             // by window: the number of its codes
}

// place is a place in the neighbourhood of a point.
type place struct {
	of  int
	bit uint32 // of a stone of the claimant there; 9 bits higher is that of the opponent
}

// fits reports whether the board is a rectangle for which the patterns have weights.
func (f *field) fits() bool { return f.width > 2 && f.n >= 3*f.width }

// newParts numbers the parts of a board that [field.fits].
func newParts(f *field) *parts {
	a := &parts{classes: patternClasses(), around: make([][]place, f.n), powers: make([][]uint32, f.n)}
	height := f.n / f.width
	for p := range f.n {
		for i := range 9 {
			x, y, bit := p%f.width+i%3-1, p/f.width+i/3-1, uint32(1)<<i
			if x < 0 || x == f.width || y < 0 || y == height {
				a.edges[p] |= bit | bit<<9
			} else {
				a.around[y*f.width+x] = append(a.around[y*f.width+x], place{p, bit})
			}
		}
	}
	first := map[points]int{}
	for _, shape := range [][2]int{{3, 4}, {4, 3}, {5, 2}, {2, 5}} { // columns and rows
		for y := 0; y+shape[1] <= height; y++ {
			for x := 0; x+shape[0] <= f.width; x++ {
				a.addWindow(f, x, y, shape[0], shape[1], first)
			}
		}
	}
	return a
}

// addWindow adds the window with its first point in column x and row y. The map has the first window by the points of
// the image that stands for all its images.
func (a *parts) addWindow(f *field, x, y, columns, rows int, first map[points]int) {
	var set points
	for i := range columns * rows {
		set |= 1 << ((y+i/columns)*f.width + x + i%columns)
	}
	least, image := ^points(0), []int(nil)
	for _, other := range f.symmetry {
		var turned points
		for rest := set; rest != 0; rest &= rest - 1 {
			turned |= 1 << other[bits.TrailingZeros64(rest)]
		}
		if turned < least {
			least, image = turned, other
		}
	}
	for p := range f.n {
		power := uint32(0)
		if set>>p&1 != 0 {
			power = 1
			for range bits.OnesCount64(least & (1<<image[p] - 1)) {
				power *= 3
			}
		}
		a.powers[p] = append(a.powers[p], power)
	}
	if _, ok := first[least]; !ok {
		first[least] = len(a.like)
	}
	a.like = append(a.like, first[least])
	colourings := 1
	for range columns * rows {
		colourings *= 3
	}
	a.colourings = append(a.colourings, colourings)
}

// codes are the codes of all parts of a colouring.
type codes struct {
	*parts
	colouring
	near   [maxPoints]uint32 // by point: the code of its neighbourhood
	class  [maxPoints]uint32 // by point: the class of its neighbourhood
	window []uint32          // by window
}

// newCodes returns the codes of the empty board.
func newCodes(a *parts) *codes {
	c := &codes{parts: a, near: a.edges, window: make([]uint32, len(a.like))}
	for p := range a.around {
		c.class[p] = uint32(a.of[c.near[p]])
	}
	return c
}

// move changes the codes into those of another colouring. It computes only what differs.
func (c *codes) move(to colouring) {
	for rest := c.own ^ to.own; rest != 0; rest &= rest - 1 {
		c.flip(bits.TrailingZeros64(rest), to.own, 0, 1)
	}
	for rest := c.opp ^ to.opp; rest != 0; rest &= rest - 1 {
		c.flip(bits.TrailingZeros64(rest), to.opp, 9, 2)
	}
	c.colouring = to
}

// flip puts a stone on the point p, or takes it off, so that it is there if the set has it. The codes of neighbourhoods
// have the stones shifted, and those of windows have them as digits.
func (c *codes) flip(p int, set points, shift int, digit uint32) {
	for _, at := range c.around[p] {
		c.near[at.of] ^= at.bit << shift
		c.class[at.of] = uint32(c.of[c.near[at.of]])
	}
	if set>>p&1 == 0 {
		digit = -digit
	}
	for w, power := range c.powers[p] {
		c.window[w] += digit * power
	}
}

// repeated reports whether an earlier window has the same weight.
func (c *codes) repeated(window int) bool {
	first := c.like[window]
	for w := first; w < window; w++ {
		if c.like[w] == first && c.window[w] == c.window[window] {
			return true
		}
	}
	return false
}

// patterns appends the numbers of the weights of the patterns of a state to a list. The state has the colouring of the
// codes. The chains are those of the claimant and of the opponent.
func (c *codes) patterns(f *field, st *state, chains *[2][]group, list []uint32) []uint32 {
	turn := uint32(0)
	if st.opponent {
		turn = 1
	}
	all := uint32(c.count)
	for p := range f.n {
		list = append(list, turn*all+c.class[p])
	}
	empty := f.all &^ (st.own | st.opp)
	for owner := range chains {
		of := 2*all + (2*turn+uint32(owner))*chainStones*chainLiberties
		for i := range chains[owner] {
			chain := &chains[owner][i]
			stones := min(bits.OnesCount64(chain.set), chainStones-1)
			list = append(list, of+uint32(chainLiberties*stones+min(bits.OnesCount64(chain.near&empty), chainLiberties-1)))
		}
	}
	other := 2*(all+2*chainStones*chainLiberties) + turn*turnWeights
	list = append(list, other)
	if st.ban != 0 {
		list = append(list, other+1)
	}
	return list
}

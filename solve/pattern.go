package solve

import (
	_ "embed"
	"encoding/binary"
	"math/bits"
	"sync"
)

// patterns has a weight for the 3x3 neighbourhood of every point of a rectangle, for every chain, and for the turn. All
// images of a neighbourhood have the same weight. The sum of the weights of a state is the logarithm of the odds that a
// claim is true, in hundredths: in the file patterns.bin that the claimant gets all points, and in leads.bin that he
// gets the claimed lead. TestFit fitted them to the results of searches.
type patterns[W int16 | float32 | learned] struct {
	near  [2][]W                    // by player to move, by class of a neighbourhood
	chain [2][2][10][8]W            // by player to move, by owner, by stones, by liberties
	other [2][3]W                   // by player to move: always, after a pass, if a point is banned
	point W                         // for each point of the claimed lead; find does not list it
	class *[1 << patternBits]uint16 // by code
}

// A code of a neighbourhood has 9 bits for the claimant's stones and 9 bits for the opponent's. A point beyond the edge
// has both.
const patternBits = 18

// newPatterns returns patterns without weights.
func newPatterns[W int16 | float32 | learned]() *patterns[W] {
	c := patternClasses()
	return &patterns[W]{near: [2][]W{make([]W, c.count), make([]W, c.count)}, class: &c.of}
}

var (
	//go:embed patterns.bin
	patternFile []byte
	//go:embed leads.bin
	leadFile []byte
	// knownPatterns returns the weights for the claim that a player gets all points.
	knownPatterns = sync.OnceValue(func() *patterns[int16] { return readPatterns(patternFile) })
	// leadPatterns returns the weights for other claims.
	leadPatterns = sync.OnceValue(func() *patterns[int16] { return readPatterns(leadFile) })
)

func readPatterns(file []byte) *patterns[int16] {
	m := newPatterns[int16]()
	for i, w := range m.weights() {
		*w = int16(binary.LittleEndian.Uint16(file[2*i:]))
	}
	return m
}

// weights lists the weights in the order of the file.
func (m *patterns[W]) weights() (list []*W) {
	for turn := range m.near {
		for class := range m.near[turn] {
			list = append(list, &m.near[turn][class])
		}
	}
	for turn := range m.chain {
		for owner := range m.chain[turn] {
			for stones := range m.chain[turn][owner] {
				for liberties := range m.chain[turn][owner][stones] {
					list = append(list, &m.chain[turn][owner][stones][liberties])
				}
			}
		}
	}
	for turn := range m.other {
		for i := range m.other[turn] {
			list = append(list, &m.other[turn][i])
		}
	}
	return append(list, &m.point)
}

// classes numbers the neighbourhoods. Images of each other have the same number.
type classes struct {
	of    [1 << patternBits]uint16 // by code
	count int
}

var patternClasses = sync.OnceValue(func() *classes {
	c := &classes{}
	for code := range c.of {
		if least := leastImage(code); least < code {
			c.of[code] = c.of[least]
		} else if possible(code) {
			c.of[code] = uint16(c.count)
			c.count++
		}
	}
	return c
})

// possible reports whether a code is that of a neighbourhood on a rectangle of at least 3x3 points.
func possible(code int) bool {
	switch code & (code >> 9) {
	case 0,
		0b000_000_111, 0b001_001_001, 0b100_100_100, 0b111_000_000, // at an edge
		0b001_001_111, 0b100_100_111, 0b111_001_001, 0b111_100_100: // in a corner
		return true
	}
	return false
}

// leastImage returns the least code of the images of a neighbourhood.
func leastImage(code int) int {
	least := code
	for image := range 8 {
		turned := 0
		for i := range 9 {
			x, y := i%3, i/3
			if image&1 != 0 {
				x = 2 - x
			}
			if image&2 != 0 {
				y = 2 - y
			}
			if image&4 != 0 {
				x, y = y, x
			}
			turned |= (code>>i&1 | code>>(i+9)&1<<9) << (3*y + x)
		}
		least = min(least, turned)
	}
	return least
}

// framed returns the points of a rectangle on a board with a frame of one point on all sides.
func (f *field) framed(set points) (framed points) {
	row := points(1)<<f.width - 1
	for shift := f.width + 3; set != 0; shift += f.width + 2 {
		framed |= (set & row) << shift
		set >>= f.width
	}
	return framed
}

// fits reports whether the board is a rectangle for which the patterns have weights.
func (f *field) fits() bool {
	return f.width > 2 && f.n >= 3*f.width && (f.width+2)*(f.n/f.width+2) <= 64
}

// find appends the weights of a state to a list. The chains are those of the claimant and of the opponent.
func (m *patterns[W]) find(f *field, st *state, chains *[2][]group, list []*W) []*W {
	turn, step := 0, f.width+2
	if st.opponent {
		turn = 1
	}
	near := m.near[turn]
	own, opp := f.framed(st.own)|f.frame, f.framed(st.opp)|f.frame
	for top := 0; top < f.n/f.width*step; top += step {
		a0, a1, a2 := own>>top, own>>(top+step), own>>(top+2*step)
		b0, b1, b2 := opp>>top, opp>>(top+step), opp>>(top+2*step)
		for range f.width {
			code := a0&7 | a1&7<<3 | a2&7<<6 | b0&7<<9 | b1&7<<12 | b2&7<<15
			list = append(list, &near[m.class[code]])
			a0, a1, a2 = a0>>1, a1>>1, a2>>1
			b0, b1, b2 = b0>>1, b1>>1, b2>>1
		}
	}
	empty := f.all &^ (st.own | st.opp)
	for owner := range chains {
		of := &m.chain[turn][owner]
		for i := range chains[owner] {
			chain := &chains[owner][i]
			list = append(list, &of[min(bits.OnesCount64(chain.set), len(of)-1)][min(bits.OnesCount64(chain.near&empty), len(of[0])-1)])
		}
	}
	other := &m.other[turn]
	list = append(list, &other[0])
	if st.passed {
		list = append(list, &other[1])
	}
	if st.ban != 0 {
		list = append(list, &other[2])
	}
	return list
}

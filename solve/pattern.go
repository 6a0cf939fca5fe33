package solve

import (
	_ "embed"
	"encoding/binary"
	"sync"
)

// Patterns are the 3x3 neighbourhoods of the points of a rectangle, the chains, and the turn. They have a list of
// weights, first those of the neighbourhoods by player to move and class, then those of the chains by player to move,
// owner, stones and liberties, then by player to move: always, and if a point is banned. The last weight is for each
// point of the claimed lead. All images of a neighbourhood have the same weight.
//
// The sum of the weights of a state is the logarithm of the odds that a claim is true, in hundredths: in the file
// patterns.bin that the claimant gets all points, and in leads.bin that he gets the claimed lead. TestFit fitted them
// to the results of searches.
const (
	chainStones    = 10 // chains with this number of stones less one, and larger ones, have the same weights
	chainLiberties = 8
	turnWeights    = 2
)

// weights is the number of weights of patterns.
func (c *classes) weights() int { return 2*(c.count+2*chainStones*chainLiberties+turnWeights) + 1 }

// A code of a neighbourhood has 9 bits for the claimant's stones and 9 bits for the opponent's. A point beyond the edge
// has both.
const patternBits = 18

var (
	//go:embed patterns.bin
	patternFile []byte
	//go:embed leads.bin
	leadFile []byte
	// knownPatterns returns the weights for the claim that a player gets all points.
	knownPatterns = sync.OnceValue(func() []int16 { return readPatterns(patternFile) })
	// leadPatterns returns the weights for other claims.
	leadPatterns = sync.OnceValue(func() []int16 { return readPatterns(leadFile) })
)

func readPatterns(file []byte) []int16 {
	list := make([]int16, patternClasses().weights())
	for i := range list {
		list[i] = int16(binary.LittleEndian.Uint16(file[2*i:]))
	}
	return list
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

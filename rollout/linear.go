package rollout

import (
	"math"
	"slices"

	"tengen/baduk"
)

// Linear is a policy for rollouts that was trained on records: a linear softmax over local patterns, as in AlphaGo
// (Silver et al. 2016, extended data table 4). A move's probability is proportional to the product of the factors of
// its features. A [Learner] makes a Linear, and [ReadLinear] reads one. It is safe for concurrent use.
//
// The factors are whole numbers, so that sums of them are exact and the same on every machine.
type Linear struct {
	// near has the factor of each near code, see the function nearCode. The player to move is black. The factor is 0
	// for moves that rollouts never make: suicide, and filling an own eye. A factor of 1 is written as nearUnit.
	near []uint32
	// wide has the factors of response patterns. The key is a wide code of the player to move as black. All eight
	// symmetric forms of a pattern are in the map.
	wide wideTable
	// The other factors are written in units of factorUnit. response applies to a move in the diamond around the last
	// move if wide has the pattern. neighbour applies next to the last move, and at a corner of it. save applies to
	// moves that save stones from atari.
	response, save uint32
	neighbour      [2]uint32
	// nakade has factors of moves in the place of a captured chain, by nakadeKey.
	nakade map[uint64]uint32

	// patterns are the response patterns in their canonical forms, for the file.
	patterns []widePattern
	// nearFactors are the factors of the canonical near codes, for the file.
	nearFactors []uint32
}

// widePattern is a response pattern in its canonical form, with the factor of a move on each place of the diamond.
type widePattern struct {
	code    uint64
	factors [diamondPlaces]uint32
}

const (
	nearUnit   = 1 << 20
	factorUnit = 1 << 16
	mostNear   = 1 << 30
	mostWeight = 1 << 31 // largest weight of a move
)

// The places of a pattern around a point: the four neighbours, the four corners, and the four points two steps away.
// Each four are in clockwise order. Patterns around a move have the first eight places, and patterns around the last
// move all.
var diamond = [12][2]int{{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}, {0, -2}, {2, 0}, {0, 2}, {-2, 0}}

const (
	nearPlaces    = 8
	diamondPlaces = 12
)

// The states of a place. The three states of a stone are those of a chain with 1, 2, and 3 or more liberties.
const (
	stateEmpty = 0
	stateBlack = 0 // plus 1 to 3
	stateOff   = 4
	stateWhite = 4 // plus 1 to 3
)

// The colour states of a place are those of baduk.Color, and offBoard.

// symmetry says, for each place, to which place a symmetry of the square moves it.
type symmetry [diamondPlaces]int

// squareSymmetries returns the eight symmetries. The first is the identity.
func squareSymmetries() (all [8]symmetry) {
	for s := range all {
		for i, d := range diamond {
			x, y := d[0], d[1]
			if s&1 != 0 {
				x = -x
			}
			if s&2 != 0 {
				y = -y
			}
			if s&4 != 0 {
				x, y = y, x
			}
			all[s][i] = slices.Index(diamond[:], [2]int{x, y})
		}
	}
	return all
}

// A near code describes the eight points around a point. It has three bits with the state of each neighbour, and two
// bits with the colour state of each corner.
const (
	nearCodes   = 1 << (4*3 + 4*2)
	cornerShift = 4 * 3
)

// state returns the state of a point, which may be NoPoint.
func state(b *baduk.Board, p baduk.Point) uint32 {
	if p < 0 {
		return stateOff
	}
	switch b.At(p) {
	case baduk.Empty:
		return stateEmpty
	case baduk.Black:
		return stateBlack + uint32(min(b.Liberties(p), 3))
	}
	return stateWhite + uint32(min(b.Liberties(p), 3))
}

// nearCode returns the near code of a point with the given places around it.
func nearCode(b *baduk.Board, around *[diamondPlaces]baduk.Point) (code uint32) {
	for i, p := range around[:4] {
		code |= state(b, p) << (3 * i)
	}
	for i, p := range around[4:nearPlaces] {
		color := uint32(offBoard)
		if p >= 0 {
			color = uint32(b.At(p))
		}
		code |= color << (cornerShift + 2*i)
	}
	return code
}

// swapNear exchanges the colours in a near code.
func swapNear(code uint32) uint32 {
	stones := (code | code>>1) & 0o1111
	differ := (code ^ code>>1) & (0x55 << cornerShift)
	return code ^ stones<<2 ^ differ ^ differ<<1
}

// turnNear applies a symmetry to a near code.
func turnNear(code uint32, s *symmetry) (turned uint32) {
	for i := range 4 {
		turned |= code >> (3 * i) & 7 << (3 * s[i])
		turned |= code >> (cornerShift + 2*i) & 3 << (cornerShift + 2*(s[4+i]-4))
	}
	return turned
}

// allowedNear reports whether a player, who is black, may make a move with the near code in a rollout. The move must
// not be a suicide, and must not fill an eye as the method isEye defines it.
func allowedNear(code uint32) bool {
	eye, suicide := true, true
	for i := range 4 {
		switch s := code >> (3 * i) & 7; s {
		case stateEmpty:
			return true
		case stateOff:
		case stateBlack + 1:
		case stateBlack + 2, stateBlack + 3:
			suicide = false
		case stateWhite + 1:
			eye, suicide = false, false
		default:
			eye = false
		}
	}
	enemies, border := 0, false
	for i := range 4 {
		switch code >> (cornerShift + 2*i) & 3 {
		case uint32(baduk.White):
			enemies++
		case offBoard:
			border = true
		}
	}
	eye = eye && (enemies == 0 || !border && enemies < 2)
	return !eye && !suicide
}

// A wide code describes the points around the last move. It has three bits with the state of each place. Above them it
// has two bits with the number of liberties of the last move's chain, at most 3.
const centreShift = 3 * diamondPlaces

// wideCode returns the wide code of the point of the last move.
func wideCode(b *baduk.Board, last baduk.Point, around *[diamondPlaces]baduk.Point) (code uint64) {
	for i, p := range around {
		code |= uint64(state(b, p)) << (3 * i)
	}
	return code | uint64(min(b.Liberties(last), 3))<<centreShift
}

// swapWide exchanges the colours in a wide code.
func swapWide(code uint64) uint64 { return code ^ (code|code>>1)&0o111111111111<<2 }

// turnWide applies a symmetry to a wide code.
func turnWide(code uint64, s *symmetry) uint64 {
	turned := code >> centreShift << centreShift
	for i := range diamondPlaces {
		turned |= code >> (3 * i) & 7 << (3 * s[i])
	}
	return turned
}

// canonicalWide returns the smallest of the symmetric forms of a wide code, and the symmetry that makes it.
func canonicalWide(code uint64, all *[8]symmetry) (least uint64, by int) {
	least = math.MaxUint64
	for s := range all {
		if t := turnWide(code, &all[s]); t < least {
			least, by = t, s
		}
	}
	return least, by
}

// A nakade is a move in the place of a captured chain with these numbers of stones.
const (
	leastNakade = 3
	mostNakade  = 6
)

// nakadeKey identifies the shape of the captured stones and the place of the move in it. Shapes that differ by a
// symmetry of the square have the same key.
func nakadeKey(grid baduk.Grid, captured []baduk.Point, move baduk.Point) uint64 {
	mx, my := grid.XY(move)
	least := uint64(math.MaxUint64)
	for s := range 8 {
		var codes [mostNakade]int
		for i, p := range captured {
			x, y := grid.XY(p)
			x, y = x-mx, y-my
			if s&1 != 0 {
				x = -x
			}
			if s&2 != 0 {
				y = -y
			}
			if s&4 != 0 {
				x, y = y, x
			}
			codes[i] = (x+mostNakade)*(2*mostNakade+1) + y + mostNakade + 1
		}
		slices.Sort(codes[:len(captured)])
		key := uint64(0)
		for _, c := range codes[:len(captured)] {
			key = key<<8 | uint64(c)
		}
		least = min(least, key)
	}
	return least
}

// scale multiplies the weight of a move by a factor in units of factorUnit. A weight above 0 stays above 0.
func scale(weight, factor uint32) uint32 {
	if weight == 0 {
		return 0
	}
	return uint32(min(max(uint64(weight)*uint64(factor)/factorUnit, 1), mostWeight))
}

// wideTable is a hash table of wide codes.
type wideTable struct {
	keys    []uint64 // the code plus 1; 0 for an unused place; the length is a power of two
	factors [][diamondPlaces]uint32
	at      []int32 // index in factors for each key
	shift   int
}

func newWideTable(patterns int) wideTable {
	size, shift := 16, 60
	for size < 2*patterns {
		size, shift = 2*size, shift-1
	}
	return wideTable{keys: make([]uint64, size), at: make([]int32, size), shift: shift}
}

// slot returns the place of a code, or the unused place where it belongs.
func (t *wideTable) slot(code uint64) int {
	i := int(code * 0x9e3779b97f4a7c15 >> t.shift)
	for t.keys[i] != 0 && t.keys[i] != code+1 {
		i = (i + 1) & (len(t.keys) - 1)
	}
	return i
}

// set adds a code.
func (t *wideTable) set(code uint64, factors [diamondPlaces]uint32) {
	i := t.slot(code)
	if t.keys[i] == 0 {
		t.keys[i], t.at[i] = code+1, int32(len(t.factors))
		t.factors = append(t.factors, factors)
	}
}

// get returns the factors of a code, or nil.
func (t *wideTable) get(code uint64) *[diamondPlaces]uint32 {
	i := t.slot(code)
	if t.keys[i] == 0 {
		return nil
	}
	return &t.factors[t.at[i]]
}

// canonicalNear returns, for each near code, the smallest of its symmetric forms.
func canonicalNear(all *[8]symmetry) []uint32 {
	to := make([]uint32, nearCodes)
	known := make([]bool, nearCodes)
	for code := range uint32(nearCodes) {
		if known[code] {
			continue
		}
		for s := range all {
			turned := turnNear(code, &all[s])
			to[turned], known[turned] = code, true
		}
	}
	return to
}

// expand makes near and wide from nearFactors and patterns.
func (l *Linear) expand() {
	all := squareSymmetries()
	l.near = make([]uint32, nearCodes)
	next := 0
	for code, least := range canonicalNear(&all) {
		if int(least) == code {
			l.near[code] = l.nearFactors[next]
			next++
		} else {
			l.near[code] = l.near[least]
		}
	}
	for code := range l.near {
		if !allowedNear(uint32(code)) {
			l.near[code] = 0
		}
	}
	l.wide = newWideTable(8 * len(l.patterns))
	for _, p := range l.patterns {
		for s := range all {
			var turned [diamondPlaces]uint32
			for i, f := range p.factors {
				turned[all[s][i]] = f
			}
			l.wide.set(turnWide(p.code, &all[s]), turned)
		}
	}
}

// canonicalNears is the number of canonical near codes, the length of Linear.nearFactors.
const canonicalNears = 134_280

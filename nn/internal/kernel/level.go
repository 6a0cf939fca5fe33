package kernel

import (
	"fmt"
	"slices"
	"strings"
)

// Level is a set of kernels. The levels of one kind of CPU are ordered from the slowest to the fastest.
type Level uint8

// The levels. [Available] checks whether the CPU has the instructions that a level needs. A level in 16-bit
// integers rounds the factors of large products to 16 bits, so it is less exact. It computes everything else like
// the level in floats that [Level.Exact] returns.
const (
	Generic   Level = iota // plain Go: the specification of the other levels
	NEON                   // 4 floats at a time: arm64
	AVX2                   // 8 floats at a time: x86 with AVX2 and FMA (2013)
	AVX2I16                // products in 16-bit integers with AVX2
	AVXVNNI16              // products in 16-bit integers with AVX-VNNI: Intel since Alder Lake (2021), AMD Zen 5
	AVX512                 // 16 floats at a time: AVX-512 F, BW, DQ and VL
	VNNI16                 // products in 16-bit integers with AVX-512 VNNI
)

// levels has the name of each level, and the level that computes in floats with the same vectors.
var levels = [...]struct {
	name  string
	exact Level
}{
	Generic: {"generic", Generic}, NEON: {"neon", NEON}, AVX2: {"avx2", AVX2}, AVX2I16: {"avx2i16", AVX2}, AVXVNNI16: {"avxvnni16", AVX2},
	AVX512: {"avx512", AVX512}, VNNI16: {"vnni16", AVX512},
}

// String returns the level's name, which users write in TENGEN_KERNEL.
func (l Level) String() string { return levels[l].name }

// ParseLevel reads the name of a level.
func ParseLevel(name string) (Level, error) {
	var names []string
	for l := range levels {
		names = append(names, levels[l].name)
	}
	i := slices.Index(names, strings.ToLower(strings.TrimSpace(name)))
	if i < 0 {
		return Generic, fmt.Errorf("%q is not a kernel level: the levels are %s", name, strings.Join(names, ", "))
	}
	return Level(i), nil
}

// Exact returns the level that computes in floats with the vectors of l. It returns l itself if l computes in
// floats.
func (l Level) Exact() Level { return levels[l].exact }

// Integers reports whether l computes large products in 16-bit integers.
func (l Level) Integers() bool { return l != l.Exact() }

// vectorLanes returns the number of channels in one vector of the level's transforms.
func (l Level) vectorLanes() int {
	switch l.Exact() {
	case NEON:
		return 4
	case AVX2:
		return 8
	}
	return Lanes
}

// Has reports whether this CPU supports a level.
func Has(l Level) bool { return slices.Contains(Available(), l) }

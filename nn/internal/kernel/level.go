package kernel

import (
	"fmt"
	"slices"
	"strings"
)

// Level is a set of kernels. Levels are ordered from the slowest to the fastest.
type Level uint8

// The levels. [Available] checks whether the CPU has the instructions that a level needs.
const (
	Generic Level = iota // plain Go: the specification of the other levels
	AVX2                 // 8 floats at a time: x86 with AVX2 and FMA (2013)
	AVX512               // 16 floats at a time: AVX-512 F, BW, DQ and VL
	VNNI16               // like AVX512, but 3x3 convolutions use 16-bit integers (AVX-512 VNNI): less exact
)

var levelNames = []string{"generic", "avx2", "avx512", "vnni16"}

// String returns the level's name, which users write in TENGEN_KERNEL.
func (l Level) String() string { return levelNames[l] }

// ParseLevel reads the name of a level.
func ParseLevel(name string) (Level, error) {
	i := slices.Index(levelNames, strings.ToLower(strings.TrimSpace(name)))
	if i < 0 {
		return Generic, fmt.Errorf("%q is not a kernel level: the levels are %s", name, strings.Join(levelNames, ", "))
	}
	return Level(i), nil
}

// Exact returns l if l computes in floats. Otherwise it returns the fastest level that computes in floats.
func (l Level) Exact() Level { return min(l, AVX512) }

// vectorLanes returns the number of channels in one vector of the level's transforms.
func (l Level) vectorLanes() int {
	if l == AVX2 {
		return 8
	}
	return Lanes
}

// Has reports whether this CPU supports a level.
func Has(l Level) bool { return slices.Contains(Available(), l) }

package count

import (
	"fmt"

	"tengen/internal/usage"
)

// Board is a board whose legal positions can be counted.
type Board struct {
	name   string
	border border
	graph  uint64  // hash of the graph, or 0 for rectangles and cylinders
	states float64 // about the number of states of the largest layer
}

// Points returns the number of points.
func (b *Board) Points() int { return b.border.steps() }

// Name returns the name of the board, such as 9x9.
func (b *Board) Name() string { return b.name }

// Rectangle returns a rectangle.
func Rectangle(width, height int) (*Board, error) {
	return newGrid(fmt.Sprintf("%dx%d", width, height), min(width, height), max(width, height), false)
}

// Cylinder returns a rectangle whose first and last column are neighbours.
func Cylinder(width, height int) (*Board, error) {
	return newGrid(fmt.Sprintf("cylinder %dx%d", width, height), width, height, true)
}

// maxPoints is the largest number of points of a rectangle or a cylinder. The number of its colourings is written out.
const maxPoints = 1 << 16

func newGrid(name string, width, height int, wrap bool) (*Board, error) {
	if width < 1 || height < 1 {
		return nil, usage.Errorf("%s is not a board: the sides are at least 1", name)
	}
	if height > maxPoints/width {
		return nil, usage.Errorf("%s cannot be counted: a board has at most %d points", name, maxPoints)
	}
	b := &Board{name: name, border: &grid{width, height, wrap}, states: borderStates(width)}
	if width > MaxWidth {
		e := b.Estimate()
		side := "the shorter side"
		if wrap {
			side = "the width of a cylinder"
		}
		return nil, usage.Errorf("%s cannot be counted: %s is at most %d; this count would expand about %.1g states and need about %s of memory or disk",
			name, side, MaxWidth, e.Visits, Bytes(e.memory(1)))
	}
	return b, nil
}

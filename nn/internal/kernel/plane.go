package kernel

import "fmt"

// Boards describes boards that are computed together: their common size and their number.
type Boards struct{ Width, Height, Count int }

// inside returns the size of the part of a board's plane to which the tiles of a convolution may write.
func (b Boards) inside() (width, height int) {
	c := coverOf(b)
	return c.left(c.columns), c.top(c.rows)
}

// Plane returns the shape of the boards in memory, with this number of channels for each pixel.
func (b Boards) Plane(channels int) Plane {
	width, height := b.inside()
	row := (width + 2) * channels
	return Plane{Boards: b, Channels: channels, row: row, board: (height + 2) * row}
}

// Plane is the shape of boards in memory. The boards lie one after the other. A board has rows of pixels, and
// the channels of each pixel lie side by side. Each board has a border. It is one pixel wide at the left and
// above. At the right and below it is as wide as tiles need. A convolution reads the border of its input, which
// must be zero. [Boards.Plane] makes a Plane.
type Plane struct {
	Boards
	Channels   int
	row, board int // distances in floats
}

// Board returns the offset of board i, in floats.
func (p Plane) Board(i int) int { return i * p.board }

// Len returns the length of a plane, in floats.
func (p Plane) Len() int { return p.Board(p.Count) }

// At returns the offset, in floats, of the first channel of the pixel in column x and row y of the first
// board. Columns and rows are counted from 0.
func (p Plane) At(x, y int) int { return (y+1)*p.row + (x+1)*p.Channels }

// New returns zeroed memory for a plane.
func (p Plane) New(mem *Memory) []float32 { return mem.Floats(p.Len()) }

// check panics if memory is too small for a plane.
func (p Plane) check(data []float32) {
	if len(data) < p.Len() {
		panic(fmt.Sprintf("kernel: %d floats for a plane of %d", len(data), p.Len()))
	}
}

package kernel

import "fmt"

// Boards describes the boards that are computed together: their number and their size.
type Boards struct{ Width, Height, Count int }

// inside is the part of a plane that tiles of any kind may write for a board.
func (b Boards) inside() (width, height int) {
	for _, t := range []*tiling{&floatTiles, &intTiles} {
		c := t.cover(b)
		width, height = max(width, c.left(c.columns)), max(height, c.top(c.rows))
	}
	return width, height
}

// Plane is the shape of these boards with channels for their pixels.
func (b Boards) Plane(channels int) Plane {
	width, height := b.inside()
	row := (width + 2) * channels
	return Plane{Boards: b, Channels: channels, row: row, board: (height + 2) * row}
}

// Plane is the shape of boards in memory, one after the other: pixels in rows, each
// with its channels side by side. A border, one pixel at the left and above, and as
// many at the right and below as tiles need, is zero where a convolution reads the
// plane: it looks beyond the board. [Boards.Plane] makes one.
type Plane struct {
	Boards
	Channels   int
	row, board int // distances in floats
}

// Row is the distance between rows, in floats.
func (p Plane) Row() int { return p.row }

// Board is the offset of a board, in floats.
func (p Plane) Board(i int) int { return i * p.board }

// Len is the length of a plane, in floats.
func (p Plane) Len() int { return p.Board(p.Count) }

// At is the offset of the first channel of the pixel in column x and row y of the first board, counted
// from 0.
func (p Plane) At(x, y int) int { return (y+1)*p.row + (x+1)*p.Channels }

// New returns zeroed memory for a plane.
func (p Plane) New(mem *Memory) []float32 { return mem.Floats(p.Len()) }

// check panics if memory is too small for a plane.
func (p Plane) check(data []float32) {
	if len(data) < p.Len() {
		panic(fmt.Sprintf("kernel: %d floats for a plane of %d", len(data), p.Len()))
	}
}

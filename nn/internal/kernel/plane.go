package kernel

import "fmt"

// Boards are what is computed at once: so many boards of one size.
type Boards struct{ Width, Height, Count int }

// inside is what tiles of any kind may write of a board.
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
	row, board int // floats from one to the next
}

// Row is how many floats it is from one row to the next.
func (p Plane) Row() int { return p.row }

// Board is where a board begins, and with it how many floats so many have.
func (p Plane) Board(i int) int { return i * p.board }

// Len is how many floats a plane has.
func (p Plane) Len() int { return p.Board(p.Count) }

// At is where the first channel of the pixel in column x and row y of the first board
// is, all from 0.
func (p Plane) At(x, y int) int { return (y+1)*p.row + (x+1)*p.Channels }

// New is memory for a plane, all zero.
func (p Plane) New(mem *Memory) []float32 { return mem.Floats(p.Len()) }

// check panics when memory is too small for a plane.
func (p Plane) check(data []float32) {
	if len(data) < p.Len() {
		panic(fmt.Sprintf("kernel: %d floats for a plane of %d", len(data), p.Len()))
	}
}

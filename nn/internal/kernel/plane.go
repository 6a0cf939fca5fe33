package kernel

import "fmt"

// Boards are what is computed at once: so many boards of one size.
type Boards struct{ Width, Height, Count int }

// Plane is the shape of these boards with channels for their pixels.
func (b Boards) Plane(channels int) Plane { return Plane{b, channels} }

// tiles are the columns and rows of tiles that cover a board.
func (b Boards) tiles() (columns, rows int) {
	return (b.Width + tileSide - 1) / tileSide, (b.Height + tileSide - 1) / tileSide
}

// Plane is the shape of boards in memory, one after the other: pixels in rows, each
// with its channels side by side. A border, one pixel at the left and above, and as
// many at the right and below as make the inside a multiple of tileSide, is zero:
// convolutions may look beyond the board.
type Plane struct {
	Boards
	Channels int
}

// stride is how many pixels it is from one row to the next.
func (p Plane) stride() int {
	columns, _ := p.tiles()
	return tileSide*columns + 2
}

// Row is how many floats it is from one row to the next.
func (p Plane) Row() int { return p.stride() * p.Channels }

// Board is where a board begins, and with it how many floats so many have.
func (p Plane) Board(i int) int {
	_, rows := p.tiles()
	return i * (tileSide*rows + 2) * p.Row()
}

// Len is how many floats a plane has.
func (p Plane) Len() int { return p.Board(p.Count) }

// At is where the first channel of the pixel in column x and row y of the first board
// is, all from 0.
func (p Plane) At(x, y int) int { return ((y+1)*p.stride() + x + 1) * p.Channels }

// New is memory for a plane, all zero.
func (p Plane) New() []float32 { return Floats(p.Len()) }

// clearBorder makes what is right of a board and below it zero, after a transform has
// written whole tiles.
func (p Plane) clearBorder(board []float32) {
	columns, rows := p.tiles()
	if beyond := tileSide*columns - p.Width; beyond > 0 {
		for y := range p.Height {
			clear(board[p.At(p.Width, y):][:beyond*p.Channels])
		}
	}
	for y := p.Height; y < tileSide*rows; y++ {
		clear(board[p.At(0, y):][:tileSide*columns*p.Channels])
	}
}

// check panics when memory is too small for a plane.
func (p Plane) check(data []float32) {
	if len(data) < p.Len() {
		panic(fmt.Sprintf("kernel: %d floats for a plane of %d", len(data), p.Len()))
	}
}

package kernel

import "fmt"

// Plane is the shape of a board in memory: pixels in rows, each with its channels
// side by side. A border, one pixel at the left and above, and as many at the right
// and below as make the inside a multiple of tileSide, is zero: convolutions may
// look beyond the board.
type Plane struct{ Width, Height, Channels int }

// tiles are the columns and rows of tiles that cover the board.
func (p Plane) tiles() (columns, rows int) {
	return (p.Width + tileSide - 1) / tileSide, (p.Height + tileSide - 1) / tileSide
}

// stride is how many pixels it is from one row to the next.
func (p Plane) stride() int {
	columns, _ := p.tiles()
	return tileSide*columns + 2
}

// Row is how many floats it is from one row to the next.
func (p Plane) Row() int { return p.stride() * p.Channels }

// Len is how many floats a plane has.
func (p Plane) Len() int {
	_, rows := p.tiles()
	return (tileSide*rows + 2) * p.Row()
}

// At is where the first channel of the pixel in column x and row y is, both from 0.
func (p Plane) At(x, y int) int { return ((y+1)*p.stride() + x + 1) * p.Channels }

// New is memory for a plane, all zero.
func (p Plane) New() []float32 { return Floats(p.Len()) }

// clearBorder makes what is right of the board and below it zero, after a
// transform has written whole tiles.
func (p Plane) clearBorder(data []float32) {
	columns, rows := p.tiles()
	if beyond := tileSide*columns - p.Width; beyond > 0 {
		for y := range p.Height {
			clear(data[p.At(p.Width, y):][:beyond*p.Channels])
		}
	}
	for y := p.Height; y < tileSide*rows; y++ {
		clear(data[p.At(0, y):][:tileSide*columns*p.Channels])
	}
}

// check panics when memory is too small for a plane.
func (p Plane) check(data []float32) {
	if len(data) < p.Len() {
		panic(fmt.Sprintf("kernel: %d floats for a plane of %d", len(data), p.Len()))
	}
}

package kernel

import (
	"iter"
	"unsafe"
)

// Tiles cover a board for Winograd's algorithm. Each side of a tile is long or short. A long side has longSide
// pixels, and a short side has one pixel less. Tiles with sides of 5 and 4 pixels need the fewest products of all
// tiles whose errors are small enough: 729 for each pair of channels on 19x19, 361 on 13x13 and 169 on 9x9.
//
// The algorithm evaluates polynomials at points: pointC, 0, ±pointA, ±pointB and infinity, in this order. A short
// side has all points of a long side except the first. So tiles of all shapes share the transformed filters. A pair
// of points, one for each direction, is called a frequency.
//
// The chosen points have nearly the smallest errors of all numbers that floats represent exactly.
const (
	longSide = 5

	pointA = 0.875
	pointB = 2
	pointC = 0.375
)

const (
	points      = longSide + 2    // points of a long side; a tile reads as many input pixels along this side
	frequencies = points * points // frequencies of a tile whose sides are both long
)

// shape is the size of a tile in pixels.
type shape struct{ width, height int }

// origin returns the first frequency that tiles of this shape have.
func (s shape) origin() int { return points*(longSide-s.height) + longSide - s.width }

// cover is a board that is covered with columns and rows of tiles. In the first c.wide columns, the tiles have
// long width. In the other columns they have short width. In the first c.tall rows, the tiles have long height.
// In the other rows they have short height.
type cover struct {
	columns, wide, rows, tall int
}

func coverOf(b Boards) cover {
	side := func(n int) (pieces, long int) {
		pieces = (n + longSide - 1) / longSide
		return pieces, max(0, n-(longSide-1)*pieces)
	}
	var c cover
	c.columns, c.wide = side(b.Width)
	c.rows, c.tall = side(b.Height)
	return c
}

// tiles returns the number of tiles.
func (c cover) tiles() int { return c.columns * c.rows }

// left returns the first column of pixels of a column of tiles. top returns the first row of pixels of a row
// of tiles.
func (c cover) left(column int) int { return (longSide-1)*column + min(column, c.wide) }
func (c cover) top(row int) int     { return (longSide-1)*row + min(row, c.tall) }

// of returns the first tile that has a frequency, and the number of tiles that have it. Every tile has the
// frequencies without the first point. Only wide tiles have frequencies whose horizontal point is the first.
// Only tall tiles have frequencies whose vertical point is the first. The order of tiles makes each of these
// sets contiguous: tall and narrow, tall and wide, low and wide, low and narrow.
func (c cover) of(frequency int) (first, count int) {
	narrow := c.columns - c.wide
	y, x := frequency/points, frequency%points
	switch {
	case y == 0 && x == 0:
		return c.tall * narrow, c.tall * c.wide
	case y == 0:
		return 0, c.tall * c.columns
	case x == 0:
		return c.tall * narrow, c.rows * c.wide
	}
	return 0, c.tiles()
}

// runs yields the tiles of several boards that have a frequency. It yields them as runs of adjacent tiles.
func (c cover) runs(frequency, boards int) iter.Seq2[int, int] {
	return func(yield func(first, count int) bool) {
		first, count := c.of(frequency)
		if count == c.tiles() {
			yield(0, boards*count)
			return
		}
		for b := 0; b < boards && count > 0 && yield(b*c.tiles()+first, count); b++ {
		}
	}
}

// each calls the function do for every tile, in the order that the method of describes. The arguments are the
// tile's shape and its first pixel.
func (c cover) each(do func(s shape, x, y int)) {
	part := func(s shape) {
		x, right := 0, c.wide
		if s.width < longSide {
			x, right = c.wide, c.columns
		}
		y, bottom := 0, c.tall
		if s.height < longSide {
			y, bottom = c.tall, c.rows
		}
		for ; y < bottom; y++ {
			for x := x; x < right; x++ {
				do(s, c.left(x), c.top(y))
			}
		}
	}
	long, short := longSide, longSide-1
	part(shape{short, long})
	part(shape{long, long})
	part(shape{long, short})
	part(shape{short, short})
}

// clearBorder sets the pixels to the right of a board and below it to zero. A transform has written to them,
// because it writes whole tiles.
func (c cover) clearBorder(p Plane, board []float32) {
	width, height := c.left(c.columns)*p.Channels, c.top(c.rows)
	for y, begin := 0, p.At(0, 0); y < height; y, begin = y+1, begin+p.row {
		if y < p.Height {
			clear(board[begin+p.Width*p.Channels : begin+width])
		} else {
			clear(board[begin : begin+width])
		}
	}
}

// transformInGeneric transforms a patch d of the input: it computes B^T d B for every channel.
func transformInGeneric(s shape, a *inArgs) {
	for c := range a.vectors * Lanes {
		var half [points][points]float32
		for x := range s.width + 2 {
			var d [points]float32
			for y := range s.height + 2 {
				d[y] = *(*float32)(unsafe.Add(a.src, y*a.row+x*a.pixel+4*c))
			}
			for y, v := range patch1(d, s.height) {
				half[y][x] = v
			}
		}
		for y := range s.height + 2 {
			for x, v := range patch1(half[y], s.width) {
				if x < s.width+2 {
					*(*float32)(unsafe.Add(a.dst, (points*y+x)*a.plane+4*c)) = v
				}
			}
		}
	}
}

// patch1 is the transform of the input along one side of a tile. d has side+2 pixels.
//
// It treats the points c and 0 first, if the side has them. The result for such a point p is the inner
// product of d with the coefficients of the polynomial whose zeros are the remaining finite points.
// patch1 then replaces d by the differences d[i+1] - p*d[i], and goes on without p.
//
// On a short side, each result is multiplied by the distance of its point from the point that the side lacks,
// because filter1 has divided by this distance. The result for the point at infinity is not multiplied, because
// filter1 does not divide for this point.
func patch1(d [points]float32, side int) (v [points]float32) {
	const a, b, aa, bb = pointA, pointB, pointA * pointA, pointB * pointB
	n := 0 // number of results so far
	for _, p := range []float32{pointC, 0}[longSide-side:] {
		v[n] = d[side-n] - (aa+bb)*d[side-n-2] + aa*bb*d[side-n-4]
		for i := range side + 1 - n {
			d[i] = d[i+1] - p*d[i]
		}
		n++
	}
	oddB, evenB := d[3]-bb*d[1], d[2]-bb*d[0]
	oddA, evenA := d[3]-aa*d[1], d[2]-aa*d[0]
	copy(v[n:], []float32{oddB + a*evenB, oddB - a*evenB, oddA + b*evenA, oddA - b*evenA,
		d[4] - (aa+bb)*d[2] + aa*bb*d[0]})
	if side < longSide {
		for i, p := range []float32{0, a, -a, b, -b} {
			v[i] *= p - pointC
		}
	}
	return v
}

// transformOutGeneric computes A^T m A for every channel of a tile, and applies the [Epilogue].
func transformOutGeneric(s shape, a *outArgs) {
	for c := range a.vectors * Lanes {
		var half [points][points]float32
		for y := range s.height + 2 {
			var m [points]float32
			for x := range s.width + 2 {
				m[x] = *(*float32)(unsafe.Add(a.src, (points*y+x)*a.plane+4*c))
			}
			for x, v := range pixels1(m, s.width) {
				half[x][y] = v
			}
		}
		bias := *(*float32)(unsafe.Add(a.bias, 4*c))
		for x := range s.width {
			for y, v := range pixels1(half[x], s.height) {
				if y == s.height {
					break
				}
				pixel := y*a.row + x*a.pixel + 4*c
				if a.residual != nil {
					r := (*float32)(unsafe.Add(a.residual, pixel))
					*r += v
					v = *r * *(*float32)(unsafe.Add(a.scale, 4*c))
				}
				*(*float32)(unsafe.Add(a.dst, pixel)) = max(v+bias, a.floor)
			}
		}
	}
}

// pixels1 is the output transform along one side of a tile. Pixel i is the sum of m times p to the power i over
// all finite points p, where m is the product for this point. The product for the point at infinity is added to
// the last pixel.
func pixels1(m [points]float32, side int) (v [points]float32) {
	for i, p := range []float32{pointC, 0, pointA, -pointA, pointB, -pointB}[longSide-side:] {
		power := float32(1)
		for x := range side {
			v[x] += power * m[i]
			power *= p
		}
	}
	v[side-1] += m[side+1]
	return v
}

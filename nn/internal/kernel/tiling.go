package kernel

import (
	"iter"
	"unsafe"
)

// tiling is a way to cover a board with tiles for Winograd's algorithm: each side of a
// tile is long, or one pixel less. A number stands for a patch at each point along
// either side: 0, ±a, ±b and infinity, for 5 pixels also c in front of the others. A
// short side lacks the first point and has all the rest, so that tiles of every shape
// share the transformed filters. Of the points that floats hold exactly these err about
// least.
type tiling struct {
	long    int
	a, b, c float32
}

// Tiles of 5 and 4 take fewer products than others, 729 for 19x19, 361 for 13x13 and 169
// for 9x9; but they err about three times as much as those of 4 and 3, with 841, 441 and
// 225, and that is too much for integers.
var (
	floatTiles = tiling{long: 5, a: 0.875, b: 2, c: 0.375}
	intTiles   = tiling{long: 4, a: 0.75, b: 1.5}
)

// mostPoints is how many points a side has at most.
const maxPoints = 7

// points is how many points a long side has: as many as it takes pixels of the input.
func (t *tiling) points() int { return t.long + 2 }

// frequencies is how many numbers stand for a patch.
func (t *tiling) frequencies() int { return t.points() * t.points() }

// first is the point that short sides lack.
func (t *tiling) first() float32 {
	if t.long == 5 {
		return t.c
	}
	return 0
}

// shape is how many pixels wide and high a tile is.
type shape struct{ width, height int }

// origin is the first frequency of tiles of a shape.
func (t *tiling) origin(s shape) int { return t.points()*(t.long-s.height) + t.long - s.width }

// cover says how a board is covered: by so many columns and rows of tiles, the first of
// them wide or tall, which is long that way.
type cover struct {
	*tiling
	columns, wide, rows, tall int
}

func (t *tiling) cover(b Boards) cover {
	side := func(n int) (pieces, long int) {
		pieces = (n + t.long - 1) / t.long
		return pieces, max(0, n-(t.long-1)*pieces)
	}
	c := cover{tiling: t}
	c.columns, c.wide = side(b.Width)
	c.rows, c.tall = side(b.Height)
	return c
}

// tiles is how many there are.
func (c cover) tiles() int { return c.columns * c.rows }

// left and top are the first pixels of a column and a row of tiles.
func (c cover) left(column int) int { return (c.long-1)*column + min(column, c.wide) }
func (c cover) top(row int) int     { return (c.long-1)*row + min(row, c.tall) }

// of is the tiles that have a frequency: all, except for those of the first point. Tiles are
// so ordered that these follow each other: tall and narrow ones, then tall and wide, low
// and wide, low and narrow ones.
func (c cover) of(frequency int) (first, count int) {
	narrow := c.columns - c.wide
	y, x := frequency/c.points(), frequency%c.points()
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

// runs yields the tiles of several boards that have a frequency, those together that
// follow each other.
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

// each calls do for every tile, in their order, with its shape and its first pixel.
func (c cover) each(do func(s shape, x, y int)) {
	part := func(s shape) {
		x, right := 0, c.wide
		if s.width < c.long {
			x, right = c.wide, c.columns
		}
		y, bottom := 0, c.tall
		if s.height < c.long {
			y, bottom = c.tall, c.rows
		}
		for ; y < bottom; y++ {
			for x := x; x < right; x++ {
				do(s, c.left(x), c.top(y))
			}
		}
	}
	long, short := c.long, c.long-1
	part(shape{short, long})
	part(shape{long, long})
	part(shape{long, short})
	part(shape{short, short})
}

// clearBorder makes what is right of a board and below it zero, after a transform has
// written whole tiles.
func (c cover) clearBorder(p Plane, board []float32) {
	width, height := c.left(c.columns)*p.Channels, c.top(c.rows)
	for y, begin := 0, p.At(0, 0); y < height; y, begin = y+1, begin+p.Row() {
		if y < p.Height {
			clear(board[begin+p.Width*p.Channels : begin+width])
		} else {
			clear(board[begin : begin+width])
		}
	}
}

// transformInGeneric is B^T d B for every channel.
func transformInGeneric(t *tiling, s shape, a *inArgs) {
	for c := range a.vectors * Lanes {
		var half [maxPoints][maxPoints]float32
		for x := range s.width + 2 {
			var d [maxPoints]float32
			for y := range s.height + 2 {
				d[y] = *(*float32)(unsafe.Add(a.src, y*a.row+x*a.pixel+4*c))
			}
			for y, v := range t.patch1(d, s.height) {
				half[y][x] = v
			}
		}
		for y := range s.height + 2 {
			for x, v := range t.patch1(half[y], s.width) {
				if x < s.width+2 {
					*(*float32)(unsafe.Add(a.dst, (t.points()*y+x)*a.plane+4*c)) = v
				}
			}
		}
	}
}

// patch1 is the transform along a side of so many pixels. A point more is the product of
// the distances to all others, and what the others are of differences that are zero at it;
// a short side is multiplied by the distances to the point that it lacks, since filters were
// divided by them.
func (t *tiling) patch1(d [maxPoints]float32, side int) (v [maxPoints]float32) {
	a, b := t.a, t.b
	aa, bb := a*a, b*b
	n := 0 // of v that is known
	for _, p := range []float32{t.c, 0}[5-side:] {
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
	if side < t.long {
		for i, p := range []float32{0, a, -a, b, -b}[4-side:] {
			v[i] *= p - t.first()
		}
	}
	return v
}

// transformOutGeneric is A^T m A and what follows, for every channel.
func transformOutGeneric(t *tiling, s shape, a *outArgs) {
	for c := range a.vectors * Lanes {
		var half [maxPoints][maxPoints]float32
		for y := range s.height + 2 {
			var m [maxPoints]float32
			for x := range s.width + 2 {
				f := t.points()*y + x
				from := unsafe.Add(a.src, f*a.plane+4*c)
				m[x] = *(*float32)(from)
				if a.steps != nil {
					m[x] = float32(*(*int32)(from)) * *(*float32)(unsafe.Add(a.steps, f*a.stepPlane+4*c)) * *(*float32)(unsafe.Add(a.most, 4*f))
				}
			}
			for x, v := range t.pixels1(m, s.width) {
				half[x][y] = v
			}
		}
		bias := *(*float32)(unsafe.Add(a.bias, 4*c))
		for x := range s.width {
			for y, v := range t.pixels1(half[x], s.height) {
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

// pixels1 is the transform back along a side of so many pixels: the number of a point,
// times the point to the power of the pixel.
func (t *tiling) pixels1(m [maxPoints]float32, side int) (v [maxPoints]float32) {
	for i, p := range []float32{t.c, 0, t.a, -t.a, t.b, -t.b}[5-side:] {
		power := float32(1)
		for x := range side {
			v[x] += power * m[i]
			power *= p
		}
	}
	v[side-1] += m[side+1]
	return v
}

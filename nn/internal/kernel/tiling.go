package kernel

import "unsafe"

// tiling is a way to cover a board with tiles for Winograd's algorithm: F(4x4,3x3) or
// F(5x5,3x3). The polynomials of the algorithm are evaluated at 0, ±a, ±b and infinity,
// and for tiles of 5 at c besides, in front of the others. Of the points that floats
// hold exactly these err about least.
type tiling struct {
	side    int // of a tile
	a, b, c float32
}

// Tiles of 5 cover 9, 13 and 19 with fewer products than those of 4 or 6; but they err
// about three times as much as those of 4, which is too much for integers.
var (
	tiles4 = tiling{side: 4, a: 0.75, b: 1.5}
	tiles5 = tiling{side: 5, a: 0.875, b: 2, c: 0.375}
)

// mostPatch is the side of the largest patch that a tile comes from.
const mostPatch = 7

// patch is the side of the pixels that a tile comes from.
func (t *tiling) patch() int { return t.side + 2 }

// frequencies is how many numbers stand for a patch.
func (t *tiling) frequencies() int { return t.patch() * t.patch() }

// cover is how many columns and rows of tiles cover a board.
func (t *tiling) cover(b Boards) (columns, rows int) {
	return (b.Width + t.side - 1) / t.side, (b.Height + t.side - 1) / t.side
}

// clearBorder makes what is right of a board and below it zero, after a transform has
// written whole tiles.
func (t *tiling) clearBorder(p Plane, board []float32) {
	columns, rows := t.cover(p.Boards)
	width := t.side * columns * p.Channels
	for y, begin := 0, p.At(0, 0); y < t.side*rows; y, begin = y+1, begin+p.Row() {
		if y < p.Height {
			clear(board[begin+p.Width*p.Channels : begin+width])
		} else {
			clear(board[begin : begin+width])
		}
	}
}

// transformFilters transforms filters, given as [3][3][in][out] with a scale for each
// output channel, into numbers by frequency, input and output channel.
func (t *tiling) transformFilters(filters []float32, in, out int, scale []float32) [][]float32 {
	all := make([][]float32, t.frequencies())
	for f := range all {
		all[f] = make([]float32, in*out)
	}
	for o := range out {
		s := 1.0
		if scale != nil {
			s = float64(scale[o])
		}
		for i := range in {
			var g [9]float64
			for k := range g {
				g[k] = s * float64(filters[(k*in+i)*out+o])
			}
			t.transformFilter(g, func(f int, u float64) { all[f][i*out+o] = float32(u) })
		}
	}
	return all
}

// transformFilter is G g G^T.
func (t *tiling) transformFilter(g [9]float64, set func(f int, u float64)) {
	var half [mostPatch][3]float64
	for c := range 3 {
		for r, v := range t.filter1([3]float64{g[c], g[3+c], g[6+c]}) {
			half[r][c] = v
		}
	}
	for r := range t.patch() {
		for c, v := range t.filter1(half[r]) {
			if c < t.patch() {
				set(t.patch()*r+c, v)
			}
		}
	}
}

// filter1 is the transform along one line: the polynomial at each point, divided by
// the product of its distances to the others, which patch1 leaves out.
func (t *tiling) filter1(g [3]float64) (u [mostPatch]float64) {
	a, b := float64(t.a), float64(t.b)
	points := []float64{float64(t.c), 0, a, -a, b, -b}
	if t.side == 4 {
		points = points[1:]
	}
	for i, p := range points {
		u[i] = g[0] + p*(g[1]+p*g[2])
		for j, q := range points {
			if j != i {
				u[i] /= p - q
			}
		}
	}
	u[len(points)] = g[2]
	return u
}

// transformInGeneric is B^T d B for every channel.
func transformInGeneric(t *tiling, a *inArgs) {
	n := t.patch()
	for c := range a.vectors * Lanes {
		var half [mostPatch][mostPatch]float32
		for x := range n {
			var d [mostPatch]float32
			for y := range n {
				d[y] = *(*float32)(unsafe.Add(a.src, y*a.row+x*a.pixel+4*c))
			}
			for y, v := range t.patch1(d) {
				half[y][x] = v
			}
		}
		for y := range n {
			for x, v := range t.patch1(half[y]) {
				if x < n {
					*(*float32)(unsafe.Add(a.dst, (n*y+x)*a.plane+4*c)) = v
				}
			}
		}
	}
}

// patch1 is the transform along one line. All points but c are those of tiles of 4, on
// differences that are zero at c.
func (t *tiling) patch1(d [mostPatch]float32) (v [mostPatch]float32) {
	aa, bb := t.a*t.a, t.b*t.b
	four := func(d []float32) [6]float32 {
		evenB, oddB := d[4]-bb*d[2], d[3]-bb*d[1]
		evenA, oddA := d[4]-aa*d[2], d[3]-aa*d[1]
		return [...]float32{
			d[4] - (aa+bb)*d[2] + aa*bb*d[0],
			evenB + t.a*oddB, evenB - t.a*oddB,
			evenA + t.b*oddA, evenA - t.b*oddA,
			d[5] - (aa+bb)*d[3] + aa*bb*d[1],
		}
	}
	if t.side == 4 {
		rest := four(d[:])
		copy(v[:], rest[:])
		return v
	}
	v[0] = d[5] - (aa+bb)*d[3] + aa*bb*d[1]
	for i := range 6 {
		d[i] = d[i+1] - t.c*d[i]
	}
	rest := four(d[:])
	copy(v[1:], rest[:])
	return v
}

// transformOutGeneric is A^T m A and what follows, for every channel.
func transformOutGeneric(t *tiling, a *outArgs) {
	n := t.patch()
	for c := range a.vectors * Lanes {
		var half [mostPatch][mostPatch]float32
		for y := range n {
			var m [mostPatch]float32
			for x := range n {
				f := n*y + x
				from := unsafe.Add(a.src, f*a.plane+4*c)
				m[x] = *(*float32)(from)
				if a.steps != nil {
					m[x] = float32(*(*int32)(from)) * *(*float32)(unsafe.Add(a.steps, f*a.stepPlane+4*c)) * *(*float32)(unsafe.Add(a.most, 4*f))
				}
			}
			for x, v := range t.pixels1(m) {
				half[x][y] = v
			}
		}
		bias := *(*float32)(unsafe.Add(a.bias, 4*c))
		for x := range t.side {
			for y, v := range t.pixels1(half[x]) {
				if y == t.side {
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

// pixels1 is the transform back along one line: the number of a frequency, times its
// point to the power of the pixel.
func (t *tiling) pixels1(m [mostPatch]float32) (v [mostPatch]float32) {
	var atC float32
	rest := m[:]
	if t.side == 5 {
		atC, rest = m[0], m[1:]
	}
	a, b, c := float32(1), float32(1), float32(1)
	for i := range t.side {
		v[i] = a*rest[1] + b*rest[3] + c*atC
		if i%2 == 0 {
			v[i] += a*rest[2] + b*rest[4]
		} else {
			v[i] -= a*rest[2] + b*rest[4]
		}
		a, b, c = a*t.a, b*t.b, c*t.c
	}
	v[0] += rest[0]
	v[t.side-1] += rest[5]
	return v
}

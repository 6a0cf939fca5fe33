package kernel

import (
	"slices"
	"unsafe"
)

// outerFunc adds outer products of rows of A and B to a few rows of C. The distances lda, ldb and ldc are in
// bytes.
type outerFunc func(a, b, c unsafe.Pointer, rows, lda, ldb, ldc int)

// Outer adds A^T B to C. A has k columns and B has n columns, both padded to [Lanes]. C has k rows of n
// columns. If A is the input of a layer and B is the gradient of the output, the product is the gradient of the
// weights.
func Outer(l Level, rows int, a []float32, lda, k int, b []float32, ldb, n int, c []float32) {
	if rows == 0 {
		return
	}
	_, _, _ = a[(rows-1)*lda+k-1], b[(rows-1)*ldb+n-1], c[k*n-1]
	if l == Generic {
		outerGeneric(rows, a, lda, k, b, ldb, n, c)
		return
	}
	for first := 0; first < rows; first += outerRows {
		some := min(outerRows, rows-first)
		for column, width := range panels(l, n) {
			kernels := outerKernels(l, width)
			for left := groups(k, len(kernels)-1); left.next(); {
				i := k - left.rows - left.n
				kernels[left.n](at(a, first*lda+i), at(b, first*ldb+column), at(c, i*n+column), some, 4*lda, 4*ldb, 4*n)
			}
		}
	}
}

// outerRows is the number of rows that are added in one pass over C. These rows stay in the nearest cache
// during the pass.
const outerRows = 256

func outerGeneric(rows int, a []float32, lda, k int, b []float32, ldb, n int, c []float32) {
	for r := range rows {
		for i, v := range a[r*lda:][:k] {
			sum := c[i*n:][:n]
			for j, w := range b[r*ldb:][:n] {
				sum[j] += v * w
			}
		}
	}
}

// Gradient sums the gradient of the filters of a 3x3 convolution, in the frequencies of [Winograd].
type Gradient struct {
	In, Out int // numbers of channels, padded
	level   Level
	in, out int       // channels
	spread  []float32 // transform of filters as a matrix, see spread
	sums    []float32 // summed gradient, indexed [frequency][In][Out]
}

// NewGradient returns a zero gradient for filters with these numbers of channels.
func NewGradient(l Level, mem *Memory, in, out int) *Gradient {
	g := &Gradient{In: Pad(in), Out: Pad(out), level: l.Exact(), in: in, out: out, spread: spread()}
	g.sums = mem.Floats(frequencies * g.In * g.Out)
	return g
}

// Add adds the gradient from these boards to the sum. The parameter in is the input plane of the convolution.
// The parameter by is the plane of the derivatives of the loss with respect to the output. The borders of both
// planes must be zero.
func (g *Gradient) Add(on Boards, in, by []float32, s *Scratch) {
	w := Winograd{In: g.In, Out: g.Out, level: g.level}
	from, to := on.Plane(g.In), on.Plane(g.Out)
	from.check(in)
	to.check(by)
	c := coverOf(on)
	most := max(1, outerRows/c.tiles())
	for done := 0; done < on.Count; done += most {
		part := Boards{on.Width, on.Height, min(most, on.Count-done)}
		tiles, n := part.Count*c.tiles(), frequencies
		s.patch = s.grow(s.patch, n*Lanes)
		s.in = s.grow(s.in, n*tiles*g.In)
		s.out = s.grow(s.out, n*tiles*g.Out)
		w.transform(c, part.Plane(g.In), in[from.Board(done):], s)
		w.adjoint(c, part.Plane(g.Out), by[to.Board(done):], s)
		for f := range n {
			sum := g.sums[f*g.In*g.Out:][:g.In*g.Out]
			for first, count := range c.runs(f, part.Count) {
				first += f * tiles
				Outer(g.level, count, s.in[first*g.In:], g.In, g.In, s.out[first*g.Out:], g.Out, g.Out, sum)
			}
		}
	}
}

// Filters adds the summed gradient to the slice filters, which is indexed [3][3][in][out]. It then sets the sum
// to zero.
func (g *Gradient) Filters(filters []float32) {
	many := g.In * g.Out
	nine := Floats(Lanes * many)
	Outer(g.level, len(g.spread)/Lanes, g.spread, Lanes, Lanes, g.sums, many, many, nine)
	for k := range 9 {
		for i := range g.in {
			from := nine[k*many+i*g.Out:]
			for o, v := range filters[(k*g.in+i)*g.out:][:g.out] {
				filters[(k*g.in+i)*g.out+o] = v + from[o]
			}
		}
	}
	clear(g.sums)
}

// Set replaces the weights of the matrix. k and n must be those of [NewMatrix].
func (m *Matrix) Set(weights []float32, k, n int) {
	for _, p := range m.panels {
		for row := range k {
			if w := min(p.width, n-p.column); w > 0 {
				copy(p.data[row*p.width:][:w], weights[row*n+p.column:])
			}
		}
	}
}

// adjoint computes the gradients of the products in frequencies, tile by tile. The parameter by is the gradient
// of the convolution's result.
func (w *Winograd) adjoint(c cover, p Plane, by []float32, s *Scratch) {
	a, tiles, tile := &s.in1, p.Count*c.tiles(), 0
	*a = inArgs{scratch: at(s.patch, 0), vectors: w.Out / w.level.vectorLanes(), row: 4 * p.row, pixel: 4 * p.Channels, plane: 4 * tiles * w.Out}
	for i := range p.Count {
		c.each(func(sh shape, x, y int) {
			a.src = at(by, p.Board(i)+p.At(x, y))
			a.dst = at(s.out, (sh.origin()*tiles+tile)*w.Out)
			transformAdjoint(w.level, sh, a)
			tile++
		})
	}
}

// transformAdjointGeneric computes A d A^T for every channel. This is the transpose of the output transform.
func transformAdjointGeneric(s shape, a *inArgs) {
	for c := range a.vectors * Lanes {
		var half [points][points]float32
		for x := range s.width {
			var d [points]float32
			for y := range s.height {
				d[y] = *(*float32)(unsafe.Add(a.src, y*a.row+x*a.pixel+4*c))
			}
			for y, v := range products1(d, s.height) {
				half[y][x] = v
			}
		}
		for y := range s.height + 2 {
			for x, v := range products1(half[y], s.width)[:s.width+2] {
				*(*float32)(unsafe.Add(a.dst, (points*y+x)*a.plane+4*c)) = v
			}
		}
	}
}

// products1 is the transposed output transform along one side of a tile. Its result for a point p is the
// sum of d[i] times p to the power i, where d[i] is the gradient of pixel i. Its result for the point at
// infinity is the gradient of the last pixel.
func products1(d [points]float32, side int) []float32 {
	var v []float32
	for _, p := range []float32{pointC, 0, pointA, -pointA, pointB, -pointB}[longSide-side:] {
		sum := float32(0)
		for _, x := range slices.Backward(d[:side]) {
			sum = sum*p + x
		}
		v = append(v, sum)
	}
	return append(v, d[side-1])
}

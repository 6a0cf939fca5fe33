package kernel

// Linear is a product with a constant matrix, for rows of numbers or for the pixels of boards. In levels with
// integers it rounds both sides to 16 bits, if the matrix is large enough.
type Linear struct {
	In, Out int // padded to multiples of Lanes
	level   Level
	floats  *Matrix   // nil if ints is set
	ints    *matrix16 // nil if the product is computed in floats
}

// leastColumns is the smallest number of columns of a matrix in integers. Rounding the rows on the left takes
// longer than integers save with fewer columns.
const leastColumns = 48

// NewLinear makes a product with a matrix of weights, which are given as in rows of out columns.
func NewLinear(l Level, mem *Memory, weights []float32, in, out int) *Linear {
	p := &Linear{In: Pad(in), Out: Pad(out), level: l}
	if l.Integers() && out >= leastColumns {
		p.ints = newMatrix16(l, mem, weights, in, out)
	} else {
		p.floats = NewMatrix(l, mem, weights, in, out)
	}
	return p
}

// Integers reports whether p computes in integers.
func (p *Linear) Integers() bool { return p.ints != nil }

// Mul computes C = A B, where B is the matrix. A has In columns and C has Out columns. lda and ldc are the
// distances between the rows of A and between the rows of C, in floats. Columns of A that were added as padding
// must be zero.
func (p *Linear) Mul(rows int, a []float32, lda int, c []float32, ldc int, s *Scratch) {
	if p.ints == nil {
		p.floats.Mul(rows, a, lda, c, ldc, false)
		return
	}
	_ = a[(rows-1)*lda+p.In-1]
	r := s.rows(&s.Memory, rows, p.In)
	r.src, r.srcStep = at(a, 0), 4*lda
	round(p.level, r)
	p.ints.mul(rows, s.in16, s.scales, c, ldc, &s.product1)
}

// Run is a 1x1 convolution: it multiplies each pixel of a plane of In channels by the matrix, and applies an
// [Epilogue] as a convolution does. The output is a plane of Out channels.
func (p *Linear) Run(on Boards, in, out []float32, e Epilogue, s *Scratch) {
	from, to := on.Plane(p.In), on.Plane(p.Out)
	from.check(in)
	to.check(out)
	one, area := Boards{on.Width, on.Height, 1}, on.Width*on.Height
	s.out = s.grow(s.out, area*p.Out)
	for i := range on.Count {
		p.pixels(from, in[from.Board(i):], s)
		of := e
		if e.Residual != nil {
			of.Residual = e.Residual[to.Board(i):]
		} else {
			of.Scale = nil
		}
		AffineTokens(p.level, one, p.Out, s.out, p.Out, out[to.Board(i):], p.Out, of)
	}
}

// pixels multiplies the pixels of the first board. The products are tokens in s.out.
func (p *Linear) pixels(from Plane, in []float32, s *Scratch) {
	width, height := from.Width, from.Height
	if p.ints != nil {
		r := s.rows(&s.Memory, width*height, p.In)
		r.src, r.rows, r.columns, r.srcStep = at(in, from.At(0, 0)), height, width, 4*p.In
		r.srcRow = 4 * (from.row - width*p.In)
		round(p.level, r)
		p.ints.mul(width*height, s.in16, s.scales, s.out, p.Out, &s.product1)
		return
	}
	s.in = s.grow(s.in, width*height*p.In)
	for y := range height {
		copy(s.in[y*width*p.In:][:width*p.In], in[from.At(0, y):])
	}
	p.floats.Mul(width*height, s.in, p.In, s.out, p.Out, false)
}

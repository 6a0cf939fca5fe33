package kernel

import (
	"math"
	"unsafe"
)

// matrix16 is a [Matrix] in 16-bit integers. Both sides of a product are rounded: each row of the left side and
// each column of the right side has a scale of its own. The scale gives the vector of integers a Euclidean length of
// at most leftLength or rightLength. By the Cauchy-Schwarz inequality, a sum of products then never exceeds 32 bits.
// Sums are therefore exact, and the only errors are those of rounding.
type matrix16 struct {
	k, n   int // padded to multiples of Lanes
	level  Level
	steps  []float32 // scale of each column: the number that the integer 1 stands for
	panels []panel16
}

// The largest lengths of vectors of integers. Their product is slightly less than 2^31. The difference is more than
// what rounding may add to vectors of 25,600 numbers. The left side is the longer one, because its errors weigh a
// little more: with KataGo's b6c96 the mean square error of the lead has its minimum near these lengths.
const (
	leftLength  = 50000
	rightLength = 42800
)

// panel16 is a block of columns in 16-bit integers.
type panel16 struct {
	column, width int
	data          []int16 // indexed by pair of rows, column, row within the pair
}

// stepOf returns the scale of a vector: the number that the integer 1 stands for. The parameters are the largest
// absolute value of its numbers, the sum of their squares, and 1 / the largest length of its integers. The integers
// have 16 bits. Vectors shorter than 1e-15 become zero.
func stepOf(most, squares, perLength float32) float32 {
	return max(most*(1.0/math.MaxInt16), min(max(root(squares), shortest), longest)*perLength)
}

// The lengths that stepOf distinguishes. Their squares are within the range of float32.
const (
	shortest = 1e-15
	longest  = 1e19
)

func root(v float32) float32 { return float32(math.Sqrt(float64(v))) }

// newMatrix16 is like [NewMatrix], but rounds the weights to integers.
func newMatrix16(l Level, mem *Memory, weights []float32, k, n int) *matrix16 {
	m := prepareMatrices16(l, mem, 1, k, n)[0]
	m.fill(weights, k, n)
	return m
}

// prepareMatrices16 is prepareMatrices for matrices of integers.
func prepareMatrices16(l Level, mem *Memory, count, k, n int) []*matrix16 {
	var all []*matrix16
	depth, columns := Pad(k), Pad(n)
	memory, steps := mem.words(count*depth*columns), mem.Floats(count*columns)
	for i := range count {
		m := &matrix16{k: depth, n: columns, level: l, steps: steps[i*columns:][:columns]}
		for column, width := range panels(l, columns) {
			m.panels = append(m.panels, panel16{column, width, memory[:depth*width]})
			memory = memory[depth*width:]
		}
		all = append(all, m)
	}
	return all
}

// fill rounds weights, which have k rows and n columns.
func (m *matrix16) fill(weights []float32, k, n int) {
	for i := range m.panels {
		p := &m.panels[i]
		if given := min(p.width, n-p.column); given > 0 {
			p.fill(weights[p.column:], k, n, m.steps[p.column:][:given])
		}
	}
}

// fill rounds the first len(steps) columns of u, which has k rows. The distance between rows is stride.
func (p *panel16) fill(u []float32, k, stride int, steps []float32) {
	most, squares := make([]float32, len(steps)), make([]float32, len(steps))
	for i := range k {
		for c, v := range u[i*stride:][:len(steps)] {
			most[c], squares[c] = max(most[c], v, -v), squares[c]+v*v
		}
	}
	for c := range steps {
		steps[c] = stepOf(most[c], squares[c], 1.0/rightLength)
	}
	for i := range k {
		row := p.data[i/2*p.width*2+i%2:]
		for c, v := range u[i*stride:][:len(steps)] {
			row[2*c] = nearest(v / steps[c])
		}
	}
}

// nearest rounds a number whose absolute value is at most about 32767 to the nearest integer, and to an even one
// between two. A sum with a number of this size has no digits after the point.
func nearest(v float32) int16 {
	const large = 3 << 22
	return int16(math.Float32bits(float32(v) + large))
}

// mul computes C = A B, where B is m. A has k columns of integers, one row after the other, and scales has the value of
// 1 in each row. C has n columns. ldc is the distance between the rows of C, in floats. args is memory for the kernels.
func (m *matrix16) mul(rows int, a []int16, scales, c []float32, ldc int, args *gemm16Args) {
	if rows == 0 {
		return
	}
	_, _, _ = a[rows*m.k-1], scales[rows-1], c[(rows-1)*ldc+m.n-1]
	*args = gemm16Args{k: m.k / 2, lda: 2 * m.k, ldc: 4 * ldc}
	for rest := m.panels; len(rest) > 0; {
		p, n := &rest[0], adjacent(rest)
		rest = rest[n:]
		args.a, args.b, args.scales = at(a, 0), at(p.data, 0), at(scales, 0)
		out, steps := at(c, p.column), at(m.steps, p.column)
		kernels := gemmKernels16(m.level, p.width)
		for left := groups(rows, max(len(kernels)-1, 1)); left.next(); {
			args.c, args.steps, args.panels = out, steps, n
			if kernels == nil {
				gemm16Generic(p.width, args)
			} else {
				kernels[left.n](args)
			}
			if left.rows > 0 {
				args.a, out, args.scales = unsafe.Add(args.a, left.n*args.lda), unsafe.Add(out, left.n*args.ldc), unsafe.Add(args.scales, 4*left.n)
			}
		}
	}
}

// nearBytes is the size of panels that one call of a kernel uses for a few rows. They stay in the nearest cache for the
// next rows.
const nearBytes = 24 << 10

// adjacent returns the number of panels at the beginning of a list, at least one, that have the same width, lie side by
// side in memory and have at most nearBytes together.
func adjacent(list []panel16) int {
	first := &list[0]
	most := nearBytes / (2 * len(first.data))
	n := 1
	for n < min(most, len(list)) && list[n].width == first.width && at(list[n].data, 0) == unsafe.Add(at(first.data, 0), 2*n*len(first.data)) {
		n++
	}
	return n
}

// gemm16Args are the arguments for multiplying a few rows by adjacent panels. The assembly relies on their order;
// distances are in bytes. The kernels advance c and steps by the panels, and count panels down to 0.
type gemm16Args struct {
	a, b, c       unsafe.Pointer
	k             int // number of pairs of columns of A
	lda, ldc      int
	scales, steps unsafe.Pointer
	panels        int
}

// gemm16Func multiplies a few rows by adjacent panels.
type gemm16Func func(a *gemm16Args)

// gemm16Generic computes one row. It does not change its arguments.
func gemm16Generic(width int, a *gemm16Args) {
	left, right := unsafe.Slice((*int16)(a.a), 2*a.k), unsafe.Slice((*int16)(a.b), 2*a.k*width*a.panels)
	n := width * a.panels
	out, steps := unsafe.Slice((*float32)(a.c), n), unsafe.Slice((*float32)(a.steps), n)
	scale := *(*float32)(a.scales)
	for j := range out {
		panel, sum := right[j/width*2*a.k*width:], int32(0)
		for i, v := range left {
			sum += int32(v) * int32(panel[(i/2*width+j%width)*2+i%2])
		}
		out[j] = float32(sum) * steps[j] * scale
	}
}

// roundArgs are the arguments for rounding vectors of numbers, which lie in rows and columns, to integers. The
// assembly relies on their order; distances are in bytes.
type roundArgs struct {
	src, dst, scales            unsafe.Pointer
	vectors                     int // length of a vector of numbers, in units of Lanes
	rows, columns               int
	srcStep, dstStep, scaleStep int         // distances from one column to the next
	srcRow, dstRow, scaleRow    int         // distances from the end of a row to the beginning of the next
	perLength                   float32     // 1 / the largest length of a vector of integers
	_                           float32     // makes the next field begin at a multiple of 8
	_                           [80]float32 // memory for the assembly: sums and maxima of eight columns
}

// setLength sets the length of a vector, and the usual length of its integers.
func (a *roundArgs) setLength(k int) { a.vectors, a.perLength = k/Lanes, 1.0/leftLength }

func roundGeneric(a *roundArgs) {
	k := a.vectors * Lanes
	src, dst, scales := a.src, a.dst, a.scales
	for range a.rows {
		for range a.columns {
			from, to := unsafe.Slice((*float32)(src), k), unsafe.Slice((*int16)(dst), k)
			most, squares := float32(0), float32(0)
			for _, v := range from {
				most, squares = max(most, v, -v), squares+v*v
			}
			step := stepOf(most, squares, a.perLength)
			for i, v := range from {
				to[i] = int16(math.RoundToEven(float64(v * (1 / step))))
			}
			*(*float32)(scales) = step
			src, dst, scales = unsafe.Add(src, a.srcStep), unsafe.Add(dst, a.dstStep), unsafe.Add(scales, a.scaleStep)
		}
		src, dst, scales = unsafe.Add(src, a.srcRow), unsafe.Add(dst, a.dstRow), unsafe.Add(scales, a.scaleRow)
	}
}

// rounded is memory for the left side of products in integers.
type rounded struct {
	in16     []int16   // rows of integers
	scales   []float32 // scale of each row
	round1   roundArgs
	product1 gemm16Args
}

// rows prepares memory for rows of k numbers. It returns arguments that round adjacent rows to this memory.
func (s *rounded) rows(mem *Memory, rows, k int) *roundArgs {
	if many := rows * k; len(s.in16) < many {
		s.in16 = mem.words(many)
	}
	s.scales = mem.grow(s.scales, rows)
	r := &s.round1
	*r = roundArgs{dst: at(s.in16, 0), scales: at(s.scales, 0), rows: 1, columns: rows, dstStep: 2 * k, scaleStep: 4}
	r.setLength(k)
	return r
}

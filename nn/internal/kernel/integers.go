package kernel

import (
	"math"
	"unsafe"
)

// integers are the filters of a [Winograd] in 16 bits. The filters have one scale for each frequency and output
// channel. The transformed input has one scale for each tile and frequency. This scale is computed in every
// evaluation. It maps the largest input to the largest 16-bit integer, so no input overflows. Products are
// added in 32 bits. The sums are exact unless they exceed 32 bits. Larger sums saturate.
type integers struct {
	steps  []float32   // value of 1 in a sum if the largest input is 1; indexed by frequency and output channel
	panels [][]panel16 // panels of each frequency
}

// panel16 is a block of columns in 16-bit integers.
type panel16 struct {
	column, width int
	data          []int16 // indexed by pair of input channels, output channel, channel within the pair
}

// spread returns a number that limits the scale of the filters, so that sums rarely exceed 32 bits. The number
// is an assumption about the transformed input of a tile: it is the norm over the channels, divided by the
// largest channel. By the Cauchy-Schwarz inequality no sum exceeds 32 bits in these cases:
//   - the layer has up to nine channels;
//   - the root mean square of the channels is at most 0.3 of the largest channel.
//
// In other cases a sum rarely exceeds 32 bits, because the input would have to be nearly proportional to the
// filter. A larger spread would make the filters coarser.
func spread(channels int) float64 {
	root := math.Sqrt(float64(channels))
	return min(root, max(3, 0.3*root))
}

// newIntegers rounds filters to integers. The parameter filters has one matrix for each frequency, with a row
// for each input channel and a column for each output channel.
func newIntegers(mem *Memory, filters [][]float32, in, out int) *integers {
	k, n := Pad(in), Pad(out)
	q := &integers{steps: mem.Floats(len(filters) * n), panels: make([][]panel16, len(filters))}
	memory := mem.words(len(filters) * k * n) // one piece for all panels, as in newMatrices
	for f, u := range filters {
		for column, width := range panels(VNNI16, n) {
			p := panel16{column: column, width: width}
			p.data, memory = memory[:k*p.width], memory[k*p.width:]
			if columns := min(p.width, out-column); columns > 0 {
				p.fill(u[column:], in, out, q.steps[f*n+column:][:columns])
			}
			q.panels[f] = append(q.panels[f], p)
		}
	}
	return q
}

// fill rounds the filters of the first len(steps) columns of u. A row of u belongs to one input channel. The
// distance between rows is stride. For each column, fill sets an element of steps to the value of 1 in the sums
// of the column.
func (p *panel16) fill(u []float32, in, stride int, steps []float32) {
	most, squares := make([]float64, len(steps)), make([]float64, len(steps))
	for i := range in {
		for c, v := range u[i*stride:][:len(steps)] {
			v := float64(v)
			most[c], squares[c] = max(most[c], math.Abs(v)), squares[c]+v*v
		}
	}
	scales := most
	for c := range steps {
		if most[c] > 0 {
			scales[c] = min(math.MaxInt16/most[c], math.MaxInt32/(math.MaxInt16*spread(in)*math.Sqrt(squares[c])))
			steps[c] = float32(1 / (scales[c] * math.MaxInt16))
		}
	}
	for i := range in {
		row := p.data[i/2*p.width*2+i%2:]
		for c, v := range u[i*stride:][:len(steps)] {
			row[2*c] = int16(math.RoundToEven(float64(v) * scales[c]))
		}
	}
}

// transform16 is the first step of a convolution in integers: it transforms all patches and rounds them.
func (w *Winograd) transform16(c cover, p Plane, in []float32, s *Scratch) {
	n, tiles, tile := c.frequencies(), p.Count*c.tiles(), 0
	if many := n * tiles * w.In; len(s.in16) < many {
		s.in16 = s.words(many)
	}
	s.in, s.most = s.grow(s.in, n*w.In), s.grow(s.most, n*tiles)
	a, r := &s.in1, &s.round1
	*a = inArgs{dst: at(s.in, 0), scratch: at(s.patch, 0), vectors: w.In / Lanes, row: 4 * p.Row(), pixel: 4 * p.Channels, plane: 4 * w.In}
	*r = roundArgs{src: a.dst, vectors: a.vectors, plane: 2 * tiles * w.In}
	for i := range p.Count {
		c.each(func(sh shape, x, y int) {
			a.src = at(in, p.Board(i)+p.At(x-1, y-1))
			transformIn(w.level, w.tiling, sh, a)
			r.dst, r.most = unsafe.Pointer(&s.in16[(c.origin(sh)*tiles+tile)*w.In]), at(s.most, tile*n)
			r.rows, r.columns, r.skip = sh.height+2, sh.width+2, c.points()-sh.width-2
			round(w.level, r)
			tile++
		})
	}
}

// roundArgs are the arguments for rounding a transformed patch. The assembly relies on their order;
// distances are in bytes.
type roundArgs struct {
	src, dst, most unsafe.Pointer
	vectors        int // channels in vectors of 16
	rows, columns  int // number of rows and of columns of frequencies in the patch
	skip           int // number of frequencies that are missing at the end of each row
	plane          int // distance from one frequency of the result to the next
}

// roundGeneric scales the numbers of each frequency so that the largest becomes the largest integer, and rounds
// them. It writes the largest absolute value of each frequency to the field most. If all numbers are zero, it
// writes 1e-30.
func roundGeneric(a *roundArgs) {
	f, channels := 0, a.vectors*Lanes
	for range a.rows {
		for range a.columns {
			from := unsafe.Slice((*float32)(unsafe.Add(a.src, 4*f*channels)), channels)
			to := unsafe.Slice((*int16)(unsafe.Add(a.dst, f*a.plane)), channels)
			most := float32(1e-30)
			for _, v := range from {
				most = max(most, v, -v)
			}
			for i, v := range from {
				to[i] = int16(math.RoundToEven(float64(v * (math.MaxInt16 / most))))
			}
			*(*float32)(unsafe.Add(a.most, 4*f)) = most
			f++
		}
		f += a.skip
	}
}

// multiply16 multiplies the transformed input by the filters, and writes the products to s.out as
// integers.
func (w *Winograd) multiply16(c cover, boards int, s *Scratch) {
	tiles := boards * c.tiles()
	for f, panels := range w.ints.panels {
		for first, count := range c.runs(f, boards) {
			first += f * tiles
			for i := range panels {
				p := &panels[i]
				gemm16(w.level, count, p.width, w.In, unsafe.Pointer(&s.in16[first*w.In]), at(p.data, 0), at(s.out, first*w.Out+p.column), 4*w.Out)
			}
		}
	}
}

// gemm16 multiplies rows of k 16-bit integers by a panel. The results are 32-bit integers.
func gemm16(l Level, rows, width, k int, a, b, c unsafe.Pointer, ldc int) {
	kernels := gemmKernels16(l, width)
	if kernels == nil {
		gemm16Generic(rows, width, k, a, b, c, ldc)
		return
	}
	for first, n := range groups(rows, len(kernels)-1) {
		kernels[n](unsafe.Add(a, first*2*k), b, unsafe.Add(c, first*ldc), k/2, 2*k, ldc, 0)
	}
}

func gemm16Generic(rows, width, k int, a, b, c unsafe.Pointer, ldc int) {
	right := unsafe.Slice((*int16)(b), k*width)
	for r := range rows {
		left := unsafe.Slice((*int16)(unsafe.Add(a, r*2*k)), k)
		out := unsafe.Slice((*int32)(unsafe.Add(c, r*ldc)), width)
		clear(out)
		for i := 0; i < k; i += 2 {
			for j := range out {
				pair := right[(i/2*width+j)*2:]
				sum := int64(out[j]) + int64(left[i])*int64(pair[0]) + int64(left[i+1])*int64(pair[1])
				out[j] = int32(max(min(sum, math.MaxInt32), math.MinInt32))
			}
		}
	}
}

package kernel

import (
	"math"
	"unsafe"
)

// mostInput is the largest 16-bit number that a transformed input is stored as;
// what is larger is clamped.
const mostInput = math.MaxInt16

// slack is how many times too large the sum of a filter may be for 32 bits if all of
// its inputs were as large as they can be, with the signs that suit it worst. They
// never are: inputs have a few outliers, and sums of both signs. A sum that is too
// large all the same is clamped too.
const slack = 2

// integers are the filters of a [Winograd] in 16 bits: the transformed input is
// multiplied with a scale by frequency, each filter with one by frequency and
// output channel, and products are added in 32 bits, which is exact but for sums
// that are clamped.
type integers struct {
	level  Level     // VNNI16, or Generic
	scales []float32 // of the input, by frequency
	steps  []float32 // what one in the sum is worth, by frequency and output channel
	panels [frequencies][]panel16
}

type panel16 struct {
	column, width int
	data          []int16 // by pair of input channels, output channel, channel of the pair
}

// Range is the largest transformed input seen so far, by frequency; the zero
// value has seen nothing.
type Range [frequencies]float32

// Observe enlarges r by what convolving the plane would see.
func (w *Winograd) Observe(width, height int, in []float32, r *Range, s *Scratch) {
	p := Plane{width, height, w.In}
	p.check(in)
	columns, rows := p.tiles()
	n := columns * rows * w.In
	s.patch = grow(s.patch, frequencies*Lanes)
	s.in = grow(s.in, frequencies*n)
	w.transform(p, in, s)
	for f := range r {
		for _, v := range s.in[f*n:][:n] {
			r[f] = max(r[f], v, -v)
		}
	}
}

// Quantise makes the convolution run in 16-bit integers from now on. Inputs up to
// headroom times the range are told apart; what is beyond is clamped. Without
// [VNNI16] that is correct and slow.
func (w *Winograd) Quantise(r *Range, headroom float32) {
	q := &integers{level: Generic, scales: Floats(frequencies), steps: Floats(frequencies * w.Out)}
	if w.level == AVX512 && Has(VNNI16) {
		q.level = VNNI16
	}
	for f, m := range w.filters {
		q.scales[f] = 1
		if r[f] > 0 {
			q.scales[f] = mostInput / (r[f] * headroom)
		}
		for _, p := range m.panels {
			q.panels[f] = append(q.panels[f], quantise(p, m.K, w.In, q.scales[f], q.steps[f*w.Out+p.column:]))
		}
	}
	w.ints = q
}

// quantise turns the k rows of a panel into integers, with rows of zeros up to in,
// and says what they are worth.
func quantise(p panel, k, in int, scale float32, steps []float32) panel16 {
	q := panel16{p.column, p.width, words(in * p.width)}
	for c := range p.width {
		var most, sum float64
		for i := range k {
			v := math.Abs(float64(p.data[i*p.width+c]))
			most, sum = max(most, v), sum+v
		}
		if most == 0 {
			continue
		}
		s := min(math.MaxInt16/most, slack*math.MaxInt32/mostInput/sum)
		for i := range k {
			v := math.RoundToEven(float64(p.data[i*p.width+c]) * s)
			q.data[(i/2*p.width+c)*2+i%2] = int16(v)
		}
		steps[c] = float32(1 / (s * float64(scale)))
	}
	return q
}

// run leaves the products in s.out, as integers.
func (q *integers) run(w *Winograd, p Plane, in []float32, s *Scratch) {
	columns, rows := p.tiles()
	tiles := columns * rows
	if n := frequencies * tiles * w.In; len(s.in16) < n {
		s.in16 = words(n)
	}
	s.out = grow(s.out, frequencies*tiles*w.Out)
	a := &s.in1
	*a = inArgs{scratch: at(s.patch, 0), vectors: w.In / Lanes, row: 4 * p.Row(), pixel: 4 * p.Channels, plane: 2 * tiles * w.In,
		scales: at(q.scales, 0), most: mostInput}
	for t := range tiles {
		a.src = at(in, p.At(t%columns*4-1, t/columns*4-1))
		a.dst = at(s.in16, t*w.In)
		transformIn(q.level, a)
	}
	for f := range q.panels {
		for i := range q.panels[f] {
			panel := &q.panels[f][i]
			gemm16(q.level, tiles, panel.width, w.In, at(s.in16, f*tiles*w.In), at(panel.data, 0), at(s.out, f*tiles*w.Out+panel.column), 4*w.Out)
		}
	}
}

// gemm16 multiplies rows of k 16-bit integers with a panel, into 32-bit integers.
func gemm16(l Level, rows, width, k int, a, b, c unsafe.Pointer, ldc int) {
	kernels := gemmKernels16(l, width)
	if kernels == nil {
		gemm16Generic(rows, width, k, a, b, c, ldc)
		return
	}
	most := len(kernels) - 1
	groups := (rows + most - 1) / most
	for done := 0; done < rows; groups-- {
		n := (rows - done + groups - 1) / groups
		kernels[n](unsafe.Add(a, done*2*k), b, unsafe.Add(c, done*ldc), k/2, 2*k, ldc, 0)
		done += n
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

// Quantised reports whether the convolution runs in integers.
func (w *Winograd) Quantised() bool { return w.ints != nil }

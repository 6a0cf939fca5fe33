package kernel

import (
	"math"
	"unsafe"
)

// Winograd is a convolution of 3x3 with padding by Winograd's F(4x4,3x3): every
// 6x6 patch of the input and every filter are transformed into 36 numbers a
// channel, in which a convolution is a product, and 4x4 pixels come out of 36 such
// products. The points are 0, ±3/4, ±3/2 and infinity, which errs half as much as
// 0, ±1, ±2 would.
type Winograd struct {
	In, Out int // channels, padded
	level   Level
	filters [frequencies]*Matrix
	ints    *integers // the filters in 16 bits; nil without
}

const frequencies = 36

// The finite points besides 0.
const (
	pointA = 0.75
	pointB = 1.5
)

// NewWinograd transforms filters, given as [3][3][in][out], rows first. Each output
// channel is multiplied with its scale, unless there are none.
func NewWinograd(l Level, filters []float32, in, out int, scale []float32) *Winograd {
	w := &Winograd{In: Pad(in), Out: Pad(out), level: l.Exact()}
	var all [frequencies][]float32
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
			for t := range g {
				g[t] = s * float64(filters[(t*in+i)*out+o])
			}
			for f, u := range transformFilter(g) {
				all[f][i*out+o] = float32(u)
			}
		}
	}
	for f := range all {
		w.filters[f] = NewMatrix(l, all[f], in, out)
	}
	return w
}

// transformFilter is G g G^T.
func transformFilter(g [9]float64) (u [frequencies]float64) {
	one := func(g0, g1, g2 float64) [6]float64 {
		const (
			aa, bb = pointA * pointA, pointB * pointB
			na, nb = 2 * aa * (aa - bb), 2 * bb * (bb - aa)
		)
		return [6]float64{
			g0 / (aa * bb),
			(g0 + pointA*g1 + aa*g2) / na, (g0 - pointA*g1 + aa*g2) / na,
			(g0 + pointB*g1 + bb*g2) / nb, (g0 - pointB*g1 + bb*g2) / nb,
			g2,
		}
	}
	var half [6][3]float64
	for c := range 3 {
		for r, v := range one(g[c], g[3+c], g[6+c]) {
			half[r][c] = v
		}
	}
	for r := range half {
		for c, v := range one(half[r][0], half[r][1], half[r][2]) {
			u[6*r+c] = v
		}
	}
	return u
}

// Epilogue is what follows a convolution or a product, by output channel.
type Epilogue struct {
	// Bias is added. Nil is nothing, in every field.
	Bias []float32
	// Residual is a plane that the result is added to, in place, and that then
	// stands for the result.
	Residual []float32
	// Scale multiplies the result with its residual, before Bias. It needs a
	// Residual: the scale of a convolution alone belongs to its filters.
	Scale []float32
	// Rectify makes what is below zero zero (ReLU).
	Rectify bool
}

func (e Epilogue) floor() float32 {
	if e.Rectify {
		return 0
	}
	return float32(math.Inf(-1))
}

// Scratch is memory that convolutions use while they run; it grows as it has to,
// and then stays. It belongs to one goroutine.
type Scratch struct {
	in, out []float32
	in16    []int16
	patch   []float32
	in1     inArgs
	out1    outArgs
}

func grow(s []float32, n int) []float32 {
	if len(s) < n {
		return Floats(n)
	}
	return s
}

// inArgs are those of a transform of one patch. The order is known to the
// assembly; ways are in bytes.
type inArgs struct {
	src, dst, scratch unsafe.Pointer
	vectors           int // of 16 channels
	row, pixel        int // from one row, one pixel of the input to the next
	plane             int // from one frequency of the result to the next
	scales            unsafe.Pointer
	most              float32
}

// outArgs are those of a transform back.
type outArgs struct {
	src, dst, scratch unsafe.Pointer
	vectors           int
	row, pixel        int // of the result and the residual
	plane             int // from one frequency to the next
	scale, bias       unsafe.Pointer
	floor             float32
	residual          unsafe.Pointer
	steps             unsafe.Pointer // what one is worth, by frequency and channel, of integers
	stepPlane         int
}

// Run convolves a plane of In channels into one of Out, which may not be the same
// memory.
func (w *Winograd) Run(width, height int, in, out []float32, e Epilogue, s *Scratch) {
	from, to := Plane{width, height, w.In}, Plane{width, height, w.Out}
	from.check(in)
	to.check(out)
	if e.Residual != nil {
		to.check(e.Residual)
	}
	columns, rows := from.tiles()
	tiles := columns * rows
	s.patch = grow(s.patch, frequencies*Lanes)
	if w.ints != nil {
		w.ints.run(w, from, in, s)
	} else {
		s.in, s.out = grow(s.in, frequencies*tiles*w.In), grow(s.out, frequencies*tiles*w.Out)
		w.transform(from, in, s)
		for f, m := range w.filters {
			m.Mul(tiles, s.in[f*tiles*w.In:], w.In, s.out[f*tiles*w.Out:], w.Out, false)
		}
	}
	w.back(to, out, e, s)
}

// transform is the first step: all patches.
func (w *Winograd) transform(p Plane, in []float32, s *Scratch) {
	columns, rows := p.tiles()
	a := &s.in1
	*a = inArgs{scratch: at(s.patch, 0), vectors: w.In / Lanes, row: 4 * p.Row(), pixel: 4 * p.Channels, plane: 4 * columns * rows * w.In}
	for t := range columns * rows {
		a.src = at(in, p.At(t%columns*4-1, t/columns*4-1))
		a.dst = at(s.in, t*w.In)
		transformIn(w.level, a)
	}
}

// back is the last step.
func (w *Winograd) back(p Plane, out []float32, e Epilogue, s *Scratch) {
	columns, rows := p.tiles()
	a := &s.out1
	*a = outArgs{scratch: at(s.patch, 0), vectors: w.Out / Lanes, row: 4 * p.Row(), pixel: 4 * p.Channels,
		plane: 4 * columns * rows * w.Out, bias: at(orZeros(e.Bias, w.Out), 0), floor: e.floor()}
	if e.Residual != nil {
		a.scale = at(orOnes(e.Scale, w.Out), 0)
	}
	level := w.level
	if w.ints != nil {
		level = w.ints.level
		a.steps, a.stepPlane = at(w.ints.steps, 0), 4*w.Out
	}
	for t := range columns * rows {
		pixel := p.At(t%columns*4, t/columns*4)
		a.src, a.dst = at(s.out, t*w.Out), at(out, pixel)
		if e.Residual != nil {
			a.residual = at(e.Residual, pixel)
		}
		transformOut(level, a)
	}
	p.clearBorder(out)
}

// mostChannels is how many a layer has at most.
const mostChannels = 4096

var zeros, ones = func() (z, o []float32) {
	z, o = Floats(mostChannels), Floats(mostChannels)
	for i := range o {
		o[i] = 1
	}
	return z, o
}()

func orZeros(v []float32, n int) []float32 {
	if v == nil {
		return zeros[:n]
	}
	return v[:n]
}

func orOnes(v []float32, n int) []float32 {
	if v == nil {
		return ones[:n]
	}
	return v[:n]
}

// transformInGeneric is B^T d B for every channel.
func transformInGeneric(a *inArgs) {
	for c := range a.vectors * Lanes {
		var half [frequencies]float32
		for x := range 6 {
			var d [6]float32
			for y := range d {
				d[y] = *(*float32)(unsafe.Add(a.src, y*a.row+x*a.pixel+4*c))
			}
			for y, v := range patch1(d) {
				half[6*y+x] = v
			}
		}
		for y := range 6 {
			for x, v := range patch1([6]float32(half[6*y:])) {
				f := 6*y + x
				if a.scales == nil {
					*(*float32)(unsafe.Add(a.dst, f*a.plane+4*c)) = v
					continue
				}
				v = float32(v * *(*float32)(unsafe.Add(a.scales, 4*f)))
				*(*int16)(unsafe.Add(a.dst, f*a.plane+2*c)) = int16(math.RoundToEven(float64(max(min(v, a.most), -a.most))))
			}
		}
	}
}

// patch1 is the transform along one line.
func patch1(d [6]float32) [6]float32 {
	const aa, bb = pointA * pointA, pointB * pointB
	evenB, oddB := d[4]-bb*d[2], d[3]-bb*d[1]
	evenA, oddA := d[4]-aa*d[2], d[3]-aa*d[1]
	return [6]float32{
		d[4] - (aa+bb)*d[2] + aa*bb*d[0],
		evenB + pointA*oddB, evenB - pointA*oddB,
		evenA + pointB*oddA, evenA - pointB*oddA,
		d[5] - (aa+bb)*d[3] + aa*bb*d[1],
	}
}

// transformOutGeneric is A^T m A and what follows, for every channel.
func transformOutGeneric(a *outArgs) {
	for c := range a.vectors * Lanes {
		var half [24]float32
		for y := range 6 {
			var m [6]float32
			for x := range m {
				from := unsafe.Add(a.src, (6*y+x)*a.plane+4*c)
				m[x] = *(*float32)(from)
				if a.steps != nil {
					m[x] = float32(*(*int32)(from)) * *(*float32)(unsafe.Add(a.steps, (6*y+x)*a.stepPlane+4*c))
				}
			}
			for x, v := range pixels1(m) {
				half[4*y+x] = v
			}
		}
		bias := *(*float32)(unsafe.Add(a.bias, 4*c))
		for x := range 4 {
			var m [6]float32
			for y := range m {
				m[y] = half[4*y+x]
			}
			for y, v := range pixels1(m) {
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

// pixels1 is the transform back along one line.
func pixels1(m [6]float32) [4]float32 {
	const aa, bb = pointA * pointA, pointB * pointB
	sumA, diffA, sumB, diffB := m[1]+m[2], m[1]-m[2], m[3]+m[4], m[3]-m[4]
	return [4]float32{
		m[0] + sumA + sumB,
		pointA*diffA + pointB*diffB,
		aa*sumA + bb*sumB,
		aa*pointA*diffA + bb*pointB*diffB + m[5],
	}
}

package kernel

import (
	"math"
	"unsafe"
)

// Winograd is a convolution of 3x3 with padding by Winograd's F(5x5,3x3): every
// patch of 7x7 pixels and every filter are transformed into 49 numbers a channel, in
// which a convolution is a product, and a tile of 5x5 pixels comes out of 49 such
// products. Tiles of 5 cover 9, 13 and 19 with fewer products than those of 4 or 6.
type Winograd struct {
	In, Out int // channels, padded
	level   Level
	filters []*Matrix // by frequency; none with
	ints    *integers // the filters in 16 bits
}

const (
	tileSide    = 5
	patchSide   = tileSide + 2
	frequencies = patchSide * patchSide
)

// The points at which the polynomials of the algorithm are evaluated are C, 0, ±A,
// ±B and infinity, in this order. Of those that floats hold exactly, these err about
// least, in floats and in integers, 2.6 times as much as the best of F(4x4,3x3) do.
const (
	pointA = 0.875
	pointB = 2
	pointC = 0.375
)

// NewWinograd transforms filters, given as [3][3][in][out], rows first. Each output
// channel is multiplied with its scale, unless there are none.
func NewWinograd(l Level, filters []float32, in, out int, scale []float32) *Winograd {
	w := &Winograd{In: Pad(in), Out: Pad(out), level: l}
	all := transformFilters(filters, in, out, scale)
	if l == VNNI16 {
		w.ints = newIntegers(all, in, out)
	} else {
		w.filters = newMatrices(l, all, in, out)
	}
	return w
}

// transformFilters returns the numbers by frequency, input and output channel.
func transformFilters(filters []float32, in, out int, scale []float32) [][]float32 {
	all := make([][]float32, frequencies)
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
	return all
}

// transformFilter is G g G^T.
func transformFilter(g [9]float64) (u [frequencies]float64) {
	var half [patchSide][3]float64
	for c := range 3 {
		for r, v := range filter1([3]float64{g[c], g[3+c], g[6+c]}) {
			half[r][c] = v
		}
	}
	for r := range half {
		for c, v := range filter1(half[r]) {
			u[patchSide*r+c] = v
		}
	}
	return u
}

// filter1 is the transform along one line: the polynomial at each point, divided by
// the product of its distances to the others, which [patch1] leaves out.
func filter1(g [3]float64) (u [patchSide]float64) {
	points := [...]float64{pointC, 0, pointA, -pointA, pointB, -pointB}
	for i, p := range points {
		u[i] = g[0] + p*(g[1]+p*g[2])
		for j, q := range points {
			if j != i {
				u[i] /= p - q
			}
		}
	}
	u[patchSide-1] = g[2]
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
	in16    []int16   // of one frequency
	most    []float32 // of the transformed input, by board and frequency
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
	most              unsafe.Pointer // how many times that, by frequency
}

// Run convolves a plane of In channels into one of Out, which may not be the same
// memory.
func (w *Winograd) Run(on Boards, in, out []float32, e Epilogue, s *Scratch) {
	from, to := on.Plane(w.In), on.Plane(w.Out)
	from.check(in)
	to.check(out)
	if e.Residual != nil {
		to.check(e.Residual)
	}
	columns, rows := on.tiles()
	most := max(1, manyRows/(columns*rows))
	for done := 0; done < on.Count; done += most {
		part := Boards{on.Width, on.Height, min(most, on.Count-done)}
		of := e
		if e.Residual != nil {
			of.Residual = e.Residual[to.Board(done):]
		}
		w.run(part, in[from.Board(done):], out[to.Board(done):], of, s)
	}
}

// manyRows is how many tiles are multiplied with a filter at once, if boards are small
// enough: with more, filters need not come from far memory more often than the kernels
// can take them, but what is transformed would leave the near one.
const manyRows = 36

func (w *Winograd) run(on Boards, in, out []float32, e Epilogue, s *Scratch) {
	columns, rows := on.tiles()
	tiles := on.Count * columns * rows
	s.patch = grow(s.patch, frequencies*Lanes)
	s.in, s.out = grow(s.in, frequencies*tiles*w.In), grow(s.out, frequencies*tiles*w.Out)
	w.transform(on.Plane(w.In), in, tiles, s)
	if w.ints != nil {
		w.multiply16(on.Count, tiles, s)
	}
	for f, m := range w.filters {
		m.Mul(tiles, s.in[f*tiles*w.In:], w.In, s.out[f*tiles*w.Out:], w.Out, false)
	}
	w.back(on.Plane(w.Out), out, tiles, e, s)
}

// pixel is where the first pixel of a tile is, of all boards.
func (p Plane) pixel(tile int) int {
	columns, rows := p.tiles()
	board, t := tile/(columns*rows), tile%(columns*rows)
	return p.Board(board) + p.At(t%columns*tileSide, t/columns*tileSide)
}

// transform is the first step: all patches.
func (w *Winograd) transform(p Plane, in []float32, tiles int, s *Scratch) {
	a := &s.in1
	*a = inArgs{scratch: at(s.patch, 0), vectors: w.In / Lanes, row: 4 * p.Row(), pixel: 4 * p.Channels, plane: 4 * tiles * w.In}
	for t := range tiles {
		a.src = at(in, p.pixel(t)-p.At(0, 0))
		a.dst = at(s.in, t*w.In)
		transformIn(w.level, a)
	}
}

// back is the last step.
func (w *Winograd) back(p Plane, out []float32, tiles int, e Epilogue, s *Scratch) {
	a := &s.out1
	*a = outArgs{scratch: at(s.patch, 0), vectors: w.Out / Lanes, row: 4 * p.Row(), pixel: 4 * p.Channels,
		plane: 4 * tiles * w.Out, bias: at(orZeros(e.Bias, w.Out), 0), floor: e.floor()}
	if e.Residual != nil {
		a.scale = at(orOnes(e.Scale, w.Out), 0)
	}
	if w.ints != nil {
		a.steps, a.stepPlane = at(w.ints.steps, 0), 4*w.Out
	}
	for t := range tiles {
		pixel := p.pixel(t)
		a.src, a.dst = at(s.out, t*w.Out), at(out, pixel)
		if w.ints != nil {
			a.most = at(s.most, t/(tiles/p.Count)*frequencies)
		}
		if e.Residual != nil {
			a.residual = at(e.Residual, pixel)
		}
		transformOut(w.level, a)
	}
	for i := range p.Count {
		p.clearBorder(out[p.Board(i):])
	}
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
		var half [patchSide][patchSide]float32
		for x := range patchSide {
			var d [patchSide]float32
			for y := range d {
				d[y] = *(*float32)(unsafe.Add(a.src, y*a.row+x*a.pixel+4*c))
			}
			for y, v := range patch1(d) {
				half[y][x] = v
			}
		}
		for y := range half {
			for x, v := range patch1(half[y]) {
				*(*float32)(unsafe.Add(a.dst, (patchSide*y+x)*a.plane+4*c)) = v
			}
		}
	}
}

// patch1 is the transform along one line. All points but C are those of
// F(4x4,3x3), on differences that are zero at C.
func patch1(d [patchSide]float32) [patchSide]float32 {
	const aa, bb = pointA * pointA, pointB * pointB
	atC := d[5] - (aa+bb)*d[3] + aa*bb*d[1]
	for i := range patchSide - 1 {
		d[i] = d[i+1] - pointC*d[i]
	}
	evenB, oddB := d[4]-bb*d[2], d[3]-bb*d[1]
	evenA, oddA := d[4]-aa*d[2], d[3]-aa*d[1]
	return [...]float32{
		atC,
		d[4] - (aa+bb)*d[2] + aa*bb*d[0],
		evenB + pointA*oddB, evenB - pointA*oddB,
		evenA + pointB*oddA, evenA - pointB*oddA,
		d[5] - (aa+bb)*d[3] + aa*bb*d[1],
	}
}

// transformOutGeneric is A^T m A and what follows, for every channel.
func transformOutGeneric(a *outArgs) {
	for c := range a.vectors * Lanes {
		var half [tileSide][patchSide]float32
		for y := range patchSide {
			var m [patchSide]float32
			for x := range m {
				f := patchSide*y + x
				from := unsafe.Add(a.src, f*a.plane+4*c)
				m[x] = *(*float32)(from)
				if a.steps != nil {
					m[x] = float32(*(*int32)(from)) * *(*float32)(unsafe.Add(a.steps, f*a.stepPlane+4*c)) * *(*float32)(unsafe.Add(a.most, 4*f))
				}
			}
			for x, v := range pixels1(m) {
				half[x][y] = v
			}
		}
		bias := *(*float32)(unsafe.Add(a.bias, 4*c))
		for x := range half {
			for y, v := range pixels1(half[x]) {
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
func pixels1(m [patchSide]float32) [tileSide]float32 {
	const aa, bb, cc = pointA * pointA, pointB * pointB, pointC * pointC
	sumA, diffA, sumB, diffB := m[2]+m[3], m[2]-m[3], m[4]+m[5], m[4]-m[5]
	return [...]float32{
		m[1] + sumA + sumB + m[0],
		pointA*diffA + pointB*diffB + pointC*m[0],
		aa*sumA + bb*sumB + cc*m[0],
		aa*pointA*diffA + bb*pointB*diffB + cc*pointC*m[0],
		aa*aa*sumA + bb*bb*sumB + cc*cc*m[0] + m[6],
	}
}

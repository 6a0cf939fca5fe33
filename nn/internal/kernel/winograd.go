package kernel

import (
	"math"
	"unsafe"
)

// Winograd is a 3x3 convolution with padding by Winograd's algorithm (Lavin and Gray, "Fast Algorithms for
// Convolutional Neural Networks", 2015). It transforms every patch of the input and every filter into numbers
// called frequencies. In each frequency, the convolution is a matrix product. The products are transformed back
// to a tile of pixels.
type Winograd struct {
	In, Out int // channels, padded
	level   Level
	filters []*Matrix   // filters of each frequency; nil if ints is set
	ints    []*matrix16 // filters of each frequency in 16 bits; nil if the level computes in floats
}

// NewWinograd makes a convolution from filters, which are indexed [3][3][in][out]. The first index is the row.
// If scale is not nil, each output channel is multiplied by its scale.
func NewWinograd(l Level, mem *Memory, filters []float32, in, out int, scale []float32) *Winograd {
	w, fill := PrepareWinograd(l, mem, filters, in, out, scale)
	fill(new(FilterScratch))
	return w
}

// PrepareWinograd is like [NewWinograd], but leaves most of the work to the returned function, which must be called
// once before the convolution is used. Several goroutines may call such functions of different convolutions at the
// same time, each with a scratch of its own.
func PrepareWinograd(l Level, mem *Memory, filters []float32, in, out int, scale []float32) (*Winograd, func(*FilterScratch)) {
	w := &Winograd{In: Pad(in), Out: Pad(out), level: l}
	if l.Integers() {
		w.ints = prepareMatrices16(l, mem, frequencies, in, out)
	} else {
		w.filters = prepareMatrices(l, mem, frequencies, in, out)
	}
	return w, func(s *FilterScratch) {
		for f, u := range s.transform(l, filters, in, out, scale) {
			if w.ints != nil {
				w.ints[f].fill(u, in, out)
			} else {
				w.filters[f].Set(u, in, out)
			}
		}
	}
}

// Epilogue describes operations on the result of a convolution or a product. Scale and Bias have one number for
// each output channel.
type Epilogue struct {
	// Bias is added to the result. A nil field changes nothing.
	Bias []float32
	// Residual is a plane to which the result is added, in place. The other operations use the sum instead of
	// the result. The border of the residual may get meaningless values.
	Residual []float32
	// Scale multiplies the sum of result and residual, before Bias is added. It is used only with a Residual.
	// Without a Residual, the scale must be part of the filters.
	Scale []float32
	// Rectify replaces negative numbers by zero (ReLU).
	Rectify bool
}

func (e Epilogue) floor() float32 {
	if e.Rectify {
		return 0
	}
	return float32(math.Inf(-1))
}

// Scratch is memory for convolutions. It grows as needed. Only one goroutine at a time may use it.
type Scratch struct {
	Memory
	in, out []float32 // with integers, in holds a single patch, and the field rounded the transformed input
	patch   []float32
	in1     inArgs
	out1    outArgs

	rounded
}

func (m *Memory) grow(s []float32, n int) []float32 {
	if len(s) < n {
		return m.Floats(n)
	}
	return s
}

// inArgs are the arguments of the transform of one patch. The assembly relies on their order; distances
// are in bytes.
type inArgs struct {
	src, dst, scratch unsafe.Pointer
	vectors           int // channels in vectors of the level
	row, pixel        int // distances from one row to the next, and from one pixel to the next, of the input
	plane             int // distance from one frequency of the result to the next
}

// outArgs are the arguments of the transform of one tile back to pixels. The assembly relies on their
// order; distances are in bytes.
type outArgs struct {
	src, dst, scratch unsafe.Pointer
	vectors           int // channels in vectors of the level
	row, pixel        int // distances from one row to the next, and from one pixel to the next, of result and residual
	plane             int // distance from one frequency of the products to the next
	scale, bias       unsafe.Pointer
	floor             float32 // lower bound of the result
	residual          unsafe.Pointer
}

// Run computes the convolution. The input is a plane of In channels, and the output is a plane of Out channels.
// The two planes must not share memory.
func (w *Winograd) Run(on Boards, in, out []float32, e Epilogue, s *Scratch) {
	from, to := on.Plane(w.In), on.Plane(w.Out)
	from.check(in)
	to.check(out)
	if e.Residual != nil {
		to.check(e.Residual)
	}
	most := Together(on.Width, on.Height)
	for done := 0; done < on.Count; done += most {
		part := Boards{on.Width, on.Height, min(most, on.Count-done)}
		of := e
		if e.Residual != nil {
			of.Residual = e.Residual[to.Board(done):]
		}
		w.run(part, in[from.Board(done):], out[to.Board(done):], of, s)
	}
}

// blockRows is the largest number of tiles that are multiplied by a filter at once. Boards with few tiles are
// computed together, as long as they have at most this number of tiles in total. With a smaller number, loading
// filters from memory would take longer than the products. With a larger one, the transformed input would not
// fit into the nearest caches.
const blockRows = 18

// Together returns how many boards of a size a net should compute in one pass through its layers. Small boards share
// the loading of filters. The numbers of several large boards would not stay in the cache from one layer to the next.
func Together(width, height int) int {
	return max(1, blockRows/coverOf(Boards{width, height, 1}).tiles())
}

func (w *Winograd) run(on Boards, in, out []float32, e Epilogue, s *Scratch) {
	c := coverOf(on)
	tiles, n := on.Count*c.tiles(), frequencies
	s.patch = s.grow(s.patch, n*Lanes)
	s.out = s.grow(s.out, n*tiles*w.Out)
	if w.ints != nil {
		w.transform16(c, on.Plane(w.In), in, s)
	} else {
		s.in = s.grow(s.in, n*tiles*w.In)
		w.transform(c, on.Plane(w.In), in, s)
	}
	for f := range n {
		for first, count := range c.runs(f, on.Count) {
			out := s.out[(first*n+f)*w.Out:]
			first += f * tiles
			if w.ints != nil {
				w.ints[f].mul(count, s.in16[first*w.In:], s.scales[first:], out, n*w.Out, &s.product1)
			} else {
				w.filters[f].Mul(count, s.in[first*w.In:], w.In, out, n*w.Out, false)
			}
		}
	}
	w.back(c, on.Plane(w.Out), out, e, s)
}

// transform is the first step of a convolution: it transforms all patches of the input.
func (w *Winograd) transform(c cover, p Plane, in []float32, s *Scratch) {
	a, tiles, tile := &s.in1, p.Count*c.tiles(), 0
	*a = inArgs{scratch: at(s.patch, 0), vectors: w.In / w.level.vectorLanes(), row: 4 * p.row, pixel: 4 * p.Channels, plane: 4 * tiles * w.In}
	for i := range p.Count {
		c.each(func(sh shape, x, y int) {
			a.src = at(in, p.Board(i)+p.At(x-1, y-1))
			a.dst = at(s.in, (sh.origin()*tiles+tile)*w.In)
			transformIn(w.level, sh, a)
			tile++
		})
	}
}

// transform16 is like transform, but rounds the transformed patches to integers.
func (w *Winograd) transform16(c cover, p Plane, in []float32, s *Scratch) {
	n, tiles, tile := frequencies, p.Count*c.tiles(), 0
	s.in = s.grow(s.in, n*w.In)
	a, r := &s.in1, s.rows(&s.Memory, n*tiles, w.In)
	*a = inArgs{dst: at(s.in, 0), scratch: at(s.patch, 0), vectors: w.In / w.level.vectorLanes(), row: 4 * p.row, pixel: 4 * p.Channels, plane: 4 * w.In}
	r.src, r.srcStep, r.dstStep, r.scaleStep = a.dst, a.plane, 2*tiles*w.In, 4*tiles
	for i := range p.Count {
		c.each(func(sh shape, x, y int) {
			a.src = at(in, p.Board(i)+p.At(x-1, y-1))
			transformIn(w.level, sh, a)
			first := sh.origin()*tiles + tile
			r.dst, r.scales = at(s.in16, first*w.In), at(s.scales, first)
			r.rows, r.columns = sh.height+2, sh.width+2
			skip := points - r.columns
			r.srcRow, r.dstRow, r.scaleRow = skip*r.srcStep, skip*r.dstStep, skip*r.scaleStep
			round(w.level, r)
			tile++
		})
	}
}

// back is the last step of a convolution: it transforms the products back to pixels and applies the
// epilogue.
func (w *Winograd) back(c cover, p Plane, out []float32, e Epilogue, s *Scratch) {
	a, tile := &s.out1, 0
	*a = outArgs{scratch: at(s.patch, 0), vectors: w.Out / w.level.vectorLanes(), row: 4 * p.row, pixel: 4 * p.Channels,
		plane: 4 * w.Out, bias: at(orZeros(e.Bias, w.Out), 0), floor: e.floor()}
	if e.Residual != nil {
		a.scale = at(orOnes(e.Scale, w.Out), 0)
	}
	for i := range p.Count {
		c.each(func(sh shape, x, y int) {
			pixel, first := p.Board(i)+p.At(x, y), sh.origin()
			a.src, a.dst = at(s.out, (tile*frequencies+first)*w.Out), at(out, pixel)
			if e.Residual != nil {
				a.residual = at(e.Residual, pixel)
			}
			transformOut(w.level, sh, a)
			tile++
		})
		c.clearBorder(p, out[p.Board(i):])
	}
}

// MaxChannels is the largest number of channels of a layer.
const MaxChannels = 4096

var zeros, ones = func() (z, o []float32) {
	z, o = Floats(MaxChannels), Floats(MaxChannels)
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

package kernel

import (
	"math"
	"slices"
	"unsafe"
)

// Direct is a convolution of any odd size with padding, for inputs that are mostly zero. Each pixel of
// the result is the sum of the filters of the nonzero inputs around it.
type Direct struct {
	In, Out       int // channels; In is not padded, and Out is padded
	width, height int // size of a filter, including the zeros that horizontal dilation puts between its columns
	dy            int // vertical dilation
	level         Level
	rows          []float32 // weights, indexed by place in the filter, input channel, output channel
}

// NewDirect lays out filters, given as [height][width][in][out].
func NewDirect(l Level, mem *Memory, filters []float32, in, out, width, height, dx, dy int) *Direct {
	d := &Direct{In: in, Out: Pad(out), width: (width-1)*dx + 1, height: height, dy: dy, level: l.Exact()}
	d.rows = mem.Floats(d.width * height * in * d.Out)
	for y := range height {
		for x := range width {
			for i := range in {
				copy(d.rows[((y*d.width+x*dx)*in+i)*d.Out:], filters[((y*width+x)*in+i)*out:][:out])
			}
		}
	}
	return d
}

// SparseScratch is the memory of [Direct.Run] for one goroutine.
type SparseScratch struct {
	starts []int32   // index of the first value of each pixel, border included; at the end the number of values
	found  []found   // the values in the order of the planes
	offset []int32   // offset of each value's weights if the first row of the filter began in the first column, in bytes
	amount []float32 // the values
	args   gatherArgs
}

// found is a nonzero input.
type found struct {
	pixel, channel int32 // the pixel counts the border
	amount         float32
}

// gatherArgs are the arguments for one pixel of the result. The assembly relies on their order; distances are in
// bytes. The values under one row of the filter lie side by side.
type gatherArgs struct {
	dst, rows, starts, offset, amount unsafe.Pointer // starts is that of the filter's first weight
	height                            int            // rows of the filter
	width                             int            // distance in starts from the beginning of a row to its end
	below, line                       int            // distances in starts and in rows from one row of the filter to the next
	shift                             int            // offset of the weights of the pixel's own column
	base, bias                        unsafe.Pointer // what the contributions are added to
}

// pixels returns the size of a board with the border that the filter reaches. left and above are the width of
// the border at the left of the board and its height above the board. columns and rows are the whole size,
// including the border.
func (d *Direct) pixels(width, height int) (left, above, columns, rows int) {
	left, above = d.width/2, d.height/2*d.dy
	return left, above, width + 2*left, height + 2*above
}

// read lists the nonzero inputs of each pixel. It skips the channels before first.
func (d *Direct) read(in []float32, width, height, first int, s *SparseScratch) {
	left, above, columns, rows := d.pixels(width, height)
	s.starts = slices.Grow(s.starts[:0], columns*rows+1)[:columns*rows+1]
	clear(s.starts)
	s.found = s.found[:0]
	for c := first; c < d.In; c++ {
		for y := range height {
			pixel := (y+above)*columns + left
			for x, v := range in[c*width*height+y*width:][:width] {
				if math.Float32bits(v) != 0 {
					s.found = append(s.found, found{int32(pixel + x), int32(c), v})
					s.starts[pixel+x+1]++
				}
			}
		}
	}
	for p := range columns * rows {
		s.starts[p+1] += s.starts[p]
	}
	if n := len(s.found); cap(s.offset) <= n {
		s.offset, s.amount = make([]int32, n+1), make([]float32, n+1)
	}
	s.offset, s.amount = s.offset[:len(s.found)+1], s.amount[:len(s.found)+1] // not empty, so that they have an address
	// Writing a value moves the start of its pixel by one. At the end, the start of each pixel has become the
	// start of the next pixel.
	for _, v := range s.found {
		i := s.starts[v.pixel]
		s.offset[i], s.amount[i] = int32(4*(int(v.pixel)%columns*d.In+int(v.channel))*d.Out), v.amount
		s.starts[v.pixel]++
	}
	copy(s.starts[1:], s.starts)
	s.starts[0] = 0
}

// Run computes a convolution, adds base and bias to it, and writes the sum to out. The planes out and base have Out
// channels, and may be the same. The bias has one number for each channel, and nil means zero. The parameter in has the
// planes of one board without a border, indexed [In][height][width]. Run skips the channels before first. The caller
// must have added their contribution to base.
func (d *Direct) Run(width, height, first int, in, base, bias, out []float32, s *SparseScratch) {
	p := Boards{width, height, 1}.Plane(d.Out)
	p.check(base)
	p.check(out)
	d.read(in, width, height, first, s)
	_, _, columns, _ := d.pixels(width, height)
	a, place := &s.args, 4*d.In*d.Out
	*a = gatherArgs{rows: at(d.rows, 0), offset: at(s.offset, 0), amount: at(s.amount, 0), height: d.height, width: 4 * d.width,
		below: 4 * columns * d.dy, line: d.width * place, bias: at(orZeros(bias, d.Out), 0)}
	for y := range height {
		for x := range width {
			pixel := p.At(x, y)
			a.dst, a.base, a.starts, a.shift = at(out, pixel), at(base, pixel), at(s.starts, y*columns+x), x*place
			gather(d.level, d.Out, a)
		}
	}
}

// gatherGeneric computes one pixel of the result: the sum of base, bias and the contributions of the inputs around it.
func gatherGeneric(channels int, a *gatherArgs) {
	out, base, bias := unsafe.Slice((*float32)(a.dst), channels), unsafe.Slice((*float32)(a.base), channels), unsafe.Slice((*float32)(a.bias), channels)
	for c := range out {
		out[c] = base[c] + bias[c]
	}
	for y := range a.height {
		starts := unsafe.Add(a.starts, y*a.below)
		for i, end := int(*(*int32)(starts)), int(*(*int32)(unsafe.Add(starts, a.width))); i < end; i++ {
			at := y*a.line + int(*(*int32)(unsafe.Add(a.offset, 4*i))) - a.shift
			v := *(*float32)(unsafe.Add(a.amount, 4*i))
			for c, w := range unsafe.Slice((*float32)(unsafe.Add(a.rows, at)), channels) {
				out[c] += w * v
			}
		}
	}
}

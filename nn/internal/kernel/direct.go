package kernel

import "unsafe"

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
	offset []int32   // offset of each value's weights if the first row of the filter began in the first column, in bytes
	amount []float32 // the values
	args   gatherArgs
}

// gatherArgs are the arguments for one pixel of the result. The assembly relies on their order; distances are in
// bytes. The values under one row of the filter lie side by side.
type gatherArgs struct {
	dst, rows, starts, offset, amount unsafe.Pointer // starts is that of the filter's first weight
	height                            int            // rows of the filter
	width                             int            // distance in starts from the beginning of a row to its end
	below, line                       int            // distances in starts and in rows from one row of the filter to the next
	shift                             int            // offset of the weights of the pixel's own column
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
	s.starts = append(s.starts[:0], make([]int32, columns*rows+1)...)
	each := func(do func(pixel, channel int, v float32)) {
		for c := first; c < d.In; c++ {
			plane := in[c*width*height:][:width*height]
			for y := range height {
				pixel := (y+above)*columns + left
				for x, v := range plane[y*width:][:width] {
					if v != 0 {
						do(pixel+x, c, v)
					}
				}
			}
		}
	}
	each(func(pixel, _ int, _ float32) { s.starts[pixel+1]++ })
	for p := range columns * rows {
		s.starts[p+1] += s.starts[p]
	}
	n := int(s.starts[columns*rows])
	if cap(s.offset) < n {
		s.offset, s.amount = make([]int32, n), make([]float32, n)
	}
	s.offset, s.amount = s.offset[:n], s.amount[:n]
	// Writing a value moves the start of its pixel by one. At the end, the start of each pixel has become the
	// start of the next pixel.
	each(func(pixel, channel int, v float32) {
		i := s.starts[pixel]
		s.offset[i], s.amount[i] = int32(4*(pixel%columns*d.In+channel)*d.Out), v
		s.starts[pixel]++
	})
	copy(s.starts[1:], s.starts)
	s.starts[0] = 0
}

// Run computes a convolution and adds it to out, a plane of Out channels. The parameter in has the planes of
// one board without a border, indexed [In][height][width]. Run skips the channels before first. The caller must
// have added their contribution to out.
func (d *Direct) Run(width, height, first int, in []float32, out []float32, s *SparseScratch) {
	p := Boards{width, height, 1}.Plane(d.Out)
	p.check(out)
	d.read(in, width, height, first, s)
	if len(s.offset) == 0 {
		return
	}
	_, _, columns, _ := d.pixels(width, height)
	a, place := &s.args, 4*d.In*d.Out
	*a = gatherArgs{rows: at(d.rows, 0), offset: at(s.offset, 0), amount: at(s.amount, 0), height: d.height, width: 4 * d.width,
		below: 4 * columns * d.dy, line: d.width * place}
	for y := range height {
		for x := range width {
			a.dst, a.starts, a.shift = at(out, p.At(x, y)), at(s.starts, y*columns+x), x*place
			gather(d.level, d.Out, a)
		}
	}
}

// gatherGeneric adds the contributions of the inputs around one pixel to this pixel of the result.
func gatherGeneric(channels int, a *gatherArgs) {
	out := unsafe.Slice((*float32)(a.dst), channels)
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

package kernel

// Taps is a convolution of any odd size with padding. It computes one matrix product for each position in the
// filter. A 1x1 filter needs only one product.
type Taps struct {
	In, Out int // channels, padded
	taps    []tap
}

// tap is a position in a filter: its offset from the middle, and its matrix.
type tap struct {
	dx, dy int
	matrix *Matrix
}

// NewTaps makes a convolution from filters, which are indexed [height][width][in][out]. dx and dy are the
// dilation.
func NewTaps(l Level, mem *Memory, filters []float32, in, out, width, height, dx, dy int) *Taps {
	t := &Taps{In: Pad(in), Out: Pad(out)}
	for i := range width * height {
		t.taps = append(t.taps, tap{(i%width - width/2) * dx, (i/width - height/2) * dy, NewMatrix(l, mem, filters[i*in*out:][:in*out], in, out)})
	}
	return t
}

// Run computes the convolution. The input is a plane of In channels, and the output is a plane of Out channels.
// The two planes must not share memory. Run does not change the border of the output.
func (t *Taps) Run(on Boards, in, out []float32) {
	from, to := on.Plane(t.In), on.Plane(t.Out)
	from.check(in)
	to.check(out)
	for i := range on.Count {
		t.run(from, in[from.Board(i):], to, out[to.Board(i):])
	}
}

// run computes the convolution of the first board.
func (t *Taps) run(from Plane, in []float32, to Plane, out []float32) {
	width, height := from.Width, from.Height
	if len(t.taps) > 1 {
		for y := range height {
			clear(out[to.At(0, y):][:width*t.Out])
		}
	}
	for _, a := range t.taps {
		first, last := max(0, -a.dx), min(width, width-a.dx)
		for y := max(0, -a.dy); y < min(height, height-a.dy) && first < last; y++ {
			a.matrix.Mul(last-first, in[from.At(first+a.dx, y+a.dy):], t.In, out[to.At(first, y):], t.Out, len(t.taps) > 1)
		}
	}
}

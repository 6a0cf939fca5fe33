package kernel

import "unsafe"

// Direct is a convolution of any odd size with padding, for inputs that are mostly
// zero: every pixel of the result adds up the filters of what is not zero around
// it.
type Direct struct {
	In, Out       int // channels: In as given, Out padded
	width, height int // of a filter
	dx, dy        int // dilation
	level         Level
	rows          []float32 // by place in the filter, input channel, output channel
}

// NewDirect lays out filters, given as [height][width][in][out].
func NewDirect(l Level, filters []float32, in, out, width, height, dx, dy int) *Direct {
	d := &Direct{In: in, Out: Pad(out), width: width, height: height, dx: dx, dy: dy, level: l.Exact()}
	taps := width * height
	d.rows = Floats(taps * in * d.Out)
	for i := range taps * in {
		copy(d.rows[i*d.Out:], filters[i*out:][:out])
	}
	return d
}

// SparseScratch is memory of [Direct.Run], of one goroutine.
type SparseScratch struct {
	starts  []int32 // by pixel: where its values begin, and the end
	channel []int32 // of the values, as the way to its row of the filter in bytes
	amount  []float32
	offsets []int32 // of the values around one pixel
	values  []float32
}

// read lists what is not zero, by pixel, in the channels from first on.
func (s *SparseScratch) read(in []float32, first, channels, area, row int) {
	s.starts = append(s.starts[:0], make([]int32, area+1)...)
	for c := first; c < channels; c++ {
		for p, v := range in[c*area:][:area] {
			if v != 0 {
				s.starts[p+1]++
			}
		}
	}
	for p := range area {
		s.starts[p+1] += s.starts[p]
	}
	n := int(s.starts[area])
	if cap(s.channel) < n {
		s.channel, s.amount = make([]int32, n), make([]float32, n)
	}
	s.channel, s.amount = s.channel[:n], s.amount[:n]
	// Filling moves the beginning of a pixel to its end, which is the next one's
	// beginning.
	next := s.starts[:area]
	for c := first; c < channels; c++ {
		for p, v := range in[c*area:][:area] {
			if v != 0 {
				i := next[p]
				s.channel[i], s.amount[i] = int32(c*row), v
				next[p]++
			}
		}
	}
	copy(s.starts[1:], s.starts[:area])
	s.starts[0] = 0
}

// Run convolves planes without a border, [In][height][width], and adds the result to
// a plane of Out channels, which it finds at what it should start with. The first
// channels may be left out, as done already.
func (d *Direct) Run(width, height, first int, in []float32, out []float32, s *SparseScratch) {
	p := Plane{width, height, d.Out}
	p.check(out)
	row := 4 * d.Out
	s.read(in, first, d.In, width*height, row)
	for y := range height {
		for x := range width {
			n := d.around(x, y, width, height, row, s)
			gather(d.level, d.Out, at(out, p.At(x, y)), at(d.rows, 0), s.offsets[:n], s.values[:n])
		}
	}
}

// around lists what is not zero under the filter at a pixel, and returns how much.
func (d *Direct) around(x, y, width, height, row int, s *SparseScratch) (n int) {
	if most := d.width * d.height * d.In; len(s.offsets) < most {
		s.offsets, s.values = make([]int32, most), make([]float32, most)
	}
	for ty := range d.height {
		fy := y + (ty-d.height/2)*d.dy
		if fy < 0 || fy >= height {
			continue
		}
		for tx := range d.width {
			fx := x + (tx-d.width/2)*d.dx
			if fx < 0 || fx >= width {
				continue
			}
			tap := int32((ty*d.width + tx) * d.In * row)
			from, to := s.starts[fy*width+fx], s.starts[fy*width+fx+1]
			for i, c := range s.channel[from:to] {
				s.offsets[n+i] = tap + c
			}
			copy(s.values[n:], s.amount[from:to])
			n += int(to - from)
		}
	}
	return n
}

func gatherGeneric(channels int, dst, rows unsafe.Pointer, offsets []int32, values []float32) {
	out := unsafe.Slice((*float32)(dst), channels)
	for i, o := range offsets {
		row := unsafe.Slice((*float32)(unsafe.Add(rows, o)), channels)
		for c, w := range row {
			out[c] += w * values[i]
		}
	}
}

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
	offsets []int32
	values  []float32
	starts  []int32
	channel []int32
	amount  []float32
}

// Run convolves planes without a border, [In][height][width], into a plane of Out
// channels. add is the value that every pixel starts with, by output channel; nil
// is zero.
func (d *Direct) Run(width, height int, in []float32, out []float32, add []float32, s *SparseScratch) {
	p := Plane{width, height, d.Out}
	p.check(out)
	area := width * height
	// What is not zero, by pixel.
	s.starts, s.channel, s.amount = s.starts[:0], s.channel[:0], s.amount[:0]
	for at := range area {
		s.starts = append(s.starts, int32(len(s.channel)))
		for c := range d.In {
			if v := in[c*area+at]; v != 0 {
				s.channel, s.amount = append(s.channel, int32(c)), append(s.amount, v)
			}
		}
	}
	s.starts = append(s.starts, int32(len(s.channel)))
	for y := range height {
		for x := range width {
			s.offsets, s.values = s.offsets[:0], s.values[:0]
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
					row := int32((ty*d.width + tx) * d.In)
					from, to := s.starts[fy*width+fx], s.starts[fy*width+fx+1]
					for i := from; i < to; i++ {
						s.offsets = append(s.offsets, (row+s.channel[i])*int32(4*d.Out))
					}
					s.values = append(s.values, s.amount[from:to]...)
				}
			}
			pixel := out[p.At(x, y):][:d.Out]
			copy(pixel, orZeros(add, d.Out))
			gather(d.level, d.Out, at(pixel, 0), at(d.rows, 0), s.offsets, s.values)
		}
	}
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

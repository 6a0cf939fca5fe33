package kernel

import "unsafe"

// rectifiedArgs are the arguments of the gradient of a norm and ReLU, for a row of pixels. The assembly
// relies on their order; distances are in bytes.
type rectifiedArgs struct {
	by, out, dst, scale, bias unsafe.Pointer
	pixels, channels          int // channels in bytes
	step                      int // distance from one pixel to the next, the same in all planes
}

// Rectified computes the gradients of out = max(src*scale + bias, 0), on planes of one shape. The parameter by
// is the gradient of out. It counts as zero where out is not above zero. Rectified adds this gradient to the
// parameter bias, which is the gradient of the bias. The gradient of src is the gradient of out times scale.
// Rectified writes it to dst, or adds it to dst if add is true. A nil scale means 1 in every channel. The
// slices by and dst may share memory.
func Rectified(l Level, p Plane, by, out, dst, scale, bias []float32, add bool) {
	p.check(by)
	p.check(out)
	p.check(dst)
	a := rectifiedArgs{scale: at(orOnes(scale, p.Channels), 0), bias: at(bias[:p.Channels], 0),
		pixels: p.Width, channels: 4 * p.Channels, step: 4 * p.Channels}
	for i := range p.Count {
		for y := range p.Height {
			from := p.Board(i) + p.At(0, y)
			a.by, a.out, a.dst = at(by, from), at(out, from), at(dst, from)
			rectified(l, &a, add)
		}
	}
}

func rectifiedGeneric(a *rectifiedArgs, add bool) {
	for p := range a.pixels {
		for c := 0; c < a.channels; c += 4 {
			i := p*a.step + c
			v := *(*float32)(unsafe.Add(a.by, i))
			if !(*(*float32)(unsafe.Add(a.out, i)) > 0) {
				v = 0
			}
			*(*float32)(unsafe.Add(a.bias, c)) += v
			v *= *(*float32)(unsafe.Add(a.scale, c))
			dst := (*float32)(unsafe.Add(a.dst, i))
			if add {
				v += *dst
			}
			*dst = v
		}
	}
}

// Pixels returns the offset of the first pixel of the first board. It also returns the number of pixels from
// this pixel to the last pixel of the last board, borders included. A matrix product can treat these pixels as
// rows. Borders stay zero.
func (p Plane) Pixels() (first, count int) {
	first = p.At(0, 0)
	return first, (p.Board(p.Count-1)+p.At(p.Width-1, p.Height-1)-first)/p.Channels + 1
}

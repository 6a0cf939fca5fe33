package kernel

import "unsafe"

// affineArgs are the arguments of [Affine] for a row of pixels. The assembly relies on their order;
// distances are in bytes.
type affineArgs struct {
	src, dst, scale, bias, residual unsafe.Pointer
	pixels, channels                int // number of pixels; length of the channels of a pixel in bytes
	srcStep, dstStep, residualStep  int // distances from one pixel to the next
	floor                           float32
}

// Affine applies an [Epilogue] to every pixel of boards, from one plane to another or in place. If there is a
// Residual, Affine adds src to it and uses the sum instead of src. It then sets dst to src*Scale + Bias, and
// sets negative results to zero if Rectify is set. Unlike a convolution, Affine uses Scale even if there is no
// Residual. The planes may have different numbers of channels. Affine uses only the first channels of each
// plane.
func Affine(l Level, on Boards, channels int, src []float32, srcChannels int, dst []float32, dstChannels int, e Epilogue) {
	affineBoards(l, on, channels, src, on.Plane(srcChannels).layout(), dst, on.Plane(dstChannels).layout(), e)
}

// AffineTokens is like [Affine], but src has tokens: the pixels of the boards lie one after the other, without a
// border. The parameter named step is the distance from one token to the next, in floats.
func AffineTokens(l Level, on Boards, channels int, src []float32, step int, dst []float32, dstChannels int, e Epilogue) {
	tokens := layout{step: step, row: on.Width * step, board: on.Width * on.Height * step}
	affineBoards(l, on, channels, src, tokens, dst, on.Plane(dstChannels).layout(), e)
}

// layout says where the pixels of boards are: the first pixel, and the distances from one pixel to the next, from
// one row to the next and from one board to the next, in floats.
type layout struct{ first, step, row, board int }

func (p Plane) layout() layout { return layout{p.At(0, 0), p.Channels, p.row, p.board} }

func affineBoards(l Level, on Boards, channels int, src []float32, from layout, dst []float32, to layout, e Epilogue) {
	a := affineArgs{scale: at(orOnes(e.Scale, channels), 0), bias: at(orZeros(e.Bias, channels), 0), pixels: on.Width, channels: 4 * channels,
		srcStep: 4 * from.step, dstStep: 4 * to.step, residualStep: 4 * to.step, floor: e.floor()}
	for i := range on.Count {
		for y := range on.Height {
			src, dst := src[from.first+i*from.board+y*from.row:], dst[to.first+i*to.board+y*to.row:]
			_, _ = src[(on.Width-1)*from.step+channels-1], dst[(on.Width-1)*to.step+channels-1]
			a.src, a.dst = at(src, 0), at(dst, 0)
			if e.Residual != nil {
				residual := e.Residual[to.first+i*to.board+y*to.row:]
				_ = residual[(on.Width-1)*to.step+channels-1]
				a.residual = at(residual, 0)
			}
			affine(l, &a)
		}
	}
}

func affineGeneric(a *affineArgs) {
	for p := range a.pixels {
		for c := 0; c < a.channels; c += 4 {
			v := *(*float32)(unsafe.Add(a.src, p*a.srcStep+c))
			if a.residual != nil {
				r := (*float32)(unsafe.Add(a.residual, p*a.residualStep+c))
				*r += v
				v = *r
			}
			v = v**(*float32)(unsafe.Add(a.scale, c)) + *(*float32)(unsafe.Add(a.bias, c))
			*(*float32)(unsafe.Add(a.dst, p*a.dstStep+c)) = max(v, a.floor)
		}
	}
}

// poolArgs are the arguments of [Pool] for a row of pixels. The assembly relies on their order; distances
// are in bytes.
type poolArgs struct {
	src, sum, most   unsafe.Pointer
	pixels, channels int // number of pixels; length of the channels of a pixel in bytes
	step             int // distance from one pixel to the next
}

// Pool computes the sum and the largest value of each channel over the first board. It uses the first
// len(sum) channels.
func Pool(l Level, p Plane, src, sum, most []float32) {
	_, _ = src[p.At(p.Width-1, p.Height-1)+len(sum)-1], most[len(sum)-1]
	clear(sum)
	copy(most, src[p.At(0, 0):][:len(sum)])
	a := poolArgs{sum: at(sum, 0), most: at(most, 0), pixels: p.Width, channels: 4 * len(sum), step: 4 * p.Channels}
	for y := range p.Height {
		a.src = at(src, p.At(0, y))
		pool(l, &a)
	}
}

func poolGeneric(a *poolArgs) {
	for c := 0; c < a.channels; c += 4 {
		sum, most := (*float32)(unsafe.Add(a.sum, c)), (*float32)(unsafe.Add(a.most, c))
		for p := range a.pixels {
			v := *(*float32)(unsafe.Add(a.src, p*a.step+c))
			*sum += v
			*most = max(*most, v)
		}
	}
}

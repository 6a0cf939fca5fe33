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
	from, to := on.Plane(srcChannels), on.Plane(dstChannels)
	a := affineArgs{scale: at(orOnes(e.Scale, channels), 0), bias: at(orZeros(e.Bias, channels), 0), pixels: on.Width, channels: 4 * channels,
		srcStep: 4 * srcChannels, dstStep: 4 * dstChannels, residualStep: 4 * dstChannels, floor: e.floor()}
	for i := range on.Count {
		src, dst := src[from.Board(i):], dst[to.Board(i):]
		_, _ = src[from.At(on.Width-1, on.Height-1)+channels-1], dst[to.At(on.Width-1, on.Height-1)+channels-1]
		if e.Residual != nil {
			_ = e.Residual[to.Board(i)+to.At(on.Width-1, on.Height-1)+channels-1]
		}
		for y := range on.Height {
			a.src, a.dst = at(src, from.At(0, y)), at(dst, to.At(0, y))
			if e.Residual != nil {
				a.residual = at(e.Residual, to.Board(i)+to.At(0, y))
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

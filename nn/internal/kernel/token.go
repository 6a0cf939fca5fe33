package kernel

import "unsafe"

// Tokens are the pixels of boards one after the other, without a border. The functions of this file are layers of
// transformers.

// rmsArgs are the arguments of [RMSNorm] for a row of pixels. The assembly relies on their order; distances are in
// bytes.
type rmsArgs struct {
	src, dst, weights unsafe.Pointer
	pixels, channels  int // number of pixels; length of the channels of a pixel in bytes
	srcStep, dstStep  int // distances from one pixel to the next
	part, epsilon     float32
}

// RMSNorm divides each pixel of a plane by the root of the mean square of its channels, and multiplies it by the
// weights. The mean is over the first given channels; the other channels must be zero. Epsilon is added to the
// mean. The result are tokens with the same number of channels.
func RMSNorm(l Level, p Plane, src []float32, given int, epsilon float64, weights, dst []float32) {
	p.check(src)
	_, _ = dst[p.Count*p.Width*p.Height*p.Channels-1], weights[p.Channels-1]
	a := rmsArgs{weights: at(weights, 0), pixels: p.Width, channels: 4 * p.Channels, srcStep: 4 * p.Channels, dstStep: 4 * p.Channels,
		part: 1 / float32(given), epsilon: float32(epsilon)}
	for i := range p.Count {
		for y := range p.Height {
			a.src, a.dst = at(src, p.Board(i)+p.At(0, y)), at(dst, (i*p.Height+y)*p.Width*p.Channels)
			rms(l, &a)
		}
	}
}

func rmsGeneric(a *rmsArgs) {
	n := a.channels / 4
	weights := unsafe.Slice((*float32)(a.weights), n)
	for p := range a.pixels {
		from, to := unsafe.Slice((*float32)(unsafe.Add(a.src, p*a.srcStep)), n), unsafe.Slice((*float32)(unsafe.Add(a.dst, p*a.dstStep)), n)
		sum := float32(0)
		for _, v := range from {
			sum += v * v
		}
		factor := 1 / root(sum*a.part+a.epsilon)
		for c, v := range from {
			to[c] = v * factor * weights[c]
		}
	}
}

// Rotate turns pairs of numbers, which lie side by side, by angles. The cosine of the angle of a pair stands at both
// places of the pair in cos. The sine stands at the second place in sin, and its negative at the first.
func Rotate(l Level, v, cos, sin []float32) {
	_, _ = cos[len(v)-1], sin[len(v)-1]
	rotate(l, v, cos, sin)
}

func rotateGeneric(v, cos, sin []float32) {
	for i := 0; i < len(v); i += 2 {
		a, b := v[i], v[i+1]
		v[i], v[i+1] = a*cos[i]+b*sin[i], b*cos[i+1]+a*sin[i+1]
	}
}

// GatedSiLU replaces v by SiLU(v) * gate. The length of v must be a multiple of Lanes.
func GatedSiLU(l Level, v, gate []float32) {
	_ = gate[len(v)-1]
	gatedSilu(l, v, gate)
}

func gatedSiluGeneric(v, gate []float32) {
	siluGeneric(v)
	for i, g := range gate[:len(v)] {
		v[i] *= g
	}
}

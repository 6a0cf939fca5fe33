package kernel

import "unsafe"

// neonWidth is the number of columns of a panel: four vectors.
const neonWidth = 16

// gemmKernels returns the kernels of a level for panels of this width, or nil if it has none. The index is the
// number of rows.
func gemmKernels(l Level, _ int) []gemmFunc {
	if l == NEON {
		return gemmF32N[:]
	}
	return nil
}

// gemmKernels16 returns nil: arm64 has no kernels for 16-bit integers. ADR 13 gives the reason.
func gemmKernels16(Level, int) []gemm16Func { return nil }

// outerKernels returns the kernels for outer products. They add four rows. The number of rows that [Outer] passes is
// a multiple of Lanes.
func outerKernels(Level, int) []outerFunc { return outerN[:] }

// panelWidth returns the number of columns of the next panel.
func panelWidth(l Level, left int) int {
	if l == NEON {
		return neonWidth
	}
	return left
}

// The transforms. The first index is 1 if the tile's width is long, otherwise 0. The second index is the same
// for its height.
var (
	winogradInN = [2][2]func(*inArgs){
		{winogradIn4x4N, winogradIn4x5N},
		{winogradIn5x4N, winogradIn5x5N},
	}
	winogradOutBiasN = [2][2]func(*outArgs){
		{winogradOut4x4BiasN, winogradOut4x5BiasN},
		{winogradOut5x4BiasN, winogradOut5x5BiasN},
	}
	winogradOutResidualN = [2][2]func(*outArgs){
		{winogradOut4x4ResidualN, winogradOut4x5ResidualN},
		{winogradOut5x4ResidualN, winogradOut5x5ResidualN},
	}
	winogradAdjointN = [2][2]func(*inArgs){
		{winogradAdjoint4x4N, winogradAdjoint4x5N},
		{winogradAdjoint5x4N, winogradAdjoint5x5N},
	}
)

func transformIn(l Level, s shape, a *inArgs) {
	if l == NEON {
		winogradInN[s.width-(longSide-1)][s.height-(longSide-1)](a)
	} else {
		transformInGeneric(s, a)
	}
}

func transformOut(l Level, s shape, a *outArgs) {
	w, h := s.width-(longSide-1), s.height-(longSide-1)
	switch {
	case l == NEON && a.residual != nil:
		winogradOutResidualN[w][h](a)
	case l == NEON:
		winogradOutBiasN[w][h](a)
	default:
		transformOutGeneric(s, a)
	}
}

func transformAdjoint(l Level, s shape, a *inArgs) {
	if l == NEON {
		winogradAdjointN[s.width-(longSide-1)][s.height-(longSide-1)](a)
	} else {
		transformAdjointGeneric(s, a)
	}
}

func rectified(l Level, a *rectifiedArgs, add bool) {
	switch {
	case l == NEON && add:
		rectifiedAddN(a)
	case l == NEON:
		rectifiedN(a)
	default:
		rectifiedGeneric(a, add)
	}
}

func affine(l Level, a *affineArgs) {
	switch {
	case l == NEON && a.residual != nil:
		affineResidualN(a)
	case l == NEON:
		affineN(a)
	default:
		affineGeneric(a)
	}
}

func pool(l Level, a *poolArgs) {
	if l == NEON {
		poolN(a)
	} else {
		poolGeneric(a)
	}
}

// gather computes the same as gatherGeneric. The number of channels must be a multiple of Lanes.
func gather(l Level, channels int, a *gatherArgs) {
	if l != NEON {
		gatherGeneric(channels, a)
		return
	}
	for done := 0; done < channels; {
		switch left := (channels - done) / Lanes; {
		case left >= 6:
			gatherNx24(a, 4*done)
			done += 6 * Lanes
		case left >= 4:
			gatherNx16(a, 4*done)
			done += 4 * Lanes
		case left >= 2:
			gatherNx8(a, 4*done)
			done += 2 * Lanes
		default:
			gatherNx4(a, 4*done)
			done += Lanes
		}
	}
}

func mish(l Level, v []float32) { mishGeneric(v[activate(l, v, mishN):]) }
func silu(l Level, v []float32) { siluGeneric(v[activate(l, v, siluN):]) }

// activate applies an assembly function to all whole vectors of v. It returns the number of values in these vectors.
func activate(l Level, v []float32, f func(p unsafe.Pointer, bytes int)) (done int) {
	whole := len(v) / Lanes * Lanes
	if whole == 0 || l != NEON {
		return 0
	}
	f(at(v, 0), 4*whole)
	return whole
}

// gatedSilu computes the same as gatedSiluGeneric.
func gatedSilu(l Level, v, gate []float32) {
	silu(l, v)
	for i, g := range gate[:len(v)] {
		v[i] *= g
	}
}

// These functions have no assembly for arm64.

func rms(_ Level, a *rmsArgs)               { rmsGeneric(a) }
func rotate(_ Level, v, cos, sin []float32) { rotateGeneric(v, cos, sin) }

func round(_ Level, a *roundArgs) { roundGeneric(a) }

// exponentials computes the same as exponentialsGeneric.
func exponentials(l Level, v, factors []float32) (sum float32) {
	if l != NEON {
		return exponentialsGeneric(v, factors)
	}
	var lanes [4]float32
	_ = factors[len(v)-1]
	exponentialsN(at(v, 0), 4*len(v), at(factors, 0), unsafe.Pointer(&lanes))
	return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
}

// Peak makes multiplications and additions, and returns their number. It makes n steps, each in as many
// independent chains as the CPU can compute at the same time. The speed of Peak is the peak speed of a level.
func Peak(l Level, n int) (operations float64) {
	if l == NEON {
		peakF32N(n)
		return float64(n) * peakF32NChains * 8
	}
	return peakGeneric(n)
}

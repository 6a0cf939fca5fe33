package kernel

import "unsafe"

// The kernels for matrix products with panels of one to three vectors. The index is the number of rows.
var (
	gemmF32Z = [...][]gemmFunc{gemmF32Z1[:], gemmF32Z2[:], gemmF32Z3[:]}
	gemmF32Y = [...][]gemmFunc{gemmF32Y1[:], gemmF32Y2[:], gemmF32Y3[:]}
	gemmI16Z = [...][]gemm16Func{gemmI16Z1[:], gemmI16Z2[:], gemmI16Z3[:]}
	gemmV16Y = [...][]gemm16Func{gemmV16Y1[:], gemmV16Y2[:], gemmV16Y3[:]}
	gemmI16Y = [...][]gemm16Func{gemmI16Y1[:], gemmI16Y2[:]}
)

// gemmKernels returns the kernels of a level for panels of this width, or nil if it has none.
func gemmKernels(l Level, width int) []gemmFunc {
	switch {
	case l.Exact() == AVX512:
		return gemmF32Z[width/16-1]
	case l.Exact() == AVX2:
		return gemmF32Y[width/8-1]
	}
	return nil
}

// The kernels for sums of outer products. The index is the number of rows.
var (
	outerZ = [...][]outerFunc{outerZ1[:], outerZ2[:], outerZ3[:]}
	outerY = [...][]outerFunc{outerY1[:], outerY2[:], outerY3[:]}
)

// outerKernels returns the kernels of a level for outer products with panels of this width.
func outerKernels(l Level, width int) []outerFunc {
	if l.Exact() == AVX512 {
		return outerZ[width/16-1]
	}
	return outerY[width/8-1]
}

// gemmKernels16 returns the kernels for pairs of 16-bit integers, or nil.
func gemmKernels16(l Level, width int) []gemm16Func {
	switch l {
	case VNNI16:
		return gemmI16Z[width/16-1]
	case AVXVNNI16:
		return gemmV16Y[width/8-1]
	case AVX2I16:
		return gemmI16Y[width/8-1]
	}
	return nil
}

// panelWidth returns the number of columns of the next panel. The parameter named left is the number of
// columns that remain. A panel has three vectors if possible. It has fewer if only a single vector would
// remain after it.
func panelWidth(l Level, left int) int {
	vector := l.vectorLanes()
	switch n := left / vector; {
	case l == AVX2I16: // its kernels have no registers for three vectors
		return 2 * vector
	case n == 3 || n > 4:
		return 3 * vector
	default:
		return min(n, 2) * vector
	}
}

// The transforms. The first index is 1 if the tile's width is long, otherwise 0. The second index is the same
// for its height.
var (
	winogradInZ = [2][2]func(*inArgs){
		{winogradIn4x4Z, winogradIn4x5Z},
		{winogradIn5x4Z, winogradIn5x5Z},
	}
	winogradOutBiasZ = [2][2]func(*outArgs){
		{winogradOut4x4BiasZ, winogradOut4x5BiasZ},
		{winogradOut5x4BiasZ, winogradOut5x5BiasZ},
	}
	winogradOutResidualZ = [2][2]func(*outArgs){
		{winogradOut4x4ResidualZ, winogradOut4x5ResidualZ},
		{winogradOut5x4ResidualZ, winogradOut5x5ResidualZ},
	}
	winogradInY = [2][2]func(*inArgs){
		{winogradIn4x4Y, winogradIn4x5Y},
		{winogradIn5x4Y, winogradIn5x5Y},
	}
	winogradOutBiasY = [2][2]func(*outArgs){
		{winogradOut4x4BiasY, winogradOut4x5BiasY},
		{winogradOut5x4BiasY, winogradOut5x5BiasY},
	}
	winogradOutResidualY = [2][2]func(*outArgs){
		{winogradOut4x4ResidualY, winogradOut4x5ResidualY},
		{winogradOut5x4ResidualY, winogradOut5x5ResidualY},
	}
)

func transformIn(l Level, s shape, a *inArgs) {
	w, h := s.width-(longSide-1), s.height-(longSide-1)
	switch l.Exact() {
	case AVX512:
		winogradInZ[w][h](a)
	case AVX2:
		winogradInY[w][h](a)
	default:
		transformInGeneric(s, a)
	}
}

func transformOut(l Level, s shape, a *outArgs) {
	w, h := s.width-(longSide-1), s.height-(longSide-1)
	switch residual := a.residual != nil; {
	case l.Exact() == AVX512 && residual:
		winogradOutResidualZ[w][h](a)
	case l.Exact() == AVX512:
		winogradOutBiasZ[w][h](a)
	case l.Exact() == AVX2 && residual:
		winogradOutResidualY[w][h](a)
	case l.Exact() == AVX2:
		winogradOutBiasY[w][h](a)
	default:
		transformOutGeneric(s, a)
	}
}

// The transforms of gradients. Their indices are the same as those of the transforms above.
var (
	winogradAdjointZ = [2][2]func(*inArgs){
		{winogradAdjoint4x4Z, winogradAdjoint4x5Z},
		{winogradAdjoint5x4Z, winogradAdjoint5x5Z},
	}
	winogradAdjointY = [2][2]func(*inArgs){
		{winogradAdjoint4x4Y, winogradAdjoint4x5Y},
		{winogradAdjoint5x4Y, winogradAdjoint5x5Y},
	}
)

func transformAdjoint(l Level, s shape, a *inArgs) {
	w, h := s.width-(longSide-1), s.height-(longSide-1)
	switch {
	case l.Exact() == AVX512:
		winogradAdjointZ[w][h](a)
	case l.Exact() == AVX2:
		winogradAdjointY[w][h](a)
	default:
		transformAdjointGeneric(s, a)
	}
}

func rectified(l Level, a *rectifiedArgs, add bool) {
	switch {
	case l.Exact() == AVX512 && add:
		rectifiedAddZ(a)
	case l.Exact() == AVX512:
		rectifiedZ(a)
	case l.Exact() == AVX2 && add:
		rectifiedAddY(a)
	case l.Exact() == AVX2:
		rectifiedY(a)
	default:
		rectifiedGeneric(a, add)
	}
}

func affine(l Level, a *affineArgs) {
	switch {
	case l.Exact() == AVX512 && a.residual != nil:
		affineResidualZ(a)
	case l.Exact() == AVX512:
		affineZ(a)
	case l.Exact() == AVX2 && a.residual != nil:
		affineResidualY(a)
	case l.Exact() == AVX2:
		affineY(a)
	default:
		affineGeneric(a)
	}
}

func pool(l Level, a *poolArgs) {
	switch {
	case l.Exact() == AVX512:
		poolZ(a)
	case l.Exact() == AVX2:
		poolY(a)
	default:
		poolGeneric(a)
	}
}

// gather computes the same as gatherGeneric. The number of channels must be a multiple of Lanes.
func gather(l Level, channels int, a *gatherArgs) {
	for done := 0; done < channels; {
		left := (channels - done) / Lanes
		switch {
		case l.Exact() == AVX512 && left >= 6:
			gatherZx6(a, 4*done)
			done += 6 * Lanes
		case l.Exact() == AVX512 && left >= 4:
			gatherZx4(a, 4*done)
			done += 4 * Lanes
		case l.Exact() == AVX512 && left >= 2:
			gatherZx2(a, 4*done)
			done += 2 * Lanes
		case l.Exact() == AVX512:
			gatherZx1(a, 4*done)
			done += Lanes
		case l.Exact() == AVX2 && left >= 3:
			gatherYx6(a, 4*done)
			done += 3 * Lanes
		case l.Exact() == AVX2 && left >= 2:
			gatherYx4(a, 4*done)
			done += 2 * Lanes
		case l.Exact() == AVX2:
			gatherYx2(a, 4*done)
			done += Lanes
		default:
			gatherGeneric(channels, a)
			return
		}
	}
}

func mish(l Level, v []float32) {
	mishGeneric(v[activate(l, v, mishY, mishZ):])
}

func silu(l Level, v []float32) {
	siluGeneric(v[activate(l, v, siluY, siluZ):])
}

// activate applies the assembly function of a level to all whole vectors of v. It returns the number of values
// in these vectors.
func activate(l Level, v []float32, y, z func(p unsafe.Pointer, bytes int)) (done int) {
	whole := len(v) / Lanes * Lanes
	switch {
	case whole == 0 || l == Generic:
		return 0
	case l.Exact() == AVX512:
		z(at(v, 0), 4*whole)
	default:
		y(at(v, 0), 4*whole)
	}
	return whole
}

// gatedSilu computes the same as gatedSiluGeneric. The length of v must be a multiple of Lanes.
func gatedSilu(l Level, v, gate []float32) {
	switch l.Exact() {
	case AVX512:
		gatedSiluZ(at(v, 0), at(gate, 0), 4*len(v))
	case AVX2:
		gatedSiluY(at(v, 0), at(gate, 0), 4*len(v))
	default:
		gatedSiluGeneric(v, gate)
	}
}

func rms(l Level, a *rmsArgs) {
	switch l.Exact() {
	case AVX512:
		rmsZ(a)
	case AVX2:
		rmsY(a)
	default:
		rmsGeneric(a)
	}
}

// rotate computes the same as rotateGeneric.
func rotate(l Level, v, cos, sin []float32) {
	whole := len(v) / Lanes * Lanes
	switch {
	case whole == 0 || l == Generic:
		whole = 0
	case l.Exact() == AVX512:
		rotateZ(at(v, 0), at(cos, 0), at(sin, 0), 4*whole)
	default:
		rotateY(at(v, 0), at(cos, 0), at(sin, 0), 4*whole)
	}
	rotateGeneric(v[whole:], cos[whole:], sin[whole:])
}

func round(l Level, a *roundArgs) {
	switch l.Exact() {
	case AVX512:
		round16Z(a)
	case AVX2:
		round16Y(a)
	default:
		roundGeneric(a)
	}
}

// exponentials computes the same as exponentialsGeneric. At levels that compute in integers, the weights of attention
// are rounded afterwards, and have a larger error.
func exponentials(l Level, v, factors []float32) (sum float32) {
	var lanes [Lanes]float32
	_ = factors[len(v)-1]
	switch {
	case l == Generic:
		return exponentialsGeneric(v, factors)
	case l == VNNI16:
		exponentials16Z(at(v, 0), 4*len(v), at(factors, 0), unsafe.Pointer(&lanes))
	case l == AVX512:
		exponentialsZ(at(v, 0), 4*len(v), at(factors, 0), unsafe.Pointer(&lanes))
	case l.Integers():
		exponentials16Y(at(v, 0), 4*len(v), at(factors, 0), unsafe.Pointer(&lanes))
	default:
		exponentialsY(at(v, 0), 4*len(v), at(factors, 0), unsafe.Pointer(&lanes))
	}
	for _, s := range lanes {
		sum += s
	}
	return sum
}

// Peak makes multiplications and additions, and returns their number. It makes n steps, each in as many
// independent chains as the CPU can compute at the same time. The speed of Peak is the peak speed of a level.
func Peak(l Level, n int) (operations float64) {
	switch l {
	case VNNI16:
		peakI16Z(n)
		return float64(n) * peakI16ZChains * 64
	case AVX512:
		peakF32Z(n)
		return float64(n) * peakF32ZChains * 32
	case AVXVNNI16:
		peakV16Y(n)
		return float64(n) * peakV16YChains * 32
	case AVX2I16:
		peakI16Y(n)
		return float64(n) * peakI16YChains * 32
	case AVX2:
		peakF32Y(n)
		return float64(n) * peakF32YChains * 16
	}
	return peakGeneric(n)
}

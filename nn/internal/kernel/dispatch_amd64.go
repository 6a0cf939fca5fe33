package kernel

import "unsafe"

// The kernels for matrix products with panels of one to three vectors. The index is the number of rows.
var (
	gemmF32Z = [...][]gemmFunc{gemmF32Z1[:], gemmF32Z2[:], gemmF32Z3[:]}
	gemmF32Y = [...][]gemmFunc{gemmF32Y1[:], gemmF32Y2[:], gemmF32Y3[:]}
	gemmI16Z = [...][]gemmFunc{gemmI16Z1[:], gemmI16Z2[:], gemmI16Z3[:]}
)

// gemmKernels returns the kernels of a level for panels of this width, or nil if it has none.
func gemmKernels(l Level, width int) []gemmFunc {
	switch {
	case l >= AVX512:
		return gemmF32Z[width/16-1]
	case l == AVX2:
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
	if l >= AVX512 {
		return outerZ[width/16-1]
	}
	return outerY[width/8-1]
}

// gemmKernels16 returns the kernels for pairs of 16-bit integers, or nil.
func gemmKernels16(l Level, width int) []gemmFunc {
	if l != VNNI16 {
		return nil
	}
	return gemmI16Z[width/16-1]
}

// panelWidth returns the number of columns of the next panel. The parameter left is the number of columns that
// remain. A panel has three vectors if possible. It has fewer if only a single vector would remain after it.
func panelWidth(l Level, left int) int {
	vector := l.vectorLanes()
	switch n := left / vector; {
	case n == 3 || n > 4:
		return 3 * vector
	default:
		return min(n, 2) * vector
	}
}

// The transforms. The first index is 1 if the tile's width is long, otherwise 0. The second index is the same
// for its height.
var (
	winogradInFloatZ = [2][2]func(*inArgs){
		{winogradInFloat4x4Z, winogradInFloat4x5Z},
		{winogradInFloat5x4Z, winogradInFloat5x5Z},
	}
	winogradOutFloatBiasZ = [2][2]func(*outArgs){
		{winogradOutFloat4x4BiasZ, winogradOutFloat4x5BiasZ},
		{winogradOutFloat5x4BiasZ, winogradOutFloat5x5BiasZ},
	}
	winogradOutFloatResidualZ = [2][2]func(*outArgs){
		{winogradOutFloat4x4ResidualZ, winogradOutFloat4x5ResidualZ},
		{winogradOutFloat5x4ResidualZ, winogradOutFloat5x5ResidualZ},
	}
	winogradInFloatY = [2][2]func(*inArgs){
		{winogradInFloat4x4Y, winogradInFloat4x5Y},
		{winogradInFloat5x4Y, winogradInFloat5x5Y},
	}
	winogradOutFloatBiasY = [2][2]func(*outArgs){
		{winogradOutFloat4x4BiasY, winogradOutFloat4x5BiasY},
		{winogradOutFloat5x4BiasY, winogradOutFloat5x5BiasY},
	}
	winogradOutFloatResidualY = [2][2]func(*outArgs){
		{winogradOutFloat4x4ResidualY, winogradOutFloat4x5ResidualY},
		{winogradOutFloat5x4ResidualY, winogradOutFloat5x5ResidualY},
	}
	winogradInIntZ = [2][2]func(*inArgs){
		{winogradInInt3x3Z, winogradInInt3x4Z},
		{winogradInInt4x3Z, winogradInInt4x4Z},
	}
	winogradOutIntBiasZ = [2][2]func(*outArgs){
		{winogradOutInt3x3BiasZ, winogradOutInt3x4BiasZ},
		{winogradOutInt4x3BiasZ, winogradOutInt4x4BiasZ},
	}
	winogradOutIntResidualZ = [2][2]func(*outArgs){
		{winogradOutInt3x3ResidualZ, winogradOutInt3x4ResidualZ},
		{winogradOutInt4x3ResidualZ, winogradOutInt4x4ResidualZ},
	}
)

func transformIn(l Level, t *tiling, s shape, a *inArgs) {
	w, h := s.width-(t.long-1), s.height-(t.long-1)
	switch {
	case l >= AVX512 && t == &intTiles:
		winogradInIntZ[w][h](a)
	case l >= AVX512:
		winogradInFloatZ[w][h](a)
	case l == AVX2 && t == &floatTiles:
		winogradInFloatY[w][h](a)
	default:
		transformInGeneric(t, s, a)
	}
}

func transformOut(l Level, t *tiling, s shape, a *outArgs) {
	w, h := s.width-(t.long-1), s.height-(t.long-1)
	switch residual := a.residual != nil; {
	case l >= AVX512 && t == &intTiles && residual:
		winogradOutIntResidualZ[w][h](a)
	case l >= AVX512 && t == &intTiles:
		winogradOutIntBiasZ[w][h](a)
	case l >= AVX512 && residual:
		winogradOutFloatResidualZ[w][h](a)
	case l >= AVX512:
		winogradOutFloatBiasZ[w][h](a)
	case l == AVX2 && t == &floatTiles:
		if residual {
			winogradOutFloatResidualY[w][h](a)
		} else {
			winogradOutFloatBiasY[w][h](a)
		}
	default:
		transformOutGeneric(t, s, a)
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

func transformAdjoint(l Level, t *tiling, s shape, a *inArgs) {
	w, h := s.width-(t.long-1), s.height-(t.long-1)
	switch {
	case l >= AVX512:
		winogradAdjointZ[w][h](a)
	case l == AVX2:
		winogradAdjointY[w][h](a)
	default:
		transformAdjointGeneric(t, s, a)
	}
}

func rectified(l Level, a *rectifiedArgs, add bool) {
	switch {
	case l >= AVX512 && add:
		rectifiedAddZ(a)
	case l >= AVX512:
		rectifiedZ(a)
	case l == AVX2 && add:
		rectifiedAddY(a)
	case l == AVX2:
		rectifiedY(a)
	default:
		rectifiedGeneric(a, add)
	}
}

func affine(l Level, a *affineArgs) {
	switch {
	case l >= AVX512 && a.residual != nil:
		affineResidualZ(a)
	case l >= AVX512:
		affineZ(a)
	case l == AVX2 && a.residual != nil:
		affineResidualY(a)
	case l == AVX2:
		affineY(a)
	default:
		affineGeneric(a)
	}
}

func pool(l Level, a *poolArgs) {
	switch {
	case l >= AVX512:
		poolZ(a)
	case l == AVX2:
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
		case l >= AVX512 && left >= 6:
			gatherZx6(a, 4*done)
			done += 6 * Lanes
		case l >= AVX512 && left >= 4:
			gatherZx4(a, 4*done)
			done += 4 * Lanes
		case l >= AVX512 && left >= 2:
			gatherZx2(a, 4*done)
			done += 2 * Lanes
		case l >= AVX512:
			gatherZx1(a, 4*done)
			done += Lanes
		case l == AVX2 && left >= 3:
			gatherYx6(a, 4*done)
			done += 3 * Lanes
		case l == AVX2 && left >= 2:
			gatherYx4(a, 4*done)
			done += 2 * Lanes
		case l == AVX2:
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
	case l >= AVX512:
		z(at(v, 0), 4*whole)
	default:
		y(at(v, 0), 4*whole)
	}
	return whole
}

func round(l Level, a *roundArgs) {
	if l >= AVX512 {
		round16Z(a)
	} else {
		roundGeneric(a)
	}
}

// exponentials computes the same as exponentialsGeneric.
func exponentials(l Level, v []float32) (sum float32) {
	var lanes [Lanes]float32
	switch {
	case l == Generic:
		return exponentialsGeneric(v)
	case l >= AVX512:
		exponentialsZ(at(v, 0), 4*len(v), unsafe.Pointer(&lanes))
	default:
		exponentialsY(at(v, 0), 4*len(v), unsafe.Pointer(&lanes))
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
	case AVX2:
		peakF32Y(n)
		return float64(n) * peakF32YChains * 16
	}
	return peakGeneric(n)
}

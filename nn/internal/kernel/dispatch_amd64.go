package kernel

import "unsafe"

// gemmKernels are those of a level for panels of a width, by the number of rows;
// nil where there are none.
func gemmKernels(l Level, width int) []gemmFunc {
	switch {
	case l >= AVX512 && width == 32:
		return gemmF32Z2[:]
	case l >= AVX512:
		return gemmF32Z1[:]
	case l == AVX2:
		return gemmF32Y2[:]
	}
	return nil
}

// gemmKernels16 are those for pairs of 16-bit integers.
func gemmKernels16(l Level, width int) []gemmFunc {
	switch {
	case l != VNNI16:
		return nil
	case width == 32:
		return gemmI16Z2[:]
	}
	return gemmI16Z1[:]
}

// panelWidth is how many columns a panel has at most.
func panelWidth(l Level) int {
	if l == AVX2 {
		return 16
	}
	return 32
}

func transformIn(l Level, a *inArgs) {
	switch {
	case l >= AVX512:
		winogradInZ(a)
	case l == AVX2:
		a.vectors *= 2
		winogradInY(a)
		a.vectors /= 2
	default:
		transformInGeneric(a)
	}
}

func transformOut(l Level, a *outArgs) {
	switch {
	case l == VNNI16 && a.steps != nil && a.residual != nil:
		winogradOutResidualI16Z(a)
	case l == VNNI16 && a.steps != nil:
		winogradOutBiasI16Z(a)
	case l >= AVX512 && a.residual != nil:
		winogradOutResidualZ(a)
	case l >= AVX512:
		winogradOutBiasZ(a)
	case l == AVX2:
		a.vectors *= 2
		if a.residual != nil {
			winogradOutResidualY(a)
		} else {
			winogradOutBiasY(a)
		}
		a.vectors /= 2
	default:
		transformOutGeneric(a)
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

// gather is dst += rows of a matrix, each times a value; channels is a multiple of
// Lanes.
func gather(l Level, channels int, dst, rows unsafe.Pointer, offsets []int32, values []float32) {
	if len(offsets) == 0 {
		return
	}
	for done := 0; done < channels; {
		left := (channels - done) / Lanes
		d, r, n := unsafe.Add(dst, 4*done), unsafe.Add(rows, 4*done), len(offsets)
		o, v := &offsets[0], &values[0]
		switch {
		case l >= AVX512 && left >= 6:
			gatherZx6(d, r, o, v, n)
			done += 6 * Lanes
		case l >= AVX512 && left >= 4:
			gatherZx4(d, r, o, v, n)
			done += 4 * Lanes
		case l >= AVX512 && left >= 2:
			gatherZx2(d, r, o, v, n)
			done += 2 * Lanes
		case l >= AVX512:
			gatherZx1(d, r, o, v, n)
			done += Lanes
		case l == AVX2 && left >= 3:
			gatherYx6(d, r, o, v, n)
			done += 3 * Lanes
		case l == AVX2 && left >= 2:
			gatherYx4(d, r, o, v, n)
			done += 2 * Lanes
		case l == AVX2:
			gatherYx2(d, r, o, v, n)
			done += Lanes
		default:
			gatherGeneric(channels, dst, rows, offsets, values)
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

// activate applies the assembly of a level to whole vectors and returns how many
// values those are.
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

// mostAbs is the largest absolute value; len(v) is a multiple of Lanes.
func mostAbs(l Level, v []float32) float32 {
	if l < AVX512 {
		return mostAbsGeneric(v)
	}
	var lanes [Lanes]float32
	mostAbsZ(at(v, 0), 4*len(v), unsafe.Pointer(&lanes))
	return mostAbsGeneric(lanes[:])
}

// round makes integers of values times a scale, which 16 bits can hold; len(v) is a
// multiple of Lanes.
func round(l Level, v []float32, to []int16, scale float32) {
	if l < AVX512 {
		roundGeneric(v, to, scale)
		return
	}
	round16Z(at(v, 0), 4*len(v), at(to, 0), &scale)
}

// expSub makes v exp(v - most) and returns the sum.
func expSub(l Level, v []float32, most float32) (sum float32) {
	whole := len(v) / Lanes * Lanes
	var lanes [Lanes]float32
	switch {
	case whole == 0 || l == Generic:
		whole = 0
	case l >= AVX512:
		expSubZ(at(v, 0), 4*whole, &most, at(lanes[:], 0))
	default:
		expSubY(at(v, 0), 4*whole, &most, at(lanes[:], 0))
	}
	for _, s := range lanes {
		sum += s
	}
	return sum + expSubGeneric(v[whole:], most)
}

// Peak does nothing but multiply and add, n times over in as many chains as the CPU
// can work on, and returns how many operations that were: what a level can do at
// most.
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

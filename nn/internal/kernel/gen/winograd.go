package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

func bits(v float64) uint32 { return math.Float32bits(float32(v)) }

// shape is the type of the same name in package kernel. The constants are those of the same names.
type shape struct{ width, height int }

const (
	longSide = 5
	points   = longSide + 2

	pointA = 0.875
	pointB = 2
	pointC = 0.375
)

// winograd writes the transforms of the input and of the output, for tiles of every shape.
func winograd(f *file, w width) {
	for _, width := range []int{longSide - 1, longSide} {
		for _, height := range []int{longSide - 1, longSide} {
			s := shape{width, height}
			winogradIn(f, w, s)
			winogradOut(f, w, s, false)
			winogradOut(f, w, s, true)
		}
	}
}

// factors maps the names of constants to operands. Registers above the first sixteen hold the first
// constants, from the highest register down. The others are in memory.
type factors map[string]string

func newFactors(f *file, w width, names []string, value map[string]float64) factors {
	k := factors{}
	for i, name := range names {
		symbol := f.constant("wino"+name, bits(value[name]))
		switch {
		case w == Y:
			k[name] = symbol
		case i < w.count-16:
			k[name] = w.r(31 - i)
			f.op("VBROADCASTSS %s, %s", symbol, k[name])
		default:
			k[name] = "BCST " + symbol
		}
	}
	return k
}

// op writes an instruction whose first operand is a factor.
func (k factors) op(f *file, name, factor string, registers ...string) {
	from, inMemory := strings.CutPrefix(k[factor], "BCST ")
	if inMemory {
		name += ".BCST"
	}
	f.op("%s %s, %s", name, from, strings.Join(registers, ", "))
}

// inFactors returns the names and values of the factors of input transforms along sides of these lengths.
// The most frequently used factors come first.
func inFactors(sides ...int) (names []string, value map[string]float64) {
	const a, b, c = pointA, pointB, pointC
	value = map[string]float64{"AABB": a * a * b * b, "AAplusBB": a*a + b*b, "BB": b * b, "AA": a * a, "A": a, "B": b, "C": c,
		"ZeroFirst": -c, "ZeroThird": c * (a*a + b*b), "ZeroFifth": -c * a * a * b * b}
	names = []string{"AABB", "AAplusBB", "BB", "AA"}
	if slices.Contains(sides, longSide) {
		names = append(names, "A", "B", "C")
	}
	if slices.Contains(sides, longSide-1) {
		for point, v := range map[string]float64{"A": a, "B": b} {
			value[point+"Plus"], value[point+"PlusEven"] = v-c, (v-c)*v
			value[point+"Minus"], value[point+"MinusEven"] = -v-c, (v+c)*v
		}
		for _, point := range []string{"A", "B"} {
			names = append(names, point+"Plus", point+"PlusEven", point+"Minus", point+"MinusEven")
		}
		names = append(names, "ZeroFirst", "ZeroThird", "ZeroFifth")
	}
	return names, value
}

// winogradIn writes the transform of a patch of the input. Its argument is a *inArgs.
func winogradIn(f *file, w width, s shape) {
	f.fn(fmt.Sprintf("winogradIn%dx%d%s", s.width, s.height, w.reg), "args *inArgs", 8)
	f.op("MOVQ args+0(FP), DI")
	for i, r := range []string{"AX", "BX", "CX", "DX", "R8", "R9", "R10"} { // src dst scratch vectors row pixel plane
		f.op("MOVQ %d(DI), %s", 8*i, r)
	}
	names, value := inFactors(s.width, s.height)
	k := newFactors(f, w, names, value)
	columns, rows := s.width+2, s.height+2
	f.op("channels:")
	f.op("MOVQ AX, R11")
	for c := range columns {
		f.op("MOVQ R11, R12")
		for r := range rows {
			f.op("VMOVUPS (R12), %s", w.r(r))
			if r < rows-1 {
				f.op("ADDQ R8, R12")
			}
		}
		in1d(f, w, s.height, k, func(r int, v string) { f.op("VMOVUPS %s, %d(CX)", v, (points*r+c)*w.bytes) })
		if c < columns-1 {
			f.op("ADDQ R9, R11")
		}
	}
	f.op("MOVQ BX, R12")
	for r := range rows {
		for c := range columns {
			f.op("VMOVUPS %d(CX), %s", (points*r+c)*w.bytes, w.r(c))
		}
		in1d(f, w, s.width, k, func(c int, v string) {
			f.op("VMOVUPS %s, (R12)", v)
			f.op("ADDQ R10, R12")
		})
		for range points - columns {
			f.op("ADDQ R10, R12")
		}
	}
	f.op("ADDQ $%d, AX", w.bytes)
	f.op("ADDQ $%d, BX", w.bytes)
	f.op("DECQ DX")
	f.op("JNZ channels")
	f.end()
}

// in1d transforms the pixels of a side, which are in the registers from 0 on. It calls store for each
// result, in the order of points, and uses registers up to 15.
func in1d(f *file, w width, side int, k factors, store func(i int, v string)) {
	r := w.r
	sub := func(from, factor string, by, into int) { // into = from - factor*by
		f.op("VMOVAPS %s, %s", from, r(into))
		k.op(f, "VFNMADD231PS", factor, r(by), r(into))
	}
	outer := func(last, into int) { // into = last - (AA+BB)*(two before) + AABB*(four before)
		sub(r(last), "AAplusBB", last-2, into)
		k.op(f, "VFMADD231PS", "AABB", r(last-4), r(into))
	}
	if side == longSide {
		outer(5, 7)
		store(0, r(7))
		for i := range 6 {
			k.op(f, "VFNMADD132PS", "C", r(i+1), r(i))
		}
		outer(4, 10)
	} else {
		k.op(f, "VMULPS", "ZeroFirst", r(4), r(10))
		k.op(f, "VFMADD231PS", "ZeroThird", r(2), r(10))
		k.op(f, "VFMADD231PS", "ZeroFifth", r(0), r(10))
	}
	sub(r(4), "BB", 2, 6)
	sub(r(3), "BB", 1, 7)
	sub(r(4), "AA", 2, 8)
	sub(r(3), "AA", 1, 9)
	outer(5, 15)
	for i, factor := range []string{"A", "B"} {
		odd, even, plus := 6+2*i, 7+2*i, 11+2*i
		if side == longSide {
			f.op("VMOVAPS %s, %s", r(odd), r(plus))
			k.op(f, "VFMADD231PS", factor, r(even), r(plus))
			sub(r(odd), factor, even, plus+1)
			continue
		}
		for j, sign := range []string{"Plus", "Minus"} {
			k.op(f, "VMULPS", factor+sign, r(odd), r(plus+j))
			k.op(f, "VFMADD231PS", factor+sign+"Even", r(even), r(plus+j))
		}
	}
	for i := range 6 {
		store(side-4+i, r(10+i))
	}
}

// winogradOut writes the transform of products back to pixels, and the epilogue of a convolution. Its
// argument is a *outArgs.
func winogradOut(f *file, w width, s shape, residual bool) {
	mode := map[bool]string{false: "Bias", true: "Residual"}[residual]
	f.fn(fmt.Sprintf("winogradOut%dx%d%s%s", s.width, s.height, mode, w.reg), "args *outArgs", 8)
	f.op("MOVQ args+0(FP), DI")
	// src dst scratch vectors row pixel plane
	for i, r := range []string{"AX", "BX", "CX", "DX", "R8", "R9", "R10"} {
		f.op("MOVQ %d(DI), %s", 8*i, r)
	}
	f.op("XORQ SI, SI") // offset of the current channels, in bytes
	names, value := outFactors(s)
	k := newFactors(f, w, names, value)
	f.op("channels:")
	outRows(f, w, s, k)
	outColumns(f, w, s, k, residual)
	for _, r := range []string{"AX", "BX", "SI"} {
		f.op("ADDQ $%d, %s", w.bytes, r)
	}
	f.op("DECQ DX")
	f.op("JNZ channels")
	f.end()
}

// outRows transforms the rows of frequencies, and stores the results in the scratch memory.
func outRows(f *file, w width, s shape, k factors) {
	columns, rows := s.width+2, s.height+2
	f.op("MOVQ AX, R11")
	for r := range rows {
		for c := range columns {
			f.op("VMOVUPS (R11), %s", w.r(7-columns+c))
			f.op("ADDQ R10, R11")
		}
		for range points - columns {
			f.op("ADDQ R10, R11")
		}
		out1d(f, w, s.width, k)
		for c := range s.width {
			f.op("VMOVUPS %s, %d(CX)", w.r(9+c), (5*r+c)*w.bytes)
		}
	}
}

// outColumns transforms the columns of the results of outRows, applies the epilogue, and writes the pixels.
func outColumns(f *file, w width, s shape, k factors, residual bool) {
	rows := s.height + 2
	f.op("MOVQ 64(DI), R15") // bias
	f.op("VMOVUPS (R15)(SI*1), %s", w.r(14))
	f.op("VBROADCASTSS 72(DI), %s", w.r(15)) // floor
	f.op("MOVQ 80(DI), R13")                 // residual
	f.op("MOVQ 56(DI), R15")                 // scale
	f.op("MOVQ BX, R11")
	f.op("ADDQ SI, R13")
	for c := range s.width {
		for r := range rows {
			f.op("VMOVUPS %d(CX), %s", (5*r+c)*w.bytes, w.r(7-rows+r))
		}
		out1d(f, w, s.height, k)
		f.op("MOVQ R11, R12")
		f.op("MOVQ R13, R14")
		if residual {
			f.op("VMOVUPS (R15)(SI*1), %s", w.r(6))
		}
		for r := range s.height {
			q := w.r(9 + r)
			if residual {
				f.op("VADDPS (R14), %s, %s", q, q)
				f.op("VMOVUPS %s, (R14)", q)
				f.op("VFMADD213PS %s, %s, %s", w.r(14), w.r(6), q)
				if r < s.height-1 {
					f.op("ADDQ R8, R14")
				}
			} else {
				f.op("VADDPS %s, %s, %s", w.r(14), q, q)
			}
			f.op("VMAXPS %s, %s, %s", w.r(15), q, q)
			f.op("VMOVUPS %s, (R12)", q)
			if r < s.height-1 {
				f.op("ADDQ R8, R12")
			}
		}
		if c < s.width-1 {
			f.op("ADDQ R9, R11")
			f.op("ADDQ R9, R13")
		}
	}
}

// out1d transforms registers 0 to 6, the products for the points c, 0, ±a, ±b and infinity, into the pixels
// of a side, in the registers from 9 on. It also uses registers 7 and 8. A short side lacks the point c.
func out1d(f *file, w width, side int, k factors) {
	r := w.r
	for i := range 2 { // sums in 7 and 8, differences in 2 and 4
		plus, minus := 2+2*i, 3+2*i
		f.op("VADDPS %s, %s, %s", r(minus), r(plus), r(7+i))
		f.op("VSUBPS %s, %s, %s", r(minus), r(plus), r(plus))
	}
	f.op("VADDPS %s, %s, %s", r(7), r(1), r(9))
	f.op("VADDPS %s, %s, %s", r(8), r(9), r(9))
	if side == longSide {
		f.op("VADDPS %s, %s, %s", r(0), r(9), r(9))
	}
	for power := 1; power < side; power++ {
		a, b := r(2), r(4)
		if power%2 == 0 {
			a, b = r(7), r(8)
		}
		into := r(9 + power)
		factor := func(point string) string { return strings.Repeat(point, power) }
		if power == side-1 {
			f.op("VMOVAPS %s, %s", r(6), into)
			k.op(f, "VFMADD231PS", factor("A"), a, into)
		} else {
			k.op(f, "VMULPS", factor("A"), a, into)
		}
		k.op(f, "VFMADD231PS", factor("B"), b, into)
		if side == longSide {
			k.op(f, "VFMADD231PS", factor("C"), r(0), into)
		}
	}
}

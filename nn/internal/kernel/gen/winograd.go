package main

import (
	"math"
	"strings"
)

// The points of F(5x5,3x3) are C, 0, ±A, ±B and infinity; see package kernel.
const (
	pa = 0.875
	pb = 2
	pc = 0.375
)

func bits(v float64) uint32 { return math.Float32bits(float32(v)) }

// winograd writes the transforms of the input and of the output.
func winograd(f *file, w width) {
	winogradIn(f, w)
	for _, mode := range []string{"Bias", "Residual"} {
		winogradOut(f, w, mode, false)
		if w == Z {
			winogradOut(f, w, mode, true)
		}
	}
}

// factors are the constants of a transform: in registers from the highest down if
// there are enough, else in memory.
func factors(f *file, w width, names []string, values []float64) map[string]string {
	at := map[string]string{}
	for i, name := range names {
		symbol := f.constant("wino"+name, bits(values[i]))
		at[name] = symbol
		if w == Z {
			at[name] = w.r(31 - i)
			f.op("VBROADCASTSS %s, %s", symbol, at[name])
		}
	}
	return at
}

// winogradIn transforms patches of 7x7 pixels. Its argument is a *inArgs.
func winogradIn(f *file, w width) {
	f.fn("winogradIn"+w.reg, "args *inArgs", 8)
	f.op("MOVQ args+0(FP), DI")
	for i, r := range []string{"AX", "BX", "CX", "DX", "R8", "R9", "R10"} { // src dst scratch vectors row pixel plane
		f.op("MOVQ %d(DI), %s", 8*i, r)
	}
	k := factors(f, w, []string{"AABB", "AAplusBB", "BB", "AA", "A", "B", "C"},
		[]float64{pa * pa * pb * pb, pa*pa + pb*pb, pb * pb, pa * pa, pa, pb, pc})
	f.op("channels:")
	f.op("MOVQ AX, R11")
	for c := range 7 {
		f.op("MOVQ R11, R12")
		for r := range 7 {
			f.op("VMOVUPS (R12), %s", w.r(r))
			if r < 6 {
				f.op("ADDQ R8, R12")
			}
		}
		in1d(f, w, k, func(r int, v string) { f.op("VMOVUPS %s, %d(CX)", v, (7*r+c)*w.bytes) })
		if c < 6 {
			f.op("ADDQ R9, R11")
		}
	}
	f.op("MOVQ BX, R12")
	for r := range 7 {
		for c := range 7 {
			f.op("VMOVUPS %d(CX), %s", (7*r+c)*w.bytes, w.r(c))
		}
		in1d(f, w, k, func(c int, v string) {
			f.op("VMOVUPS %s, (R12)", v)
			if r*c < 36 {
				f.op("ADDQ R10, R12")
			}
		})
	}
	f.op("ADDQ $%d, AX", w.bytes)
	f.op("ADDQ $%d, BX", w.bytes)
	f.op("DECQ DX")
	f.op("JNZ channels")
	f.end()
}

// in1d turns registers 0..6 into the seven numbers of a line and gives each to
// store, in their order, using up to 15.
func in1d(f *file, w width, k map[string]string, store func(i int, v string)) {
	r := w.r
	sub := func(from, factor string, by, into int) { // into = from - factor*by
		f.op("VMOVAPS %s, %s", from, r(into))
		f.op("VFNMADD231PS %s, %s, %s", k[factor], r(by), r(into))
	}
	outer := func(from, by, last, into int) { // into = from - (AA+BB)*by + AABB*last
		sub(r(from), "AAplusBB", by, into)
		f.op("VFMADD231PS %s, %s, %s", k["AABB"], r(last), r(into))
	}
	outer(5, 3, 1, 7)
	store(0, r(7))
	for i := range 6 {
		f.op("VFNMADD132PS %s, %s, %s", k["C"], r(i+1), r(i))
	}
	sub(r(4), "BB", 2, 6)
	sub(r(3), "BB", 1, 7)
	sub(r(4), "AA", 2, 8)
	sub(r(3), "AA", 1, 9)
	outer(4, 2, 0, 10)
	outer(5, 3, 1, 15)
	for i, factor := range []string{"A", "B"} {
		even, odd, plus := 6+2*i, 7+2*i, 11+2*i
		f.op("VMOVAPS %s, %s", r(even), r(plus))
		f.op("VFMADD231PS %s, %s, %s", k[factor], r(odd), r(plus))
		sub(r(even), factor, odd, plus+1)
	}
	for i := 1; i < 7; i++ {
		store(i, r(9+i))
	}
}

// winogradOut transforms back into 5x5 pixels and does what follows a
// convolution. Its argument is a *outArgs.
func winogradOut(f *file, w width, mode string, quantised bool) {
	name := "winogradOut" + mode + w.reg
	if quantised {
		name = "winogradOut" + mode + "I16" + w.reg
	}
	f.fn(name, "args *outArgs", 8)
	f.op("MOVQ args+0(FP), DI")
	// src dst scratch vectors row pixel plane
	for i, r := range []string{"AX", "BX", "CX", "DX", "R8", "R9", "R10"} {
		f.op("MOVQ %d(DI), %s", 8*i, r)
	}
	f.op("XORQ SI, SI") // how many bytes of channels are done
	k := factors(f, w, []string{"A", "B", "C", "AA", "BB", "CC", "AAA", "BBB", "CCC", "AAAA", "BBBB", "CCCC"},
		[]float64{pa, pb, pc, pa * pa, pb * pb, pc * pc, pa * pa * pa, pb * pb * pb, pc * pc * pc, pa * pa * pa * pa, pb * pb * pb * pb, pc * pc * pc * pc})
	f.op("channels:")
	f.op("MOVQ AX, R11")
	if quantised {
		f.op("MOVQ 88(DI), R13") // what a step of the integers is worth
		f.op("ADDQ SI, R13")
		f.op("MOVQ 96(DI), R15")
		f.op("MOVQ 104(DI), R14") // and how many times that, by frequency
	}
	for r := range 7 {
		for c := range 7 {
			if quantised {
				f.op("VCVTDQ2PS (R11), %s", w.r(c))
				f.op("VMULPS (R13), %s, %s", w.r(c), w.r(c))
				f.op("VMULPS.BCST %d(R14), %s, %s", 4*(7*r+c), w.r(c), w.r(c))
				f.op("ADDQ R15, R13")
			} else {
				f.op("VMOVUPS (R11), %s", w.r(c))
			}
			f.op("ADDQ R10, R11")
		}
		out1d(f, w, k)
		for c := range 5 {
			f.op("VMOVUPS %s, %d(CX)", w.r(9+c), (5*r+c)*w.bytes)
		}
	}
	f.op("MOVQ 64(DI), R15") // bias
	f.op("VMOVUPS (R15)(SI*1), %s", w.r(14))
	f.op("VBROADCASTSS 72(DI), %s", w.r(15)) // floor
	f.op("MOVQ 80(DI), R13")                 // residual
	f.op("MOVQ 56(DI), R15")                 // scale
	f.op("MOVQ BX, R11")
	f.op("ADDQ SI, R13")
	for c := range 5 {
		for r := range 7 {
			f.op("VMOVUPS %d(CX), %s", (5*r+c)*w.bytes, w.r(r))
		}
		out1d(f, w, k)
		f.op("MOVQ R11, R12")
		f.op("MOVQ R13, R14")
		if mode == "Residual" {
			f.op("VMOVUPS (R15)(SI*1), %s", w.r(6))
		}
		for r := range 5 {
			q := w.r(9 + r)
			if mode == "Residual" {
				f.op("VADDPS (R14), %s, %s", q, q)
				f.op("VMOVUPS %s, (R14)", q)
				f.op("VFMADD213PS %s, %s, %s", w.r(14), w.r(6), q)
				if r < 4 {
					f.op("ADDQ R8, R14")
				}
			} else {
				f.op("VADDPS %s, %s, %s", w.r(14), q, q)
			}
			f.op("VMAXPS %s, %s, %s", w.r(15), q, q)
			f.op("VMOVUPS %s, (R12)", q)
			if r < 4 {
				f.op("ADDQ R8, R12")
			}
		}
		if c < 4 {
			f.op("ADDQ R9, R11")
			f.op("ADDQ R9, R13")
		}
	}
	for _, r := range []string{"AX", "BX", "SI"} {
		f.op("ADDQ $%d, %s", w.bytes, r)
	}
	f.op("DECQ DX")
	f.op("JNZ channels")
	f.end()
}

// out1d turns registers 0..6 into 9..13, using up to 8.
func out1d(f *file, w width, k map[string]string) {
	r := w.r
	for i := range 2 { // sums in 7 and 8, differences in 2 and 4
		plus, minus := 2+2*i, 3+2*i
		f.op("VADDPS %s, %s, %s", r(minus), r(plus), r(7+i))
		f.op("VSUBPS %s, %s, %s", r(minus), r(plus), r(plus))
	}
	f.op("VADDPS %s, %s, %s", r(7), r(1), r(9))
	f.op("VADDPS %s, %s, %s", r(0), r(8), r(10))
	f.op("VADDPS %s, %s, %s", r(10), r(9), r(9))
	for i, power := range []int{1, 2, 3, 4} {
		a, b := r(2), r(4)
		if power%2 == 0 {
			a, b = r(7), r(8)
		}
		into := r(10 + i)
		factor := func(point string) string { return k[strings.Repeat(point, power)] }
		if power == 4 {
			f.op("VMOVAPS %s, %s", r(6), into)
			f.op("VFMADD231PS %s, %s, %s", factor("A"), a, into)
		} else {
			f.op("VMULPS %s, %s, %s", factor("A"), a, into)
		}
		f.op("VFMADD231PS %s, %s, %s", factor("B"), b, into)
		f.op("VFMADD231PS %s, %s, %s", factor("C"), r(0), into)
	}
}

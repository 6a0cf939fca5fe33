package main

import (
	"fmt"
	"math"
	"strings"
)

func bits(v float64) uint32 { return math.Float32bits(float32(v)) }

// tiling is what package kernel calls so.
type tiling struct {
	side    int
	a, b, c float64
}

var (
	tiles4 = tiling{side: 4, a: 0.75, b: 1.5}
	tiles5 = tiling{side: 5, a: 0.875, b: 2, c: 0.375}
)

// winograd writes the transforms of the input and of the output: those of tiles of 5
// are for floats, those of 4 for integers, which only Z has.
func winograd(f *file, w width) {
	all := []tiling{tiles5}
	if w == Z {
		all = append(all, tiles4)
	}
	for _, t := range all {
		winogradIn(f, w, t)
		winogradOut(f, w, t, false)
		winogradOut(f, w, t, true)
	}
}

// factors are the constants of a transform: in registers from the highest down if
// there are enough, else in memory.
func factors(f *file, w width, t tiling, names []string, values []float64) map[string]string {
	at := map[string]string{}
	for i, name := range names {
		symbol := f.constant(fmt.Sprintf("wino%d%s", t.side, name), bits(values[i]))
		at[name] = symbol
		if w == Z {
			at[name] = w.r(31 - i)
			f.op("VBROADCASTSS %s, %s", symbol, at[name])
		}
	}
	return at
}

// winogradIn transforms patches. Its argument is a *inArgs.
func winogradIn(f *file, w width, t tiling) {
	n := t.side + 2
	f.fn(fmt.Sprintf("winogradIn%d%s", t.side, w.reg), "args *inArgs", 8)
	f.op("MOVQ args+0(FP), DI")
	for i, r := range []string{"AX", "BX", "CX", "DX", "R8", "R9", "R10"} { // src dst scratch vectors row pixel plane
		f.op("MOVQ %d(DI), %s", 8*i, r)
	}
	aa, bb := t.a*t.a, t.b*t.b
	names, values := []string{"AABB", "AAplusBB", "BB", "AA", "A", "B"}, []float64{aa * bb, aa + bb, bb, aa, t.a, t.b}
	if t.side == 5 {
		names, values = append(names, "C"), append(values, t.c)
	}
	k := factors(f, w, t, names, values)
	f.op("channels:")
	f.op("MOVQ AX, R11")
	for c := range n {
		f.op("MOVQ R11, R12")
		for r := range n {
			f.op("VMOVUPS (R12), %s", w.r(r))
			if r < n-1 {
				f.op("ADDQ R8, R12")
			}
		}
		in1d(f, w, t, k, func(r int, v string) { f.op("VMOVUPS %s, %d(CX)", v, (n*r+c)*w.bytes) })
		if c < n-1 {
			f.op("ADDQ R9, R11")
		}
	}
	f.op("MOVQ BX, R12")
	for r := range n {
		for c := range n {
			f.op("VMOVUPS %d(CX), %s", (n*r+c)*w.bytes, w.r(c))
		}
		in1d(f, w, t, k, func(c int, v string) {
			f.op("VMOVUPS %s, (R12)", v)
			if r < n-1 || c < n-1 {
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

// in1d turns the registers from 0 on into the numbers of a line and gives each to
// store, in their order, using up to 15.
func in1d(f *file, w width, t tiling, k map[string]string, store func(i int, v string)) {
	r := w.r
	sub := func(from, factor string, by, into int) { // into = from - factor*by
		f.op("VMOVAPS %s, %s", from, r(into))
		f.op("VFNMADD231PS %s, %s, %s", k[factor], r(by), r(into))
	}
	outer := func(from, by, last, into int) { // into = from - (AA+BB)*by + AABB*last
		sub(r(from), "AAplusBB", by, into)
		f.op("VFMADD231PS %s, %s, %s", k["AABB"], r(last), r(into))
	}
	first := 0
	if t.side == 5 {
		outer(5, 3, 1, 7)
		store(0, r(7))
		for i := range 6 {
			f.op("VFNMADD132PS %s, %s, %s", k["C"], r(i+1), r(i))
		}
		first = 1
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
	for i := range 6 {
		store(first+i, r(10+i))
	}
}

// winogradOut transforms back into pixels and does what follows a convolution: of
// floats for tiles of 5, of integers for those of 4. Its argument is a *outArgs.
func winogradOut(f *file, w width, t tiling, residual bool) {
	n, quantised := t.side+2, t.side == 4
	mode := map[bool]string{false: "Bias", true: "Residual"}[residual]
	f.fn(fmt.Sprintf("winogradOut%d%s%s", t.side, mode, w.reg), "args *outArgs", 8)
	f.op("MOVQ args+0(FP), DI")
	// src dst scratch vectors row pixel plane
	for i, r := range []string{"AX", "BX", "CX", "DX", "R8", "R9", "R10"} {
		f.op("MOVQ %d(DI), %s", 8*i, r)
	}
	f.op("XORQ SI, SI") // how many bytes of channels are done
	var names []string
	var values []float64
	for power := 1; power < t.side; power++ {
		for i, point := range []float64{t.a, t.b, t.c}[:t.side-2] {
			names = append(names, strings.Repeat("ABC"[i:i+1], power))
			values = append(values, math.Pow(point, float64(power)))
		}
	}
	k := factors(f, w, t, names, values)
	f.op("channels:")
	f.op("MOVQ AX, R11")
	if quantised {
		f.op("MOVQ 88(DI), R13") // what a step of the integers is worth
		f.op("ADDQ SI, R13")
		f.op("MOVQ 96(DI), R15")
		f.op("MOVQ 104(DI), R14") // and how many times that, by frequency
	}
	first := 7 - n // the registers of out1d
	for r := range n {
		for c := range n {
			v := w.r(first + c)
			if quantised {
				f.op("VCVTDQ2PS (R11), %s", v)
				f.op("VMULPS (R13), %s, %s", v, v)
				f.op("VMULPS.BCST %d(R14), %s, %s", 4*(n*r+c), v, v)
				f.op("ADDQ R15, R13")
			} else {
				f.op("VMOVUPS (R11), %s", v)
			}
			f.op("ADDQ R10, R11")
		}
		out1d(f, w, t, k)
		for c := range t.side {
			f.op("VMOVUPS %s, %d(CX)", w.r(9+c), (t.side*r+c)*w.bytes)
		}
	}
	f.op("MOVQ 64(DI), R15") // bias
	f.op("VMOVUPS (R15)(SI*1), %s", w.r(14))
	f.op("VBROADCASTSS 72(DI), %s", w.r(15)) // floor
	f.op("MOVQ 80(DI), R13")                 // residual
	f.op("MOVQ 56(DI), R15")                 // scale
	f.op("MOVQ BX, R11")
	f.op("ADDQ SI, R13")
	for c := range t.side {
		for r := range n {
			f.op("VMOVUPS %d(CX), %s", (t.side*r+c)*w.bytes, w.r(first+r))
		}
		out1d(f, w, t, k)
		f.op("MOVQ R11, R12")
		f.op("MOVQ R13, R14")
		if residual {
			f.op("VMOVUPS (R15)(SI*1), %s", w.r(6))
		}
		for r := range t.side {
			q := w.r(9 + r)
			if residual {
				f.op("VADDPS (R14), %s, %s", q, q)
				f.op("VMOVUPS %s, (R14)", q)
				f.op("VFMADD213PS %s, %s, %s", w.r(14), w.r(6), q)
				if r < t.side-1 {
					f.op("ADDQ R8, R14")
				}
			} else {
				f.op("VADDPS %s, %s, %s", w.r(14), q, q)
			}
			f.op("VMAXPS %s, %s, %s", w.r(15), q, q)
			f.op("VMOVUPS %s, (R12)", q)
			if r < t.side-1 {
				f.op("ADDQ R8, R12")
			}
		}
		if c < t.side-1 {
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

// out1d turns registers 0..6, those of the points c, 0, ±a, ±b and infinity, into the
// pixels of a line, from register 9 on, using 7 and 8. Tiles of 4 have no c.
func out1d(f *file, w width, t tiling, k map[string]string) {
	r := w.r
	for i := range 2 { // sums in 7 and 8, differences in 2 and 4
		plus, minus := 2+2*i, 3+2*i
		f.op("VADDPS %s, %s, %s", r(minus), r(plus), r(7+i))
		f.op("VSUBPS %s, %s, %s", r(minus), r(plus), r(plus))
	}
	f.op("VADDPS %s, %s, %s", r(7), r(1), r(9))
	f.op("VADDPS %s, %s, %s", r(8), r(9), r(9))
	if t.side == 5 {
		f.op("VADDPS %s, %s, %s", r(0), r(9), r(9))
	}
	for power := 1; power < t.side; power++ {
		a, b := r(2), r(4)
		if power%2 == 0 {
			a, b = r(7), r(8)
		}
		into := r(9 + power)
		factor := func(point string) string { return k[strings.Repeat(point, power)] }
		if power == t.side-1 {
			f.op("VMOVAPS %s, %s", r(6), into)
			f.op("VFMADD231PS %s, %s, %s", factor("A"), a, into)
		} else {
			f.op("VMULPS %s, %s, %s", factor("A"), a, into)
		}
		f.op("VFMADD231PS %s, %s, %s", factor("B"), b, into)
		if t.side == 5 {
			f.op("VFMADD231PS %s, %s, %s", factor("C"), r(0), into)
		}
	}
}

package main

import "math"

// The finite points of F(4x4,3x3) are 0, ±pa, ±pb. With ±1, ±2 instead, every
// error would be twice as large.
const (
	pa = 0.75
	pb = 1.5
)

func bits(v float64) uint32 { return math.Float32bits(float32(v)) }

// winograd writes the transforms of the input and of the output.
func winograd(f *file, w width) {
	winogradIn(f, w, false)
	if w == Z {
		winogradIn(f, w, true)
	}
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

// winogradIn transforms patches of 6x6 pixels. Its argument is a *inArgs.
func winogradIn(f *file, w width, quantised bool) {
	name := "winogradIn" + w.reg
	if quantised {
		name = "winogradInI16" + w.reg
	}
	f.fn(name, "args *inArgs", 8)
	f.op("MOVQ args+0(FP), DI")
	for i, r := range []string{"AX", "BX", "CX", "DX", "R8", "R9", "R10"} { // src dst scratch vectors row pixel plane
		f.op("MOVQ %d(DI), %s", 8*i, r)
	}
	k := factors(f, w, []string{"AABB", "AAplusBB", "BB", "AA", "A", "B"},
		[]float64{pa * pa * pb * pb, pa*pa + pb*pb, pb * pb, pa * pa, pa, pb})
	if quantised {
		f.op("MOVQ 56(DI), SI")          // scales, one a frequency
		f.op("VBROADCASTSS 64(DI), Z25") // the largest value
		f.op("VXORPS Z24, Z24, Z24")     // and the smallest
		f.op("VSUBPS Z25, Z24, Z24")
	}
	f.op("channels:")
	f.op("MOVQ AX, R11")
	for c := range 6 {
		f.op("MOVQ R11, R12")
		for r := range 6 {
			f.op("VMOVUPS (R12), %s", w.r(r))
			if r < 5 {
				f.op("ADDQ R8, R12")
			}
		}
		in1d(f, w, k)
		for r := range 6 {
			f.op("VMOVUPS %s, %d(CX)", w.r(10+r), (6*r+c)*w.bytes)
		}
		if c < 5 {
			f.op("ADDQ R9, R11")
		}
	}
	f.op("MOVQ BX, R12")
	for r := range 6 {
		for c := range 6 {
			f.op("VMOVUPS %d(CX), %s", (6*r+c)*w.bytes, w.r(c))
		}
		in1d(f, w, k)
		for c := range 6 {
			v := w.r(10 + c)
			if quantised {
				f.op("VMULPS.BCST %d(SI), %s, %s", 4*(6*r+c), v, v)
				f.op("VMINPS Z25, %s, %s", v, v)
				f.op("VMAXPS Z24, %s, %s", v, v)
				f.op("VCVTPS2DQ %s, %s", v, v)
				f.op("VPMOVDW %s, Y%d", v, 10+c)
				f.op("VMOVDQU Y%d, (R12)", 10+c)
			} else {
				f.op("VMOVUPS %s, (R12)", v)
			}
			if r*c < 25 {
				f.op("ADDQ R10, R12")
			}
		}
	}
	step := w.bytes
	if quantised {
		step /= 2
	}
	f.op("ADDQ $%d, AX", w.bytes)
	f.op("ADDQ $%d, BX", step)
	f.op("DECQ DX")
	f.op("JNZ channels")
	f.end()
}

// in1d turns registers 0..5 into 10..15, using 6..9.
func in1d(f *file, w width, k map[string]string) {
	r := w.r
	sub := func(from, factor string, by, into int) { // into = from - factor*by
		f.op("VMOVAPS %s, %s", from, r(into))
		f.op("VFNMADD231PS %s, %s, %s", k[factor], r(by), r(into))
	}
	sub(r(4), "BB", 2, 6)
	sub(r(3), "BB", 1, 7)
	sub(r(4), "AA", 2, 8)
	sub(r(3), "AA", 1, 9)
	sub(r(4), "AAplusBB", 2, 10)
	f.op("VFMADD231PS %s, %s, %s", k["AABB"], r(0), r(10))
	sub(r(5), "AAplusBB", 3, 15)
	f.op("VFMADD231PS %s, %s, %s", k["AABB"], r(1), r(15))
	for i, factor := range []string{"A", "B"} {
		even, odd, plus := 6+2*i, 7+2*i, 11+2*i
		f.op("VMOVAPS %s, %s", r(even), r(plus))
		f.op("VFMADD231PS %s, %s, %s", k[factor], r(odd), r(plus))
		sub(r(even), factor, odd, plus+1)
	}
}

// winogradOut transforms back into 4x4 pixels and does what follows a
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
	k := factors(f, w, []string{"A", "B", "AA", "BB", "AAA", "BBB"}, []float64{pa, pb, pa * pa, pb * pb, pa * pa * pa, pb * pb * pb})
	f.op("channels:")
	f.op("MOVQ AX, R11")
	if quantised {
		f.op("MOVQ 88(DI), R13") // what a step of the integers is worth
		f.op("ADDQ SI, R13")
		f.op("MOVQ 96(DI), R15")
	}
	for r := range 6 {
		for c := range 6 {
			if quantised {
				f.op("VCVTDQ2PS (R11), %s", w.r(c))
				f.op("VMULPS (R13), %s, %s", w.r(c), w.r(c))
				f.op("ADDQ R15, R13")
			} else {
				f.op("VMOVUPS (R11), %s", w.r(c))
			}
			f.op("ADDQ R10, R11")
		}
		out1d(f, w, k)
		for c := range 4 {
			f.op("VMOVUPS %s, %d(CX)", w.r(10+c), (4*r+c)*w.bytes)
		}
	}
	f.op("MOVQ 64(DI), R15") // bias
	f.op("VMOVUPS (R15)(SI*1), %s", w.r(14))
	f.op("VBROADCASTSS 72(DI), %s", w.r(15)) // floor
	f.op("MOVQ 80(DI), R13")                 // residual
	f.op("MOVQ 56(DI), R15")                 // scale
	f.op("MOVQ BX, R11")
	f.op("ADDQ SI, R13")
	for c := range 4 {
		for r := range 6 {
			f.op("VMOVUPS %d(CX), %s", (4*r+c)*w.bytes, w.r(r))
		}
		out1d(f, w, k)
		f.op("MOVQ R11, R12")
		f.op("MOVQ R13, R14")
		if mode == "Residual" {
			f.op("VMOVUPS (R15)(SI*1), %s", w.r(6))
		}
		for r := range 4 {
			q := w.r(10 + r)
			if mode == "Residual" {
				f.op("VADDPS (R14), %s, %s", q, q)
				f.op("VMOVUPS %s, (R14)", q)
				f.op("VFMADD213PS %s, %s, %s", w.r(14), w.r(6), q)
				if r < 3 {
					f.op("ADDQ R8, R14")
				}
			} else {
				f.op("VADDPS %s, %s, %s", w.r(14), q, q)
			}
			f.op("VMAXPS %s, %s, %s", w.r(15), q, q)
			f.op("VMOVUPS %s, (R12)", q)
			if r < 3 {
				f.op("ADDQ R8, R12")
			}
		}
		if c < 3 {
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

// out1d turns registers 0..5 into 10..13, using 6..9.
func out1d(f *file, w width, k map[string]string) {
	r := w.r
	for i := range 2 { // sums in 6 and 8, differences in 7 and 9
		plus, minus := 1+2*i, 2+2*i
		f.op("VADDPS %s, %s, %s", r(minus), r(plus), r(6+2*i))
		f.op("VSUBPS %s, %s, %s", r(minus), r(plus), r(7+2*i))
	}
	f.op("VADDPS %s, %s, %s", r(6), r(0), r(10))
	f.op("VADDPS %s, %s, %s", r(8), r(10), r(10))
	for i, row := range []struct {
		first, second string
		from          int
	}{{"A", "B", 7}, {"AA", "BB", 6}, {"AAA", "BBB", 7}} {
		into := r(11 + i)
		if i == 2 {
			f.op("VMOVAPS %s, %s", r(5), into)
			f.op("VFMADD231PS %s, %s, %s", k[row.first], r(row.from), into)
		} else {
			f.op("VMULPS %s, %s, %s", k[row.first], r(row.from), into)
		}
		f.op("VFMADD231PS %s, %s, %s", k[row.second], r(row.from+2), into)
	}
}

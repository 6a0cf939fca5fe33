package main

import "math"

// exponentials writes the activations that need the exponential function, and the softmax of attention.
func exponentials(f *file, w width) {
	for _, name := range []string{"mish", "silu", "gatedSilu"} {
		if name == "gatedSilu" {
			f.fn(name+w.reg, "p, gate unsafe.Pointer, bytes int", 24)
			f.op("MOVQ gate+8(FP), BX")
			f.op("MOVQ bytes+16(FP), CX")
		} else {
			f.fn(name+w.reg, "p unsafe.Pointer, bytes int", 16)
			f.op("MOVQ bytes+8(FP), CX")
		}
		f.op("MOVQ p+0(FP), AX")
		e := newExp(f, w)
		f.op("ADDQ AX, CX")
		f.op("loop:")
		f.op("VMOVUPS (AX), %s", w.r(0))
		if name == "mish" {
			// x n/(n+2) with n = e(e+2), e = exp(min(x, 20)). For x > 20 the result is x.
			f.op("VMINPS %s, %s, %s", e.load(f, w, "twenty", 20, 5), w.r(0), w.r(1))
			e.of(f, w)
			f.op("VMOVUPS %s, %s", e.load(f, w, "two", 2, 5), w.r(2))
			f.op("VADDPS %s, %s, %s", w.r(1), w.r(2), w.r(3))
			f.op("VMULPS %s, %s, %s", w.r(1), w.r(3), w.r(3))
			f.op("VADDPS %s, %s, %s", w.r(2), w.r(3), w.r(4))
			f.op("VDIVPS %s, %s, %s", w.r(4), w.r(3), w.r(3))
			f.op("VMULPS %s, %s, %s", w.r(3), w.r(0), w.r(0))
		} else {
			// x/(1+exp(-x))
			f.op("VXORPS %s, %s, %s", w.r(1), w.r(1), w.r(1))
			f.op("VSUBPS %s, %s, %s", w.r(0), w.r(1), w.r(1))
			e.of(f, w)
			f.op("VADDPS %s, %s, %s", e.one, w.r(1), w.r(1))
			f.op("VDIVPS %s, %s, %s", w.r(1), w.r(0), w.r(0))
		}
		if name == "gatedSilu" {
			f.op("VMULPS (BX), %s, %[1]s", w.r(0))
			f.op("ADDQ $%d, BX", w.bytes)
		}
		f.op("VMOVUPS %s, (AX)", w.r(0))
		f.op("ADDQ $%d, AX", w.bytes)
		f.op("CMPQ AX, CX")
		f.op("JLT loop")
		f.end()
	}
	softmax(f, w)
}

// softmax writes a softmax without the division: v becomes exp(v - max) times its factor for all v, where max is the
// largest. sums receives one partial sum of the exponentials for each lane.
func softmax(f *file, w width) {
	f.fn("exponentials"+w.reg, "p unsafe.Pointer, bytes int, factors, sums unsafe.Pointer", 32)
	f.op("MOVQ p+0(FP), AX")
	f.op("MOVQ bytes+8(FP), CX")
	f.op("MOVQ factors+16(FP), DX")
	f.op("MOVQ sums+24(FP), BX")
	e := newExp(f, w)
	f.op("MOVQ AX, SI")
	f.op("ADDQ AX, CX")
	f.op("VMOVUPS (AX), %s", w.r(4))
	f.op("largest:")
	f.op("VMAXPS (SI), %s, %[1]s", w.r(4))
	f.op("ADDQ $%d, SI", w.bytes)
	f.op("CMPQ SI, CX")
	f.op("JLT largest")
	reduce(f, w, "VMAXPS", 4)
	f.op("VBROADCASTSS X4, %s", w.r(4))
	f.op("VXORPS %s, %[1]s, %[1]s", w.r(0))
	f.op("loop:")
	f.op("VMOVUPS (AX), %s", w.r(1))
	f.op("VSUBPS %s, %s, %[2]s", w.r(4), w.r(1))
	e.of(f, w)
	f.op("VADDPS %s, %s, %[2]s", w.r(1), w.r(0))
	f.op("VMULPS (DX), %s, %[1]s", w.r(1))
	f.op("VMOVUPS %s, (AX)", w.r(1))
	f.op("ADDQ $%d, AX", w.bytes)
	f.op("ADDQ $%d, DX", w.bytes)
	f.op("CMPQ AX, CX")
	f.op("JLT loop")
	f.op("VMOVUPS %s, (BX)", w.r(0))
	f.end()
}

// exp holds the operands for the constants of the exponential. They are registers from 7 up, or memory if
// no registers are left.
type exp struct {
	one               string
	lowest, log2e, hi string
	lo                string
	coefficients      []string
	bias              string
}

// newExp loads the constants. e^x is 2^n e^r, where n is the whole number nearest to x log2(e), and |r| is
// at most log(2)/2. The Taylor polynomial of degree 6 approximates e^r with a relative error below 2e-7.
// n log(2) is subtracted in two parts, hi and lo. hi has so few bits that n hi is exact.
func newExp(f *file, w width) *exp {
	reg := 7
	load := func(name string, v uint32) string {
		symbol := f.constant(name, v)
		if w == Y && reg >= 16 {
			return symbol
		}
		r := w.r(reg)
		reg++
		f.op("VBROADCASTSS %s, %s", symbol, r)
		return r
	}
	e := &exp{}
	e.log2e = load("expLog2e", bits(math.Log2E))
	e.hi = load("expHi", bits(0.693359375))
	e.lo = load("expLo", bits(math.Ln2-0.693359375))
	e.lowest = load("expLowest", bits(-87.3))
	e.one = load("expOne", bits(1))
	e.coefficients = []string{load("exp6", bits(1.0/720)), load("exp5", bits(1.0/120)), load("exp4", bits(1.0/24)), load("exp3", bits(1.0/6)), f.constant("exp2", bits(0.5))}
	if w == Z {
		e.coefficients[4] = load("exp2", bits(0.5))
	}
	e.bias = f.constant("expBias", 127)
	return e
}

// load returns an operand for a constant: for Z the register reg, after loading it; for Y the constant in
// memory.
func (e *exp) load(f *file, w width, name string, v float64, reg int) string {
	symbol := f.constant(name, bits(v))
	if w == Z {
		f.op("VBROADCASTSS %s, %s", symbol, w.r(reg))
		return w.r(reg)
	}
	return symbol
}

// of writes instructions that replace register 1 by its exponential. They use registers 2 and 3. For
// numbers below -87 the result is about 1e-38. For numbers above 88 it is about 1e38 in Y, and infinity in Z.
func (e *exp) of(f *file, w width) {
	r := w.r
	f.op("VMAXPS %s, %s, %s", e.lowest, r(1), r(1))
	if w == Y {
		f.op("VMINPS %s, %s, %s", f.constant("expHighest", bits(88)), r(1), r(1))
	}
	f.op("VMULPS %s, %s, %s", e.log2e, r(1), r(2))
	if w == Z {
		f.op("VRNDSCALEPS $0, %s, %s", r(2), r(2))
	} else {
		f.op("VROUNDPS $0, %s, %s", r(2), r(2))
	}
	f.op("VFNMADD231PS %s, %s, %s", e.hi, r(2), r(1))
	f.op("VFNMADD231PS %s, %s, %s", e.lo, r(2), r(1))
	f.op("VMOVAPS %s, %s", e.coefficients[0], r(3))
	for _, c := range append(e.coefficients[1:], e.one, e.one) {
		f.op("VFMADD213PS %s, %s, %s", c, r(1), r(3))
	}
	if w == Z {
		f.op("VSCALEFPS %s, %s, %s", r(2), r(3), r(1))
		return
	}
	f.op("VCVTPS2DQ %s, %s", r(2), r(2))
	f.op("VPADDD %s, %s, %s", e.bias, r(2), r(2))
	f.op("VPSLLD $23, %s, %s", r(2), r(2))
	f.op("VMULPS %s, %s, %s", r(2), r(3), r(1))
}

package main

import (
	"fmt"
	"math"
)

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
		e := newExp(f, w, exactPower)
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
			f.op("VMINPS %s, %s, %s", e.load(f, w, "expHighest", 88, 5), w.r(1), w.r(1))
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
	softmax(f, w, "exponentials", exactPower)
	softmax(f, w, "exponentials16", shortPower)
}

// softmax writes a softmax without the division: v becomes exp(v - max) times its factor for all v, where max is the
// largest. sums receives one partial sum of the exponentials for each lane. The function for integers has a larger
// error.
func softmax(f *file, w width, name string, power []float64) {
	f.fn(name+w.reg, "p unsafe.Pointer, bytes int, factors, sums unsafe.Pointer", 32)
	f.op("MOVQ p+0(FP), AX")
	f.op("MOVQ bytes+8(FP), CX")
	f.op("MOVQ factors+16(FP), DX")
	f.op("MOVQ sums+24(FP), BX")
	e := newExp(f, w, power)
	f.op("XORQ SI, SI")
	f.op("VMOVUPS (AX), %s", w.r(4))
	f.op("largest:")
	f.op("VMAXPS (AX)(SI*1), %s, %[1]s", w.r(4))
	f.op("ADDQ $%d, SI", w.bytes)
	f.op("CMPQ SI, CX")
	f.op("JLT largest")
	reduce(f, w, "VMAXPS", 4)
	f.op("VBROADCASTSS X4, %s", w.r(4))
	f.op("VXORPS %s, %[1]s, %[1]s", w.r(0))
	f.op("XORQ SI, SI")
	f.op("loop:")
	f.op("VMOVUPS (AX)(SI*1), %s", w.r(1))
	f.op("VSUBPS %s, %s, %[2]s", w.r(4), w.r(1))
	e.of(f, w)
	f.op("VADDPS %s, %s, %[2]s", w.r(1), w.r(0))
	f.op("VMULPS (DX)(SI*1), %s, %[1]s", w.r(1))
	f.op("VMOVUPS %s, (AX)(SI*1)", w.r(1))
	f.op("ADDQ $%d, SI", w.bytes)
	f.op("CMPQ SI, CX")
	f.op("JLT loop")
	f.op("VMOVUPS %s, (BX)", w.r(0))
	f.end()
}

// exp holds the operands for the constants of the exponential. They are registers from 7 up, or memory if
// no registers are left.
type exp struct {
	one                   string
	lowest, log2e, toward string
	coefficients          []string // of the polynomial, without the last, which is one
}

// The polynomials approximate 2^f for |f| <= 1/2: they equal it at the Chebyshev nodes. The highest power comes first,
// and the last coefficient is 1. The relative error of the longer one is 3e-9, and that of the shorter one 3.5e-6.
var (
	exactPower = []float64{0.0001546144469856913, 0.0013400428177615838, 0.009618056678524637, 0.05550327226670302,
		0.24022650922288757, 0.6931472067028326}
	shortPower = []float64{0.009666368515385448, 0.05592197584225585, 0.2402234903802036, 0.6931210452034271}
)

// newExp loads the constants. e^x is 2^n 2^f, where n is the whole number nearest to x log2(e), and f the rest. n is
// found by adding a number so large that the sum has no digits after the point.
func newExp(f *file, w width, power []float64) *exp {
	reg := 7
	load := func(name string, v float64) string {
		symbol := f.constant(name, bits(v))
		if w == Y && reg >= 16 {
			return symbol
		}
		r := w.r(reg)
		reg++
		f.op("VBROADCASTSS %s, %s", symbol, r)
		return r
	}
	e := &exp{}
	e.log2e = load("expLog2e", math.Log2E)
	e.toward = load("expToward", 3<<22)
	for i, c := range power {
		e.coefficients = append(e.coefficients, load(fmt.Sprintf("exp%dof%d", len(power)-i, len(power)), c))
	}
	e.one = load("expOne", 1)
	e.lowest = load("expLowest", -87.3)
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
// numbers below -87 the result is about 1e-38. Numbers must not be above 88.
func (e *exp) of(f *file, w width) {
	r := w.r
	f.op("VMAXPS %s, %s, %s", e.lowest, r(1), r(1))
	f.op("VMOVAPS %s, %s", e.toward, r(2))
	f.op("VFMADD231PS %s, %s, %s", e.log2e, r(1), r(2)) // n is in the lowest bits
	f.op("VSUBPS %s, %s, %s", e.toward, r(2), r(3))
	f.op("VFMSUB213PS %s, %s, %s", r(3), e.log2e, r(1))
	f.op("VMOVAPS %s, %s", e.coefficients[0], r(3))
	for _, c := range append(e.coefficients[1:], e.one) {
		f.op("VFMADD213PS %s, %s, %s", c, r(1), r(3))
	}
	f.op("VPSLLD $23, %s, %[1]s", r(2))
	f.op("VPADDD %s, %s, %s", r(2), r(3), r(1)) // adds n to the exponent
}

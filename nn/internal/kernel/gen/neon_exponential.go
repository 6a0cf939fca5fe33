package main

import "math"

// activations writes the activations that need the exponential function. They handle four vectors at a time.
func (f neon) activations() {
	const x, e, n = 0, 4, 16
	for _, name := range []string{"mish", "silu"} {
		f.fn(name+"N", "p unsafe.Pointer, bytes int", 16)
		f.op("MOVD p+0(FP), R0")
		f.op("MOVD bytes+8(FP), R1")
		f.expConstants()
		f.op("loop:")
		pairs(x, func(offset, a, b int) { f.op("FLDPQ %d(R0), (F%d, F%d)", offset, a, b) })
		if name == "mish" {
			// x n/(n+2) with n = e(e+2), e = exp(min(x, 20)). For x > 20 the result is x.
			for v := range 4 {
				f.three("fmin", e+v, x+v, expTwenty)
			}
			f.exp()
			for v := range 4 {
				f.three("fadd", n+v, e+v, expTwo)
				f.three("fmul", n+v, n+v, e+v)
			}
			for v := range 4 {
				f.three("fadd", e+v, n+v, expTwo)
				f.three("fdiv", n+v, n+v, e+v)
				f.three("fmul", x+v, x+v, n+v)
			}
		} else {
			// x/(1+exp(-x))
			for v := range 4 {
				f.two("fneg", e+v, x+v)
			}
			f.exp()
			for v := range 4 {
				f.three("fadd", e+v, e+v, expOne)
				f.three("fdiv", x+v, x+v, e+v)
			}
		}
		f.storeNext(x, "R0")
		f.countDown(64, "R1", "loop")
		f.end()
	}
}

// softmax writes a softmax without the division: v becomes exp(v - max) times its factor for all v, where max is the
// largest. sums receives one partial sum of the exponentials for each lane.
func (f neon) softmax() {
	const most, x, e, sum, spare = 0, 4, 4, 1, 8
	f.fn("exponentialsN", "p unsafe.Pointer, bytes int, factors, sums unsafe.Pointer", 32)
	f.op("MOVD p+0(FP), R0")
	f.op("MOVD bytes+8(FP), R1")
	f.op("MOVD factors+16(FP), R5")
	f.op("MOVD sums+24(FP), R2")
	f.op("MOVD R0, R3")
	f.op("MOVD R1, R4")
	f.op("FMOVQ (R0), F%d", most)
	f.op("largest:")
	f.loadNext("R3", x)
	f.three("fmax", x, x, x+1)
	f.three("fmax", x+2, x+2, x+3)
	f.three("fmax", x, x, x+2)
	f.three("fmax", most, most, x)
	f.countDown(64, "R4", "largest")
	f.largest(most, most)
	f.op("VDUP V%d.S[0], V%[1]d.S4", most)
	f.expConstants()
	f.zero(sum)
	f.op("loop:")
	pairs(x, func(offset, a, b int) { f.op("FLDPQ %d(R0), (F%d, F%d)", offset, a, b) })
	for v := range 4 {
		f.three("fsub", e+v, x+v, most)
	}
	f.exp()
	f.three("fadd", spare, e, e+1)
	f.three("fadd", spare+1, e+2, e+3)
	f.three("fadd", spare, spare, spare+1)
	f.three("fadd", sum, sum, spare)
	f.loadNext("R5", spare)
	for v := range 4 {
		f.three("fmul", e+v, e+v, spare+v)
	}
	f.storeNext(e, "R0")
	f.countDown(64, "R1", "loop")
	f.op("FMOVQ F%d, (R2)", sum)
	f.end()
}

// The registers of the constants of exp. Each of the first two holds four constants in its lanes, the others hold one
// constant in all lanes.
const (
	expReduction    = 24 + iota // log2(e), the two parts of log(2), and the highest coefficient
	expCoefficients             // the next four coefficients
	expLowest
	expHighest
	expOne
	expBias
	expTwenty
	expTwo
)

// expConstants loads the constants of exp.
func (f neon) expConstants() {
	words := []uint32{
		bits(math.Log2E), bits(0.693359375), bits(math.Ln2 - 0.693359375), bits(1.0 / 720),
		bits(1.0 / 120), bits(1.0 / 24), bits(1.0 / 6), bits(0.5),
	}
	for _, word := range []uint32{bits(-87.3), bits(88), bits(1), 127, bits(20), bits(2)} {
		words = append(words, word, word, word, word)
	}
	f.constants(words, expReduction, 1)
}

// exp writes instructions that replace registers 4 to 7 by their exponentials. They use registers 8 to 19. The
// algorithm is that of newExp. For numbers below -87 the result is about 1e-38, and for numbers above 88 it is about
// 1e38.
func (f neon) exp() {
	const x, n, even, odd = 4, 8, 12, 16
	each := func(do func(v int)) {
		for v := range 4 {
			do(v)
		}
	}
	each(func(v int) { f.three("fmax", x+v, x+v, expLowest) })
	each(func(v int) { f.three("fmin", x+v, x+v, expHighest) })
	each(func(v int) { f.byElement("fmul", n+v, x+v, expReduction, 0) })
	each(func(v int) { f.two("frintn", n+v, n+v) })
	each(func(v int) { f.byElement("fmls", x+v, n+v, expReduction, 1) })
	each(func(v int) { f.byElement("fmls", x+v, n+v, expReduction, 2) })
	// Horner's rule. A step computes the next sum in other registers, because FMLA replaces the addend.
	sum, next := even, odd
	each(func(v int) { f.op("VDUP V%d.S[3], V%d.S4", expReduction, sum+v) })
	for lane := range 6 {
		each(func(v int) {
			if lane < 4 {
				f.op("VDUP V%d.S[%d], V%d.S4", expCoefficients, lane, next+v)
			} else {
				f.move(expOne, next+v)
			}
		})
		each(func(v int) { f.three("fmla", next+v, sum+v, x+v) })
		sum, next = next, sum
	}
	each(func(v int) { f.two("fcvtns", n+v, n+v) })
	each(func(v int) { f.op("VADD V%d.S4, V%d.S4, V%[2]d.S4", expBias, n+v) })
	each(func(v int) { f.op("VSHL $23, V%d.S4, V%[1]d.S4", n+v) })
	each(func(v int) { f.three("fmul", x+v, sum+v, n+v) })
}

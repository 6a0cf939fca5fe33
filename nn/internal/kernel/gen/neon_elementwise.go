package main

import "fmt"

// The functions of this file handle 16 channels at a time: four vectors.

// registers loads the first fields of the arguments. R5 keeps pointing at the arguments.
func (f neon) registers(registers ...string) {
	f.op("MOVD args+0(FP), R5")
	for i, r := range registers {
		f.op("MOVD %d(R5), %s", 8*i, r)
	}
}

// pairs calls do for the first and the third of four vectors that begin at a register.
func pairs(first int, do func(offset, a, b int)) {
	for v := 0; v < 4; v += 2 {
		do(v*neonBytes, first+v, first+v+1)
	}
}

// loadNext loads four vectors, and moves the pointer behind them.
func (f neon) loadNext(pointer string, to int) {
	pairs(to, func(_, a, b int) { f.op("FLDPQ.P %d(%s), (F%d, F%d)", 2*neonBytes, pointer, a, b) })
}

// storeNext stores four vectors, and moves the pointer behind them.
func (f neon) storeNext(from int, pointer string) {
	pairs(from, func(_, a, b int) { f.op("FSTPQ.P (F%d, F%d), %d(%s)", a, b, 2*neonBytes, pointer) })
}

// affine writes a multiplication of every channel by its scale, the addition of its bias, and the maximum with a
// lower bound, optionally after an addition to the residual. Its argument is a *affineArgs.
func (f neon) affine(residual bool) {
	name := "affineN"
	if residual {
		name = "affineResidualN"
	}
	f.fn(name, "args *affineArgs", 8)
	// src dst scale bias residual pixels channels srcStep dstStep residualStep
	f.registers("R0", "R1", "R2", "R3", "R4", "R8", "R9", "R10", "R11", "R12")
	const x, scale, result, floor = 0, 4, 16, 20
	f.op("FMOVS 80(R5), F%d", floor)
	f.op("VDUP V%d.S[0], V%[1]d.S4", floor)
	f.op("pixels:")
	for i, from := range []string{"R0", "R1", "R2", "R3", "R4"} {
		f.op("MOVD %s, %s", from, []string{"R14", "R15", "R19", "R20", "R21"}[i])
	}
	f.op("MOVD R9, R13")
	f.op("channels:")
	f.loadNext("R14", x)
	if residual {
		pairs(scale, func(offset, a, b int) { f.op("FLDPQ %d(R21), (F%d, F%d)", offset, a, b) })
		for v := range 4 {
			f.three("fadd", x+v, x+v, scale+v)
		}
		f.storeNext(x, "R21")
	}
	f.loadNext("R19", scale)
	f.loadNext("R20", result)
	f.op("SUBS $64, R13")
	for v := range 4 {
		f.three("fmla", result+v, x+v, scale+v)
	}
	for v := range 4 {
		f.three("fmax", result+v, result+v, floor)
	}
	f.storeNext(result, "R15")
	f.op("BNE channels")
	f.op("ADD R10, R0")
	f.op("ADD R11, R1")
	f.op("ADD R12, R4")
	f.countDown(1, "R8", "pixels")
	f.end()
}

// pool writes the sum and the maximum of each channel over a row of pixels. Its argument is a *poolArgs.
func (f neon) pool() {
	f.fn("poolN", "args *poolArgs", 8)
	f.registers("R0", "R1", "R2", "R8", "R9", "R10") // src sum max pixels channels step
	const sum, most, x = 0, 4, 16
	f.op("channels:")
	pairs(sum, func(offset, a, b int) { f.op("FLDPQ %d(R1), (F%d, F%d)", offset, a, b) })
	pairs(most, func(offset, a, b int) { f.op("FLDPQ %d(R2), (F%d, F%d)", offset, a, b) })
	f.op("MOVD R0, R11")
	f.op("MOVD R8, R12")
	f.op("pixels:")
	pairs(x, func(offset, a, b int) { f.op("FLDPQ %d(R11), (F%d, F%d)", offset, a, b) })
	f.op("ADD R10, R11")
	for v := range 4 {
		f.three("fadd", sum+v, sum+v, x+v)
		f.three("fmax", most+v, most+v, x+v)
	}
	f.countDown(1, "R12", "pixels")
	f.storeNext(sum, "R1")
	f.storeNext(most, "R2")
	f.op("ADD $64, R0")
	f.countDown(64, "R9", "channels")
	f.end()
}

// gather writes the sum of base, bias and the contributions around one pixel, for nv vectors of channels from a first
// channel on. A contribution is a row of the filter times an input. Its argument is a *gatherArgs.
func (f neon) gather(nv int) {
	f.fn(fmt.Sprintf("gatherNx%d", nv), "args *gatherArgs, channel int", 16)
	f.registers("R0", "R1", "R2", "R3", "R4", "R8")                       // dst rows starts offset amount height
	f.op("MOVD channel+8(FP), R6")                                        // in bytes
	for i, r := range []string{"R9", "R10", "R11", "R12", "R13", "R15"} { // width below line shift base bias
		f.op("MOVD %d(R5), %s", 48+8*i, r)
	}
	f.op("ADD R6, R0")
	f.op("ADD R6, R1")
	f.op("SUB R12, R1")
	f.op("ADD R6, R13")
	f.op("ADD R6, R15")
	every := func(do func(offset, v int)) {
		for v := 0; v < nv; v += 2 {
			do(v*neonBytes, v)
		}
	}
	const amount, weights, spare = 31, 24, 6
	every(func(offset, v int) {
		f.op("FLDPQ %d(R13), (F%d, F%d)", offset, v, v+1)
		f.op("FLDPQ %d(R15), (F%d, F%d)", offset, weights, weights+1)
		f.add(v, weights, v)
		f.add(v+1, weights+1, v+1)
	})
	f.op("row:")
	f.op("ADD R9, R2, R13")
	f.op("MOVW (R2), R15")
	f.op("MOVW (R13), R19")
	f.op("CMP R19, R15")
	f.op("BGE next")
	f.op("values:")
	f.op("MOVW (R3)(R15<<2), R20")
	f.op("FMOVS (R4)(R15<<2), F%d", amount)
	f.op("ADD $1, R15")
	f.op("ADD R1, R20")
	every(func(offset, v int) {
		w := weights + v%spare
		f.op("FLDPQ %d(R20), (F%d, F%d)", offset, w, w+1)
		f.byElement("fmla", v, w, amount, 0)
		f.byElement("fmla", v+1, w+1, amount, 0)
	})
	f.op("CMP R19, R15")
	f.op("BLT values")
	f.op("next:")
	f.op("ADD R10, R2")
	f.op("ADD R11, R1")
	f.countDown(1, "R8", "row")
	every(func(offset, v int) { f.op("FSTPQ (F%d, F%d), %d(R0)", v, v+1, offset) })
	f.end()
}

// rectified writes the gradient of max(x*scale + bias, 0), like the function of the same name for x86. Its argument is
// a *rectifiedArgs.
func (f neon) rectified(add bool) {
	name := "rectifiedN"
	if add {
		name = "rectifiedAddN"
	}
	f.fn(name, "args *rectifiedArgs", 8)
	// by out dst scale bias pixels channels step
	f.registers("R0", "R1", "R2", "R3", "R4", "R8", "R9", "R10")
	const by, out, scale, bias, dst = 0, 4, 16, 20, 24
	f.op("pixels:")
	for i, from := range []string{"R0", "R1", "R2", "R3", "R4"} {
		f.op("MOVD %s, %s", from, []string{"R14", "R15", "R19", "R20", "R21"}[i])
	}
	f.op("MOVD R9, R13")
	f.op("channels:")
	f.loadNext("R14", by)
	f.loadNext("R15", out)
	f.loadNext("R20", scale)
	pairs(bias, func(offset, a, b int) { f.op("FLDPQ %d(R21), (F%d, F%d)", offset, a, b) })
	for v := range 4 {
		f.two("fcmgt", out+v, out+v)
		f.op("VAND V%d.B16, V%d.B16, V%[2]d.B16", out+v, by+v)
		f.three("fadd", bias+v, bias+v, by+v)
	}
	f.storeNext(bias, "R21")
	if add {
		pairs(dst, func(offset, a, b int) { f.op("FLDPQ %d(R19), (F%d, F%d)", offset, a, b) })
	}
	for v := range 4 {
		if add {
			f.three("fmla", dst+v, by+v, scale+v)
		} else {
			f.three("fmul", dst+v, by+v, scale+v)
		}
	}
	f.storeNext(dst, "R19")
	f.countDown(64, "R13", "channels")
	for _, r := range []string{"R0", "R1", "R2"} {
		f.op("ADD R10, %s", r)
	}
	f.countDown(1, "R8", "pixels")
	f.end()
}

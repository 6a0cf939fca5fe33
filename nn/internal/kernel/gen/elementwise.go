package main

import (
	"fmt"
	"math"
)

// elementwise writes the functions that handle each channel of every pixel, and the sums over pixels.
// Package kernel describes their arguments.
func elementwise(f *file, w width) {
	affine(f, w, false)
	affine(f, w, true)
	pool(f, w)
	for _, nv := range []int{2, 4, 6} {
		gather(f, w, nv)
	}
	if w == Z { // in Y, Lanes floats are two vectors, so a single vector does not occur
		gather(f, w, 1)
	}
	rounding(f, w)
}

// rounding writes the conversion of vectors of floats to 16-bit integers. It computes the same as roundGeneric, for up
// to eight columns at a time. Its argument is a *roundArgs.
func rounding(f *file, w width) {
	const work = 104 // offset of the memory: four lanes of each column's sum, four of its maximum, steps and their inverses
	const maxima, steps, inverses = work + 128, work + 256, work + 288
	r := w.r
	f.fn("round16"+w.reg, "args *roundArgs", 8)
	f.op("MOVQ args+0(FP), DI")
	for i, r := range []string{"AX", "BX", "DX", "CX", "R8"} { // src dst scales vectors rows
		f.op("MOVQ %d(DI), %s", 8*i, r)
	}
	f.op("SHLQ $6, CX") // bytes of a vector of numbers
	f.op("LEAQ -64(CX), R14")
	f.op("VBROADCASTSS 96(DI), Y9") // perLength
	f.op("VBROADCASTSS %s, Y10", f.constant("shortest", bits(1e-15)))
	f.op("VBROADCASTSS %s, Y11", f.constant("longest", bits(1e19)))
	f.op("VBROADCASTSS %s, Y12", f.constant("one", bits(1)))
	f.op("VBROADCASTSS %s, Y13", f.constant("perMost", bits(1.0/math.MaxInt16)))
	f.op("VBROADCASTSS %s, %s", f.constant("allButSign", 0x7fffffff), r(14))
	f.op("row:")
	f.op("MOVQ 40(DI), R9") // columns
	f.op("group:")
	f.op("MOVQ $8, R11") // columns of the group
	f.op("CMPQ R9, R11")
	f.op("JGE squares")
	f.op("MOVQ R9, R11")
	f.op("squares:")
	f.op("XORQ R12, R12") // column
	f.op("MOVQ AX, R13")
	f.op("LEAQ %d(DI), SI", work)
	f.op("sum:")
	for i := range 4 {
		f.op("VXORPS %s, %[1]s, %[1]s", r(i))
	}
	inPairs(f, "square", func(unit int) { // the squares in 0 and 1, the maxima in 2 and 3
		for i := range 64 / w.bytes {
			sum, v := (unit+i)%2, 4+2*unit+i
			f.op("VMOVUPS %d(R13)(R10*1), %s", 64*unit+i*w.bytes, r(v))
			f.op("VFMADD231PS %s, %[1]s, %s", r(v), r(sum))
			f.op("VANDPS %s, %s, %[2]s", r(14), r(v))
			f.op("VMAXPS %s, %s, %[2]s", r(v), r(2+sum))
		}
	})
	if w == Z {
		f.op("VADDPS Z1, Z0, Z0")
		f.op("VMAXPS Z3, Z2, Z2")
		f.op("VEXTRACTF64X4 $1, Z0, Y1")
		f.op("VEXTRACTF64X4 $1, Z2, Y3")
	}
	f.op("VADDPS Y1, Y0, Y0")
	f.op("VMAXPS Y3, Y2, Y2")
	f.op("VEXTRACTF128 $1, Y0, X1")
	f.op("VEXTRACTF128 $1, Y2, X3")
	f.op("VADDPS X1, X0, X0")
	f.op("VMAXPS X3, X2, X2")
	f.op("VMOVUPS X0, (SI)")
	f.op("VMOVUPS X2, %d(SI)", maxima-work)
	f.op("ADDQ $16, SI")
	f.op("ADDQ 48(DI), R13")
	f.op("INCQ R12")
	f.op("CMPQ R12, R11")
	f.op("JLT sum")
	// Two columns are in the halves of a register: columns 0 to 3 below columns 4 to 7.
	for i := range 8 {
		f.op("VMOVUPS %d(DI), X%d", work+16*(i+i/4*4), i)
		f.op("VINSERTF128 $1, %d(DI), Y%d, Y%[2]d", work+16*(i+i/4*4+4), i)
	}
	f.op("VHADDPS Y1, Y0, Y0")
	f.op("VHADDPS Y3, Y2, Y2")
	f.op("VHADDPS Y2, Y0, Y0")
	f.op("VSQRTPS Y0, Y0")
	f.op("VMAXPS Y0, Y10, Y0") // here and below, NaN in Y0 stays NaN
	f.op("VMINPS Y0, Y11, Y0")
	f.op("VMULPS Y9, Y0, Y0")
	for i := 4; i < 8; i += 2 { // the maxima of two columns in each half
		f.op("VUNPCKLPS Y%d, Y%d, Y1", i+1, i)
		f.op("VUNPCKHPS Y%d, Y%d, Y2", i+1, i)
		f.op("VMAXPS Y2, Y1, Y%d", i)
	}
	f.op("VUNPCKLPD Y6, Y4, Y1")
	f.op("VUNPCKHPD Y6, Y4, Y2")
	f.op("VMAXPS Y2, Y1, Y1")
	f.op("VMULPS Y13, Y1, Y1")
	f.op("VMAXPS Y0, Y1, Y0")
	f.op("VMOVUPS Y0, %d(DI)", steps)
	f.op("VDIVPS Y0, Y12, Y0")
	f.op("VMOVUPS Y0, %d(DI)", inverses)
	f.op("XORQ R12, R12")
	f.op("column:")
	f.op("MOVL %d(DI)(R12*4), R13", steps)
	f.op("MOVL R13, (DX)")
	f.op("VBROADCASTSS %d(DI)(R12*4), %s", inverses, r(0))
	f.op("MOVQ BX, R13")
	inPairs(f, "round", func(unit int) {
		for i := range 64 / w.bytes {
			v := 1 + 2*unit + i
			f.op("VMULPS %d(AX)(R10*1), %s, %s", 64*unit+i*w.bytes, r(0), r(v))
			f.op("VCVTPS2DQ %s, %[1]s", r(v))
		}
		v := 1 + 2*unit
		if w == Z {
			f.op("VPMOVSDW Z%d, %d(R13)", v, 32*unit)
		} else {
			f.op("VPACKSSDW Y%d, Y%d, Y%[2]d", v+1, v)
			f.op("VPERMQ $0xd8, Y%d, Y%[1]d", v)
			f.op("VMOVDQU Y%d, %d(R13)", v, 32*unit)
		}
		if unit == 1 {
			f.op("ADDQ $64, R13")
		}
	})
	f.op("ADDQ 48(DI), AX")
	f.op("ADDQ 56(DI), BX")
	f.op("ADDQ 64(DI), DX")
	f.op("INCQ R12")
	f.op("CMPQ R12, R11")
	f.op("JLT column")
	f.op("SUBQ R11, R9")
	f.op("JNZ group")
	f.op("ADDQ 72(DI), AX")
	f.op("ADDQ 80(DI), BX")
	f.op("ADDQ 88(DI), DX")
	f.op("DECQ R8")
	f.op("JNZ row")
	f.end()
}

// inPairs writes a loop over a vector of numbers in units of 64 bytes, two in each pass. The loop counts R10 from 0 to
// CX, the length of the vector in bytes. R14 is one unit less than CX.
func inPairs(f *file, label string, unit func(i int)) {
	f.op("XORQ R10, R10")
	f.op("CMPQ R10, R14")
	f.op("JGE %sLast", label)
	f.op("%s:", label)
	unit(0)
	unit(1)
	f.op("ADDQ $128, R10")
	f.op("CMPQ R10, R14")
	f.op("JLT %s", label)
	f.op("%sLast:", label)
	f.op("CMPQ R10, CX")
	f.op("JGE %sEnd", label)
	unit(0)
	f.op("%sEnd:", label)
}

// reduce combines all lanes of a register by an instruction such as VADDPS or VMAXPS. The result is in all lanes of its
// X register. The next register is lost.
func reduce(f *file, w width, op string, r int) {
	if w == Z {
		f.op("VEXTRACTF64X4 $1, Z%d, Y%d", r, r+1)
		f.op("%s Y%d, Y%d, Y%[3]d", op, r+1, r)
	}
	f.op("VEXTRACTF128 $1, Y%d, X%d", r, r+1)
	f.op("%s X%d, X%d, X%[3]d", op, r+1, r)
	for _, order := range []string{"$0x4e", "$0xb1"} {
		f.op("VPERMILPS %s, X%d, X%d", order, r, r+1)
		f.op("%s X%d, X%d, X%[3]d", op, r+1, r)
	}
}

// affine writes dst = max(src*scale + bias, floor). With a residual, it first adds src to the residual, and
// uses the sum instead of src. Its argument is a *affineArgs.
func affine(f *file, w width, residual bool) {
	name := "affine" + w.reg
	if residual {
		name = "affineResidual" + w.reg
	}
	f.fn(name, "args *affineArgs", 8)
	f.op("MOVQ args+0(FP), DI")
	// src dst scale bias residual pixels channels srcStep dstStep residualStep
	for i, r := range []string{"AX", "BX", "CX", "DX", "SI", "R8", "R9", "R10", "R11", "R12"} {
		f.op("MOVQ %d(DI), %s", 8*i, r)
	}
	f.op("VBROADCASTSS 80(DI), %s", w.r(3))
	f.op("pixels:")
	f.op("XORQ R13, R13")
	f.op("channels:")
	f.op("VMOVUPS (AX)(R13*1), %s", w.r(0))
	if residual {
		f.op("VADDPS (SI)(R13*1), %s, %s", w.r(0), w.r(0))
		f.op("VMOVUPS %s, (SI)(R13*1)", w.r(0))
	}
	f.op("VMOVUPS (CX)(R13*1), %s", w.r(1))
	f.op("VFMADD213PS (DX)(R13*1), %s, %s", w.r(1), w.r(0))
	// If one of the numbers is NaN, VMAXPS returns its first operand here. NaN must not become the floor.
	f.op("VMAXPS %s, %s, %s", w.r(0), w.r(3), w.r(0))
	f.op("VMOVUPS %s, (BX)(R13*1)", w.r(0))
	f.op("ADDQ $%d, R13", w.bytes)
	f.op("CMPQ R13, R9")
	f.op("JLT channels")
	f.op("ADDQ R10, AX")
	f.op("ADDQ R11, BX")
	f.op("ADDQ R12, SI")
	f.op("DECQ R8")
	f.op("JNZ pixels")
	f.end()
}

// pool writes the sum and the maximum of each channel over a row of pixels. Its argument is a *poolArgs.
func pool(f *file, w width) {
	f.fn("pool"+w.reg, "args *poolArgs", 8)
	f.op("MOVQ args+0(FP), DI")
	for i, r := range []string{"AX", "BX", "CX", "R8", "R9", "R10"} { // src sum max pixels channels step
		f.op("MOVQ %d(DI), %s", 8*i, r)
	}
	f.op("XORQ R13, R13")
	f.op("channels:")
	f.op("VMOVUPS (BX)(R13*1), %s", w.r(0))
	f.op("VMOVUPS (CX)(R13*1), %s", w.r(1))
	f.op("LEAQ (AX)(R13*1), R11")
	f.op("MOVQ R8, R12")
	f.op("pixels:")
	f.op("VMOVUPS (R11), %s", w.r(2))
	f.op("VADDPS %s, %s, %s", w.r(2), w.r(0), w.r(0))
	f.op("VMAXPS %s, %s, %s", w.r(2), w.r(1), w.r(1))
	f.op("ADDQ R10, R11")
	f.op("DECQ R12")
	f.op("JNZ pixels")
	f.op("VMOVUPS %s, (BX)(R13*1)", w.r(0))
	f.op("VMOVUPS %s, (CX)(R13*1)", w.r(1))
	f.op("ADDQ $%d, R13", w.bytes)
	f.op("CMPQ R13, R9")
	f.op("JLT channels")
	f.end()
}

// gather writes the sum of base, bias and the contributions around one pixel, for nv vectors of channels from a first
// channel on. A contribution is a row of the filter times an input. Its argument is a *gatherArgs.
func gather(f *file, w width, nv int) {
	f.fn(fmt.Sprintf("gather%sx%d", w.reg, nv), "args *gatherArgs, channel int", 16)
	f.op("MOVQ args+0(FP), DI")
	f.op("MOVQ channel+8(FP), SI")                                          // in bytes
	for i, r := range []string{"AX", "BX", "CX", "DX", "R8", "R9", "R11"} { // dst rows starts offset amount height width
		f.op("MOVQ %d(DI), %s", 8*i, r)
	}
	f.op("ADDQ SI, AX")
	f.op("ADDQ SI, BX")
	f.op("SUBQ 72(DI), BX")  // shift
	f.op("MOVQ 80(DI), R10") // base
	f.op("MOVQ 88(DI), R12") // bias
	for v := range nv {
		f.op("VMOVUPS %d(R10)(SI*1), %s", v*w.bytes, w.r(v))
		f.op("VADDPS %d(R12)(SI*1), %s, %[2]s", v*w.bytes, w.r(v))
	}
	f.op("row:")
	f.op("MOVLQSX (CX), R12")
	f.op("MOVLQSX (CX)(R11*1), R13")
	f.op("CMPQ R12, R13")
	f.op("JGE next")
	f.op("values:")
	f.op("MOVLQSX (DX)(R12*4), R14")
	f.op("VBROADCASTSS (R8)(R12*4), %s", w.r(nv))
	for v := range nv {
		f.op("VFMADD231PS %d(BX)(R14*1), %s, %s", v*w.bytes, w.r(nv), w.r(v))
	}
	f.op("INCQ R12")
	f.op("CMPQ R12, R13")
	f.op("JLT values")
	f.op("next:")
	f.op("ADDQ 56(DI), CX") // below
	f.op("ADDQ 64(DI), BX") // line
	f.op("DECQ R9")
	f.op("JNZ row")
	for v := range nv {
		f.op("VMOVUPS %s, %d(AX)", w.r(v), v*w.bytes)
	}
	f.end()
}

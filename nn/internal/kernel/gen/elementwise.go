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
		rounding(f, w)
	}
}

// rounding writes the conversion of a patch from floats to 16-bit integers. For each frequency it finds
// the largest absolute value, and scales it to the largest integer. It compares floats as integers: the
// bits of positive floats have the same order as the floats. Its argument is a *roundArgs.
func rounding(f *file, w width) {
	f.fn("round16Z", "args *roundArgs", 8)
	f.op("MOVQ args+0(FP), DI")
	// src dst most vectors rows columns skip plane
	for i, r := range []string{"AX", "BX", "DX", "CX", "R8", "R9", "R10", "R11"} {
		f.op("MOVQ %d(DI), %s", 8*i, r)
	}
	f.op("MOVQ CX, DI")
	f.op("SHLQ $6, DI") // bytes of a frequency
	f.op("VPBROADCASTD %s, Z31", f.constant("allButSign", 0x7fffffff))
	f.op("VPBROADCASTD %s, Z30", f.constant("least", bits(1e-30)))
	f.op("VMOVSS %s, X29", f.constant("most16", bits(math.MaxInt16)))
	f.op("row:")
	f.op("MOVQ R9, R12")
	f.op("frequency:")
	f.op("LEAQ (AX)(DI*1), R13")
	f.op("VMOVDQA64 Z30, Z0")
	f.op("largest:")
	f.op("VPANDD (AX), Z31, Z1")
	f.op("VPMAXUD Z1, Z0, Z0")
	f.op("ADDQ $64, AX")
	f.op("CMPQ AX, R13")
	f.op("JLT largest")
	f.op("SUBQ DI, AX")
	f.op("VEXTRACTI64X4 $1, Z0, Y1")
	f.op("VPMAXUD Y1, Y0, Y0")
	f.op("VEXTRACTI128 $1, Y0, X1")
	f.op("VPMAXUD X1, X0, X0")
	for _, order := range []string{"$0x4e", "$0xb1"} {
		f.op("VPSHUFD %s, X0, X1", order)
		f.op("VPMAXUD X1, X0, X0")
	}
	f.op("VMOVSS X0, (DX)")
	f.op("ADDQ $4, DX")
	f.op("VDIVSS X0, X29, X0")
	f.op("VBROADCASTSS X0, Z0")
	f.op("MOVQ BX, R14")
	f.op("round:")
	f.op("VMULPS (AX), Z0, Z1")
	f.op("VCVTPS2DQ Z1, Z1")
	f.op("VPMOVSDW Z1, (R14)")
	f.op("ADDQ $64, AX")
	f.op("ADDQ $32, R14")
	f.op("CMPQ AX, R13")
	f.op("JLT round")
	f.op("ADDQ R11, BX")
	f.op("DECQ R12")
	f.op("JNZ frequency")
	// Skip the frequencies that the patch lacks.
	f.op("MOVQ R10, R12")
	f.op("TESTQ R12, R12")
	f.op("JZ next")
	f.op("skip:")
	f.op("ADDQ DI, AX")
	f.op("ADDQ R11, BX")
	f.op("ADDQ $4, DX")
	f.op("DECQ R12")
	f.op("JNZ skip")
	f.op("next:")
	f.op("DECQ R8")
	f.op("JNZ row")
	f.end()
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
	f.op("VMAXPS %s, %s, %s", w.r(3), w.r(0), w.r(0))
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

// gather writes the sum of the contributions around one pixel, for nv vectors of channels from a first
// channel on. A contribution is a row of the filter times an input. Its argument is a *gatherArgs.
func gather(f *file, w width, nv int) {
	f.fn(fmt.Sprintf("gather%sx%d", w.reg, nv), "args *gatherArgs, channel int", 16)
	f.op("MOVQ args+0(FP), DI")
	f.op("MOVQ channel+8(FP), SI") // in bytes
	// dst rows starts channel amount height
	for i, r := range []string{"AX", "BX", "CX", "DX", "R8", "R9"} {
		f.op("MOVQ %d(DI), %s", 8*i, r)
	}
	f.op("ADDQ SI, AX")
	f.op("ADDQ SI, BX")
	for v := range nv {
		f.op("VMOVUPS %d(AX), %s", v*w.bytes, w.r(v))
	}
	f.op("down:")
	f.op("MOVQ CX, R10")
	f.op("MOVQ 48(DI), R11") // width
	f.op("across:")
	f.op("MOVLQSX (R10), R12")
	f.op("MOVLQSX 4(R10), R13")
	f.op("CMPQ R12, R13")
	f.op("JGE next")
	f.op("values:")
	f.op("MOVLQSX (DX)(R12*4), R14")
	f.op("VBROADCASTSS (R8)(R12*4), %s", w.r(nv))
	f.op("ADDQ BX, R14")
	for v := range nv {
		f.op("VFMADD231PS %d(R14), %s, %s", v*w.bytes, w.r(nv), w.r(v))
	}
	f.op("INCQ R12")
	f.op("CMPQ R12, R13")
	f.op("JLT values")
	f.op("next:")
	f.op("ADDQ 64(DI), R10") // right
	f.op("ADDQ 72(DI), BX")  // place
	f.op("DECQ R11")
	f.op("JNZ across")
	f.op("ADDQ 56(DI), CX") // below
	f.op("DECQ R9")
	f.op("JNZ down")
	for v := range nv {
		f.op("VMOVUPS %s, %d(AX)", w.r(v), v*w.bytes)
	}
	f.end()
}

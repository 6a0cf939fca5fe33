package main

import "fmt"

// elementwise writes what is done to every pixel by channel, and sums over
// pixels. The arguments are described in package kernel.
func elementwise(f *file, w width) {
	affine(f, w, false)
	affine(f, w, true)
	pool(f, w)
	for _, nv := range []int{1, 2, 4, 6} {
		gather(f, w, nv)
	}
	if w == Z {
		rounding(f, w)
	}
}

// rounding writes how floats become 16-bit integers: mostAbs takes the largest of
// their absolute values, which are in the order of their bits, into 16 lanes, and
// round16 multiplies with a scale and rounds.
func rounding(f *file, w width) {
	f.fn("mostAbsZ", "p unsafe.Pointer, bytes int, lanes unsafe.Pointer", 24)
	f.op("MOVQ p+0(FP), AX")
	f.op("MOVQ bytes+8(FP), CX")
	f.op("MOVQ lanes+16(FP), BX")
	f.op("ADDQ AX, CX")
	f.op("VPBROADCASTD %s, Z31", f.constant("allButSign", 0x7fffffff))
	f.op("VPXORD Z0, Z0, Z0")
	f.op("loop:")
	f.op("VPANDD (AX), Z31, Z1")
	f.op("VPMAXUD Z1, Z0, Z0")
	f.op("ADDQ $64, AX")
	f.op("CMPQ AX, CX")
	f.op("JLT loop")
	f.op("VMOVUPS Z0, (BX)")
	f.end()

	f.fn("round16Z", "p unsafe.Pointer, bytes int, to unsafe.Pointer, scale *float32", 32)
	f.op("MOVQ p+0(FP), AX")
	f.op("MOVQ bytes+8(FP), CX")
	f.op("MOVQ to+16(FP), BX")
	f.op("MOVQ scale+24(FP), DX")
	f.op("ADDQ AX, CX")
	f.op("VBROADCASTSS (DX), Z31")
	f.op("loop:")
	f.op("VMULPS (AX), Z31, Z0")
	f.op("VCVTPS2DQ Z0, Z0")
	f.op("VPMOVSDW Z0, (BX)")
	f.op("ADDQ $64, AX")
	f.op("ADDQ $32, BX")
	f.op("CMPQ AX, CX")
	f.op("JLT loop")
	f.end()
}

// affine: dst = max(src*scale + bias, floor), and before that, with a residual,
// src is added to it and stands for src. Its argument is a *affineArgs.
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

// pool adds pixels to a sum and takes their maximum into another. Its argument
// is a *poolArgs.
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

// gather adds rows of a matrix, each times a number, to nv vectors: rows are
// given by their offsets.
func gather(f *file, w width, nv int) {
	f.fn(fmt.Sprintf("gather%sx%d", w.reg, nv), "dst, rows unsafe.Pointer, offsets *int32, values *float32, n int", 40)
	f.op("MOVQ dst+0(FP), AX")
	f.op("MOVQ rows+8(FP), BX")
	f.op("MOVQ offsets+16(FP), CX")
	f.op("MOVQ values+24(FP), DX")
	f.op("MOVQ n+32(FP), R8")
	for v := range nv {
		f.op("VMOVUPS %d(AX), %s", v*w.bytes, w.r(v))
	}
	f.op("rows:")
	f.op("MOVLQSX (CX), R9")
	f.op("VBROADCASTSS (DX), %s", w.r(nv))
	f.op("ADDQ BX, R9")
	for v := range nv {
		f.op("VFMADD231PS %d(R9), %s, %s", v*w.bytes, w.r(nv), w.r(v))
	}
	f.op("ADDQ $4, CX")
	f.op("ADDQ $4, DX")
	f.op("DECQ R8")
	f.op("JNZ rows")
	for v := range nv {
		f.op("VMOVUPS %s, %d(AX)", w.r(v), v*w.bytes)
	}
	f.end()
}

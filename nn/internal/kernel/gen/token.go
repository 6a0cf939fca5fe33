package main

// tokens writes the functions that only transformers need.
func tokens(f *file, w width) {
	rms(f, w)
	rotate(f, w)
}

// rms writes dst = src * weights / sqrt(mean of squares + epsilon) for a row of pixels. Its argument is a *rmsArgs.
func rms(f *file, w width) {
	r := w.r
	f.fn("rms"+w.reg, "args *rmsArgs", 8)
	f.op("MOVQ args+0(FP), DI")
	for i, r := range []string{"AX", "BX", "CX", "R8", "R9", "R10", "R11"} { // src dst weights pixels channels srcStep dstStep
		f.op("MOVQ %d(DI), %s", 8*i, r)
	}
	f.op("VMOVSS 56(DI), X5") // part
	f.op("VMOVSS 60(DI), X6") // epsilon
	f.op("VMOVSS %s, X7", f.constant("one", bits(1)))
	f.op("pixels:")
	f.op("XORQ R13, R13")
	f.op("VXORPS %s, %[1]s, %[1]s", r(0))
	f.op("squares:")
	f.op("VMOVUPS (AX)(R13*1), %s", r(1))
	f.op("VFMADD231PS %s, %[1]s, %s", r(1), r(0))
	f.op("ADDQ $%d, R13", w.bytes)
	f.op("CMPQ R13, R9")
	f.op("JLT squares")
	reduce(f, w, "VADDPS", 0)
	f.op("VFMADD213SS X6, X5, X0")
	f.op("VSQRTSS X0, X0, X0")
	f.op("VDIVSS X0, X7, X0")
	f.op("VBROADCASTSS X0, %s", r(0))
	f.op("XORQ R13, R13")
	f.op("scale:")
	f.op("VMULPS (AX)(R13*1), %s, %s", r(0), r(1))
	f.op("VMULPS (CX)(R13*1), %s, %[1]s", r(1))
	f.op("VMOVUPS %s, (BX)(R13*1)", r(1))
	f.op("ADDQ $%d, R13", w.bytes)
	f.op("CMPQ R13, R9")
	f.op("JLT scale")
	f.op("ADDQ R10, AX")
	f.op("ADDQ R11, BX")
	f.op("DECQ R8")
	f.op("JNZ pixels")
	f.end()
}

// rotate writes v = v*cos + w*sin, where w is v with the numbers of each pair exchanged.
func rotate(f *file, w width) {
	r := w.r
	f.fn("rotate"+w.reg, "v, cos, sin unsafe.Pointer, bytes int", 32)
	f.op("MOVQ v+0(FP), AX")
	f.op("MOVQ cos+8(FP), BX")
	f.op("MOVQ sin+16(FP), CX")
	f.op("MOVQ bytes+24(FP), DX")
	f.op("XORQ SI, SI")
	f.op("loop:")
	f.op("VMOVUPS (AX)(SI*1), %s", r(0))
	f.op("VPERMILPS $0xb1, %s, %s", r(0), r(1))
	f.op("VMULPS (BX)(SI*1), %s, %[1]s", r(0))
	f.op("VFMADD231PS (CX)(SI*1), %s, %s", r(1), r(0))
	f.op("VMOVUPS %s, (AX)(SI*1)", r(0))
	f.op("ADDQ $%d, SI", w.bytes)
	f.op("CMPQ SI, DX")
	f.op("JLT loop")
	f.end()
}

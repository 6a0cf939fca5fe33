package main

import "fmt"

// kind is the arithmetic of a matrix product.
type kind struct {
	name string
	most []int // largest number of rows for each number of vectors of the panel, so that the sums fit into registers
	// integers means that factors are pairs of 16-bit integers. Sums have 32 bits.
	integers bool
	// multiply writes the instructions that add the products of two registers to a sum. The registers in spare are
	// free for intermediate results.
	multiply func(f *file, b, panel, sum int, w width, spare func() int)
}

// kinds returns the kinds of products for a width.
func kinds(w width) []kind {
	fused := func(op string) func(*file, int, int, int, width, func() int) {
		return func(f *file, b, panel, sum int, w width, _ func() int) {
			f.op("%s %s, %s, %s", op, w.r(panel), w.r(b), w.r(sum))
		}
	}
	if w == Z {
		most := []int{14, 14, 9}
		return []kind{{"F32", most, false, fused("VFMADD231PS")}, {"I16", most, true, fused("VPDPWSSD")}}
	}
	return []kind{
		{"F32", []int{6, 6, 4}, false, fused("VFMADD231PS")},
		{"V16", []int{6, 6, 4}, true, func(f *file, b, panel, sum int, _ width, _ func() int) { f.vexDotProduct(b, panel, sum) }},
		{"I16", []int{10, 6}, true, func(f *file, b, panel, sum int, w width, spare func() int) {
			t := w.r(spare())
			f.op("VPMADDWD %s, %s, %s", w.r(panel), w.r(b), t)
			f.op("VPADDD %s, %s, %[2]s", t, w.r(sum))
		}},
	}
}

// vexDotProduct writes VPDPWSSD for Y registers in the encoding of AVX-VNNI, which Go's assembler does not know.
// (Intel 64 and IA-32 Architectures Software Developer's Manual, VPDPWSSD: VEX.256.66.0F38.W0 52 /r.)
func (f *file) vexDotProduct(b, panel, sum int) {
	f.op("BYTE $0xc4; BYTE $0x%02x; BYTE $0x%02x; BYTE $0x52; BYTE $0x%02x // VPDPWSSD Y%d, Y%d, Y%d",
		(1-sum/8)<<7|1<<6|(1-panel/8)<<5|2, (15-b)<<3|1<<2|1, 3<<6|sum%8<<3|panel%8, panel, b, sum)
}

// gemms writes the inner loops of matrix products: mr rows of A times a panel of B that is nv vectors wide.
func gemms(f *file, w width) {
	for _, k := range kinds(w) {
		for i, most := range k.most {
			nv := i + 1
			for mr := 1; mr <= most; mr++ {
				if k.integers {
					gemm16(f, w, k, mr, nv)
				} else {
					gemm(f, w, k, mr, nv)
				}
			}
			fmt.Fprintf(&f.stubs, "\nvar gemm%s%s%d = [...]%s{", k.name, w.reg, nv, map[bool]string{false: "gemmFunc", true: "gemm16Func"}[k.integers])
			for mr := 1; mr <= most; mr++ {
				fmt.Fprintf(&f.stubs, "%d: gemm%s%sx%dx%d, ", mr, k.name, w.reg, mr, nv)
			}
			f.stubs.WriteString("}\n")
		}
	}
}

// ahead is the distance, in bytes, from the weights in use to the weights to prefetch. The weights of a
// net come from the third-level cache or from memory.
const ahead = 8192

// rowRegisters point at rows 0, 3, 6, 9 and 12 of A. R8 is the distance between rows.
var rowRegisters = []string{"AX", "R9", "R10", "R11", "R12"}

// gemm writes a product of floats. It uses the registers as follows, and those of rowRegisters:
//   - BX points at the panel.
//   - CX points at the result. R13 is the distance between its rows.
//   - DX is the remaining number of columns of A.
func gemm(f *file, w width, k kind, mr, nv int) {
	f.fn(fmt.Sprintf("gemm%s%sx%dx%d", k.name, w.reg, mr, nv), "a, b, c unsafe.Pointer, k, lda, ldc, add int", 56)
	for i, r := range []string{"AX", "BX", "CX", "DX", "R8", "R13", "DI"} {
		f.op("MOVQ %s+%d(FP), %s", []string{"a", "b", "c", "k", "lda", "ldc", "add"}[i], 8*i, r)
	}
	g := gemmTile{f, w, k, mr, nv}
	g.pointAtRows()
	g.start()
	g.loop()
	for r := range mr {
		for v := range nv {
			f.op("VMOVUPS %s, %d(CX)", w.r(g.sum(r, v)), v*w.bytes)
		}
		if r < mr-1 {
			f.op("ADDQ R13, CX")
		}
	}
	f.end()
}

// gemm16 writes a product of integers with one panel or several adjacent ones. Its argument is a *gemm16Args. It uses
// the registers like gemm. At the end of each panel it turns the sums into floats, and multiplies them by the value of
// 1 in their row and in their column.
func gemm16(f *file, w width, k kind, mr, nv int) {
	f.fn(fmt.Sprintf("gemm%s%sx%dx%d", k.name, w.reg, mr, nv), "a *gemm16Args", 8)
	f.op("MOVQ a+0(FP), DI")
	f.op("MOVQ 8(DI), BX")
	f.op("MOVQ 32(DI), R8")
	f.op("MOVQ 40(DI), R13")
	g := gemmTile{f, w, k, mr, nv}
	f.op("panel:")
	f.op("MOVQ (DI), AX")
	f.op("MOVQ 24(DI), DX")
	g.pointAtRows()
	g.zero()
	g.loop()
	f.op("MOVQ 16(DI), CX")
	f.op("MOVQ 48(DI), AX") // scales
	f.op("MOVQ 56(DI), DX") // steps
	for v := range nv {
		f.op("VMOVUPS %d(DX), %s", v*w.bytes, w.r(mr*nv+v))
	}
	scale := w.r(mr*nv + nv)
	for r := range mr {
		f.op("VBROADCASTSS %d(AX), %s", 4*r, scale)
		for v := range nv {
			sum := w.r(g.sum(r, v))
			f.op("VCVTDQ2PS %s, %[1]s", sum)
			f.op("VMULPS %s, %s, %[2]s", w.r(mr*nv+v), sum)
			f.op("VMULPS %s, %s, %[2]s", scale, sum)
			f.op("VMOVUPS %s, %d(CX)", sum, v*w.bytes)
		}
		if r < mr-1 {
			f.op("ADDQ R13, CX")
		}
	}
	f.op("ADDQ $%d, 16(DI)", nv*w.bytes)
	f.op("ADDQ $%d, 56(DI)", nv*w.bytes)
	f.op("DECQ 64(DI)")
	f.op("JNZ panel")
	f.end()
}

// gemmTile is the part of the result that one gemm function computes: mr rows of nv vectors.
type gemmTile struct {
	f      *file
	w      width
	kind   kind
	mr, nv int
}

// sum returns the number of the register that accumulates vector v of row r.
func (g gemmTile) sum(r, v int) int { return r*g.nv + v }

// pointAtRows sets the registers of rowRegisters.
func (g gemmTile) pointAtRows() {
	if g.mr > 3 {
		g.f.op("LEAQ (R8)(R8*2), SI")
	}
	for i := 1; 3*i < g.mr; i++ {
		g.f.op("LEAQ (%s)(SI*1), %s", rowRegisters[i-1], rowRegisters[i])
	}
}

// start loads the sums from the result if add, in DI, is not 0, and sets them to zero otherwise.
func (g gemmTile) start() {
	f := g.f
	f.op("TESTQ DI, DI")
	f.op("JZ zero")
	f.op("MOVQ CX, DI")
	for r := range g.mr {
		for v := range g.nv {
			f.op("VMOVUPS %d(DI), %s", v*g.w.bytes, g.w.r(g.sum(r, v)))
		}
		if r < g.mr-1 {
			f.op("ADDQ R13, DI")
		}
	}
	f.op("JMP loop")
	f.op("zero:")
	g.zero()
}

// zero sets the sums to zero.
func (g gemmTile) zero() {
	for i := range g.mr * g.nv {
		if g.w == Z {
			g.f.op("VPXORD Z%d, Z%[1]d, Z%[1]d", i)
		} else {
			g.f.op("VXORPS Y%d, Y%[1]d, Y%[1]d", i)
		}
	}
}

// loop multiplies all columns of A by the panel.
func (g gemmTile) loop() {
	g.f.op("PCALIGN $32")
	g.f.op("loop:")
	g.step()
	for i := 0; 3*i < g.mr; i++ {
		g.f.op("ADDQ $16, %s", rowRegisters[i])
	}
	g.f.op("ADDQ $%d, BX", 4*g.nv*g.w.bytes)
	g.f.op("SUBQ $4, DX")
	g.f.op("JNZ loop")
}

// step multiplies four columns of A by four rows of the panel, and adds the products to the sums. For integers, a
// column is a pair of columns.
func (g gemmTile) step() {
	f, w, mr, nv := g.f, g.w, g.mr, g.nv
	first := mr*nv + nv // first register for broadcast numbers and intermediate results
	next := 0
	spare := func() int {
		next++
		return first + (next-1)%min(w.count-first, 4)
	}
	for u := range 4 {
		for v := range nv {
			f.op("VMOVUPS %d(BX), %s", (u*nv+v)*w.bytes, w.r(mr*nv+v))
			if w == Z {
				f.op("PREFETCHT0 %d(BX)", (u*nv+v)*w.bytes+ahead)
			}
		}
		if w == Y {
			f.op("PREFETCHT0 %d(BX)", u*nv*w.bytes+ahead)
		}
		for r := range mr {
			at := fmt.Sprintf("%d(%s)", 4*u, rowRegisters[r/3])
			if r%3 > 0 {
				at += fmt.Sprintf("(R8*%d)", r%3)
			}
			b := spare()
			f.op("VBROADCASTSS %s, %s", at, w.r(b))
			for v := range nv {
				g.kind.multiply(f, b, mr*nv+v, g.sum(r, v), w, spare)
			}
		}
	}
}

// peak writes functions that measure the peak speed of the machine: as many independent sums of products as the
// registers allow.
func peak(f *file) {
	for _, w := range []width{Z, Y} {
		for _, k := range kinds(w) {
			f.fn("peak"+k.name+w.reg, "n int", 8)
			f.op("MOVQ n+0(FP), AX")
			chains := w.count - 4
			gemmTile{f, w, k, w.count, 1}.zero()
			f.op("loop:")
			next := 0
			spare := func() int {
				next++
				return chains + 2 + next%2
			}
			for i := range chains {
				k.multiply(f, chains, chains+1, i, w, spare)
			}
			f.op("DECQ AX")
			f.op("JNZ loop")
			f.end()
			fmt.Fprintf(&f.stubs, "\nconst peak%s%sChains = %d\n", k.name, w.reg, chains)
		}
	}
}

package main

import "fmt"

// gemms writes the inner loops of matrix products: mr rows of A times a panel of B that is nv vectors wide.
// One kind multiplies 32-bit floats. The other multiplies pairs of 16-bit integers and adds the products in
// 32 bits; its sums saturate.
func gemms(f *file, w width) {
	kinds := []string{"F32"}
	if w == Z {
		kinds = append(kinds, "I16")
	}
	for _, kind := range kinds {
		for nv := 1; nv <= 3; nv++ {
			most := mostRows(w, nv)
			for mr := 1; mr <= most; mr++ {
				gemm(f, w, kind, mr, nv)
			}
			fmt.Fprintf(&f.stubs, "\nvar gemm%s%s%d = [...]gemmFunc{", kind, w.reg, nv)
			for mr := 1; mr <= most; mr++ {
				fmt.Fprintf(&f.stubs, "%d: gemm%s%sx%dx%d, ", mr, kind, w.reg, mr, nv)
			}
			f.stubs.WriteString("}\n")
		}
	}
}

// mostRows returns the number of rows of nv vectors that the registers hold. nv registers are for the panel,
// and at least one is for a broadcast number.
func mostRows(w width, nv int) int {
	if w == Z {
		return []int{14, 14, 9}[nv-1]
	}
	return []int{6, 6, 4}[nv-1]
}

// ahead is the distance, in bytes, from the weights in use to the weights to prefetch. The weights of a
// net come from the third-level cache or from memory.
const ahead = 8192

// gemm writes one of the functions of [gemms]. It uses the registers as follows:
//   - AX, R9, R10, R11 and R12 point at rows 0, 3, 6, 9 and 12 of A. R8 is the distance between rows.
//   - BX points at the panel.
//   - CX points at the result. R13 is the distance between its rows.
//   - DX is the remaining number of columns of A, or of pairs of columns for integers.
func gemm(f *file, w width, kind string, mr, nv int) {
	f.fn(fmt.Sprintf("gemm%s%sx%dx%d", kind, w.reg, mr, nv), "a, b, c unsafe.Pointer, k, lda, ldc, add int", 56)
	f.op("MOVQ a+0(FP), AX")
	f.op("MOVQ b+8(FP), BX")
	f.op("MOVQ c+16(FP), CX")
	f.op("MOVQ k+24(FP), DX")
	f.op("MOVQ lda+32(FP), R8")
	f.op("MOVQ ldc+40(FP), R13")
	rows := []string{"AX", "R9", "R10", "R11", "R12"}
	if mr > 3 {
		f.op("LEAQ (R8)(R8*2), SI")
	}
	for i := 1; 3*i < mr; i++ {
		f.op("LEAQ (%s)(SI*1), %s", rows[i-1], rows[i])
	}
	g := gemmTile{f, w, mr, nv}
	g.start()
	f.op("PCALIGN $32")
	f.op("loop:")
	g.step(kind, rows)
	for i := 0; 3*i < mr; i++ {
		f.op("ADDQ $16, %s", rows[i])
	}
	f.op("ADDQ $%d, BX", 4*nv*w.bytes)
	f.op("SUBQ $4, DX")
	f.op("JNZ loop")
	for r := range mr {
		for v := range nv {
			f.op("VMOVUPS %s, %d(CX)", g.sum(r, v), v*w.bytes)
		}
		if r < mr-1 {
			f.op("ADDQ R13, CX")
		}
	}
	f.end()
}

// gemmTile is the part of the result that one gemm function computes: mr rows of nv vectors.
type gemmTile struct {
	f      *file
	w      width
	mr, nv int
}

// sum returns the register that accumulates vector v of row r.
func (g gemmTile) sum(r, v int) string { return g.w.r(r*g.nv + v) }

// start loads the sums from the result if add is not 0, and sets them to zero otherwise.
func (g gemmTile) start() {
	f := g.f
	f.op("MOVQ add+48(FP), DI")
	f.op("TESTQ DI, DI")
	f.op("JZ zero")
	f.op("MOVQ CX, DI")
	for r := range g.mr {
		for v := range g.nv {
			f.op("VMOVUPS %d(DI), %s", v*g.w.bytes, g.sum(r, v))
		}
		if r < g.mr-1 {
			f.op("ADDQ R13, DI")
		}
	}
	f.op("JMP loop")
	f.op("zero:")
	for i := range g.mr * g.nv {
		if g.w == Z {
			f.op("VPXORD Z%d, Z%[1]d, Z%[1]d", i)
		} else {
			f.op("VXORPS Y%d, Y%[1]d, Y%[1]d", i)
		}
	}
}

// step multiplies four columns of A, whose rows start at the given registers, by four rows of the panel,
// and adds the products to the sums. For integers a column is a pair of columns.
func (g gemmTile) step(kind string, rows []string) {
	f, w, mr, nv := g.f, g.w, g.mr, g.nv
	first := mr*nv + nv // first register for broadcast numbers
	spare := min(w.count-first, 4)
	next := 0
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
			at := fmt.Sprintf("%d(%s)", 4*u, rows[r/3])
			if r%3 > 0 {
				at += fmt.Sprintf("(R8*%d)", r%3)
			}
			b := w.r(first + next%spare)
			next++
			f.op("VBROADCASTSS %s, %s", at, b)
			for v := range nv {
				if kind == "I16" {
					f.op("VPDPWSSDS %s, %s, %s", w.r(mr*nv+v), b, g.sum(r, v))
				} else {
					f.op("VFMADD231PS %s, %s, %s", w.r(mr*nv+v), b, g.sum(r, v))
				}
			}
		}
	}
}

// peak writes functions that measure the peak speed of the machine: as many chains of fused multiply-adds
// as the registers allow.
func peak(f *file) {
	for _, p := range []struct {
		name, op string
		w        width
	}{{"peakF32Z", "VFMADD231PS", Z}, {"peakI16Z", "VPDPWSSDS", Z}, {"peakF32Y", "VFMADD231PS", Y}} {
		f.fn(p.name, "n int", 8)
		f.op("MOVQ n+0(FP), AX")
		chains := p.w.count - 2
		for i := range p.w.count {
			if p.w == Z {
				f.op("VPXORD Z%d, Z%[1]d, Z%[1]d", i)
			} else {
				f.op("VXORPS Y%d, Y%[1]d, Y%[1]d", i)
			}
		}
		f.op("loop:")
		for i := range chains {
			f.op("%s %s, %s, %s", p.op, p.w.r(chains), p.w.r(chains+1), p.w.r(i))
		}
		f.op("DECQ AX")
		f.op("JNZ loop")
		f.end()
		fmt.Fprintf(&f.stubs, "\nconst %sChains = %d\n", p.name, chains)
	}
}

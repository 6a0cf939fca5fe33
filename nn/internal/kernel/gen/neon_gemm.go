package main

import "fmt"

// neonRows is the largest number of rows of a product. Six rows of four vectors leave eight registers: one for each
// row of A, and two that take turns in holding the vectors of the panel.
const (
	neonRows    = 6
	neonVectors = 4 // of a panel
)

// neonRowRegisters point at the rows of A.
var neonRowRegisters = []string{"R0", "R8", "R9", "R10", "R11", "R12"}

// gemms writes the inner loops of matrix products: mr rows of A times a panel of 16 columns of B.
func (f neon) gemms() {
	for mr := 1; mr <= neonRows; mr++ {
		f.gemm(mr)
	}
	f.stubs.WriteString("\nvar gemmF32N = [...]gemmFunc{")
	for mr := 1; mr <= neonRows; mr++ {
		fmt.Fprintf(&f.stubs, "%d: gemmF32Nx%d, ", mr, mr)
	}
	f.stubs.WriteString("}\n")
}

// neonSum returns the register of a sum: vector v of row r.
func neonSum(r, v int) int { return r*neonVectors + v }

// gemm writes a product of floats. It uses the registers as follows, and those of neonRowRegisters:
//   - R1 points at the panel.
//   - R2 points at the result. R5 is the distance between its rows.
//   - R3 is the remaining number of columns of A. R4 is the distance between its rows.
func (f neon) gemm(mr int) {
	f.fn(fmt.Sprintf("gemmF32Nx%d", mr), "a, b, c unsafe.Pointer, k, lda, ldc, add int", 56)
	for i, name := range []string{"a", "b", "c", "k", "lda", "ldc", "add"} {
		f.op("MOVD %s+%d(FP), R%d", name, 8*i, i)
	}
	for i := 1; i < mr; i++ {
		f.op("ADD R4, %s, %s", neonRowRegisters[i-1], neonRowRegisters[i])
	}
	f.op("CBZ R6, zero")
	f.op("MOVD R2, R7")
	f.everyRow(mr, "R7", func(row, v int) { f.op("FLDPQ %d(R7), (F%d, F%d)", v*neonBytes, neonSum(row, v), neonSum(row, v+1)) })
	f.op("JMP loop")
	f.op("zero:")
	for i := range mr * neonVectors {
		f.zero(i)
	}
	f.op("PCALIGN $16")
	f.op("loop:")
	f.step(mr)
	f.op("ADD $%d, R1", 4*neonVectors*neonBytes)
	f.countDown(4, "R3", "loop")
	f.everyRow(mr, "R2", func(row, v int) { f.op("FSTPQ (F%d, F%d), %d(R2)", neonSum(row, v), neonSum(row, v+1), v*neonBytes) })
	f.end()
}

// everyRow calls do for every second vector of the result. The pointer is a register that points at the row, and R5 is
// the distance to the next row.
func (f neon) everyRow(mr int, pointer string, do func(row, v int)) {
	for row := range mr {
		for v := 0; v < neonVectors; v += 2 {
			do(row, v)
		}
		if row < mr-1 {
			f.op("ADD R5, %s", pointer)
		}
	}
}

// step multiplies four columns of A by four rows of the panel, and adds the products to the sums. A vector of the
// panel is loaded while its predecessor is multiplied, because small CPUs wait for a load that is used at once.
func (f neon) step(mr int) {
	left := mr * neonVectors
	panel := left + mr
	spare := min(32-panel, neonVectors)
	load := func(i int) {
		if i < 4*neonVectors {
			f.op("FMOVQ %d(R1), F%d", i*neonBytes, panel+i%spare)
		}
	}
	load(0)
	for row := range mr {
		f.op("FMOVQ.P %d(%s), F%d", neonBytes, neonRowRegisters[row], left+row)
	}
	for i := range 4 * neonVectors {
		column, v := i/neonVectors, i%neonVectors
		load(i + 1)
		if v == 0 {
			f.op("PRFM %d(R1), PLDL1KEEP", i*neonBytes+ahead)
		}
		for row := range mr {
			f.byElement("fmla", neonSum(row, v), panel+i%spare, left+row, column)
		}
	}
}

// outer writes a sum of outer products. For every row of A and B it adds the products of four numbers of A with a
// panel of B to C, which has four rows. R0 points at A, R1 at B and R2 at C. R3 is the remaining number of rows.
func (f neon) outer() {
	const mr = 4
	f.fn(fmt.Sprintf("outerNx%d", mr), "a, b, c unsafe.Pointer, rows, lda, ldb, ldc int", 56)
	for i, name := range []string{"a", "b", "c", "rows", "lda", "ldb"} {
		f.op("MOVD %s+%d(FP), R%d", name, 8*i, []int{0, 1, 2, 3, 8, 9}[i])
	}
	f.op("MOVD ldc+48(FP), R5")
	f.op("MOVD R2, R7")
	f.everyRow(mr, "R7", func(row, v int) { f.op("FLDPQ %d(R7), (F%d, F%d)", v*neonBytes, neonSum(row, v), neonSum(row, v+1)) })
	const left, panel = mr * neonVectors, mr*neonVectors + 1
	f.op("PCALIGN $16")
	f.op("loop:")
	f.op("FMOVQ (R0), F%d", left)
	for v := 0; v < neonVectors; v += 2 {
		f.op("FLDPQ %d(R1), (F%d, F%d)", v*neonBytes, panel+v, panel+v+1)
	}
	for row := range mr {
		for v := range neonVectors {
			f.byElement("fmla", neonSum(row, v), panel+v, left, row)
		}
	}
	f.op("ADD R8, R0")
	f.op("ADD R9, R1")
	f.countDown(1, "R3", "loop")
	f.everyRow(mr, "R2", func(row, v int) { f.op("FSTPQ (F%d, F%d), %d(R2)", neonSum(row, v), neonSum(row, v+1), v*neonBytes) })
	f.end()
	fmt.Fprintf(&f.stubs, "\nvar outerN = [...]outerFunc{%d: outerNx%[1]d}\n", mr)
}

// peak writes a function that measures the peak speed of the machine: as many independent sums of products as the
// registers allow.
func (f neon) peak() {
	const chains = 30
	f.fn("peakF32N", "n int", 8)
	f.op("MOVD n+0(FP), R0")
	for i := range 32 {
		f.zero(i)
	}
	f.op("loop:")
	for i := range chains {
		f.byElement("fmla", i, chains, chains+1, i%4)
	}
	f.countDown(1, "R0", "loop")
	f.end()
	fmt.Fprintf(&f.stubs, "\nconst peakF32NChains = %d\n", chains)
}

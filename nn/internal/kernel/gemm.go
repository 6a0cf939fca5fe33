package kernel

import (
	"iter"
	"unsafe"
)

// Matrix is the right side of matrix products. It has K rows and N columns of constant weights. They are stored
// in panels of columns, as the kernels of its level need them.
type Matrix struct {
	K, N   int // K is padded with zeros to a multiple of 4, N to a multiple of Lanes
	level  Level
	panels []panel
}

// panel is a block of columns. Its data has K rows of width numbers, one row after the other.
type panel struct {
	column, width int
	data          []float32
}

// NewMatrix makes a matrix of weights, which are given as k rows of n columns.
func NewMatrix(l Level, mem *Memory, weights []float32, k, n int) *Matrix {
	m := prepareMatrices(l, mem, 1, k, n)[0]
	m.Set(weights, k, n)
	return m
}

// prepareMatrices makes zero matrices of the same size that are used one after the other. They are adjacent in memory.
// Kernels prefetch past the end of a panel, and so fetch the beginning of the next panel.
func prepareMatrices(l Level, mem *Memory, count, k, n int) []*Matrix {
	var all []*Matrix
	memory := mem.Floats(count * ((k + 3) / 4 * 4) * Pad(n))
	for range count {
		m := &Matrix{K: (k + 3) / 4 * 4, N: Pad(n), level: l.Exact()}
		for column, width := range panels(m.level, m.N) {
			m.panels = append(m.panels, panel{column, width, memory[:m.K*width]})
			memory = memory[m.K*width:]
		}
		all = append(all, m)
	}
	return all
}

// panels yields the first column and the width of each panel.
func panels(l Level, columns int) iter.Seq2[int, int] {
	return func(yield func(column, width int) bool) {
		for column, width := 0, 0; column < columns; column += width {
			if width = panelWidth(l, columns-column); !yield(column, width) {
				return
			}
		}
	}
}

// grouping divides rows evenly into as few groups as possible.
type grouping struct {
	rows, groups int // rows and groups that follow
	n            int // rows of the current group
}

// groups returns the groups of rows, with at most `most` rows each.
func groups(rows, most int) grouping { return grouping{rows: rows, groups: (rows + most - 1) / most} }

// next goes to the next group. It returns false after the last.
func (g *grouping) next() bool {
	if g.groups == 0 {
		return false
	}
	g.n = (g.rows + g.groups - 1) / g.groups
	g.rows, g.groups = g.rows-g.n, g.groups-1
	return true
}

// Mul computes C = A B, where B is m. If add is true, it computes C += A B. A has K columns and C has N
// columns. lda and ldc are the distances between the rows of A and between the rows of C, in floats.
func (m *Matrix) Mul(rows int, a []float32, lda int, c []float32, ldc int, add bool) {
	if rows == 0 {
		return
	}
	_, _ = a[(rows-1)*lda+m.K-1], c[(rows-1)*ldc+m.N-1]
	for i := range m.panels {
		p := &m.panels[i]
		gemm(m.level, rows, p.width, m.K, at(a, 0), 4*lda, at(p.data, 0), at(c, p.column), 4*ldc, add)
	}
}

// gemmFunc multiplies a few rows by a panel. The distances lda and ldc are in bytes. If add is not 0, the
// products are added to C.
type gemmFunc func(a, b, c unsafe.Pointer, k, lda, ldc, add int)

// gemm multiplies any number of rows by a panel.
func gemm(l Level, rows, width, k int, a unsafe.Pointer, lda int, b, c unsafe.Pointer, ldc int, add bool) {
	kernels := gemmKernels(l, width)
	if kernels == nil {
		gemmGeneric(rows, width, k, a, lda, b, c, ldc, add)
		return
	}
	flag := 0
	if add {
		flag = 1
	}
	for left := groups(rows, len(kernels)-1); left.next(); {
		kernels[left.n](a, b, c, k, lda, ldc, flag)
		if left.rows > 0 {
			a, c = unsafe.Add(a, left.n*lda), unsafe.Add(c, left.n*ldc)
		}
	}
}

// gemmGeneric computes the same as gemm, in plain Go.
func gemmGeneric(rows, width, k int, a unsafe.Pointer, lda int, b, c unsafe.Pointer, ldc int, add bool) {
	right := unsafe.Slice((*float32)(b), k*width)
	for r := range rows {
		left := unsafe.Slice((*float32)(unsafe.Add(a, r*lda)), k)
		out := unsafe.Slice((*float32)(unsafe.Add(c, r*ldc)), width)
		if !add {
			clear(out)
		}
		for i, v := range left {
			for j, w := range right[i*width:][:width] {
				out[j] += v * w
			}
		}
	}
}

// peakGeneric does the work of Peak in plain Go, in four chains.
func peakGeneric(n int) float64 {
	a, b, c, d := float32(1), float32(2), float32(3), float32(4)
	for range n {
		a, b, c, d = a*0.5+1, b*0.5+1, c*0.5+1, d*0.5+1
	}
	if a+b+c+d < 0 { // never true; the compiler would remove the loop without this use of its results
		return 0
	}
	return 8 * float64(n)
}

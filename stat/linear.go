package stat

import "math"

// A matrix is a dense square matrix with a row for each player.
type matrix [][]float64

func newMatrix(n int) matrix {
	m := make(matrix, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// inverse returns the inverse of a positive definite matrix, by Gauss-Jordan elimination with pivots. It returns false
// if the matrix is singular at the precision of a float64.
func (m matrix) inverse() (matrix, bool) {
	n := len(m)
	a, inv := newMatrix(n), newMatrix(n)
	var largest float64
	for i := range m {
		copy(a[i], m[i])
		inv[i][i] = 1
		largest = max(largest, math.Abs(m[i][i]))
	}
	for c := range n {
		pivot := c
		for r := c + 1; r < n; r++ {
			if math.Abs(a[r][c]) > math.Abs(a[pivot][c]) {
				pivot = r
			}
		}
		if !(math.Abs(a[pivot][c]) > 1e-12*largest) {
			return nil, false
		}
		a[c], a[pivot] = a[pivot], a[c]
		inv[c], inv[pivot] = inv[pivot], inv[c]
		scale := 1 / a[c][c]
		for k := range n {
			a[c][k] *= scale
			inv[c][k] *= scale
		}
		for r := range n {
			factor := a[r][c]
			if r == c || factor == 0 {
				continue
			}
			for k := range n {
				a[r][k] -= factor * a[c][k]
				inv[r][k] -= factor * inv[c][k]
			}
		}
	}
	return inv, true
}

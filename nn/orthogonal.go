package nn

import (
	"math"

	"tengen/nn/internal/kernel"
)

// Orthogonal makes a matrix nearly orthogonal. The matrix is given row by row. Orthogonal keeps the singular
// vectors. It moves the singular values into the range from 0.6 to 1.2, except those that are tiny compared
// with the largest one. It makes five Newton-Schulz steps with the coefficients of Jordan (2024). The optimiser
// Muon does the same with gradients.
func Orthogonal(level Level, rows, columns int, matrix []float32) {
	level = level.Exact()
	wide := kernel.Pad(columns)
	x := kernel.Floats(rows * wide)
	length := 0.0
	for _, v := range matrix {
		length += float64(v) * float64(v)
	}
	if length == 0 {
		return
	}
	scale := float32(1 / math.Sqrt(length))
	for r := range rows {
		for c, v := range matrix[r*columns : (r+1)*columns] {
			x[r*wide+c] = v * scale
		}
	}
	next := kernel.Floats(rows * wide)
	gram, square := kernel.Floats(wide*wide), kernel.Floats(wide*wide)
	right := kernel.NewMatrix(level, nil, gram, wide, wide)
	const a, b, c = 3.4445, -4.7750, 2.0315
	for range 5 {
		// X becomes X(a + bG + cGG), where G = X^T X.
		clear(gram)
		kernel.Outer(level, rows, x, wide, wide, x, wide, wide, gram)
		right.Set(gram, wide, wide)
		right.Mul(wide, gram, wide, square, wide, false)
		for i := range gram {
			gram[i] = b*gram[i] + c*square[i]
		}
		for i := range columns {
			gram[i*wide+i] += a
		}
		right.Set(gram, wide, wide)
		right.Mul(rows, x, wide, next, wide, false)
		x, next = next, x
	}
	for r := range rows {
		copy(matrix[r*columns:(r+1)*columns], x[r*wide:])
	}
}

package nn_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"tengen/nn"
)

// literalOrthogonal computes Orthogonal as its source defines it, in float64 and for a transposed
// matrix. It repeats X = aX + (bA + cAA)X five times, with A = XX'.
func literalOrthogonal(x [][]float64) [][]float64 {
	mul := func(p, q [][]float64) [][]float64 {
		r := make([][]float64, len(p))
		for i := range p {
			r[i] = make([]float64, len(q[0]))
			for j := range r[i] {
				for k := range q {
					r[i][j] += p[i][k] * q[k][j]
				}
			}
		}
		return r
	}
	length := 0.0
	for _, row := range x {
		for _, v := range row {
			length += v * v
		}
	}
	y := make([][]float64, len(x))
	for i, row := range x {
		for _, v := range row {
			y[i] = append(y[i], v/math.Sqrt(length))
		}
	}
	for range 5 {
		t := make([][]float64, len(y[0]))
		for i := range t {
			for j := range y {
				t[i] = append(t[i], y[j][i])
			}
		}
		one := mul(y, t)
		two := mul(one, one)
		for i := range one {
			for j := range one[i] {
				one[i][j] = -4.7750*one[i][j] + 2.0315*two[i][j]
			}
			one[i][i] += 3.4445
		}
		y = mul(one, y)
	}
	return y
}

func TestOrthogonal(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, level := range nn.Levels() {
		for _, size := range [][2]int{{27, 8}, {144, 16}, {90, 10}, {9, 33}, {1, 1}} {
			t.Run(fmt.Sprint(level, size), func(t *testing.T) {
				rows, columns := size[0], size[1]
				m := make([]float32, rows*columns)
				literal := make([][]float64, columns)
				for r := range rows {
					for c := range columns {
						v := float32(random.NormFloat64())
						m[r*columns+c] = v
						literal[c] = append(literal[c], float64(v))
					}
				}
				nn.Orthogonal(level, rows, columns, m)
				want := literalOrthogonal(literal)
				for r := range rows {
					for c := range columns {
						if got := float64(m[r*columns+c]); math.Abs(got-want[c][r]) > 1e-4 {
							t.Fatalf("row %d, column %d: got %g, want %g", r, c, got, want[c][r])
						}
					}
				}
			})
		}
	}
	zero := make([]float32, 6)
	if nn.Orthogonal(nn.Levels()[0], 3, 2, zero); zero[0] != 0 {
		t.Errorf("a matrix of zeros became %v, want zeros", zero)
	}
}

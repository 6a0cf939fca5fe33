package kernel

import (
	"math"
	"slices"
)

// Head is one head of attention among points: its queries, keys and values, and its result.
type Head struct {
	Points        int
	Dim, ValueDim int     // length of a query and of a key; length of a value
	Scale         float32 // factor of the products of queries and keys
	Q, K, V, Out  []float32
	Step          int // distance from one query to the next, in floats; the same for keys and values
	OutStep       int // the same for results; a result may be followed by up to Lanes-1 meaningless floats
}

// AttentionScratch is the memory of [Attend] for one goroutine.
type AttentionScratch struct {
	Memory
	keys, values Matrix
	queries      []float32
	scores       []float32
	sums, ones   []float32

	// The rest is for products of integers.
	keys16, values16 matrix16
	totals           []float32
	rounded
}

// Attend computes a weighted mean of the values for every point. The weights are the softmax of the products of
// the point's query with the keys.
func Attend(l Level, h Head, s *AttentionScratch) {
	if l.Integers() && h.Dim%Lanes == 0 && h.ValueDim%Lanes == 0 && h.Points <= maxPoints16 {
		attend16(l, h, s)
		return
	}
	s.keys.fill(l, h.Dim, h.Points, h.K, 1, h.Step)
	s.values.fill(l, h.Points, h.ValueDim, h.V, h.Step, 1)
	dim, width := s.keys.K, s.keys.N
	s.queries = s.grow(s.queries, h.Points*dim)
	for p := range h.Points {
		to := s.queries[p*dim:][:dim]
		clear(to)
		for i, v := range h.Q[p*h.Step:][:h.Dim] {
			to[i] = v * h.Scale
		}
	}
	s.scores = s.grow(s.scores, h.Points*width)
	s.keys.Mul(h.Points, s.queries, dim, s.scores, width, false)
	s.sums = s.grow(s.sums, h.Points)
	if len(s.ones) < width {
		s.ones = slices.Repeat([]float32{1}, width)
	}
	for p := range h.Points {
		row := s.scores[p*width:][:width]
		for i := h.Points; i < width; i++ { // padding columns get no weight
			row[i] = -math.MaxFloat32
		}
		s.sums[p] = exponentials(l, row, s.ones)
	}
	s.values.Mul(h.Points, s.scores, width, h.Out, h.OutStep, false)
	for p := range h.Points {
		part := 1 / s.sums[p]
		for i, v := range h.Out[p*h.OutStep:][:h.ValueDim] {
			h.Out[p*h.OutStep+i] = v * part
		}
	}
}

// fill sets m to a matrix of k rows and n columns, and reuses the memory of m. The numbers are copied from a
// slice. row and column are the distances between its rows and between its columns, in floats.
func (m *Matrix) fill(l Level, k, n int, from []float32, row, column int) {
	if m.level != l.Exact() || m.K != (k+3)/4*4 || m.N != Pad(n) || m.panels == nil {
		*m = Matrix{K: (k + 3) / 4 * 4, N: Pad(n), level: l.Exact()}
		for column, width := range panels(m.level, m.N) {
			m.panels = append(m.panels, panel{column, width, Floats(m.K * width)})
		}
	}
	for _, p := range m.panels {
		given := max(0, min(p.width, n-p.column))
		for r := range k {
			to := p.data[r*p.width:][:p.width]
			if column == 1 {
				copy(to[:given], from[r*row+p.column:])
			} else {
				for c, at := 0, r*row+p.column*column; c < given; c, at = c+1, at+column {
					to[c] = from[at]
				}
			}
			clear(to[given:])
		}
		clear(p.data[k*p.width:])
	}
}

package kernel

import (
	"math"
	"unsafe"
)

// valueLength is the largest length of a value in integers. The weights of the values get the rest of the 32 bits of a
// sum. With this number, the errors of values and weights are about equally large.
const valueLength = 11585

// maxPoints16 is the largest number of points for integers. The more points share the 32 bits of a sum, the less exact
// are the weights.
const maxPoints16 = 1024

// attend16 is like [Attend], but computes the products in 16-bit integers. Lengths of queries, keys and values must
// be multiples of Lanes.
func attend16(l Level, h Head, s *AttentionScratch) {
	width := Pad(h.Points)
	s.sums, s.scores = s.grow(s.sums, width), s.grow(s.scores, h.Points*width)

	r := s.rounding(h.K, h.Step, h.Points, h.Dim)
	s.keys16.resize(l, h.Dim, h.Points)
	r.scales, r.perLength = at(s.keys16.steps, 0), 1.0/rightLength
	round(l, r)
	s.keys16.packColumns(s.in16, h.Points)
	for i := range h.Points {
		s.keys16.steps[i] *= h.Scale
	}
	round(l, s.rounding(h.Q, h.Step, h.Points, h.Dim))
	s.keys16.mul(h.Points, s.in16, s.scales, s.scores, width, &s.product1)

	// Each weight is multiplied by the scale of its point's value, because a matrix16 has no scales for its rows.
	r = s.rounding(h.V, h.Step, h.Points, h.ValueDim)
	r.perLength = 1.0 / valueLength
	factors := s.sums
	r.scales = at(factors, 0)
	clear(factors[h.Points:width])
	round(l, r)
	s.values16.resize(l, h.Points, h.ValueDim)
	s.values16.packRows(s.in16, h.Points)
	for p := range h.Points {
		row := s.scores[p*width:][:width]
		for i := h.Points; i < width; i++ { // padding columns get no weight
			row[i] = -math.MaxFloat32
		}
		s.totals = append(s.totals[:p], exponentials(l, row, factors))
	}
	r = s.rounding(s.scores, width, h.Points, width)
	r.perLength = valueLength * root(float32(h.Points)) / (0.98 * (1 << 31))
	round(l, r)
	for p, sum := range s.totals {
		s.scales[p] /= sum
	}
	s.values16.mul(h.Points, s.in16, s.scales, h.Out, h.OutStep, &s.product1)
}

// rounding returns arguments for rounding rows of k numbers.
func (s *AttentionScratch) rounding(from []float32, step, rows, k int) *roundArgs {
	_ = from[(rows-1)*step+k-1]
	r := s.rounded.rows(&s.Memory, rows, k)
	r.src, r.srcStep = at(from, 0), 4*step
	return r
}

// resize gives m a size, and reuses its memory if possible. The steps of all columns are 1 after it, except those of
// padding columns, which are 0.
func (m *matrix16) resize(l Level, k, n int) {
	if m.level != l || m.k != Pad(k) || m.n != Pad(n) {
		*m = matrix16{k: Pad(k), n: Pad(n), level: l, steps: Floats(Pad(n))}
		for column, width := range panels(l, m.n) {
			m.panels = append(m.panels, panel16{column, width, (*Memory)(nil).words(m.k * width)})
		}
	}
	for i := range m.steps {
		m.steps[i] = 0
		if i < n {
			m.steps[i] = 1
		}
	}
}

// packColumns sets the first n columns. Each column lies in one piece.
func (m *matrix16) packColumns(columns []int16, n int) {
	pairs := unsafe.Slice((*uint32)(at(columns, 0)), n*m.k/2)
	for _, p := range m.panels {
		to := unsafe.Slice((*uint32)(at(p.data, 0)), m.k/2*p.width)
		for c := range max(0, min(p.width, n-p.column)) {
			for i, v := range pairs[(p.column+c)*m.k/2:][:m.k/2] {
				to[i*p.width+c] = v
			}
		}
	}
}

// packRows sets the first k rows, which have n columns, and clears the others.
func (m *matrix16) packRows(rows []int16, k int) {
	rows = rows[:k*m.n]
	for _, p := range m.panels {
		to := unsafe.Slice((*uint32)(at(p.data, 0)), m.k/2*p.width)
		for i := 0; i < k; i += 2 {
			even, odd := rows[i*m.n+p.column:][:p.width], zeros16[:p.width]
			if i+1 < k {
				odd = rows[(i+1)*m.n+p.column:][:p.width]
			}
			row := to[i/2*p.width:][:p.width]
			for c, v := range even {
				row[c] = uint32(uint16(v)) | uint32(uint16(odd[c]))<<16
			}
		}
		clear(to[(k+1)/2*p.width:])
	}
}

// zeros16 stands for a missing row of a panel.
var zeros16 [3 * Lanes]int16

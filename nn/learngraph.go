package nn

import "tengen/nn/internal/kernel"

// mix is a trainable convolution over a graph.
type mix struct {
	id, parameter int
	in, out       int
	values        []float32
	forward, to   *kernel.Matrix // the field to computes the gradient of the rows, and is nil if that is not needed
}

func (b *builder) mix(c *Conv, back bool) spatial {
	m := &mix{id: len(b.mixes), parameter: b.parameter(c.Name, c.Weights, true), in: c.In, out: c.Out, values: c.Weights}
	rows := kernel.Parts * kernel.Pad(c.In)
	m.forward = kernel.NewMatrix(b.level, nil, make([]float32, rows*c.Out), rows, c.Out)
	if back {
		p := &b.parameters[m.parameter]
		p.Rows, p.Columns = kernel.Parts*c.In, c.Out
		m.to = kernel.NewMatrix(b.level, nil, make([]float32, rows*c.Out), c.Out, rows)
	}
	b.mixes = append(b.mixes, m)
	return m
}

func (m *mix) outs() int { return m.out }

func (m *mix) update() {
	rows := kernel.Parts * kernel.Pad(m.in)
	weights := padParts(m.values, kernel.Parts, m.in, m.out)
	m.forward.Set(weights, rows, m.out)
	if m.to != nil {
		m.to.Set(transposed(weights, rows, m.out), m.out, rows)
	}
}

// transposed returns the transpose of a matrix of rows and columns.
func transposed(values []float32, rows, columns int) []float32 {
	turned := make([]float32, len(values))
	for i := range rows {
		for o := range columns {
			turned[o*rows+i] = values[i*columns+o]
		}
	}
	return turned
}

// gather returns the rows that the matrix of the convolution multiplies.
func (m *mix) gather(t *Tape, in []float32) []float32 {
	c := kernel.Pad(m.in)
	rows := t.vector("neighbours", kernel.Parts*c*t.on.Width)
	kernel.Gather(t.l.level, t.graph, t.on.Plane(c), in, rows)
	return rows
}

func (m *mix) run(t *Tape, in, out []float32, e kernel.Epilogue) {
	rows, k, n := m.gather(t, in), kernel.Parts*kernel.Pad(m.in), kernel.Pad(m.out)
	products := t.vector("products", n*t.on.Width)
	m.forward.Mul(t.area(), rows, k, products, n, false)
	if e.Residual == nil {
		e.Scale = nil
	}
	kernel.AffineTokens(t.l.level, t.on, n, products, n, out, n, e)
}

func (m *mix) weights(t *Tape, in, by []float32) {
	rows, k, n := m.gather(t, in), kernel.Parts*kernel.Pad(m.in), kernel.Pad(m.out)
	shape := t.on.Plane(n)
	for i, points := range t.runs() {
		kernel.Outer(t.l.level, points, rows[i*points*k:], k, k, by[shape.Board(i)+shape.At(0, 0):], n, n, t.mixes[m.id])
	}
}

func (m *mix) input(t *Tape, in, by, out []float32) {
	rows, c, n := m.gather(t, in), kernel.Pad(m.in), kernel.Pad(m.out)
	k := kernel.Parts * c
	byRows := t.vector("by neighbours", k*t.on.Width)
	shape := t.on.Plane(n)
	for i, points := range t.runs() {
		m.to.Mul(points, by[shape.Board(i)+shape.At(0, 0):], n, byRows[i*points*k:], k, false)
	}
	kernel.Scatter(t.l.level, t.graph, t.on.Plane(c), in, rows, byRows, out, t.vector("scratch", c))
}

// gradients adds the padded gradient of the weights to into.
func (m *mix) gradients(sum, into []float32) {
	padded, n := kernel.Pad(m.in), kernel.Pad(m.out)
	for part := range kernel.Parts {
		for i := range m.in {
			addTo(into[(part*m.in+i)*m.out:][:m.out], sum[(part*padded+i)*n:])
		}
	}
}

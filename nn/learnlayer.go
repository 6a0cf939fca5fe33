package nn

import (
	"fmt"
	"iter"

	"tengen/nn/internal/kernel"
)

// builder fills a Learner with the parameters of its model. It keeps the first error.
type builder struct {
	*Learner
	err error
}

func (b *builder) refuse(name, why string) {
	if b.err == nil {
		b.err = fmt.Errorf("%s %s", name, why)
	}
}

func (b *builder) parameter(name string, values []float32, product bool) int {
	b.parameters = append(b.parameters, Parameter{Name: name, Values: values, Product: product})
	return len(b.parameters) - 1
}

// spatial is a trainable convolution that reads neighbours: of 3x3, or over a graph. The slice named in is the input
// of the convolution in the forward pass, and the slice named by is the gradient of its output.
type spatial interface {
	// run computes the convolution and then the epilogue, and writes the result to out.
	run(t *Tape, in, out []float32, e kernel.Epilogue)
	// weights adds the gradient of the weights to the tape.
	weights(t *Tape, in, by []float32)
	// input writes the gradient of the input to out.
	input(t *Tape, in, by, out []float32)
	outs() int // channels of the output
}

// spatial makes a trainable convolution of 3x3 or over a graph. If back is false, it cannot compute the
// gradient of its input.
func (b *builder) spatial(c *Conv, back bool) spatial {
	if c.overGraph() {
		return b.mix(c, back)
	}
	return b.filters(c, back)
}

// filters3 is a trainable 3x3 convolution.
type filters3 struct {
	id, parameter int
	in, out       int
	values        []float32
	forward, to   *kernel.Winograd // the field to computes the gradient of the input, and is nil if that is not needed
}

func (b *builder) filters(c *Conv, back bool) *filters3 {
	if c.KernelX != 3 || c.KernelY != 3 || c.DilationX != 1 || c.DilationY != 1 {
		b.refuse(c.Name, "is not a convolution of 3x3")
		return &filters3{}
	}
	f := &filters3{id: len(b.Learner.filters), parameter: b.parameter(c.Name, c.Weights, true), in: c.In, out: c.Out, values: c.Weights}
	f.forward = kernel.NewWinograd(b.level, nil, c.Weights, c.In, c.Out, nil)
	if back {
		p := &b.parameters[f.parameter]
		p.Rows, p.Columns = 9*c.In, c.Out
		f.to = kernel.NewWinograd(b.level, nil, kernel.Flip(c.Weights, c.In, c.Out), c.Out, c.In, nil)
	}
	b.Learner.filters = append(b.Learner.filters, f)
	return f
}

func (f *filters3) outs() int { return f.out }

func (f *filters3) run(t *Tape, in, out []float32, e kernel.Epilogue) {
	f.forward.Run(t.on, in, out, e, &t.conv)
}

func (f *filters3) weights(t *Tape, in, by []float32) { t.filters[f.id].Add(t.on, in, by, &t.conv) }

func (f *filters3) input(t *Tape, _, by, out []float32) {
	f.to.Run(t.on, by, out, kernel.Epilogue{}, &t.conv)
}

func (f *filters3) update() {
	f.forward.SetFilters(f.values, f.in, f.out)
	if f.to != nil {
		f.to.SetFilters(kernel.Flip(f.values, f.in, f.out), f.out, f.in)
	}
}

// trainableProduct is a trainable matrix. It multiplies vectors, or the channels of pixels.
type trainableProduct struct {
	id, parameter int
	in, out       int
	values        []float32 // one row of out numbers for each input
	forward, to   *kernel.Matrix
}

func (b *builder) product(name string, values []float32, in, out int) *trainableProduct {
	p := &trainableProduct{id: len(b.products), parameter: b.parameter(name, values, true), in: in, out: out, values: values}
	p.forward = kernel.NewMatrix(b.level, nil, values, in, out)
	p.to = kernel.NewMatrix(b.level, nil, p.transposed(), out, in)
	b.products = append(b.products, p)
	return p
}

// matrix makes a trainable matrix.
func (b *builder) matrix(m *MatMul) *trainableProduct {
	return b.product(m.Name, m.Weights, m.In, m.Out)
}

// taps makes a trainable 1x1 convolution.
func (b *builder) taps(c *Conv) *trainableProduct {
	if c.KernelX != 1 || c.KernelY != 1 {
		b.refuse(c.Name, "is not a convolution of 1x1")
		return &trainableProduct{}
	}
	return b.product(c.Name, c.Weights, c.In, c.Out)
}

func (p *trainableProduct) transposed() []float32 {
	back := make([]float32, len(p.values))
	for i := range p.in {
		for o := range p.out {
			back[o*p.in+i] = p.values[i*p.out+o]
		}
	}
	return back
}

func (p *trainableProduct) update() {
	p.forward.Set(p.values, p.in, p.out)
	p.to.Set(p.transposed(), p.out, p.in)
}

// mul multiplies the padded vector of each board by the matrix and writes the result to out. If add is true, it
// adds the result to out.
func (p *trainableProduct) mul(t *Tape, in, out []float32, add bool) {
	p.forward.Mul(t.on.Count, in, kernel.Pad(p.in), out, kernel.Pad(p.out), add)
}

// back adds the gradient of the weights to the tape. byOut is the gradient of the result. If byIn is not nil,
// back also writes the gradient of the input to byIn. If add is true, it adds this gradient to byIn.
func (p *trainableProduct) back(t *Tape, in, byOut, byIn []float32, add bool) {
	k, n := kernel.Pad(p.in), kernel.Pad(p.out)
	kernel.Outer(t.l.level, t.on.Count, in, k, k, byOut, n, n, t.sums[p.id])
	if byIn != nil {
		p.to.Mul(t.on.Count, byOut, n, byIn, k, add)
	}
}

// mulPlane multiplies the channels of every pixel by the matrix.
func (p *trainableProduct) mulPlane(t *Tape, in, out []float32) {
	from, to := t.on.Plane(kernel.Pad(p.in)), t.on.Plane(kernel.Pad(p.out))
	for i, n := range t.runs() {
		p.forward.Mul(n, in[from.Board(i)+from.At(0, 0):], from.Channels, out[to.Board(i)+to.At(0, 0):], to.Channels, false)
	}
}

// runs yields boards and numbers of pixels. Products treat this number of pixels, from the first pixel of the board on,
// as one matrix. Boards of rectangles are one matrix together. Most of the memory of graphs is border, so each graph is
// a matrix of its own.
func (t *Tape) runs() iter.Seq2[int, int] {
	return func(yield func(board, pixels int) bool) {
		if t.graph == nil {
			_, n := t.on.Plane(kernel.Lanes).Pixels()
			yield(0, n)
			return
		}
		for i := 0; i < t.on.Count && yield(i, t.on.Width); i++ {
		}
	}
}

// backPlane does the same as the method back for the pixels of planes.
func (p *trainableProduct) backPlane(t *Tape, in, byOut, byIn []float32, add bool) {
	from, to := t.on.Plane(kernel.Pad(p.in)), t.on.Plane(kernel.Pad(p.out))
	for i, n := range t.runs() {
		a, b := from.Board(i)+from.At(0, 0), to.Board(i)+to.At(0, 0)
		kernel.Outer(t.l.level, n, in[a:], from.Channels, from.Channels, byOut[b:], to.Channels, to.Channels, t.sums[p.id])
		p.to.Mul(n, byOut[b:], to.Channels, byIn[a:], from.Channels, add)
	}
}

// shift is a trainable bias.
type shift struct {
	id, parameter  int
	values, padded []float32
}

func (b *builder) shift(name string, values []float32) *shift {
	s := &shift{id: len(b.shifts), parameter: b.parameter(name, values, false), values: values, padded: pad(values)}
	b.shifts = append(b.shifts, s)
	return s
}

// trainableNorm is a norm with a trainable bias, followed by ReLU.
type trainableNorm struct {
	*shift
	name     string
	channels int
	scale    []float32 // not trained; nil if it is 1 in every channel
}

func (b *builder) norm(n *BatchNorm, act Activation) *trainableNorm {
	b.rectified(act)
	if n.Bias == nil {
		b.refuse(n.Name, "has no bias")
		return &trainableNorm{}
	}
	r := &trainableNorm{shift: b.shift(n.Name, n.Bias), name: fmt.Sprint("norm ", len(b.shifts)), channels: kernel.Pad(n.Channels)}
	scale, _ := n.affine()
	for c, s := range scale {
		if n.Mean[c] != 0 {
			b.refuse(n.Name, "has a mean")
		}
		if float32(s) != 1 {
			r.scale = narrow(scale)
		}
	}
	return r
}

// plainNorm returns a norm without a scale.
func (b *builder) plainNorm(n *BatchNorm, act Activation) *trainableNorm {
	r := b.norm(n, act)
	if r.scale != nil {
		b.refuse(n.Name, "has a scale, which only norms of the trunk may have")
	}
	return r
}

// apply computes the norm of x and writes the result to out. The slices x and out may be the same.
func (n *trainableNorm) apply(l *Learner, t *Tape, x, out []float32) {
	kernel.Affine(l.level, t.on, n.channels, x, n.channels, out, n.channels, kernel.Epilogue{Scale: n.scale, Bias: n.padded, Rectify: true})
}

// back computes the gradient of the norm's input and writes it to x, or adds it to x if add is true. The
// parameter by is the gradient of the output, and out is the output.
func (n *trainableNorm) back(l *Learner, t *Tape, by, out, x []float32, add bool) {
	kernel.Rectified(l.level, t.on.Plane(n.channels), by, out, x, n.scale, t.shifts[n.id], add)
}

// addByBoard adds one vector to all pixels of a board. Each board has its own vector.
func (t *Tape) addByBoard(l Level, x, v []float32, channels int) {
	p := t.on.Plane(channels)
	for i := range t.on.Count {
		board := x[p.Board(i):]
		kernel.Affine(l, t.one(), channels, board, channels, board, channels, kernel.Epilogue{Bias: v[i*channels:]})
	}
}

// sumByBoard returns one vector for each board: the sum of its pixels.
func (t *Tape) sumByBoard(l Level, x []float32, channels int) []float32 {
	p := t.on.Plane(channels)
	sum, most := t.vector("sum", channels), t.vector("most", channels)
	for i := range t.on.Count {
		kernel.Pool(l, p, x[p.Board(i):], sum[i*channels:][:channels], most[i*channels:][:channels])
	}
	return sum
}

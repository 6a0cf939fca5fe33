package nn

import (
	"fmt"

	"tengen/nn/internal/kernel"
)

// stack is a sequence of prepared blocks with the same number of channels.
type stack struct {
	channels int    // padded
	act      string // name of the memory for the blocks' input
	first    affine
	blocks   []step
}

// step is a prepared block. It adds its result to the trunk x. The slice a has the trunk after the block's own
// norm, if the block begins with a norm. At the end, the step writes to this slice the trunk after the norm of
// the next block.
type step interface {
	run(n *Net, w *Workspace, x, a []float32)
}

// newStack prepares blocks. The parameter named after is the norm after the last block. depth is the number of
// stacks that contain this one.
func (n *Net) newStack(blocks []Block, channels int, after affine, depth int) (stack, error) {
	norms := make([]affine, len(blocks)+1)
	for i, b := range blocks {
		switch b := b.(type) {
		case *ResidualBlock:
			norms[i] = affineOf(&b.PreNorm, b.PreActivation)
		case *PoolingBlock:
			norms[i] = affineOf(&b.PreNorm, b.PreActivation)
		case *NestedBlock:
			norms[i] = affineOf(&b.PreNorm, b.PreActivation)
		default:
			norms[i] = plain
		}
	}
	norms[len(blocks)] = after
	s := stack{channels: kernel.Pad(channels), act: fmt.Sprint("act ", depth), first: norms[0]}
	for i, b := range blocks {
		next := norms[i+1]
		switch b := b.(type) {
		case *ResidualBlock:
			s.blocks = append(s.blocks, n.newResidual(b, next))
		case *PoolingBlock:
			s.blocks = append(s.blocks, n.newPooling(b, next))
		case *NestedBlock:
			nested, err := n.newNested(b, next, depth+1)
			if err != nil {
				return stack{}, err
			}
			s.blocks = append(s.blocks, nested)
		case *Attention:
			s.blocks = append(s.blocks, n.newAttention(b, next))
		case *FeedForward:
			if b.Gate == nil {
				return stack{}, fmt.Errorf("%s: a feed-forward block without a gate cannot be computed, because its file does not name the activation", b.Name)
			}
			s.blocks = append(s.blocks, n.newFeedForward(b, next))
		}
	}
	return s, nil
}

// run adds the results of the blocks to x, and returns x after the norm that follows the stack. If no norm
// follows, the returned slice has no meaning.
func (s *stack) run(n *Net, w *Workspace, x []float32) []float32 {
	a := w.plane(s.act, s.channels)
	s.first.apply(n, w, x, a, s.channels)
	for _, b := range s.blocks {
		b.run(n, w, x, a)
	}
	return a
}

// apply computes the norm of x and writes the result to out. It is used where no convolution comes before the
// norm.
func (a affine) apply(n *Net, w *Workspace, x, out []float32, channels int) {
	if a.none {
		return
	}
	kernel.Affine(n.level, w.on, channels, x, channels, out, channels, kernel.Epilogue{Scale: a.scale, Bias: a.bias, Rectify: a.act == kernel.ReLU})
	a.finish(n, w, out, channels)
}

// residual is a prepared [ResidualBlock].
type residual struct {
	first, second conv
	mid, next     affine // the scale of mid is a part of the weights of first
}

func (n *Net) newResidual(b *ResidualBlock, next affine) *residual {
	mid := affineOf(&b.MidNorm, b.MidActivation)
	return &residual{first: n.newConv(&b.RegularConv, mid.scale), second: n.newConv(&b.FinalConv, nil), mid: mid, next: next}
}

func (b *residual) run(n *Net, w *Workspace, x, a []float32) {
	m := w.plane("mid", b.first.out)
	b.first.run(n, w, a, m, kernel.Epilogue{Bias: b.mid.bias}, b.mid.act)
	b.second.add(n, w, m, x, a, b.next)
}

// pooling is a prepared [PoolingBlock].
type pooling struct {
	both            bool // the convolution regular also computes the channels to be pooled, after its own
	regular, pooled conv
	split           int // channels of the regular convolution, padded
	channels        int // pooled channels, padded
	norm, mid, next affine
	bias            pooledMatrix
	second          conv
}

func (n *Net) newPooling(b *PoolingBlock, next affine) *pooling {
	p := &pooling{
		split: kernel.Pad(b.RegularConv.Out), channels: kernel.Pad(b.GPoolConv.Out),
		norm: affineOf(&b.GPoolNorm, b.GPoolActivation), mid: affineOf(&b.MidNorm, b.MidActivation), next: next,
		bias: n.newPooled(&b.GPoolToBias, b.GPoolConv.Out),
	}
	if p.both = alike(&b.RegularConv, &b.GPoolConv); p.both {
		p.regular = n.newConv(joined(&b.RegularConv, &b.GPoolConv), nil)
	} else {
		p.regular, p.pooled = n.newConv(&b.RegularConv, nil), n.newConv(&b.GPoolConv, nil)
	}
	p.second = n.newConv(&b.FinalConv, nil)
	return p
}

func (b *pooling) run(n *Net, w *Workspace, x, a []float32) {
	wide := w.plane("regular", b.regular.out)
	b.regular.run(n, w, a, wide, kernel.Epilogue{}, kernel.Identity)
	from, channels := wide[b.split:], b.regular.out
	if !b.both {
		from, channels = w.plane("gpool", b.pooled.out), b.pooled.out
		b.pooled.run(n, w, a, from, kernel.Epilogue{}, kernel.Identity)
	}
	bias := b.bias.mul(w, pool(n, w, from, channels, b.channels, b.norm, false))
	m := w.plane("mid", b.split)
	b.mid.withBias(n, w, wide, b.regular.out, m, b.split, bias)
	b.second.add(n, w, m, x, a, b.next)
}

// withBias computes the norm of x + bias for the first channels of a plane, and writes the result to out. Each
// board has its own bias.
func (a affine) withBias(n *Net, w *Workspace, x []float32, of int, out []float32, channels int, bias []float32) {
	shift := w.vector("shift", channels)[:channels]
	from, to := w.on.Plane(of), w.on.Plane(channels)
	for i := range w.on.Count {
		for c := range shift {
			shift[c] = bias[i*channels+c]*a.scale[c] + a.bias[c]
		}
		kernel.Affine(n.level, w.one(), channels, x[from.Board(i):], of, out[to.Board(i):], channels,
			kernel.Epilogue{Scale: a.scale, Bias: shift, Rectify: a.act == kernel.ReLU})
	}
	a.finish(n, w, out, channels)
}

// pooledMatrix is a matrix that multiplies pooled numbers. Its rows have three parts, one for each of the three
// pooled numbers of a channel. Each part is padded.
type pooledMatrix struct {
	matrix *kernel.Matrix
	name   string // name of the memory for the product
}

func (n *Net) newPooled(m *MatMul, channels int) pooledMatrix {
	weights := padParts(m.Weights, 3, channels, m.Out)
	return pooledMatrix{kernel.NewMatrix(n.level, &n.memory, weights, 3*kernel.Pad(channels), m.Out), n.unique("pooled")}
}

// pool normalises channels of a plane in place, and pools them. The result has one row for each board.
func pool(n *Net, w *Workspace, x []float32, of, channels int, norm affine, value bool) []float32 {
	kernel.Affine(n.level, w.on, channels, x, of, x, of, kernel.Epilogue{Scale: norm.scale, Bias: norm.bias, Rectify: norm.act == kernel.ReLU})
	v := w.vector("pool", 3*channels)
	shape := w.on.Plane(of)
	for i := range w.on.Count {
		board := x[shape.Board(i):]
		activatePart(n, w, norm.act, board, of, channels)
		poolInto(n, w, board, of, channels, value, v[3*i*channels:][:3*channels])
	}
	return v
}

func (p pooledMatrix) mul(w *Workspace, v []float32) []float32 {
	out := w.vector(p.name, p.matrix.N)
	p.matrix.Mul(w.on.Count, v, len(v)/w.on.Count, out, p.matrix.N, false)
	return out
}

// activatePart applies an activation other than ReLU to the first channels of a board.
func activatePart(n *Net, w *Workspace, act kernel.Activation, x []float32, of, channels int) {
	if act == kernel.ReLU || act == kernel.Identity {
		return
	}
	shape := w.on.Plane(of)
	for y := range w.on.Height {
		for i := range w.on.Width {
			kernel.Activate(n.level, act, x[shape.At(i, y):][:channels])
		}
	}
}

// poolInto pools every channel of one board to three numbers. If value is true, it pools as [ValueHead]
// describes, otherwise as [PoolingBlock] describes.
func poolInto(n *Net, w *Workspace, x []float32, of, channels int, value bool, v []float32) {
	mean, most := v[:channels], v[2*channels:]
	kernel.Pool(n.level, w.on.Plane(of), x, mean, most)
	size := sizeFactor(w)
	for c := range mean {
		mean[c] /= float32(w.on.Width * w.on.Height)
		v[channels+c] = mean[c] * float32(size*0.1)
		if value {
			most[c] = mean[c] * float32(size*size*0.01-0.1)
		} else {
			most[c] = max(most[c], -1)
		}
	}
}

// nested is a prepared [NestedBlock].
type nested struct {
	before, after conv
	inner         stack
	trunk         string // the name of the memory for the inner trunk
	next          affine
}

func (n *Net) newNested(b *NestedBlock, next affine, depth int) (*nested, error) {
	s := &nested{before: n.newConv(&b.PreConv, nil), trunk: fmt.Sprint("trunk ", depth), next: next}
	var err error
	s.inner, err = n.newStack(b.Blocks, b.PreConv.Out, affineOf(&b.PostNorm, b.PostActivation), depth)
	s.after = n.newConv(&b.PostConv, nil)
	return s, err
}

func (b *nested) run(n *Net, w *Workspace, x, a []float32) {
	m := w.plane(b.trunk, b.before.out)
	b.before.run(n, w, a, m, kernel.Epilogue{}, kernel.Identity)
	b.after.add(n, w, b.inner.run(n, w, m), x, a, b.next)
}

package nn

import (
	"errors"
	"fmt"

	"tengen/nn/internal/kernel"
)

// Parameter is a part of a model that training changes.
type Parameter struct {
	Name string
	// Values are the model's own weights. Call [Learner.Update] after changing them.
	Values []float32
	// Product says that the weights multiply inputs, so that weight decay makes sense. Otherwise they
	// are added.
	Product bool
	// Rows and Columns are the size of the matrix of a filter between hidden layers: a row for every
	// input number, and a column for every output channel. They are 0 for other parameters.
	Rows, Columns int
}

// Learner computes how a loss changes with the weights of a model. The model must have only residual
// and pooling blocks, filters of 3x3 and 1x1, ReLU activations, and fixed norms: their mean is 0, their
// scale does not change, and only their bias is trained. Without batch statistics, training and playing
// compute the same function, and positions of a batch do not affect each other. [New] makes such models.
//
// In addition to the policy it trains a second policy, the opponent's answer, which is not written to
// the file. It helps the net to understand the purpose of moves (Wu 2019).
//
// Goroutines may share a Learner, each with its own [Tape], but not while the values change.
type Learner struct {
	model      *Model
	level      Level
	parameters []Parameter
	filters    []*filters3
	products   []*trainableProduct
	shifts     []*shift

	stem   *filters3
	global *trainableProduct
	blocks []trainableBlock
	tip    *trainableNorm
	heads  trainableHeads
}

// trainableBlock is a block that can be trained. Its forward pass reads a, the trunk x after the
// block's own norm, adds to x, and leaves in next the trunk after the norm that follows. Back gets the
// gradient of the trunk after the block, and turns it into the gradient before the block.
type trainableBlock interface {
	norm() *trainableNorm
	run(t *Tape, x, a, next []float32, after *trainableNorm)
	back(t *Tape, a, by []float32)
}

// NewLearner prepares a model for training, which will change its weights. It fails for a model that
// cannot be trained.
func NewLearner(m *Model, level Level) (*Learner, error) {
	if !kernel.Has(level) {
		return nil, fmt.Errorf("this CPU has no %v kernels", level)
	}
	l := &Learner{model: m, level: level.Exact()}
	b := builder{Learner: l}
	t := &m.Trunk
	if t.Metadata != nil || t.TipNorm == nil || m.PolicyHead.GPoolToPass2 != nil {
		return nil, fmt.Errorf("model %s: only models of residual and pooling blocks, before version 15, can learn", m.Name)
	}
	l.stem = b.filters(&t.InitialConv, false)
	l.global = b.matrix(&t.InitialMatMul)
	for i, block := range t.Blocks {
		switch block := block.(type) {
		case *ResidualBlock:
			l.blocks = append(l.blocks, b.residual(i, block))
		case *PoolingBlock:
			l.blocks = append(l.blocks, b.pooling(i, block))
		default:
			b.refuse(block.blockName(), "is neither a residual nor a pooling block")
		}
	}
	l.tip = b.norm(t.TipNorm, t.TipActivation)
	l.heads = b.heads()
	if b.err != nil {
		return nil, fmt.Errorf("model %s cannot learn: %w", m.Name, b.err)
	}
	l.Update()
	return l, nil
}

// Model returns the model that is trained.
func (l *Learner) Model() *Model { return l.model }

// Parameters returns the parts that training changes, always in the same order.
func (l *Learner) Parameters() []Parameter { return l.parameters }

// Update must be called after values have changed.
func (l *Learner) Update() {
	for _, f := range l.filters {
		f.update()
	}
	for _, p := range l.products {
		p.update()
	}
	for _, s := range l.shifts {
		copy(s.padded, s.values)
	}
}

// Tape is the memory of one goroutine in training: the results of a forward pass that the backward pass
// needs, and the sum of the gradients. The zero value is ready to use.
type Tape struct {
	Workspace
	l       *Learner
	in      []Input
	filters []*kernel.Gradient
	sums    [][]float32 // of products, padded
	shifts  [][]float32
}

// prepareTape allocates the tape's memory for a learner and boards.
func (t *Tape) prepareTape(l *Learner, on kernel.Boards) {
	if t.l != l {
		*t = Tape{l: l}
		for _, f := range l.filters {
			t.filters = append(t.filters, kernel.NewGradient(l.level, nil, f.in, f.out))
		}
		for _, p := range l.products {
			t.sums = append(t.sums, kernel.Floats(kernel.Pad(p.in)*kernel.Pad(p.out)))
		}
		for _, s := range l.shifts {
			t.shifts = append(t.shifts, kernel.Floats(len(s.padded)))
		}
	}
	t.prepare(nil, on)
}

// Forward computes the model's results for positions on boards of one size; the planes must have
// exactly that size. The results have two policies: the policy of the player to move, and the
// opponent's answer.
func (l *Learner) Forward(t *Tape, in []Input, out []Result) error {
	if len(in) == 0 || len(out) < len(in) {
		return errors.New("Forward needs at least one input, and as many results as inputs")
	}
	on := kernel.Boards{Width: in[0].Width, Height: in[0].Height, Count: len(in)}
	for _, in := range in {
		if err := l.model.checkInput(in); err != nil {
			return err
		}
		if in.Width != on.Width || in.Height != on.Height {
			return fmt.Errorf("the boards have %dx%d and %dx%d points, and only boards of one size can be computed together", on.Width, on.Height, in.Width, in.Height)
		}
	}
	t.prepareTape(l, on)
	t.in = in
	l.read(t)
	c := kernel.Pad(l.model.Trunk.Channels)
	x := t.plane("trunk", c)
	l.stem.forward.Run(on, t.plane("input", l.stem.forward.In), x, kernel.Epilogue{}, &t.conv)
	globals, bias := t.vector("global", kernel.Pad(l.global.in)), t.vector("global bias", c)
	l.global.mul(t, globals, bias, false)
	t.addByBoard(l.level, x, bias, c)
	a := t.plane(l.norm(0).name, c)
	l.norm(0).apply(l, t, x, a)
	for i, b := range l.blocks {
		next := t.plane(l.norm(i+1).name, c)
		b.run(t, x, a, next, l.norm(i+1))
		a = next
	}
	l.heads.run(t, a, out[:len(in)])
	return nil
}

// norm returns the norm through which block i reads the trunk. After the last block it is the norm of the
// heads.
func (l *Learner) norm(i int) *trainableNorm {
	if i < len(l.blocks) {
		return l.blocks[i].norm()
	}
	return l.tip
}

// read lays out the inputs.
func (l *Learner) read(t *Tape) {
	channels := l.stem.forward.In
	plane, shape := t.plane("input", channels), t.on.Plane(channels)
	globals, wide := t.vector("global", kernel.Pad(l.global.in)), kernel.Pad(l.global.in)
	for b, in := range t.in {
		for c := range l.model.Inputs {
			for y := range in.Height {
				for x, v := range in.Spatial[(c*in.Height+y)*in.Width:][:in.Width] {
					plane[shape.Board(b)+shape.At(x, y)+c] = v
				}
			}
		}
		copy(globals[b*wide:], in.Global)
	}
}

// Backward adds the gradients of a loss to the tape. by has the derivatives of the loss with respect to all
// results of the last [Learner.Forward].
func (l *Learner) Backward(t *Tape, by []Result) {
	c := kernel.Pad(l.model.Trunk.Channels)
	tip, trunk := t.plane("by tip", c), t.plane("by trunk", c)
	a := t.plane(l.tip.name, c)
	l.heads.back(t, a, tip, by)
	l.tip.back(l, t, tip, a, trunk, false)
	for i := len(l.blocks) - 1; i >= 0; i-- {
		l.blocks[i].back(t, t.plane(l.norm(i).name, c), trunk)
	}
	t.filters[l.stem.id].Add(t.on, t.plane("input", l.stem.forward.In), trunk, &t.conv)
	l.global.back(t, t.vector("global", kernel.Pad(l.global.in)), t.sumByBoard(l.level, trunk, c), nil, false)
}

// Gradients adds the tape's gradients to sums, by parameter, and resets the tape's to zero.
func (l *Learner) Gradients(t *Tape, into [][]float32) {
	if t.l != l {
		return // the tape is unused
	}
	for i, f := range l.filters {
		t.filters[i].Filters(into[f.parameter])
	}
	for i, p := range l.products {
		n := kernel.Pad(p.out)
		for row := range p.in {
			addTo(into[p.parameter][row*p.out:][:p.out], t.sums[i][row*n:])
		}
		clear(t.sums[i])
	}
	for i, s := range l.shifts {
		addTo(into[s.parameter], t.shifts[i])
		clear(t.shifts[i])
	}
}

func addTo(sum, v []float32) {
	for i := range sum {
		sum[i] += v[i]
	}
}

package nn

import (
	"errors"
	"fmt"

	"tengen/nn/internal/kernel"
)

// Parameter is a part of a model that training changes.
type Parameter struct {
	Name string
	// Values are those of the model itself: what changes them calls [Learner.Update].
	Values []float32
	// Product says that inputs are multiplied with them, so that weight decay makes
	// sense; otherwise they are added.
	Product bool
	// Rows and Columns are those of the matrix that filters between hidden layers are: a
	// row for every number that is read, a column for every channel that comes out. 0 for
	// all else.
	Rows, Columns int
}

// Learner computes how a loss changes with the weights of a model. Models can learn
// whose blocks are residual and pooling ones, whose filters are 3x3 and 1x1, whose
// activations are all ReLU, and whose norms are fixed: they have mean 0 and a bias, and
// what they scale by does not change. There are no statistics of batches in them, so a
// net that learns computes what it computes when it plays, and the positions of a batch
// do not know of each other. [New] makes such models.
//
// Beside the policy it learns a second one that no file has, the opponent's answer, which
// helps to see what moves are about (Wu 2019).
//
// Any number of goroutines may use it, each with a [Tape] of its own; but not while the
// values change.
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

// learning is a block that learns. It reads a, the trunk after its own norm, adds to the
// trunk x, and leaves in next the trunk after the norm that follows. Back is given the
// gradient of the trunk after it, and makes of it that before it.
type trainableBlock interface {
	norm() *trainableNorm
	run(t *Tape, x, a, next []float32, after *trainableNorm)
	back(t *Tape, a, by []float32)
}

// NewLearner makes a model ready to learn; its weights are those that will change. It errs on a
// model that cannot learn.
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

// Model is what learns.
func (l *Learner) Model() *Model { return l.model }

// Parameters are the parts that training changes, always in the same order.
func (l *Learner) Parameters() []Parameter { return l.parameters }

// Update takes note of values that have changed.
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

// Tape is the memory of one goroutine that learns: what a forward pass computed, for the
// way back, and the gradients so far. The zero value is ready.
type Tape struct {
	Workspace
	l       *Learner
	in      []Input
	filters []*kernel.Gradient
	sums    [][]float32 // of products, padded
	shifts  [][]float32
}

// prepareTape makes the tape fit a learner and boards.
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

// Forward computes what the model says of positions on boards of one size, the planes of
// which are those of the board and no more. There are two policies in the results: that
// of the player to move, and that of the opponent's answer.
func (l *Learner) Forward(t *Tape, in []Input, out []Result) error {
	if len(in) == 0 || len(out) < len(in) {
		return errors.New("nothing to compute, or no room for it")
	}
	on := kernel.Boards{Width: in[0].Width, Height: in[0].Height, Count: len(in)}
	for _, in := range in {
		if err := l.model.checkInput(in); err != nil {
			return err
		}
		if in.Width != on.Width || in.Height != on.Height {
			return fmt.Errorf("boards of %dx%d and of %dx%d points: only those of one size learn at once", on.Width, on.Height, in.Width, in.Height)
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

// norm is what block i reads the trunk through, or after the last block what the heads do.
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

// Backward adds to the gradients of the tape those of a loss, of which by are the
// derivatives by everything in the results of the last [Learner.Forward].
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

// Gradients adds the gradients of a tape to others, by parameter, and makes them zero.
func (l *Learner) Gradients(t *Tape, into [][]float32) {
	if t.l != l {
		return // it has computed nothing
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

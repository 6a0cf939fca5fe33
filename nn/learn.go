package nn

import (
	"errors"
	"fmt"

	"tengen/nn/internal/kernel"
)

// Parameter is a part of a model that training changes.
type Parameter struct {
	Name string
	// Values are the weights in the model, not a copy. Call [Learner.Update] after changing them.
	Values []float32
	// Product is true for weights that multiply inputs. Weight decay makes sense only for these. Other weights
	// are biases.
	Product bool
	// Rows and Columns are set for filters between hidden layers. These weights form a matrix with one column for
	// each output channel. A filter has nine places, or three parts over a graph; the matrix has as many rows for
	// each input channel. Rows and Columns are 0 for other parameters.
	Rows, Columns int
}

// Learner computes the gradients of a loss with respect to the weights of a model. The model must have only
// residual and pooling blocks, filters of 3x3 and 1x1 or over graphs, ReLU activations, and fixed norms. A fixed
// norm has mean 0 and a constant scale; only its bias is trained. [New] makes such models, and [WithMetadata] adds a
// metadata encoder to them. Fixed norms use no batch statistics. Training and playing therefore compute the same
// function. The positions of a batch do not affect each other.
//
// Models from version 12 on have an optimistic policy. A Learner does not train it. [Learner.Update] makes it equal to
// the policy.
//
// Besides the policy, a Learner trains a second policy: the opponent's answer to the move. The second policy is
// not written to the file. It helps the net to learn the purpose of moves (Wu 2019).
//
// Several goroutines may use a Learner at the same time if each has its own [Tape]. They must not use it while
// the values of parameters change.
type Learner struct {
	model      *Model
	level      Level
	parameters []Parameter
	filters    []*filters3
	mixes      []*mix
	products   []*trainableProduct
	shifts     []*shift

	stem   spatial
	global *trainableProduct
	meta   *trainableEncoder // nil if the model has no metadata encoder
	blocks []trainableBlock
	tip    *trainableNorm
	heads  trainableHeads
}

// trainableBlock is a block that can be trained. The method run of the previous block, or [Learner.Forward] for
// the first block, applies the norm of the block to the trunk.
type trainableBlock interface {
	// norm returns the norm at the beginning of the block.
	norm() *trainableNorm
	// run is the forward pass. x is the trunk, and a is the trunk after the block's own norm. run adds the result
	// of the block to x. Then it applies the norm of the next block (the parameter named after) to the trunk, and
	// writes the normalised trunk to the slice named next.
	run(t *Tape, x, a, next []float32, after *trainableNorm)
	// back is the backward pass. The parameter by is the gradient with respect to the trunk after the block. back
	// replaces it by the gradient with respect to the trunk before the block.
	back(t *Tape, a, by []float32)
}

// NewLearner prepares a model for training, which will change the model's weights. It fails for a model that
// cannot be trained.
func NewLearner(m *Model, level Level) (*Learner, error) {
	if !kernel.Has(level) {
		return nil, fmt.Errorf("this CPU has no %v kernels", level)
	}
	l := &Learner{model: m, level: level.Exact()}
	b := builder{Learner: l}
	t := &m.Trunk
	if t.TipNorm == nil || m.Version < 8 || m.Version >= 16 {
		return nil, fmt.Errorf("model %s: only models of residual and pooling blocks, of versions 8 to 15, can learn", m.Name)
	}
	l.stem = b.spatial(&t.InitialConv, false)
	l.global = b.matrix(&t.InitialMatMul)
	if t.Metadata != nil {
		l.meta = b.encoder(t.Metadata)
	}
	for i, block := range t.Blocks {
		switch block := block.(type) {
		case *ResidualBlock:
			l.blocks = append(l.blocks, b.residual(block))
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

// Model returns the model that the Learner trains.
func (l *Learner) Model() *Model { return l.model }

// Parameters returns the parts of the model that training changes, always in the same order.
func (l *Learner) Parameters() []Parameter { return l.parameters }

// Update prepares the weights for computation. The caller must call it after every change of the values of
// parameters.
func (l *Learner) Update() {
	l.heads.copyPolicy()
	for _, f := range l.filters {
		f.update()
	}
	for _, m := range l.mixes {
		m.update()
	}
	for _, p := range l.products {
		p.update()
	}
	for _, s := range l.shifts {
		copy(s.padded, s.values)
	}
}

// Tape is the memory of one goroutine during training. It keeps the results of a forward pass for the backward
// pass. It also keeps the sums of the gradients of all backward passes. The zero value is ready to use.
type Tape struct {
	Workspace
	l       *Learner
	in      []Input
	filters []*kernel.Gradient
	mixes   [][]float32 // gradients of Learner.mixes; rows and columns are padded
	sums    [][]float32 // gradients of Learner.products; rows and columns are padded
	shifts  [][]float32
}

// prepareTape allocates memory for the gradients of l, if the tape does not have it, and for the boards.
func (t *Tape) prepareTape(l *Learner, on kernel.Boards) {
	if t.l != l {
		*t = Tape{l: l}
		for _, f := range l.filters {
			t.filters = append(t.filters, kernel.NewGradient(l.level, nil, f.in, f.out))
		}
		for _, m := range l.mixes {
			t.mixes = append(t.mixes, kernel.Floats(kernel.Parts*kernel.Pad(m.in)*kernel.Pad(m.out)))
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

// Forward computes the result for in[i] and writes it to out[i]. All boards must have the same size, and the
// planes must have exactly this size. Each result has two policies: one for the player to move, and one for the
// opponent's answer.
func (l *Learner) Forward(t *Tape, inputs []Input, out []Result) error {
	if len(inputs) == 0 || len(out) < len(inputs) {
		return errors.New("Forward needs at least one input, and as many results as inputs")
	}
	on := kernel.Boards{Width: inputs[0].Width, Height: inputs[0].Height, Count: len(inputs)}
	for _, in := range inputs {
		if err := l.model.checkInput(in); err != nil {
			return err
		}
		if err := sameBoard(in, inputs[0]); err != nil {
			return err
		}
	}
	t.prepareTape(l, on)
	if t.graph = nil; inputs[0].Graph != nil {
		t.graph = &inputs[0].Graph.lists
	}
	t.in = inputs
	l.read(t)
	c := kernel.Pad(l.model.Trunk.Channels)
	x := t.plane("trunk", c)
	l.stem.run(t, t.plane("input", kernel.Pad(l.model.Inputs)), x, kernel.Epilogue{})
	globals, bias := t.vector("global", kernel.Pad(l.global.in)), t.vector("global bias", c)
	l.global.mul(t, globals, bias, false)
	if l.meta != nil {
		l.meta.run(t, bias)
	}
	t.addByBoard(l.level, x, bias, c)
	a := t.plane(l.norm(0).name, c)
	l.norm(0).apply(l, t, x, a)
	for i, b := range l.blocks {
		next := t.plane(l.norm(i+1).name, c)
		b.run(t, x, a, next, l.norm(i+1))
		a = next
	}
	l.heads.run(t, a, out[:len(inputs)])
	return nil
}

// norm returns the norm that is applied to the trunk before block i. If i is the number of blocks, it returns
// the norm before the heads.
func (l *Learner) norm(i int) *trainableNorm {
	if i < len(l.blocks) {
		return l.blocks[i].norm()
	}
	return l.tip
}

// read copies the inputs of the tape to the layout that the kernels need.
func (l *Learner) read(t *Tape) {
	channels := kernel.Pad(l.model.Inputs)
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

// Backward adds the gradients of a loss to the sums of the tape. The parameter by contains the derivatives of
// the loss with respect to the results of the last [Learner.Forward], one element for each result.
func (l *Learner) Backward(t *Tape, by []Result) {
	c := kernel.Pad(l.model.Trunk.Channels)
	tip, trunk := t.plane("by tip", c), t.plane("by trunk", c)
	a := t.plane(l.tip.name, c)
	l.heads.back(t, a, tip, by)
	l.tip.back(l, t, tip, a, trunk, false)
	for i := len(l.blocks) - 1; i >= 0; i-- {
		l.blocks[i].back(t, t.plane(l.norm(i).name, c), trunk)
	}
	l.stem.weights(t, t.plane("input", kernel.Pad(l.model.Inputs)), trunk)
	byBias := t.sumByBoard(l.level, trunk, c)
	l.global.back(t, t.vector("global", kernel.Pad(l.global.in)), byBias, nil, false)
	if l.meta != nil {
		l.meta.back(t, byBias)
	}
}

// Gradients adds the tape's sums of gradients to the given slices. There is one slice for each element of
// [Learner.Parameters]. Gradients then sets the tape's sums to zero.
func (l *Learner) Gradients(t *Tape, into [][]float32) {
	if t.l != l {
		return // the tape is unused
	}
	for i, f := range l.filters {
		t.filters[i].Filters(into[f.parameter])
	}
	for i, m := range l.mixes {
		m.gradients(t.mixes[i], into[m.parameter])
		clear(t.mixes[i])
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

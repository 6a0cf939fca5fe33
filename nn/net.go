package nn

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"tengen/nn/internal/kernel"
)

// Level is a level of kernels; see [ParseLevel].
type Level = kernel.Level

// Levels returns the levels that this CPU supports, the slowest first. The existing levels are "generic"
// (plain Go), "neon", "avx2", "avx2i16", "avxvnni16", "avx512" and "vnni16". Levels that end in 16 compute products in
// integers and are less exact.
func Levels() []Level { return kernel.Available() }

// ParseLevel reads the name of a level. [Levels] says whether this CPU supports it.
func ParseLevel(name string) (Level, error) { return kernel.ParseLevel(name) }

// FastestLevel returns the fastest level of this CPU, which may compute in integers. FastestLevel().Exact()
// is the fastest level that computes in floats.
func FastestLevel() Level {
	levels := Levels()
	return levels[len(levels)-1]
}

// Net is a model prepared for a CPU. It does not change. Several goroutines may use it at the same time if each
// has its own [Workspace].
type Net struct {
	model *Model
	level Level
	// compact means that 3x3 convolutions are computed without Winograd's algorithm, whose filters are five times as
	// large.
	compact bool

	channels int            // channels of the trunk, padded
	initial  *kernel.Direct // first layer; nil for a net that reads graphs
	stem     conv           // first layer of a net that reads graphs
	global   *kernel.Matrix
	meta     *metaEncoder
	stack    stack
	tipRMS   *rmsNorm
	heads    heads

	memory   kernel.Memory
	names    int   // number of names that unique has returned
	integers bool  // some layers are computed in integers
	err      error // why the model cannot be computed

	fills []func(*kernel.FilterScratch) // lay out the filters of convolutions; nil in a complete net
}

// NewNet prepares a model, which must pass [Model.Check]. It does not change the model. It fails for a model
// that cannot be computed.
func NewNet(m *Model, l Level) (*Net, error) { return newNet(m, l, false) }

// NewCompactNet is like [NewNet], but the net takes about a fifth of the memory at a level of floats, is prepared
// sooner, and evaluates several times slower. It is for a few evaluations.
func NewCompactNet(m *Model, l Level) (*Net, error) { return newNet(m, l, true) }

func newNet(m *Model, l Level, compact bool) (*Net, error) {
	if !kernel.Has(l) {
		return nil, fmt.Errorf("this CPU has no %v kernels", l)
	}
	n := &Net{model: m, level: l, compact: compact, channels: kernel.Pad(m.Trunk.Channels), memory: kernel.Memory{Large: !compact}}
	c := &m.Trunk.InitialConv
	if n.limit(c.Name, c.Out); n.err != nil {
		return nil, n.err
	}
	if c.overGraph() {
		n.stem = n.newConv(c, nil)
	} else {
		n.initial = kernel.NewDirect(n.level, &n.memory, c.Weights, c.In, c.Out, c.KernelX, c.KernelY, c.DilationX, c.DilationY)
	}
	n.global = n.matrix(&m.Trunk.InitialMatMul)
	if d := m.Trunk.Metadata; d != nil {
		n.meta = &metaEncoder{
			mul1: n.matrix(&d.Mul1), bias1: pad(d.Bias1.Weights), act1: kernelOf(d.Activation1),
			mul2: n.matrix(&d.Mul2), bias2: pad(d.Bias2.Weights), act2: kernelOf(d.Activation2), mul3: n.matrix(&d.Mul3),
		}
	}
	after := plain
	if t := m.Trunk.TipNorm; t != nil {
		after = affineOf(t, m.Trunk.TipActivation)
	} else {
		n.tipRMS = newRMSNorm(m.Trunk.TipRMSNorm, m.Trunk.TipActivation)
	}
	var err error
	if n.stack, err = n.newStack(m.Trunk.Blocks, m.Trunk.Channels, after, 0); err != nil {
		return nil, err
	}
	n.heads = n.newHeads(m)
	if n.err != nil {
		return nil, n.err
	}
	n.fill()
	return n, nil
}

// fill lays out the filters of convolutions, on all processors.
func (n *Net) fill() {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(n.fills)) {
		wg.Go(func() {
			var s kernel.FilterScratch
			for i := next.Add(1) - 1; i < int64(len(n.fills)); i = next.Add(1) - 1 {
				n.fills[i](&s)
			}
		})
	}
	wg.Wait()
	n.fills = nil
}

// unique returns a name for memory of a workspace that no other layer has. (The names of layers in a file need
// not be unique.)
func (n *Net) unique(use string) string {
	n.names++
	return fmt.Sprint(use, " ", n.names)
}

// Model returns the model that the net was made from.
func (n *Net) Model() *Model { return n.model }

// Level returns the level at which the net computes. For a net without layers that can be computed in integers,
// this is a level that computes in floats.
func (n *Net) Level() Level {
	if n.integers {
		return n.level
	}
	return n.level.Exact()
}

// Result is a net's answer for a position: an [Output] in float32. [Net.Evaluate] reuses the slices of a
// Result, and allocates those that are missing.
type Result struct {
	Policy    [][]float32 // logits of each policy and point; points are indexed y*Width+x
	Pass      []float32   // logit of passing of each policy
	Value     [3]float32  // logits of win, loss, no result
	Score     []float32   // see Output
	Ownership []float32   // before tanh, indexed y*Width+x
}

// Workspace is the memory in which one goroutine evaluates. The zero value is ready to use. A workspace grows
// with the size of the net, the board and the batch. Once it is large enough, evaluation does not allocate
// memory.
type Workspace struct {
	on        kernel.Boards
	capacity  int           // number of boards for which there is memory
	graph     *kernel.Graph // of the current boards; nil for rectangles
	net       *Net
	base      []float32 // contribution of plane 0, the board, to the first layer; nil if not computed yet
	memory    kernel.Memory
	planes    map[planeKey][]float32
	vectors   map[string][]float32
	conv      kernel.Scratch
	sparse    kernel.SparseScratch
	attention kernel.AttentionScratch
}

// planeKey identifies memory of the workspace by its use and its channels.
type planeKey struct {
	use      string
	channels int
}

// plane returns memory for a plane of the current boards with a zero border.
func (w *Workspace) plane(use string, channels int) []float32 {
	key := planeKey{use, channels}
	p := w.planes[key]
	if p == nil {
		p = kernel.Boards{Width: w.on.Width, Height: w.on.Height, Count: w.capacity}.Plane(channels).New(&w.memory)
		w.planes[key] = p
	}
	return p
}

// vector returns memory for n floats for each board.
func (w *Workspace) vector(use string, n int) []float32 {
	v := w.vectors[use]
	if len(v) < n*w.on.Count {
		v = w.memory.Floats(n * w.capacity)
		w.vectors[use] = v
	}
	return v[:n*w.on.Count]
}

// one returns the description of a single board of the current size.
func (w *Workspace) one() kernel.Boards {
	return kernel.Boards{Width: w.on.Width, Height: w.on.Height, Count: 1}
}

// area returns the total number of points of the boards.
func (w *Workspace) area() int { return w.on.Width * w.on.Height * w.on.Count }

// prepare allocates the workspace for a net and boards.
func (w *Workspace) prepare(n *Net, on kernel.Boards) {
	if w.net != n || w.on.Width != on.Width || w.on.Height != on.Height || w.capacity < on.Count {
		w.net, w.capacity, w.base, w.memory = n, on.Count, nil, kernel.Memory{}
		w.planes, w.vectors = map[planeKey][]float32{}, map[string][]float32{}
	}
	w.on = on
}

// Evaluate computes the answer for in[i] and writes it to out[i]. All boards must have the same size, and the
// planes must have exactly this size. On small boards, one call for several positions takes less time than one
// call for each. Evaluate fails for an input of the wrong size.
func (n *Net) Evaluate(w *Workspace, inputs []Input, out []Result) error {
	if len(inputs) == 0 {
		return nil
	}
	for _, in := range inputs {
		if err := n.model.checkInput(in); err != nil {
			return err
		}
		if err := sameBoard(in, inputs[0]); err != nil {
			return err
		}
		for p, v := range in.Spatial[:in.Width*in.Height] {
			if v != 1 {
				return fmt.Errorf("the mask excludes point %d, and planes must be exactly those of the board", p)
			}
		}
	}
	most := n.together(inputs[0].Width, inputs[0].Height)
	for first := 0; first < len(inputs); first += most {
		last := min(first+most, len(inputs))
		n.evaluate(w, inputs[first:last], out[first:last])
	}
	return nil
}

// Batch returns the number of boards of this size in one call of [Net.Evaluate] with which a board takes the least
// time. A graph has its number of points as the width, and height 1. With AVX-512 this is the number of boards that the
// net computes in one pass through its layers. With other instructions one pass with several boards takes as long as
// several passes, so it is 1.
func (n *Net) Batch(width, height int) int {
	if n.Level().Exact() != kernel.AVX512 {
		return 1
	}
	return n.together(width, height)
}

// together returns how many boards of this size the net computes in one pass.
func (n *Net) together(width, height int) int {
	if n.model.Graph != nil {
		return max(1, graphRows/width)
	}
	return kernel.Together(width, height)
}

// graphRows is the number of points of graphs that are computed together. With more points, the numbers would not
// stay in the cache from one layer to the next.
const graphRows = 256

// sameBoard fails if two inputs have different boards, which cannot be computed together.
func sameBoard(a, b Input) error {
	switch {
	case a.Width != b.Width || a.Height != b.Height:
		return fmt.Errorf("the boards have %dx%d and %dx%d points, and only boards of one size can be computed together", b.Width, b.Height, a.Width, a.Height)
	case a.Graph != b.Graph:
		return errors.New("the boards are different graphs, and only boards with the same graph can be computed together")
	}
	return nil
}

// evaluate computes the answers for positions in one pass through the layers. The inputs have been checked.
func (n *Net) evaluate(w *Workspace, in []Input, out []Result) {
	w.prepare(n, kernel.Boards{Width: in[0].Width, Height: in[0].Height, Count: len(in)})
	x := w.plane("trunk", n.channels)
	shape := w.on.Plane(n.channels)
	w.graph = nil
	if in[0].Graph != nil {
		n.beginGraph(w, in, x)
	} else {
		for i := range in {
			n.begin(w, in[i], x[shape.Board(i):])
		}
	}
	tip := n.stack.run(n, w, x)
	if n.tipRMS != nil {
		tip = n.tipRMS.run(n, w, x, n.channels)
	}
	n.heads.run(n, w, tip, out)
}

// begin computes the first layer for one input. Plane 0 marks the points of the board. It is the same in all
// inputs of one size, so its contribution is cached.
func (n *Net) begin(w *Workspace, in Input, x []float32) {
	base := w.base
	if base == nil {
		base = w.one().Plane(n.channels).New(&w.memory)
		board := make([]float32, len(in.Spatial))
		copy(board, in.Spatial[:in.Width*in.Height])
		n.initial.Run(in.Width, in.Height, 0, board, base, nil, base, &w.sparse)
		w.base = base
	}
	n.initial.Run(in.Width, in.Height, 1, in.Spatial, base, n.bias(w, in), x, &w.sparse)
}

// checkInput fails for an input of the wrong size.
func (m *Model) checkInput(in Input) error {
	area := in.Width * in.Height
	switch {
	case in.Width < 1 || in.Height < 1:
		return fmt.Errorf("the input has %d by %d points", in.Width, in.Height)
	case len(in.Spatial) != m.Inputs*area:
		return fmt.Errorf("the input has %d numbers in planes of %d by %d points, and needs %d planes", len(in.Spatial), in.Width, in.Height, m.Inputs)
	case len(in.Global) != m.Globals:
		return fmt.Errorf("the input has %d global numbers, and needs %d", len(in.Global), m.Globals)
	case len(in.Meta) != m.MetaInputs():
		return fmt.Errorf("the input has %d numbers of metadata, and needs %d", len(in.Meta), m.MetaInputs())
	}
	return m.checkGraphInput(in)
}

// bias returns the contribution of the global inputs, which is added to every point.
func (n *Net) bias(w *Workspace, in Input) []float32 {
	global := w.vector("global", n.global.K)[:n.global.K]
	copy(global, in.Global)
	bias := w.vector("bias", n.global.N)[:n.global.N]
	n.global.Mul(1, global, n.global.K, bias, n.global.N, false)
	if n.meta != nil {
		n.meta.run(n, w, in.Meta, bias)
	}
	return bias
}

// metaEncoder is a prepared [MetadataEncoder].
type metaEncoder struct {
	mul1, mul2, mul3 *kernel.Matrix
	bias1, bias2     []float32
	act1, act2       kernel.Activation
}

func (e *metaEncoder) run(n *Net, w *Workspace, meta, bias []float32) {
	in := w.vector("meta", e.mul1.K)[:e.mul1.K]
	copy(in, meta)
	a := w.vector("meta1", e.mul1.N)[:e.mul1.N]
	dense(n.level, e.mul1, in, a, e.bias1, e.act1)
	b := w.vector("meta2", e.mul2.N)[:e.mul2.N]
	dense(n.level, e.mul2, a, b, e.bias2, e.act2)
	e.mul3.Mul(1, b, e.mul2.N, bias, e.mul3.N, true)
}

// dense computes a layer of vectors: out = act(in*m + bias).
func dense(l Level, m *kernel.Matrix, in, out, bias []float32, act kernel.Activation) {
	m.Mul(1, in, len(in), out, len(out), false)
	for i, b := range bias {
		out[i] += b
	}
	kernel.Activate(l, act, out)
}

// matrix returns the weights of a MatMul in the layout that the kernels need.
func (n *Net) matrix(m *MatMul) *kernel.Matrix {
	return kernel.NewMatrix(n.level, &n.memory, m.Weights, m.In, m.Out)
}

// pad returns a copy of a vector, with zeros added up to a multiple of kernel.Lanes.
func pad(v []float32) []float32 {
	p := kernel.Floats(kernel.Pad(len(v)))
	copy(p, v)
	return p
}

// kernelOf returns the constant of package kernel for an activation.
func kernelOf(a Activation) kernel.Activation {
	return [...]kernel.Activation{Identity: kernel.Identity, ReLU: kernel.ReLU, Mish: kernel.Mish, SiLU: kernel.SiLU}[a.Kind]
}

// affine is a norm with its activation, padded for the kernels.
type affine struct {
	scale, bias []float32
	act         kernel.Activation
	none        bool // no norm is applied, because the next layer has its own
}

// plain is the affine that applies no norm.
var plain = affine{none: true}

func affineOf(b *BatchNorm, act Activation) affine {
	scale, bias := b.affine()
	return affine{scale: narrow(scale), bias: narrow(bias), act: kernelOf(act)}
}

func narrow(v []float64) []float32 {
	p := kernel.Floats(kernel.Pad(len(v)))
	for i, x := range v {
		p[i] = float32(x)
	}
	return p
}

// epilogue returns an epilogue for a convolution with this residual. The epilogue applies the norm.
func (a affine) epilogue(residual []float32) kernel.Epilogue {
	return kernel.Epilogue{Scale: a.scale, Bias: a.bias, Residual: residual, Rectify: a.act == kernel.ReLU}
}

// finish applies the activation to v, unless it is ReLU. Epilogues have already applied ReLU.
func (a affine) finish(n *Net, w *Workspace, v []float32, channels int) {
	if a.act != kernel.ReLU {
		kernel.ActivateBoards(n.level, a.act, w.on.Plane(channels), v)
	}
}

// sizeFactor returns the number for the size of a board that pooling uses: the side minus 14.
func sizeFactor(w *Workspace) float64 { return math.Sqrt(float64(w.on.Width*w.on.Height)) - 14 }

package nn

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"

	"tengen/nn/internal/kernel"
)

// RandomOptions describe a small net with random weights for tests. The zero value describes a net of the
// newest version with two residual blocks.
type RandomOptions struct {
	Version  int    // 0: NewestVersion
	Channels int    // number of channels of the trunk; 0: 8
	Blocks   string // one letter for each block, see Random; "": "rr"
	Kernel   int    // side of the first convolution's kernel, odd; 0: 3

	// Activations are used for the layers one after the other, and again from the beginning after the last. nil
	// means ReLU before version 11, and Mish from version 11 on.
	Activations []ActivationKind

	// These four numbers are the shape of attention. For each of them, 0 means the default. The defaults are two
	// heads, as many heads of keys as of queries, queries of 4 numbers, and values as long as queries.
	Heads, KVHeads     int
	QueryDim, ValueDim int
	Rope               RopeKind

	// These numbers are the widths of layers. For each of them, 0 means the default, which is small.
	Mid            int // channels between the convolutions of a residual block; 0: half of those before it
	Pooling        int // channels of a pooling block that are pooled, which Mid then includes; 0: 2 more than Mid
	Hidden         int // hidden numbers of a feed-forward block; 0: twice the channels
	PolicyChannels int // channels of the policy head; 0: 4, and 3 for pooling
	ValueChannels  int // channels of the value head; 0: 4
	ValueHidden    int // hidden numbers of the value head; 0: 6

	// Gain multiplies the weights of the last layer of each block; 0 means 1. A small gain keeps the numbers in the
	// trunk of a deep net small, as training does.
	Gain float64

	Policies   int  // number of policies in version 17: 2 or 4; 0 means 2
	Metadata   bool // the net has a metadata encoder; from version 15 on
	TipRMS     bool // the tip of the trunk has an RMS norm; from version 15 on
	TipSpatial bool // the RMS norm at the tip is over the whole board

	Graph bool // the net reads graphs; its version is 8

	// Coarse makes all weights multiples of 1/64, so that the file can be compressed well.
	Coarse bool
}

// Random makes a net with random weights. The same arguments give the same net. The weights are about as
// large as those of a trained net, so that every layer affects the outputs.
//
// Each letter of Blocks is a block: r is a residual block, g a block with global pooling, a attention, and f
// feed-forward. Letters in parentheses are blocks in a bottleneck with half the channels, as in "r(rg)af".
// Random panics if the options contradict each other or the version.
func Random(seed uint64, o RandomOptions) *Model {
	o.setDefaults()
	g := &generator{rng: rand.New(rand.NewPCG(seed, 0x6e6e)), o: o}
	m := &Model{
		Name:        fmt.Sprintf("random-v%d-%d", o.Version, seed),
		Version:     o.Version,
		PostProcess: DefaultPostProcess(),
	}
	m.Inputs, m.Globals = InputsOf(o.Version)
	if o.Graph {
		m.Graph, m.Inputs, m.Globals = &GraphNet{}, graphPlanes, graphGlobals
	}
	if o.Version >= 13 {
		m.PostProcess.ShorttermScoreError = 150
	}
	m.Trunk = g.trunk(m.Inputs, m.Globals)
	m.PolicyHead = g.policyHead()
	m.ValueHead = g.valueHead()
	if err := m.Check(); err != nil {
		panic("nn: Random: " + err.Error())
	}
	return m
}

func (o *RandomOptions) setDefaults() {
	set := func(p *int, value int) {
		if *p == 0 {
			*p = value
		}
	}
	if o.Graph {
		set(&o.Version, graphVersion)
	}
	set(&o.Version, NewestVersion)
	set(&o.Channels, 8)
	set(&o.Kernel, 3)
	set(&o.Heads, 2)
	set(&o.KVHeads, o.Heads)
	set(&o.QueryDim, 4)
	set(&o.ValueDim, o.QueryDim)
	set(&o.Policies, 2)
	set(&o.ValueChannels, 4)
	set(&o.ValueHidden, 6)
	if o.Gain == 0 {
		o.Gain = 1
	}
	if o.Version < 17 {
		o.Policies = policyChannels(o.Version)
	}
	if o.Blocks == "" {
		o.Blocks = "rr"
	}
	if o.Activations == nil {
		o.Activations = []ActivationKind{Mish}
		if o.Version < 11 {
			o.Activations = []ActivationKind{ReLU}
		}
	}
}

// generator makes layers. Every name contains a number, so that no two names are the same.
type generator struct {
	rng     *rand.Rand
	o       RandomOptions
	layers  int
	actived int
}

func (g *generator) name(kind string) string {
	g.layers++
	return fmt.Sprintf("%s%d", kind, g.layers)
}

// weights returns n normally distributed numbers around mean.
func (g *generator) weights(n int, mean, deviation float64) []float32 {
	out := make([]float32, n)
	for i := range out {
		w := mean + deviation*g.rng.NormFloat64()
		if g.o.Coarse {
			w = math.Round(w*64) / 64
		}
		out[i] = float32(w)
	}
	return out
}

func (g *generator) conv(side, in, out int) Conv {
	if g.o.Graph && side > 1 {
		return Conv{Name: g.name("conv"), KernelY: 1, KernelX: kernel.Parts, In: in, Out: out,
			Weights: g.weights(kernel.Parts*in*out, 0, 1/math.Sqrt(float64(8*in)))}
	}
	n := side * side * in
	return Conv{Name: g.name("conv"), KernelY: side, KernelX: side, In: in, Out: out, DilationY: 1, DilationX: 1,
		Weights: g.weights(n*out, 0, 1/math.Sqrt(float64(n)))}
}

// norm makes a norm. The optional parts vary from norm to norm.
func (g *generator) norm(channels int) BatchNorm {
	b := BatchNorm{Name: g.name("norm"), Channels: channels, Epsilon: 1e-20}
	if g.rng.IntN(2) == 0 {
		b.Epsilon = 0.001
	}
	b.Mean = g.weights(channels, 0, 0.25)
	b.Variance = g.weights(channels, 1, 0.125)
	for i, v := range b.Variance {
		b.Variance[i] = max(v, 0.25)
	}
	if g.rng.IntN(3) > 0 {
		b.Scale = g.weights(channels, 1, 0.25)
	}
	if g.rng.IntN(4) > 0 {
		b.Bias = g.weights(channels, 0, 0.25)
	}
	return b
}

func (g *generator) activation() Activation {
	g.actived++
	return Activation{Name: g.name("act"), Kind: g.o.Activations[g.actived%len(g.o.Activations)]}
}

func (g *generator) matMul(in, out int) MatMul {
	return MatMul{Name: g.name("matmul"), In: in, Out: out, Weights: g.weights(in*out, 0, 1/math.Sqrt(float64(in)))}
}

// last multiplies the weights of the last layer of a block by the gain.
func (g *generator) last(weights []float32) {
	for i := range weights {
		weights[i] *= float32(g.o.Gain)
	}
}

// lastConv makes the last layer of a block.
func (g *generator) lastConv(side, in, out int) Conv {
	c := g.conv(side, in, out)
	g.last(c.Weights)
	return c
}

// lastMatMul makes the last layer of a block.
func (g *generator) lastMatMul(in, out int) MatMul {
	m := g.matMul(in, out)
	g.last(m.Weights)
	return m
}

func (g *generator) matBias(channels int) MatBias {
	return MatBias{Name: g.name("bias"), Channels: channels, Weights: g.weights(channels, 0, 0.25)}
}

func (g *generator) preNorm(channels int) PreNorm {
	return PreNorm{Name: g.name("norm"), Channels: channels, Epsilon: 1e-6, Weights: g.weights(channels, 1, 0.25)}
}

func (g *generator) trunk(planes, globals int) Trunk {
	c := g.o.Channels
	t := Trunk{
		Name: "trunk", Channels: c, MidChannels: c, RegularChannels: max(c/2, 1), DilatedChannels: max(c/2, 1), PoolingChannels: max(c/2, 1),
		InitialConv: g.conv(g.o.Kernel, planes, c), InitialMatMul: g.matMul(globals, c),
	}
	if g.o.Metadata {
		t.Metadata = &MetadataEncoder{Name: "metadata", Inputs: metaInputs,
			Mul1: g.matMul(metaInputs, 4), Bias1: g.matBias(4), Activation1: g.activation(),
			Mul2: g.matMul(4, 6), Bias2: g.matBias(6), Activation2: g.activation(),
			Mul3: g.matMul(6, c)}
	}
	letters := g.o.Blocks + ")"
	t.Blocks, letters = g.blocks(letters, c)
	if letters != "" {
		panic("nn: Random: a parenthesis in Blocks is closed and was not opened")
	}
	if g.o.TipRMS {
		t.TipRMSNorm = &RMSNorm{Name: "tip", Channels: c, Epsilon: 1e-6, Spatial: g.o.TipSpatial,
			Gamma: g.weights(c, 1, 0.25), Beta: g.weights(c, 0, 0.25)}
	} else {
		tip := g.norm(c)
		t.TipNorm = &tip
	}
	t.TipActivation = g.activation()
	return t
}

// blocks makes one block for each letter. It stops at a closing parenthesis or at the end, and returns the
// letters after the parenthesis.
func (g *generator) blocks(letters string, channels int) (blocks []Block, rest string) {
	half := max(channels/2, 1)
	mid, pooled := cmp.Or(g.o.Mid, half), cmp.Or(g.o.Pooling, 2)
	hidden := cmp.Or(g.o.Hidden, 2*channels)
	for letters != "" {
		letter := letters[0]
		letters = letters[1:]
		switch letter {
		case 'r':
			blocks = append(blocks, &ResidualBlock{Name: g.name("block"),
				PreNorm: g.norm(channels), PreActivation: g.activation(), RegularConv: g.conv(3, channels, mid),
				MidNorm: g.norm(mid), MidActivation: g.activation(), FinalConv: g.lastConv(3, mid, channels)})
		case 'g':
			regular := mid - g.o.Pooling
			blocks = append(blocks, &PoolingBlock{Name: g.name("block"),
				PreNorm: g.norm(channels), PreActivation: g.activation(), RegularConv: g.conv(3, channels, regular),
				GPoolConv: g.conv(3, channels, pooled), GPoolNorm: g.norm(pooled), GPoolActivation: g.activation(), GPoolToBias: g.matMul(3*pooled, regular),
				MidNorm: g.norm(regular), MidActivation: g.activation(), FinalConv: g.lastConv(3, regular, channels)})
		case '(':
			b := &NestedBlock{Name: g.name("block"), PreNorm: g.norm(channels), PreActivation: g.activation(), PreConv: g.conv(1, channels, half)}
			b.Blocks, letters = g.blocks(letters, half)
			b.PostNorm, b.PostActivation, b.PostConv = g.norm(half), g.activation(), g.lastConv(1, half, channels)
			blocks = append(blocks, b)
		case ')':
			return blocks, letters
		case 'a':
			blocks = append(blocks, g.attention(channels))
		case 'f':
			gate := g.matMul(channels, hidden)
			blocks = append(blocks, &FeedForward{Name: g.name("block"), Channels: channels, Hidden: hidden,
				PreNorm: g.preNorm(channels), Linear1: g.matMul(channels, hidden), Gate: &gate, Linear2: g.lastMatMul(hidden, channels)})
		default:
			panic(fmt.Sprintf("nn: Random: unknown block %q", letter))
		}
	}
	panic("nn: Random: a parenthesis in Blocks is opened and not closed")
}

func (g *generator) attention(channels int) *Attention {
	o := &g.o
	a := &Attention{Name: g.name("block"), Heads: o.Heads, KVHeads: o.KVHeads, QueryDim: o.QueryDim, ValueDim: o.ValueDim,
		PreNorm: g.preNorm(channels), QProj: g.matMul(channels, o.Heads*o.QueryDim), KProj: g.matMul(channels, o.KVHeads*o.QueryDim),
		VProj: g.matMul(channels, o.KVHeads*o.ValueDim), OutProj: g.lastMatMul(o.Heads*o.ValueDim, channels), Rope: o.Rope}
	switch o.Rope {
	case RopeFixed:
		a.RopeName, a.RopeTheta = g.name("theta"), 100
	case RopeLearnable:
		a.RopeName, a.RopeFreqs = g.name("freqs"), g.weights(o.KVHeads*(o.QueryDim/2)*2, 0, 0.5)
	}
	return a
}

func (g *generator) policyHead() PolicyHead {
	wide, pooled := cmp.Or(g.o.PolicyChannels, 4), cmp.Or(g.o.PolicyChannels, 3)
	c := g.o.Channels
	p := PolicyHead{Name: "policyhead", Channels: g.o.Policies,
		P1Conv: g.conv(1, c, wide), G1Conv: g.conv(1, c, pooled), G1Norm: g.norm(pooled), G1Activation: g.activation(), GPoolToBias: g.matMul(3*pooled, wide),
		P1Norm: g.norm(wide), P1Activation: g.activation(), P2Conv: g.conv(1, wide, g.o.Policies)}
	if g.o.Version < 15 {
		p.GPoolToPass = g.matMul(3*pooled, g.o.Policies)
		return p
	}
	p.GPoolToPass = g.matMul(3*pooled, wide)
	bias, activation, second := g.matBias(wide), g.activation(), g.matMul(wide, g.o.Policies)
	p.PassBias, p.PassActivation, p.GPoolToPass2 = &bias, &activation, &second
	return p
}

func (g *generator) valueHead() ValueHead {
	wide, hidden := g.o.ValueChannels, g.o.ValueHidden
	scores := scoreOutputs(g.o.Version)
	return ValueHead{Name: "valuehead",
		V1Conv: g.conv(1, g.o.Channels, wide), V1Norm: g.norm(wide), V1Activation: g.activation(),
		V2Mul: g.matMul(3*wide, hidden), V2Bias: g.matBias(hidden), V2Activation: g.activation(),
		V3Mul: g.matMul(hidden, 3), V3Bias: g.matBias(3), ScoreMul: g.matMul(hidden, scores), ScoreBias: g.matBias(scores),
		OwnershipConv: g.conv(1, wide, 1)}
}

package nn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"tengen/nn/internal/kernel"
)

// newVersion is the version of the models that [New] makes.
const newVersion = 8

// Architecture is the shape of the nets that [New] makes.
type Architecture struct {
	Blocks   int // number of blocks; every third one is a pooling block
	Channels int // number of channels of the trunk
	// Graph is true for nets that read graphs. Their convolutions are over the graph instead of 3x3.
	Graph bool
}

// ParseArchitecture reads a name such as b6c96: 6 blocks and 96 channels. Names of nets for graphs begin with g
// instead of b.
func ParseArchitecture(text string) (Architecture, error) {
	var a Architecture
	rest, graph := strings.CutPrefix(text, "g")
	if graph {
		a.Graph, rest = true, "b"+rest
	}
	n, err := fmt.Sscanf(rest, "b%dc%d", &a.Blocks, &a.Channels)
	if err != nil || n != 2 || a.String() != text {
		return Architecture{}, fmt.Errorf("%.40q is not an architecture: write the blocks and the channels, such as b6c96, or g6c64 for boards as graphs", text)
	}
	if a.Blocks < 1 || a.Blocks > 100 || a.Channels < 16 || a.Channels > 1024 || a.Channels%16 != 0 {
		return Architecture{}, fmt.Errorf("architecture %s: it must have 1 to 100 blocks, and 16 to 1024 channels in steps of 16", text)
	}
	return a, nil
}

// String returns a name that [ParseArchitecture] reads.
func (a Architecture) String() string {
	if a.Graph {
		return fmt.Sprintf("g%dc%d", a.Blocks, a.Channels)
	}
	return fmt.Sprintf("b%dc%d", a.Blocks, a.Channels)
}

// New makes a model with random weights, to be trained. The model has version 8, so it has no optimistic
// policy and no short-term errors. The same seed gives the same weights. A net for graphs can read every board; its
// field [Model.Graph] can restrict it to one board.
//
// The norms of the model are fixed. Before training, every block adds zero to the trunk. The numbers in the
// trunk therefore do not grow with the number of blocks (Zhang, Dauphin and Ma 2019).
func New(name string, a Architecture, seed uint64) *Model {
	w := &newWeights{rng: rand.New(rand.NewPCG(seed, 0x6e6577)), graph: a.Graph}
	c := a.Channels
	pooled := max(8, c/3/16*16)
	side := max(16, c/3/16*16)
	m := &Model{Name: name, Version: newVersion, PostProcess: DefaultPostProcess()}
	m.Inputs, m.Globals = InputsOf(m.Version)
	if a.Graph {
		m.Graph, m.Inputs, m.Globals = &GraphNet{}, graphPlanes, graphGlobals
	}
	t := &m.Trunk
	*t = Trunk{Name: "trunk", Channels: c, MidChannels: c, RegularChannels: c - pooled, DilatedChannels: pooled, PoolingChannels: pooled,
		InitialConv: w.conv("conv1", 3, m.Inputs, c, 1), InitialMatMul: w.matMul("ginputw", m.Globals, c, 1), TipActivation: relu("trunk/actv")}
	for i := range a.Blocks {
		n := fmt.Sprintf("rconv%d", i+1)
		if i%3 < 2 {
			t.Blocks = append(t.Blocks, &ResidualBlock{Name: n, PreNorm: fixedNorm(n+"/norm1", c), PreActivation: relu(n + "/actv1"),
				RegularConv: w.conv(n+"/w1", 3, c, c, 1), MidNorm: fixedNorm(n+"/norm2", c), MidActivation: relu(n + "/actv2"),
				FinalConv: w.conv(n+"/w2", 3, c, c, 0)})
			continue
		}
		t.Blocks = append(t.Blocks, &PoolingBlock{Name: n, PreNorm: fixedNorm(n+"/norm1", c), PreActivation: relu(n + "/actv1"),
			RegularConv: w.conv(n+"/w1a", 3, c, c-pooled, 1), GPoolConv: w.conv(n+"/w1b", 3, c, pooled, 1),
			GPoolNorm: fixedNorm(n+"/norm1b", pooled), GPoolActivation: relu(n + "/actv1b"), GPoolToBias: w.matMul(n+"/w1r", 3*pooled, c-pooled, 0.5),
			MidNorm: fixedNorm(n+"/norm2", c-pooled), MidActivation: relu(n + "/actv2"), FinalConv: w.conv(n+"/w2", 3, c-pooled, c, 0)})
	}
	tip := fixedNorm("trunk/norm", c)
	t.TipNorm = &tip
	m.PolicyHead = PolicyHead{Name: "policyhead", Channels: 1, P1Conv: w.conv("p1/w", 1, c, side, 1), G1Conv: w.conv("g1/w", 1, c, side, 1),
		G1Norm: fixedNorm("g1/norm", side), G1Activation: relu("g1/actv"), GPoolToBias: w.matMul("matmulg2w", 3*side, side, 0.5),
		P1Norm: fixedNorm("p1/norm", side), P1Activation: relu("p1/actv"), P2Conv: w.conv("p2/w", 1, side, 1, 0.3),
		GPoolToPass: w.matMul("matmulpass", 3*side, 1, 0.3)}
	hidden, scores := max(32, c/2), scoreOutputs(m.Version)
	m.ValueHead = ValueHead{Name: "valuehead", V1Conv: w.conv("v1/w", 1, c, side, 1), V1Norm: fixedNorm("v1/norm", side), V1Activation: relu("v1/actv"),
		V2Mul: w.matMul("v2/w", 3*side, hidden, 1), V2Bias: zeroBias("v2/b", hidden), V2Activation: relu("v2/actv"),
		V3Mul: w.matMul("v3/w", hidden, 3, 0.3), V3Bias: zeroBias("v3/b", 3),
		ScoreMul: w.matMul("sv3/w", hidden, scores, 0.3), ScoreBias: zeroBias("sv3/b", scores),
		OwnershipConv: w.conv("vownership/w", 1, side, 1, 0.3)}
	if err := m.Check(); err != nil {
		panic("nn: New: " + err.Error())
	}
	return m
}

// newWeights draws the random weights of a new model.
type newWeights struct {
	rng   *rand.Rand
	graph bool // convolutions of 3x3 are replaced by convolutions over a graph
}

// draw returns random weights for a layer after ReLU. The outputs of the layer are about gain times as large
// as its inputs (He et al. 2015).
func (w *newWeights) draw(n, in int, gain float64) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(gain * math.Sqrt(2/float64(in)) * w.rng.NormFloat64())
	}
	return v
}

func (w *newWeights) conv(name string, side, in, out int, gain float64) Conv {
	if w.graph && side > 1 {
		return w.mix(name, in, out, gain)
	}
	return Conv{Name: name, KernelY: side, KernelX: side, In: in, Out: out, DilationY: 1, DilationX: 1,
		Weights: w.draw(side*side*in*out, side*side*in, gain)}
}

// mix makes a convolution over a graph. Its three parts contribute about equally to the output on a board with four
// neighbours for each point.
func (w *newWeights) mix(name string, in, out int, gain float64) Conv {
	c := Conv{Name: name, KernelY: 1, KernelX: kernel.Parts, In: in, Out: out}
	for _, size := range []float64{1, 1.0 / 3, 0.7} { // of the point itself, the sum and the greatest value
		c.Weights = append(c.Weights, w.draw(in*out, in*kernel.Parts, gain*size)...)
	}
	return c
}

func (w *newWeights) matMul(name string, in, out int, gain float64) MatMul {
	return MatMul{Name: name, In: in, Out: out, Weights: w.draw(in*out, in, gain)}
}

func relu(name string) Activation { return Activation{Name: name, Kind: ReLU} }

func zeroBias(name string, n int) MatBias {
	return MatBias{Name: name, Channels: n, Weights: make([]float32, n)}
}

// fixedNorm returns a norm that only adds its bias.
func fixedNorm(name string, n int) BatchNorm {
	b := BatchNorm{Name: name, Channels: n, Epsilon: 1e-20, Mean: make([]float32, n), Variance: make([]float32, n), Bias: make([]float32, n)}
	for i := range b.Variance {
		b.Variance[i] = 1
	}
	return b
}

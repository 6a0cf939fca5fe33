package nn

import (
	"fmt"
	"math"
)

// Input is a position as the input of a net.
type Input struct {
	// Width and Height are the size of the planes. The board may be smaller.
	Width, Height int
	// Spatial has the planes one after the other, each row by row from the top: plane c at column x and row y
	// has the index (c*Height+y)*Width+x. Plane 0 is the mask: 1 on the points of the board and 0 elsewhere. All
	// other planes must be 0 outside the board. The number of points outside the board does not change the
	// result. Planes of exactly the board's size are enough, and take the least time.
	Spatial []float32
	Global  []float32
	Meta    []float32 // inputs of the metadata encoder; nil for models without one
	// Graph is set for nets that read graphs, and only for these. Width is then the number of its points, and Height
	// is 1. All points belong to the board.
	Graph *Graph
}

// Output is a net's raw answer for a position, from the perspective of the player to move. The package's
// documentation explains the numbers for each version. Values at points outside the board have no meaning.
type Output struct {
	Policy    [][]float64 // logits of each policy and point; points are indexed y*Width+x
	Pass      []float64   // logit of passing of each policy
	Value     [3]float64  // logits of win, loss, no result
	Score     []float64   // the version decides what the numbers are, see the package's documentation
	Ownership []float64   // before tanh, indexed y*Width+x; positive for points of the player to move
}

// Evaluate computes a net's answer in float64 with plain loops. It is the specification of the fast
// code, and takes seconds for large nets.
//
// The model must pass [Model.Check]. Evaluate fails for an input of the wrong size, and for a model that has
// a [FeedForward] without a gate.
func Evaluate(m *Model, in Input) (Output, error) {
	if err := m.checkInput(in); err != nil {
		return Output{}, err
	}
	area := in.Width * in.Height
	e := &evaluation{width: in.Width, height: in.Height, graph: in.Graph, mask: make([]bool, area)}
	for p := range e.mask {
		switch in.Spatial[p] {
		case 1:
			e.mask[p] = true
			e.points++
		case 0:
		default:
			return Output{}, fmt.Errorf("the mask is %v at point %d, not 0 or 1", in.Spatial[p], p)
		}
	}
	if e.points == 0 {
		return Output{}, fmt.Errorf("the mask, plane 0, has no point of the board")
	}
	if in.Graph != nil && e.points != area {
		return Output{}, fmt.Errorf("the mask, plane 0, excludes points of a graph")
	}
	planes := make(tensor, m.Inputs)
	for c := range planes {
		planes[c] = wide(in.Spatial[c*area : (c+1)*area])
	}
	trunk := e.trunk(&m.Trunk, planes, wide(in.Global), wide(in.Meta))
	var out Output
	out.Policy, out.Pass = e.policyHead(&m.PolicyHead, trunk)
	e.valueHead(&m.ValueHead, trunk, &out)
	return out, e.err
}

// tensor has a number for each channel and point, indexed [channel][y*width+x].
type tensor [][]float64

// evaluation is one call of Evaluate.
type evaluation struct {
	width, height int
	graph         *Graph // nil for a rectangle
	mask          []bool
	points        int // number of points of the board
	err           error
}

func (e *evaluation) trunk(t *Trunk, planes tensor, global, meta []float64) tensor {
	x := e.conv(&t.InitialConv, planes)
	addToAll(x, matMul(&t.InitialMatMul, global))
	if d := t.Metadata; d != nil {
		v := activate(d.Activation1, matBias(&d.Bias1, matMul(&d.Mul1, meta)))
		v = activate(d.Activation2, matBias(&d.Bias2, matMul(&d.Mul2, v)))
		addToAll(x, matMul(&d.Mul3, v))
	}
	e.blocks(t.Blocks, x)
	if t.TipRMSNorm != nil {
		return e.rmsNorm(t.TipRMSNorm, t.TipActivation, x)
	}
	return e.norm(t.TipNorm, t.TipActivation, x)
}

// blocks adds the result of each block to x.
func (e *evaluation) blocks(blocks []Block, x tensor) {
	for _, b := range blocks {
		var y tensor
		switch b := b.(type) {
		case *ResidualBlock:
			y = e.conv(&b.RegularConv, e.norm(&b.PreNorm, b.PreActivation, x))
			y = e.conv(&b.FinalConv, e.norm(&b.MidNorm, b.MidActivation, y))
		case *PoolingBlock:
			in := e.norm(&b.PreNorm, b.PreActivation, x)
			y = e.conv(&b.RegularConv, in)
			pooled := e.pool(e.norm(&b.GPoolNorm, b.GPoolActivation, e.conv(&b.GPoolConv, in)))
			addToAll(y, matMul(&b.GPoolToBias, pooled))
			y = e.conv(&b.FinalConv, e.norm(&b.MidNorm, b.MidActivation, y))
		case *NestedBlock:
			y = e.conv(&b.PreConv, e.norm(&b.PreNorm, b.PreActivation, x))
			e.blocks(b.Blocks, y)
			y = e.conv(&b.PostConv, e.norm(&b.PostNorm, b.PostActivation, y))
		case *Attention:
			y = e.attention(b, x)
		case *FeedForward:
			y = e.feedForward(b, x)
		}
		for c := range y {
			for p := range y[c] {
				x[c][p] += y[c][p]
			}
		}
	}
}

func (e *evaluation) policyHead(h *PolicyHead, trunk tensor) (policy tensor, pass []float64) {
	pooled := e.pool(e.norm(&h.G1Norm, h.G1Activation, e.conv(&h.G1Conv, trunk)))
	x := e.conv(&h.P1Conv, trunk)
	addToAll(x, matMul(&h.GPoolToBias, pooled))
	policy = e.conv(&h.P2Conv, e.norm(&h.P1Norm, h.P1Activation, x))
	pass = matMul(&h.GPoolToPass, pooled)
	if h.GPoolToPass2 != nil {
		pass = matMul(h.GPoolToPass2, activate(*h.PassActivation, matBias(h.PassBias, pass)))
	}
	return policy, pass
}

func (e *evaluation) valueHead(h *ValueHead, trunk tensor, out *Output) {
	x := e.norm(&h.V1Norm, h.V1Activation, e.conv(&h.V1Conv, trunk))
	hidden := activate(h.V2Activation, matBias(&h.V2Bias, matMul(&h.V2Mul, e.poolValue(x))))
	copy(out.Value[:], matBias(&h.V3Bias, matMul(&h.V3Mul, hidden)))
	out.Score = matBias(&h.ScoreBias, matMul(&h.ScoreMul, hidden))
	out.Ownership = e.conv(&h.OwnershipConv, x)[0]
}

// pool computes the three numbers for each channel that [PoolingBlock] describes. x is 0 outside the board.
func (e *evaluation) pool(x tensor) []float64 {
	out := make([]float64, 3*len(x))
	size := math.Sqrt(float64(e.points)) - 14
	for c, plane := range x {
		sum, highest := 0.0, -1.0
		for p, on := range e.mask {
			if on {
				sum += plane[p]
				highest = max(highest, plane[p])
			}
		}
		mean := sum / float64(e.points)
		out[c], out[len(x)+c], out[2*len(x)+c] = mean, mean*size*0.1, highest
	}
	return out
}

// poolValue computes the three numbers for each channel that [ValueHead] describes.
func (e *evaluation) poolValue(x tensor) []float64 {
	out := e.pool(x)
	size := math.Sqrt(float64(e.points)) - 14
	for c := range x {
		out[2*len(x)+c] = out[c] * (size*size*0.01 - 0.1)
	}
	return out
}

package nn

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// metaVersion is the version of the models of [WithMetadata], and of KataGo's human policy nets. It is the oldest
// version with a metadata encoder.
const metaVersion = 15

// metaWidth is the number of hidden numbers of the metadata encoders that [WithMetadata] makes.
const metaWidth = 64

// WithMetadata returns a model that computes the same outputs as m, and has a metadata encoder. The encoder's last
// layer is zero, so metadata have no effect before training. Its other weights are random; the same seed gives the
// same weights. The new model has version 15. Its optimistic policy is equal to its policy. Its short-term errors are
// constant. The other weights are shared with m.
//
// WithMetadata fails unless m has version 8, as the models of [New] and the nets that were trained from them.
func WithMetadata(m *Model, seed uint64) (*Model, error) {
	if m.Version != newVersion || m.Graph != nil {
		return nil, fmt.Errorf("model %s: a metadata encoder can be added only to nets of version %d for rectangles", m.Name, newVersion)
	}
	if m.PolicyHead.P1Conv.Out < 2 {
		return nil, fmt.Errorf("model %s: a metadata encoder needs a policy head with at least two channels", m.Name)
	}
	w := &newWeights{rng: rand.New(rand.NewPCG(seed, 0x6d657461))}
	to := *m
	to.Version, to.SHA256 = metaVersion, ""
	to.Trunk.Metadata = &MetadataEncoder{Name: "metaencoder", Inputs: metaInputs,
		Mul1: w.matMul("meta/w1", metaInputs, metaWidth, 1), Bias1: zeroBias("meta/b1", metaWidth), Activation1: relu("meta/actv1"),
		Mul2: w.matMul("meta/w2", metaWidth, metaWidth, 1), Bias2: zeroBias("meta/b2", metaWidth), Activation2: relu("meta/actv2"),
		Mul3: w.matMul("meta/w3", metaWidth, m.Trunk.Channels, 0)}

	p, wide := &to.PolicyHead, m.PolicyHead.P1Conv.Out
	p.Channels = policyChannels(metaVersion)
	p.P2Conv.Out, p.P2Conv.Weights = p.Channels, widened(m.PolicyHead.P2Conv.Weights, 1, p.Channels)
	for i, v := range m.PolicyHead.P2Conv.Weights {
		p.P2Conv.Weights[i*p.Channels+1] = v
	}
	// The new layer of the pass computes max(x,0) - max(-x,0) = x. Its other hidden numbers have no effect.
	p.GPoolToPass = w.matMul(p.GPoolToPass.Name, p.GPoolToPass.In, wide, 0.3)
	for i, v := range m.PolicyHead.GPoolToPass.Weights {
		p.GPoolToPass.Weights[i*wide], p.GPoolToPass.Weights[i*wide+1] = v, -v
	}
	bias, activation, second := zeroBias("pass/b", wide), relu("pass/actv"), w.matMul("matmulpass2", wide, p.Channels, 0)
	for i := range p.Channels {
		second.Weights[i], second.Weights[p.Channels+i] = 1, -1
	}
	p.PassBias, p.PassActivation, p.GPoolToPass2 = &bias, &activation, &second

	v, scores := &to.ValueHead, scoreOutputs(metaVersion)
	v.ScoreMul.Weights, v.ScoreMul.Out = widened(v.ScoreMul.Weights, v.ScoreMul.Out, scores), scores
	v.ScoreBias.Weights, v.ScoreBias.Channels = widened(v.ScoreBias.Weights, v.ScoreBias.Channels, scores), scores
	return &to, to.Check()
}

// widened returns a copy of a matrix with more columns. The new columns are zero.
func widened(weights []float32, from, to int) []float32 {
	var wide []float32
	for row := range slices.Chunk(weights, from) {
		wide = append(append(wide, row...), make([]float32, to-from)...)
	}
	return wide
}

package nn

import "fmt"

func (c *Conv) code(x codec) {
	x.name(&c.Name)
	x.number(&c.KernelY, "the height of the kernel")
	x.number(&c.KernelX, "the width of the kernel")
	x.number(&c.In, "the number of input channels")
	x.number(&c.Out, "the number of output channels")
	x.number(&c.DilationY, "the vertical dilation")
	x.number(&c.DilationX, "the horizontal dilation")
	x.check(c.checkShape())
	x.floats(&c.Weights, c.KernelY, c.KernelX, c.In, c.Out)
}

func (b *BatchNorm) code(x codec) {
	x.name(&b.Name)
	x.number(&b.Channels, "the number of channels")
	x.real(&b.Epsilon, "epsilon")
	hasScale, hasBias := b.Scale != nil, b.Bias != nil
	x.flag(&hasScale, "the presence of a scale")
	x.flag(&hasBias, "the presence of a bias")
	x.check(first(positive(b.Name, "channels", b.Channels), checkEpsilon(b.Name, b.Epsilon, 0)))
	x.statistics(&b.Mean, b.Channels)
	x.statistics(&b.Variance, b.Channels)
	if hasScale {
		x.floats(&b.Scale, b.Channels)
	}
	if hasBias {
		x.floats(&b.Bias, b.Channels)
	}
	if x.ok() {
		x.check(b.checkVariance())
	}
}

func (a *Activation) code(x codec, version int) {
	x.name(&a.Name)
	if version < 11 {
		if x.reading() {
			a.Kind = ReLU
		} else if a.Kind != ReLU {
			x.check(fmt.Errorf("%s: version %d has no activation but ReLU", a.Name, version))
		}
		return
	}
	word := "none"
	if !x.reading() && int(a.Kind) < len(activationWords) {
		word = activationWords[a.Kind]
	}
	x.word(&word, "the kind of an activation")
	for i, w := range activationWords {
		if w == word {
			a.Kind = ActivationKind(i)
			return
		}
	}
	x.check(fmt.Errorf("%s: %s is not an activation", a.Name, quote(word)))
}

func (m *MatMul) code(x codec) {
	x.name(&m.Name)
	x.number(&m.In, "the number of input channels")
	x.number(&m.Out, "the number of output channels")
	x.check(positive(m.Name, "input channels", m.In, "output channels", m.Out))
	x.floats(&m.Weights, m.In, m.Out)
}

func (m *MatBias) code(x codec) {
	x.name(&m.Name)
	x.number(&m.Channels, "the number of channels")
	x.check(positive(m.Name, "channels", m.Channels))
	x.floats(&m.Weights, m.Channels)
}

func (r *RMSNorm) code(x codec) {
	x.name(&r.Name)
	x.number(&r.Channels, "the number of channels")
	x.real(&r.Epsilon, "epsilon")
	x.flag(&r.Spatial, "whether the norm is spatial")
	zeros(x, 1, "the size of a group of channels")
	x.check(first(positive(r.Name, "channels", r.Channels), checkEpsilon(r.Name, r.Epsilon, 1)))
	x.floats(&r.Gamma, r.Channels)
	x.floats(&r.Beta, r.Channels)
}

func (n *PreNorm) code(x codec) {
	x.name(&n.Name)
	x.number(&n.Channels, "the number of channels")
	x.real(&n.Epsilon, "epsilon")
	x.check(first(positive(n.Name, "channels", n.Channels), checkEpsilon(n.Name, n.Epsilon, 1)))
	x.floats(&n.Weights, n.Channels)
}

// newBlock returns an empty block of the kind that begins with this word in a file. It returns nil for an
// unknown word.
func newBlock(word string) Block {
	switch word {
	case wordResidual:
		return &ResidualBlock{}
	case wordPooling:
		return &PoolingBlock{}
	case wordNested:
		return &NestedBlock{}
	case wordAttention:
		return &Attention{}
	case wordFeedForward:
		return &FeedForward{}
	}
	return nil
}

func blockWord(b Block) string {
	switch b.(type) {
	case *ResidualBlock:
		return wordResidual
	case *PoolingBlock:
		return wordPooling
	case *NestedBlock:
		return wordNested
	case *Attention:
		return wordAttention
	}
	return wordFeedForward
}

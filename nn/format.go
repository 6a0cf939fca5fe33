package nn

import "fmt"

// codec reads a model from a file, writes it to a file, or checks it. The methods named code describe the
// format once, for all codecs. After its first error a codec does nothing, so only loops have to check for an
// error, with the method ok.
//
// The parameter named what is the name of a value in error messages.
type codec interface {
	// name handles the name of the next layer, which is one word.
	name(p *string)
	word(p *string, what string)
	number(p *int, what string)
	real(p *float64, what string)
	flag(p *bool, what string)
	// floats handles weights. Their number is the product of dims.
	floats(p *[]float32, dims ...int)
	// statistics handles n numbers that were measured during training and not learned.
	statistics(p *[]float32, n int)
	// check reports an error of a complete layer to the codec. It does nothing if err is nil.
	check(err error)
	reading() bool
	ok() bool
}

// maxDepth is the largest number of bottlenecks around a block. In KataGo's nets it is 1.
const maxDepth = 16

func (m *Model) code(x codec) {
	x.name(&m.Name)
	x.check(checkName(m.Name))
	if m.codeVersion(x); !x.ok() {
		return
	}
	x.number(&m.Inputs, "the number of input planes")
	x.number(&m.Globals, "the number of global inputs")
	x.check(m.checkInputs())
	if m.Version >= 13 {
		for _, p := range m.PostProcess.fields() {
			x.real(p, "a factor of the outputs")
		}
		x.check(m.PostProcess.check())
	} else if x.reading() {
		m.PostProcess = DefaultPostProcess()
	}
	meta := 0
	if m.Version >= 15 {
		if m.Trunk.Metadata != nil {
			meta = 1
		}
		x.number(&meta, "the version of the metadata encoder")
		if meta != 0 && meta != 1 {
			x.check(fmt.Errorf("version %d of the metadata encoder is not supported, only 0 and 1 are", meta))
		}
		x.flag(&m.PassAliveUnderSuicide, "the preference for pass-alive areas under suicide")
		zeros(x, 6, "an option of the model")
	}
	m.Trunk.code(x, m.Version, meta)
	m.PolicyHead.code(x, m.Version)
	m.ValueHead.code(x, m.Version)
	if x.ok() {
		x.check(m.links())
	}
}

// zeros handles n options that no version uses yet. Each must be 0. Any other value is an error, as in KataGo,
// because it would change the outputs in an unknown way.
func zeros(x codec, n int, what string) {
	for range n {
		var zero int
		x.number(&zero, what)
		if zero != 0 {
			x.check(fmt.Errorf("%s is %d, and only 0 is supported", what, zero))
		}
	}
}

func (t *Trunk) code(x codec, version, meta int) {
	x.name(&t.Name)
	blocks := len(t.Blocks)
	x.number(&blocks, "the number of blocks")
	x.number(&t.Channels, "the number of channels")
	x.number(&t.MidChannels, "the number of middle channels")
	x.number(&t.RegularChannels, "the number of regular channels")
	x.number(&t.DilatedChannels, "the number of dilated channels")
	x.number(&t.PoolingChannels, "the number of pooling channels")
	rms := false
	if version >= 15 {
		rms = t.TipRMSNorm != nil
		x.flag(&rms, "the kind of the last norm")
		zeros(x, 5, "an option of the trunk")
	}
	if blocks < 1 {
		x.check(fmt.Errorf("%s: it has %d blocks and needs at least one", t.Name, blocks))
	}
	x.check(positive(t.Name, "channels", t.Channels, "middle channels", t.MidChannels,
		"regular channels", t.RegularChannels, "pooling channels", t.PoolingChannels))
	t.InitialConv.code(x)
	t.InitialMatMul.code(x)
	if x.reading() && meta > 0 {
		t.Metadata = &MetadataEncoder{}
	}
	if t.Metadata != nil {
		t.Metadata.code(x, version)
	}
	codeBlocks(x, version, &t.Blocks, blocks, 0)
	if x.reading() {
		if rms {
			t.TipRMSNorm = &RMSNorm{}
		} else {
			t.TipNorm = &BatchNorm{}
		}
	}
	if t.TipRMSNorm != nil {
		t.TipRMSNorm.code(x)
	} else if t.TipNorm != nil {
		t.TipNorm.code(x)
	}
	t.TipActivation.code(x, version)
	if x.ok() {
		x.check(t.links())
	}
}

func (e *MetadataEncoder) code(x codec, version int) {
	x.name(&e.Name)
	x.number(&e.Inputs, "the number of inputs")
	e.Mul1.code(x)
	e.Bias1.code(x)
	e.Activation1.code(x, version)
	e.Mul2.code(x)
	e.Bias2.code(x)
	e.Activation2.code(x, version)
	e.Mul3.code(x)
}

func codeBlocks(x codec, version int, blocks *[]Block, n, depth int) {
	if depth > maxDepth {
		x.check(fmt.Errorf("blocks are nested more than %d deep", maxDepth))
	}
	for i := 0; i < n && x.ok(); i++ {
		var kind string
		if !x.reading() {
			kind = blockWord((*blocks)[i])
		}
		x.word(&kind, "the kind of a block")
		if x.reading() {
			b := newBlock(kind)
			if b == nil {
				x.check(fmt.Errorf("%s is not a kind of block", quote(kind)))
				return
			}
			*blocks = append(*blocks, b)
		}
		codeBlock(x, version, (*blocks)[i], depth)
		if x.ok() {
			x.check(blockLinks((*blocks)[i]))
		}
	}
}

func codeBlock(x codec, version int, b Block, depth int) {
	switch b := b.(type) {
	case *ResidualBlock:
		x.name(&b.Name)
		b.PreNorm.code(x)
		b.PreActivation.code(x, version)
		b.RegularConv.code(x)
		b.MidNorm.code(x)
		b.MidActivation.code(x, version)
		b.FinalConv.code(x)
	case *PoolingBlock:
		x.name(&b.Name)
		b.PreNorm.code(x)
		b.PreActivation.code(x, version)
		b.RegularConv.code(x)
		b.GPoolConv.code(x)
		b.GPoolNorm.code(x)
		b.GPoolActivation.code(x, version)
		b.GPoolToBias.code(x)
		b.MidNorm.code(x)
		b.MidActivation.code(x, version)
		b.FinalConv.code(x)
	case *NestedBlock:
		x.name(&b.Name)
		n := len(b.Blocks)
		x.number(&n, "the number of blocks")
		if n < 1 {
			x.check(fmt.Errorf("%s: it has %d blocks and needs at least one", b.Name, n))
		}
		b.PreNorm.code(x)
		b.PreActivation.code(x, version)
		b.PreConv.code(x)
		codeBlocks(x, version, &b.Blocks, n, depth+1)
		b.PostNorm.code(x)
		b.PostActivation.code(x, version)
		b.PostConv.code(x)
	case *Attention:
		b.code(x)
	case *FeedForward:
		b.code(x)
	}
}

func (a *Attention) code(x codec) {
	x.name(&a.Name)
	x.number(&a.Heads, "the number of heads")
	x.number(&a.KVHeads, "the number of heads of keys and values")
	x.number(&a.QueryDim, "the size of a query")
	x.number(&a.ValueDim, "the size of a value")
	rope, learnable := a.Rope != RopeNone, a.Rope == RopeLearnable
	x.flag(&rope, "the use of rotary positions")
	x.flag(&learnable, "the kind of rotary positions")
	if x.reading() && rope {
		a.Rope = RopeFixed
		if learnable {
			a.Rope = RopeLearnable
		}
	}
	x.check(a.checkHeads())
	a.PreNorm.code(x)
	a.QProj.code(x)
	a.KProj.code(x)
	a.VProj.code(x)
	a.OutProj.code(x)
	switch a.Rope {
	case RopeFixed:
		x.name(&a.RopeName)
		x.real(&a.RopeTheta, "theta")
	case RopeLearnable:
		x.name(&a.RopeName)
		heads, pairs, two := a.KVHeads, a.QueryDim/2, 2
		x.number(&heads, "the number of heads of frequencies")
		x.number(&pairs, "the number of frequencies a head")
		x.number(&two, "the number of directions")
		x.check(first(
			same(a.RopeName, "heads", heads, "heads of keys", a.KVHeads),
			same(a.RopeName, "frequencies", pairs, "pairs of a query", a.QueryDim/2),
			same(a.RopeName, "directions", two, "directions of a board", 2)))
		x.floats(&a.RopeFreqs, a.KVHeads, a.QueryDim/2, 2)
	}
}

func (f *FeedForward) code(x codec) {
	x.name(&f.Name)
	x.number(&f.Channels, "the number of channels")
	x.number(&f.Hidden, "the number of hidden channels")
	gated := f.Gate != nil
	x.flag(&gated, "the use of a gate")
	x.check(positive(f.Name, "channels", f.Channels, "hidden channels", f.Hidden))
	f.PreNorm.code(x)
	f.Linear1.code(x)
	if x.reading() && gated {
		f.Gate = &MatMul{}
	}
	if f.Gate != nil {
		f.Gate.code(x)
	}
	f.Linear2.code(x)
}

func (p *PolicyHead) code(x codec, version int) {
	x.name(&p.Name)
	if version >= 17 {
		x.number(&p.Channels, "the number of policies")
		zeros(x, 3, "an option of the policy head")
	} else if x.reading() {
		p.Channels = policyChannels(version)
	}
	p.P1Conv.code(x)
	p.G1Conv.code(x)
	p.G1Norm.code(x)
	p.G1Activation.code(x, version)
	p.GPoolToBias.code(x)
	p.P1Norm.code(x)
	p.P1Activation.code(x, version)
	p.P2Conv.code(x)
	p.GPoolToPass.code(x)
	if version >= 15 {
		if x.reading() {
			p.PassBias, p.PassActivation, p.GPoolToPass2 = &MatBias{}, &Activation{}, &MatMul{}
		}
		p.PassBias.code(x)
		p.PassActivation.code(x, version)
		p.GPoolToPass2.code(x)
	}
	if x.ok() {
		x.check(p.links(version))
	}
}

func (v *ValueHead) code(x codec, version int) {
	x.name(&v.Name)
	if version >= 17 {
		zeros(x, 3, "an option of the value head")
	}
	v.V1Conv.code(x)
	v.V1Norm.code(x)
	v.V1Activation.code(x, version)
	v.V2Mul.code(x)
	v.V2Bias.code(x)
	v.V2Activation.code(x, version)
	v.V3Mul.code(x)
	v.V3Bias.code(x)
	v.ScoreMul.code(x)
	v.ScoreBias.code(x)
	v.OwnershipConv.code(x)
	if x.ok() {
		x.check(v.links(version))
	}
}

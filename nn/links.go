package nn

import "fmt"

// The functions of this file check that connected layers have the same channels, as KataGo does when it reads
// a file.

func (m *Model) links() error {
	return first(
		m.checkKinds(),
		same(m.Trunk.InitialConv.Name, "input channels", m.Trunk.InitialConv.In, "input planes of the model", m.Inputs),
		same(m.Trunk.InitialMatMul.Name, "input channels", m.Trunk.InitialMatMul.In, "global inputs of the model", m.Globals),
		same(m.PolicyHead.P1Conv.Name, "input channels", m.PolicyHead.P1Conv.In, "channels of the trunk", m.Trunk.Channels),
		same(m.PolicyHead.G1Conv.Name, "input channels", m.PolicyHead.G1Conv.In, "channels of the trunk", m.Trunk.Channels),
		same(m.ValueHead.V1Conv.Name, "input channels", m.ValueHead.V1Conv.In, "channels of the trunk", m.Trunk.Channels))
}

func (t *Trunk) links() error {
	err := first(
		same(t.InitialConv.Name, "output channels", t.InitialConv.Out, "channels of the trunk", t.Channels),
		same(t.InitialMatMul.Name, "output channels", t.InitialMatMul.Out, "channels of the trunk", t.Channels))
	if e := t.Metadata; e != nil && err == nil {
		err = first(e.links(), same(e.Mul3.Name, "output channels", e.Mul3.Out, "channels of the trunk", t.Channels))
	}
	for _, b := range t.Blocks {
		if err == nil {
			err = blockFits(b, t.Channels)
		}
	}
	switch {
	case err != nil:
		return err
	case t.TipRMSNorm != nil:
		return same(t.TipRMSNorm.Name, "channels", t.TipRMSNorm.Channels, "channels of the trunk", t.Channels)
	}
	return same(t.TipNorm.Name, "channels", t.TipNorm.Channels, "channels of the trunk", t.Channels)
}

func (e *MetadataEncoder) links() error {
	return first(
		same(e.Name, "inputs", e.Inputs, "inputs of the only known encoder", metaInputs),
		same(e.Mul1.Name, "input channels", e.Mul1.In, "inputs", e.Inputs),
		same(e.Bias1.Name, "channels", e.Bias1.Channels, "output channels of "+e.Mul1.Name, e.Mul1.Out),
		same(e.Mul2.Name, "input channels", e.Mul2.In, "output channels of "+e.Mul1.Name, e.Mul1.Out),
		same(e.Bias2.Name, "channels", e.Bias2.Channels, "output channels of "+e.Mul2.Name, e.Mul2.Out),
		same(e.Mul3.Name, "input channels", e.Mul3.In, "output channels of "+e.Mul2.Name, e.Mul2.Out))
}

// blockFits checks that a block has as many input channels and output channels as the trunk that contains it.
func blockFits(b Block, channels int) error {
	in, out := 0, 0
	switch b := b.(type) {
	case *ResidualBlock:
		in, out = b.PreNorm.Channels, b.FinalConv.Out
	case *PoolingBlock:
		in, out = b.PreNorm.Channels, b.FinalConv.Out
	case *NestedBlock:
		in, out = b.PreNorm.Channels, b.PostConv.Out
	case *Attention:
		in, out = b.QProj.In, b.OutProj.Out
	case *FeedForward:
		in, out = b.Channels, b.Linear2.Out
	}
	return first(
		same(b.blockName(), "input channels", in, "channels of the trunk around it", channels),
		same(b.blockName(), "output channels", out, "channels of the trunk around it", channels))
}

func blockLinks(b Block) error {
	switch b := b.(type) {
	case *ResidualBlock:
		return first(
			sameIn(&b.RegularConv, b.PreNorm.Channels),
			sameNorm(&b.MidNorm, b.RegularConv.Out),
			sameIn(&b.FinalConv, b.MidNorm.Channels))
	case *PoolingBlock:
		return first(
			sameIn(&b.RegularConv, b.PreNorm.Channels),
			sameIn(&b.GPoolConv, b.PreNorm.Channels),
			sameNorm(&b.GPoolNorm, b.GPoolConv.Out),
			samePool(&b.GPoolToBias, b.GPoolNorm.Channels),
			sameNorm(&b.MidNorm, b.RegularConv.Out),
			same(b.GPoolToBias.Name, "output channels", b.GPoolToBias.Out, "channels that it is added to", b.MidNorm.Channels),
			sameIn(&b.FinalConv, b.MidNorm.Channels))
	case *NestedBlock:
		err := first(
			sameIn(&b.PreConv, b.PreNorm.Channels),
			sameNorm(&b.PostNorm, b.PreConv.Out),
			sameIn(&b.PostConv, b.PostNorm.Channels))
		for _, inner := range b.Blocks {
			if err == nil {
				err = blockFits(inner, b.PreConv.Out)
			}
		}
		return err
	case *Attention:
		return b.links()
	case *FeedForward:
		err := first(
			same(b.PreNorm.Name, "channels", b.PreNorm.Channels, "channels of the block", b.Channels),
			sameMatMul(&b.Linear1, b.Channels, b.Hidden),
			sameMatMul(&b.Linear2, b.Hidden, b.Channels))
		if err == nil && b.Gate != nil {
			err = sameMatMul(b.Gate, b.Channels, b.Hidden)
		}
		return err
	}
	return nil
}

func (a *Attention) links() error {
	in := a.PreNorm.Channels
	err := first(
		sameMatMul(&a.QProj, in, a.Heads*a.QueryDim),
		sameMatMul(&a.KProj, in, a.KVHeads*a.QueryDim),
		sameMatMul(&a.VProj, in, a.KVHeads*a.ValueDim),
		same(a.OutProj.Name, "input channels", a.OutProj.In, "numbers of all heads", a.Heads*a.ValueDim))
	if err == nil && a.Rope == RopeFixed {
		if theta := float32(a.RopeTheta); !(theta > 0) || !finite(theta) {
			err = fmt.Errorf("%s: theta is %v and has to be positive", a.RopeName, a.RopeTheta)
		}
	}
	return err
}

func (p *PolicyHead) links(version int) error {
	if want := policyChannels(version); want == 0 {
		if p.Channels != 2 && p.Channels != 4 {
			return same(p.Name, "policies", p.Channels, "or 4 policies of its version", 2)
		}
	} else if err := same(p.Name, "policies", p.Channels, "policies of its version", want); err != nil {
		return err
	}
	err := first(
		sameNorm(&p.P1Norm, p.P1Conv.Out),
		sameNorm(&p.G1Norm, p.G1Conv.Out),
		samePool(&p.GPoolToBias, p.G1Norm.Channels),
		same(p.GPoolToBias.Name, "output channels", p.GPoolToBias.Out, "channels that it is added to", p.P1Norm.Channels),
		sameIn(&p.P2Conv, p.P1Norm.Channels),
		same(p.P2Conv.Name, "output channels", p.P2Conv.Out, "policies", p.Channels),
		samePool(&p.GPoolToPass, p.G1Norm.Channels))
	if err != nil || version < 15 {
		return first(err, same(p.GPoolToPass.Name, "output channels", p.GPoolToPass.Out, "policies", p.Channels))
	}
	return first(
		same(p.GPoolToPass.Name, "output channels", p.GPoolToPass.Out, "output channels of "+p.P1Conv.Name, p.P1Conv.Out),
		same(p.PassBias.Name, "channels", p.PassBias.Channels, "output channels of "+p.GPoolToPass.Name, p.GPoolToPass.Out),
		sameMatMul(p.GPoolToPass2, p.GPoolToPass.Out, p.Channels))
}

func (v *ValueHead) links(version int) error {
	scores := scoreOutputs(version)
	return first(
		sameNorm(&v.V1Norm, v.V1Conv.Out),
		samePool(&v.V2Mul, v.V1Norm.Channels),
		same(v.V2Bias.Name, "channels", v.V2Bias.Channels, "output channels of "+v.V2Mul.Name, v.V2Mul.Out),
		sameMatMul(&v.V3Mul, v.V2Mul.Out, 3),
		same(v.V3Bias.Name, "channels", v.V3Bias.Channels, "values", 3),
		sameMatMul(&v.ScoreMul, v.V2Mul.Out, scores),
		same(v.ScoreBias.Name, "channels", v.ScoreBias.Channels, "score outputs of its version", scores),
		sameIn(&v.OwnershipConv, v.V1Conv.Out),
		same(v.OwnershipConv.Name, "output channels", v.OwnershipConv.Out, "ownership", 1))
}

func sameIn(c *Conv, channels int) error {
	return same(c.Name, "input channels", c.In, "channels that it gets", channels)
}

func sameNorm(b *BatchNorm, channels int) error {
	return same(b.Name, "channels", b.Channels, "channels that it gets", channels)
}

func samePool(m *MatMul, channels int) error {
	return same(m.Name, "input channels", m.In, "numbers from the pooling", 3*channels)
}

func sameMatMul(m *MatMul, in, out int) error {
	return first(
		same(m.Name, "input channels", m.In, "channels that it gets", in),
		same(m.Name, "output channels", m.Out, "channels that are needed", out))
}

package nn

import "tengen/nn/internal/kernel"

// trainableHeads is the policy head and the value head during training. It includes the policy of the
// opponent's answer.
type trainableHeads struct {
	l                   *Learner
	p1, g1, v1          *trainableProduct
	gNorm, pNorm, vNorm *trainableNorm
	bias, p2            *trainableProduct
	pass                *trainableDense   // its results are the logits of passing, or the inputs of pass2
	pass2               *trainableProduct // nil before version 15
	answer, answerPass  *trainableProduct // policy of the opponent's answer; not written to the file

	v2                *trainableDense
	v3, score         *trainableProduct
	v3Bias, scoreBias *shift
	ownership         *trainableProduct
}

func (b *builder) heads() trainableHeads {
	p, v := &b.model.PolicyHead, &b.model.ValueHead
	h := trainableHeads{
		l:  b.Learner,
		p1: b.taps(&p.P1Conv), g1: b.taps(&p.G1Conv), v1: b.taps(&v.V1Conv),
		gNorm: b.plainNorm(&p.G1Norm, p.G1Activation), pNorm: b.plainNorm(&p.P1Norm, p.P1Activation), vNorm: b.plainNorm(&v.V1Norm, v.V1Activation),
		bias: b.matrix(&p.GPoolToBias), pass: &trainableDense{trainableProduct: b.matrix(&p.GPoolToPass)}, p2: b.taps(&p.P2Conv),
		v2: b.dense(&v.V2Mul, &v.V2Bias, v.V2Activation),
		v3: b.matrix(&v.V3Mul), v3Bias: b.shift(v.V3Bias.Name, v.V3Bias.Weights),
		score: b.matrix(&v.ScoreMul), scoreBias: b.shift(v.ScoreBias.Name, v.ScoreBias.Weights),
		ownership: b.taps(&v.OwnershipConv),
	}
	if p.GPoolToPass2 != nil {
		h.pass.bias, h.pass2 = b.shift(p.PassBias.Name, p.PassBias.Weights), b.matrix(p.GPoolToPass2)
		b.rectified(*p.PassActivation)
	}
	// The policy of the opponent's answer begins with zero weights.
	h.answer = b.product("answer", make([]float32, p.P2Conv.In), p.P2Conv.In, 1)
	h.answerPass = b.product("answer/pass", make([]float32, p.GPoolToPass.In), p.GPoolToPass.In, 1)
	return h
}

// copyPolicy makes the optimistic policy equal to the policy.
func (h *trainableHeads) copyPolicy() {
	pass := h.pass2
	if pass == nil {
		pass = h.pass.trainableProduct
	}
	for _, p := range []*trainableProduct{h.p2, pass} {
		for row := 0; row < len(p.values); row += p.out {
			for i := range p.out {
				p.values[row+i] = p.values[row]
			}
		}
	}
}

// run computes the results from the tip of the trunk.
func (h *trainableHeads) run(t *Tape, tip []float32, out []Result) {
	g, p, v := t.plane(h.gNorm.name, h.gNorm.channels), t.plane(h.pNorm.name, h.pNorm.channels), t.plane(h.vNorm.name, h.vNorm.channels)
	h.g1.mulPlane(t, tip, g)
	h.gNorm.apply(h.l, t, g, g)
	pooled := t.pool("policy pooled", g, h.g1.out, false)
	bias := t.vector("policy bias", h.pNorm.channels)
	h.bias.mul(t, pooled, bias, false)
	h.p1.mulPlane(t, tip, p)
	t.addByBoard(h.l.level, p, bias, h.pNorm.channels)
	h.pNorm.apply(h.l, t, p, p)
	policy, answer := t.plane("policy", kernel.Lanes), t.plane("answer", kernel.Lanes)
	h.p2.mulPlane(t, p, policy)
	h.answer.mulPlane(t, p, answer)
	pass, answerPass := t.vector("pass", kernel.Lanes), t.vector("answer pass", kernel.Lanes)
	if h.pass2 == nil {
		h.pass.mul(t, pooled, pass, false)
	} else {
		h.pass2.mul(t, h.pass.run(t, "pass hidden", pooled), pass, false)
	}
	h.answerPass.mul(t, pooled, answerPass, false)

	h.v1.mulPlane(t, tip, v)
	h.vNorm.apply(h.l, t, v, v)
	hidden := h.v2.run(t, "hidden", t.pool("value pooled", v, h.v1.out, true))
	value, score := t.vector("value", kernel.Pad(h.v3.out)), t.vector("score", kernel.Pad(h.score.out))
	h.v3.mul(t, hidden, value, false)
	h.score.mul(t, hidden, score, false)
	owners := t.plane("owners", kernel.Lanes)
	h.ownership.mulPlane(t, v, owners)

	shape := t.on.Plane(kernel.Lanes)
	for b := range out {
		r, board := &out[b], shape.Board(b)
		if len(r.Policy) != 2 {
			r.Policy = make([][]float32, 2)
		}
		r.Policy[0] = channel(shape, policy[board:], 0, r.Policy[0])
		r.Policy[1] = channel(shape, answer[board:], 0, r.Policy[1])
		r.Pass = append(r.Pass[:0], pass[b*kernel.Lanes], answerPass[b*kernel.Lanes])
		for i := range r.Value {
			r.Value[i] = value[b*kernel.Pad(h.v3.out)+i] + h.v3Bias.values[i]
		}
		r.Score = r.Score[:0]
		for i, s := range score[b*kernel.Pad(h.score.out):][:h.score.out] {
			r.Score = append(r.Score, s+h.scoreBias.values[i])
		}
		r.Ownership = channel(shape, owners[board:], 0, r.Ownership)
	}
}

// back converts the derivatives with respect to the results to derivatives with respect to the tip of the
// trunk.
func (h *trainableHeads) back(t *Tape, tip, byTip []float32, by []Result) {
	h.policyBack(t, tip, byTip, by)
	h.valueBack(t, tip, byTip, by)
}

func (h *trainableHeads) policyBack(t *Tape, tip, byTip []float32, by []Result) {
	g, p := t.plane(h.gNorm.name, h.gNorm.channels), t.plane(h.pNorm.name, h.pNorm.channels)
	byPolicy, byAnswer := t.plane("policy", kernel.Lanes), t.plane("answer", kernel.Lanes)
	byPass, byAnswerPass := t.vector("pass", kernel.Lanes), t.vector("answer pass", kernel.Lanes)
	clear(byPass)
	clear(byAnswerPass)
	for b := range by {
		t.setChannel(byPolicy, b, by[b].Policy[0])
		t.setChannel(byAnswer, b, by[b].Policy[1])
		byPass[b*kernel.Lanes], byAnswerPass[b*kernel.Lanes] = by[b].Pass[0], by[b].Pass[1]
	}
	byP := t.plane("by p", h.pNorm.channels)
	h.p2.backPlane(t, p, byPolicy, byP, false)
	h.answer.backPlane(t, p, byAnswer, byP, true)
	h.pNorm.back(h.l, t, byP, p, byP, false)

	pooled := t.vector("policy pooled", kernel.Pad(h.bias.in))
	byPooled := t.vector("by pooled", kernel.Pad(h.bias.in))
	if h.pass2 == nil {
		h.pass.trainableProduct.back(t, pooled, byPass, byPooled, false)
	} else {
		hidden, byHidden := t.vector("pass hidden", kernel.Pad(h.pass.out)), t.vector("by pass hidden", kernel.Pad(h.pass.out))
		h.pass2.back(t, hidden, byPass, byHidden, false)
		h.pass.back(t, pooled, hidden, byHidden, byPooled)
	}
	h.answerPass.back(t, pooled, byAnswerPass, byPooled, true)
	h.bias.back(t, pooled, t.sumByBoard(h.l.level, byP, h.pNorm.channels), byPooled, true)
	byG := t.plane("by g", h.gNorm.channels)
	t.poolBack(g, h.g1.out, byPooled, byG, false)
	h.gNorm.back(h.l, t, byG, g, byG, false)

	h.p1.backPlane(t, tip, byP, byTip, false)
	h.g1.backPlane(t, tip, byG, byTip, true)
}

func (h *trainableHeads) valueBack(t *Tape, tip, byTip []float32, by []Result) {
	v := t.plane(h.vNorm.name, h.vNorm.channels)
	wide, values, scores := kernel.Pad(h.v2.out), kernel.Pad(h.v3.out), kernel.Pad(h.score.out)
	hidden, byHidden := t.vector("hidden", wide), t.vector("by hidden", wide)
	byValue, byScore, byOwners := t.vector("value", values), t.vector("score", scores), t.plane("owners", kernel.Lanes)
	clear(byValue)
	clear(byScore)
	for b := range by {
		copy(byValue[b*values:], by[b].Value[:])
		copy(byScore[b*scores:], by[b].Score)
		addTo(t.shifts[h.v3Bias.id][:len(by[b].Value)], by[b].Value[:])
		addTo(t.shifts[h.scoreBias.id][:len(by[b].Score)], by[b].Score)
		t.setChannel(byOwners, b, by[b].Ownership)
	}
	h.v3.back(t, hidden, byValue, byHidden, false)
	h.score.back(t, hidden, byScore, byHidden, true)
	byPooled := t.vector("by pooled", kernel.Pad(h.v2.in))
	h.v2.back(t, t.vector("value pooled", kernel.Pad(h.v2.in)), hidden, byHidden, byPooled)
	byV, byOwned := t.plane("by v", h.vNorm.channels), t.plane("by owned", h.vNorm.channels)
	t.poolBack(v, h.v1.out, byPooled, byV, true)
	h.ownership.backPlane(t, v, byOwners, byOwned, false)
	kernel.Affine(h.l.level, t.on, h.vNorm.channels, byOwned, h.vNorm.channels, byOwned, h.vNorm.channels, kernel.Epilogue{Residual: byV})
	h.vNorm.back(h.l, t, byV, v, byV, false)
	h.v1.backPlane(t, tip, byV, byTip, true)
}

// setChannel sets the first channel of every point of a board to the numbers in v, and the other channels to
// zero.
func (t *Tape) setChannel(plane []float32, board int, v []float32) {
	p := t.on.Plane(kernel.Lanes)
	for y := range p.Height {
		row := plane[p.Board(board)+p.At(0, y):][:p.Width*p.Channels]
		clear(row)
		for x := range p.Width {
			row[x*p.Channels] = v[y*p.Width+x]
		}
	}
}

package nn

import "tengen/nn/internal/kernel"

// heads is the prepared policy head and value head. The first convolutions of both have the same input, and are
// joined if possible.
type heads struct {
	first               []conv // one joined convolution, or three
	g1, v1              int    // indices of the first channels of g1 and v1 in the joined convolution
	g1Channels          int
	p1Channels          int
	v1Channels          int
	gNorm, pNorm, vNorm affine
	bias                pooledMatrix
	pass                pooledMatrix
	passBias            []float32
	passAct             kernel.Activation
	pass2               *kernel.Matrix
	p2                  conv
	policies            int

	v2        pooledMatrix
	v2Bias    []float32
	v2Act     kernel.Activation
	v3, score *kernel.Matrix
	v3Bias    []float32
	scoreBias []float32
	scores    int
	ownership conv
}

func (n *Net) newHeads(m *Model) heads {
	p, v := &m.PolicyHead, &m.ValueHead
	h := heads{
		p1Channels: kernel.Pad(p.P1Conv.Out), g1Channels: kernel.Pad(p.G1Conv.Out), v1Channels: kernel.Pad(v.V1Conv.Out),
		gNorm: affineOf(&p.G1Norm, p.G1Activation), pNorm: affineOf(&p.P1Norm, p.P1Activation), vNorm: affineOf(&v.V1Norm, v.V1Activation),
		bias: n.newPooled(&p.GPoolToBias, p.G1Conv.Out), pass: n.newPooled(&p.GPoolToPass, p.G1Conv.Out),
		p2: n.newConv(&p.P2Conv, nil), policies: p.P2Conv.Out,
		v2: n.newPooled(&v.V2Mul, v.V1Conv.Out), v2Bias: pad(v.V2Bias.Weights), v2Act: kernelOf(v.V2Activation),
		v3: n.matrix(&v.V3Mul), v3Bias: pad(v.V3Bias.Weights), score: n.matrix(&v.ScoreMul), scoreBias: pad(v.ScoreBias.Weights), scores: v.ScoreMul.Out,
		ownership: n.newConv(&v.OwnershipConv, nil),
	}
	if p.GPoolToPass2 != nil {
		h.passBias, h.passAct, h.pass2 = pad(p.PassBias.Weights), kernelOf(*p.PassActivation), n.matrix(p.GPoolToPass2)
	}
	if alike(&p.P1Conv, &p.G1Conv, &v.V1Conv) {
		h.first = []conv{n.newConv(joined(&p.P1Conv, &p.G1Conv, &v.V1Conv), nil)}
		h.g1, h.v1 = h.p1Channels, h.p1Channels+h.g1Channels
	} else {
		h.first = []conv{n.newConv(&p.P1Conv, nil), n.newConv(&p.G1Conv, nil), n.newConv(&v.V1Conv, nil)}
	}
	return h
}

// run computes both heads from the tip of the trunk.
func (h *heads) run(n *Net, w *Workspace, tip []float32, out []Result) {
	names := [3]string{"head p1", "head g1", "head v1"}
	var planes [3][]float32 // p1, g1, v1
	var of [3]int
	for i := range h.first {
		c := &h.first[i]
		planes[i], of[i] = w.plane(names[i], c.out), c.out
		c.run(n, w, tip, planes[i], kernel.Epilogue{}, kernel.Identity)
	}
	if len(h.first) == 1 {
		all := planes[0]
		planes = [3][]float32{all, all[h.g1:], all[h.v1:]}
		of = [3]int{of[0], of[0], of[0]}
	}
	h.policy(n, w, planes[0], of[0], planes[1], of[1], out)
	h.value(n, w, planes[2], of[2], out)
}

func (h *heads) policy(n *Net, w *Workspace, p1 []float32, p1Of int, g1 []float32, g1Of int, out []Result) {
	pooled := pool(n, w, g1, g1Of, h.g1Channels, h.gNorm, false)
	bias, pass := h.bias.mul(w, pooled), h.pass.mul(w, pooled)
	p := w.plane("policy", h.p1Channels)
	h.pNorm.withBias(n, w, p1, p1Of, p, h.p1Channels, bias)
	logits := w.plane("logits", h.p2.out)
	h.p2.run(n, w, p, logits, kernel.Epilogue{}, kernel.Identity)
	columns := h.pass.matrix.N
	if h.pass2 != nil {
		addRows(pass, h.passBias)
		kernel.Activate(n.level, h.passAct, pass)
		pass2 := w.vector("pass2", h.pass2.N)
		h.pass2.Mul(w.on.Count, pass, columns, pass2, h.pass2.N, false)
		pass, columns = pass2, h.pass2.N
	}
	shape := w.on.Plane(h.p2.out)
	for b := range out {
		r := &out[b]
		for len(r.Policy) < h.policies {
			r.Policy = append(r.Policy, nil)
		}
		r.Policy = r.Policy[:h.policies]
		for i := range r.Policy {
			r.Policy[i] = channel(shape, logits[shape.Board(b):], i, r.Policy[i])
		}
		r.Pass = append(r.Pass[:0], pass[b*columns:][:h.policies]...)
	}
}

// addRows adds a vector to every row.
func addRows(rows, v []float32) {
	for i := range rows {
		rows[i] += v[i%len(v)]
	}
}

func (h *heads) value(n *Net, w *Workspace, v1 []float32, of int, out []Result) {
	hidden := h.v2.mul(w, pool(n, w, v1, of, h.v1Channels, h.vNorm, true))
	addRows(hidden, h.v2Bias)
	kernel.Activate(n.level, h.v2Act, hidden)
	columns := h.v2.matrix.N
	value, score := w.vector("value", h.v3.N), w.vector("score", h.score.N)
	h.v3.Mul(w.on.Count, hidden, columns, value, h.v3.N, false)
	h.score.Mul(w.on.Count, hidden, columns, score, h.score.N, false)
	addRows(value, h.v3Bias)
	addRows(score, h.scoreBias)
	v := w.plane("value", h.v1Channels)
	kernel.Affine(n.level, w.on, h.v1Channels, v1, of, v, h.v1Channels, kernel.Epilogue{})
	owners := w.plane("owners", h.ownership.out)
	h.ownership.run(n, w, v, owners, kernel.Epilogue{}, kernel.Identity)
	shape := w.on.Plane(h.ownership.out)
	for b := range out {
		r := &out[b]
		copy(r.Value[:], value[b*h.v3.N:])
		r.Score = append(r.Score[:0], score[b*h.score.N:][:h.scores]...)
		r.Ownership = channel(shape, owners[shape.Board(b):], 0, r.Ownership)
	}
}

// channel copies channel c of a board to the slice into, which it returns.
func channel(shape kernel.Plane, board []float32, c int, into []float32) []float32 {
	into = into[:0]
	for y := range shape.Height {
		for x := range shape.Width {
			into = append(into, board[shape.At(x, y)+c])
		}
	}
	return into
}

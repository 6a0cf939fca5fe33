package nn

import "tengen/nn/internal/kernel"

// trainableDense is a trainable matrix with a bias, followed by ReLU. It multiplies one vector for each board.
type trainableDense struct {
	*trainableProduct
	bias *shift
}

func (b *builder) dense(m *MatMul, bias *MatBias, act Activation) *trainableDense {
	b.rectified(act)
	return &trainableDense{b.matrix(m), b.shift(bias.Name, bias.Weights)}
}

// rectified refuses a model with another activation than ReLU.
func (b *builder) rectified(act Activation) {
	if act.Kind != ReLU {
		b.refuse(act.Name, "is not ReLU")
	}
}

// run returns the result for the vectors in the slice in. The result is the tape's vector of the given name.
func (d *trainableDense) run(t *Tape, name string, in []float32) []float32 {
	wide := kernel.Pad(d.out)
	out := t.vector(name, wide)
	d.mul(t, in, out, false)
	for i := range out {
		out[i] = max(out[i]+d.bias.padded[i%wide], 0)
	}
	return out
}

// back adds the gradients of the matrix and of the bias to the tape. The slice in is the input of the method run and
// out is its result. byOut is the gradient of the result, which back overwrites. If byIn is not nil, back writes the
// gradient of the input to byIn.
func (d *trainableDense) back(t *Tape, in, out, byOut, byIn []float32) {
	wide := kernel.Pad(d.out)
	for i, x := range out {
		if x <= 0 {
			byOut[i] = 0
		}
		t.shifts[d.bias.id][i%wide] += byOut[i]
	}
	d.trainableProduct.back(t, in, byOut, byIn, false)
}

// trainableEncoder is a [MetadataEncoder] that can be trained.
type trainableEncoder struct {
	first, second *trainableDense
	third         *trainableProduct
}

func (b *builder) encoder(e *MetadataEncoder) *trainableEncoder {
	return &trainableEncoder{b.dense(&e.Mul1, &e.Bias1, e.Activation1), b.dense(&e.Mul2, &e.Bias2, e.Activation2), b.matrix(&e.Mul3)}
}

// run adds the encoder's result for the inputs of the tape to the trunk's bias of each board.
func (e *trainableEncoder) run(t *Tape, bias []float32) {
	wide := kernel.Pad(e.first.in)
	meta := t.vector("meta", wide)
	for b, in := range t.in {
		copy(meta[b*wide:], in.Meta)
	}
	hidden := e.second.run(t, "meta second", e.first.run(t, "meta first", meta))
	e.third.mul(t, hidden, bias, true)
}

// back adds the gradients of the encoder to the tape. byBias is the gradient of the trunk's bias of each board.
func (e *trainableEncoder) back(t *Tape, byBias []float32) {
	first, second := t.vector("meta first", kernel.Pad(e.first.out)), t.vector("meta second", kernel.Pad(e.second.out))
	byFirst, bySecond := t.vector("by meta first", kernel.Pad(e.first.out)), t.vector("by meta second", kernel.Pad(e.second.out))
	e.third.back(t, second, byBias, bySecond, false)
	e.second.back(t, first, second, bySecond, byFirst)
	e.first.back(t, t.vector("meta", kernel.Pad(e.first.in)), first, byFirst, nil)
}

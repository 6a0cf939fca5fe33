package nn

import (
	"fmt"

	"tengen/nn/internal/kernel"
)

// trainableResidual is a [ResidualBlock] that can be trained.
type trainableResidual struct {
	l             *Learner
	before, mid   *trainableNorm
	first, second spatial
}

func (b *builder) residual(r *ResidualBlock) trainableBlock {
	return &trainableResidual{l: b.Learner, before: b.norm(&r.PreNorm, r.PreActivation), first: b.spatial(&r.RegularConv, true),
		mid: b.plainNorm(&r.MidNorm, r.MidActivation), second: b.spatial(&r.FinalConv, true)}
}

func (r *trainableResidual) norm() *trainableNorm { return r.before }

func (r *trainableResidual) run(t *Tape, x, a, next []float32, after *trainableNorm) {
	m := t.plane(r.mid.name, r.mid.channels)
	r.first.run(t, a, m, kernel.Epilogue{Bias: r.mid.padded, Rectify: true})
	r.second.run(t, m, next, kernel.Epilogue{Residual: x, Scale: after.scale, Bias: after.padded, Rectify: true})
}

func (r *trainableResidual) back(t *Tape, a, by []float32) {
	m, byMid := t.plane(r.mid.name, r.mid.channels), t.plane("by mid", r.mid.channels)
	r.second.weights(t, m, by)
	r.second.input(t, m, by, byMid)
	r.mid.back(r.l, t, byMid, m, byMid, false)
	r.first.weights(t, a, byMid)
	byA := t.plane("by a", r.before.channels)
	r.first.input(t, a, byMid, byA)
	r.before.back(r.l, t, byA, a, by, true)
}

// trainablePooling is a [PoolingBlock] that can be trained.
type trainablePooling struct {
	l                   *Learner
	before, pooled, mid *trainableNorm
	first, side, second spatial
	bias                *trainableProduct
	name                string
}

func (b *builder) pooling(i int, p *PoolingBlock) trainableBlock {
	return &trainablePooling{l: b.Learner, name: fmt.Sprint("pooled ", i), before: b.norm(&p.PreNorm, p.PreActivation), first: b.spatial(&p.RegularConv, true),
		side: b.spatial(&p.GPoolConv, true), pooled: b.plainNorm(&p.GPoolNorm, p.GPoolActivation),
		bias: b.matrix(&p.GPoolToBias), mid: b.plainNorm(&p.MidNorm, p.MidActivation), second: b.spatial(&p.FinalConv, true)}
}

func (p *trainablePooling) norm() *trainableNorm { return p.before }

func (p *trainablePooling) run(t *Tape, x, a, next []float32, after *trainableNorm) {
	g, m := t.plane(p.pooled.name, p.pooled.channels), t.plane(p.mid.name, p.mid.channels)
	p.side.run(t, a, g, kernel.Epilogue{Bias: p.pooled.padded, Rectify: true})
	p.first.run(t, a, m, kernel.Epilogue{})
	v, bias := t.pool(p.name, g, p.side.outs(), false), t.vector("pooled bias", p.mid.channels)
	p.bias.mul(t, v, bias, false)
	t.addByBoard(p.l.level, m, bias, p.mid.channels)
	p.mid.apply(p.l, t, m, m)
	p.second.run(t, m, next, kernel.Epilogue{Residual: x, Scale: after.scale, Bias: after.padded, Rectify: true})
}

func (p *trainablePooling) back(t *Tape, a, by []float32) {
	g, m := t.plane(p.pooled.name, p.pooled.channels), t.plane(p.mid.name, p.mid.channels)
	byMid := t.plane("by mid", p.mid.channels)
	p.second.weights(t, m, by)
	p.second.input(t, m, by, byMid)
	p.mid.back(p.l, t, byMid, m, byMid, false)

	byPooled := t.vector("by pooled", kernel.Pad(p.bias.in))
	p.bias.back(t, t.vector(p.name, kernel.Pad(p.bias.in)), t.sumByBoard(p.l.level, byMid, p.mid.channels), byPooled, false)
	byG := t.plane("by gpool", p.pooled.channels)
	t.poolBack(g, p.side.outs(), byPooled, byG, false)
	p.pooled.back(p.l, t, byG, g, byG, false)

	p.first.weights(t, a, byMid)
	p.side.weights(t, a, byG)
	byA, both, channels := t.plane("by a", p.before.channels), t.plane("by both", p.before.channels), p.before.channels
	p.first.input(t, a, byMid, byA)
	p.side.input(t, a, byG, both)
	kernel.Affine(p.l.level, t.on, channels, both, channels, both, channels, kernel.Epilogue{Residual: byA})
	p.before.back(p.l, t, both, a, by, true)
}

// pool pools every channel of each board to three numbers. If value is true, it pools as [ValueHead] describes,
// otherwise as [PoolingBlock] describes. The result has one row for each board, padded for a matrix product.
func (t *Tape) pool(name string, x []float32, channels int, value bool) []float32 {
	wide, row := kernel.Pad(channels), kernel.Pad(3*channels)
	v := t.vector(name, row)
	shape, area := t.on.Plane(wide), float32(t.on.Width*t.on.Height)
	second, third := t.poolFactors(value)
	mean, most := t.vector("mean", wide), t.vector("highest", wide)
	for i := range t.on.Count {
		mean, most, v := mean[i*wide:][:wide], most[i*wide:][:wide], v[i*row:][:3*channels]
		kernel.Pool(t.l.level, shape, x[shape.Board(i):], mean, most)
		for c := range channels {
			m := mean[c] / area
			v[c], v[channels+c], v[2*channels+c] = m, m*second, most[c]
			if value {
				v[2*channels+c] = m * third
			}
		}
	}
	return v
}

// poolFactors returns the factors by which pooling multiplies the mean: in the second part of the pooled
// numbers and, if value is true, in the third part.
func (t *Tape) poolFactors(value bool) (second, third float32) {
	size := sizeFactor(&t.Workspace)
	return float32(size * 0.1), float32(size*size*0.01 - 0.1)
}

// poolBack passes gradients back to the pixels. The gradient of the mean goes to all pixels. The gradient of
// the maximum goes to the first pixel with the largest value.
func (t *Tape) poolBack(x []float32, channels int, by, byX []float32, value bool) {
	wide, row := kernel.Pad(channels), kernel.Pad(3*channels)
	shape, area := t.on.Plane(wide), float32(t.on.Width*t.on.Height)
	second, third := t.poolFactors(value)
	most := t.vector("highest", wide)
	each, sum := t.vector("each", wide)[:wide], t.vector("mean", wide)[:wide]
	for i := range t.on.Count {
		by, board, byBoard := by[i*row:], x[shape.Board(i):], byX[shape.Board(i):]
		clear(each)
		for c := range channels {
			each[c] = by[c] + second*by[channels+c]
			if value {
				each[c] += third * by[2*channels+c]
			}
			each[c] /= area
		}
		for y := range t.on.Height {
			for p := range t.on.Width {
				copy(byBoard[shape.At(p, y):], each)
			}
		}
		if value {
			continue
		}
		most := most[:wide]
		kernel.Pool(t.l.level, shape, board, sum, most)
		for c := range channels {
			byBoard[place(shape, board, c, most[c])+c] += by[2*channels+c]
		}
	}
}

// place returns the offset of the first pixel of a board that has this value in this channel. At least one
// pixel must have it.
func place(p kernel.Plane, board []float32, channel int, value float32) int {
	for y := range p.Height {
		for x := range p.Width {
			if at := p.At(x, y); board[at+channel] == value {
				return at
			}
		}
	}
	return p.At(0, 0) // only reached if the numbers are NaN
}

package nn

import (
	"iter"
	"math"

	"tengen/nn/internal/kernel"
)

// attention is a prepared [Attention]. The input of attention consists of tokens: the points of all boards one
// after the other, without borders.
type attention struct {
	block    *Attention
	norm     []float32      // padded
	qkv      *kernel.Linear // the projections to queries, keys and values, side by side
	k, v     int            // first columns of keys and values in the result of qkv
	o        *kernel.Linear
	channels int    // channels of the trunk, padded
	table    string // name of the memory for the rotations
	next     affine
}

func (n *Net) newAttention(b *Attention, next affine) *attention {
	k := kernel.Pad(b.QProj.Out)
	return &attention{block: b, norm: pad(b.PreNorm.Weights), qkv: n.linear(sideBySide(&b.QProj, &b.KProj, &b.VProj)),
		k: k, v: k + kernel.Pad(b.KProj.Out), o: n.linear(b.OutProj.Weights, b.OutProj.In, b.OutProj.Out),
		channels: kernel.Pad(b.PreNorm.Channels), table: n.unique("rope"), next: next}
}

// sideBySide returns the weights and the size of a matrix that computes several products at once. The columns of
// each are padded.
func sideBySide(all ...*MatMul) (weights []float32, in, out int) {
	for _, m := range all {
		out += kernel.Pad(m.Out)
	}
	in = all[0].In
	weights = make([]float32, in*out)
	first := 0
	for _, m := range all {
		for row := range in {
			copy(weights[row*out+first:], m.Weights[row*m.Out:][:m.Out])
		}
		first += kernel.Pad(m.Out)
	}
	return weights, in, out
}

func (b *attention) run(n *Net, w *Workspace, x, a []float32) {
	one, area, d := w.on.Width*w.on.Height, w.area(), b.block
	in := w.vector("tokens", one*b.channels)
	kernel.RMSNorm(n.level, w.on.Plane(b.channels), x, d.PreNorm.Channels, d.PreNorm.Epsilon, b.norm, in)
	step := b.qkv.Out
	qkv := w.vector("projections", one*step)
	b.qkv.Mul(area, in, b.channels, qkv, step, &w.conv)
	b.turn(n, w, qkv)
	// A head may write up to one vector beyond its own columns.
	width := kernel.Pad(d.Heads*d.ValueDim) + kernel.Lanes
	heads := w.vector("heads", one*width)
	scale := float32(1 / math.Sqrt(float64(d.QueryDim)))
	group := d.Heads / d.KVHeads
	for from := 0; from < area; from += one {
		qkv, heads := qkv[from*step:], heads[from*width:]
		for h := range d.Heads {
			kernel.Attend(n.level, kernel.Head{
				Points: one, Dim: d.QueryDim, ValueDim: d.ValueDim, Scale: scale, Step: step,
				Q: qkv[h*d.QueryDim:], K: qkv[b.k+h/group*d.QueryDim:], V: qkv[b.v+h/group*d.ValueDim:],
				Out: heads[h*d.ValueDim:], OutStep: width,
			}, &w.attention)
		}
	}
	for p := range area {
		clear(heads[p*width+d.Heads*d.ValueDim:][:width-d.Heads*d.ValueDim])
	}
	out := w.vector("attended", one*b.o.Out)
	b.o.Mul(area, heads, width, out, b.o.Out, &w.conv)
	addTokens(n, w, out, x, a, b.channels, b.next)
}

// turn applies rotary positions to queries and keys.
func (b *attention) turn(n *Net, w *Workspace, qkv []float32) {
	d, step := b.block, b.qkv.Out
	if d.Rope == RopeNone {
		return
	}
	dim, group, keys := d.QueryDim, d.Heads/d.KVHeads, d.KVHeads*d.QueryDim
	one, table := w.on.Width*w.on.Height, w.rope(d, b.table)
	for point := range w.area() {
		cos := table[point%one*2*keys:][:2*keys]
		cos, sin := cos[:keys], cos[keys:]
		row := qkv[point*step:][:step]
		kernel.Rotate(n.level, row[b.k:][:keys], cos, sin)
		if group == 1 {
			kernel.Rotate(n.level, row[:keys], cos, sin)
			continue
		}
		for h := range d.Heads {
			at := h / group * dim
			kernel.Rotate(n.level, row[h*dim:][:dim], cos[at:], sin[at:])
		}
	}
}

// rope returns the cosines and sines for [kernel.Rotate], in the order of points. For each point it has the cosines
// of all heads of keys, and then the sines. They are computed once for each size of the board.
func (w *Workspace) rope(d *Attention, name string) []float32 {
	if table := w.vectors[name]; table != nil {
		return table
	}
	keys := d.KVHeads * d.QueryDim
	table := kernel.Floats(w.on.Width * w.on.Height * 2 * keys)
	for point := range w.on.Width * w.on.Height {
		x, y := float64(point%w.on.Width), float64(point/w.on.Width)
		cos := table[point*2*keys:][:2*keys]
		cos, sin := cos[:keys], cos[keys:]
		for h := range d.KVHeads {
			for p := range d.QueryDim / 2 {
				fx, fy := d.frequencies(h, p)
				s, c := math.Sincos(x*fx + y*fy)
				i := h*d.QueryDim + 2*p
				cos[i], cos[i+1], sin[i], sin[i+1] = float32(c), float32(c), float32(-s), float32(s)
			}
		}
	}
	w.vectors[name] = table
	return table
}

// feedForward is a prepared [FeedForward].
type feedForward struct {
	norm             []float32
	both             *kernel.Linear // the first product and the gate, side by side
	two              *kernel.Linear
	channels, hidden int // padded
	given            int // channels without padding
	epsilon          float64
	next             affine
}

func (n *Net) newFeedForward(b *FeedForward, next affine) *feedForward {
	return &feedForward{norm: pad(b.PreNorm.Weights), both: n.linear(sideBySide(&b.Linear1, b.Gate)), two: n.linear(b.Linear2.Weights, b.Linear2.In, b.Linear2.Out),
		channels: kernel.Pad(b.Channels), hidden: kernel.Pad(b.Hidden), given: b.Channels, epsilon: b.PreNorm.Epsilon, next: next}
}

func (b *feedForward) run(n *Net, w *Workspace, x, a []float32) {
	one, area := w.on.Width*w.on.Height, w.area()
	in := w.vector("tokens", one*b.channels)
	kernel.RMSNorm(n.level, w.on.Plane(b.channels), x, b.given, b.epsilon, b.norm, in)
	step := b.both.Out
	both := w.vector("hidden", one*step)
	b.both.Mul(area, in, b.channels, both, step, &w.conv)
	for p := range area {
		row := both[p*step:]
		kernel.GatedSiLU(n.level, row[:b.hidden], row[b.hidden:][:b.hidden])
	}
	out := w.vector("attended", one*b.two.Out)
	b.two.Mul(area, both, step, out, b.two.Out, &w.conv)
	addTokens(n, w, out, x, a, b.channels, b.next)
}

// pixels yields two numbers for each token: its index, and the offset of its pixel in a plane with this number
// of channels.
func (w *Workspace) pixels(channels int) iter.Seq2[int, int] {
	return func(yield func(token, pixel int) bool) {
		shape, token := w.on.Plane(channels), 0
		for i := range w.on.Count {
			for y := range w.on.Height {
				for x := range w.on.Width {
					if !yield(token, shape.Board(i)+shape.At(x, y)) {
						return
					}
					token++
				}
			}
		}
	}
}

// addTokens adds tokens to the trunk x. It then applies the norm of the next block to the trunk, and writes the
// result to the slice a.
func addTokens(n *Net, w *Workspace, tokens, x, a []float32, channels int, next affine) {
	kernel.AffineTokens(n.level, w.on, channels, tokens, channels, a, channels, next.epilogue(x))
	next.finish(n, w, a, channels)
}

// rmsNorm is a prepared [RMSNorm] at the tip of the trunk, with the activation that follows it.
type rmsNorm struct {
	norm        *RMSNorm
	gamma, beta []float32
	act         kernel.Activation
}

func newRMSNorm(b *RMSNorm, act Activation) *rmsNorm {
	return &rmsNorm{b, pad(b.Gamma), pad(b.Beta), kernelOf(act)}
}

func (r *rmsNorm) run(n *Net, w *Workspace, x []float32, channels int) []float32 {
	a, one := w.plane("tip", channels), w.on.Width*w.on.Height
	sums := w.vector("squares", one) // one sum for each point
	for token, pixel := range w.pixels(channels) {
		sum := 0.0
		for _, v := range x[pixel:][:channels] {
			sum += float64(v) * float64(v)
		}
		sums[token] = float32(sum)
	}
	for from := 0; r.norm.Spatial && from < len(sums); from += one {
		board, total := sums[from:][:one], 0.0
		for _, v := range board {
			total += float64(v)
		}
		for i := range board {
			board[i] = float32(total / float64(one))
		}
	}
	for token, pixel := range w.pixels(channels) {
		factor := float32(1 / math.Sqrt(float64(sums[token])/float64(r.norm.Channels)+r.norm.Epsilon))
		to := a[pixel:][:channels]
		for c, v := range x[pixel:][:channels] {
			to[c] = v*factor*r.gamma[c] + r.beta[c]
		}
	}
	kernel.ActivateBoards(n.level, r.act, w.on.Plane(channels), a)
	return a
}

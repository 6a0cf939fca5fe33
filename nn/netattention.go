package nn

import (
	"iter"
	"math"

	"tengen/nn/internal/kernel"
)

// attention is a prepared [Attention]. The input of attention consists of tokens: the points of all boards one
// after the other, without borders.
type attention struct {
	block      *Attention
	norm       []float32 // padded
	q, k, v, o *kernel.Matrix
	channels   int    // channels of the trunk, padded
	table      string // name of the memory for the rotations
	next       affine
}

func (n *Net) newAttention(b *Attention, next affine) *attention {
	return &attention{block: b, norm: pad(b.PreNorm.Weights), q: n.matrix(&b.QProj), k: n.matrix(&b.KProj), v: n.matrix(&b.VProj), o: n.matrix(&b.OutProj),
		channels: kernel.Pad(b.PreNorm.Channels), table: n.unique("rope"), next: next}
}

func (b *attention) run(n *Net, w *Workspace, x, a []float32) {
	one, area, d := w.on.Width*w.on.Height, w.area(), b.block
	in := w.vector("tokens", one*b.channels)
	preNorm(w, x, b.channels, d.PreNorm.Channels, d.PreNorm.Epsilon, b.norm, in)
	q, k, v := w.vector("queries", one*b.q.N), w.vector("keys", one*b.k.N), w.vector("values", one*b.v.N)
	b.q.Mul(area, in, b.channels, q, b.q.N, false)
	b.k.Mul(area, in, b.channels, k, b.k.N, false)
	b.v.Mul(area, in, b.channels, v, b.v.N, false)
	b.turn(w, q, b.q.N, d.Heads, k, b.k.N)
	// A head may write up to one vector beyond its own columns.
	width := kernel.Pad(d.Heads*d.ValueDim) + kernel.Lanes
	heads := w.vector("heads", one*width)
	scale := float32(1 / math.Sqrt(float64(d.QueryDim)))
	group := d.Heads / d.KVHeads
	for from := 0; from < area; from += one {
		q, k, v, heads := q[from*b.q.N:], k[from*b.k.N:], v[from*b.v.N:], heads[from*width:]
		for h := range d.Heads {
			kernel.Attend(n.level, kernel.Head{
				Points: one, Dim: d.QueryDim, ValueDim: d.ValueDim, Scale: scale,
				Q: q[h*d.QueryDim:], QStep: b.q.N,
				K: k[h/group*d.QueryDim:], KStep: b.k.N,
				V: v[h/group*d.ValueDim:], VStep: b.v.N,
				Out: heads[h*d.ValueDim:], OutStep: width,
			}, &w.attention)
		}
	}
	for p := range area {
		clear(heads[p*width+d.Heads*d.ValueDim:][:width-d.Heads*d.ValueDim])
	}
	out := w.vector("attended", one*b.o.N)
	b.o.Mul(area, heads, width, out, b.o.N, false)
	addTokens(n, w, out, x, a, b.channels, b.next)
}

// turn applies rotary positions to queries and keys.
func (b *attention) turn(w *Workspace, q []float32, qStep, heads int, k []float32, kStep int) {
	d := b.block
	if d.Rope == RopeNone {
		return
	}
	pairs, group := d.QueryDim/2, d.Heads/d.KVHeads
	angles := w.rope(d, b.table)
	rotate := func(v, table []float32) {
		for p := range pairs {
			x, y := v[2*p], v[2*p+1]
			cos, sin := table[2*p], table[2*p+1]
			v[2*p], v[2*p+1] = x*cos-y*sin, x*sin+y*cos
		}
	}
	one := w.on.Width * w.on.Height
	for point := range w.area() {
		table := angles[point%one*d.KVHeads*2*pairs:]
		for h := range heads {
			rotate(q[point*qStep+h*d.QueryDim:], table[h/group*2*pairs:])
		}
		for h := range d.KVHeads {
			rotate(k[point*kStep+h*d.QueryDim:], table[h*2*pairs:])
		}
	}
}

// rope returns the cosines and sines, in the order of points, heads of keys, and pairs. They are computed once
// for each size of the board.
func (w *Workspace) rope(d *Attention, name string) []float32 {
	pairs := d.QueryDim / 2
	if table := w.vectors[name]; table != nil {
		return table
	}
	table := kernel.Floats(w.on.Width * w.on.Height * d.KVHeads * 2 * pairs)
	i := 0
	for point := range w.on.Width * w.on.Height {
		x, y := float64(point%w.on.Width), float64(point/w.on.Width)
		for h := range d.KVHeads {
			for p := range pairs {
				fx, fy := d.frequencies(h, p)
				sin, cos := math.Sincos(x*fx + y*fy)
				table[i], table[i+1] = float32(cos), float32(sin)
				i += 2
			}
		}
	}
	w.vectors[name] = table
	return table
}

// feedForward is a prepared [FeedForward].
type feedForward struct {
	norm             []float32
	one, gate, two   *kernel.Matrix
	channels, hidden int // padded
	given            int // channels without padding
	epsilon          float64
	next             affine
}

func (n *Net) newFeedForward(b *FeedForward, next affine) *feedForward {
	return &feedForward{norm: pad(b.PreNorm.Weights), one: n.matrix(&b.Linear1), gate: n.matrix(b.Gate), two: n.matrix(&b.Linear2),
		channels: kernel.Pad(b.Channels), hidden: kernel.Pad(b.Hidden), given: b.Channels, epsilon: b.PreNorm.Epsilon, next: next}
}

func (b *feedForward) run(n *Net, w *Workspace, x, a []float32) {
	one, area := w.on.Width*w.on.Height, w.area()
	in := w.vector("tokens", one*b.channels)
	preNorm(w, x, b.channels, b.given, b.epsilon, b.norm, in)
	hidden, gate := w.vector("hidden", one*b.hidden), w.vector("gates", one*b.hidden)
	b.one.Mul(area, in, b.channels, hidden, b.hidden, false)
	b.gate.Mul(area, in, b.channels, gate, b.hidden, false)
	kernel.Activate(n.level, kernel.SiLU, hidden)
	for i, g := range gate {
		hidden[i] *= g
	}
	out := w.vector("attended", one*b.two.N)
	b.two.Mul(area, hidden, b.hidden, out, b.two.N, false)
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

// preNorm computes a [PreNorm] of each pixel of a plane, and writes the results as tokens.
func preNorm(w *Workspace, x []float32, channels, given int, epsilon float64, weights, into []float32) {
	for token, pixel := range w.pixels(channels) {
		from, to := x[pixel:][:channels], into[token*channels:][:channels]
		var s [4]float32
		for c := 0; c < len(from); c += 4 {
			s[0] += from[c] * from[c]
			s[1] += from[c+1] * from[c+1]
			s[2] += from[c+2] * from[c+2]
			s[3] += from[c+3] * from[c+3]
		}
		sum := float64(s[0]+s[1]) + float64(s[2]+s[3])
		factor := float32(1 / math.Sqrt(sum/float64(given)+epsilon))
		for c, v := range from {
			to[c] = v * factor * weights[c]
		}
	}
}

// addTokens adds tokens to the trunk x. It then applies the norm of the next block to the trunk, and writes the
// result to the slice a.
func addTokens(n *Net, w *Workspace, tokens, x, a []float32, channels int, next affine) {
	for token, pixel := range w.pixels(channels) {
		to := x[pixel:][:channels]
		for c, v := range tokens[token*channels:][:channels] {
			to[c] += v
		}
	}
	next.apply(n, w, x, a, channels)
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

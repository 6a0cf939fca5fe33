package nn

import (
	"math"

	"tengen/nn/internal/kernel"
)

// tokens are the points of the board one after the other, without a border.

// attention is an [Attention] made ready.
type attention struct {
	block      *Attention
	norm       []float32 // padded
	q, k, v, o *kernel.Matrix
	channels   int // of the trunk, padded
	next       affine
}

func (n *Net) newAttention(b *Attention, next affine) *attention {
	return &attention{block: b, norm: pad(b.PreNorm.Weights), q: n.matrix(&b.QProj), k: n.matrix(&b.KProj), v: n.matrix(&b.VProj), o: n.matrix(&b.OutProj),
		channels: kernel.Pad(b.PreNorm.Channels), next: next}
}

func (b *attention) run(n *Net, w *Workspace, x, a []float32) {
	area, d := w.width*w.height, b.block
	in := w.vector("tokens", area*b.channels)
	preNorm(w, x, b.channels, d.PreNorm.Channels, d.PreNorm.Epsilon, b.norm, in)
	q, k, v := w.vector("queries", area*b.q.N), w.vector("keys", area*b.k.N), w.vector("values", area*b.v.N)
	b.q.Mul(area, in, b.channels, q, b.q.N, false)
	b.k.Mul(area, in, b.channels, k, b.k.N, false)
	b.v.Mul(area, in, b.channels, v, b.v.N, false)
	b.turn(w, q, b.q.N, d.Heads, k, b.k.N)
	// A head may write up to a vector beyond its own columns.
	width := kernel.Pad(d.Heads*d.ValueDim) + kernel.Lanes
	heads := w.vector("heads", area*width)
	scale := float32(1 / math.Sqrt(float64(d.QueryDim)))
	group := d.Heads / d.KVHeads
	for h := range d.Heads {
		kernel.Attend(n.level, kernel.Head{
			Points: area, Dim: d.QueryDim, ValueDim: d.ValueDim, Scale: scale,
			Q: q[h*d.QueryDim:], QStep: b.q.N,
			K: k[h/group*d.QueryDim:], KStep: b.k.N,
			V: v[h/group*d.ValueDim:], VStep: b.v.N,
			Out: heads[h*d.ValueDim:], OutStep: width,
		}, &w.attention)
	}
	for p := range area {
		clear(heads[p*width+d.Heads*d.ValueDim:][:width-d.Heads*d.ValueDim])
	}
	out := w.vector("attended", area*b.o.N)
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
	angles := w.rope(d)
	rotate := func(v, table []float32) {
		for p := range pairs {
			x, y := v[2*p], v[2*p+1]
			cos, sin := table[2*p], table[2*p+1]
			v[2*p], v[2*p+1] = x*cos-y*sin, x*sin+y*cos
		}
	}
	for point := range w.width * w.height {
		table := angles[point*d.KVHeads*2*pairs:]
		for h := range heads {
			rotate(q[point*qStep+h*d.QueryDim:], table[h/group*2*pairs:])
		}
		for h := range d.KVHeads {
			rotate(k[point*kStep+h*d.QueryDim:], table[h*2*pairs:])
		}
	}
}

// rope is the table of cosines and sines, by point, head of keys and pair; it is
// made once for a board.
func (w *Workspace) rope(d *Attention) []float32 {
	pairs := d.QueryDim / 2
	name := "rope " + d.Name
	if table := w.vectors[name]; table != nil {
		return table
	}
	table := kernel.Floats(w.width * w.height * d.KVHeads * 2 * pairs)
	i := 0
	for point := range w.width * w.height {
		x, y := float64(point%w.width), float64(point/w.width)
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

// feedForward is a [FeedForward] made ready.
type feedForward struct {
	norm             []float32
	one, gate, two   *kernel.Matrix
	channels, hidden int // padded
	given            int // channels as they are
	epsilon          float64
	next             affine
}

func (n *Net) newFeedForward(b *FeedForward, next affine) *feedForward {
	return &feedForward{norm: pad(b.PreNorm.Weights), one: n.matrix(&b.Linear1), gate: n.matrix(b.Gate), two: n.matrix(&b.Linear2),
		channels: kernel.Pad(b.Channels), hidden: kernel.Pad(b.Hidden), given: b.Channels, epsilon: b.PreNorm.Epsilon, next: next}
}

func (b *feedForward) run(n *Net, w *Workspace, x, a []float32) {
	area := w.width * w.height
	in := w.vector("tokens", area*b.channels)
	preNorm(w, x, b.channels, b.given, b.epsilon, b.norm, in)
	one, gate := w.vector("hidden", area*b.hidden), w.vector("gates", area*b.hidden)
	b.one.Mul(area, in, b.channels, one, b.hidden, false)
	b.gate.Mul(area, in, b.channels, gate, b.hidden, false)
	kernel.Activate(n.level, kernel.SiLU, one)
	for i, g := range gate {
		one[i] *= g
	}
	out := w.vector("attended", area*b.two.N)
	b.two.Mul(area, one, b.hidden, out, b.two.N, false)
	addTokens(n, w, out, x, a, b.channels, b.next)
}

// preNorm is a [PreNorm] from a plane into tokens.
func preNorm(w *Workspace, x []float32, channels, given int, epsilon float64, weights, into []float32) {
	shape := w.shape(channels)
	for y := range w.height {
		for i := range w.width {
			from := x[shape.At(i, y):][:channels]
			to := into[(y*w.width+i)*channels:][:channels]
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
}

// addTokens adds tokens to the trunk and leaves the next norm in a.
func addTokens(n *Net, w *Workspace, tokens, x, a []float32, channels int, next affine) {
	shape := w.shape(channels)
	for y := range w.height {
		for i := range w.width {
			to := x[shape.At(i, y):][:channels]
			for c, v := range tokens[(y*w.width+i)*channels:][:channels] {
				to[c] += v
			}
		}
	}
	next.apply(n, w, x, a, channels)
}

// rmsNorm is an [RMSNorm] at the tip, with its activation.
type rmsNorm struct {
	norm        *RMSNorm
	gamma, beta []float32
	act         kernel.Activation
}

func newRMSNorm(b *RMSNorm, act Activation) *rmsNorm {
	return &rmsNorm{b, pad(b.Gamma), pad(b.Beta), kernelOf(act)}
}

func (r *rmsNorm) run(n *Net, w *Workspace, x []float32, channels int) []float32 {
	a, shape := w.plane("tip", channels), w.shape(channels)
	total := 0.0
	squares := func(v []float32) (sum float64) {
		for _, f := range v {
			sum += float64(f) * float64(f)
		}
		return sum
	}
	if r.norm.Spatial {
		for y := range w.height {
			total += squares(x[shape.At(0, y):][:w.width*channels])
		}
		total /= float64(w.width * w.height)
	}
	for y := range w.height {
		for i := range w.width {
			from, to := x[shape.At(i, y):][:channels], a[shape.At(i, y):][:channels]
			sum := total
			if !r.norm.Spatial {
				sum = squares(from)
			}
			factor := float32(1 / math.Sqrt(sum/float64(r.norm.Channels)+r.norm.Epsilon))
			for c, v := range from {
				to[c] = v*factor*r.gamma[c] + r.beta[c]
			}
		}
	}
	kernel.ActivateBoard(n.level, r.act, shape, a)
	return a
}

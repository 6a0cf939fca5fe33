package nn

import (
	"fmt"
	"math"
)

// This file has the layers of the reference. All functions except addToAll leave their arguments unchanged.

func wide(in []float32) []float64 {
	out := make([]float64, len(in))
	for i, f := range in {
		out[i] = float64(f)
	}
	return out
}

func (e *evaluation) newTensor(channels int) tensor {
	t := make(tensor, channels)
	for c := range t {
		t[c] = make([]float64, e.width*e.height)
	}
	return t
}

func (e *evaluation) conv(c *Conv, in tensor) tensor {
	if c.overGraph() {
		return e.graphConv(c, in)
	}
	out := e.newTensor(c.Out)
	for ky := range c.KernelY {
		for kx := range c.KernelX {
			dy, dx := (ky-c.KernelY/2)*c.DilationY, (kx-c.KernelX/2)*c.DilationX
			for i := range c.In {
				weights := c.Weights[((ky*c.KernelX+kx)*c.In+i)*c.Out:][:c.Out]
				for y := max(0, -dy); y < min(e.height, e.height-dy); y++ {
					for x := max(0, -dx); x < min(e.width, e.width-dx); x++ {
						v := in[i][(y+dy)*e.width+x+dx]
						if v == 0 {
							continue
						}
						for o, w := range weights {
							out[o][y*e.width+x] += v * float64(w)
						}
					}
				}
			}
		}
	}
	return out
}

// norm computes a BatchNorm and its activation on the board. The result is 0 outside the board.
func (e *evaluation) norm(b *BatchNorm, a Activation, in tensor) tensor {
	out := e.newTensor(len(in))
	scale, bias := b.affine()
	for c := range in {
		for p, on := range e.mask {
			if on {
				out[c][p] = a.Kind.apply(in[c][p]*scale[c] + bias[c])
			}
		}
	}
	return out
}

// rmsNorm computes an RMSNorm and its activation on the board. The result is 0 outside the board.
func (e *evaluation) rmsNorm(r *RMSNorm, a Activation, in tensor) tensor {
	squares := make([]float64, len(e.mask)) // for each point: the sum over the channels
	all := 0.0
	for p, on := range e.mask {
		if on {
			for c := range in {
				squares[p] += in[c][p] * in[c][p]
			}
			all += squares[p]
		}
	}
	out := e.newTensor(len(in))
	for p, on := range e.mask {
		if !on {
			continue
		}
		mean := squares[p] / float64(len(in))
		if r.Spatial {
			mean = all / float64(len(in)*e.points)
		}
		for c := range in {
			x := in[c][p] / math.Sqrt(mean+r.Epsilon)
			out[c][p] = a.Kind.apply(x*float64(r.Gamma[c]) + float64(r.Beta[c]))
		}
	}
	return out
}

// preNorm computes a PreNorm on the board. The result is 0 outside the board.
func (e *evaluation) preNorm(n *PreNorm, in tensor) tensor {
	return e.rmsNorm(&RMSNorm{Epsilon: n.Epsilon, Gamma: n.Weights, Beta: make([]float32, n.Channels)}, Activation{}, in)
}

// project computes a MatMul at each point.
func (e *evaluation) project(m *MatMul, in tensor) tensor {
	out := e.newTensor(m.Out)
	for i := range m.In {
		for p, v := range in[i] {
			for o, w := range m.Weights[i*m.Out:][:m.Out] {
				out[o][p] += v * float64(w)
			}
		}
	}
	return out
}

func (e *evaluation) attention(a *Attention, x tensor) tensor {
	in := e.preNorm(&a.PreNorm, x)
	queries, keys, values := e.project(&a.QProj, in), e.project(&a.KProj, in), e.project(&a.VProj, in)
	group := a.Heads / a.KVHeads // number of heads that share keys and values
	for h := range a.Heads {
		e.rotate(a, queries[h*a.QueryDim:][:a.QueryDim], h/group)
	}
	for h := range a.KVHeads {
		e.rotate(a, keys[h*a.QueryDim:][:a.QueryDim], h)
	}
	heads := e.newTensor(a.Heads * a.ValueDim)
	weights := make([]float64, len(e.mask))
	for h := range a.Heads {
		q := queries[h*a.QueryDim:][:a.QueryDim]
		k := keys[h/group*a.QueryDim:][:a.QueryDim]
		v := values[h/group*a.ValueDim:][:a.ValueDim]
		for p, on := range e.mask {
			if !on {
				continue
			}
			highest := math.Inf(-1)
			for s := range weights {
				if e.mask[s] {
					dot := 0.0
					for d := range q {
						dot += q[d][p] * k[d][s]
					}
					weights[s] = dot / math.Sqrt(float64(a.QueryDim))
					highest = max(highest, weights[s])
				}
			}
			sum := 0.0
			for s := range weights {
				if e.mask[s] {
					weights[s] = math.Exp(weights[s] - highest)
					sum += weights[s]
				}
			}
			for d := range v {
				for s := range weights {
					if e.mask[s] {
						heads[h*a.ValueDim+d][p] += weights[s] / sum * v[d][s]
					}
				}
			}
		}
	}
	return e.project(&a.OutProj, heads)
}

// rotate rotates the pairs of one head of queries or keys. It uses the angles of head kv of the keys.
func (e *evaluation) rotate(a *Attention, head tensor, kv int) {
	if a.Rope == RopeNone {
		return
	}
	for pair := range a.QueryDim / 2 {
		fx, fy := a.frequencies(kv, pair)
		for y := range e.height {
			for x := range e.width {
				sin, cos := math.Sincos(float64(x)*fx + float64(y)*fy)
				p := y*e.width + x
				u, v := head[2*pair][p], head[2*pair+1][p]
				head[2*pair][p], head[2*pair+1][p] = u*cos-v*sin, u*sin+v*cos
			}
		}
	}
}

// frequencies returns two angles in radians by which a pair is rotated: fx for each step to the right, and fy
// for each step down.
func (a *Attention) frequencies(kv, pair int) (fx, fy float64) {
	pairs := a.QueryDim / 2
	if a.Rope == RopeLearnable {
		at := (kv*pairs + pair) * 2
		return float64(a.RopeFreqs[at]), float64(a.RopeFreqs[at+1])
	}
	vertical := pairs / 2
	if pair < vertical {
		return 0, math.Pow(a.RopeTheta, -2*float64(pair)/float64(pairs))
	}
	return math.Pow(a.RopeTheta, -2*float64(pair-vertical)/float64(pairs)), 0
}

func (e *evaluation) feedForward(f *FeedForward, x tensor) tensor {
	if f.Gate == nil {
		e.err = fmt.Errorf("%s: its activation is not in the file, because it has no gate, so it cannot be computed", f.Name)
		return e.newTensor(f.Channels)
	}
	in := e.preNorm(&f.PreNorm, x)
	hidden, gate := e.project(&f.Linear1, in), e.project(f.Gate, in)
	for c := range hidden {
		for p := range hidden[c] {
			hidden[c][p] = SiLU.apply(hidden[c][p]) * gate[c][p]
		}
	}
	return e.project(&f.Linear2, hidden)
}

// matMul computes a MatMul of a vector. The functions matMul, matBias and activate are for values that do not
// belong to a point.
func matMul(m *MatMul, in []float64) []float64 {
	out := make([]float64, m.Out)
	for i, v := range in {
		for o, w := range m.Weights[i*m.Out:][:m.Out] {
			out[o] += v * float64(w)
		}
	}
	return out
}

func matBias(b *MatBias, in []float64) []float64 {
	out := make([]float64, len(in))
	for c := range in {
		out[c] = in[c] + float64(b.Weights[c])
	}
	return out
}

func activate(a Activation, in []float64) []float64 {
	out := make([]float64, len(in))
	for c := range in {
		out[c] = a.Kind.apply(in[c])
	}
	return out
}

// addToAll adds bias[c] to channel c at every point.
func addToAll(x tensor, bias []float64) {
	for c := range x {
		for p := range x[c] {
			x[c][p] += bias[c]
		}
	}
}

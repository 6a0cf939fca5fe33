package nn

import (
	"fmt"

	"tengen/nn/internal/kernel"
)

// conv is a prepared convolution. Exactly one of winograd, linear, taps and graph is not nil.
type conv struct {
	winograd *kernel.Winograd // 3x3
	linear   *kernel.Linear   // 1x1
	taps     *kernel.Taps     // all other sizes
	graph    *kernel.Linear   // over a graph, with rows of kernel.Gather
	out      int              // channels, padded
}

// newConv prepares a convolution. If scale is not nil, each weight is multiplied by the scale of its output
// channel.
func (n *Net) newConv(c *Conv, scale []float32) conv {
	n.limit(c.Name, max(c.In, c.Out))
	if c.KernelX == 3 && c.KernelY == 3 && c.DilationX == 1 && c.DilationY == 1 && !n.compact {
		w, fill := kernel.PrepareWinograd(n.level, &n.memory, c.Weights, c.In, c.Out, scale)
		n.fills = append(n.fills, fill)
		n.integers = n.integers || n.level.Integers()
		return conv{winograd: w, out: w.Out}
	}
	weights := c.Weights
	if scale != nil {
		weights = make([]float32, len(c.Weights))
		for i, v := range c.Weights {
			weights[i] = v * scale[i%c.Out]
		}
	}
	if c.KernelX == 1 && c.KernelY == 1 {
		p := n.linear(weights, c.In, c.Out)
		return conv{linear: p, out: p.Out}
	}
	if c.overGraph() {
		p := n.linear(padParts(weights, kernel.Parts, c.In, c.Out), kernel.Parts*kernel.Pad(c.In), c.Out)
		return conv{graph: p, out: p.Out}
	}
	t := kernel.NewTaps(n.level, &n.memory, weights, c.In, c.Out, c.KernelX, c.KernelY, c.DilationX, c.DilationY)
	return conv{taps: t, out: t.Out}
}

// linear prepares a product with a matrix.
func (n *Net) linear(weights []float32, in, out int) *kernel.Linear {
	p := kernel.NewLinear(n.level, &n.memory, weights, in, out)
	n.integers = n.integers || p.Integers()
	return p
}

// run computes a convolution of the input, applies the epilogue and the activation, and writes the result to
// out.
func (c *conv) run(n *Net, w *Workspace, in, out []float32, e kernel.Epilogue, act kernel.Activation) {
	e.Rectify = act == kernel.ReLU
	switch {
	case c.winograd != nil:
		c.winograd.Run(w.on, in, out, e, &w.conv)
	case c.linear != nil:
		c.linear.Run(w.on, in, out, e, &w.conv)
	case c.graph != nil:
		rows := w.area()
		all := w.vector("neighbours", c.graph.In*w.on.Width)
		kernel.Gather(n.level, w.graph, w.on.Plane(c.graph.In/kernel.Parts), in, all)
		products := w.vector("products", c.out*w.on.Width)
		c.graph.Mul(rows, all, c.graph.In, products, c.out, &w.conv)
		if e.Residual == nil {
			e.Scale = nil
		}
		kernel.AffineTokens(n.level, w.on, c.out, products, c.out, out, c.out, e)
	default:
		c.taps.Run(w.on, in, out)
		if e.Residual != nil || e.Scale != nil || e.Bias != nil || e.Rectify {
			kernel.Affine(n.level, w.on, c.out, out, c.out, out, c.out, e)
		}
	}
	if act != kernel.ReLU {
		kernel.ActivateBoards(n.level, act, w.on.Plane(c.out), out)
	}
}

// add computes a convolution of the input and adds it to the trunk. It then applies the norm and the activation
// of the next block to the trunk, and writes the result to out.
func (c *conv) add(n *Net, w *Workspace, in, trunk, out []float32, next affine) {
	c.run(n, w, in, out, next.epilogue(trunk), next.act)
}

// padParts returns weights for an input that has several parts, each padded to a multiple of kernel.Lanes. The given
// weights are for parts without padding.
func padParts(weights []float32, parts, in, out int) []float32 {
	padded := kernel.Pad(in)
	all := make([]float32, parts*padded*out)
	for part := range parts {
		copy(all[part*padded*out:], weights[part*in*out:][:in*out])
	}
	return all
}

// joined returns one convolution that computes several convolutions at once. Their output channels lie side by
// side.
func joined(convs ...*Conv) *Conv {
	first := convs[0]
	all := &Conv{KernelX: first.KernelX, KernelY: first.KernelY, DilationX: first.DilationX, DilationY: first.DilationY, In: first.In}
	for _, c := range convs {
		all.Out += kernel.Pad(c.Out)
	}
	all.Weights = make([]float32, all.KernelX*all.KernelY*all.In*all.Out)
	for row := range all.KernelX * all.KernelY * all.In {
		at := row * all.Out
		for _, c := range convs {
			copy(all.Weights[at:], c.Weights[row*c.Out:][:c.Out])
			at += kernel.Pad(c.Out)
		}
	}
	return all
}

// limit sets n.err if a layer has too many channels for the kernels.
func (n *Net) limit(name string, channels int) {
	if channels > kernel.MaxChannels && n.err == nil {
		n.err = fmt.Errorf("%s: it has %d channels, and the limit is %d", name, channels, kernel.MaxChannels)
	}
}

// alike reports whether convolutions can be joined.
func alike(convs ...*Conv) bool {
	a, channels := convs[0], kernel.Pad(convs[0].Out)
	for _, b := range convs[1:] {
		if channels += kernel.Pad(b.Out); channels > kernel.MaxChannels {
			return false
		}
		if a.KernelX != b.KernelX || a.KernelY != b.KernelY || a.DilationX != b.DilationX || a.DilationY != b.DilationY || a.In != b.In {
			return false
		}
	}
	return true
}

package nn

import "tengen/nn/internal/kernel"

// beginGraph computes the first layer for inputs that are graphs.
func (n *Net) beginGraph(w *Workspace, in []Input, x []float32) {
	w.graph = &in[0].Graph.lists
	channels := n.stem.graph.In / kernel.Parts
	planes := w.plane("input", channels)
	w.readGraph(in, planes, channels)
	n.stem.run(n, w, planes, x, kernel.Epilogue{}, kernel.Identity)
	shape := w.on.Plane(n.channels)
	for i := range in {
		board := x[shape.Board(i):]
		kernel.Affine(n.level, w.one(), n.channels, board, n.channels, board, n.channels, kernel.Epilogue{Bias: n.bias(w, in[i])})
	}
}

// readGraph copies the planes of inputs to the layout that the kernels need.
func (w *Workspace) readGraph(in []Input, planes []float32, channels int) {
	shape := w.on.Plane(channels)
	for i := range in {
		points := in[i].Width
		board := planes[shape.Board(i)+shape.At(0, 0):][:points*channels]
		clear(board)
		for k, v := range in[i].Spatial {
			if v != 0 {
				board[k%points*channels+k/points] = v
			}
		}
	}
}

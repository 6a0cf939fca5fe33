package nn

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"tengen/nn/internal/kernel"
)

// Graph says which points of a board are neighbours. It does not change.
type Graph struct{ lists kernel.Graph }

// NewGraph makes a graph from the neighbours of each point. Neighbours must be mutual, and a point must not be its
// own neighbour.
func NewGraph(neighbours [][]int) (*Graph, error) {
	if len(neighbours) == 0 || len(neighbours) > maxGraphPoints {
		return nil, fmt.Errorf("a graph needs 1 to %d points, not %d", maxGraphPoints, len(neighbours))
	}
	g := &Graph{lists: kernel.Graph{Starts: []int32{0}}}
	for p, list := range neighbours {
		list = slices.Sorted(slices.Values(list))
		for i, q := range list {
			if q < 0 || q >= len(neighbours) || q == p || i > 0 && q == list[i-1] || !slices.Contains(neighbours[q], p) {
				return nil, fmt.Errorf("point %d cannot have the neighbour %d: neighbours must be different points of the graph, listed once, and mutual", p, q)
			}
			g.lists.List = append(g.lists.List, int32(q))
		}
		g.lists.Starts = append(g.lists.Starts, int32(len(g.lists.List)))
	}
	return g, nil
}

// maxGraphPoints is the largest number of points of a graph.
const maxGraphPoints = 1 << 16

// Points returns the number of points.
func (g *Graph) Points() int { return g.lists.Points() }

// of returns the neighbours of a point.
func (g *Graph) of(p int) []int32 { return g.lists.List[g.lists.Starts[p]:g.lists.Starts[p+1]] }

// GraphNet is the part of a [Model] that only nets for graphs have.
type GraphNet struct {
	// Board is the name of the only board that the net can read, for messages. It is "" for a net that reads every
	// board.
	Board string
	// Key identifies this board. Callers choose it, for example as a hash of the board. It has no meaning if Board
	// is "".
	Key uint64
}

// The inputs of nets for graphs, and the version of KataGo's nets that has the same heads.
const (
	graphPlanes  = 28
	graphGlobals = 19
	graphVersion = 8
)

// The words for nets for graphs in a file. wordGraph is in the place of the version of KataGo's nets, so KataGo
// refuses the file. wordAnyBoard is in the place of the key of the board.
const (
	wordGraph    = "graph1"
	wordAnyBoard = "any"
)

// codeVersion handles the version, and the board of a net for graphs.
func (m *Model) codeVersion(x codec) {
	word := strconv.Itoa(m.Version)
	if m.Graph != nil {
		word = wordGraph
	}
	if x.word(&word, "the version"); !x.ok() {
		return
	}
	if word != wordGraph {
		if x.reading() {
			n, err := strconv.ParseInt(word, 10, 64)
			if err != nil {
				x.check(fmt.Errorf("the version is %s, not a whole number", quote(word)))
			}
			m.Version = int(n)
		}
		x.check(checkVersion(m.Version))
		return
	}
	if x.reading() {
		m.Graph, m.Version = &GraphNet{}, graphVersion
	}
	m.Graph.code(x)
	if m.Version != graphVersion {
		x.check(fmt.Errorf("a net for graphs has version %d, not %d", graphVersion, m.Version))
	}
}

func (g *GraphNet) code(x codec) {
	key := wordAnyBoard
	if g.Board != "" {
		key = fmt.Sprintf("%016x", g.Key)
	}
	if x.word(&key, "the key of the board"); key == wordAnyBoard || !x.ok() {
		return
	}
	name := url.PathEscape(g.Board)
	x.word(&name, "the name of the board")
	if !x.reading() || !x.ok() {
		return
	}
	var errKey, errName error
	g.Key, errKey = strconv.ParseUint(key, 16, 64)
	g.Board, errName = url.PathUnescape(name)
	if len(key) != 16 || errors.Join(errKey, errName) != nil {
		x.check(fmt.Errorf("%s and %s are not the key and the name of a board", quote(key), quote(name)))
	}
}

// overGraph reports whether c is a convolution over a graph.
func (c *Conv) overGraph() bool { return c.DilationX == 0 && c.DilationY == 0 }

// checkKinds fails if a layer cannot compute the boards of the model. Nets for graphs have only convolutions over
// graphs and of 1x1, and other nets have no convolutions over graphs.
func (m *Model) checkKinds() error {
	if m.Graph != nil && (m.Trunk.Metadata != nil || m.Trunk.TipNorm == nil || !m.Trunk.InitialConv.overGraph()) {
		return fmt.Errorf("model %s: a net for graphs begins with a convolution over a graph, and has no metadata and no RMS norm", m.Name)
	}
	p, v := &m.PolicyHead, &m.ValueHead
	return first(m.checkKind(&m.Trunk.InitialConv, &p.P1Conv, &p.G1Conv, &p.P2Conv, &v.V1Conv, &v.OwnershipConv), m.checkBlockKinds(m.Trunk.Blocks))
}

func (m *Model) checkKind(convs ...*Conv) error {
	for _, c := range convs {
		switch {
		case c.overGraph() && m.Graph == nil:
			return fmt.Errorf("%s: this convolution is over a graph, and the net is for rectangles", c.Name)
		case !c.overGraph() && m.Graph != nil && (c.KernelX != 1 || c.KernelY != 1):
			return fmt.Errorf("%s: this convolution is over a rectangle, and the net is for graphs", c.Name)
		}
	}
	return nil
}

func (m *Model) checkBlockKinds(blocks []Block) (err error) {
	for _, b := range blocks {
		switch b := b.(type) {
		case *ResidualBlock:
			err = m.checkKind(&b.RegularConv, &b.FinalConv)
		case *PoolingBlock:
			err = m.checkKind(&b.RegularConv, &b.GPoolConv, &b.FinalConv)
		case *NestedBlock:
			err = first(m.checkKind(&b.PreConv, &b.PostConv), m.checkBlockKinds(b.Blocks))
		default:
			if m.Graph != nil {
				err = fmt.Errorf("%s: nets for graphs have no blocks of transformers", b.blockName())
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkGraphInput fails if only one of the model and the input is for graphs, or if the planes of the input do not
// fit its graph.
func (m *Model) checkGraphInput(in Input) error {
	switch {
	case m.Graph == nil && in.Graph == nil:
		return nil
	case m.Graph == nil:
		return fmt.Errorf("the input is a graph, and the net %s reads rectangles", m.Name)
	case in.Graph == nil:
		return fmt.Errorf("the input is a rectangle, and the net %s reads graphs", m.Name)
	case in.Width != in.Graph.Points() || in.Height != 1:
		return fmt.Errorf("the input has %d by %d points, and its graph has %d in one row", in.Width, in.Height, in.Graph.Points())
	}
	return nil
}

// graphConv computes a convolution over a graph.
func (e *evaluation) graphConv(c *Conv, in tensor) tensor {
	out := e.newTensor(c.Out)
	for p := range e.width {
		for i := range c.In {
			sum, greatest := 0.0, 0.0
			for k, q := range e.graph.of(p) {
				sum += in[i][q]
				if k == 0 || in[i][q] > greatest {
					greatest = in[i][q]
				}
			}
			for part, v := range []float64{in[i][p], sum, greatest} {
				for o, w := range c.Weights[(part*c.In+i)*c.Out:][:c.Out] {
					out[o][p] += v * float64(w)
				}
			}
		}
	}
	return out
}

package boardtest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
)

// shape makes the graph of a board line.
func (g *game) shape(args []string) (err error) {
	shape := "plane"
	if len(args) == 2 {
		shape, args = args[0], args[1:]
	}
	var w, h int
	if len(args) != 1 {
		return fmt.Errorf("write: board 5x5, or: board torus 3x3")
	}
	if a, b, ok := strings.Cut(args[0], "x"); ok {
		w, _ = strconv.Atoi(a)
		h, _ = strconv.Atoi(b)
	}
	if g.names, err = baduk.Rectangle(w, h); err != nil {
		return err
	}
	switch shape {
	case "plane":
		g.graph = g.names
	case "torus":
		g.graph, err = Torus(w, h)
	case "cylinder":
		g.graph, err = Cylinder(w, h)
	default:
		return fmt.Errorf("%q is not a shape: plane, torus or cylinder", shape)
	}
	return err
}

// Torus makes the rectangle with both pairs of opposite sides joined: every row
// and every column is a circle. Neighbours are distinct points: along a side of
// two points both directions lead to the same point, and along a side of one
// point a point has no neighbour.
func Torus(width, height int) (*baduk.Graph, error) { return wrapped(width, height, true) }

// Cylinder makes the rectangle with its left side joined to the right one.
func Cylinder(width, height int) (*baduk.Graph, error) { return wrapped(width, height, false) }

func wrapped(width, height int, both bool) (*baduk.Graph, error) {
	plane, err := baduk.Rectangle(width, height)
	if err != nil {
		return nil, err
	}
	adj := adjacency(plane)
	join := func(p, q baduk.Point) {
		if p != q && !slices.Contains(adj[p], q) {
			adj[p] = append(adj[p], q)
			adj[q] = append(adj[q], p)
		}
	}
	grid := baduk.Grid{Width: width, Height: height}
	for y := range height {
		join(grid.At(0, y), grid.At(width-1, y))
	}
	if both {
		for x := range width {
			join(grid.At(x, 0), grid.At(x, height-1))
		}
	}
	return baduk.NewGraph(adj)
}

// adjacency copies the neighbours of every point.
func adjacency(g *baduk.Graph) [][]baduk.Point {
	adj := make([][]baduk.Point, g.Len())
	for i := range adj {
		adj[i] = slices.Clone(g.Neighbours(baduk.Point(i)))
	}
	return adj
}

// lifeList is the content of the lines about weights and life (MANGO document).
type lifeList struct {
	alive   func(z float64) bool
	text    string
	weights [][2]string // pairs of a point and its weight, as text
}

// readThreshold reads a threshold: the weight of empty points that keeps stones
// alive.
func (l *lifeList) readThreshold(args []string) error {
	switch {
	case l.alive != nil:
		return fmt.Errorf("the threshold was given already")
	case len(args) != 1:
		return fmt.Errorf("write: threshold 2, or: threshold printed")
	case args[0] == "printed":
		// This is the function T as printed in the MANGO document, which is
		// meant for a board of 361 points.
		l.alive = func(z float64) bool { return int((z+360)/361) == 1 }
	default:
		least, err := strconv.ParseFloat(args[0], 64)
		if err != nil {
			return fmt.Errorf("%q is not a weight", args[0])
		}
		l.alive = func(z float64) bool { return z >= least }
	}
	l.text = "T " + args[0]
	return nil
}

// readWeight reads pairs of a point and its weight.
func (l *lifeList) readWeight(args []string) error {
	if len(args) == 0 || len(args)%2 != 0 {
		return fmt.Errorf("write pairs such as: weight C3 2 D4 0.5")
	}
	for i := 0; i < len(args); i += 2 {
		if _, err := strconv.ParseFloat(args[i+1], 64); err != nil {
			return fmt.Errorf("%q is not a weight", args[i+1])
		}
		l.weights = append(l.weights, [2]string{args[i], args[i+1]})
	}
	return nil
}

// weigh returns the graph of the game. If the game has weights or a threshold,
// the graph has them.
func (l *lifeList) weigh(g *game) (*baduk.Graph, error) {
	if l.alive == nil && l.weights == nil {
		return g.graph, nil
	}
	life := &baduk.Life{Weights: slices.Repeat([]float64{1}, g.graph.Len()), Alive: l.alive, Text: l.text}
	for _, w := range l.weights {
		p, err := g.names.ParseVertex(w[0])
		if err != nil {
			return nil, err
		}
		if p < 0 {
			return nil, fmt.Errorf("%q is not a point", w[0])
		}
		life.Weights[p], _ = strconv.ParseFloat(w[1], 64)
	}
	return baduk.NewGraphFrom(baduk.Shape{Adjacency: adjacency(g.graph), Life: life})
}

// readStart reads the initial scores of the players.
func readStart(g *game, args []string) error {
	if len(args) == 0 || len(args)%2 != 0 {
		return fmt.Errorf("write pairs such as: start X 3 O 1.5")
	}
	for i := 0; i < len(args); i += 2 {
		c, err := readColor(args, i)
		if err != nil {
			return err
		}
		if g.setup.Scores[c], err = strconv.ParseFloat(args[i+1], 64); err != nil {
			return fmt.Errorf("%q is not a number", args[i+1])
		}
	}
	return nil
}

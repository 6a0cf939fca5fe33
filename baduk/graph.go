package baduk

import (
	"fmt"
	"strconv"
	"strings"
)

// Graph is the board as mathematics: points and who is whose neighbour. It is
// immutable and shared; everything that differs between a square board, a torus
// and an arbitrary graph is this data (specification 002, the sets I and C).
type Graph struct {
	adj         [][]Point
	degree      []uint16 // number of neighbours
	keys        []uint64 // Zobrist keys: keys[2p] of Black on p, keys[2p+1] of White
	fingerprint uint64
	geometry    *Geometry
}

// Geometry is what a graph that can be drawn and named knows beyond adjacency.
type Geometry struct {
	// Width and Height are the sides of a rectangle, 0 for any other shape.
	Width, Height int
	// X and Y are drawing coordinates by point: one unit is the distance
	// between neighbours, y grows downwards.
	X, Y []float64
	// Stars are the points marked for orientation.
	Stars []Point
	// Symmetries are the automorphisms of the picture as permutations:
	// s[p] is where p goes. The identity comes first.
	Symmetries [][]Point
}

// NewGraph makes an abstract graph from its adjacency lists. It refuses a list
// that is not a simple undirected graph: every edge must be listed from both
// ends, once, and no point is its own neighbour.
func NewGraph(adj [][]Point) (*Graph, error) {
	return newGraph(adj, nil)
}

func newGraph(adj [][]Point, geometry *Geometry) (*Graph, error) {
	n := len(adj)
	if n == 0 || n > MaxPoints {
		return nil, fmt.Errorf("a board needs 1 to %d points, not %d", MaxPoints, n)
	}
	g := &Graph{adj: make([][]Point, n), geometry: geometry}
	edges := make(map[[2]Point]bool)
	for p, list := range adj {
		for _, q := range list {
			switch edge := [2]Point{Point(p), q}; {
			case q < 0 || int(q) >= n:
				return nil, fmt.Errorf("point #%d has the neighbour #%d, but the points are #0 to #%d", p, q, n-1)
			case int(q) == p:
				return nil, fmt.Errorf("point #%d is its own neighbour", p)
			case edges[edge]:
				return nil, fmt.Errorf("point #%d has the neighbour #%d twice", p, q)
			default:
				edges[edge] = true
			}
		}
	}
	for e := range edges {
		if !edges[[2]Point{e[1], e[0]}] {
			return nil, fmt.Errorf("point #%d has the neighbour #%d, but not the other way round", e[0], e[1])
		}
	}
	fp := mix(uint64(n))
	for p, list := range adj {
		g.adj[p] = append([]Point(nil), list...)
		g.degree = append(g.degree, uint16(len(list)))
		for _, q := range list {
			// A sum does not depend on the order in which neighbours are listed.
			fp += mix(uint64(p)<<16 | uint64(q))
		}
	}
	g.fingerprint = mix(fp)
	g.keys = make([]uint64, 2*n)
	for i := range g.keys {
		g.keys[i] = mix(g.fingerprint + uint64(i) + 1)
	}
	return g, nil
}

// mix is the finaliser of SplitMix64 (Steele, Lea, Flood 2014): a fixed
// bijection, so that hashes are the same in every run and on every machine.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Len is the number of points.
func (g *Graph) Len() int { return len(g.adj) }

// Neighbours lists the points adjacent to p. The caller must not change it.
func (g *Graph) Neighbours(p Point) []Point { return g.adj[p] }

// Contains reports whether p is a point of the board.
func (g *Graph) Contains(p Point) bool { return p >= 0 && int(p) < len(g.adj) }

// Fingerprint identifies the adjacency: equal graphs have equal fingerprints.
func (g *Graph) Fingerprint() uint64 { return g.fingerprint }

// Key is the Zobrist number of a stone of colour c on p (003, "Zobrist Hash").
func (g *Graph) Key(p Point, c Color) uint64 { return g.keys[2*int(p)+int(c)-1] }

// Geometry is the picture of the graph, if it has one.
func (g *Graph) Geometry() (Geometry, bool) {
	if g.geometry == nil {
		return Geometry{}, false
	}
	return *g.geometry, true
}

// rectangular reports the sides when the graph is a rectangle.
func (g *Graph) rectangular() (width, height int, ok bool) {
	if g.geometry == nil || g.geometry.Width == 0 {
		return 0, 0, false
	}
	return g.geometry.Width, g.geometry.Height, true
}

// String is "19x19" for a rectangle, "graph of 17 points" otherwise.
func (g *Graph) String() string {
	if w, h, ok := g.rectangular(); ok {
		return fmt.Sprintf("%dx%d", w, h)
	}
	return fmt.Sprintf("graph of %d points", g.Len())
}

// Vertex is the name of a point: "D4" on a rectangle (columns without I, rows
// from the bottom, as in GTP), "#17" on an abstract graph; "pass" for [Pass].
func (g *Graph) Vertex(p Point) string {
	if p == Pass {
		return "pass"
	}
	if !g.Contains(p) {
		return "none"
	}
	w, h, ok := g.rectangular()
	if !ok {
		return "#" + strconv.Itoa(int(p))
	}
	return column(int(p)%w) + strconv.Itoa(h-int(p)/w)
}

// columnLetters leaves out I, which is too like a J (GTP 2, section 2.11).
const columnLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// column names column x: A to Z without I, then AA, AB and so on.
func column(x int) string {
	name := ""
	for x++; x > 0; x = (x - 1) / len(columnLetters) {
		name = string(columnLetters[(x-1)%len(columnLetters)]) + name
	}
	return name
}

// ParseVertex reads what [Graph.Vertex] writes, in either case. Its error says
// what the board would have understood.
func (g *Graph) ParseVertex(text string) (Point, error) {
	s := strings.ToUpper(strings.TrimSpace(text))
	if s == "PASS" {
		return Pass, nil
	}
	if rest, abstract := strings.CutPrefix(s, "#"); abstract {
		if n, err := strconv.Atoi(rest); err == nil && n >= 0 && n < g.Len() {
			return Point(n), nil
		}
		return NoPoint, fmt.Errorf("%q is not a point: points are #0 to #%d", text, g.Len()-1)
	}
	w, h, ok := g.rectangular()
	if !ok {
		return NoPoint, fmt.Errorf("%q is not a point: points are #0 to #%d", text, g.Len()-1)
	}
	bad := func(why string) (Point, error) {
		return NoPoint, fmt.Errorf("%q is not a point of a %dx%d board: %s", text, w, h, why)
	}
	letters := strings.TrimRight(s, "0123456789")
	x := 0
	for _, r := range letters {
		i := strings.IndexRune(columnLetters, r)
		if r == 'I' {
			return bad("there is no column I")
		}
		if i < 0 {
			return bad("write a column letter and a row number")
		}
		if x = x*len(columnLetters) + i + 1; x > MaxPoints {
			break
		}
	}
	row, err := strconv.Atoi(s[len(letters):])
	switch {
	case letters == "" || err != nil:
		return bad("write a column letter and a row number")
	case x > w:
		return bad("columns end at " + column(w-1))
	case row < 1 || row > h:
		return bad(fmt.Sprintf("rows are 1 to %d", h))
	}
	return Point((h-row)*w + x - 1), nil
}

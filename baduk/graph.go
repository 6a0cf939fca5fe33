package baduk

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Graph is the board as mathematics: points, and which of them are neighbours.
// It is immutable and shared. A square board, a torus and an arbitrary graph
// differ only in this data (MANGO document, the sets I and C).
type Graph struct {
	adj         [][]Point
	degree      []uint16 // number of neighbours
	keys        []uint64 // Zobrist keys: keys[2p] of Black on p, keys[2p+1] of White
	fingerprint uint64
	geometry    *Geometry
	vertices    map[string]Point // Geometry.Names in capitals
	life        *Life
	regional    *regions // nil on a board with ordinary liberties
	beyond      Point    // see Shape.Beyond; NoPoint on most graphs
	name        string
	source      string
}

// Geometry is the data for drawing a graph and for naming its points.
type Geometry struct {
	// Width and Height are the sides of a rectangle, 0 for any other shape.
	Width, Height int
	// X and Y are drawing coordinates by point. One unit is the distance
	// between neighbours, and y grows downwards.
	X, Y []float64
	// Names are the names of the points if the graph is not a rectangle; see
	// [Graph.Vertex]. If Names is nil, the names are p0, p1, ...
	Names []string
	// Stars are the points marked for orientation.
	Stars []Point
	// Symmetries are automorphisms of the graph as permutations: the symmetry s
	// maps point p to point s[p]. The identity comes first. The list is nil if
	// no symmetries are known. On rectangles without weights the bits of the index s say
	// what is mirrored: bit 0 left and right, bit 1 top and bottom. After that, bit 2
	// exchanges rows and columns. So if a side is 1, each symmetry occurs more than once.
	Symmetries [][]Point
}

// Shape is everything that makes a [Graph].
type Shape struct {
	// Name is the name of the board in messages, such as "torus 9x9".
	Name string
	// Adjacency lists the neighbours of every point.
	Adjacency [][]Point
	Geometry  *Geometry // nil for an abstract graph
	// Life gives the points weights and says which sums of weights keep stones
	// alive. Nil means ordinary Go.
	Life *Life
	// If Beyond is true, the last point represents all points of the board that are not
	// listed. This point is always empty, and stones cannot be placed on it.
	Beyond bool
	// Source is the text that the shape was read from. Records of games on the
	// graph contain it.
	Source string
}

// NewGraph makes an abstract graph from its adjacency lists; see
// [NewGraphFrom].
func NewGraph(adj [][]Point) (*Graph, error) { return NewGraphFrom(Shape{Adjacency: adj}) }

// NewGraphFrom makes a graph. The adjacency must be the adjacency of a simple undirected
// graph: each of two neighbours lists the other exactly once, and a point is not its own
// neighbour. NewGraphFrom returns an error for any other adjacency. It also returns an
// error in these cases: the length of the geometry or of the weights does not match the
// number of points; a weight is not finite; two points have the same name; a name cannot be
// a word of a GTP command.
func NewGraphFrom(shape Shape) (*Graph, error) {
	adj, n := shape.Adjacency, len(shape.Adjacency)
	if n == 0 || n > MaxPoints {
		return nil, fmt.Errorf("a board needs 1 to %d points, not %d", MaxPoints, n)
	}
	g := &Graph{adj: make([][]Point, n), geometry: shape.Geometry, beyond: NoPoint, name: shape.Name, source: shape.Source}
	if shape.Beyond {
		g.beyond = Point(n - 1)
	}
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
	fp := Mix(uint64(n))
	for p, list := range adj {
		g.adj[p] = append([]Point(nil), list...)
		g.degree = append(g.degree, uint16(len(list)))
		for _, q := range list {
			// The sum does not depend on the order in which neighbours are listed.
			fp += Mix(uint64(p)<<16 | uint64(q))
		}
	}
	g.fingerprint = Mix(fp)
	if err := g.nameVertices(); err != nil {
		return nil, err
	}
	if err := g.setLife(shape.Life); err != nil {
		return nil, err
	}
	if shape.Beyond {
		g.fingerprint = Mix(g.fingerprint + 1)
	}
	g.keys = make([]uint64, 2*n)
	for i := range g.keys {
		g.keys[i] = Mix(g.fingerprint + uint64(i) + 1)
	}
	return g, nil
}

// nameVertices checks the geometry and indexes its names.
func (g *Graph) nameVertices() error {
	geo, n := g.geometry, g.Len()
	if geo == nil {
		return nil
	}
	if len(geo.X) != n || len(geo.Y) != n {
		return fmt.Errorf("%d points have %d and %d coordinates", n, len(geo.X), len(geo.Y))
	}
	for _, s := range geo.Symmetries {
		if len(s) != n {
			return fmt.Errorf("a symmetry moves %d of %d points", len(s), n)
		}
	}
	if geo.Names == nil {
		return nil
	}
	if len(geo.Names) != n {
		return fmt.Errorf("%d points have %d names", n, len(geo.Names))
	}
	g.vertices = make(map[string]Point, n)
	for p, name := range geo.Names {
		key := strings.ToUpper(name)
		if err := checkName(name); err != nil {
			return fmt.Errorf("point #%d: %v", p, err)
		}
		if q, taken := g.vertices[key]; taken {
			return fmt.Errorf("points #%d and #%d are both called %q", q, p, name)
		}
		g.vertices[key] = Point(p)
	}
	return nil
}

// maxName is the longest name of a point, in bytes.
const maxName = 32

// checkName refuses a name that cannot be a word of a GTP command.
func checkName(name string) error {
	switch upper := strings.ToUpper(name); {
	case name == "":
		return errors.New("the name is empty")
	case len(name) > maxName:
		return fmt.Errorf("the name is longer than %d bytes", maxName)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }):
		return fmt.Errorf("the name %q has a space or a character that cannot be seen", name)
	case strings.ContainsRune(name, '#'):
		return fmt.Errorf("the name %q has a #, which begins a comment in GTP", name)
	case upper == "PASS" || upper == "RESIGN":
		return fmt.Errorf("the name %q is a turn in GTP", name)
	}
	return nil
}

// Mix is the finaliser of SplitMix64 (Steele, Lea, Flood 2014). It is a fixed
// bijection, so hashes are the same in every run and on every machine. This
// package makes all its keys with Mix, and callers can use Mix to derive
// further keys.
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Len is the number of points.
func (g *Graph) Len() int { return len(g.adj) }

// Neighbours lists the points adjacent to p. The caller must not change the
// slice.
func (g *Graph) Neighbours(p Point) []Point { return g.adj[p] }

// Contains reports whether p is a point of the board.
func (g *Graph) Contains(p Point) bool { return p >= 0 && int(p) < len(g.adj) }

// Fingerprint is a hash of everything about the board that matters for a game:
// adjacency, weights, threshold, and whether the board has a point
// [Graph.Beyond].
func (g *Graph) Fingerprint() uint64 { return g.fingerprint }

// Key is the Zobrist number of a stone of colour c on p (AlphaGo document, "Zobrist Hash").
func (g *Graph) Key(p Point, c Color) uint64 { return g.keys[2*int(p)+int(c)-1] }

// Geometry is the geometry of the graph. It reports false for an abstract
// graph.
func (g *Graph) Geometry() (Geometry, bool) {
	if g.geometry == nil {
		return Geometry{}, false
	}
	return *g.geometry, true
}

// Beyond is the point that represents all points outside the drawn part of the board. It is
// always empty, and stones cannot be placed on it. On most boards it is NoPoint.
func (g *Graph) Beyond() Point { return g.beyond }

// Source is the text that the board was read from, or "".
func (g *Graph) Source() string { return g.source }

// String is the name of the shape. Without a name it is "19x19" for a rectangle
// and "graph of 17 points" for any other graph.
func (g *Graph) String() string {
	if g.name != "" {
		return g.name
	}
	if grid, ok := g.Rectangle(); ok {
		return fmt.Sprintf("%dx%d", grid.Width, grid.Height)
	}
	return fmt.Sprintf("graph of %d points", g.Len())
}

// Vertex is the name of a point. On a rectangle it is a name such as "D4", with
// columns without I and rows from the bottom, as in GTP. On other graphs it is
// the name in [Geometry], or without names "p17". The name of [Pass] is "pass".
func (g *Graph) Vertex(p Point) string {
	if p == Pass {
		return "pass"
	}
	if !g.Contains(p) {
		return "none"
	}
	if grid, ok := g.Rectangle(); ok {
		return grid.vertex(p)
	}
	if g.vertices != nil {
		return g.geometry.Names[p]
	}
	return "p" + strconv.Itoa(int(p))
}

// columnLetters leaves out I, which looks like J (GTP 2, section 2.11).
const columnLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// column names column x: A to Z without I, then AA, AB and so on.
func column(x int) string {
	name := ""
	for x++; x > 0; x = (x - 1) / len(columnLetters) {
		name = string(columnLetters[(x-1)%len(columnLetters)]) + name
	}
	return name
}

// ParseVertex reads a name that [Graph.Vertex] writes, in upper or lower case.
// It also reads an index such as "#17". Its error says which names the board
// has.
func (g *Graph) ParseVertex(text string) (Point, error) {
	s := strings.ToUpper(strings.TrimSpace(text))
	if s == "PASS" {
		return Pass, nil
	}
	grid, ok := g.Rectangle()
	if rest, index := strings.CutPrefix(s, "#"); index || !ok {
		return g.parseName(text, s, rest, index)
	}
	bad := func(why string) (Point, error) {
		return NoPoint, fmt.Errorf("%q is not a point of a %dx%d board: %s", text, grid.Width, grid.Height, why)
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
	case x > grid.Width:
		return bad("columns end at " + column(grid.Width-1))
	case row < 1 || row > grid.Height:
		return bad(fmt.Sprintf("rows are 1 to %d", grid.Height))
	}
	return grid.At(x-1, grid.Height-row), nil
}

// parseName finds a point by its name or by its index. The index is "#17" on
// any board, and also "p17" on a board whose points have no names.
func (g *Graph) parseName(text, upper, digits string, index bool) (Point, error) {
	if p, ok := g.vertices[upper]; ok {
		return p, nil
	}
	if !index && g.vertices == nil {
		digits, index = strings.CutPrefix(upper, "P")
	}
	if n, err := strconv.Atoi(digits); index && err == nil && n >= 0 && n < g.Len() {
		return Point(n), nil
	}
	if strings.HasPrefix(upper, "#") {
		return NoPoint, fmt.Errorf("%q is not a point: points are #0 to #%d", text, g.Len()-1)
	}
	last := Point(g.Len() - 1)
	if last == g.beyond && last > 0 {
		last--
	}
	return NoPoint, fmt.Errorf("%q is not a point of the %v: points are %s to %s", text, g, g.Vertex(0), g.Vertex(last))
}

// ParseVertexWithI is [Graph.ParseVertex] for users who may count the columns with the
// letter I or without it. The article counts with I: A, B, ... H, I, J ("Example"). It
// returns an error if the two ways of counting give two different points.
func (g *Graph) ParseVertexWithI(text string) (Point, error) {
	without, err := g.ParseVertex(text)
	grid, ok := g.Rectangle()
	s := strings.ToUpper(strings.TrimSpace(text))
	if !ok || len(s) < 2 || s[0] < 'I' || s[0] > 'Z' || s == "PASS" {
		return without, err
	}
	row, rowErr := strconv.Atoi(s[1:])
	x := int(s[0] - 'A')
	if rowErr != nil || !grid.Contains(x, grid.Height-row) {
		return without, err // counted with I, the board does not have this column
	}
	with := grid.At(x, grid.Height-row)
	if err != nil {
		return with, nil // only counted with I, the name is a point
	}
	return NoPoint, fmt.Errorf("%q is %s if columns are counted without I and %s if with I: write #%d or #%d", text,
		g.Vertex(without), g.Vertex(with), without, with)
}

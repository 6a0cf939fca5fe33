package diagram

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"tengen/baduk"
)

// Picture is the content of a diagram, independent of the format. Only Graph is required.
// With zero values for the other fields the picture is an empty board without
// coordinates and texts, in the theme [Wood].
//
// Texts may come from untrusted sources. Control characters are removed, and each writer
// escapes texts as its format requires.
type Picture struct {
	Graph *baduk.Graph
	// Vertex names the points; nil means [baduk.Graph.Vertex].
	Vertex func(baduk.Point) string
	// Stones holds the stones by point; nil means none.
	Stones []baduk.Color
	// Part lists the points to draw; nil means all points. [Between] returns the points of a
	// rectangle. Lines to points outside the part end a little beyond the part.
	Part []baduk.Point
	// Marks and Labels are drawn on stones and on empty points alike. A label is
	// short: a number or a letter.
	Marks  map[baduk.Point]Mark
	Labels map[baduk.Point]string
	// Lines and Arrows join pairs of points. An arrow points at the second point.
	Lines, Arrows [][2]baduk.Point
	// Heat has a value from 0 to 1 for each point, such as a policy. It is drawn on empty
	// points.
	Heat []float64
	// Ownership is the expected owner of each point, from +1 for Black to -1 for White.
	Ownership []float64
	// Coordinates adds the names of rows and columns. If the board has no rows and columns, it adds
	// the names of points.
	Coordinates bool
	// Title is written above the board, Caption and Notes below. Long texts are broken into
	// lines, and each note begins a new line.
	Title, Caption string
	Notes          []string
	Theme          Theme
}

// Mark is a set of signs on one point.
type Mark uint16

// The signs. A mark can combine several signs with |.
const (
	LastMove       Mark = 1 << iota // a sign for the stone that was played last
	Circle                          // a ring
	Square                          // an outlined square
	Triangle                        // an outlined triangle
	Cross                           // a cross of two strokes
	Selected                        // four corners around the point
	BlackTerritory                  // a small filled square of Black's colour
	WhiteTerritory
	Dim // the point is drawn paler
)

// Of returns the picture of the current position of a game. The picture has coordinates and marks
// the last move.
func Of(g *baduk.Game) Picture {
	p := Picture{Graph: g.Graph(), Stones: slices.Clone(g.StonesAfter(g.Len())), Coordinates: true}
	if n := g.Len(); n > 0 && g.Turn(n-1).Point >= 0 {
		p.Marks = map[baduk.Point]Mark{g.Turn(n - 1).Point: LastMove}
	}
	return p
}

// Between returns the points in a rectangle, for [Picture.Part]. a and b are opposite corners of
// the rectangle. Between returns an error if the graph has no drawing coordinates, or if a or b is
// not a point of the graph.
func Between(g *baduk.Graph, a, b baduk.Point) ([]baduk.Point, error) {
	geo, ok := g.Geometry()
	if !ok {
		return nil, fmt.Errorf("the points of %v have no places, so no rectangle has corners there; list the points", g)
	}
	if !g.Contains(a) || !g.Contains(b) {
		return nil, fmt.Errorf("the corners %d and %d of a part must be points of %v", a, b, g)
	}
	const slack = 1e-9
	within := func(v, c, d float64) bool { return v >= math.Min(c, d)-slack && v <= math.Max(c, d)+slack }
	var part []baduk.Point
	for i := range g.Len() {
		p := baduk.Point(i)
		if p != g.Beyond() && within(geo.X[p], geo.X[a], geo.X[b]) && within(geo.Y[p], geo.Y[a], geo.Y[b]) {
			part = append(part, p)
		}
	}
	return part, nil
}

// ParseCorners reads the corners of [Between]: two points with a colon between them, such as
// "A1:G7". Any other text is an error, and so is a pass.
func ParseCorners(g *baduk.Graph, text string) (a, b baduk.Point, err error) {
	first, second, found := strings.Cut(text, ":")
	if !found {
		return 0, 0, fmt.Errorf("expected two corners with a colon between them, not %q", text)
	}
	if a, err = g.ParseVertex(first); err == nil {
		b, err = g.ParseVertex(second)
	}
	if err == nil && min(a, b) < 0 {
		err = errors.New("a pass is not a corner")
	}
	return a, b, err
}

// check returns an error if the fields of the picture are inconsistent.
func (p *Picture) check() error {
	if p.Graph == nil {
		return errors.New("a picture needs a board")
	}
	n := p.Graph.Len()
	for _, list := range []struct {
		what string
		n    int
	}{{"stones", len(p.Stones)}, {"heat", len(p.Heat)}, {"ownership", len(p.Ownership)}} {
		if list.n != 0 && list.n != n {
			return fmt.Errorf("the %s of a picture is given for %d points, but %v has %d", list.what, list.n, p.Graph, n)
		}
	}
	if p.Part != nil && len(p.Part) == 0 {
		return errors.New("the part of a picture has no points")
	}
	on := func(what string, q baduk.Point) error {
		if p.Graph.Contains(q) {
			return nil
		}
		return fmt.Errorf("%s of a picture is at %d, which is not a point of %v", what, q, p.Graph)
	}
	for _, q := range p.Part {
		if err := on("the part", q); err != nil {
			return err
		}
	}
	for _, pair := range slices.Concat(p.Lines, p.Arrows) {
		if err := errors.Join(on("a line", pair[0]), on("a line", pair[1])); err != nil {
			return err
		}
	}
	for q := range p.Marks {
		if err := on("a mark", q); err != nil {
			return err
		}
	}
	for q := range p.Labels {
		if err := on("a label", q); err != nil {
			return err
		}
	}
	return nil
}

// stoneAt returns the stone on a point.
func (p *Picture) stoneAt(q baduk.Point) baduk.Color {
	if p.Stones == nil {
		return baduk.Empty
	}
	return p.Stones[q]
}

func (p *Picture) vertex(q baduk.Point) string {
	if p.Vertex == nil {
		return p.Graph.Vertex(q)
	}
	return p.Vertex(q)
}

// shown says for each point whether it is drawn. On a window of an infinite board, one point stands
// for all points outside the window. This point is never drawn.
func (p *Picture) shown() []bool {
	shown := make([]bool, p.Graph.Len())
	for i := range shown {
		shown[i] = p.Part == nil
	}
	for _, q := range p.Part {
		shown[q] = true
	}
	if b := p.Graph.Beyond(); b != baduk.NoPoint {
		shown[b] = false
	}
	return shown
}

// last returns the point marked as the last move, or NoPoint.
func (p *Picture) last() baduk.Point {
	for i := range p.Graph.Len() {
		if q := baduk.Point(i); p.Marks[q]&LastMove != 0 {
			return q
		}
	}
	return baduk.NoPoint
}

package topology

import (
	"errors"
	"fmt"
	"strings"

	"tengen/baduk"
)

// Board is a graph and the start of a game on it.
type Board struct {
	// Graph is the board. Its Source is the board file as JSON on one line; [Read]
	// makes the same board from it. The Source of a plain rectangle is empty.
	Graph *baduk.Graph
	// Setup is the start of a game: stones, the first player, initial scores.
	Setup baduk.Setup
	// Rules are the rules that the file suggests, as [baduk.ParseRules] reads
	// them; "" if it suggests none.
	Rules string
	// Komi is the komi that the file suggests, or nil if it suggests none. It does
	// not include the initial scores in Setup.
	Komi *baduk.Komi
}

// Read makes a board from the text of a board file; docs/boards.md describes
// the format. Errors have the type [*Error] and contain the name of the file.
// For any text, Read takes at most about a second and returns a board of at
// most [baduk.MaxPoints] points.
func Read(name string, data []byte) (*Board, error) {
	d, err := parseDocument(data)
	var b *Board
	if err == nil {
		b, err = d.board()
	}
	if err == nil {
		return b, nil
	}
	var e *Error
	if !errors.As(err, &e) {
		e = &Error{Reason: err.Error()}
	}
	e.File = name
	return nil, e
}

// board makes the board of the document.
func (d *document) board() (*Board, error) {
	l, err := d.layout()
	if err != nil {
		return nil, err
	}
	return d.on(l)
}

// The method on makes the board from the document and the layout of its points.
func (d *document) on(l *layout) (*Board, error) {
	// The names of the points come from a graph without weights.
	plain, err := l.graphWith(d.title(l), nil, "")
	if err != nil {
		return nil, err
	}
	b := &Board{Graph: plain, Rules: d.Rules}
	life, err := d.life(l, plain)
	if err != nil {
		return nil, err
	}
	if b.Setup, err = d.setup(plain); err != nil {
		return nil, err
	}
	if d.Komi != nil {
		komi, err := baduk.KomiOf(*d.Komi)
		if err != nil {
			return nil, notIn("komi", "%v", err)
		}
		b.Komi = &komi
	}
	source := d.canonical()
	if len(source) > MaxBytes {
		return nil, &Error{Reason: fmt.Sprintf("the canonical text of the board has %d bytes, at most %d are allowed", len(source), MaxBytes)}
	}
	if _, ok := plain.Rectangle(); ok && source == sourceOf(l.spec) {
		source = "" // a plain rectangle needs no file
	}
	if b.Graph, err = l.graphWith(d.fullTitle(l, life), life, source); err != nil {
		return nil, err
	}
	if b.Rules == "" && life != nil {
		b.Rules = "mango-002" // the komi of other rules has no meaning if points have weights
	}
	if b.Rules != "" {
		rules, err := baduk.ParseRules(b.Rules)
		if err == nil {
			err = rules.CheckOn(b.Graph)
		}
		if err != nil {
			return nil, notIn("rules", "%v", err)
		}
	}
	return b, checkAlive(b.Graph, b.Setup)
}

// title returns the name of the board without a description of its weights.
func (d *document) title(l *layout) string {
	if d.Name != "" {
		return d.Name
	}
	return l.spec
}

// fullTitle returns the name of the board. If the document does not give a
// name, the result also describes the weights.
func (d *document) fullTitle(l *layout, life *baduk.Life) string {
	switch {
	case d.Name != "" || d.Weight == nil && d.Threshold == "" || l.spec == "":
		return d.title(l)
	case len(life.Text) > 60:
		return l.spec + " with weights"
	}
	return l.spec + " with " + life.Text
}

// layout returns the board without weights. It replaces the shape in the document by its
// canonical text.
func (d *document) layout() (*layout, error) {
	l := (*layout)(nil)
	if d.Points != nil {
		l = d.drawn()
	} else {
		var err error
		if l, err = build(d.Shape); err != nil {
			return nil, notIn("shape", "%v", err)
		}
	}
	switch w := l.window; {
	case w == nil && d.Window != nil:
		return nil, notIn("window", "%v", errNoWindow)
	case w == nil && d.Total != nil:
		return nil, notIn("total", "%v", errNoTotal)
	case w != nil:
		known := len(w.points)
		if err := d.open(w); err != nil {
			return nil, err
		}
		if len(w.points) > known {
			l = w.layout()
		}
	}
	d.Shape = l.spec
	return l, nil
}

// setup returns the start of the game. It replaces the names of points in the
// document by their canonical forms.
func (d *document) setup(g *baduk.Graph) (baduk.Setup, error) {
	setup := baduk.Setup{ToPlay: map[string]baduk.Color{"black": baduk.Black, "white": baduk.White}[d.ToPlay]}
	if d.Scores != nil {
		setup.Scores[baduk.Black], setup.Scores[baduk.White] = d.Scores.Black, d.Scores.White
	}
	last := baduk.Point(g.Len() - 1) // the last point on which stones can be played
	if last == g.Beyond() {
		last--
	}
	stones := map[baduk.Point]string{} // by point: the field that lists its stone, such as white[0]
	for _, side := range []struct {
		field    string
		vertices []string
		points   *[]baduk.Point
	}{{"black", d.Black, &setup.Black}, {"white", d.White, &setup.White}} {
		for i, vertex := range side.vertices {
			field := fmt.Sprintf("%s[%d]", side.field, i)
			p, err := g.ParseVertex(vertex)
			switch other, taken := stones[p]; {
			case err != nil && strings.HasPrefix(vertex, "#"):
				return setup, notIn(field, "there is no point number %s: they are 0 to %d", clip(vertex[1:]), last)
			case err != nil:
				return setup, notIn(field, "there is no point %q: points are %s to %s", clip(vertex), g.Vertex(0), g.Vertex(last))
			case p == baduk.Pass:
				return setup, notIn(field, "a pass is not a point")
			case p == g.Beyond():
				return setup, notIn(field, "%s is not a point to play on", g.Vertex(p))
			case taken:
				return setup, notIn(field, "%s already has the stone of %s", g.Vertex(p), other)
			}
			stones[p] = field
			side.vertices[i] = g.Vertex(p)
			*side.points = append(*side.points, p)
		}
	}
	return setup, nil
}

// checkAlive returns an error if a chain has no liberties. On a regional board such
// chains are allowed. They stay on the board until the first move (MANGO document,
// "Equipment").
func checkAlive(g *baduk.Graph, setup baduk.Setup) error {
	if g.Regional() {
		return nil
	}
	colors := make([]baduk.Color, g.Len())
	for _, p := range setup.Black {
		colors[p] = baduk.Black
	}
	for _, p := range setup.White {
		colors[p] = baduk.White
	}
	breathes := make([]bool, g.Len())
	var open []baduk.Point
	for p := range breathes {
		if breathes[p] = colors[p] == baduk.Empty; breathes[p] {
			open = append(open, baduk.Point(p))
		}
	}
	for len(open) > 0 {
		p := open[len(open)-1]
		open = open[:len(open)-1]
		for _, q := range g.Neighbours(p) {
			if !breathes[q] && (colors[p] == baduk.Empty || colors[p] == colors[q]) {
				breathes[q] = true
				open = append(open, q)
			}
		}
	}
	for _, side := range []struct {
		field  string
		points []baduk.Point
	}{{"black", setup.Black}, {"white", setup.White}} {
		for i, p := range side.points {
			if !breathes[p] {
				return notIn(fmt.Sprintf("%s[%d]", side.field, i),
					`the stone on %s has no liberties; a board with "regional": true may begin with dead stones`, g.Vertex(p))
			}
		}
	}
	return nil
}

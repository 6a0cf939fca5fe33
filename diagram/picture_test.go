package diagram

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"image/color"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/topology"
)

var update = flag.Bool("update", false, "rewrite the golden pictures")

// golden compares got with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; look at it and run the test with -update\n%s", path, got)
	}
}

// board returns the graph of a text.
func board(t testing.TB, spec string) *baduk.Graph {
	t.Helper()
	b, err := topology.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b.Graph
}

// point returns the point of a vertex.
func point(t testing.TB, g *baduk.Graph, vertex string) baduk.Point {
	t.Helper()
	p, err := g.ParseVertex(vertex)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// rich returns a picture with every kind of content.
func rich(t testing.TB, g *baduk.Graph) Picture {
	n := g.Len()
	if g.Beyond() != baduk.NoPoint {
		n--
	}
	p := Picture{
		Graph: g, Stones: make([]baduk.Color, g.Len()), Coordinates: true,
		Marks: map[baduk.Point]Mark{}, Labels: map[baduk.Point]string{},
		Heat: make([]float64, g.Len()), Ownership: make([]float64, g.Len()),
		Title: "5. 名人戦 <&> 신진서", Caption: "Čapek – Жуков", Notes: []string{"12 at 7; 16 pass", "Ελλάς"},
	}
	for i := range n {
		q := baduk.Point(i)
		p.Stones[i] = baduk.Color(i * 7 % 5 % 3)
		p.Marks[q] = Mark(1) << (i % 12) // bits beyond the last mark draw nothing
		if i%4 == 1 {
			p.Labels[q] = []string{"1", "12", "123", "a", "甲"}[i/4%5]
		}
		p.Heat[i], p.Ownership[i] = float64(i%11)/10, math.Sin(float64(i))
	}
	p.Lines = [][2]baduk.Point{{0, baduk.Point(n - 1)}}
	p.Arrows = [][2]baduk.Point{{baduk.Point(n - 1), baduk.Point(n / 2)}, {0, 0}}
	return p
}

// wellFormed reads XML to its end.
func wellFormed(data []byte) error {
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestGolden(t *testing.T) {
	g := board(t, "9x9")
	figure := Figure{Graph: g, First: 98, Title: "Figure 3 (98-104)", Before: make([]baduk.Color, 81)}
	figure.Before[point(t, g, "D4")] = baduk.Black
	for i, v := range []string{"E5", "C3", "D4", "pass", "E5", "G7", "D4"} {
		figure.Moves = append(figure.Moves, baduk.Move{Color: baduk.Black + baduk.Color(i%2), Point: point(t, g, v)})
	}
	numbered := figure.Picture()
	numbered.Marks = map[baduk.Point]Mark{point(t, g, "G7"): LastMove | Triangle, point(t, g, "A1"): Cross | BlackTerritory, point(t, g, "J9"): Dim}
	corner := numbered
	var err error
	if corner.Part, err = Between(g, point(t, g, "J9"), point(t, g, "D4")); err != nil {
		t.Fatal(err)
	}
	corner.Theme = Print()
	for name, p := range map[string]Picture{"figure": numbered, "corner": corner, "hex": rich(t, board(t, "hex 5x4")), "torus": Of(baduk.NewGame(board(t, "torus 5x3"), baduk.Rules{})), "ring": rich(t, board(t, "ring 6")), "infinite": rich(t, board(t, "infinite 2"))} {
		var b bytes.Buffer
		if err := p.WriteSVG(&b); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".svg", b.Bytes())
		b.Reset()
		for _, marks := range []bool{false, true} {
			if err := p.WriteText(&b, TextOptions{Marks: marks}); err != nil {
				t.Fatal(err)
			}
		}
		golden(t, name+".txt", b.Bytes())
	}
}

// TestEveryKindInEveryFormat draws every kind of content on every kind of board, whole and in part,
// in every theme.
func TestEveryKindInEveryFormat(t *testing.T) {
	for i, g := range games(t) {
		g := g.Graph()
		whole := rich(t, g)
		whole.Theme = []Theme{{}, Wood(), Print(), Dark()}[i%4]
		part := whole
		part.Part = nil
		for q := range (g.Len() + 1) / 2 {
			part.Part = append(part.Part, baduk.Point(q))
		}
		for _, p := range []Picture{whole, part, {Graph: g}} {
			if err := drawAll(&p); err != nil {
				t.Errorf("%v: %v", g, err)
			}
		}
	}
}

// drawAll draws a picture in every format.
func drawAll(p *Picture) error {
	var b bytes.Buffer
	if err := p.WriteSVG(&b); err != nil {
		return err
	}
	if err := wellFormed(b.Bytes()); err != nil {
		return err
	}
	if bytes.Contains(b.Bytes(), []byte("NaN")) || bytes.Contains(b.Bytes(), []byte("Inf")) {
		return errors.New("the SVG has NaN or infinite numbers")
	}
	return errors.Join(
		p.WriteText(io.Discard, TextOptions{Marks: true}),
		p.WritePNG(io.Discard, Pixels{Width: 120}),
		WriteGIF(io.Discard, []Picture{*p, {Graph: p.Graph}}, Motion{Pixels: Pixels{Scale: 7}}),
		Sheet{Title: p.Title, Header: p.Notes, Pictures: []Picture{*p}}.WritePDF(io.Discard),
	)
}

// recorder is a canvas that keeps discs and texts.
type recorder struct {
	discs []struct {
		at     place
		radius float64
		fill   color.RGBA
	}
	texts map[place]string
	lines []stroke
}

func (r *recorder) fill([]place, color.RGBA) {}
func (r *recorder) disc(at place, radius float64, fill, _ color.RGBA, _ float64) {
	r.discs = append(r.discs, struct {
		at     place
		radius float64
		fill   color.RGBA
	}{at, radius, fill})
}
func (r *recorder) strokes(l []stroke, _ float64, _ color.RGBA) { r.lines = append(r.lines, l...) }
func (r *recorder) write(at place, _ float64, _ color.RGBA, text string) {
	r.texts[at] = text
}
func (r *recorder) point(place, float64, string) {}

func record(t *testing.T, p Picture) *recorder {
	t.Helper()
	plan, err := newPlan(&p, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := &recorder{texts: map[place]string{}}
	plan.draw(r)
	return r
}

// TestReflection draws a picture and its mirror image. Every disc and text of one must have a mirror
// image in the other.
func TestReflection(t *testing.T) {
	for _, spec := range []string{"9x9", "13x9", "torus 9x7"} {
		g := board(t, spec)
		p := rich(t, g)
		p.Coordinates, p.Title, p.Caption, p.Notes, p.Theme = false, "", "", nil, Print()
		geo, _ := g.Geometry()
		right := slices.Max(geo.X)
		mirrored := p
		mirror := make([]baduk.Point, g.Len())
		for q := range mirror {
			mirror[q] = baduk.Point(q + int(right-2*geo.X[q]))
		}
		mirrored.Stones, mirrored.Marks, mirrored.Labels, mirrored.Heat = make([]baduk.Color, g.Len()), map[baduk.Point]Mark{}, map[baduk.Point]string{}, make([]float64, g.Len())
		for q, m := range mirror {
			mirrored.Stones[m], mirrored.Heat[m] = p.Stones[q], p.Heat[q]
			mirrored.Marks[m] = p.Marks[baduk.Point(q)]
			if l, ok := p.Labels[baduk.Point(q)]; ok {
				mirrored.Labels[m] = l
			}
		}
		a, b := record(t, p), record(t, mirrored)
		if len(a.discs) != len(b.discs) || len(a.texts) != len(b.texts) || len(a.texts) != len(p.Labels) {
			t.Fatalf("%s: got %d and %d discs, %d and %d texts, want equal numbers", spec, len(a.discs), len(b.discs), len(a.texts), len(b.texts))
		}
		for _, d := range a.discs {
			if d.at.x = right - d.at.x; !slices.Contains(b.discs, d) {
				t.Errorf("%s: %+v has no mirror image", spec, d)
			}
		}
		for at, text := range a.texts {
			if at.x = right - at.x; b.texts[at] != text {
				t.Errorf("%s: got %[3]q as the mirror image of %[2]q, want the same text", spec, text, b.texts[at])
			}
		}
	}
}

// TestLines measures the lines of boards with known lengths. Lines of the rim are longer by their
// width.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		spec  string
		lines int     // number of straight lines
		total float64 // their total length
	}{
		{"19x19", 38, 38*18 + 4*border},
		{"3x1", 1, 2 + border},
		{"torus 5x3", 8, 3*(4+2*stub) + 5*(2+2*stub)},
		{"cylinder 5x3", 8, 3*(4+2*stub) + 2*border + 5*2},
		{"moebius 5x3", 8, 3*(4+2*stub) + 2*border + 5*2},
		{"infinite 2", 10, 10 * (4 + 2*stub)},
		{"triangular 2x2", 5, 5}, // a rhombus with its short diagonal, slanted to the right
	} {
		r := record(t, Picture{Graph: board(t, c.spec)})
		total := 0.0
		for _, s := range r.lines {
			total += math.Hypot(s.to.x-s.from.x, s.to.y-s.from.y)
		}
		if len(r.lines) != c.lines || math.Abs(total-c.total) > 1e-6 {
			t.Errorf("%s: got %d lines of total length %v, want %d of %v", c.spec, len(r.lines), total, c.lines, c.total)
		}
	}
}

// TestPart draws part of a board. Points outside are not drawn, and lines extend beyond the part.
func TestPart(t *testing.T) {
	g := board(t, "19x19")
	p := Picture{Graph: g, Stones: make([]baduk.Color, g.Len()), Coordinates: true}
	for i := range p.Stones {
		p.Stones[i] = baduk.Black
	}
	var err error
	if p.Part, err = Between(g, point(t, g, "T1"), point(t, g, "R4")); err != nil || len(p.Part) != 12 {
		t.Fatal(p.Part, err)
	}
	p.Theme = Print()
	r := record(t, p)
	if len(r.discs) != 12 {
		t.Errorf("%d stones", len(r.discs))
	}
	left, down := 99.0, 0.0
	for _, s := range r.lines {
		left, down = math.Min(left, math.Min(s.from.x, s.to.x)), math.Max(down, math.Max(s.from.y, s.to.y))
	}
	if left > 16-stub || left < 16-stub-border || down > 18+border {
		t.Errorf("lines end at %v and %v", left, down)
	}
	var letters []string
	for _, text := range r.texts {
		letters = append(letters, text)
	}
	slices.Sort(letters)
	if got := strings.Join(letters, ""); got != "11223344RRSSTT" {
		t.Errorf("coordinates %s", got)
	}
	var b strings.Builder
	if err := p.WriteText(&b, TextOptions{}); err != nil || strings.Count(b.String(), "X") != 12 {
		t.Errorf("%v\n%s", err, b.String())
	}
}

func TestWrongPictures(t *testing.T) {
	g := board(t, "3x3")
	for _, p := range []Picture{
		{}, {Graph: g, Stones: make([]baduk.Color, 8)}, {Graph: g, Heat: []float64{1}}, {Graph: g, Ownership: make([]float64, 10)},
		{Graph: g, Part: []baduk.Point{}}, {Graph: g, Part: []baduk.Point{9}}, {Graph: g, Lines: [][2]baduk.Point{{0, baduk.Pass}}}, {Graph: g, Arrows: [][2]baduk.Point{{9, 0}}},
		{Graph: g, Marks: map[baduk.Point]Mark{-1: Circle}}, {Graph: g, Labels: map[baduk.Point]string{9: "a"}},
	} {
		for _, err := range []error{p.WriteSVG(io.Discard), p.WriteText(io.Discard, TextOptions{}), p.WritePNG(io.Discard, Pixels{}), WriteGIF(io.Discard, []Picture{p}, Motion{}), Sheet{Pictures: []Picture{p}}.WritePDF(io.Discard)} {
			if err == nil {
				t.Errorf("the invalid picture %+v was drawn, want an error", p)
			}
		}
	}
	abstract, err := baduk.NewGraph([][]baduk.Point{{1}, {0}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Between(abstract, 0, 1); err == nil {
		t.Error("Between accepted points without places, want an error")
	}
	if _, err := Between(g, 0, baduk.Pass); err == nil {
		t.Error("Between accepted a pass as a corner, want an error")
	}
}

func TestTextsOfStrangers(t *testing.T) {
	p := Picture{Graph: board(t, "3x3"), Title: "<script>\x00\x1b[31m\u202ea&b\xff", Notes: []string{"e\u0301\r\nx"}, Labels: map[baduk.Point]string{0: "<\x07>", 4: strings.Repeat("w", 999)}}
	var svg, text bytes.Buffer
	if err := errors.Join(p.WriteSVG(&svg), p.WriteText(&text, TextOptions{Marks: true})); err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{svg.String(), text.String()} {
		if strings.ContainsAny(out, "\x00\x1b\x07\r\u202e") || !strings.Contains(out, "\uFFFD") || !strings.Contains(out, "é x") || strings.Contains(out, "wwwwwwwwwwwww") {
			t.Errorf("%q", out)
		}
	}
	if strings.Contains(svg.String(), "<script") {
		t.Error(svg.String())
	}
}

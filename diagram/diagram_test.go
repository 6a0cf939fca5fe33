package diagram

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/topology"
)

// games returns one game with a few stones on every kind of board.
func games(t *testing.T) []*baduk.Game {
	t.Helper()
	specs := []string{"1x1", "2x2", "torus 2x5", "ring 1", "threshold-2 klein 3x4"}
	for _, k := range topology.Kinds() {
		specs = append(specs, k.Example)
	}
	var all []*baduk.Game
	for _, spec := range specs {
		board, err := topology.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		g := baduk.NewGame(board.Graph, baduk.TrompTaylor())
		for i := range min(3, g.Graph().Len()) {
			_ = g.Play(baduk.Move{Color: g.ToPlay(), Point: baduk.Point(i * 7 % g.Graph().Len())})
		}
		all = append(all, g)
	}
	abstract, err := baduk.NewGraph([][]baduk.Point{{1}, {0}})
	if err != nil {
		t.Fatal(err)
	}
	return append(all, baduk.NewGame(abstract, baduk.Chinese()))
}

// TestSVGIsSound reads the pictures as XML. They must be well formed, name every point once, and draw
// nothing outside the picture.
func TestSVGIsSound(t *testing.T) {
	for _, g := range games(t) {
		svg := SVG(g)
		if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("%v: the SVG has NaN or infinite numbers", g.Graph())
		}
		d := xml.NewDecoder(strings.NewReader(svg))
		titles := map[string]int{}
		inTitle, depth := false, 0
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v: %v", g.Graph(), err)
			}
			switch e := token.(type) {
			case xml.StartElement:
				inTitle = e.Name.Local == "title" && depth > 1
				depth++
			case xml.EndElement:
				inTitle = false
				depth--
			case xml.CharData:
				if inTitle {
					titles[string(e)]++
				}
			}
		}
		for i := range g.Graph().Len() {
			p := baduk.Point(i)
			want := 1
			if p == g.Graph().Beyond() {
				want = 0
			}
			if n := titles[g.Graph().Vertex(p)]; n != want {
				t.Errorf("%v: %s is named %d times, want once", g.Graph(), g.Graph().Vertex(p), n)
			}
		}
	}
}

// TestTextShowsEveryStone counts the stones in the drawing.
func TestTextShowsEveryStone(t *testing.T) {
	for _, g := range games(t) {
		text := Text(g, g.Graph().Vertex)
		if strings.Contains(text, "black:") {
			for i := range g.Graph().Len() {
				if p := baduk.Point(i); g.At(p) != baduk.Empty && !strings.Contains(text, " "+g.Graph().Vertex(p)+" ") {
					t.Errorf("%v: %s is missing in\n%s", g.Graph(), g.Graph().Vertex(p), text)
				}
			}
			continue
		}
		var body strings.Builder // the drawing without the letters of the columns
		for line := range strings.Lines(text) {
			if strings.ContainsAny(line, "0123456789") {
				body.WriteString(line)
			}
		}
		for c, mark := range map[baduk.Color]string{baduk.Black: "X", baduk.White: "O"} {
			if n := strings.Count(body.String(), mark); n != g.Position().Stones(c) {
				t.Errorf("%v: got %d %v stones in the drawing, want as many as on the board\n%s", g.Graph(), n, c, text)
			}
		}
		if n := g.Len(); n > 0 && (strings.Count(text, "(") != 1 || strings.Count(text, ")") != 1) {
			t.Errorf("%v: the last move is not marked\n%s", g.Graph(), text)
		}
	}
}

func ExampleText() {
	board, _ := topology.Parse("triangular 4x3")
	g := baduk.NewGame(board.Graph, baduk.TrompTaylor())
	for _, vertex := range []string{"B2", "D2"} {
		p, _ := g.Graph().ParseVertex(vertex)
		_ = g.Play(baduk.Move{Color: g.ToPlay(), Point: p})
	}
	_, _ = os.Stdout.WriteString(strings.ReplaceAll(Text(g, g.Graph().Vertex), "    A", "_   A")) // the output of an example cannot begin with blanks
	// Output:
	// _   A B C D
	//   3 . . . . 3
	//   2  . X .(O)2
	//   1 . . . . 1
	// _   A B C D
}

func ExampleText_chains() {
	board, _ := topology.Parse("ring 6")
	g := baduk.NewGame(board.Graph, baduk.TrompTaylor())
	for _, vertex := range []string{"R1", "R4", "R2"} {
		p, _ := g.Graph().ParseVertex(vertex)
		_ = g.Play(baduk.Move{Color: g.ToPlay(), Point: p})
	}
	_, _ = os.Stdout.WriteString(Text(g, g.Graph().Vertex))
	// Output:
	// black: R1 R2 (2 liberties)
	// white: R4 (2 liberties)
	// 6 points: R1 to R6
}

package topology

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
)

// specs lists boards of every kind, of small and usual sizes.
var specs = []string{
	"1x1", "2x1", "9x9", "19x19", "52x52",
	"cylinder 1x1", "cylinder 2x3", "cylinder 3x3", "cylinder 13x9", "cylinder 52x2",
	"annulus 3x1", "annulus 1x4", "annulus 16x6",
	"torus 1x1", "torus 2x2", "torus 1x5", "torus 4x4", "torus 9x9", "torus 9x5", "torus 19x19",
	"moebius 1x3", "moebius 2x2", "moebius 9x5", "moebius 6x6",
	"klein 1x4", "klein 2x2", "klein 7x7", "klein 6x8",
	"hex 2x2", "hex 9x9", "hex 9x8", "hex 8x9", "hex 8x8",
	"triangular 1x1", "triangular 2x2", "triangular 9x9", "triangular 9x8",
	"ring 1", "ring 2", "ring 3", "ring 20", "ring 1000",
	"diamond 1", "diamond 2", "diamond 3", "diamond 10",
	"planar 1", "planar 2 3", "planar 60 7", "planar 1000 1",
	"infinite", "infinite 2", "infinite 13",
	"mango-19", "mango-infinite", "threshold-2", "threshold-3 torus 5x5",
}

func mustParse(t testing.TB, spec string) *Board {
	t.Helper()
	b, err := Parse(spec)
	if err != nil {
		t.Fatalf("%s: %v", spec, err)
	}
	return b
}

// TestBoards checks properties of every board. Parsing the name of a point returns the point. The
// distances in the drawing are neither too large nor too small. Stars are points. The
// symmetries are different automorphisms that preserve the weights, the identity first.
func TestBoards(t *testing.T) {
	for _, spec := range specs {
		g := mustParse(t, spec).Graph
		geo, ok := g.Geometry()
		if !ok {
			t.Fatalf("%s: no geometry", spec)
		}
		adj := make([][]baduk.Point, g.Len())
		for p := range adj {
			adj[p] = g.Neighbours(baduk.Point(p))
			if q, err := g.ParseVertex(strings.ToLower(g.Vertex(baduk.Point(p)))); err != nil || int(q) != p {
				t.Errorf("%s: %s leads to %d, %v", spec, g.Vertex(baduk.Point(p)), q, err)
			}
		}
		for _, s := range geo.Stars {
			if !g.Contains(s) {
				t.Errorf("%s: the star %d is not a point", spec, s)
			}
		}
		if len(geo.Symmetries) == 0 || !slices.IsSorted(geo.Symmetries[0]) {
			t.Errorf("%s: the identity does not come first", spec)
		}
		seen := map[string]bool{}
		for _, s := range geo.Symmetries {
			if !automorphism(adj, s) {
				t.Errorf("%s: %v is not an automorphism", spec, s)
			}
			for p, q := range s {
				if g.Weight(baduk.Point(p)) != g.Weight(q) {
					t.Errorf("%s: %v moves point %d to another weight", spec, s, p)
				}
			}
			seen[fmt.Sprint(s)] = true
		}
		if len(seen) != len(geo.Symmetries) && geo.Width == 0 {
			t.Errorf("%s: got %d different symmetries, want %d", spec, len(seen), len(geo.Symmetries))
		}
		if len(seen) > MaxSymmetries {
			t.Errorf("%s: %d symmetries", spec, len(seen))
		}
		if g.Len() <= 400 {
			checkDrawing(t, spec, g, geo)
		}
	}
}

func checkDrawing(t *testing.T, spec string, g *baduk.Graph, geo baduk.Geometry) {
	least := 0.3
	for p := range g.Len() {
		for q := range p {
			if d := math.Hypot(geo.X[p]-geo.X[q], geo.Y[p]-geo.Y[q]); d < least {
				t.Errorf("%s: %s and %s are drawn %.2f apart", spec, g.Vertex(baduk.Point(p)), g.Vertex(baduk.Point(q)), d)
			}
		}
	}
	sum, n := 0.0, 0
	for p := range g.Len() {
		nearest := math.Inf(1)
		for _, q := range g.Neighbours(baduk.Point(p)) {
			if q != g.Beyond() && baduk.Point(p) != g.Beyond() {
				nearest = min(nearest, math.Hypot(geo.X[p]-geo.X[q], geo.Y[p]-geo.Y[q]))
			}
		}
		if !math.IsInf(nearest, 1) {
			sum += nearest
			n++
		}
	}
	if mean := sum / float64(n); n > 0 && (mean < 0.6 || mean > 1.4) {
		t.Errorf("%s: the nearest neighbour is %.2f away on average", spec, mean)
	}
}

// degrees counts the points by their number of neighbours.
func degrees(g *baduk.Graph) string {
	count := map[int]int{}
	for p := range g.Len() {
		count[len(g.Neighbours(baduk.Point(p)))]++
	}
	return fmt.Sprint(count)
}

func TestDegrees(t *testing.T) {
	for _, test := range []struct{ spec, want string }{
		{"cylinder 13x9", "map[3:26 4:91]"},
		{"annulus 13x9", "map[3:26 4:91]"},
		{"cylinder 1x1", "map[0:1]"},
		{"cylinder 2x2", "map[2:4]"},
		{"torus 9x9", "map[4:81]"},
		{"torus 2x9", "map[3:18]"},
		{"torus 1x9", "map[2:9]"},
		{"moebius 9x5", "map[3:18 4:27]"},
		{"klein 7x7", "map[4:49]"},
		{"hex 9x9", "map[1:2 2:23 3:56]"},
		{"hex 9x8", "map[2:24 3:48]"},
		{"triangular 9x9", "map[2:2 3:9 4:14 5:7 6:49]"},
		{"ring 20", "map[2:20]"},
		{"ring 2", "map[1:2]"},
		{"ring 1", "map[0:1]"},
		{"diamond 1", "map[2:6 3:4]"},
		{"infinite 2", "map[3:4 4:21 16:1]"},
		{"planar 60 7", "map[1:1 2:4 3:10 4:19 5:17 6:8 8:1]"},
	} {
		if got := degrees(mustParse(t, test.spec).Graph); got != test.want {
			t.Errorf("%s: got the degrees %s, want %s", test.spec, got, test.want)
		}
	}
}

// TestAgainstHandMade compares boards with hand-written adjacency lists.
func TestAgainstHandMade(t *testing.T) {
	for _, test := range []struct{ spec, edges string }{
		{"cylinder 3x2", "A1-B1 B1-C1 C1-A1 A2-B2 B2-C2 C2-A2 A1-A2 B1-B2 C1-C2"},
		{"torus 2x3", "A1-B1 A2-B2 A3-B3 A1-A2 A2-A3 A3-A1 B1-B2 B2-B3 B3-B1"},
		{"moebius 3x2", "A1-B1 B1-C1 C1-A2 A2-B2 B2-C2 C2-A1 A1-A2 B1-B2 C1-C2"},
		{"moebius 2x3", "A1-B1 A2-B2 A3-B3 A1-A2 A2-A3 B1-B2 B2-B3 B1-A3 B3-A1"},
		{"klein 3x3", "A1-B1 B1-C1 A2-B2 B2-C2 A3-B3 B3-C3 C1-A3 C2-A2 C3-A1 A1-A2 A2-A3 A3-A1 B1-B2 B2-B3 B3-B1 C1-C2 C2-C3 C3-C1"},
		{"hex 3x2", "A2-B2 B2-C2 A1-B1 B1-C1 A2-A1 C2-C1"},
		{"triangular 2x3", "A3-B3 A2-B2 A1-B1 A3-A2 B3-A2 B3-B2 A2-A1 A2-B1 B2-B1"},
		{"ring 4", "R1-R2 R2-R3 R3-R4 R4-R1"},
		// The cage of adamantane: four atoms with three neighbours, joined by six
		// with two.
		{"diamond 1", "D1-C1 B1-C1 D1-E1 D2-E1 D1-C2 B2-C2 D2-C3 B1-C3 D2-C4 B2-C4 B1-A1 B2-A1"},
	} {
		g := mustParse(t, test.spec).Graph
		adj := make([][]baduk.Point, g.Len())
		for edge := range strings.FieldsSeq(test.edges) {
			a, b, _ := strings.Cut(edge, "-")
			p, err1 := g.ParseVertex(a)
			q, err2 := g.ParseVertex(b)
			if err1 != nil || err2 != nil {
				t.Fatal(err1, err2)
			}
			adj[p], adj[q] = append(adj[p], q), append(adj[q], p)
		}
		want, err := baduk.NewGraph(adj)
		if err != nil {
			t.Fatalf("%s: %v", test.spec, err)
		}
		if g.Fingerprint() != want.Fingerprint() {
			t.Errorf("%s differs from the hand-written adjacency", test.spec)
			for p := range g.Len() {
				t.Log(g.Vertex(baduk.Point(p)), names(g, g.Neighbours(baduk.Point(p))))
			}
		}
	}
}

func names(g *baduk.Graph, points []baduk.Point) (list []string) {
	for _, p := range points {
		list = append(list, g.Vertex(p))
	}
	return list
}

// countPositions counts the positions in which every chain has a liberty. It places stones point by
// point and backtracks when a chain has no liberty left.
func countPositions(g *baduk.Graph) (n int) {
	b := baduk.NewBoard(g)
	var lay func(p baduk.Point)
	lay = func(p baduk.Point) {
		if int(p) == g.Len() {
			n++
			return
		}
		lay(p + 1)
		for _, c := range []baduk.Color{baduk.Black, baduk.White} {
			u, _ := b.Place(baduk.Move{Color: c, Point: p})
			if u.Captured+u.Suicide == 0 {
				lay(p + 1)
			}
			b.Take(u)
		}
	}
	lay(0)
	return n
}

// TestLegalPositions compares the number of legal positions with numbers that another program
// computed by brute force.
func TestLegalPositions(t *testing.T) {
	for _, test := range []struct {
		spec string
		want int
	}{
		{"ring 3", 19}, {"ring 4", 57}, {"ring 5", 161}, {"ring 6", 449}, {"ring 7", 1247}, {"ring 8", 3457},
		{"torus 3x1", 19}, {"torus 1x8", 3457}, {"torus 2x2", 57}, {"torus 3x2", 593}, {"torus 4x2", 5273},
		{"torus 3x3", 17767}, {"torus 4x3", 474585},
		{"cylinder 3x2", 593}, {"cylinder 2x3", 489}, {"cylinder 4x2", 5273}, {"cylinder 3x3", 15579},
		{"annulus 3x3", 15579}, {"cylinder 4x3", 415865}, {"cylinder 3x4", 407501},
		{"3x3", 12675}, {"2x3", 489},
		// A strip of one column is a path, and so is the smallest honeycomb.
		{"moebius 1x2", 5}, {"klein 1x3", 19}, {"hex 2x2", 41},
	} {
		if got := countPositions(mustParse(t, test.spec).Graph); got != test.want {
			t.Errorf("%s: %d legal positions, want %d", test.spec, got, test.want)
		}
	}
}

// TestBuilders checks that builders, texts and sources make the same boards.
func TestBuilders(t *testing.T) {
	for spec, f := range map[string]func() (*baduk.Graph, error){
		"9x7":                           func() (*baduk.Graph, error) { return Rectangle(9, 7) },
		"cylinder 9x7":                  func() (*baduk.Graph, error) { return Cylinder(9, 7) },
		"annulus 9x7":                   func() (*baduk.Graph, error) { return Annulus(9, 7) },
		"torus 9x7":                     func() (*baduk.Graph, error) { return Torus(9, 7) },
		"moebius 9x7":                   func() (*baduk.Graph, error) { return Moebius(9, 7) },
		"klein 9x7":                     func() (*baduk.Graph, error) { return Klein(9, 7) },
		"hex 9x7":                       func() (*baduk.Graph, error) { return Hexagonal(9, 7) },
		"triangular 9x7":                func() (*baduk.Graph, error) { return Triangular(9, 7) },
		"ring 9":                        func() (*baduk.Graph, error) { return Ring(9) },
		"diamond 2":                     func() (*baduk.Graph, error) { return Diamond(2) },
		"planar 40 99":                  func() (*baduk.Graph, error) { return RandomPlanar(40, 99) },
		"planar 4 18446744073709551615": func() (*baduk.Graph, error) { return RandomPlanar(4, math.MaxUint64) },
		"infinite 5":                    func() (*baduk.Graph, error) { return Infinite(5) },
		"infinite":                      func() (*baduk.Graph, error) { return Infinite(StartRadius) },
		"  TORUS  : 9 x7":               func() (*baduk.Graph, error) { return nil, nil },
	} {
		built, err := f()
		if err != nil {
			t.Fatal(err)
		}
		if built == nil { // a text in an unusual spelling
			if _, err := Parse(spec); err == nil {
				t.Errorf("%q was read, want an error", spec)
			}
			continue
		}
		parsed := mustParse(t, spec).Graph
		if built.Fingerprint() != parsed.Fingerprint() || built.Source() != parsed.Source() || built.String() != parsed.String() {
			t.Errorf("%s: %v with %q and %v with %q differ", spec, built, built.Source(), parsed, parsed.Source())
		}
		if built.String() != spec {
			t.Errorf("%s is called %v", spec, built)
		}
	}
}

// TestColons checks that a colon may replace the first space of every board with a name, and that numbers that are too
// large are refused.
func TestColons(t *testing.T) {
	for spec, want := range map[string]string{
		"threshold-2:9x9": "threshold-2 9x9", "threshold-2:torus:5x5": "threshold-2 torus 5x5", "threshold-2 torus:5x5": "threshold-2 torus 5x5",
		"infinite:hex": "infinite hex", "infinite:Triangular 5": "infinite triangular 5", "klein:bottle 7x7": "klein 7x7",
		"torus : 9x7": "torus 9x7", "planar:60 7": "planar 60 7", "mango-19": "mango-19", "9x7": "9x7",
	} {
		if got := mustParse(t, spec).Graph; got.String() != mustParse(t, want).Graph.String() {
			t.Errorf("%s: got %v, want %s", spec, got, want)
		}
	}
	const want = "the number 18446744073709551616 is beyond 18446744073709551615"
	if _, err := Parse("planar 60 18446744073709551616"); err == nil || err.Error() != want {
		t.Errorf("a seed that is too large: got %v, want %s", err, want)
	}
}

// TestBuilderErrors checks the errors for sizes out of range.
func TestBuilderErrors(t *testing.T) {
	for _, test := range []struct {
		err  func() (*baduk.Graph, error)
		want string
	}{
		{func() (*baduk.Graph, error) { return Rectangle(53, 1) }, "a rectangle cannot be 53x1: sides are 1 to 52"},
		{func() (*baduk.Graph, error) { return Torus(0, 9) }, "a torus cannot be 0x9: sides are 1 to 52"},
		{func() (*baduk.Graph, error) { return Klein(-1, 9) }, "a klein cannot be -1x9: sides are 1 to 52"},
		{func() (*baduk.Graph, error) { return Hexagonal(1, 9) }, "a hex cannot be 1x9: sides are 2 to 52"},
		{func() (*baduk.Graph, error) { return Ring(1001) }, "a ring cannot have 1001 points: 1 to 1000 are possible"},
		{func() (*baduk.Graph, error) { return Diamond(11) }, "a diamond cannot have size 11: 1 to 10 are possible"},
		{func() (*baduk.Graph, error) { return RandomPlanar(1001, 1) }, "a planar board cannot have 1001 points: 1 to 1000 are possible"},
		{func() (*baduk.Graph, error) { return Infinite(91) }, "the window of the infinite board cannot have radius 91: 2 to 90 are possible"},
	} {
		if _, err := test.err(); err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

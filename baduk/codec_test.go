package baduk_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
)

// TestNumbersAndPacking writes random positions as numbers and as packed bytes,
// and reads them back. It also checks that 361 points take 91 packed bytes.
func TestNumbersAndPacking(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 1))
	for _, test := range []struct{ width, height, bytes int }{{1, 1, 1}, {2, 2, 1}, {5, 1, 2}, {4, 2, 2}, {3, 3, 3}, {9, 9, 21}, {13, 13, 43}, {19, 19, 91}} {
		g := baduk.MustRectangle(test.width, test.height)
		if n := baduk.PackedLen(g.Len()); n != test.bytes {
			t.Errorf("%v packs into %d bytes, want %d", g, n, test.bytes)
		}
		b := baduk.NewBoard(g)
		for i := range 2 * g.Len() {
			b.Place(baduk.Move{Color: baduk.Black + baduk.Color(i&1), Point: baduk.Point(rng.IntN(g.Len()))})
			data := b.AppendPacked([]byte("before"))
			if len(data) != 6+test.bytes || string(data[:6]) != "before" {
				t.Fatalf("%v: appended to %q, want \"before\" and %d bytes", g, data, test.bytes)
			}
			colors, err := baduk.Unpack(data[6:], g.Len())
			if err != nil {
				t.Fatal(err)
			}
			numbers := b.Numbers([]int8{5})
			if len(numbers) != 1+g.Len() || numbers[0] != 5 {
				t.Fatalf("%v: Numbers does not append", g)
			}
			for p, c := range colors {
				if c != b.At(baduk.Point(p)) || c.Number() != numbers[1+p] {
					t.Fatalf("%v: point %d: the board has %v, but Unpack returned %v and Numbers returned %d", g, p, b.At(baduk.Point(p)), c, numbers[1+p])
				}
			}
			game, err := baduk.NewGameFrom(g, baduk.Rules{}, baduk.SetupOf(colors, baduk.White))
			if err != nil {
				t.Fatal(err)
			}
			if game.Position().Hash() != b.Hash() || game.ToPlay() != baduk.White {
				t.Fatalf("%v: SetupOf made another position", g)
			}
		}
	}
}

// TestColorNumbers pins the numbers of the specification.
func TestColorNumbers(t *testing.T) {
	for c, want := range map[baduk.Color]int8{baduk.Empty: 0, baduk.Black: 1, baduk.White: -1} {
		if c.Number() != want || c.Opponent().Number() != -want {
			t.Errorf("%v: got number %d, opponent %d, want %d and %d", c, c.Number(), c.Opponent().Number(), want, -want)
		}
	}
}

func TestUnpackRefuses(t *testing.T) {
	for _, test := range []struct {
		data []byte
		n    int
		want string
	}{
		{nil, 1, "has 1 bytes, not 0"},
		{[]byte{0, 0}, 4, "has 1 bytes, not 2"},
		{make([]byte, 90), 361, "has 91 bytes, not 90"},
		{make([]byte, 92), 361, "has 91 bytes, not 92"},
		{[]byte{0b11}, 1, "point 0 has the unused value 3"},
		{[]byte{0b11_00_01_00}, 4, "point 3 has the unused value 3"},
		{[]byte{0b01_00}, 1, "a bit is set that does not belong to any of the 1 points"},
		{[]byte{0b11_00}, 1, "a bit is set"},
	} {
		colors, err := baduk.Unpack(test.data, test.n)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v for %d points: got %v, %v, want an error with %q", test.data, test.n, colors, err, test.want)
		}
	}
	if colors, err := baduk.Unpack(nil, 0); len(colors) != 0 || err != nil {
		t.Errorf("no bytes unpack to %v, %v, want no colours", colors, err)
	}
}

// TestUnpackNegative unpacks a negative number of points, which must be an
// error and not a panic.
func TestUnpackNegative(t *testing.T) {
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("got a panic: %v, want an error", r)
		}
	}()
	for n := -9; n < 0; n++ {
		if colors, err := baduk.Unpack(nil, n); err == nil {
			t.Errorf("%d points unpack to %v, want an error", n, colors)
		}
	}
}

// FuzzUnpack unpacks any bytes. The result must be an error, or colours that
// can be set up and pack into the same bytes.
func FuzzUnpack(f *testing.F) {
	f.Add([]byte{0b10_01_00_01}, 4)
	f.Add(make([]byte, 91), 361)
	f.Add([]byte{255}, 3)
	f.Fuzz(func(t *testing.T, data []byte, n int) {
		colors, err := baduk.Unpack(data, n)
		if err != nil || n == 0 || n > baduk.MaxPoints {
			return
		}
		if len(colors) != n {
			t.Fatalf("got %d colours, want %d", len(colors), n)
		}
		g := baduk.MustRectangle(n, 1)
		game, err := baduk.NewGameFrom(g, baduk.Rules{}, baduk.SetupOf(colors, baduk.Black))
		if err != nil {
			return // the colours contain chains without liberties
		}
		if back := game.Position().AppendPacked(nil); !bytes.Equal(back, data) {
			t.Fatalf("packed again: got %x, want %x", back, data)
		}
	})
}

// TestVertexRoundTrip writes the name of every point of several boards and
// reads it back.
func TestVertexRoundTrip(t *testing.T) {
	abstract, err := baduk.NewGraph([][]baduk.Point{{1}, {0}, {}})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*baduk.Graph{baduk.MustRectangle(1, 1), baduk.MustRectangle(9, 9), baduk.MustRectangle(19, 13),
		baduk.MustRectangle(25, 25), baduk.MustRectangle(30, 30), baduk.MustRectangle(700, 2), abstract} {
		names := map[string]bool{}
		for p := baduk.Pass; int(p) < g.Len(); p++ {
			name := g.Vertex(p)
			names[name] = true
			for _, text := range []string{name, strings.ToLower(name), strings.ToUpper(name), " " + name + "\t"} {
				if q, err := g.ParseVertex(text); q != p || err != nil {
					t.Fatalf("%v: %q is %d, %v, want %d", g, text, q, err, p)
				}
			}
			if p >= 0 {
				if q, err := g.ParseVertex(fmt.Sprintf("#%d", p)); q != p || err != nil {
					t.Fatalf("%v: #%d is read as %d, %v, want the same point", g, p, q, err)
				}
			}
		}
		if len(names) != g.Len()+1 {
			t.Errorf("%v: got %d names, want %d: a name for each point and a name for the pass", g, len(names), g.Len()+1)
		}
	}
}

// TestVertexNames pins names and places: the first point is top left, and column H
// is followed by column J.
func TestVertexNames(t *testing.T) {
	for _, test := range []struct {
		width, height int
		x, y          int
		want          string
	}{
		{1, 1, 0, 0, "A1"}, {9, 9, 0, 0, "A9"}, {9, 9, 8, 0, "J9"}, {9, 9, 7, 8, "H1"}, {19, 19, 3, 15, "D4"}, {19, 19, 18, 0, "T19"},
		{25, 25, 24, 0, "Z25"}, {30, 30, 24, 29, "Z1"}, {30, 30, 25, 29, "AA1"}, {30, 30, 29, 0, "AE30"}, {700, 1, 25*25 + 24, 0, "ZZ1"}, {700, 1, 25*25 + 25, 0, "AAA1"},
	} {
		g := baduk.MustRectangle(test.width, test.height)
		if name := g.Vertex(baduk.Point(test.y*test.width + test.x)); name != test.want {
			t.Errorf("%v: (%d,%d) is %s, want %s", g, test.x, test.y, name, test.want)
		}
	}
	g := baduk.MustRectangle(9, 9)
	if g.Vertex(baduk.Pass) != "pass" || g.Vertex(baduk.NoPoint) != "none" || g.Vertex(81) != "none" {
		t.Errorf("%s, %s, %s", g.Vertex(baduk.Pass), g.Vertex(baduk.NoPoint), g.Vertex(81))
	}
}

// TestVertexNamesWithI reads names of columns that may be counted with the letter I, as in the article, or without it.
// A name that means two points is refused.
func TestVertexNamesWithI(t *testing.T) {
	for _, test := range []struct {
		size       int
		text, want string // want is "" for an error
	}{
		{9, "I5", "J5"}, {9, "i5", "J5"}, {9, "J5", "J5"}, {9, "H5", "H5"}, {9, "K5", ""}, {9, "I10", ""}, {9, "pass", "pass"},
		{19, "I5", "J5"}, {19, "H5", "H5"}, {19, "J5", ""}, {19, "S5", ""}, {19, "T5", "T5"},
	} {
		g := baduk.MustRectangle(test.size, test.size)
		p, err := g.ParseVertexWithI(test.text)
		if (err != nil) != (test.want == "") || err == nil && g.Vertex(p) != test.want {
			t.Errorf("%v: %q is %s, %v, want %q", g, test.text, g.Vertex(p), err, test.want)
		}
	}
	_, err := baduk.MustRectangle(19, 19).ParseVertexWithI("J5")
	if err == nil || !strings.Contains(err.Error(), "is J5 if columns are counted without I and K5 if with I") {
		t.Errorf("J5 on 19x19: got %v, want an error that names J5 and K5", err)
	}
}

// TestBadVertices reads texts that are not points. The error must say which
// names the board has.
func TestBadVertices(t *testing.T) {
	abstract, _ := baduk.NewGraph([][]baduk.Point{{1}, {0}})
	nine, big := baduk.MustRectangle(9, 9), baduk.MustRectangle(30, 30)
	for _, test := range []struct {
		g          *baduk.Graph
		text, want string
	}{
		{nine, "", "column letter"}, {nine, "5", "column letter"}, {nine, "E", "column letter"}, {nine, "E5E", "column letter"},
		{nine, "55", "column letter"}, {nine, "Ä5", "column letter"}, {nine, "\xff5", "column letter"}, {nine, "E 5", "column letter"},
		{nine, "E-5", "column letter"}, {nine, "E+5", "column letter"}, {nine, "E5.0", "column letter"}, {nine, "passe", "column letter"},
		{nine, "E99999999999999999999", "column letter"},
		{nine, "I5", "no column I"}, {nine, "i5", "no column I"}, {big, "AI5", "no column I"},
		{nine, "K5", "columns end at J"}, {nine, "AA1", "columns end at J"}, {big, "AF1", "columns end at AE"},
		{nine, strings.Repeat("Z", 100) + "1", "columns end at J"},
		{nine, "E0", "rows are 1 to 9"}, {nine, "E10", "rows are 1 to 9"}, {big, "A31", "rows are 1 to 30"},
		{nine, "#81", "points are #0 to #80"}, {nine, "#-1", "points are"}, {nine, "#", "points are"}, {nine, "#x", "points are"},
		{abstract, "A1", "points are p0 to p1"}, {abstract, "#2", "points are #0 to #1"}, {abstract, "", "points are p0 to p1"},
	} {
		p, err := test.g.ParseVertex(test.text)
		if err == nil || p != baduk.NoPoint || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %q is %d, %v, want an error with %q", test.g, test.text, p, err, test.want)
		} else if !strings.Contains(err.Error(), fmt.Sprintf("%q", test.text)) {
			t.Errorf("the error %v does not quote %q", err, test.text)
		}
	}
}

// FuzzParseVertex reads any text. A text that is accepted must be a point of
// the board, and its name must be read as the same point.
func FuzzParseVertex(f *testing.F) {
	for _, s := range []string{"D4", "pass", "#7", "I9", "aa30", "", "\xff", "#-0"} {
		f.Add(s, 19, 19)
	}
	f.Fuzz(func(t *testing.T, s string, w, h int) {
		if w < 1 || h < 1 || w > 30 || h > 30 {
			return
		}
		g := baduk.MustRectangle(w, h)
		p, err := g.ParseVertex(s)
		if err != nil {
			return
		}
		if p != baduk.Pass && !g.Contains(p) {
			t.Fatalf("%q is read as %d, want a point of the board", s, p)
		}
		if q, err := g.ParseVertex(g.Vertex(p)); q != p || err != nil {
			t.Fatalf("%q is point %d with the name %s, which is read as %d, %v", s, p, g.Vertex(p), q, err)
		}
	})
}

// TestKomi reads komis: multiples of half a point, and nothing else.
func TestKomi(t *testing.T) {
	for text, want := range map[string]baduk.Komi{"7.5": 15, "0": 0, "-0.5": -1, " 6.50 ": 13, "7": 14, "1000": 2000, "-1000": -2000, "1e1": 20} {
		k, err := baduk.ParseKomi(text)
		if k != want || err != nil {
			t.Errorf("%q: got %v, %v, want %v", text, k, err, want)
		}
		if back, err := baduk.ParseKomi(k.String()); back != k || err != nil {
			t.Errorf("%v is written %q and read as %v, %v, want the same komi", k.Points(), k.String(), back, err)
		}
	}
	for _, text := range []string{"", "x", "7,5", "7.25", "1000.5", "-1001", "NaN", "Inf", "-inf", "1e300"} {
		if k, err := baduk.ParseKomi(text); err == nil {
			t.Errorf("%q: got %v, want an error", text, k)
		}
	}
	if !slices.Equal([]string{baduk.Komi(15).String(), baduk.Komi(14).String(), baduk.Komi(-1).String()}, []string{"7.5", "7", "-0.5"}) {
		t.Error("komis are written wrongly")
	}
}

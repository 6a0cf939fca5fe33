package topology

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
)

// TestErrors checks the exact message for every mistake in a file.
func TestErrors(t *testing.T) {
	square := func(rest string) string {
		return `{"points":[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"}],"edges":[["a","b"],["b","c"],["c","d"],["d","a"]]` + rest + `}`
	}
	for _, test := range []struct{ text, want string }{
		// The text.
		{"", "F: the file is empty"},
		{" \n", "F: the file is empty"},
		{"{\n \"shape\": \"9x9\",\n}", "F:3:1: this is not JSON: invalid character '}' looking for beginning of object key string"},
		{`{"shape": 9x9}`, "F:1:12: this is not JSON: invalid character 'x' after object key:value pair"},
		{`{"shape": "9x9"`, "F:1:15: this is not JSON: unexpected end of JSON input"},
		{`{"shape": "9x9"} {}`, "F:1:18: this is not JSON: invalid character '{' after top-level value"},
		{`{"weight": NaN, "shape": "9x9"}`, "F:1:12: this is not JSON: invalid character 'N' looking for beginning of value"},
		{"{\"shape\":\n \"9\xff9\"}", "F:2:4: this is not UTF-8 text"},
		{strings.Repeat("[", 100000), "F:1:7: lists and objects are nested deeper than 6"},
		{`{"a":{"a":{"a":{"a":{"a":{"a":{}}}}}}}`, "F:1:31: lists and objects are nested deeper than 6"},
		{"{\"shape\":\"9x9\",\n\"shape\":\"9x9\"}", `F:2:7: the key "shape" occurs twice`},
		{`{"points":[{"x":1,"y":1,"x":2}],"edges":[]}`, `F:1:27: the key "x" occurs twice`},
		{strings.Repeat(" ", MaxBytes+1), "F: the file has 8388609 bytes, at most 8388608 are read"},
		{`{"points":[` + strings.Repeat("0,", maxValues) + `0]}`, "F: the file has more than 1048576 values"},
		// Keys and kinds.
		{`[]`, "F: this is a list, not an object"},
		{`null`, "F: this is null, not an object"},
		{`{}`, `F: a board needs a "shape", or "points" and "edges"`},
		{`{"shpae":"9x9"}`, `F: shpae: there is no such key; did you mean "shape"?`},
		{`{"Shape":"9x9"}`, `F: Shape: there is no such key; did you mean "shape"?`},
		{`{"shape":"9x9","colour of the board":1}`, `F: "colour of the board": there is no such key; the keys are black, edges, komi, name, points, regional, rules, scores, shape, threshold, toPlay, total, weight, white, window`},
		{`{"points":[{"nam":"a"}],"edges":[]}`, `F: points[0].nam: there is no such key; did you mean "name"?`},
		{`{"shape":9}`, "F: shape: this is a number, not a string"},
		{`{"shape":""}`, "F: shape: the text is empty"},
		{`{"shape":"9x9","name":"a\u0007b"}`, `F: name: "a\ab" has a character that cannot be seen`},
		{`{"shape":"9x9","name":"` + strings.Repeat("a", 101) + `"}`, "F: name: the text has 101 bytes, at most 100 are allowed"},
		{`{"shape":"9x9","regional":1}`, "F: regional: this is a number, not true or false"},
		{`{"shape":"9x9","points":[{}]}`, `F: points: a board has either a "shape" or "points", not both`},
		{`{"shape":"9x9","edges":[]}`, `F: edges: a board with a "shape" has the edges of that shape`},
		{`{"points":[{}]}`, `F: "points" need "edges", if only an empty list`},
		// Shapes.
		{`{"shape":"torus 9,9"}`, `F: shape: "torus 9,9" is not a board; write one like torus 9x9`},
		{`{"shape":"mango-19"}`, `F: shape: the board mango-19 cannot be a part of another one`},
		{`{"shape":"torsu 9x9"}`, `F: shape: "torsu 9x9" is not a board; did you mean torus?`},
		{`{"shape":"torus 100x9"}`, "F: shape: a torus cannot be 100x9: sides are 1 to 52"},
		{`{"shape":"10000000x1"}`, "F: shape: a rectangle cannot be 10000000x1: sides are 1 to 52"},
		// Points.
		{`{"points":[],"edges":[]}`, "F: points: there are 0 points; a board has 1 to 32767"},
		{`{"points":[` + strings.Repeat("{},", 32767) + `{}],"edges":[]}`, "F: points: there are 32768 points; a board has 1 to 32767"},
		{`{"points":[0],"edges":[]}`, "F: points[0]: this is a number, not an object"},
		{`{"points":[{},{},{},{"name":"a\u0000b"}],"edges":[]}`, `F: points[3].name: the name "a\x00b" has a space or a character that cannot be seen`},
		{`{"points":[{"name":"two words"}],"edges":[]}`, `F: points[0].name: the name "two words" has a space or a character that cannot be seen`},
		{`{"points":[{"name":"` + strings.Repeat("a", 33) + `"}],"edges":[]}`, "F: points[0].name: the name is longer than 32 bytes"},
		{`{"points":[{"name":""}],"edges":[]}`, "F: points[0].name: the name is empty"},
		{`{"points":[{"name":"PASS"}],"edges":[]}`, `F: points[0].name: the name "PASS" is a turn in GTP`},
		{`{"points":[{"name":"a"},{"name":"A"}],"edges":[]}`, `F: points[1]: the point is called "A", as points[0] is`},
		{`{"points":[{"name":"P1"},{}],"edges":[]}`, `F: points[1]: the point is called "p1", as points[0] is`},
		{`{"points":[{"x":1}],"edges":[]}`, "F: points[0]: a point has both x and y, or neither"},
		{`{"points":[{"x":1,"y":1},{}],"edges":[]}`, "F: points[1]: either all points have x and y, or none"},
		{`{"points":[{"x":1,"y":1},{"x":1,"y":1}],"edges":[]}`, "F: points[1]: the point is in the same place as points[0]"},
		{`{"points":[{"x":1e7,"y":1}],"edges":[]}`, "F: points[0].x: the coordinate 1e+07 is beyond 1000000"},
		{`{"points":[{"x":1e999,"y":1}],"edges":[]}`, "F: points[0].x: the number 1e999 is beyond 1e+30"},
		{`{"points":[{"x":"1","y":1}],"edges":[]}`, "F: points[0].x: this is a string, not a number"},
		// Edges.
		{`{"points":[{}],"edges":{}}`, "F: edges: this is an object, not a list"},
		{`{"points":[{}],"edges":[0]}`, "F: edges[0]: this is a number, not a list"},
		{`{"points":[{},{}],"edges":[[0,1,1]]}`, "F: edges[0]: an edge joins 2 points, not 3"},
		{`{"points":[{"name":"a"},{}],"edges":[[0,1],["a","A"]]}`, "F: edges[1]: a is joined to itself"},
		{`{"points":[{"name":"a"},{}],"edges":[[0,1],["p1","a"]]}`, "F: edges[1]: p1 and a are joined by edges[0] already"},
		{`{"points":[{},{}],"edges":[[0,2]]}`, "F: edges[0][1]: there is no point number 2: they are 0 to 1"},
		{`{"points":[{},{}],"edges":[[0.5,1]]}`, "F: edges[0][0]: there is no point number 0.5: they are 0 to 1"},
		{`{"points":[{},{}],"edges":[[0,"q"]]}`, `F: edges[0][1]: no point is called "q"`},
		{`{"points":[{},{}],"edges":[[0,null]]}`, "F: edges[0][1]: this is null, not the name of a point or its number"},
		{`{"points":[{}],"edges":[` + strings.Repeat("0,", maxEdges) + `0]}`, "F: edges: there are 131073 edges, at most 131072 are allowed"},
		// Weights.
		{`{"shape":"9x9","weight":"1/(x-4)"}`, "F: weight: at D9 (x = 4, y = 9): division by zero"},
		{`{"shape":"9x9","weight":"(x-4)^-1"}`, "F: weight: at D9 (x = 4, y = 9): division by zero"},
		{`{"shape":"9x9","weight":"x % (y-5)"}`, "F: weight: at A5 (x = 1, y = 5): division by zero"},
		{`{"shape":"9x9","weight":"sqrt(x-2)"}`, "F: weight: at A9 (x = 1, y = 9): the weight is NaN, not a finite number"},
		{`{"shape":"9x9","weight":"log(x-1)"}`, "F: weight: at A9 (x = 1, y = 9): the weight is -Inf, not a finite number"},
		{`{"shape":"9x9","weight":"exp(1000)"}`, "F: weight: at A9 (x = 1, y = 9): the weight is +Inf, not a finite number"},
		{`{"shape":"9x9","weight":"10^31"}`, "F: weight: at A9 (x = 1, y = 9): the weight is 1e+31, beyond 1e+30"},
		{`{"shape":"9x9","weight":"x > 4"}`, "F: weight: at A9 (x = 1, y = 9): the result is true or false, not a number: write (...) ? 1 : 0"},
		{square(`,"weight":"1/(i-2)"`), "F: weight: at c (x = 0, y = 0): division by zero"},
		{`{"shape":"9x9","weight":"z"}`, `F: weight: unknown name "z": there are x, y, i, d and functions such as sqrt (character 1)`},
		{`{"shape":"9x9","weight":"1+"}`, "F: weight: unexpected token EOF (character 2)"},
		{`{"shape":"9x9","weight":"filter(1..1000000000, # > 1)"}`, `F: weight: ".." is not allowed (character 9)`},
		{`{"shape":"9x9","weight":"sum(map([1,2], #))"}`, "F: weight: only numbers, comparisons and arithmetic are allowed (character 9)"},
		{`{"shape":"9x9","weight":"'x' + x"}`, "F: weight: only numbers, comparisons and arithmetic are allowed (character 1)"},
		{`{"shape":"9x9","weight":"` + strings.Repeat("x+", 250) + `1"}`, "F: weight: the expression has 501 bytes, at most 500 are allowed"},
		{`{"shape":"9x9","weight":"` + strings.Repeat("x+", 150) + `1"}`, "F: weight: the expression has more than 200 parts"},
		{`{"shape":"9x9","weight":""}`, "F: weight: the text is empty"},
		{`{"shape":"9x9","weight":true}`, "F: weight: this is true or false; a weight is an expression, a number, a list of numbers or numbers by the names of points"},
		{`{"shape":"2x2","weight":[1,2,3]}`, "F: weight: there are 3 weights for 4 points"},
		{`{"shape":"2x2","weight":[1,2,3,"4"]}`, "F: weight[3]: this is a string, not a number"},
		{`{"shape":"2x2","weight":[1,2,3,1e999]}`, "F: weight[3]: the number 1e999 is beyond 1e+30"},
		{`{"shape":"2x2","weight":{"C3":1}}`, `F: weight: there is no point "C3"`},
		{`{"shape":"2x2","weight":{"A1":1,"a1":2}}`, "F: weight: the weight of A1 occurs twice"},
		{`{"shape":"2x2","weight":{"A1":null}}`, "F: weight.A1: this is null, not a number"},
		{`{"shape":"infinite","weight":[1,2,3]}`, "F: weight: there are 3 weights for infinitely many points: write an expression"},
		{`{"shape":"infinite","weight":{"0,0":1}}`, "F: weight: there are 1 weights for infinitely many points: write an expression"},
		{`{"shape":"infinite","weight":1}`, "F: weight: the weights do not sum up: infinitely many points weigh 1"},
		// Thresholds.
		{`{"shape":"9x9","threshold":"1/(z-3) > 0"}`, "F: threshold: for z = 3: division by zero"},
		{`{"shape":"9x9","threshold":"sqrt(z-3)"}`, "F: threshold: for z = 0: the result is not a number"},
		{`{"shape":"9x9","threshold":"x > 1"}`, `F: threshold: unknown name "x": there are z and functions such as sqrt (character 1)`},
		{`{"shape":"9x9","threshold":"z > true"}`, "F: threshold: invalid operation: > (mismatched types float64 and bool) (character 3)"},
		{`{"shape":"9x9","threshold":2}`, "F: threshold: this is a number, not a string"},
		// The start.
		{`{"shape":"9x9","black":"D4"}`, "F: black: this is a string, not a list"},
		{`{"shape":"9x9","black":["D4","D44"]}`, `F: black[1]: there is no point "D44": points are A9 to J1`},
		{`{"shape":"9x9","black":[81]}`, "F: black[0]: there is no point number 81: they are 0 to 80"},
		{`{"shape":"9x9","black":["pass"]}`, "F: black[0]: a pass is not a point"},
		{`{"shape":"9x9","black":["D4"],"white":["A1","d4"]}`, "F: white[1]: D4 already has the stone of black[0]"},
		{`{"shape":"9x9","black":[null]}`, "F: black[0]: this is null, not the name of a point or its number"},
		{`{"shape":"2x1","black":["A1"],"white":["B1"]}`, `F: black[0]: the stone on A1 has no liberties; a board with "regional": true may begin with dead stones`},
		{`{"shape":"infinite","black":["beyond"]}`, "F: black[0]: beyond is not a point to play on"},
		{`{"shape":"9x9","toPlay":"red"}`, `F: toPlay: "red" is not a player: write black or white`},
		{`{"shape":"9x9","scores":{"black":0,"red":1}}`, "F: scores.red: there is no such key; the keys are black, white"},
		{`{"shape":"9x9","komi":7.3}`, "F: komi: a komi of 7.3 is not a multiple of half a point"},
		{`{"shape":"9x9","komi":"7"}`, "F: komi: this is a string, not a number"},
	} {
		_, err := Read("F", []byte(test.text))
		var e *Error
		if !errors.As(err, &e) || err.Error() != test.want {
			t.Errorf("%.100s: got\n %v, want\n %s", test.text, err, test.want)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\n\x00") {
			t.Errorf("%.100s: got an error of several lines: %q", test.text, err)
		}
	}
}

// TestUnknownRules checks that a file cannot suggest unknown rules. The text of the reason comes
// from package baduk.
func TestUnknownRules(t *testing.T) {
	_, err := Read("F", []byte(`{"shape":"9x9","rules":"everything goes"}`))
	if err == nil || !strings.HasPrefix(err.Error(), "F: rules: ") {
		t.Error(err)
	}
}

// TestLargeNumbers checks numbers that are too large for an int, anywhere in a file. They must be
// read as the nearest float64, or refused with an error that names the limit.
func TestLargeNumbers(t *testing.T) {
	for text, want := range map[string]float64{
		`1e19`: 1e19, `-1e19`: -1e19, `10000000000000000000`: 1e19, `[1e19]`: 1e19, `{"A1":1e19}`: 1e19, `1e30`: 1e30,
		`"10000000000000000000"`: 1e19, `"-9223372036854775808"`: -1 << 63, `"9223372036854775809"`: 1 << 63,
		`"18446744073709551616 + x"`: 1 << 64, `"99999999999999999999 - 99999999999999999998"`: 0, `"10000000000000000000.5"`: 1e19,
		`"123456789012345678901234567890"`: 123456789012345678901234567890,
	} {
		b, err := Read("F", []byte(`{"shape":"1x1","weight":`+text+`}`))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := b.Graph.Weight(0); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
		checkReread(t, b)
	}
	for text, want := range map[string]string{
		`1e31`:                                "F: weight: the number 1e31 is beyond 1e+30",
		`"10000000000000000000000000000000"`:  "F: weight: at A1 (x = 1, y = 1): the weight is 1e+31, beyond 1e+30",
		`"-10000000000000000000000000000000"`: "F: weight: at A1 (x = 1, y = 1): the weight is -1e+31, beyond 1e+30",
	} {
		if _, err := Read("F", []byte(`{"shape":"1x1","weight":`+text+`}`)); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

// TestRulesThatCannotBePlayed checks that a file cannot suggest rules that do not work on its board.
// Without weights the same rules are accepted.
func TestRulesThatCannotBePlayed(t *testing.T) {
	for _, rules := range []string{"japanese", "stone-scoring", "logical-001"} {
		for _, life := range []string{`"weight":2`, `"threshold":"z > 1"`} {
			_, err := Read("F", []byte(`{"shape":"3x1",`+life+`,"rules":"`+rules+`"}`))
			if err == nil || !strings.HasPrefix(err.Error(), "F: rules: these rules cannot be played: on a board with weights, 3x1 with F = ") ||
				!strings.HasSuffix(err.Error(), ", only area and stones are counted, without tax") {
				t.Errorf("%s, %s: got %v, want the error that these rules cannot be played with weights", rules, life, err)
			}
		}
		if b, err := Read("F", []byte(`{"shape":"3x1","rules":"`+rules+`"}`)); err != nil || b.Rules != rules {
			t.Errorf("%s without weights: %v", rules, err)
		}
	}
	if _, err := Read("F", []byte(`{"shape":"3x1","weight":2,"rules":"aga"}`)); err != nil {
		t.Errorf("area with weights: %v", err)
	}
	if _, err := Read("F", []byte(`{"shape":"3x1","rules":"japanese+hasButton=true"}`)); err == nil ||
		err.Error() != "F: rules: these rules cannot be played: the button needs area scoring" {
		t.Errorf("contradictory rules: got %v, want the error that the button needs area scoring", err)
	}
}

// TestDefaultRules checks which boards suggest the rules of the MANGO document: all with weights or a
// threshold, whatever the weights are.
func TestDefaultRules(t *testing.T) {
	for text, want := range map[string]string{
		`{"shape":"9x9"}`: "", `{"shape":"torus 9x9"}`: "", `{"shape":"9x9","rules":"aga","weight":2}`: "aga",
		`{"shape":"9x9","threshold":"z >= 2"}`: "mango-002", `{"shape":"9x9","weight":0}`: "mango-002", `{"shape":"9x9","weight":2}`: "mango-002",
		`{"shape":"3x1","weight":[1,-1,1]}`: "mango-002", `{"shape":"9x9","regional":true}`: "mango-002",
	} {
		if b, err := Read("F", []byte(text)); err != nil || b.Rules != want {
			t.Errorf("%s: got %+v, %v, want the rules %q", text, b, err, want)
		}
	}
}

// TestDrawnCoordinates checks that the drawing of a hand-drawn graph has finite coordinates, however short its edges
// are.
func TestDrawnCoordinates(t *testing.T) {
	for _, points := range []string{
		`{"x":0,"y":0},{"x":1e-310,"y":0},{"x":1e6,"y":0}`,
		`{"x":1e6,"y":0},{"x":1e6,"y":1e-310},{"x":1e6,"y":1}`,
		`{"x":0,"y":0},{"x":5e-324,"y":0},{"x":0,"y":1e-323}`,
	} {
		b, err := Read("F", []byte(`{"points":[`+points+`],"edges":[[0,1]]}`))
		if err != nil {
			t.Fatal(err)
		}
		geo, _ := b.Graph.Geometry()
		if most := max(slices.Max(geo.X), slices.Max(geo.Y)); most < 1 || most > maxDrawn {
			t.Errorf("%s: got coordinates up to %v, want 1 to %v", points, most, maxDrawn)
		}
	}
}

// TestFacts checks the range of the weights, which is that of the points in the window, and the number of different
// symmetries.
func TestFacts(t *testing.T) {
	for _, test := range []struct {
		text       string
		weights    []float64
		symmetries int
	}{
		{`{"shape":"infinite","weight":"abs(x) == 1 and y == 0 ? 2 : y == 50 and x == 0 ? 5 : 0"}`, []float64{0, 2}, 4},
		{`{"shape":"infinite","weight":"exp(-x^2 - y^2)","window":["20,0"]}`, nil, 1},
		{`{"shape":"1x1"}`, nil, 1}, {`{"shape":"1x5"}`, nil, 2}, {`{"shape":"5x1"}`, nil, 2}, {`{"shape":"2x1"}`, nil, 2},
		{`{"shape":"5x5"}`, nil, 8},
	} {
		b, err := Read("F", []byte(test.text))
		if err != nil {
			t.Fatal(err)
		}
		f := FactsOf(b)
		if test.weights != nil && !slices.Equal(f.Range, test.weights) || f.Symmetries != test.symmetries {
			t.Errorf("%s: got weights from %v, %d symmetries, want %v, %d", test.text, f.Range, f.Symmetries, test.weights, test.symmetries)
		}
	}
}

// TestFiles reads the example files. It checks their sources, and that games can be played on the
// boards.
func TestFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 5 {
		t.Fatalf("got the files %v, %v, want at least 5", files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Read(file, data)
		if err != nil {
			t.Error(err)
			continue
		}
		checkReread(t, b)
		if _, err := baduk.NewGameFrom(b.Graph, baduk.TrompTaylor(), b.Setup); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestPage reads every example of docs/boards.md, and every board in its table.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../docs/boards.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(page), "```json\n")[1:]
	if len(blocks) < 4 {
		t.Errorf("got %d examples in docs/boards.md, want more", len(blocks))
	}
	for _, block := range blocks {
		text, _, _ := strings.Cut(block, "```")
		if b, err := Read("boards.md", []byte(text)); err != nil {
			t.Errorf("%v\n%s", err, text)
		} else {
			checkReread(t, b)
		}
	}
	for _, k := range Kinds() {
		mustParse(t, k.Example)
		if !strings.Contains(string(page), "`"+k.Example+"`") {
			t.Errorf("docs/boards.md does not mention %s", k.Example)
		}
	}
}

// checkReread checks that the source of a board gives the same board.
func checkReread(t testing.TB, b *Board) {
	t.Helper()
	source := b.Graph.Source()
	again, err := Read("source", []byte(source))
	if err != nil {
		t.Fatalf("%v\n%.300s", err, source)
	}
	if again.Graph.Source() != source || again.Graph.Fingerprint() != b.Graph.Fingerprint() ||
		again.Graph.String() != b.Graph.String() || again.Rules != b.Rules ||
		(again.Komi == nil) != (b.Komi == nil) || b.Komi != nil && *again.Komi != *b.Komi ||
		fmt.Sprint(again.Setup) != fmt.Sprint(b.Setup) || again.Graph.Regional() != b.Graph.Regional() {
		t.Errorf("the source gives another board: got\n%.300s\nwant\n%.300s", again.Graph.Source(), source)
	}
	for p := range baduk.Point(b.Graph.Len()) {
		if !slices.Equal(b.Graph.Neighbours(p), again.Graph.Neighbours(p)) || b.Graph.Vertex(p) != again.Graph.Vertex(p) {
			t.Errorf("point %d differs on the board of the source", p)
		}
	}
}

// TestCanonical checks the text that a record of a game contains.
func TestCanonical(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{` {"shape" : "Torus: 9X9"} `, `{"shape":"torus 9x9"}`},
		{`{"shape":"9"}`, ""},
		{"\xef\xbb\xbf{\"shape\":\"infinite 9\"}", `{"shape":"infinite"}`},
		{`{"white":["d4",0],"black":["#1"],"shape":"9x9","name":" <A & B> "}`, `{"name":"<A & B>","shape":"9x9","black":["B9"],"white":["D4","A9"]}`},
		{`{"points":[{"y":2e0,"x":-0.0,"name":"a"},{"x":1,"y":1}],"edges":[["P1","A"]],"weight":{"P1":2,"a":-1.50}}`,
			`{"points":[{"x":0,"y":2,"name":"a"},{"x":1,"y":1}],"edges":[[1,0]],"weight":{"a":-1.5,"p1":2}}`},
		{`{"points":[{}],"edges":[]}`, `{"points":[{}],"edges":[]}`},
		{`{"shape":"1x1","weight":2e3,"toPlay":"WHITE","scores":{"white":5.5},"komi":0,"rules":"aga","regional":false}`,
			`{"shape":"1x1","weight":"2000","toPlay":"white","scores":{"black":0,"white":5.5},"komi":0,"rules":"aga"}`},
		{`{"shape":"2x1","weight":[1,2],"threshold":" z >= 2 "}`, `{"shape":"2x1","weight":[1,2],"threshold":"z >= 2"}`},
	} {
		b, err := Read("F", []byte(test.text))
		if err != nil {
			t.Error(err)
			continue
		}
		if got := b.Graph.Source(); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.text, got, test.want)
		}
		if test.want != "" {
			checkReread(t, b)
		}
	}
}

func TestWeightsOfFiles(t *testing.T) {
	for _, test := range []struct {
		text string
		want []float64
	}{
		{`{"shape":"2x2","weight":"10*x+y"}`, []float64{12, 22, 11, 21}},
		{`{"shape":"2x2","weight":"i+d/2"}`, []float64{1, 2, 3, 4}},
		{`{"shape":"2x1","weight":3}`, []float64{3, 3}},
		{`{"shape":"2x1","weight":[-1,0]}`, []float64{-1, 0}},
		{`{"shape":"2x2","weight":{"a1":5,"#1":7}}`, []float64{1, 7, 5, 1}},
		{`{"shape":"ring 3","weight":"x+y"}`, []float64{2, 3, 4}},
		{`{"points":[{"x":1,"y":2},{"x":-3,"y":4}],"edges":[[0,1]],"weight":"x*y"}`, []float64{2, -12}},
		{`{"shape":"2x1","threshold":"z > 1"}`, []float64{1, 1}},
	} {
		b, err := Read("F", []byte(test.text))
		if err != nil {
			t.Error(err)
			continue
		}
		if got := b.Graph.Life().Weights; !slices.Equal(got, test.want) {
			t.Errorf("%s: got the weights %v, want %v", test.text, got, test.want)
		}
		checkReread(t, b)
	}
}

// TestMango19 checks that the first example of the MANGO document is ordinary Go. The formula for T
// is used literally: on 21x21 points the first stone captures itself, because int(800/361) is 2.
func TestMango19(t *testing.T) {
	b := mustParse(t, "mango-19")
	if b.Graph.Regional() || b.Setup.Scores != [3]float64{0, 0, 5.5} || b.Setup.ToPlay != baduk.Black || *b.Komi != 0 {
		t.Errorf("regional %v, set-up %v, komi %v", b.Graph.Regional(), b.Setup, *b.Komi)
	}
	rules, err := baduk.ParseRules(b.Rules)
	if err != nil || rules.Ko != baduk.KoPositional || rules.Suicide != baduk.SuicideLiteral {
		t.Errorf("rules %v, %v", rules, err)
	}
	large, err := Read("F", []byte(`{"shape":"21x21","threshold":"int((z+360)/361)"}`))
	if err != nil {
		t.Fatal(err)
	}
	game := baduk.NewGame(large.Graph, mangoRules)
	if v := game.Legal(baduk.Move{Color: baduk.Black, Point: 0}); v != baduk.Superko {
		t.Errorf("the first stone on 21x21: got %v, want a repeated position", v)
	}
}

// TestThreshold checks a board where one empty point is not enough.
func TestThreshold(t *testing.T) {
	g := mustParse(t, "threshold-2 3x1").Graph
	game := baduk.NewGame(g, mangoRules)
	a1, c1 := baduk.Point(0), baduk.Point(2)
	if err := game.Play(baduk.Move{Color: baduk.Black, Point: a1}); err != nil {
		t.Fatal(err) // two empty points
	}
	if err := game.Play(baduk.Move{Color: baduk.White, Point: c1}); err != nil {
		t.Fatal(err)
	}
	if game.At(a1) != baduk.Empty || game.At(c1) != baduk.White {
		t.Errorf("A1 is %v, C1 %v", game.At(a1), game.At(c1))
	}
}

// TestRegional checks a start position with a dead stone, which stays until the opponent
// moves.
func TestRegional(t *testing.T) {
	b, err := Read("F", []byte(`{"shape":"3x1","regional":true,"black":["A1"],"white":["B1"],"toPlay":"white"}`))
	if err != nil {
		t.Fatal(err)
	}
	game, err := baduk.NewGameFrom(b.Graph, mangoRules, b.Setup)
	if err != nil {
		t.Fatal(err)
	}
	if game.At(0) != baduk.Black {
		t.Fatal("the dead stone was removed before the first move, want it to stay")
	}
	if err := game.Play(baduk.Move{Color: baduk.White, Point: 2}); err != nil {
		t.Fatal(err)
	}
	if game.At(0) != baduk.Empty || game.At(2) != baduk.White {
		t.Errorf("after the move: A1 %v, C1 %v", game.At(0), game.At(2))
	}
}

// TestNeighbouringLongIntegers checks that adjacent long integers in an expression are all read.
func TestNeighbouringLongIntegers(t *testing.T) {
	for text, want := range map[string]float64{"10000000000000000000+10000000000000000000": 2e19, "max(10000000000000000000,20000000000000000000)": 2e19} {
		b, err := Read("F", []byte(`{"shape":"1x1","weight":"`+text+`"}`))
		if err != nil || b.Graph.Weight(0) != want {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
}

package boardtest

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"tengen/baduk"
)

// playAll parses a file and plays every game of it under all its rules.
func playAll(text string) error {
	games, err := Parse("f.txt", text)
	if err != nil {
		return err
	}
	for _, g := range games {
		for _, r := range g.Variants {
			if err := g.Play(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// TestDocumentedExample plays the example of the package documentation.
func TestDocumentedExample(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var example strings.Builder
	for _, line := range regexp.MustCompile(`(?m)^//\t(.*)$|^//$`).FindAllStringSubmatch(string(doc), -1) {
		example.WriteString(line[1] + "\n")
	}
	if !strings.Contains(example.String(), "game Basic ko") {
		t.Fatal("no example found")
	}
	if err := playAll(example.String()); err != nil {
		t.Error(err)
	}
}

// TestFailuresNameTheLine breaks each kind of line and looks at the error.
func TestFailuresNameTheLine(t *testing.T) {
	const ko = "game Ko\n.XO.\nX.XO\n.XO.\n....\n" // five lines
	for _, test := range []struct{ text, want string }{
		{"", `f.txt:1: no game`},
		{"# nothing\n", `f.txt:1: no game`},
		{"play X A1\n", `f.txt:1: "play" stands before the first game line`},
		{"game\n", `f.txt:1: a game needs a title`},
		{"game A\ngame B\n", `f.txt:2: game "A" has no board`},
		{"game A\nboard 3x3\n", `f.txt:3: game "A" claims nothing`},
		{"game A\nboard 3\n", `f.txt:2: a board cannot be 0x0`},
		{"game A\nboard 3x3\nboard 3x3\n", `f.txt:3: the board was given already`},
		{"game A\nboard sphere 3x3\n", `f.txt:2: "sphere" is no shape`},
		{"game A\nboard 3x3\nrules ko\n", `f.txt:3: "ko": write rules as`},
		{"game A\nboard 3x3\nrules ko=super\n", `f.txt:3: "super" is no value of ko`},
		{"game A\nboard 3x3\nrules ko=simple ko=natural\n", `f.txt:3: ko was given already`},
		{"game A\nboard 3x3\nrules tax=none\n", `f.txt:3: "tax" is no rule`},
		{"game A\nboard 3x3\nrules komi=7.3\n", `f.txt:3: a komi of 7.3`},
		{"game A\nboard 3x3\nrules bonus=2\n", `f.txt:3: "2" is no bonus`},
		{"game A\nboard 3x3\nrules handicap=x\n", `f.txt:3: "x" is no number`},
		{"game A\nboard 3x3\nover\nrules ko=simple\n", `f.txt:4: rules stands behind`},
		{"game A\nboard 3x3\nto move X\n", `f.txt:3: write: to play X`},
		{"game A\nboard 3x3\nmove X A1\n", `f.txt:3: "move" is neither a move nor a claim`},
		{"game A\nboard 3x3\nfor chinese: over\n", `f.txt:3: "chinese" is no rule`},
		{"game A\nboard 3x3\nfor simple:\n", `f.txt:3: write: for NAME`},
		{"game A\n...\n..\n", `f.txt:3: the row has 2 points, the one above 3`},
		{"game A\n2 ...\n2 ...\n", `row 1 of the drawing is numbered 2`},
		{"game A\n2 ... 1\n1 ...\n", `f.txt:2: the row is numbered 2 and 1`},
		{"game A\n...\nAB\nover\n", `f.txt:3: 2 column letters under 3 columns`},
		{"game A\nboard 4x1\n...\nover\n", `f.txt:3: the drawing is 3x1, the board 4x1`},
		{"game A\nXO\nnot over\n", `f.txt:3: impossible set-up`},

		{ko + "play X\n", `f.txt:6: play X: a point is missing`},
		{ko + "play\n", `f.txt:6: play: write a colour`},
		{ko + "play B A1\n", `f.txt:6: play B A1: "B" is no colour`},
		{ko + "play X E1\n", `f.txt:6: play X E1: "E1" is not a point of a 4x4 board`},
		{ko + "play X B4\n", `f.txt:6: play X B4: move 1, black B4, is illegal`},
		{ko + "play O B3\ncaptures 2\n", `f.txt:7: captures 2: it is 1`},
		{ko + "captures\n", `f.txt:6: captures: write one number`},
		{ko + "captures one\n", `f.txt:6: captures one: "one" is no number`},
		{ko + "suicides 1\n", `f.txt:6: suicides 1: it is 0`},
		{ko + "play O B3\nlegal X C3\n", `f.txt:7: legal X C3: it is illegal: ko`},
		{ko + "illegal X B3 ko\n", `f.txt:6: illegal X B3 ko: it is: legal`},
		{ko + "illegal X B3\n", `f.txt:6: illegal X B3: write a colour, a point and why`},
		{ko + "illegal X B3 bad\n", `f.txt:6: illegal X B3 bad: write why as`},
		{ko + "illegal X B3 superko\n", `f.txt:6: illegal X B3 superko: write why as`},
		{"game A\nrules ko=positional\n.XO.\nX.XO\n.XO.\n....\nplay O B3\nillegal X C3 superko 1\n", `f.txt:8: illegal X C3 superko 1: it is 0`},
		{ko + "prisoners X 1\n", `f.txt:6: prisoners X 1: X: it is 0`},
		{ko + "prisoners X\n", `f.txt:6: prisoners X: write pairs`},
		{ko + "prisoners E 1\n", `f.txt:6: prisoners E 1: "E" cannot be counted`},
		{ko + "liberties B4 1\n", `f.txt:6: liberties B4 1: it is 2`},
		{ko + "liberties A1 1\n", `f.txt:6: liberties A1 1: no stone stands on A1`},
		{ko + "neighbours A1 are A2\n", `f.txt:6: neighbours A1 are A2: they are A2 B1`},
		{ko + "area X 3\n", `f.txt:6: area X 3: X: it is 6`},
		{ko + "score B+1\n", `f.txt:6: score B+1: it is B+2`},
		{ko + "result 0\n", `f.txt:6: result 0: it is ?`},
		{ko + "over\n", `f.txt:6: over: the game is over: false`},
		{ko + "not legal\n", `f.txt:6: not legal: only over can be denied`},
		{ko + "play X pass O pass\nnot over\n", `f.txt:7: not over: the game is over: true`},
		{ko + "over now\n", `f.txt:6: over now: over stands alone`},
		{ko + "play X pass\nto play X\n", `f.txt:7: to play X: it is the turn of white`},
		{ko + "undo\n", `f.txt:6: undo: there were only 0 turns`},
		{ko + "undo all\n", `f.txt:6: undo all: write undo`},
		{ko + "resume\n", `f.txt:6: resume: there is nothing to resume`},
		{ko + "resign\n", `f.txt:6: resign: a colour is missing`},
		{ko + "dead A1\n", `f.txt:6: dead A1: no stone stands on A1`},
		{ko + "play X A1\n.XO.\nX.XO\n.XO.\n....\n", "f.txt:7: drawing: the board is\n 4  . X O .\n 3  X . X O\n 2  . X O .\n 1  X . . .\n    A B C D\nnot\n"},
	} {
		err := playAll(test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q:\n gives %v\n want  %s", test.text, err, test.want)
		}
	}
}

// TestLinesAreForTheirRules plays a game under six rules; a line counts only
// under those that every axis of its "for" allows.
func TestLinesAreForTheirRules(t *testing.T) {
	games, err := Parse("f.txt", "game A\nboard 1x1\nrules ko=simple,natural suicide=forbidden,multi,literal\n"+
		"for simple forbidden multi: result ?\nfor natural literal: illegal X A1 over\n")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(games[0].Variants); n != 6 {
		t.Errorf("%d rules, want 6", n)
	}
	for _, r := range games[0].Variants {
		fails := r.Ko == baduk.KoNatural && r.Suicide == baduk.SuicideLiteral
		if err := games[0].Play(r); (err != nil) != fails {
			t.Errorf("%v: %v", r, err)
		}
	}
}

// TestRunFindsFiles plays a file through the door that other packages use.
func TestRunFindsFiles(t *testing.T) {
	Run(t, fstest.MapFS{"a.txt": {Data: []byte("game A\r\nboard 2x2\r\nnot over\r\n")}}, "*.txt")
}

// TestWrappedBoards compares the edges of tori and cylinders with their number:
// two a point on a torus, less the circles of two points, which have one edge
// and not two, and the circles of one point, which have none.
func TestWrappedBoards(t *testing.T) {
	for w := 1; w <= 6; w++ {
		for h := 1; h <= 6; h++ {
			for _, both := range []bool{false, true} {
				g, err := wrapped(w, h, both)
				if err != nil {
					t.Fatal(err)
				}
				circle := map[int]int{1: 0, 2: 1}
				across, down := w, h-1
				if n, short := circle[w]; short {
					across = n
				}
				if both {
					if down = h; h <= 2 {
						down = circle[h]
					}
				}
				ends := 0
				for p := range g.Len() {
					ends += len(g.Neighbours(baduk.Point(p)))
				}
				if want := 2 * (across*h + down*w); ends != want {
					t.Errorf("%dx%d, both %v: %d ends of edges, want %d", w, h, both, ends, want)
				}
			}
		}
	}
}

package boardtest

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"tengen/baduk"
)

// playAll parses a file and plays each of its games under all its rules.
func playAll(text string) error {
	games, err := parse("f.txt", text)
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

// failure is a file and a part of the error that playing it must give.
type failure struct{ text, want string }

// check plays the files and compares the errors.
func check(t *testing.T, failures []failure) {
	t.Helper()
	for _, f := range failures {
		err := playAll(f.text)
		if err == nil || !strings.Contains(err.Error(), f.want) {
			t.Errorf("%q:\n gives %v\n want  %s", f.text, err, f.want)
		}
	}
}

// TestSettingFailuresNameTheLine breaks each kind of line before the first move and checks the error.
func TestSettingFailuresNameTheLine(t *testing.T) {
	check(t, []failure{
		{"", `f.txt:1: no game`},
		{"# nothing\n", `f.txt:1: no game`},
		{"play X A1\n", `f.txt:1: "play" stands before the first game line`},
		{"game\n", `f.txt:1: a game needs a title`},
		{"game A\ngame B\n", `f.txt:2: game "A" has no board`},
		{"game A\nboard 3x3\n", `f.txt:3: game "A" claims nothing`},
		{"game A\nboard 3\n", `f.txt:2: a board cannot be 0x0`},
		{"game A\nboard 3x3\nboard 3x3\n", `f.txt:3: the board was given already`},
		{"game A\nboard sphere 3x3\n", `f.txt:2: "sphere" is not a shape`},
		{"game A\nboard 3x3\nrules ko\n", `f.txt:3: "ko" is not a ruleset`},
		{"game A\nboard 3x3\nrules ko=super\n", `f.txt:3: "super" is not a value of ko`},
		{"game A\nboard 3x3\nrules ko=simple ko=natural\n", `f.txt:3: ko was given already`},
		{"game A\nboard 3x3\nrules superko=none\n", `f.txt:3: "superko" is not a rule: scoring, tax, ko`},
		{"game A\nboard 3x3\nrules ko=\n", `f.txt:3: "ko=": write rules as`},
		{"game A\nboard 3x3\nrules chinese,cat\n", `f.txt:3: "cat" is not a ruleset`},
		{"game A\nboard 3x3\nrules chinese\nrules japanese\n", `f.txt:4: rulesets were named already: chinese`},
		{"game A\nboard 3x3\nrules dead=cleanup\nover\n", `a clean-up needs territory scoring`},
		{"game A\nboard 3x3\nrules scoring=territory threshold=2\n", `f.txt:3: "threshold" is not a rule`},
		{"game A\nboard 3x3\nfor none: over\n", `f.txt:3: "none" is a value of tax and of dead: write tax=none`},
		{"game A\nboard 3x3\nthreshold\n", `f.txt:3: write: threshold 2`},
		{"game A\nboard 3x3\nthreshold x\n", `f.txt:3: "x" is not a weight`},
		{"game A\nboard 3x3\nthreshold 2\nthreshold 3\n", `f.txt:4: the threshold was given already`},
		{"game A\nboard 3x3\nweight C3\n", `f.txt:3: write pairs such as: weight C3 2`},
		{"game A\nboard 3x3\nweight C3 x\n", `f.txt:3: "x" is not a weight`},
		{"game A\nboard 3x3\nweight D4 2\nover\n", `"D4" is not a point of a 3x3 board`},
		{"game A\nboard 3x3\nstart X\n", `f.txt:3: write pairs such as: start X 3`},
		{"game A\nboard 3x3\nstart X x\n", `f.txt:3: "x" is not a number`},
		{"game A\nboard 3x3\nover\nthreshold 2\n", `f.txt:4: threshold stands after the first move or claim`},
		{"game A\nrules japanese\nboard 3x3\nthreshold 2\nover\n", `f.txt:5: these rules cannot be played`},
		{"game A\nboard 3x3\nrules komi=7.3\n", `f.txt:3: a komi of 7.3`},
		{"game A\nboard 3x3\nrules bonus=2\n", `f.txt:3: "2" is not a value of bonus: 0, N-1, N`},
		{"game A\nboard 3x3\nrules handicap=x\n", `f.txt:3: "x" is not a number`},
		{"game A\nboard 3x3\nover\nrules ko=simple\n", `f.txt:4: rules stands after`},
		{"game A\nboard 3x3\nto move X\n", `f.txt:3: write: to play X`},
		{"game A\nboard 3x3\nmove X A1\n", `f.txt:3: "move" is neither a move nor a claim`},
		{"game A\nboard 3x3\nfor chinese: over\n", `f.txt:3: "chinese" is not a rule`},
		{"game A\nboard 3x3\nfor simple:\n", `f.txt:3: write: for NAME`},
		{"game A\n...\n..\n", `f.txt:3: the row has 2 points, the one above 3`},
		{"game A\n2 ...\n2 ...\n", `row 1 of the drawing is numbered 2`},
		{"game A\n2 ... 1\n1 ...\n", `f.txt:2: the row is numbered 2 and 1`},
		{"game A\n...\nAB\nover\n", `f.txt:3: 2 column letters under 3 columns`},
		{"game A\nboard 4x1\n...\nover\n", `f.txt:3: the drawing is 3x1, the board 4x1`},
		{"game A\nXO\nnot over\n", `f.txt:3: impossible set-up`},
	})
}

// ko is the beginning of a game, five lines.
const ko = "game Ko\n.XO.\nX.XO\n.XO.\n....\n"

// TestMoveFailuresNameTheLine breaks each kind of move and checks the error.
func TestMoveFailuresNameTheLine(t *testing.T) {
	check(t, []failure{
		{ko + "play X\n", `f.txt:6: play X: a point is missing`},
		{ko + "play\n", `f.txt:6: play: write a colour`},
		{ko + "play B A1\n", `f.txt:6: play B A1: "B" is not a color`},
		{ko + "play X E1\n", `f.txt:6: play X E1: "E1" is not a point of a 4x4 board`},
		{ko + "play X B4\n", `f.txt:6: play X B4: move 1, black B4, is illegal`},
		{ko + "agree\n", `f.txt:6: agree: play has not stopped`},
		{ko + "resume X O\n", `f.txt:6: resume X O: write resume, or resume and who`},
		{ko + "judge A1\n", `f.txt:6: judge A1: judge stands alone`},
		{ko + "undo\n", `f.txt:6: undo: there were only 0 turns`},
		{ko + "undo all\n", `f.txt:6: undo all: write undo`},
		{ko + "resume\n", `f.txt:6: resume: there is nothing to resume`},
		{ko + "resign\n", `f.txt:6: resign: a colour is missing`},
		{ko + "dead A1\n", `f.txt:6: dead A1: no stone stands on A1`},
	})
}

// TestClaimFailuresNameTheLine breaks each kind of claim and checks the error.
func TestClaimFailuresNameTheLine(t *testing.T) {
	check(t, []failure{
		{ko + "play O B3\ncaptures 2\n", `f.txt:7: captures 2: it is 1`},
		{ko + "captures\n", `f.txt:6: captures: write one number`},
		{ko + "captures one\n", `f.txt:6: captures one: "one" is not a number`},
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
		{ko + "void\n", `f.txt:6: void: the game is void: false`},
		{ko + "settling\n", `f.txt:6: settling: the game is settling: false`},
		{ko + "not legal\n", `f.txt:6: not legal: only over, void, settling`},
		{ko + "not\n", `f.txt:6: not: write what is not so`},
		{ko + "blocked\n", `f.txt:6: blocked: a point is missing`},
		{ko + "blocked B3\n", `f.txt:6: blocked B3: B3: it is false`},
		{ko + "pass-alive B3\n", `f.txt:6: pass-alive B3: "B3" is not a color`},
		{ko + "pass-alive X B3 pass\n", `f.txt:6: pass-alive X B3 pass: B3: it is false`},
		{ko + "not pass-alive X pass\n", `f.txt:6: not pass-alive X pass: "pass" is not a point`},
		{ko + "cannot agree now\n", `f.txt:6: cannot agree now: write: cannot agree`},
		{ko + "play X pass O pass\ncannot agree\n", `f.txt:7: cannot agree: agree is possible`},
		{ko + "phase 1\n", `f.txt:6: phase 1: it is 0`},
		{ko + "button X\n", `f.txt:6: button X: it is nobody`},
		{ko + "button Y\n", `f.txt:6: button Y: write X, O or nobody`},
		{ko + "winner O\n", `f.txt:6: winner O: it is X`},
		{ko + "handicap 2\n", `f.txt:6: handicap 2: it is 0`},
		{ko + "total X 5\n", `f.txt:6: total X 5: X: it is 6`},
		{ko + "territory neutral 1\n", `f.txt:6: territory neutral 1: neutral: it is 6`},
		{ko + "stones Y 1\n", `f.txt:6: stones Y 1: "Y" cannot be counted`},
		{ko + "reward half 1\n", `f.txt:6: reward half 1: "half" cannot be counted`},
		{ko + "account X 5\n", `f.txt:6: account X 5: write a colour, points and words`},
		{ko + "account X 5 stones\n", `f.txt:6: account X 5 stones: it is 4`},
		{ko + "account X 5 tax\n", `f.txt:6: account X 5 tax: the account is 4 stones, 2 surrounded points`},
		{ko + "owner B3\n", `f.txt:6: owner B3: write points, X, O or nobody`},
		{ko + "owner B3 X dead\n", `f.txt:6: owner B3 X dead: B3: the reason is: surrounded by one colour`},
		{ko + "owner B3 nobody dead\n", `f.txt:6: owner B3 nobody dead: B3: it is X`},
		{ko + "owner B3 nobody alive\n", `f.txt:6: owner B3 nobody alive: "alive" is not a reason: dead, late`},
		{ko + "in stones\n", `f.txt:6: in stones: write: in stones, Black's`},
		{ko + "in stones 1 2\n", `f.txt:6: in stones 1 2: it is 9`},
		{"game A\nrules japanese\nboard 3x3\nin stones 1 2\n", `f.txt:4: in stones 1 2: these rules are not counted in stones`},
		{ko + "play X pass O pass\nnot over\n", `f.txt:7: not over: the game is over: true`},
		{ko + "over now\n", `f.txt:6: over now: over stands alone`},
		{ko + "play X pass\nto play X\n", `f.txt:7: to play X: it is the turn of white`},
		{ko + "play X A1\n.XO.\nX.XO\n.XO.\n....\n", "f.txt:7: drawing: the board is\n 4  . X O .\n 3  X . X O\n 2  . X O .\n 1  X . . .\n    A B C D\nnot\n"},
	})
}

// TestLinesAreForTheirRules plays a game under six rules. A line applies only
// under rules that every axis of its "for" allows.
func TestLinesAreForTheirRules(t *testing.T) {
	games, err := parse("f.txt", "game A\nboard 1x1\nrules ko=simple,natural suicide=forbidden,multi,literal\n"+
		"for simple forbidden multi: result ?\nfor natural literal: illegal X A1 over\n")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(games[0].Variants); n != 6 {
		t.Errorf("%d rules, want 6", n)
	}
	for _, v := range games[0].Variants {
		fails := v.Rules.Ko == baduk.KoNatural && v.Rules.Suicide == baduk.SuicideLiteral
		if err := games[0].Play(v); (err != nil) != fails {
			t.Errorf("%s: %v", v.Name, err)
		}
	}
}

// TestRulesetsAndAxes lists rulesets and axes together. The result must be the
// product of both, in the order of the lists. A line may name a ruleset as it
// was listed.
func TestRulesetsAndAxes(t *testing.T) {
	games, err := parse("f.txt", "game A\nboard 1x1\nrules japanese+tax=none,aga dead=none komi=0,0.5\n"+
		"for japanese+tax=none: score W+9\nfor aga komi=0.5: score W+0.5\nfor aga komi=0: score 0\nfor tax=seki: over\nfor situational dead=none: not over\n")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, v := range games[0].Variants {
		names = append(names, v.Name)
		err := games[0].Play(v)
		if fails := v.base != "aga"; (err != nil) != fails || fails && !strings.Contains(err.Error(), "f.txt:4: score W+9: it is") {
			t.Errorf("%s: %v", v.Name, err)
		}
	}
	if have := strings.Join(names, " "); have != "japanese+tax=none,none,0 japanese+tax=none,none,0.5 aga,none,0 aga,none,0.5" {
		t.Error(have)
	}
}

// TestEveryAxisCanBeChosen writes every value of every axis in a rules line.
func TestEveryAxisCanBeChosen(t *testing.T) {
	for _, a := range baduk.Axes() {
		base := "chinese"
		if a.Key == "dead" || a.Key == "passStones" {
			base = "japanese"
		}
		text := "game A\nboard 2x2\nrules " + base + " " + a.Key + "=" + strings.Join(words(a), ",") + "\nnot over\n"
		games, err := parse("f.txt", text)
		if err != nil {
			t.Errorf("%s: %v", a.Key, err)
			continue
		}
		for i, v := range games[0].Variants {
			if have := a.Of(v.Rules); have != a.Values[i] {
				t.Errorf("%s: got %v, want value %d", a.Key, have, i)
			}
		}
	}
}

// TestWeights builds the graphs of MANGO.
func TestWeights(t *testing.T) {
	if err := playAll("game A\nrules mango\nboard torus 3x3\nthreshold 6\nweight B2 2 A1 -0.5\nstart X 3 O 1.5\n" +
		"total X 3 O 1.5\nplay X B2\ntotal X 11.5 O 1.5\nplay O A2\ncaptures 1\ntotal X 3 O 10\naccount O 8.5 weight of 9\naccount X 3 start\n"); err != nil {
		t.Error(err)
	}
}

// TestRunFindsFiles plays a file through [Run].
func TestRunFindsFiles(t *testing.T) {
	Run(t, fstest.MapFS{"a.txt": {Data: []byte("game A\r\nboard 2x2\r\nnot over\r\n")}}, "*.txt")
}

// TestWrappedBoards compares the number of edges of tori and cylinders with the
// expected one. On a torus there are two a point, except that a circle of two
// points has one edge and not two, and a circle of one point has no edge.
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

package main

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/baduk"
)

var update = flag.Bool("update", false, "rewrite the golden outputs")

// golden compares the output of a run with testdata/NAME.
func golden(t *testing.T, name string, got result) {
	t.Helper()
	if got.status != 0 || got.stderr != "" {
		t.Fatalf("status %d, stderr %q", got.status, got.stderr)
	}
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got.stdout), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got.stdout != string(want) {
		t.Errorf("the output differs from %s (-update rewrites it):\n%s", file, got.stdout)
	}
}

func TestRulesShow(t *testing.T) {
	golden(t, "rules-show-japanese.out", tengen(t, "", nil, "rules", "show", "japanese"))
	golden(t, "rules-show-changed.out", tengen(t, "", nil, "rules", "show", "aga-button+ko=NATURAL+komi=0"))
	golden(t, "rules-compare.out", tengen(t, "", nil, "rules", "compare", "chinese", "japanese"))
	for _, args := range [][]string{{"rules", "show", "korean"}, {"rules", "show", "Japanese rules"}} {
		if got := tengen(t, "", nil, args...); !strings.HasPrefix(got.stdout, "Japanese (japanese, ") {
			t.Errorf("tengen %v: got %s, want the Japanese rules", args, got.stdout)
		}
	}
	if got := tengen(t, "", nil, "rules", "compare", "korean", "japanese"); got.stdout != "Japanese and Japanese are the same rules.\n" {
		t.Errorf("tengen rules compare korean japanese: got %q, want that they are the same rules", got.stdout)
	}
}

// TestRulesExample checks the article's totals for the worked example, and for the record of its
// last position with its prisoners.
func TestRulesExample(t *testing.T) {
	golden(t, "rules-example.out", tengen(t, "", nil, "rules", "example"))
	got := tengen(t, "", nil, "rules", "score", "--prisoners", "9,6", "--dead", "H2", "--rules", "lrs-004,lrs-004-japanese", "testdata/lrs-004.sgf")
	for _, want := range []string{"lrs-004           5.5   44     42.5   B+1.5", "lrs-004-japanese  5.5   32     29.5   B+2.5"} {
		if !strings.Contains(got.stdout, want) {
			t.Errorf("%q is missing in %s%s", want, got.stdout, got.stderr)
		}
	}
	for args, want := range map[string]string{
		"--prisoners 82,0": "at most", "--prisoners 9": "such as 9,6", "--prisoners x,1": "such as 9,6", "--prisoners=-1,0": "such as 9,6",
	} {
		got := tengen(t, "", nil, append([]string{"rules", "score"}, append(strings.Fields(args), "testdata/lrs-004.sgf")...)...)
		if got.status != 2 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %q", args, got, want)
		}
	}
	own := "(;GM[1]FF[4]SZ[3]KM[0]PRISONERS[3:1]AB[ab][bb][cb])"
	if got := tengen(t, "", nil, "rules", "score", "--rules", "japanese", "--prisoners", "2,1", fileOf(t, own)); got.status != 2 || !strings.Contains(got.stderr, "the record says 3,1") {
		t.Errorf("two numbers of prisoners: %+v", got)
	}
}

// fileOf writes a record into a file.
func fileOf(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "record.sgf")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestHandicapOfRecords checks that White's passes at the beginning of an even game do not count as a
// handicap in any command.
func TestHandicapOfRecords(t *testing.T) {
	even := "(;GM[1]FF[4]SZ[5]KM[7.5];B[aa];W[];B[ba];W[dd];B[];W[])"
	got := tengen(t, "", nil, "rules", "score", "--rules", "chinese", "--dead", "none", fileOf(t, even))
	if got.status != 0 || strings.Contains(got.stdout, "handicap") {
		t.Errorf("tengen rules score of an even game: got %+v, want status 0 and no handicap", got)
	}
	given := strings.Replace(even, "KM[7.5]", "KM[7.5]HA[2]", 1)
	if got := tengen(t, "", nil, "rules", "score", "--rules", "chinese", "--dead", "none", fileOf(t, given)); !strings.Contains(got.stdout, "2  for the handicap") {
		t.Errorf("tengen rules score with HA[2]: got %+v, want 2 points for the handicap", got)
	}
}

// TestScore counts the example of the article, in which H2 is dead. Empty
// points: 23 are Black's, 16 White's and one more under H2. Stones: 22 black ones
// with H2, 20 white ones. The komi is 5.5.
//
//   - Chinese: Black 21 + 23 = 44, White 20 + 17 + 5.5 = 42.5.
//   - Japanese: Black 23, White 17 + 1 prisoner + 5.5 = 23.5. The document counts
//     one point less, since it does not count the point under H2, and the
//     prisoners taken during the game, which its picture does not show.
//   - the logical rules and the AlphaGo document do not remove dead stones: the 11 empty points that H2
//     reaches are neutral. Black 22 + 23 = 45, White 20 + 5 + 5.5 = 30.5.
func TestScore(t *testing.T) {
	const file = "testdata/lrs-004.sgf"
	args := []string{"rules", "score", "--rules", "chinese,japanese,logical-001,alphago-003"}
	golden(t, "rules-score.out", tengen(t, "", nil, append(args, file)...))
	golden(t, "rules-score.jsonl", tengen(t, "", nil, append(args, "--json", "--dead", "H2", file)...))

	type line struct {
		Rules, Result, DeadFrom string
		Black, White            float64
		Dead                    []string
	}
	score := func(in string, args ...string) []line {
		t.Helper()
		m, _, out := newMain(t, "", nil)
		m.Stdin = strings.NewReader(in)
		if status := m.Run(t.Context(), append([]string{"rules", "score", "--json"}, args...)); status != 0 || out[1].Len() > 0 {
			t.Fatalf("%v: status %d, %s", args, status, out[1])
		}
		var lines []line
		for text := range strings.Lines(out[0].String()) {
			var l line
			if err := json.Unmarshal([]byte(text), &l); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, l)
		}
		return lines
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	marked, _, _ := strings.Cut(string(data), "TB[")
	unmarked := marked + ")"
	for _, c := range []struct {
		in, dead string
		result   string
		from     string
	}{
		{string(data), "auto", "B+1.5", "record"},
		{unmarked, "auto", "B+1.5", "estimate"},
		{unmarked, "none", "B+14.5", "given"},
		{unmarked, "h2", "B+1.5", "given"},
	} {
		lines := score(c.in, "--dead", c.dead, "--rules", "chinese", "--threads", "1", "--seed", "1", "-")
		if len(lines) != 1 || lines[0].Result != c.result || lines[0].DeadFrom != c.from {
			t.Errorf("--dead %s: %+v", c.dead, lines)
		}
	}
	// Without a komi in the record, that of the rules counts. Rules in JSON may contain commas. Two files
	// give two results.
	moves := "(;SZ[3];B[bb];W[];B[])"
	lines := score(moves, "--rules", `{"ko":"SIMPLE","scoring":"AREA"},tromp-taylor+komi=0`, "-", file)
	if len(lines) != 4 || lines[0].Result != "B+1.5" || lines[1].Result != "B+9" || lines[0].Rules != `{"ko":"SIMPLE","scoring":"AREA"}` {
		t.Errorf("tengen rules score of two files: got %+v, want 4 lines, of which the first is B+1.5 by the rules in JSON and the second B+9", lines)
	}
	if lines := score("(;SZ[3]KM[0];B[bb];W[ab];B[aa];W[ca])", "--rules", "tromp-taylor", "--move", "2", "-"); lines[0].Result != "0" {
		t.Errorf("after two moves: %+v", lines)
	}
}

func TestScoreMistakes(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		stderr string
	}{
		{[]string{"--rules", "chess", "x.sgf"}, 2, `tengen: --rules: "chess" is not a ruleset`},
		{[]string{"no-such.sgf", "testdata/lrs-004.sgf"}, 1, "tengen: no-such.sgf: open no-such.sgf: no such file or directory\n"},
		{[]string{"--move", "3", "testdata/lrs-004.sgf"}, 1, "tengen: testdata/lrs-004.sgf: move 3 does not exist: the record has 0\n"},
		{[]string{"--move", "-3", "testdata/lrs-004.sgf"}, 2, "tengen: --move: expected a number of moves, not -3\n"},
		{[]string{"--dead", "A1", "testdata/lrs-004.sgf"}, 1, "tengen: testdata/lrs-004.sgf: --dead: A1 has no stone\n"},
		{[]string{"--dead", "Z9", "testdata/lrs-004.sgf"}, 1, `tengen: testdata/lrs-004.sgf: --dead: "Z9" is not a point`},
		{[]string{"rules.go"}, 1, "tengen: rules.go: "},
		{nil, 2, "tengen: expected"},
	} {
		got := tengen(t, "", nil, append([]string{"rules", "score"}, c.args...)...)
		if got.status != c.status || !strings.HasPrefix(got.stderr, c.stderr) {
			t.Errorf("%v: status %d, stderr %q", c.args, got.status, got.stderr)
		}
	}
	if got := tengen(t, "", nil, "rules", "score", "no-such.sgf", "no-such-either.sgf"); got.status != 1 || strings.Count(got.stderr, "\n") != 2 {
		t.Errorf("tengen rules score of missing files: got %+v, want status 1 and two lines on stderr", got)
	}
	for _, args := range [][]string{{"rules", "show", "chess"}, {"rules", "compare", "chinese", "chess"}} {
		if got := tengen(t, "", nil, args...); got.status != 2 || !strings.Contains(got.stderr, `"chess" is not a ruleset`) {
			t.Errorf("tengen %v: got %+v, want status 2 and that chess is not a ruleset", args, got)
		}
	}
}

func TestRulesJSON(t *testing.T) {
	for _, args := range []string{"rules list --json", "rules show aga --json", "rules compare aga ing --json", "rules example --json", "board list --json", "board check --json mango-19 infinite"} {
		got := tengen(t, "", nil, strings.Fields(args)...)
		if got.status != 0 || got.stdout == "" {
			t.Errorf("tengen %s: got %+v, want status 0 and something on stdout", args, got)
		}
		for text := range strings.Lines(got.stdout) {
			if !json.Valid([]byte(text)) {
				t.Errorf("tengen %s: got the line %q, want JSON", args, text)
			}
		}
	}
	if got := tengen(t, "", nil, "rules", "list"); strings.Count(got.stdout, "\n") != len(baduk.Presets()) {
		t.Error(got.stdout)
	}
}

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/engine"
	"tengen/lab"
)

// stillPositions are the laboratory's positions in which no cycle has to be played.
var stillPositions = strings.Fields("bent-four moonshine double-ko-death one-eye-flaw seki-points false-eye-seki three-points ten-thousand-year-ko double-ko-seki")

// TestLifeAndDeath checks that all commands find the same dead stones in the laboratory's positions,
// and that docs/life-and-death.md has the table of their answers.
func TestLifeAndDeath(t *testing.T) {
	troubles := map[string]lab.Trouble{}
	for _, trouble := range lab.Troubles() {
		troubles[trouble.Name] = trouble
	}
	table := "| position | rules | dead | in seki after the passes | `rules score`, `final_score` after the passes | `final_score` before | laboratory |\n|---|---|---|---|---|---|---|\n"
	for _, name := range stillPositions {
		for _, rules := range []string{"japanese", "chinese"} {
			table += verdictRow(t, troubles[name], rules)
		}
	}
	const begin, end = "<!-- table -->\n", "<!-- end of table -->"
	file := filepath.Join("..", "..", "docs", "life-and-death.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	old, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the table", file)
	}
	if *update {
		if err := os.WriteFile(file, []byte(before+begin+table+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if old != table {
		t.Errorf("the table in %s differs (-update rewrites it):\n%s", file, table)
	}
}

// verdictRow returns the table row of a position, and checks that the commands agree.
func verdictRow(t *testing.T, trouble lab.Trouble, rules string) string {
	t.Helper()
	noKomi := rules + "+komi=0"
	file := fileOf(t, sgfOf(trouble))
	got := tengen(t, "", nil, "rules", "score", "--rules", noKomi, "--dead", "auto", "--threads", "1", "--json", file)
	var line struct {
		Result string   `json:"result"`
		Dead   []string `json:"dead"`
	}
	if err := json.Unmarshal([]byte(got.stdout), &line); err != nil {
		t.Fatal(err, got)
	}
	const questions = "final_score\nfinal_status_list dead\nfinal_status_list seki\n"
	turns := strings.Repeat("play b pass\nplay w pass\n", 2)
	if trouble.ToPlay == baduk.White {
		turns = strings.Repeat("play w pass\nplay b pass\n", 2)
	}
	before := gtpAnswers(t, noKomi, "loadsgf "+file+"\n"+questions)[1:]
	after := gtpAnswers(t, noKomi, "loadsgf "+file+"\n"+turns+questions)[5:]
	count, dead, seki := strings.TrimSuffix(after[0], ".0"), after[1], after[2]
	if count != line.Result || before[1] != dead || len(strings.Fields(dead)) != len(line.Dead) {
		t.Errorf("%s, %s: rules score says %s without %v; GTP %v before the passes, %v after them", trouble.Name, rules, line.Result, line.Dead, before, after)
	}
	r, err := baduk.ParseRules(noKomi)
	if err != nil {
		t.Fatal(err)
	}
	g, err := trouble.Game(r)
	if err != nil {
		t.Fatal(err)
	}
	expected := "the expected score"
	if _, read := engine.Informed(g, make([]float32, g.Graph().Len())); read {
		if expected = strings.TrimSuffix(before[0], ".0"); expected != count || before[2] != seki {
			t.Errorf("%s, %s: %v before the passes and %v after them", trouble.Name, rules, before, after)
		}
	}
	played := "–"
	for _, o := range trouble.Outcomes {
		if o.Rules == rules && (played == "–" || o.Still) {
			played = o.Result
		}
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %s |\n", trouble.Name, rules, listed(dead), listed(seki), count, expected, played)
}

// listed formats a list of points for a table.
func listed(points string) string {
	switch n := len(strings.Fields(points)); {
	case n == 0:
		return "–"
	case n > 12:
		return fmt.Sprintf("%d stones", n)
	}
	return points
}

// gtpAnswers returns the answers to a script, without their marks.
func gtpAnswers(t *testing.T, rules, script string) []string {
	t.Helper()
	m, _, out := newMain(t, "", nil)
	m.Stdin = strings.NewReader(script)
	if status := m.Run(t.Context(), []string{"gtp", "--rules", rules, "--visits=100", "--threads=1", "--seed=1"}); status != 0 {
		t.Fatal(status, out[1])
	}
	var list []string
	for _, a := range strings.Split(strings.TrimSpace(out[0].String()), "\n\n") {
		list = append(list, regexp.MustCompile(`^[=?] ?`).ReplaceAllString(a, ""))
	}
	return list
}

// sgfOf returns a position as SGF.
func sgfOf(trouble lab.Trouble) string {
	var stones [3]string
	width := 0
	for y, row := range trouble.Rows {
		row = strings.ReplaceAll(row, " ", "")
		width = len(row)
		for x, r := range row {
			stones[strings.IndexRune(".XO", r)] += fmt.Sprintf("[%c%c]", 'a'+x, 'a'+y)
		}
	}
	toPlay := "B"
	if trouble.ToPlay == baduk.White {
		toPlay = "W"
	}
	return fmt.Sprintf("(;GM[1]FF[4]SZ[%d:%d]KM[0]AB%sAW%sPL[%s])", width, len(trouble.Rows), stones[1], stones[2], toPlay)
}

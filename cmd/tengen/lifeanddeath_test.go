package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/lab"
)

// lifeAndDeath are the laboratory's positions that stand still: what is dead in them does
// not depend on a cycle.
var lifeAndDeath = strings.Fields("bent-four moonshine double-ko-death one-eye-flaw seki-points false-eye-seki three-points ten-thousand-year-ko double-ko-seki")

// TestLifeAndDeath asks every command about the laboratory's positions. The table in
// docs/life-and-death.md says what they answer.
func TestLifeAndDeath(t *testing.T) {
	for _, rules := range []string{"japanese", "chinese"} {
		for _, trouble := range lab.Troubles() {
			if !strings.Contains(" "+strings.Join(lifeAndDeath, " ")+" ", " "+trouble.Name+" ") {
				continue
			}
			t.Logf("%s %s: %v", rules, trouble.Name, verdicts(t, trouble, rules+"+komi=0"))
		}
	}
}

// verdicts are the answers of the commands about a position.
func verdicts(t *testing.T, trouble lab.Trouble, rules string) []string {
	t.Helper()
	file := fileOf(t, record(t, trouble))
	got := tengen(t, "", nil, "rules", "score", "--rules", rules, "--dead", "auto", "--json", file)
	var line struct {
		Result string   `json:"result"`
		Dead   []string `json:"dead"`
	}
	if err := json.Unmarshal([]byte(got.stdout), &line); err != nil {
		t.Fatal(err, got.stdout, got.stderr)
	}
	list := []string{line.Result + " " + strings.Join(line.Dead, " ")}
	ask := "final_score\nfinal_status_list dead\nfinal_status_list seki\n"
	passes := strings.Repeat(fmt.Sprintf("play %s pass\nplay %s pass\n", letter(trouble.ToPlay), letter(trouble.ToPlay.Opponent())), 2)
	list = append(list, gtpAnswers(t, rules, "loadsgf "+file+"\n"+ask)[1:]...)
	a := gtpAnswers(t, rules, "loadsgf "+file+"\n"+passes+ask)
	list = append(list, a[len(a)-3:]...)
	var play strings.Builder
	c := trouble.ToPlay
	for range 40 {
		fmt.Fprintf(&play, "genmove %s\n", letter(c))
		c = c.Opponent()
	}
	a = gtpAnswers(t, rules, "loadsgf "+file+"\n"+play.String()+"final_score\n")
	return append(list, a[1:]...)
}

func letter(c baduk.Color) string { return map[baduk.Color]string{baduk.Black: "b", baduk.White: "w"}[c] }

// gtpAnswers are what a script gets, without the marks.
func gtpAnswers(t *testing.T, rules, script string) []string {
	t.Helper()
	m, _, out := newMain(t, "", nil)
	m.Stdin = strings.NewReader(script)
	if status := m.Run(t.Context(), []string{"gtp", "--rules", rules, "--visits=200", "--threads=1", "--seed=1"}); status != 0 {
		t.Fatal(status, out[1])
	}
	var list []string
	for _, a := range strings.Split(strings.TrimSpace(out[0].String()), "\n\n") {
		list = append(list, regexp.MustCompile(`^[=?] ?`).ReplaceAllString(a, ""))
	}
	return list
}

// record is a position as SGF.
func record(t *testing.T, trouble lab.Trouble) string {
	t.Helper()
	rows := make([]string, len(trouble.Rows))
	var stones [3]string
	for y, row := range trouble.Rows {
		rows[y] = strings.ReplaceAll(row, " ", "")
		for x, r := range rows[y] {
			c := strings.IndexRune(".XO", r)
			stones[c] += fmt.Sprintf("[%c%c]", 'a'+x, 'a'+y)
		}
	}
	return fmt.Sprintf("(;GM[1]FF[4]SZ[%d:%d]KM[0]AB%sAW%sPL[%s])", len(rows[0]), len(rows), stones[1], stones[2], strings.ToUpper(letter(trouble.ToPlay)))
}

var _ = os.Args

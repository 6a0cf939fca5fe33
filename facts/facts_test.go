package facts

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tengen/internal/realgames"
	"tengen/kifu"
	"tengen/kifustats"
)

// recordsOf returns the statistics of records.
func recordsOf(t *testing.T, name string, records ...string) *kifustats.Statistics {
	t.Helper()
	s := kifustats.NewStatistics()
	for _, record := range records {
		file, err := kifu.LoadBytes([]byte(record), kifu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range kifustats.InFile(name, file) {
			g.Replay(file.Trees[0])
			s.Add(g)
		}
	}
	s.Sum(0)
	return s
}

func list(t *testing.T, records *kifustats.Statistics) map[string]Fact {
	t.Helper()
	all, err := List(context.Background(), Options{Threads: 2, Records: records, Command: "tengen facts games"})
	if err != nil {
		t.Fatal(err)
	}
	facts := map[string]Fact{}
	for _, f := range all {
		if facts[f.About].About != "" || f.Article == "" || f.How == "" {
			t.Errorf("%+v has no number of the article, does not say how it was checked, or is there twice", f)
		}
		facts[f.About] = f
	}
	return facts
}

// TestComputed checks the facts that need no records, and that the others ask for them.
func TestComputed(t *testing.T) {
	facts := list(t, nil)
	for about, want := range map[string]struct {
		verdict Verdict
		ours    string
	}{
		"winner on solved boards":                              {Nearly, "1x1 0, 2x2 -4..4, 3x3 9, 4x4 1..16, 5x5 25"},
		"best first move on solved boards":                     {Nearly, "1x1 pass, 2x2 A2 B2 A1 B1, 3x3 B2, 4x4 B2 B3 C2 C3, 5x5 C3"},
		"neighbours of a point that is not on an edge":         {Right, "289 points of 19x19 have 4, 68 on the edges have 3, 4 in the corners have 2"},
		"the example: Black's points":                          {Right, "32"},
		"the example: White's points":                          {Nearly, "29.5"},
		"bytes of a packed board of 19x19, at 4 points a byte": {Right, "91"},
		"moves of the longest possible game without passes":    {Wrong, "at least 4121891336534812136496329879770141953873372250112"},
		"moves of the longest recorded professional game":      {Unchecked, ""},
		"legal positions on 9x9":                               {Right, "103919148791293834318983090438798793469"},
		"legal positions on 13x13":                             {Right, legal13},
		"legal positions on 19x19":                             {Right, legal19},
		"number of possible games":                             {Right, "more than 10^10^100, at most 10^10^170.77"},
		"moves of an average game of strong players":           {Unchecked, ""},
		"branching factor":                                     {Unchecked, ""},
		"usual komi on 19x19":                                  {Unchecked, ""},
		"outcome by area and by territory":                     {Unchecked, ""},
		"advantage of the first player":                        {Unchecked, ""},
		"game tree":                                            {Right, "10^360 by the article's length and branching factor; chess: 10^124"},
	} {
		f := facts[about]
		if f.Verdict != want.verdict || f.Ours != want.ours {
			t.Errorf("%s: %v, %q; want %v, %q", about, f.Verdict, f.Ours, want.verdict, want.ours)
		}
		if want.ours == "" && f.How != "needs game records" {
			t.Errorf("%s does not ask for records: %+v", about, f)
		}
	}
	if how := facts["legal positions on 13x13"].How; !strings.Contains(how, "same first 12 digits") {
		t.Errorf("the formula for 13x13: %s, want the same first 12 digits", how)
	}
}

// record is a game on 19x19 of random moves, and its number of choices.
func record(rng *rand.Rand, moves int, properties string) string {
	var b strings.Builder
	b.WriteString("(;SZ[19]" + properties)
	for i, p := range rng.Perm(361)[:moves] {
		fmt.Fprintf(&b, ";%c[%c%c]", "BW"[i%2], 'a'+p%19, 'a'+p/19)
	}
	return b.String() + ")"
}

// TestRecorded checks verdicts over games whose lengths are known. A capture in a game of 100 random moves is unlikely
// to matter for the verdict.
func TestRecorded(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	facts := list(t, recordsOf(t, "games.sgf",
		record(rng, 80, "KM[7.5]"), record(rng, 100, "KM[6.5]BR[9p]RE[B+2.5]"), record(rng, 120, "KM[7.5]RE[W+R]"), "(;SZ[9]KM[5.5];B[ee];W[cc])", "(;SZ[9]AB[aa])"))
	for about, want := range map[string]struct {
		verdict Verdict
		ours    string
	}{
		"moves of an average game of strong players":      {Wrong, "100.0 ± 22.6; 100.0 if the game was decided by points"},
		"moves of the longest recorded professional game": {Unchecked, "100 moves, game 1 of games.sgf"},
		"usual komi on 19x19":                             {Nearly, "7.5 67 %, 6.5 33 %"},
		"usual komi on 9x9":                               {Right, "5.5 100 %"},
		"sizes of boards":                                 {Right, "19x19 75.0 %, 9x9 25.0 %"},
		"outcome by area and by territory":                {Right, "the same in 100.0 % of the games"},
		"advantage of the first player":                   {Unchecked, "9.0 points without komi. Black won 100 % of the games with komi 6.5, 0 % of the games with komi 7.5"},
	} {
		if f := facts[about]; f.Verdict != want.verdict || f.Ours != want.ours {
			t.Errorf("%s: %v, %q; want %v, %q", about, f.Verdict, f.Ours, want.verdict, want.ours)
		}
	}
	if f := facts["branching factor"]; f.Verdict != Wrong || !strings.HasPrefix(f.Ours, "31") || !strings.Contains(f.Ours, "361 at move 1, 312 at move 50") {
		t.Errorf("branching factor: %+v, want about 310 and 361 at move 1, 312 at move 50", f)
	}
	for article, want := range map[float64]Verdict{150: Right, 143: Right, 142: Nearly, 129: Nearly, 128: Wrong, 157: Right, 160: Nearly, 180: Wrong} {
		if got := within(article, 150); got != want {
			t.Errorf("%v instead of 150 is %v, want %v", article, got, want)
		}
	}
}

// TestOutcomes checks the verdicts on the scoring systems and on the advantage of the first player. All games have an
// odd number of moves, so Black's lead by area is larger by 1.
func TestOutcomes(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, test := range []struct {
		results           []string
		scoring, first    Verdict
		same, lead, games string
	}{
		{[]string{"W+0.5", "B+3.5"}, Wrong, Right, "50.0 %", "8.0 ± 3.9", "2 games"},
		{[]string{"W+0.5", "B+1.5", "B+2.5", "B+3.5", "B+4.5", "B+5.5", "B+0.5", "W+9.5"}, Right, Right, "87.5 %", "7.5 ± 3.3", "8 games"},
		{[]string{"W+20.5", "W+30.5", "W+25.5"}, Right, Wrong, "100.0 %", "-19.0 ± 5.7", "3 games"},
		{[]string{"W+6.5", "W+8.5", "W+4.5"}, Right, Unchecked, "100.0 %", "0.0 ± 2.3", "3 games"},
	} {
		var records []string
		for _, result := range test.results {
			records = append(records, record(rng, 31, "KM[6.5]RU[Japanese]RE["+result+"]"))
		}
		o := Options{Records: recordsOf(t, "games.sgf", records...)}
		scoring, first := scoring(o), advantage(o)
		if scoring.Verdict != test.scoring || !strings.Contains(scoring.Ours, test.same) || !strings.Contains(scoring.How, test.games) {
			t.Errorf("%v: got %+v, want %v and %s over %s", test.results, scoring, test.scoring, test.same, test.games)
		}
		if first.Verdict != test.first || !strings.HasPrefix(first.Ours, test.lead+" points") || !strings.Contains(first.How, test.games) {
			t.Errorf("%v: got %+v, want %v and %s over %s", test.results, first, test.first, test.lead, test.games)
		}
	}
}

// TestProfessionalGames finds the longest game of the article among real games.
func TestProfessionalGames(t *testing.T) {
	if testing.Short() {
		t.Skip("reading the whole collection takes half a minute")
	}
	s := kifustats.NewStatistics()
	for game := range realgames.Games(t, "pro") {
		if len(game[realgames.Moves]) < 2*390 {
			continue
		}
		file, err := kifu.LoadBytes([]byte(realgames.SGF(game, "BR["+game[8]+"]WR["+game[9]+"]DT["+game[10]+"]")), kifu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range kifustats.InFile("pro", file) {
			s.Add(g)
		}
	}
	s.Sum(0)
	if f := list(t, s)["moves of the longest recorded professional game"]; f.Verdict != Right || !strings.Contains(f.Ours, "411 moves") || !strings.Contains(f.Ours, "1950") {
		t.Errorf("got %+v, want the game of 411 moves from 1950", f)
	}
}

// TestOutput checks the two formats.
func TestOutput(t *testing.T) {
	all := []Fact{{"moves", "150", "209", "counted", Wrong, "tengen facts games"}, {"years", "20", "", "literature", Unchecked, ""}}
	var b bytes.Buffer
	if err := Write(&b, all); err != nil {
		t.Fatal(err)
	}
	want := "moves: wrong\n  article  150\n  tengen   209\n  how      counted\n  repeat   tengen facts games\n\nyears: cannot be checked\n  article  20\n  how      literature\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &b, want)
	}
	text, err := json.Marshal(all[0])
	if want := `{"about":"moves","article":"150","ours":"209","how":"counted","verdict":"wrong","command":"tengen facts games"}`; err != nil || string(text) != want {
		t.Errorf("got %s, %v, want %s", text, err, want)
	}
}

// TestChart draws games: each game is in one bar.
func TestChart(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	m, ok := recordsOf(t, "a", record(rng, 80, ""), record(rng, 89, ""), record(rng, 90, "")).Measure("19x19")
	if !ok {
		t.Fatal("no games on 19x19")
	}
	chart := Chart(m)
	bars := chart.Plots[0].Curves[0].Points
	if n := len(bars); n != 10 || bars[8].Y != 2 || bars[9].Y != 1 || bars[8].X != 85 {
		t.Errorf("bars %v, want two games around 85 moves, and one around 95", bars)
	}
	if points := chart.Plots[1].Curves[0].Points; points[0].Y != 361 || points[0].X != 1 {
		t.Errorf("the first choice is %v, want 361 at move 1", points[0])
	}
	var b bytes.Buffer
	if err := chart.WriteSVG(&b); err != nil || !strings.Contains(b.String(), "3 games on 19x19") {
		t.Errorf("the chart has no title: %v", err)
	}
}

package lab

import (
	"math"
	"math/rand"
	"strings"
	"testing"

	"tengen/baduk"
)

// example returns the worked example of the article with its nine white and six black prisoners, and the
// dead stone on H2.
func example(t *testing.T, rules string) (g *baduk.Game, dead baduk.PointSet) {
	t.Helper()
	r, err := baduk.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	trouble := Trouble{ToPlay: baduk.Black, Rows: []string{
		"O...XXXOX", "OOX.XOO..", "OOOXXOX.X", "XOOXO...O", "XOXOOO...", ".XXXOO...", "...XXOO..", "....XXOX.", "....X.XO."}}
	if g, err = trouble.Game(r); err != nil {
		t.Fatal(err)
	}
	c := baduk.Black
	for _, name := range strings.Fields("B9 J8 H8 H7 A8 F1 F6 G6 pass G1") {
		p, err := g.Graph().ParseVertex(name)
		if err == nil {
			err = g.Play(baduk.Move{Color: c, Point: p})
		}
		if err != nil {
			t.Fatal(err)
		}
		c = c.Opponent()
	}
	p, _ := g.Graph().ParseVertex("H2")
	dead.Add(p)
	return g, dead
}

// TestCompareExample compares the example of the article under many rules with totals that were counted
// by hand.
func TestCompareExample(t *testing.T) {
	g, dead := example(t, "lrs-004")
	for _, test := range []struct {
		name, title  string
		black, white float64
		result       string
	}{
		{"chinese", "Chinese", 44, 37 + 7.5, "W+0.5"},
		{"japanese", "Japanese", 23 + 9, 17 + 7 + 6.5, "B+1.5"},
		{"lrs-004", "lrs-004", 44, 37 + 6.5, "B+0.5"},
		{"lrs-004-japanese", "lrs-004-japanese", 32, 17 + 7 + 6.5, "B+1.5"},
		{"lrs-004-japanese+komi=5.5", "lrs-004-japanese", 32, 29.5, "B+2.5"},
		// These rules have no agreement, so H2 lives.
		{"logical-001", "logical-001", 45 + 9, 25 + 6, "B+23"},
		{"alphago-003", "alphago-003", 45, 25 + 7.5, "B+12.5"},
		{"tromp-taylor", "Tromp-Taylor", 45, 25 + 7.5, "B+12.5"},
	} {
		r := Compare(g, []string{test.name}, dead)[0]
		if r.Err != nil || r.Name != test.name || r.Title != test.title || r.Result != test.result ||
			r.Score.Total(baduk.Black) != test.black || r.Score.Total(baduk.White) != test.white {
			t.Errorf("%s: %v (%s), %v to %v, want %s, %v to %v", test.name, r, r.Title, r.Score.Total(baduk.Black), r.Score.Total(baduk.White),
				test.result, test.black, test.white)
		}
	}
}

func TestCompareErrors(t *testing.T) {
	g, dead := example(t, "chinese")
	rulings := Compare(g, []string{"chinese", "cat", "japanese+dead=NONE"}, dead)
	if len(rulings) != 3 || rulings[0].Err != nil || rulings[1].Err == nil || rulings[2].Err != nil {
		t.Fatalf("%v; want 3 rulings, an error in the second only", rulings)
	}
	if s := Summary(rulings[0], rulings[1]); !strings.Contains(s, "not a ruleset") {
		t.Error(s)
	}
	if d := Differences(g.Graph(), rulings[0], rulings[1]); d != nil {
		t.Error(d)
	}
	weighted, err := baduk.NewGraphFrom(baduk.Shape{Adjacency: [][]baduk.Point{{1}, {0}}, Life: &baduk.Life{Weights: []float64{1, 2}}})
	if err != nil {
		t.Fatal(err)
	}
	rulings = Compare(baduk.NewGame(weighted, baduk.Rules{}), []string{"japanese", "mango"}, nil)
	if rulings[0].Err == nil || rulings[1].Err != nil || rulings[1].Result != "0" {
		t.Errorf("%v; want an error in the first, and a draw in the second", rulings)
	}
	g.Resign(baduk.White)
	if r := Compare(g, []string{"chinese"}, nil)[0]; r.Result != "B+R" {
		t.Error(r)
	}
}

// TestDifferencesOfTheExample checks the sentences about two ways of counting the example.
func TestDifferencesOfTheExample(t *testing.T) {
	g, dead := example(t, "chinese")
	r := Compare(g, []string{"chinese", "japanese", "alphago-003", "chinese+komi=7"}, dead)
	var all []string
	for _, p := range Differences(g.Graph(), r[0], r[1]) {
		all = append(all, number(p.Points)+" "+p.Text)
	}
	text := strings.Join(all, "\n")
	for _, want := range []string{
		"21 ", "under Chinese: living black stones; under Japanese: living black stones, which do not count.",
		"-20 ", "-2 Prisoners under Chinese: they do not count; under Japanese: Black has 9, White has 7 (1 dead on the board).",
		"-1 Komi under Chinese: 7.5; under Japanese: 6.5.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if s := Summary(r[0], r[1]); s != "The result is W+0.5 under Chinese and B+1.5 under Japanese: White is better off by 2 under Chinese." {
		t.Error(s)
	}
	text = ""
	for _, p := range Differences(g.Graph(), r[0], r[2]) {
		text += p.Text + "\n"
	}
	if !strings.Contains(text, "H2 under Chinese: a dead stone, surrounded by White; under alphago-003: a living black stone.") {
		t.Error(text)
	}
	if d := Differences(g.Graph(), r[0], r[0]); len(d) != 0 {
		t.Error(d)
	}
	if d := Differences(g.Graph(), r[0], r[3]); len(d) != 1 || d[0].Points != -0.5 {
		t.Error(d)
	}
}

// playRandom plays random legal moves in a game, at most twice as many as the board has points.
func playRandom(t *testing.T, g *baduk.Game, random *rand.Rand) {
	t.Helper()
	for range random.Intn(2 * g.Graph().Len()) {
		moves := g.Actions(nil)
		if len(moves) == 0 {
			break
		}
		if err := g.Play(moves[random.Intn(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDifferencesAddUp plays random games and compares all rulesets with each other. The parts add up to
// the difference of the leads, accounts add up to totals, and rulings without parts agree.
func TestDifferencesAddUp(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	var names []string
	for _, p := range baduk.Presets() {
		names = append(names, p.Name)
	}
	names = append(names, "japanese+tax=ALL", "chinese+ties=BLACK+komi=0", "aga-button+komi=0")
	for n := range 60 {
		rules, err := baduk.ParseRules(names[random.Intn(len(names))])
		if err != nil {
			t.Fatal(err)
		}
		graph := baduk.MustRectangle(2+random.Intn(6), 2+random.Intn(6))
		g := baduk.NewGame(graph, rules)
		playRandom(t, g, random)
		var dead baduk.PointSet
		if n%2 == 0 {
			dead = baduk.PointSet{}
			for p := range graph.Len() {
				if q := baduk.Point(p); g.At(q) != baduk.Empty && random.Intn(8) == 0 {
					for _, s := range g.Position().AppendChain(nil, q) {
						dead.Add(s)
					}
				}
			}
		}
		rulings := Compare(g, names, dead)
		for _, a := range rulings {
			if a.Err != nil {
				t.Fatal(a.Err)
			}
			for _, c := range [2]baduk.Color{baduk.Black, baduk.White} {
				sum := 0.0
				for _, item := range a.Score.Account(c) {
					sum += item.Points
				}
				if sum != a.Score.Total(c) {
					t.Errorf("%s: %v's account adds up to %v, want the total %v", a.Name, c, sum, a.Score.Total(c))
				}
			}
			for _, b := range rulings {
				sum, parts := 0.0, Differences(graph, a, b)
				for _, p := range parts {
					sum += p.Points
					if p.Text == "" || strings.Contains(p.Text, "%!") {
						t.Errorf("%s and %s: %q; want a sentence", a.Name, b.Name, p.Text)
					}
				}
				if gap := a.Score.Lead() - b.Score.Lead(); math.Abs(sum-gap) > 1e-9 {
					t.Errorf("%s and %s: the explained difference is %v, want %v", a.Name, b.Name, sum, gap)
				}
				if len(parts) == 0 && a.Result != b.Result {
					t.Errorf("%s and %s: the results are %s and %s; want an explanation", a.Name, b.Name, a.Result, b.Result)
				}
			}
		}
	}
}

// TestCompareWhatWasPlayed compares a void game, and a game in which Black played two stones before a pass. These
// stones are a handicap.
func TestCompareWhatWasPlayed(t *testing.T) {
	game, err := baduk.NewGameFrom(baduk.MustRectangle(3, 3), baduk.Chinese(), baduk.Setup{FreeHandicap: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []baduk.Move{{Color: baduk.Black, Point: 4}, {Color: baduk.White, Point: baduk.Pass}, {Color: baduk.Black, Point: 3}} {
		if err := game.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	r := Compare(game, []string{"aga-button+komi=0", "aga+komi=0"}, nil)
	if r[0].Result != "B+7.5" || r[1].Result != "B+8" {
		t.Error(r)
	}
	if d := Differences(game.Graph(), r[0], r[1]); len(d) != 1 || d[0].Points != -0.5 || d[0].Text != "Button under AGA with button: half a point for White; under AGA: not used." {
		t.Errorf("%+v; want one part about the button, worth -0.5", d)
	}
	trouble := named(t, "triple-ko")
	void, _, _, err := trouble.play(trouble.Outcomes[0])
	if err != nil || !void.NoResult() {
		t.Fatal(err)
	}
	r = Compare(void, []string{"chinese+komi=0", "tromp-taylor+komi=0", "japanese"}, nil)
	if r[0].Result != "Void" || r[1].Result == "Void" || r[2].Result != "Void" {
		t.Error(r)
	}
	if d := Differences(void.Graph(), r[0], r[1]); len(d) != 1 || d[0].Points != 0 || d[0].Text != "The game has no result under Chinese." {
		t.Errorf("%+v; want one part: no result under Chinese", d)
	}
}

// TestDifferencesOfWeights compares counts on a board with weights.
func TestDifferencesOfWeights(t *testing.T) {
	g, err := baduk.NewGraphFrom(baduk.Shape{Adjacency: [][]baduk.Point{{1}, {0, 2}, {1}}, Life: &baduk.Life{Weights: []float64{1, 2.5, -0.5}}})
	if err != nil {
		t.Fatal(err)
	}
	game := baduk.NewGame(g, baduk.Rules{})
	if err := game.Play(baduk.Move{Color: baduk.Black, Point: 1}); err != nil {
		t.Fatal(err)
	}
	r := Compare(game, []string{"mango", "stones-literal"}, nil)
	sum := 0.0
	for _, p := range Differences(g, r[0], r[1]) {
		sum += p.Points
	}
	if r[0].Score.Lead() != 3 || r[1].Score.Lead() != 2.5 || sum != 0.5 {
		t.Errorf("%v and %v: %v; want leads 3 and 2.5, difference 0.5", r[0], r[1], sum)
	}
}

// TestPassStones plays random games in which Black moved first and White passed last. Territory with pass
// stones then gives the same lead as area.
func TestPassStones(t *testing.T) {
	random := rand.New(rand.NewSource(2))
	rules, err := baduk.ParseRules("aga-pass-stones+komi=0")
	if err != nil {
		t.Fatal(err)
	}
	for range 200 {
		g := baduk.NewGame(baduk.MustRectangle(3+random.Intn(3), 3+random.Intn(3)), rules)
		for turn := 0; !g.Over(); turn++ {
			moves := g.Actions(nil)
			m := moves[random.Intn(len(moves))]
			if turn > 120 {
				m.Point = baduk.Pass
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		r := Compare(g, []string{"aga-pass-stones+komi=0", "aga+komi=0+dead=NONE+whiteHandicapBonus=0"}, nil)
		if r[0].Score.Lead() != r[1].Score.Lead() {
			t.Fatalf("%v\n%v\n%v; want equal leads", r[0], r[1], g.Moves())
		}
	}
}

// TestNamedDead names dead stones on an ordinary board, and on an infinite one, whose names contain commas.
func TestNamedDead(t *testing.T) {
	line := baduk.Shape{Adjacency: [][]baduk.Point{{1}, {0, 2}, {1, 3}, {2}}, Beyond: true,
		Geometry: &baduk.Geometry{X: make([]float64, 4), Y: make([]float64, 4), Names: []string{"0,0", "1,0", "2,0", "beyond"}}}
	infinite, err := baduk.NewGraphFrom(line)
	if err != nil {
		t.Fatal(err)
	}
	for names, graph := range map[string]*baduk.Graph{"A1,C1": baduk.MustRectangle(4, 1), "A1; C1": baduk.MustRectangle(4, 1), "0,0 2,0": infinite, "0,0;2,0": infinite} {
		g, err := baduk.NewGameFrom(graph, baduk.Chinese(), baduk.Setup{Black: []baduk.Point{0, 2}})
		if err != nil {
			t.Fatal(err)
		}
		if dead, err := NamedDead(g, names); err != nil || !dead.Has(0) || dead.Has(1) || !dead.Has(2) {
			t.Errorf("%q: got %v, %v, want the stones on points 0 and 2", names, dead, err)
		}
	}
}

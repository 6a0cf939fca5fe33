package neteval

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/nn"
)

var shared = filepath.Join("..", "..", "shared")

// golden is a position and KataGo's answer.
type golden struct {
	Net, Profile  string // names of files in testdata, and of profiles
	Width, Height int
	Rules         string
	RulesJSON     json.RawMessage // the rules in KataGo's own form: some of tengen's rulesets with the same name end the game differently
	Komi          float64
	Moves         [][2]string
	ToPlay        string
	Symmetry      Symmetry
	Out           struct {
		WhiteWin, WhiteLoss, NoResult, WhiteLead, WhiteScoreSelfplay, WhiteScoreSelfplaySq float64
		VarTimeLeft, ShorttermWinlossError, ShorttermScoreError                            float64
		Policy                                                                             [][]*float64
		PolicyPass                                                                         float64
		WhiteOwnership                                                                     [][]float64
	}
}

// game plays the position.
func (q *golden) game(t testing.TB) *baduk.Game {
	t.Helper()
	rules, err := baduk.ParseRules(string(q.RulesJSON))
	if err != nil {
		t.Fatal(err)
	}
	if rules.Komi, err = baduk.KomiOf(q.Komi); err != nil {
		t.Fatal(err)
	}
	rules.Dead = baduk.DeadNone // KataGo's GTP has no clean-up
	graph := baduk.MustRectangle(q.Width, q.Height)
	game, err := baduk.NewGameFrom(graph, rules, baduk.Setup{FreeHandicap: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range q.Moves {
		p, err := graph.ParseVertex(m[1])
		if err != nil {
			t.Fatal(err)
		}
		c := baduk.Black
		if m[0] == "W" {
			c = baduk.White
		}
		if game.Over() {
			game.Reopen()
		}
		if err := game.Play(baduk.Move{Color: c, Point: p}); err != nil {
			t.Fatal(err)
		}
	}
	if want := map[string]baduk.Color{"B": baduk.Black, "W": baduk.White}[q.ToPlay]; game.ToPlay() != want {
		game.SetToPlay(want)
	}
	return game
}

func readGolden(t testing.TB, file string) []golden {
	t.Helper()
	path := filepath.Join(shared, "testdata", "katago-nn", file)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no recorded answers: %v", err)
	}
	return slices.Collect(readLines[golden](t, path))
}

// compare returns the largest difference for each kind of output.
func (q *golden) compare(j *Judgement, worst map[string]float64) {
	note := func(what string, d float64) {
		if !(d <= worst[what]) {
			worst[what] = d
		}
	}
	o := &q.Out
	note("win", math.Abs(j.Loss-o.WhiteWin))
	note("win", math.Abs(j.Win-o.WhiteLoss))
	note("win", math.Abs(j.NoResult-o.NoResult))
	note("lead", math.Abs(-j.Lead-o.WhiteLead))
	note("score", math.Abs(-j.ScoreMean-o.WhiteScoreSelfplay))
	note("square", math.Abs(j.ScoreSquare-o.WhiteScoreSelfplaySq)/math.Max(1, o.WhiteScoreSelfplaySq))
	note("time", math.Abs(j.VarTimeLeft-o.VarTimeLeft)/math.Max(1, o.VarTimeLeft))
	note("errors", math.Max(math.Abs(j.WinError-o.ShorttermWinlossError), math.Abs(j.ScoreError-o.ShorttermScoreError)))
	for i, want := range slices.Concat(o.Policy...) {
		switch got := float64(j.Policy[i]); {
		case want == nil && got != -1:
			note("legality", 1)
		case want != nil:
			note("policy", math.Abs(got-*want))
		}
	}
	note("policy", math.Abs(float64(j.Policy[len(j.Policy)-1])-o.PolicyPass))
	for i, want := range slices.Concat(o.WhiteOwnership...) {
		note("ownership", math.Abs(-float64(j.Ownership[i])-want))
	}
}

// tolerances are the largest allowed differences for nets that are computed in floats.
var tolerances = map[string]float64{"policy": 1e-4, "win": 1e-4, "ownership": 1e-4, "lead": 0.01, "score": 0.01, "square": 1e-3, "time": 1e-3, "errors": 2e-3, "legality": 0}

// coarse are the largest allowed differences for integers. An infinite one means that it is not checked.
var coarse = map[string]float64{"policy": 0.01, "win": 0.005, "ownership": math.Inf(1), "lead": 0.2, "score": math.Inf(1), "square": math.Inf(1), "time": math.Inf(1), "errors": math.Inf(1), "legality": 0}

func TestGolden(t *testing.T) {
	for model, file := range map[string]string{
		"g170-b6c96-s175395328-d26788732.bin.gz": "g170-b6c96.jsonl.gz",
		"b7c96h3tfrs-test5-cnorm.bin.gz":         "b7c96h3tfrs-test5-cnorm.jsonl.gz",
		"b7c96h6kv3qk32v16tflrs-fson-bnh.bin.gz": "b7c96h6kv3qk32v16tflrs-fson-bnh.jsonl.gz",
	} {
		t.Run(model, func(t *testing.T) {
			list := readGolden(t, file)
			step := 1
			if testing.Short() {
				step = 20
			}
			m, err := nn.ReadFile(filepath.Join(shared, "models", model), nn.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range nn.Levels() {
				if !l.Integers() && l < nn.FastestLevel().Exact() { // package nn compares the slower levels
					continue
				}
				net, err := nn.NewNet(m, l)
				if err != nil {
					t.Fatal(err)
				}
				allowed := tolerances
				switch {
				case net.Level() != l:
					t.Logf("no layer of this net is computed in integers, so %v is skipped", l)
					continue
				case l.Integers():
					allowed = coarse
				}
				worst := map[string]float64{}
				for i := 0; i < len(list); i += step {
					list[i].check(t, i, net, allowed, worst)
				}
				t.Logf("%v: %d positions, one in %d, largest differences: %s", l, len(list), step, fmt.Sprint(worst))
			}
		})
	}
}

// check compares a net's answer with KataGo's and records the largest differences.
func (q *golden) check(t *testing.T, number int, net *nn.Net, allowed, worst map[string]float64) {
	t.Helper()
	game := q.game(t)
	o := Options{Optimism: 0.2} // the default of KataGo's GTP
	if q.Profile != "" {
		var err error
		if o.Profile, err = ParseProfile(q.Profile); err != nil {
			t.Fatal(err)
		}
	}
	e, err := New(net, game.Graph(), o)
	if err != nil {
		t.Fatal(err)
	}
	j, err := e.Judge(game, q.Symmetry)
	if err != nil {
		t.Fatal(err)
	}
	own := map[string]float64{}
	q.compare(&j, own)
	for what, d := range own {
		worst[what] = max(worst[what], d)
		if d > allowed[what] {
			t.Errorf("position %d (%dx%d, %s, komi %g, %d moves, symmetry %d): %s is off by %g, want less", number, q.Width, q.Height, q.RulesJSON, q.Komi, len(q.Moves), q.Symmetry, what, d)
		}
	}
}

// TestNets compares small random nets of every version with KataGo, from the net's file to the last
// number of the answer, on positions of several sizes and rules.
func TestNets(t *testing.T) {
	nets := map[string]*nn.Net{}
	worst := map[string]map[string]float64{}
	versions := map[int]int{}
	for i, q := range slices.Collect(readLines[golden](t, "testdata/nets.jsonl.gz")) {
		if nets[q.Net] == nil {
			m, err := nn.ReadFile(filepath.Join("..", "nn", "testdata", "katago", q.Net), nn.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if nets[q.Net], err = nn.NewNet(m, nn.FastestLevel().Exact()); err != nil {
				t.Fatal(err)
			}
			worst[q.Net] = map[string]float64{}
		}
		versions[nets[q.Net].Model().Version]++
		q.check(t, i, nets[q.Net], tolerances, worst[q.Net])
	}
	for v := nn.OldestVersion; v <= nn.NewestVersion; v++ {
		if versions[v] == 0 {
			t.Errorf("version %d: no net was compared, want at least one", v)
		}
	}
	for name, w := range worst {
		t.Logf("%s: largest differences: %v", name, w)
	}
}

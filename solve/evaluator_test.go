package solve

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/topology"
)

// boasting is an evaluator that always says that Black wins by 1000 points.
type boasting struct{}

func (boasting) Info() eval.Info { return eval.Info{Name: "boasting", Scores: true} }

func (boasting) Evaluate(_ context.Context, in []eval.Query, out []eval.Evaluation) error {
	for i, q := range in {
		out[i].Resize(q.Game.Graph())
		out[i].Win, out[i].Lead, out[i].ScoreMean, out[i].ScoreStdev, out[i].Exact = 1, 1000, 1000, 50, true
		for p := range out[i].Policy {
			out[i].Policy[p] = 1 / float32(q.Game.Graph().Len()+1)
		}
	}
	return nil
}

func boastful(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return boasting{}, nil }

// article are the rules for which solved values need no condition: the basic ko and nothing else, counted as it stands.
func article() baduk.Rules { return baduk.Rules{Ko: baduk.KoBasic} }

// evaluated asks the evaluators about the present position of a game.
func evaluated(t *testing.T, e eval.Evaluator, g *baduk.Game) eval.Evaluation {
	t.Helper()
	out, err := eval.One(t.Context(), e, eval.Query{Game: g, Policy: true})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func knowingOn(t *testing.T, g *baduk.Graph, rules baduk.Rules) eval.Evaluator {
	t.Helper()
	e, err := Evaluators(boastful)(g, rules)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestBounds cuts the leads of an evaluator that claims 1000 points.
func TestBounds(t *testing.T) {
	weighted, err := topology.Parse("mango-19")
	if err != nil {
		t.Fatal(err)
	}
	size := 0.
	for p := range weighted.Graph.Len() {
		size += math.Abs(weighted.Graph.Weight(baduk.Point(p)))
	}
	superko, territory, komi := baduk.TrompTaylor(), baduk.Japanese(), article()
	superko.Komi, territory.Komi, komi.Komi = 0, 0, 7
	for _, test := range []struct {
		name  string
		graph *baduk.Graph
		rules baduk.Rules
		lead  float64
		win   float64
		exact bool
	}{
		{"3x3", baduk.MustRectangle(3, 3), article(), 9, 1, true},
		{"3x3 with a komi of 3.5", baduk.MustRectangle(3, 3), komi, 5.5, 1, true},
		{"2x3, where everything depends on cycles", baduk.MustRectangle(3, 2), article(), 6, 1, false},
		{"3x4, where only bounds are known", baduk.MustRectangle(4, 3), article(), 12, 1, false},
		{"2x5 with superko", baduk.MustRectangle(5, 2), superko, 10, 1, false},
		{"9x9", baduk.MustRectangle(9, 9), article(), 81, 1, false},
		{"weights", weighted.Graph, baduk.Rules{Ko: baduk.KoPositional}, size, 1, false},
		{"3x3 with prisoners", baduk.MustRectangle(3, 3), territory, 1000, 1, false},
	} {
		got := evaluated(t, knowingOn(t, test.graph, test.rules), baduk.NewGame(test.graph, test.rules))
		if float64(got.Lead) != test.lead || float64(got.Win) != test.win || test.name != "3x3 with prisoners" && float64(got.ScoreMean) != test.lead {
			t.Errorf("%s: lead %v and mean %v, Black wins with %v; want %v and %v", test.name, got.Lead, got.ScoreMean, got.Win, test.lead, test.win)
		}
		if got.Exact != test.exact {
			t.Errorf("%s: exact is %v, want %v", test.name, got.Exact, test.exact)
		}
	}
}

// TestButton cuts leads under rules with a button. Until a player takes it, both may still get it.
func TestButton(t *testing.T) {
	g := baduk.MustRectangle(9, 9)
	rules := baduk.Rules{Ko: baduk.KoPositional, Button: true}
	game := baduk.NewGame(g, rules)
	e := knowingOn(t, g, rules)
	for _, want := range []float32{81.5, 80.5} { // White takes the button
		if got := evaluated(t, e, game); got.Lead != want || got.ScoreMean != want {
			t.Errorf("after %d turns: lead %v and mean %v, want %v", game.Len(), got.Lead, got.ScoreMean, want)
		}
		for _, m := range []baduk.Move{{Color: baduk.Black, Point: 40}, {Color: baduk.White, Point: baduk.Pass}} {
			if game.Len() < 2 {
				if err := game.Play(m); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestBoundsDecideTheGame: if the bounds say who wins, an evaluator cannot claim otherwise.
func TestBoundsDecideTheGame(t *testing.T) {
	g := baduk.MustRectangle(4, 3) // Black leads by 4 to 12 points
	for komi, want := range map[baduk.Komi]float64{7: 1, 8: 1, 25: 0} {
		rules := article()
		rules.Komi = komi
		if got := evaluated(t, knowingOn(t, g, rules), baduk.NewGame(g, rules)); float64(got.Win) != want {
			t.Errorf("3x4 with a komi of %v: Black wins with %v, want %v", komi, got.Win, want)
		}
	}
}

// TestPerfectPlay lets perfect play meet random play and itself, on both sides. It never does worse than the exact
// value, and each game of perfect play against itself ends with this value.
func TestPerfectPlay(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, name := range []string{"3x1", "4x1", "2x2", "3x2", "4x2", "5x2", "3x3", "4x3", "torus 7x1", "cylinder 3x3", "moebius 4x2"} {
		b, err := topology.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, rules := range []baduk.Rules{article(), baduk.Chinese()} {
			e := knowingOn(t, b.Graph, rules)
			basic := rules
			basic.Ko = baduk.KoBasic
			r, err := ForRules(t.Context(), b.Graph, basic)
			if err != nil {
				t.Fatal(err)
			}
			exact := 0
			for n := range 60 {
				g := baduk.NewGame(b.Graph, rules)
				for range rng.IntN(8) { // any position, not only those of good play
					randomTurn(rng, g)
				}
				if n == 0 {
					g = baduk.NewGame(b.Graph, rules)
				}
				if !evaluated(t, e, g).Exact || g.Over() {
					continue
				}
				exact++
				value, _ := r.At(g)
				for _, perfect := range []baduk.Color{baduk.Black, baduk.White, baduk.Empty} {
					lead, ended := playOut(t, rng, e, r, g.Clone(), perfect)
					switch {
					case !ended && (perfect == baduk.Empty || value.Low*float64(perfect.Number()) > 0):
						t.Errorf("%s: %v plays perfectly from a value of %v, and the game does not end", name, perfect, value)
					case !ended: // a player who would lose made a cycle after a mistake of the opponent
					case perfect == baduk.Black && lead < value.Low, perfect == baduk.White && lead > value.Low, perfect == baduk.Empty && lead != value.Low:
						t.Errorf("%s: %v plays perfectly from a value of %v, and the game ends with %v", name, perfect, value, lead)
					}
				}
			}
			if covered := Covers(b.Graph, rules); covered != (exact > 0) {
				t.Errorf("%s, %v: %d positions had an exact value, and the board is covered: %v", name, rules.Ko, exact, covered)
			}
		}
	}
}

func randomTurn(rng *rand.Rand, g *baduk.Game) {
	if legal := g.Actions(nil); len(legal) > 0 && !g.Over() {
		_ = g.Play(legal[rng.IntN(len(legal))])
	}
}

// playOut plays a game to its end, perfectly for one colour or for both if it is Empty. Random play continues the
// game against perfect play. It returns the lead at the end without komi.
func playOut(t *testing.T, rng *rand.Rand, e eval.Evaluator, r *FixPoint, g *baduk.Game, perfect baduk.Color) (lead float64, ended bool) {
	t.Helper()
	for range 400 {
		if g.Over() {
			return r.End(g).Low, !g.NoResult()
		}
		if perfect != baduk.Empty && g.ToPlay() != perfect {
			randomTurn(rng, g)
			continue
		}
		policy, best := evaluated(t, e, g).Policy, baduk.Pass
		for p := range g.Graph().Len() {
			if policy[p] > policy[eval.PolicyIndex(best, g.Graph().Len())] {
				best = baduk.Point(p)
			}
		}
		if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: best}); err != nil {
			t.Fatal(err)
		}
	}
	return 0, false
}

package baduk_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"tengen/baduk"
)

// TestLiteralLogicalUnderSimpleKo checks that a change of the ko rule changes nothing
// else in the literal reading of the logical rules. A stone without a neighbour of its
// colour is not a move, so no stone can be played on an empty board.
func TestLiteralLogicalUnderSimpleKo(t *testing.T) {
	rules, err := baduk.ParseRules("logical-001-literal+ko=SIMPLE")
	if want := (baduk.Rules{Suicide: baduk.SuicideLone, Scoring: baduk.ScoringAreaPrisoners}); err != nil || rules != want {
		t.Fatalf("got %+v, %v, want %+v", rules, err, want)
	}
	graph := baduk.MustRectangle(4, 4)
	g := baduk.NewGame(graph, rules)
	for range 2 {
		if actions := g.Actions(nil); len(actions) != 1 || !actions[0].IsPass() {
			t.Errorf("actions on the empty board: got %v, want the pass alone", actions)
		}
		play(t, g, baduk.Move{Color: g.ToPlay(), Point: baduk.Pass})
	}
	if !g.Over() || g.Result(nil) != "0" {
		t.Errorf("after two passes: over %v, result %s, want true, 0", g.Over(), g.Result(nil))
	}
}

// TestRewardHalvesOfEveryPreset checks that the second form of the reward is half of the
// difference between the two players' totals. Where only the area and the komi count,
// this form is the Chinese count. In the Chinese count, each of Black's points counts 1
// and each neutral point counts 1/2; the sum is compared with half of the board plus half
// of the komi.
func TestRewardHalvesOfEveryPreset(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 1))
	for _, p := range baduk.Presets() {
		r := p.Rules
		g := baduk.NewGame(baduk.MustRectangle(5, 4), r)
		plain := r.Scoring == baduk.ScoringArea && r.Tax == baduk.TaxNone && !r.Button
		for range 60 {
			if g.Over() {
				break
			}
			play(t, g, randomMove(rng, g))
			s := g.Score(nil)
			black, white := 0.0, 0.0
			for _, item := range s.Account(baduk.Black) {
				black += item.Points
			}
			for _, item := range s.Account(baduk.White) {
				white += item.Points
			}
			halves := g.Reward(baduk.RewardHalves)
			if halves != (black-white)/2 {
				t.Fatalf("%s: got %v for the accounts %v and %v, want half of the difference", p.Name, halves, black, white)
			}
			if !plain || g.Bonus() != 0 {
				continue
			}
			count := -float64(g.Graph().Len())/2 - r.Komi.Points()/2
			for _, point := range s.Points {
				switch point.Owner {
				case baduk.Black:
					count++
				case baduk.Empty:
					count += 0.5
				}
			}
			if halves != count {
				t.Fatalf("%s: got %v, want %v by the Chinese count", p.Name, halves, count)
			}
		}
	}
}

// TestRulesOfWeightedBoards checks that rules which count anything other than
// the area cannot be played where points have weights. Setting them is an error
// of the programmer and leaves the game as it was.
func TestRulesOfWeightedBoards(t *testing.T) {
	graph, err := baduk.NewGraphFrom(baduk.Shape{Adjacency: [][]baduk.Point{{1}, {0, 2}, {1}}, Life: &baduk.Life{Weights: []float64{1, 2, 1}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := baduk.Japanese().CheckOn(graph); !errors.Is(err, baduk.ErrUnsupportedRules) {
		t.Errorf("CheckOn: got %v, want ErrUnsupportedRules", err)
	}
	g := baduk.NewGame(graph, baduk.Chinese())
	for name, set := range map[string]func(){
		"SetRules": func() { g.SetRules(baduk.Japanese()) },
		"NewGame":  func() { baduk.NewGame(graph, baduk.Japanese()) },
	} {
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || !errors.Is(err, baduk.ErrUnsupportedRules) {
					t.Errorf("%s panics with %v, want ErrUnsupportedRules", name, err)
				}
			}()
			set()
			t.Errorf("%s accepts rules that count territory", name)
		}()
	}
	if g.Rules() != baduk.Chinese() {
		t.Errorf("rules after the panics: got %v, want %v", g.Rules(), baduk.Chinese())
	}
}

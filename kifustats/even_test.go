package kifustats

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/lab"
)

// TestShifts plays random games on 5x5 and marks random chains as dead. The leads by the article's two ways to count
// must differ by the number that shiftsOf returns.
func TestShifts(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	names := []string{"lrs-004", "lrs-004-japanese"}
	for range 200 {
		rules, err := baduk.ParseRules(names[rng.IntN(2)])
		if err != nil {
			t.Fatal(err)
		}
		game := baduk.NewGame(baduk.MustRectangle(5, 5), rules)
		for range 10 + rng.IntN(60) {
			m := baduk.Move{Color: game.ToPlay(), Point: baduk.Point(rng.IntN(25))}
			if rng.IntN(20) == 0 && (game.Len() == 0 || !game.Turn(game.Len()-1).IsPass()) {
				m.Point = baduk.Pass
			}
			if game.Legal(m) == baduk.Legal {
				if err := game.Play(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		dead := baduk.PointSet{}
		for p := range baduk.Point(25) {
			if game.At(p) == baduk.Empty || rng.IntN(8) > 0 {
				continue
			}
			dead.Add(p)
			for q := game.Position().Next(p); q != p; q = game.Position().Next(q) {
				dead.Add(q)
			}
		}
		rulings := lab.Compare(game, names, dead)
		shift := rulings[0].Score.Lead() - rulings[1].Score.Lead()
		want := []int{-int(shift)}
		if rules.Scoring == baduk.ScoringTerritory {
			want = []int{int(shift)}
		}
		tree, err := kifu.FromGame(game, kifu.Info{}).Tree()
		if err != nil {
			t.Fatal(err)
		}
		if got := shiftsOf(tree); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v, moves %v, dead %v: the shifts are %v, want %v", rules, game.Moves(), dead, got, want)
		}
	}
}

// TestEven counts games whose outcomes are known. In games of an odd number of moves Black placed one stone more.
func TestEven(t *testing.T) {
	s := NewStatistics()
	for _, properties := range []string{
		"KM[6.5]RU[Japanese]RE[W+0.5];B[aa]",             // by area B+0.5
		"KM[6.5]RU[Japanese]RE[B+0.5];B[aa]",             // by area B+1.5
		"KM[6.5]RU[Chinese]RE[W+0.5];B[aa];W[bb]",        // by territory the same
		"KM[7.5]RU[Chinese]RE[B+0.5];B[aa]",              // by territory W+0.5
		"KM[6.5]RE[B+0.5];B[aa]",                         // by territory W+0.5, or by area B+1.5
		"KM[6.5]RE[B+2.5];B[aa]",                         // the same in any case
		"KM[7]RU[Japanese]RE[0];B[aa];W[tt]",             // by area B+1
		"KM[6.5]RE[W+R];B[aa]",                           // only a win
		"KM[0.5]HA[2]AB[bb][cc]RE[B+9.5];W[aa];B[dd]",    // not even
		"KM[6.5]RE[B+0.0];B[aa]",                         // Fox: won by an unknown margin
		"RE[B+9.5];B[aa]",                                // no komi
		"KM[0.5]RE[B+9.5];B[aa]",                         // a handicap: the komi only prevents a draw
		"KM[6.5]RE[B+9.5];B[aa];B[aa]",                   // cannot be replayed
		"KM[6.5]RU[logical-001]RE[B+9.5];B[aa];W[bb]",    // another scoring
		"KM[6.5]RE[];B[aa]", "KM[6.5]RE[B+];B[aa];W[bb]", // no result; a win without a margin
	} {
		file, err := kifu.LoadBytes([]byte("(;SZ[9]"+properties+")"), kifu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range InFile("a", file) {
			g.Replay(file.Trees[0])
			s.Add(g)
		}
	}
	s.Sum(0)
	m, ok := s.Measure("9x9")
	want := Even{Komi: []KomiWins{{"6.5", 8, 5}, {"7.5", 1, 1}}, Counted: 7, Same: 3}
	got := m.Even
	lead := got.Lead.Mean
	got.Lead = Average{}
	if !ok || !reflect.DeepEqual(got, want) || fmt.Sprintf("%.3f", lead) != "7.143" {
		t.Errorf("got %+v and a lead of %v, want %+v and 7.143", got, lead, want)
	}
}

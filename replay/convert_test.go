package replay

import (
	"fmt"
	"testing"
)

// TestKomiIsBelieved checks which komis are used. A whole number from 100 on is read as hundredths of
// a point. A komi larger than the number of points of the board is replaced by 6.5.
func TestKomiIsBelieved(t *testing.T) {
	seed := uint64(0)
	for _, at := range []struct {
		size    int
		written string
		komi    float64
		known   bool
	}{
		{9, "81", 81, true}, {9, "-81", -81, true}, {9, "81.5", 6.5, false}, {9, "-81.5", 6.5, false}, {9, "100.5", 6.5, false}, {9, "200.5", 6.5, false}, {9, "361.5", 6.5, false},
		{9, "100", 1, true}, {9, "375", 7.5, true}, {9, "650", 6.5, true}, {9, "361", 6.5, false}, {9, "36150", 6.5, false}, {9, "8100", 81, true},
		{13, "169.0", 169, true}, {13, "169.5", 6.5, false}, {19, "200.5", 200.5, true}, {19, "361.0", 361, true}, {19, "361.5", 6.5, false},
	} {
		seed++
		text := fmt.Sprintf("src\t%d\t%s\tJapanese\t0\t\tB\tB+R\t\t\t\t%s\n", at.size, at.written, randomMoves(t, seed, 30))
		o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", text)))
		m := imported(t, o)
		if got := gamesOf(t, o.Dir)[0].Rules.Komi.Points(); got != at.komi || (m.Counts.NoKomi == 0) != at.known {
			t.Errorf("%s on %dx%d: got a komi of %v, %d unknown; want %v", at.written, at.size, at.size, got, m.Counts.NoKomi, at.komi)
		}
	}
}

// TestEnds checks the last positions of games that ended by passes. Under rules with a clean-up they
// include positions of the clean-up. In these positions only a teacher's moves are learned.
func TestEnds(t *testing.T) {
	for rules, want := range map[string]struct{ moves, turn int }{"Chinese": {42, 37}, "Japanese": {46, 41}} {
		moves := randomMoves(t, 1, 40)
		row := func(moves string) string {
			return fmt.Sprintf("src\t9\t6.5\t%s\t0\t\tB\tB+2.5\t\t\t\t%s\n", rules, moves)
		}
		o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", row(moves+"tttt")+row(moves[2:]+"tt"))))
		o.Ends, o.PerGame = true, 5
		m := imported(t, o)
		all := gamesOf(t, o.Dir)
		if len(all) != 1 || m.Counts.Rejected[reasonNoEnd] != 1 {
			t.Fatalf("%s: got %d games, rejected %v, want one of each", rules, len(all), m.Counts.Rejected)
		}
		g := all[0]
		if len(g.Moves) != want.moves || len(g.Samples) != 5 || g.Samples[0].Turn != want.turn {
			t.Errorf("%s: got %d moves, %+v, want %d moves and 5 samples from turn %d", rules, len(g.Moves), g.Samples, want.moves, want.turn)
		}
		for _, s := range g.Samples {
			if learnt := s.Doubt == 0; learnt != (s.Turn < 42) {
				t.Errorf("%s: the move of turn %d is learned: got %v, want %v", rules, s.Turn, learnt, !learnt)
			}
			var p Player
			now, err := p.At(g, s.Turn)
			if err != nil || now.Over() || (now.Phase() > 0) != (s.Turn >= 42) {
				t.Errorf("%s: turn %d: got %v, phase %d, want a clean-up phase from turn 42 on", rules, s.Turn, err, now.Phase())
			}
		}
	}
}

package selfplay

import (
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/internal/boardtest"
)

// TestSettled: a position is settled if every point is pass-alive, and if the rules count it so as it stands.
func TestSettled(t *testing.T) {
	changed := func(key, value string) baduk.Rules {
		r, err := baduk.TrompTaylor().With(key, value)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	two := []string{".X.X.", "XXXXX", "OOOOO", "OOOOO", ".O.O."}
	deadStone := []string{".XO..", "XXXXX", "OOOOO", "OOOOO", ".O.O."}
	for _, test := range []struct {
		name  string
		rules baduk.Rules
		rows  []string
		want  bool
	}{
		{"two living groups", baduk.TrompTaylor(), two, true},
		{"simple ko", baduk.Chinese(), two, true},
		{"a group with one eye", baduk.TrompTaylor(), []string{".XXXX", "XXXXX", "OOOOO", "OOOOO", ".O.O."}, false},
		{"a neutral point", baduk.TrompTaylor(), []string{".X.X.", "XXXXX", "OO.OO", "OOOOO", ".O.O."}, false},
		{"the empty board", baduk.TrompTaylor(), []string{".....", ".....", ".....", ".....", "....."}, false},
		{"a dead stone", baduk.TrompTaylor(), deadStone, true},
		{"a dead stone that has to be captured", baduk.Rules{}, deadStone, false},
		{"no dead stone, where they have to be captured", baduk.Rules{}, two, true},
		{"territory", baduk.Japanese(), two, false},
		{"a tax", changed("tax", "ALL"), two, false},
		{"a button", changed("hasButton", "true"), two, false},
	} {
		if got := settled(boardtest.Game(t, test.rules, baduk.Black, test.rows...), new(baduk.Areas)); got != test.want {
			t.Errorf("%s: settled is %v, want %v", test.name, got, test.want)
		}
	}
}

// TestSettledGamesEnd: a game that ends when it is settled has the moves of the same game that goes on, up to the first
// position that is settled.
func TestSettledGamesEnd(t *testing.T) {
	o := small(t)
	o.Gumbel, o.FullShare, o.Settled = false, 0.25, 1
	ended := played(t, o)
	o.Settled = 1e-9
	shorter := 0
	for i, g := range played(t, o) {
		end := 0
		for ; end < len(g.Moves); end++ {
			at, err := g.At(end)
			if err != nil {
				t.Fatal(err)
			}
			if settled(at, new(baduk.Areas)) {
				break
			}
		}
		if !slices.Equal(ended[i].Moves, g.Moves[:end]) {
			t.Errorf("game %d: %d moves, want the first %d of %d", i, len(ended[i].Moves), end, len(g.Moves))
		}
		if end < len(g.Moves) {
			shorter++
		}
	}
	if shorter < 6 {
		t.Errorf("%d of %d games were settled before their end, want at least 6", shorter, len(ended))
	}
}

package replay

import (
	"fmt"
	"testing"
)

// TestKomiIsBelieved: up to a point for each of the board, and 6.5 is taken for more. Whole numbers from 100 up are hundredths.
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
			t.Errorf("%s on %dx%d is a komi of %v, %d not known; want %v", at.written, at.size, at.size, got, m.Counts.NoKomi, at.komi)
		}
	}
}

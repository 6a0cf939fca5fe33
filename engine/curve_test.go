package engine

import (
	"math"
	"testing"
)

// TestCurve compares distances between ranks with those of the EGF's curve. Those on 9x9 are 0.6 times, and those on
// 13x13 0.8 times as long.
func TestCurve(t *testing.T) {
	for _, c := range []struct {
		weak, strong Rank
		elo          float64
	}{
		{Dan1 - 16, Dan1 - 15, 44}, {Dan1 - 6, Dan1 - 5, 70}, {Dan1 - 1, Dan1, 97}, {Dan1 + 3, Dan1 + 4, 143}, {Kyu30, Kyu30 + 1, 29},
	} {
		for side, share := range map[float64]float64{7: 0.6, 9: 0.6, 13: 0.8, 16: 0.9, 19: 1, 25: 1} {
			if got, want := c.strong.Elo(side)-c.weak.Elo(side), share*c.elo; math.Abs(got-want) > 0.5 {
				t.Errorf("from %v to %v on %vx%v: got %.1f Elo, want %.1f", c.weak, c.strong, side, side, got, want)
			}
		}
	}
	// The definition of the EGF: the expected score of ratings 1600 and 1500.
	beta := func(r float64) float64 { return -7 * math.Log(3300-r) }
	score := 1 / (1 + math.Exp(beta(1500)-beta(1600)))
	if got := 1 / (1 + math.Pow(10, ((Dan1-6).Elo(19)-(Dan1-5).Elo(19))/400)); math.Abs(got-score) > 1e-9 {
		t.Errorf("5 kyu scores %v against 6 kyu, want %v", got, score)
	}
	for r := Kyu30; r < Dan9; r++ {
		if r > Kyu30 && (r+1).Elo(19)-r.Elo(19) <= r.Elo(19)-(r-1).Elo(19) {
			t.Errorf("the distance above %v is not larger than the one below", r)
		}
	}
	if at19, at9 := (Dan1 - 5).Elo(19), (Dan1 - 3).Elo(9); at19 != 0 || at9 != 0 {
		t.Errorf("the rank of GNU Go has %v Elo on 19x19 and %v on 9x9, want 0", at19, at9)
	}
}

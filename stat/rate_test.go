package stat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestWilson compares with values computed independently, by the quadratic
// (p - s)² = z² s (1 - s) / n.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		score float64
		n     int
	}{{5, 10}, {0, 10}, {10, 10}, {20.5, 40}, {1, 1}, {999, 1000}} {
		low, high := Wilson(c.score, c.n)
		p := c.score / float64(c.n)
		for _, s := range []float64{low, high} {
			if d := (p-s)*(p-s) - 1.959963984540054*1.959963984540054*s*(1-s)/float64(c.n); math.Abs(d) > 1e-12 {
				t.Errorf("%v of %d: the bound %v is off by %v, want 0", c.score, c.n, s, d)
			}
		}
		if low > p || high < p || low < 0 || high > 1 {
			t.Errorf("%v of %d: got %v to %v, want an interval within 0..1 that contains the rate", c.score, c.n, low, high)
		}
	}
	if low, high := Wilson(0, 0); low != 0 || high != 1 {
		t.Error("the interval without games is not 0..1")
	}
}

// TestElo checks the definition: 400 Elo are odds of ten to one.
func TestElo(t *testing.T) {
	for _, c := range []struct{ elo, rate float64 }{{0, 0.5}, {400, 10. / 11}, {-400, 1. / 11}, {800, 100. / 101}} {
		if math.Abs(Expected(c.elo)-c.rate) > 1e-12 || math.Abs(Elo(c.rate)-c.elo) > 1e-9 {
			t.Errorf("%v Elo: got the rate %v, and %v Elo back, want %v and %v", c.elo, Expected(c.elo), Elo(c.rate), c.rate, c.elo)
		}
	}
	if !math.IsInf(Elo(0), -1) || !math.IsInf(Elo(1), 1) {
		t.Error("a player who always wins has finite Elo")
	}
}

// TestGamesToShow plays that number of games again and again. In about 80 % of
// the trials the interval must exclude one half.
func TestGamesToShow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, rate := range []float64{0.6, 0.42, 0.75} {
		n, ok := GamesToShow(rate)
		if !ok {
			t.Fatal(rate)
		}
		shown := 0
		const trials = 4000
		for range trials {
			won := 0
			for range n {
				if rng.Float64() < rate {
					won++
				}
			}
			if low, high := Wilson(float64(won), n); low > 0.5 || high < 0.5 {
				shown++
			}
		}
		if share := float64(shown) / trials; share < 0.74 || share > 0.86 {
			t.Errorf("rate %v, %d games: the share of matches that show the stronger player is %.3f, want about 0.8", rate, n, share)
		}
	}
	for _, rate := range []float64{0.5, math.NaN(), 2, 0.5 + 1e-12} {
		if n, ok := GamesToShow(rate); ok {
			t.Errorf("%v: got %d games, want none", rate, n)
		}
	}
	n := GamesForWidth(20)
	low, high := Wilson(float64(n)/2, n)
	if math.Abs(Elo(low)+20) > 0.1 || math.Abs(Elo(high)-20) > 0.1 {
		t.Errorf("%d games leave %v to %v, want -20 to 20", n, Elo(low), Elo(high))
	}
}

func ExampleWilson() {
	low, high := Wilson(60, 100)
	fmt.Printf("%+.0f (%+.0f to %+.0f)\n", Elo(.6), Elo(low), Elo(high))
	// Output: +70 (+1 to +139)
}

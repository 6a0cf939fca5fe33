package stat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

// TestTwoPlayers compares with closed forms: the difference is the Elo of the
// rate, and its variance is 1/(n p q) in squared logarithms of odds.
func TestTwoPlayers(t *testing.T) {
	for _, c := range []Games{{0, 1, 7, 10}, {1, 0, 30.5, 100}, {0, 1, 999, 1000}, {0, 1, 1, 2}} {
		r, err := BradleyTerry([]Games{c}, Model{Players: 2})
		if err != nil || r.Supposed {
			t.Fatal(r, err)
		}
		p := c.Score / float64(c.Played)
		d, stderr := r.Difference(c.First, c.Second)
		want := 400 / math.Ln10 / math.Sqrt(float64(c.Played)*p*(1-p))
		if !near(d, Elo(p), 1e-6) || !near(stderr, want, 1e-6) {
			t.Errorf("%+v: got %v with %v, want %v with %v", c, d, stderr, Elo(p), want)
		}
		if a, b := r.Players[0], r.Players[1]; !near(a.Elo+b.Elo, 0, 1e-6) || !near(a.High-a.Elo, z95*want/2, 1e-6) || !near(a.Elo-a.Low, z95*want/2, 1e-6) {
			t.Errorf("got %+v, want a mean of 0 and intervals of %v to either side", r, z95*want/2)
		}
	}
}

// TestAdvantage uses a saturated model: the rates with either first move give
// two equations for two unknowns.
func TestAdvantage(t *testing.T) {
	games := []Games{{0, 1, 70, 100}, {1, 0, 45, 90}}
	r, err := BradleyTerry(games, Model{Players: 2, Advantage: true})
	if err != nil || !r.HasAdvantage {
		t.Fatal(r, err)
	}
	d, stderr := r.Difference(0, 1)
	if !near(d, (Elo(.7)-Elo(.5))/2, 1e-6) || !near(r.Advantage, (Elo(.7)+Elo(.5))/2, 1e-6) {
		t.Errorf("difference %v, advantage %v, want %v, %v", d, r.Advantage, (Elo(.7)-Elo(.5))/2, (Elo(.7)+Elo(.5))/2)
	}
	// The result is half the sum and half the difference of two independent logits.
	scale := 400 / math.Ln10
	variance := scale * scale * (1/(100*.7*.3) + 1/(90*.25)) / 4
	if !near(stderr*stderr, variance, 1e-3) || !near(r.AdvantageHigh-r.Advantage, z95*math.Sqrt(variance), 1e-4) {
		t.Errorf("variance %v, want %v; %+v", stderr*stderr, variance, r)
	}
	// The first move always wins, which says nothing about the players.
	r, err = BradleyTerry([]Games{{0, 1, 5, 5}, {1, 0, 5, 5}}, Model{Players: 2, Advantage: true})
	if err != nil || r.HasAdvantage || r.Supposed || !near(r.Players[0].Elo, 0, 1e-9) {
		t.Errorf("got %+v, %v, want equal players without an advantage", r, err)
	}
}

// likelihood computes the likelihood by its definition, independently of the package.
func likelihood(games []Games, elo []float64, advantage float64) float64 {
	var sum float64
	for _, g := range games {
		p := 1 / (1 + math.Pow(10, (elo[g.Second]-elo[g.First]-advantage)/400))
		sum += g.Score*math.Log(p) + (float64(g.Played)-g.Score)*math.Log(1-p)
	}
	return sum
}

// straight is a second implementation of the penalty in the log-likelihood for
// ratings that are not linear in the expected Elo. The players are in the order
// of their expected Elo.
func straight(expected map[int]float64, elo []float64) float64 {
	var sum float64
	for i := 2; i < len(expected); i++ {
		slope := func(i int) float64 { return (elo[i] - elo[i-1]) / (expected[i] - expected[i-1]) }
		bend := (slope(i) - slope(i-1)) / 0.1
		sum -= bend * bend / 2
	}
	return sum
}

// TestBruteForce maximises the likelihood by changing one parameter at a time
// with ever shorter steps, and compares.
func TestBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for trial := range 12 {
		const n = 4
		var games []Games
		for i := range n {
			for j := range n {
				if played := 4 + rng.IntN(30); i != j && (i+j)%4 != trial%4 {
					games = append(games, Games{i, j, 0.5 + float64(rng.IntN(2*played-1))/2, played})
				}
			}
		}
		known := map[int]float64{}
		if trial%2 == 1 {
			known[trial%n] = 1500
		}
		if trial%3 == 2 {
			known[(trial+1)%n] = 1650
		}
		var expected map[int]float64
		if trial >= 8 {
			expected = map[int]float64{0: -100, 1: 20, 2: 50}
		}
		m := Model{Players: n, Known: known, Expected: expected, Advantage: trial%4 < 2}
		r, err := BradleyTerry(games, m)
		if err != nil || r.Supposed || r.HasAdvantage != m.Advantage {
			t.Fatal(trial, r, err)
		}
		x := make([]float64, n+1)
		for i := range n {
			if x[i] = 1500; len(known) == 0 {
				x[i] = 0
			}
			if elo, ok := known[i]; ok {
				x[i] = elo
			}
		}
		all := func(elo []float64, advantage float64) float64 {
			return likelihood(games, elo, advantage) + straight(expected, elo)
		}
		best := all(x[:n], x[n])
		for step := 256.; step > 1e-7; step /= 2 {
			for improved := true; improved; {
				improved = false
				for i := range x {
					if _, fixed := known[i]; fixed || i == n && !m.Advantage || i == 0 && len(known) == 0 {
						continue
					}
					for _, d := range []float64{step, -step} {
						x[i] += d
						if l := all(x[:n], x[n]); l > best {
							best, improved = l, true
						} else {
							x[i] -= d
						}
					}
				}
			}
		}
		elo := make([]float64, n)
		for i, p := range r.Players {
			elo[i] = p.Elo
		}
		if got := all(elo, r.Advantage); !near(got, best, 1e-8) {
			t.Errorf("trial %d: got the likelihood %v, want %v as found by climbing", trial, got, best)
		}
		shift := 0.
		if len(known) == 0 {
			shift = elo[0] - x[0]
		}
		for i := range n {
			if !near(elo[i], x[i]+shift, 0.01) {
				t.Errorf("trial %d: player %d has %v, want %v as found by climbing", trial, i, elo[i], x[i]+shift)
			}
		}
	}
}

// TestCovariance compares the covariance with the curvature of the likelihood. To find
// the curvature for a difference, it sets the difference to another value, fits the other
// parameters again, and measures the loss of likelihood.
func TestCovariance(t *testing.T) {
	games := []Games{{0, 1, 20, 30}, {1, 2, 15, 25}, {2, 0, 9, 20}}
	r, err := BradleyTerry(games, Model{Players: 3})
	if err != nil {
		t.Fatal(err)
	}
	d, stderr := r.Difference(0, 2)
	profile := func(d float64) float64 { // best likelihood with the difference d between players 0 and 2
		best := math.Inf(-1)
		for y := -400.; y <= 400; y += 0.05 {
			best = max(best, likelihood(games, []float64{d, y, 0}, 0))
		}
		return best
	}
	const h = 4
	curve := (profile(d+h) - 2*profile(d) + profile(d-h)) / (h * h)
	if want := math.Sqrt(-1 / curve); !near(stderr, want, 0.02*want) {
		t.Errorf("the standard error is %v, but the curvature of the likelihood gives %v", stderr, want)
	}
}

// TestUnbounded rates players who never lost, never won or never met.
func TestUnbounded(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name      string
		games     []Games
		known     map[int]float64
		high, low []bool // by player: the bound is infinite
	}{
		{"always won", []Games{{0, 1, 10, 10}}, nil, []bool{true, false}, []bool{false, true}},
		{"nothing played", nil, nil, []bool{true, true}, []bool{true, true}},
		{"a chain", []Games{{0, 1, 3, 3}, {1, 2, 3, 3}}, nil, []bool{true, true, false}, []bool{false, true, true}},
		{"two groups", []Games{{0, 1, 2, 4}, {2, 3, 2, 4}}, nil, []bool{true, true, true, true}, []bool{true, true, true, true}},
		{"over an anchor", []Games{{0, 1, 3, 3}}, map[int]float64{1: 1000}, []bool{true, false}, []bool{false, false}},
		{"between anchors", []Games{{0, 1, 3, 3}, {1, 2, 3, 3}}, map[int]float64{0: 2000, 2: 1000}, []bool{false, false, false}, []bool{false, false, false}},
	} {
		r, err := BradleyTerry(c.games, Model{Players: len(c.high), Known: c.known, Advantage: true})
		if err != nil || r.Supposed != (c.name != "between anchors") {
			t.Fatalf("%s: got %+v, %v, want Supposed %v", c.name, r, err, c.name != "between anchors")
		}
		for i, p := range r.Players {
			if math.IsNaN(p.Elo) || math.IsInf(p.Elo, 0) || (p.High == inf) != c.high[i] || (p.Low == -inf) != c.low[i] {
				t.Errorf("%s: player %d has %+v, want a finite Elo, no upper bound: %v, no lower bound: %v", c.name, i, p, c.high[i], c.low[i])
			}
			if elo, ok := c.known[i]; ok && (p.Elo != elo || !p.Known || p.Low != elo || p.High != elo) {
				t.Errorf("%s: the known player %d has %+v, want exactly %v", c.name, i, p, elo)
			}
		}
	}
	r, _ := BradleyTerry([]Games{{0, 1, 10, 10}}, Model{Players: 2})
	if d, _ := r.Difference(0, 1); !near(d, Elo(10.5/11), 1e-6) {
		t.Errorf("ten wins of ten: got %v Elo, want %v", d, Elo(10.5/11))
	}
}

func TestBradleyTerryRefuses(t *testing.T) {
	for _, c := range []struct {
		games []Games
		m     Model
	}{
		{nil, Model{}},
		{[]Games{{0, 0, 1, 2}}, Model{Players: 2}},
		{[]Games{{0, 2, 1, 2}}, Model{Players: 2}},
		{[]Games{{0, 1, 3, 2}}, Model{Players: 2}},
		{[]Games{{0, 1, math.NaN(), 2}}, Model{Players: 2}},
		{nil, Model{Players: 2, Known: map[int]float64{2: 0}}},
		{nil, Model{Players: 2, Known: map[int]float64{1: math.NaN()}}},
		{nil, Model{Players: 2, Expected: map[int]float64{2: 0}}},
		{nil, Model{Players: 2, Expected: map[int]float64{1: math.Inf(1)}}},
		{nil, Model{Players: 2, Expected: map[int]float64{0: 5, 1: 5}}},
	} {
		if r, err := BradleyTerry(c.games, c.m); err == nil {
			t.Errorf("%+v: got %+v, want an error", c, r)
		}
	}
}

// TestCoverage plays many matches of three players of known strength. The
// interval of a difference must contain the true value in about 95 of 100.
func TestCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	truth := []float64{120, -30, 0}
	const advantage, trials = 40, 1500
	inside, first := 0, 0
	for range trials {
		var games []Games
		for i := range truth {
			for j := range truth {
				if i == j {
					continue
				}
				g := Games{First: i, Second: j, Played: 60}
				for range g.Played {
					if rng.Float64() < Expected(truth[i]-truth[j]+advantage) {
						g.Score++
					}
				}
				games = append(games, g)
			}
		}
		r, err := BradleyTerry(games, Model{Players: 3, Advantage: true})
		if err != nil {
			t.Fatal(err)
		}
		if d, stderr := r.Difference(0, 1); math.Abs(d-150) <= z95*stderr {
			inside++
		}
		if r.AdvantageLow <= advantage && advantage <= r.AdvantageHigh {
			first++
		}
	}
	for _, n := range []int{inside, first} {
		if share := float64(n) / trials; share < 0.93 || share > 0.97 {
			t.Errorf("the share of 95 %% intervals that contain the true value is %.3f, want about 0.95", share)
		}
	}
}

// TestExpected plays ladders whose steps are a quarter larger than expected,
// with an extra difference in the middle. The ratings must be nearer to the
// truth with the expected Elo than without.
func TestExpected(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	const players = 20
	truth, expected := make([]float64, players), map[int]float64{}
	for i := range players {
		expected[i] = 100 * float64(i)
		if truth[i] = 125 * float64(i); i > 10 {
			truth[i] += 60
		}
	}
	wrong := func(games []Games, m Model) (sum float64) {
		r, err := BradleyTerry(games, m)
		if err != nil || r.Supposed {
			t.Fatal(r, err)
		}
		for i := 1; i < players; i++ {
			d, _ := r.Difference(i, i-1)
			sum += math.Pow(d-truth[i]+truth[i-1], 2)
		}
		return sum
	}
	var free, bound float64
	for range 20 {
		var games []Games
		for i := 1; i < players; i++ {
			g := Games{First: i, Second: i - 1, Played: 100}
			for range g.Played {
				if rng.Float64() < Expected(truth[i]-truth[i-1]) {
					g.Score++
				}
			}
			games = append(games, g)
		}
		free += wrong(games, Model{Players: players})
		bound += wrong(games, Model{Players: players, Expected: expected})
	}
	if bound > free/2 {
		t.Errorf("the mean error of a step is %.0f Elo, want less than the %.0f without expected Elo", math.Sqrt(bound/20/(players-1)), math.Sqrt(free/20/(players-1)))
	}
}

func ExampleBradleyTerry() {
	r, err := BradleyTerry([]Games{
		{First: 0, Second: 1, Score: 30, Played: 40}, // player 0 had the first move
		{First: 1, Second: 0, Score: 16, Played: 40},
	}, Model{Players: 2, Known: map[int]float64{1: 1500}, Advantage: true})
	p := r.Players[0]
	fmt.Printf("%.0f (%.0f to %.0f), the first move is worth %.0f: %v\n", p.Elo, p.Low, p.High, r.Advantage, err)
	// Output: 1631 (1548 to 1714), the first move is worth 60: <nil>
}

// TestAlwaysRates rates every small result of three players. Each must give
// finite numbers.
func TestAlwaysRates(t *testing.T) {
	for code := range 5 * 5 * 5 {
		games := []Games{{0, 1, float64(code % 5), 4}, {1, 2, float64(code / 5 % 5), 4}, {2, 0, float64(code / 25), 4}}
		for _, played := range []int{4, 400, 40_000} {
			for i := range games {
				games[i].Score *= float64(played) / float64(games[i].Played)
				games[i].Played = played
			}
			r, err := BradleyTerry(games, Model{Players: 3, Advantage: true})
			if err != nil {
				t.Fatalf("%+v: got the error %v, want ratings", games, err)
			}
			for _, p := range r.Players {
				if math.IsNaN(p.Elo) || math.Abs(p.Elo) > 4000 || !(p.Low <= p.Elo && p.Elo <= p.High) {
					t.Errorf("%+v: got %+v, want finite Elo inside the intervals", games, r)
				}
			}
		}
	}
}

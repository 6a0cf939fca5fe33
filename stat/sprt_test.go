package stat

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestLLRIsWalds compares with the ratio of two binomial likelihoods.
func TestLLRIsWalds(t *testing.T) {
	s0, s1 := Expected(0), Expected(30)
	for _, c := range [][2]int{{10, 20}, {300, 310}, {0, 5}, {7, 0}} {
		losses, wins := float64(c[0]), float64(c[1])
		want := wins*math.Log(s1/s0) + losses*math.Log((1-s1)/(1-s0))
		if got := LLR(c[:], s0, s1); !near(got, want, 0.01) {
			t.Errorf("%v: %v, want %v", c, got, want)
		}
		if got := LLR([]int{c[0], 0, c[1]}, s0, s1); !near(got, want, 0.01) {
			t.Errorf("%v without draws: %v, want %v", c, got, want)
		}
	}
	if LLR(nil, s0, s1) != 0 || LLR([]int{0, 0, 0}, s0, s1) != 0 {
		t.Error("the LLR without outcomes is not 0")
	}
}

// TestLLRBruteForce searches for the most likely distributions with a given
// mean on a grid.
func TestLLRBruteForce(t *testing.T) {
	counts := []int{30, 25, 45}
	best := func(mean float64) float64 {
		most := math.Inf(-1)
		const steps = 200_000
		for i := 1; i < steps; i++ {
			draw := float64(i) / steps
			win := mean - draw/2
			if loss := 1 - win - draw; win > 0 && loss > 0 {
				most = max(most, 30*math.Log(loss)+25*math.Log(draw)+45*math.Log(win))
			}
		}
		return most
	}
	for _, elo := range []float64{-20, 10, 80} {
		s0, s1 := Expected(elo), Expected(elo+25)
		if got, want := LLR(counts, s0, s1), best(s1)-best(s0); !near(got, want, 1e-4) {
			t.Errorf("%v: %v, want %v", elo, got, want)
		}
	}
}

// TestSPRTKeepsItsWord plays matches in which one hypothesis is true, with pairs of games from openings that favour one
// side. The test must be wrong about as often as alpha and beta say. It must need about as many pairs as Wald predicts.
func TestSPRTKeepsItsWord(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	s := SPRT{Elo0: 0, Elo1: 60, Alpha: 0.1, Beta: 0.1}
	const trials = 400
	for _, c := range []struct {
		elo   float64
		wrong Verdict
	}{{0, AcceptElo1}, {60, AcceptElo0}} {
		wrong, total := 0, 0
		var sum, squares float64
		for range trials {
			outcomes := make([]int, 5)
			for v := Undecided; v == Undecided; {
				bias := float64(rng.IntN(2)*2-1) * 0.3
				points := 0
				for _, advantage := range []float64{bias, -bias} {
					if rng.Float64() < Expected(c.elo)+advantage {
						points += 2
					}
				}
				outcomes[points]++
				total++
				sum += float64(points) / 4
				squares += float64(points*points) / 16
				if _, v = s.Judge(outcomes); v == c.wrong {
					wrong++
				}
			}
		}
		if share := float64(wrong) / trials; share > 0.15 {
			t.Errorf("%v Elo: the decision is wrong in %.3f, want at most about what was promised", c.elo, share)
		}
		mean := sum / float64(total)
		expected, ok := s.ExpectedOutcomes(mean, squares/float64(total)-mean*mean)
		if took := float64(total) / trials; !ok || took < 0.8*expected || took > 1.5*expected {
			t.Errorf("%v Elo: the test took %v pairs on average, want about %v", c.elo, took, expected)
		}
	}
	if n, ok := s.ExpectedOutcomes((Expected(0)+Expected(60))/2, 0.25); !ok || n < 50 {
		t.Errorf("between the hypotheses: got %v, %v, want at least 50", n, ok)
	}
	if _, ok := s.ExpectedOutcomes(0.5, 0); ok {
		t.Error("ExpectedOutcomes answers for a variance of 0, want false")
	}
	for _, mean := range []float64{0.001, 0.999} {
		if n, ok := s.ExpectedOutcomes(mean, 0.001); !ok || !(n > 0 && n < 100) {
			t.Errorf("mean %v: got %v, want between 0 and 100", mean, n)
		}
	}
}

func TestSPRTValidate(t *testing.T) {
	good := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
	for _, bad := range []SPRT{{}, {10, 0, .05, .05}, {0, 10, 0, .05}, {0, 10, .05, 1}, {0, 1e6, .05, .05}, {math.NaN(), 1, .05, .05}} {
		if bad.Validate() == nil {
			t.Errorf("%+v is accepted, want an error", bad)
		}
	}
	data, err := json.Marshal(AcceptElo1)
	var v Verdict
	if err != nil || string(data) != `"elo1"` || json.Unmarshal(data, &v) != nil || v != AcceptElo1 || json.Unmarshal([]byte(`"x"`), &v) == nil {
		t.Errorf("got %s, %v, %v, want \"elo1\", which is read back, and an error for \"x\"", data, v, err)
	}
}

func ExampleSPRT() {
	s := SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	llr, verdict := s.Judge([]int{90, 0, 140}) // losses, draws, wins
	fmt.Printf("%.2f %v\n", llr, verdict)
	// Output: 4.82 elo1
}

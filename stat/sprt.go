package stat

import (
	"errors"
	"fmt"
	"math"
)

// SPRT is a sequential test between two hypotheses about the Elo difference of
// two players (A. Wald 1945). The zero value is not a valid test.
type SPRT struct {
	Elo0  float64 `json:"elo0"`  // the Elo difference under the null hypothesis
	Elo1  float64 `json:"elo1"`  // the Elo difference under the alternative hypothesis
	Alpha float64 `json:"alpha"` // probability of accepting Elo1 although Elo0 is true
	Beta  float64 `json:"beta"`  // probability of accepting Elo0 although Elo1 is true
}

// Validate returns an error that says what is wrong with the test, or nil.
func (s SPRT) Validate() error {
	switch {
	case !(s.Elo0 < s.Elo1) || math.Abs(s.Elo0) > 2000 || math.Abs(s.Elo1) > 2000:
		return fmt.Errorf("a test needs two Elo differences from -2000 to 2000, the smaller one first, not %v and %v", s.Elo0, s.Elo1)
	case !(s.Alpha > 0 && s.Alpha < 0.5) || !(s.Beta > 0 && s.Beta < 0.5):
		return errors.New("alpha and beta, the chances of a wrong decision, must be above 0 and below 0.5")
	}
	return nil
}

// Bounds returns two logarithms of the likelihood ratio. At or below the first, Elo0 is
// accepted. At or above the second, Elo1 is accepted.
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Verdict is the decision of a test.
type Verdict uint8

// The verdicts.
const (
	Undecided Verdict = iota
	AcceptElo0
	AcceptElo1
)

var verdictNames = [...]string{"undecided", "elo0", "elo1"}

// String returns "undecided", "elo0" or "elo1".
func (v Verdict) String() string { return verdictNames[v] }

// MarshalText writes the name.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads the name.
func (v *Verdict) UnmarshalText(text []byte) error {
	for i, name := range verdictNames {
		if name == string(text) {
			*v = Verdict(i)
			return nil
		}
	}
	return fmt.Errorf("%q is not a verdict", text)
}

// Judge returns the logarithm of the likelihood ratio for the outcomes, and the verdict that follows from it. The
// caller must stop the test at the first verdict other than undecided. Each outcome is the fraction of the points that
// the player scored. The possible fractions go from 0 to 1 in equal steps. outcomes has the number of times that each
// fraction occurred. For single games it has the numbers of losses, draws and wins. For pairs of games with the same
// opening and swapped colours, it has the numbers of pairs with 0, 1/2, 1, 3/2 and 2 points (pentanomial). If openings
// favour one colour, a test by pairs needs fewer games, because the advantage of the opening cancels out.
func (s SPRT) Judge(outcomes []int) (llr float64, v Verdict) {
	llr = LLR(outcomes, Expected(s.Elo0), Expected(s.Elo1))
	switch lower, upper := s.Bounds(); {
	case llr <= lower:
		return llr, AcceptElo0
	case llr >= upper:
		return llr, AcceptElo1
	}
	return llr, Undecided
}

// unseen is the count that is assumed for an outcome that did not occur. With this count every outcome has a
// positive share.
const unseen = 1e-3

// LLR returns the logarithm of the generalized likelihood ratio (M. Van den Bergh). outcomes is the same as in
// [SPRT.Judge]. The numerator is the likelihood under the most likely distribution of outcomes with the mean rate1. The
// denominator is the likelihood under the most likely distribution with the mean rate0. Both rates are 0..1. If all
// outcomes are wins and losses, the ratio is Wald's. Without outcomes LLR returns 0.
func LLR(outcomes []int, rate0, rate1 float64) float64 {
	var total float64
	for _, n := range outcomes {
		total += float64(n)
	}
	if total == 0 || len(outcomes) < 2 {
		return 0
	}
	share := make([]float64, len(outcomes))
	var sum float64
	for i, n := range outcomes {
		share[i] = max(float64(n), unseen)
		sum += share[i]
	}
	for i := range share {
		share[i] /= sum
	}
	x0, x1 := tilt(share, rate0), tilt(share, rate1)
	var llr float64
	for i, p := range share {
		value := float64(i) / float64(len(share)-1)
		llr += p * (math.Log1p(x0*(value-rate0)) - math.Log1p(x1*(value-rate1)))
	}
	return total * llr
}

// tilt returns the x for which the shares p/(1+x(value-mean)) have the given mean. These shares are the most likely
// distribution with this mean (A. Owen 1988). The values are from 0 to 1, and include both 0 and 1.
func tilt(share []float64, mean float64) float64 {
	low, high := -1/(1-mean), 1/mean // the x at which a share becomes infinite
	for range 200 {
		x := (low + high) / 2
		var slope float64
		for i, p := range share {
			d := float64(i)/float64(len(share)-1) - mean
			slope += p * d / (1 + x*d)
		}
		if slope > 0 {
			low = x
		} else {
			high = x
		}
	}
	return (low + high) / 2
}

// ExpectedOutcomes estimates how many outcomes the test needs. The parameters are the mean and the variance of an
// outcome. It uses Wald's approximation, which ignores how far the last step goes beyond a bound. It returns false if
// no estimate is possible.
func (s SPRT) ExpectedOutcomes(mean, variance float64) (n float64, ok bool) {
	if !(variance > 0) {
		return 0, false
	}
	s0, s1 := Expected(s.Elo0), Expected(s.Elo1)
	lower, upper := s.Bounds()
	drift := (s1 - s0) * (mean - (s0+s1)/2) / variance // mean change of the LLR per outcome
	spread := (s1 - s0) * (s1 - s0) / variance         // variance of that change
	if math.Abs(drift) < 1e-6*spread {
		return -lower * upper / spread, true
	}
	h := -2 * drift / spread
	// up is the probability that a random walk with this drift reaches the upper
	// bound first.
	up := (1 - math.Exp(h*lower)) / (math.Exp(h*upper) - math.Exp(h*lower))
	if math.IsNaN(up) || math.IsInf(math.Exp(h*upper), 0) {
		up = 0
	}
	if math.IsInf(math.Exp(h*lower), 0) {
		up = 1
	}
	return (up*upper + (1-up)*lower) / drift, true
}

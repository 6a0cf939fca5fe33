package stat

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
)

// A fit is a likelihood and the place of its maximum. Its parameters are the players' strengths, as logarithms of
// odds. If the model has an advantage of the first move, the advantage is the last parameter.
type fit struct {
	Model
	games   []tally
	bends   []bend
	x       []float64
	inverse matrix // inverse of the Fisher information; the rows of players with known Elo are 0
}

func (f *fit) parameters() int {
	if f.Advantage {
		return f.Players + 1
	}
	return f.Players
}

// odds returns the logarithm of the odds that the first player wins.
func (f *fit) odds(x []float64, g tally) float64 {
	d := x[g.first] - x[g.second]
	if f.Advantage {
		d += x[f.Players]
	}
	return d
}

// logLikelihood returns the logarithm of the probability of the games, up to a constant.
func (f *fit) logLikelihood(x []float64) float64 {
	var sum float64
	for _, g := range f.games {
		d := f.odds(x, g)
		sum -= g.score*softplus(-d) + (g.played-g.score)*softplus(d)
	}
	for _, b := range f.bends {
		sum -= b.of(x) * b.of(x) / 2
	}
	return sum
}

// softplus returns log(1+exp(x)) without overflow.
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// newton finds the maximum. It reports false if the maximum does not exist.
func (f *fit) newton() bool {
	n := f.parameters()
	f.x = make([]float64, n)
	limit := float64(diverged)
	for i, elo := range f.Known {
		f.x[i] = elo / eloScale
		limit = max(limit, diverged+math.Abs(f.x[i]))
	}
	at := f.logLikelihood(f.x)
	var largest float64
	for range 200 {
		gradient, info := f.derivatives()
		inv, ok := f.invert(info)
		if !ok {
			return false
		}
		step := make([]float64, n)
		largest = 0
		for i := range n {
			for j := range n {
				step[i] += inv[i][j] * gradient[j]
			}
			largest = max(largest, math.Abs(step[i]))
		}
		f.inverse = inv
		if largest < 1e-9 {
			return true
		}
		scale := min(1, 4/largest)
		moved := false
		for range 40 { // shorten the step until the likelihood increases
			next := make([]float64, n)
			for i := range n {
				next[i] = f.x[i] + scale*step[i]
			}
			if l := f.logLikelihood(next); l >= at {
				f.x, at, moved = next, l, true
				break
			}
			scale /= 2
		}
		if !moved {
			break // no further increase at the precision of a float64
		}
		for _, x := range f.x {
			if math.Abs(x) > limit {
				return false
			}
		}
	}
	return largest < 1e-5
}

// The ratings are a function of the expected Elo. From one player to the next, the slope of this function changes.
// bending is the standard deviation of this change.
const bending = 0.1

// A bend has three players with neighbouring expected Elo, and a weight for each of them. The weighted sum of their
// strengths is the change of the slope, in units of the standard deviation. The method is that of E. T. Whittaker
// (1923), who leaves the choice of the standard deviation to the user.
type bend struct {
	at     [3]int
	weight [3]float64
}

func (b *bend) of(x []float64) float64 {
	return b.weight[0]*x[b.at[0]] + b.weight[1]*x[b.at[1]] + b.weight[2]*x[b.at[2]]
}

// expect makes the bends of all players with an expected Elo.
func (f *fit) expect() error {
	line := slices.SortedFunc(maps.Keys(f.Expected), func(i, j int) int { return cmp.Compare(f.Expected[i], f.Expected[j]) })
	var slopes []float64 // differences of the expected Elo of neighbours, in logarithms of odds
	for k, i := range line {
		elo := f.Expected[i]
		if i < 0 || i >= f.Players || math.IsNaN(elo) || math.IsInf(elo, 0) {
			return fmt.Errorf("player %d of %d cannot be expected to have %v Elo", i, f.Players, elo)
		}
		if k == 0 {
			continue
		}
		step := elo - f.Expected[line[k-1]]
		if step == 0 {
			return fmt.Errorf("players %d and %d are expected to have the same Elo", line[k-1], i)
		}
		if slopes = append(slopes, eloScale/step/bending); k > 1 {
			before, after := slopes[k-2], slopes[k-1]
			f.bends = append(f.bends, bend{[3]int(line[k-2 : k+1]), [3]float64{before, -before - after, after}})
		}
	}
	return nil
}

// anchored reports whether known Elo fix the scale of the strengths. If not, the mean of the strengths is 0.
func (f *fit) anchored() bool { return len(f.Known) > 0 }

// derivatives returns the gradient of the logarithm of the likelihood, and the Fisher information: minus the second
// derivative of this logarithm.
func (f *fit) derivatives() ([]float64, matrix) {
	n := f.parameters()
	gradient, info := make([]float64, n), newMatrix(n)
	for _, g := range f.games {
		p := 1 / (1 + math.Exp(-f.odds(f.x, g)))
		slope, curve := g.score-g.played*p, g.played*p*(1-p)
		signs := [3]float64{1, -1, 1}
		at := [3]int{g.first, g.second, f.Players}
		terms := 2
		if f.Advantage {
			terms = 3
		}
		for a := range terms {
			gradient[at[a]] += signs[a] * slope
			for b := range terms {
				info[at[a]][at[b]] += signs[a] * signs[b] * curve
			}
		}
	}
	for _, bend := range f.bends {
		for a, i := range bend.at {
			gradient[i] -= bend.weight[a] * bend.of(f.x)
			for b, j := range bend.at {
				info[i][j] += bend.weight[a] * bend.weight[b]
			}
		}
	}
	return gradient, info
}

// invert returns the inverse of the information for the parameters that can change. The rows of players with known Elo
// are 0. If no Elo is known, the games determine the strengths only up to their mean, which is fixed at 0. Then invert
// returns the pseudo-inverse.
func (f *fit) invert(info matrix) (matrix, bool) {
	n := len(info)
	if f.anchored() {
		var free []int
		for i := range n {
			if _, known := f.Known[i]; !known {
				free = append(free, i)
			}
		}
		part := newMatrix(len(free))
		for a, i := range free {
			for b, j := range free {
				part[a][b] = info[i][j]
			}
		}
		inv, ok := part.inverse()
		if !ok {
			return nil, false
		}
		whole := newMatrix(n)
		for a, i := range free {
			for b, j := range free {
				whole[i][j] = inv[a][b]
			}
		}
		return whole, true
	}
	// The matrix becomes regular if u u' is added, where u is a multiple of (1, ..., 1, 0). Afterwards the
	// contribution of u u' is subtracted from the inverse. The length of u is chosen by the scale of the matrix,
	// for good pivots.
	var trace float64
	for i := range n {
		trace += info[i][i]
	}
	players := float64(f.Players)
	weight := max(trace/float64(n), 1e-300)
	sum := newMatrix(n)
	for i := range n {
		copy(sum[i], info[i])
		for j := range n {
			if i < f.Players && j < f.Players {
				sum[i][j] += weight / players
			}
		}
	}
	inv, ok := sum.inverse()
	if !ok {
		return nil, false
	}
	for i := range f.Players {
		for j := range f.Players {
			inv[i][j] -= 1 / (weight * players)
		}
	}
	return inv, true
}

// ratings converts the maximum to Elo.
func (f *fit) ratings() Ratings {
	r := Ratings{Players: make([]Rating, f.Players), covariance: newMatrix(f.Players), HasAdvantage: f.Advantage}
	spread := func(i int) float64 { return z95 * eloScale * math.Sqrt(max(0, f.inverse[i][i])) }
	for i := range f.Players {
		_, known := f.Known[i]
		elo := f.x[i] * eloScale
		if known {
			elo = f.Known[i]
		}
		r.Players[i] = Rating{Elo: elo, Low: elo - spread(i), High: elo + spread(i), Known: known}
		for j := range f.Players {
			r.covariance[i][j] = f.inverse[i][j] * eloScale * eloScale
		}
	}
	if f.Advantage {
		a := f.Players
		r.Advantage = f.x[a] * eloScale
		r.AdvantageLow, r.AdvantageHigh = r.Advantage-spread(a), r.Advantage+spread(a)
	}
	return r
}

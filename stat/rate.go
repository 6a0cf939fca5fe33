package stat

import "math"

// z95 is the 97.5 % point of the standard normal distribution: 95 % of the distribution lie between -z95 and z95.
// power80 is the 80 % point.
const (
	z95     = 1.959963984540054
	power80 = 0.8416212335729143
)

// eloScale is the Elo difference that multiplies the odds by e.
const eloScale = 400 / math.Ln10

// Expected returns the share of the points, 0..1, of a player who is stronger by the given Elo difference. It is
// 1/(1+10^(-elo/400)) (A. Elo 1978).
func Expected(elo float64) float64 { return 1 / (1 + math.Exp(-elo/eloScale)) }

// Elo returns the Elo difference at which a player scores the given share of the points. It is the inverse of
// [Expected], and infinite for 0 and 1.
func Elo(rate float64) float64 {
	switch {
	case rate <= 0:
		return math.Inf(-1)
	case rate >= 1:
		return math.Inf(1)
	}
	return eloScale * math.Log(rate/(1-rate))
}

// Wilson returns the 95 % interval of a rate (E. B. Wilson 1927). The observation is a number of points, the parameter
// score, in n games. Unlike the interval of the normal approximation, it is always within 0..1, and it is useful even
// if every game was won. A draw may count as half a success, which makes the interval a little too wide. For n = 0 the
// interval is 0..1.
func Wilson(score float64, n int) (low, high float64) {
	if n <= 0 {
		return 0, 1
	}
	N := float64(n)
	p := score / N
	centre := p + z95*z95/(2*N)
	spread := z95 * math.Sqrt(p*(1-p)/N+z95*z95/(4*N*N))
	scale := 1 + z95*z95/N
	return max(0, (centre-spread)/scale), min(1, (centre+spread)/scale)
}

// maxGames is the largest number of games that the functions below return.
const maxGames = 1_000_000_000

// GamesToShow returns how many games are needed to show which player is stronger. rate is a player's true share of the
// points. After the returned number of games, the 95 % interval excludes an even score with a probability of 80 %. The
// number is the usual sample size for comparing a proportion with one half. GamesToShow returns false if no number of
// games is enough, or if the number is too large to play.
func GamesToShow(rate float64) (games int, ok bool) {
	d := math.Abs(rate - 0.5)
	if !(d > 0) || rate < 0 || rate > 1 {
		return 0, false
	}
	n := math.Pow((z95/2+power80*math.Sqrt(rate*(1-rate)))/d, 2)
	if n > maxGames {
		return 0, false
	}
	return int(math.Ceil(n)), true
}

// GamesForWidth returns how many games between equal players are needed for a given accuracy. After the returned
// number of games, the 95 % interval of their Elo difference extends by the given Elo to each side.
func GamesForWidth(elo float64) int {
	d := Expected(math.Abs(elo)) - 0.5
	if d == 0 {
		return maxGames
	}
	return int(math.Ceil(min(math.Pow(z95/2/d, 2), maxGames)))
}

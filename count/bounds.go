package count

import (
	"math"
	"math/big"
)

// The formula of Tromp and Farnebäck, "Combinatorics of Go", section "Asymptotics": the number of legal positions of
// m by n points is about A * B^(m+n) * L^(m*n).
const (
	formulaA = 0.8506399258457
	formulaB = 0.965535059338374
	formulaL = 2.9757341920433572493
)

// LegalLog10 returns about the decimal logarithm of the number of legal positions of a rectangle.
func LegalLog10(width, height int) float64 {
	return math.Log10(formulaA) + float64(width+height)*math.Log10(formulaB) + float64(width*height)*math.Log10(formulaL)
}

// AtMost returns the decimal logarithm of an upper bound for the number of games without passes. A game is decided by
// one choice at each position: a play, or the end. So there are at most as many games as the product of the numbers of
// choices at all positions.
func (c PlayCounts) AtMost() (log10 float64) {
	for d, n := range c.Degrees {
		log10 += float64(n) * math.Log10(float64(d)+1)
	}
	return log10
}

// GamesAtMost is like [PlayCounts.AtMost] for boards whose positions are too many to visit. The arguments are the
// number of points and the decimal logarithm of the number of positions. The result is the decimal logarithm of the
// decimal logarithm of the bound. No position has more than two plays for each point.
func GamesAtMost(points int, positionsLog10 float64) (log10 float64) {
	return positionsLog10 + math.Log10(math.Log10(float64(2*points+1)))
}

// LongGame returns the length of a game without passes that is known to exist, or nil. On 1 by n points with an odd n
// it is 2^(n+1)-4, and on 19x19 it is 361*2^153 (Tromp and Farnebäck, "Combinatorics of Go", section "Long games").
func LongGame(width, height int) *big.Int {
	width, height = min(width, height), max(width, height)
	switch {
	case width == 1 && height%2 == 1 && height > 1:
		n := new(big.Int).Lsh(big.NewInt(1), uint(height+1))
		return n.Sub(n, big.NewInt(4))
	case width == 19 && height == 19:
		return new(big.Int).Lsh(big.NewInt(361), 153)
	}
	return nil
}

// ManyGames returns the decimal logarithm of the decimal logarithm of a number of games that is known to be exceeded,
// or 0. On 19x19 it is 100 (Walraet and Tromp, "A Googolplex of Go Games", 2016).
func ManyGames(width, height int) float64 {
	if width == 19 && height == 19 {
		return 100
	}
	return 0
}

package match

import (
	"math"

	"tengen/stat"
)

// tally holds the numbers of games that a player won, lost and drew.
type tally struct {
	Wins   int `json:"wins"`
	Losses int `json:"losses"`
	Draws  int `json:"draws"`
	Voids  int `json:"voids"` // void games, which do not count as played
}

// Played returns the number of games that count.
func (t tally) Played() int { return t.Wins + t.Losses + t.Draws }

// Done returns the number of games that ended, including void ones.
func (t tally) Done() int { return t.Played() + t.Voids }

// Score returns wins plus half the draws.
func (t tally) Score() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// Rate returns the score as a share of the games played, 0..1. Without games it returns 0.
func (t tally) Rate() float64 {
	if t.Played() == 0 {
		return 0
	}
	return t.Score() / float64(t.Played())
}

// plus returns the sum of two tallies.
func (t tally) plus(u tally) tally {
	return tally{t.Wins + u.Wins, t.Losses + u.Losses, t.Draws + u.Draws, t.Voids + u.Voids}
}

// reversed returns the opponent's tally of the same games.
func (t tally) reversed() tally { return tally{t.Losses, t.Wins, t.Draws, t.Voids} }

// add counts a game in which the player scored 0, 0.5 or 1 points.
func (t *tally) add(g *GameResult, points float64) {
	switch {
	case g.Void():
		t.Voids++
	case points == 0.5:
		t.Draws++
	case points == 1:
		t.Wins++
	default:
		t.Losses++
	}
}

// splitTally has a player's tally of all games, and the tallies of the games as Black and as White. The tally of all
// games is embedded, so that the JSON is one flat object.
type splitTally struct {
	tally
	AsBlack tally      `json:"asBlack"`
	AsWhite tally      `json:"asWhite"`
	Rate    float64    `json:"rate"`   // share of the points, 0..1
	Rate95  [2]float64 `json:"rate95"` // 95 % Wilson interval, 0..1
}

func splitTallyOf(asBlack, asWhite tally) splitTally {
	c := splitTally{tally: asBlack.plus(asWhite), AsBlack: asBlack, AsWhite: asWhite}
	c.Rate = c.tally.Rate()
	low, high := stat.Wilson(c.Score(), c.Played())
	c.Rate95 = [2]float64{low, high}
	return c
}

// eloEstimate is an Elo difference or a rating with its 95 % interval. A bound is nil if the interval is open on that
// side. The difference or rating itself is nil if it is not finite.
type eloEstimate struct {
	Elo  *float64 `json:"elo"`
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
}

func eloOf(elo, low, high float64) eloEstimate {
	return eloEstimate{finite(elo), finite(low), finite(high)}
}

// line returns the estimate of base + factor·x, where e is the estimate of x.
func (e eloEstimate) line(base, factor float64) eloEstimate {
	at := func(x *float64) *float64 {
		if x == nil {
			return nil
		}
		return finite(base + factor**x)
	}
	if factor < 0 {
		e.Low, e.High = e.High, e.Low
	}
	return eloEstimate{at(e.Elo), at(e.Low), at(e.High)}
}

// finite rounds a number to two decimals. It returns nil for infinity and NaN, which JSON does not have.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	x = math.Round(x*100) / 100
	return &x
}

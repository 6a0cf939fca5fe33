package match

import (
	"math"

	"tengen/stat"
)

// Tally counts the games of a player.
type Tally struct {
	Wins   int `json:"wins"`
	Losses int `json:"losses"`
	Draws  int `json:"draws"`
	Voids  int `json:"voids"` // do not count as played
}

// Played is the number of games that count.
func (t Tally) Played() int { return t.Wins + t.Losses + t.Draws }

// Done is the number of games that ended, void ones included.
func (t Tally) Done() int { return t.Played() + t.Voids }

// Score is wins plus half the draws.
func (t Tally) Score() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// Rate is the share of the possible score, 0..1; 0 when nothing was played.
func (t Tally) Rate() float64 {
	if t.Played() == 0 {
		return 0
	}
	return t.Score() / float64(t.Played())
}

// plus is both together.
func (t Tally) plus(u Tally) Tally {
	return Tally{t.Wins + u.Wins, t.Losses + u.Losses, t.Draws + u.Draws, t.Voids + u.Voids}
}

// turned is the tally of the opponent.
func (t Tally) turned() Tally { return Tally{t.Losses, t.Wins, t.Draws, t.Voids} }

// add counts a game for the player with that share of its points.
func (t *Tally) add(g *GameResult, points float64) {
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

// Colors is a tally with its two parts.
type Colors struct {
	Tally
	AsBlack Tally      `json:"asBlack"`
	AsWhite Tally      `json:"asWhite"`
	Rate    float64    `json:"rate"`   // share of the points, 0..1
	Rate95  [2]float64 `json:"rate95"` // 95 % Wilson interval, 0..1
}

func colorsOf(asBlack, asWhite Tally) Colors {
	c := Colors{Tally: asBlack.plus(asWhite), AsBlack: asBlack, AsWhite: asWhite}
	c.Rate = c.Tally.Rate()
	low, high := stat.Wilson(c.Score(), c.Played())
	c.Rate95 = [2]float64{low, high}
	return c
}

// Elo is a difference or a rating with its 95 % interval. A bound is nil where the
// games set none, and so is the number itself without one.
type Elo struct {
	Elo  *float64 `json:"elo"`
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
}

func eloOf(elo, low, high float64) Elo { return Elo{finite(elo), finite(low), finite(high)} }

// line is base + factor·e.
func (e Elo) line(base, factor float64) Elo {
	at := func(x *float64) *float64 {
		if x == nil {
			return nil
		}
		return finite(base + factor**x)
	}
	if factor < 0 {
		e.Low, e.High = e.High, e.Low
	}
	return Elo{at(e.Elo), at(e.Low), at(e.High)}
}

// finite is a number that JSON has, or nil.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	x = math.Round(x*100) / 100
	return &x
}

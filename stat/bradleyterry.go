package stat

import (
	"errors"
	"fmt"
	"math"
)

// Games are the games of two players in which player First had the first move.
type Games struct {
	First, Second int     // players, from 0
	Score         float64 // points of First: the number of wins plus half the number of draws
	Played        int
}

// Model has the settings for the rating of games. The field Players is
// required.
type Model struct {
	Players int
	// Known has the Elo of the players whose rating is given, by the number of the player. The other players are
	// rated on the same scale. If Known is empty, the mean of all players is 0.
	Known map[int]float64
	// Expected has prior estimates of the Elo of players, by number. All of them must be different. The model then
	// assumes that the ratings are nearly a linear function of the estimates: the slope of the function changes by
	// about 0.1 from one player to the next. So the games of a player also have a small influence on the ratings of
	// players with similar estimates.
	Expected map[int]float64
	// Advantage says that BradleyTerry also estimates the advantage of the
	// first move.
	Advantage bool
}

// Rating is the estimated Elo of one player.
type Rating struct {
	Elo       float64
	Low, High float64 // 95 % interval; an end is infinite if the games do not bound it
	Known     bool    // the Elo was given in Model.Known
}

// Ratings has the estimated Elo of all players.
type Ratings struct {
	Players []Rating
	// Advantage is the value of the first move in Elo. It is valid if
	// HasAdvantage is true. HasAdvantage is true if Model.Advantage is set and
	// the games determine the advantage.
	Advantage, AdvantageLow, AdvantageHigh float64
	HasAdvantage                           bool
	// Supposed says that the games alone do not give every player a finite Elo, for example because a player never
	// won, never lost, or never played the others. In this case the Elo is computed as if every two players had drawn
	// one more game.
	Supposed bool

	covariance matrix // of the ratings, in Elo²
}

// Difference returns the Elo of player i minus the Elo of player j, and the standard error of this difference.
func (r *Ratings) Difference(i, j int) (elo, stderr float64) {
	c := r.covariance
	return r.Players[i].Elo - r.Players[j].Elo, math.Sqrt(max(0, c[i][i]+c[j][j]-2*c[i][j]))
}

// diverged is the logarithm of odds of about 10^17 to one. Real games never lead to such odds, so if a fit reaches
// them, the likelihood has no maximum.
const diverged = 40

// BradleyTerry returns the most likely ratings under the model of R. A. Bradley and M. E. Terry (1952). In this model
// the odds that First scores against Second are exp(first + advantage - second). The advantage in this formula is
// from D. R. Hunter (2004, section 4). The maximum of the likelihood is found by Newton's method, which always
// converges because the logarithm of the likelihood is concave. The covariances are the inverse of the Fisher
// information. An interval extends 1.96 standard errors to each side. For a few games between two players [Wilson] is
// more accurate.
//
// If the maximum does not exist (L. R. Ford 1957), the ratings assume one more drawn game between every two players;
// see [Ratings].Supposed.
func BradleyTerry(games []Games, m Model) (Ratings, error) {
	if m.Players < 1 {
		return Ratings{}, errors.New("there are no players to rate")
	}
	for _, g := range games {
		if g.First < 0 || g.Second < 0 || g.First >= m.Players || g.Second >= m.Players || g.First == g.Second ||
			g.Played < 0 || !(g.Score >= 0) || g.Score > float64(g.Played) {
			return Ratings{}, fmt.Errorf("%+v cannot be the games of two of %d players", g, m.Players)
		}
	}
	for i, elo := range m.Known {
		if i < 0 || i >= m.Players || math.IsNaN(elo) || math.IsInf(elo, 0) {
			return Ratings{}, fmt.Errorf("player %d of %d cannot have %v Elo", i, m.Players, elo)
		}
	}
	never := unbeaten(games, m)
	f := fit{Model: m, games: tallies(games)}
	if err := f.expect(); err != nil {
		return Ratings{}, err
	}
	ok := never == nil
	if ok {
		ok = f.newton()
		if !ok && m.Advantage {
			f.Advantage = false // the advantage would be infinite, because the same side always won
			ok = f.newton()
		}
	}
	if !ok {
		f.Advantage = false
		f.games = append(f.games, shared(m.Players)...)
		if !f.newton() {
			return Ratings{}, errors.New("these games cannot be rated")
		}
	}
	r := f.ratings()
	r.Supposed = !ok
	for i, side := range never {
		if p := &r.Players[i]; !p.Known {
			if side.won {
				p.High = math.Inf(1)
			}
			if side.lost {
				p.Low = math.Inf(-1)
			}
		}
	}
	return r, nil
}

// A tally is [Games] with a weight. The weight is needed for supposed games: half of the game counts with
// the first move of one player, and half with that of the other.
type tally struct {
	first, second int
	score, played float64
}

func tallies(games []Games) []tally {
	all := make([]tally, len(games))
	for i, g := range games {
		all[i] = tally{g.First, g.Second, g.Score, float64(g.Played)}
	}
	return all
}

// shared returns the supposed games: one drawn game between every two players, in two halves with different first
// players.
func shared(players int) []tally {
	var all []tally
	for i := range players {
		for j := range players {
			if i != j {
				all = append(all, tally{i, j, 0.25, 0.5})
			}
		}
	}
	return all
}

// boundless says whether a player's Elo has no upper bound (won) or no lower bound (lost).
type boundless struct{ won, lost bool }

// unbeaten returns nil if the games connect all players by Ford's condition. By this condition a path leads from every
// player to every other player. A step of a path leads from a player to an opponent against whom the player has scored,
// or from one player of known Elo to another. If the condition does not hold, unbeaten returns which players lack a
// bound. A player lacks the upper bound if some other player has no path to this player. A player lacks the lower bound
// if no path leads from this player to some other player.
func unbeaten(games []Games, m Model) []boundless {
	n := m.Players
	over := make([][]bool, n) // over[i][j]: a path leads from i to j
	for i := range over {
		over[i] = make([]bool, n)
		over[i][i] = true
	}
	for _, g := range games {
		if g.Score > 0 {
			over[g.First][g.Second] = true
		}
		if g.Score < float64(g.Played) {
			over[g.Second][g.First] = true
		}
	}
	for i := range m.Known {
		for j := range m.Known {
			over[i][j] = true
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				over[i][j] = over[i][j] || over[i][k] && over[k][j]
			}
		}
	}
	never := make([]boundless, n)
	some := false
	for i := range n {
		for j := range n {
			if _, anchor := m.Known[j]; len(m.Known) > 0 && !anchor {
				continue // if any Elo is known, only players of known Elo give bounds
			}
			never[i].won = never[i].won || !over[j][i]
			never[i].lost = never[i].lost || !over[i][j]
		}
		some = some || never[i].won || never[i].lost
	}
	if !some {
		return nil
	}
	return never
}

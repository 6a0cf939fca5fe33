package stat

import (
	"errors"
	"fmt"
	"math"
)

// Games are the games of two players in which First had the first move.
type Games struct {
	First, Second int     // players, from 0
	Score         float64 // points of First: wins and half the draws
	Played        int
}

// Model says how the games are to be rated. Players is required.
type Model struct {
	Players int
	// Known are the given Elo of players, by number; the others are rated on
	// the same scale. If it is empty, the mean of all players is 0.
	Known map[int]float64
	// Expected are prior estimates of Elo, by number, all different. As a
	// function of these estimates the ratings are then nearly linear: the slope
	// changes by 0.1 or so from one player to the next. The games of a player
	// therefore also influence the ratings of its neighbours a little.
	Expected map[int]float64
	// Advantage asks for the advantage of the first move as well.
	Advantage bool
}

// Rating is what a fit says about one player.
type Rating struct {
	Elo       float64
	Low, High float64 // 95 % interval; infinite where the games set no bound
	Known     bool    // the Elo was given in Model.Known
}

// Ratings are the Elo of all players of a match.
type Ratings struct {
	Players []Rating
	// Advantage is the Elo that the first move is worth. HasAdvantage says that
	// it was asked for and that the games determine it.
	Advantage, AdvantageLow, AdvantageHigh float64
	HasAdvantage                           bool
	// Supposed reports that the games alone do not give finite Elo, because a
	// player never won, never lost, or never met the others. In this case every
	// two players are treated as if they had shared one more game.
	Supposed bool

	covariance matrix // of the ratings, in Elo²
}

// Difference is the Elo of player i minus that of player j, and its standard
// error.
func (r *Ratings) Difference(i, j int) (elo, stderr float64) {
	c := r.covariance
	return r.Players[i].Elo - r.Players[j].Elo, math.Sqrt(max(0, c[i][i]+c[j][j]-2*c[i][j]))
}

// diverged is a logarithm of odds that no finite set of games supports: 10^17
// to one. A fit that reaches it does not have a maximum.
const diverged = 40

// BradleyTerry is the maximum of the likelihood in which First scores against
// Second with odds of exp(first + advantage - second) (R. A. Bradley and M. E.
// Terry 1952; the advantage as in D. R. Hunter 2004, section 4). It is found by
// Newton's method, which always converges to it because the logarithm is
// concave. Covariances are the inverse of the Fisher information, and intervals
// are 1.96 standard errors. For a handful of games [Wilson] is more accurate.
//
// If the maximum does not exist (L. R. Ford 1957), every two players are
// supposed to have shared a game, see [Ratings].Supposed.
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
			f.Advantage = false // the same side always won: the advantage would be infinite
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

// A tally is [Games] with weights, since supposed games count by halves.
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

// shared is one game between every two players: half won and half lost, and
// half with either first move.
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

// boundless says that the games do not bound a player's Elo from above (won) or
// from below (lost).
type boundless struct{ won, lost bool }

// unbeaten is nil if the games connect all players, by Ford's condition: from
// every player a path leads to every other along games that were not wholly
// lost. Players of known Elo are connected to each other from the start.
// Otherwise unbeaten says which players lack a bound: those that cannot be
// reached from some other player, or cannot reach one.
func unbeaten(games []Games, m Model) []boundless {
	n := m.Players
	over := make([][]bool, n) // over[i][j]: a path of points scored leads from i to j
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
				continue // only players of known Elo give bounds
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

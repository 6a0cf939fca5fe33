package selfplay

import "fmt"

// Params are the settings of the games. Wu 2019 is "Accelerating Self-Play Learning in Go" (arXiv 1902.10565).
type Params struct {
	// Visits is the number of visits of a full search. Only full searches give rows.
	Visits int `json:"visits"`
	// FullShare is the share of turns with a full search. The other turns have a search of FastVisits, without noise,
	// that only chooses the move (playout cap randomization, Wu 2019, section 3.1). 1 turns this off.
	FullShare  float64 `json:"fullShare"`
	FastVisits int     `json:"fastVisits"`

	// Gumbel makes full searches by sequential halving. The rows learn the improved policy (Danihelka et al. 2022,
	// "Policy improvement by planning with Gumbel"). RootNoise, RootTemperature and Forced are then not used.
	Gumbel bool `json:"gumbel"`
	// RootNoise is the share of Dirichlet noise in the priors of a full search (Silver et al. 2017).
	RootNoise float64 `json:"rootNoise"`
	// RootTemperature above 1 flattens the priors of a full search (Wu 2019, appendix D).
	RootTemperature float64 `json:"rootTemperature"`
	// Forced is the number of forced playouts, as in [mcts.Params].RootForced. The policy that is learned does not
	// contain them (Wu 2019, section 3.2). 0 turns this off.
	Forced float64 `json:"forced"`

	// A move is drawn in proportion to its weight to the power 1/temperature. The temperature begins with Temperature
	// and approaches TemperatureEnd. The distance halves after as many turns as a square board of this size has lines.
	Temperature    float64 `json:"temperature"`
	TemperatureEnd float64 `json:"temperatureEnd"`

	// OpeningMoves is the mean number of moves at the beginning of a game that are drawn from the policy alone, as a
	// share of the number of points. The numbers have an exponential distribution (Wu 2019, appendix D).
	OpeningMoves float64 `json:"openingMoves"`
	// FairKomi is the share of games whose komi is made fair after the opening: it is changed until a fast search
	// expects an even game. KomiSpread is the standard deviation, in points, of a random number that is added to the
	// komi.
	FairKomi   float64 `json:"fairKomi"`
	KomiSpread float64 `json:"komiSpread"`
	// VariedRules is the share of games whose ko rule and rule about suicide are drawn at random, as in KataGo's
	// self-play. A net that learned under one ruleset plays badly under others: their inputs are new to it. On a torus
	// of 7x7 such a net scored 97 % under its own rules against an opponent, and 60 to 67 % under others.
	VariedRules float64 `json:"variedRules"`
	// VariedCounting is the share of games whose way of counting is drawn at random, as in KataGo's self-play: area or
	// territory, a tax or none, and with area a button or none.
	VariedCounting float64 `json:"variedCounting,omitzero"`
	// HandicapShare is the share of games with handicap stones, 2 to 4 of them, where the board has places for them.
	HandicapShare float64 `json:"handicapShare"`

	// No game is resigned. A game is decided if a player's probability of a win was above Decided for DecidedTurns
	// turns in a row. From then on full searches have DecidedVisits, and their rows have the weight DecidedWeight (Wu
	// 2019, appendix D). Decided of 1 turns this off.
	Decided       float64 `json:"decided"`
	DecidedTurns  int     `json:"decidedTurns"`
	DecidedVisits int     `json:"decidedVisits"`
	DecidedWeight float64 `json:"decidedWeight"`

	// Settled is the share of games that end, and are counted, as soon as every point is pass-alive, because no further
	// move can change the count. The other games go on, so that a net learns to pass. KataGo's self-play does the same
	// in 98 % of its games (endGameIfAllPassAlive in play.cpp).
	Settled float64 `json:"settled"`

	// Surprise is the share of the weight of a game's rows that is divided in proportion to the surprise, which is the
	// Kullback-Leibler divergence of the net's policy from the policy to learn (policy surprise weighting, KataGo). 0
	// turns this off.
	Surprise float64 `json:"surprise"`
	// OlderShare is the share of games in which one player has an older net, if there is one. Only turns of the newest
	// net give rows.
	OlderShare float64 `json:"olderShare"`
}

// DefaultParams are the settings for small boards and random first weights.
func DefaultParams() Params {
	return Params{
		Visits: 32, FullShare: 1, FastVisits: 20, Gumbel: true, RootNoise: 0.25, RootTemperature: 1.1, Forced: 2,
		Temperature: 0.75, TemperatureEnd: 0.15, OpeningMoves: 0.04, FairKomi: 0.9, KomiSpread: 1, VariedRules: 0.5,
		Decided: 0.97, DecidedTurns: 3, DecidedVisits: 24, DecidedWeight: 0.2, Settled: 0.98, Surprise: 0.5, OlderShare: 0.05,
	}
}

// Validate reports the first setting that is out of range.
func (p Params) Validate() error {
	for _, f := range []struct {
		name           string
		value          float64
		least, largest float64
	}{
		{"visits", float64(p.Visits), 2, 1e6}, {"fastVisits", float64(p.FastVisits), 2, 1e6}, {"fullShare", p.FullShare, 0.001, 1},
		{"rootNoise", p.RootNoise, 0, 1}, {"rootTemperature", p.RootTemperature, 0.1, 10}, {"forced", p.Forced, 0, 100},
		{"temperature", p.Temperature, 0, 10}, {"temperatureEnd", p.TemperatureEnd, 0, 10}, {"openingMoves", p.OpeningMoves, 0, 1},
		{"fairKomi", p.FairKomi, 0, 1}, {"komiSpread", p.KomiSpread, 0, 100}, {"handicapShare", p.HandicapShare, 0, 1}, {"variedRules", p.VariedRules, 0, 1},
		{"variedCounting", p.VariedCounting, 0, 1},
		{"decided", p.Decided, 0.5, 1}, {"decidedTurns", float64(p.DecidedTurns), 1, 1000}, {"decidedVisits", float64(p.DecidedVisits), 2, 1e6},
		{"decidedWeight", p.DecidedWeight, 0.001, 1}, {"settled", p.Settled, 0, 1}, {"surprise", p.Surprise, 0, 1}, {"olderShare", p.OlderShare, 0, 1},
	} {
		if !(f.value >= f.least && f.value <= f.largest) {
			return fmt.Errorf("%s is %v, not from %v to %v", f.name, f.value, f.least, f.largest)
		}
	}
	return nil
}

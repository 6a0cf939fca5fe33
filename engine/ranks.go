package engine

import (
	"math"

	"tengen/baduk"
)

// Rung is how a player of a rank is imitated.
type Rung struct {
	Rank Rank `json:"rank"`
	// Temperature flattens what the policy thinks of moves: 1 draws them as often
	// as it would, more plays odd moves more often, 0 always the best.
	Temperature float64 `json:"temperature"`
	// Visits of the search that the draw is made from; with few, the policy alone.
	Visits int `json:"visits"`
	// Loss is how many points a move may cost against the best one.
	Loss float64 `json:"loss"` // points
}

// Scale is a ladder of ranks on a size of board, for a kind of evaluator.
type Scale struct {
	Size  int    `json:"size"` // side of the board
	Net   bool   `json:"net"`  // for nets; otherwise for rollouts
	Rungs []Rung `json:"rungs"`
	// Measured says that games gave the rungs their names, and By which: the net,
	// the opponents of known rank, how many games, and when.
	Measured bool   `json:"measured"`
	By       string `json:"by,omitempty"`
}

// Scales are the ladders there are. Between their sizes and rungs a player's
// habits are interpolated.
//
// UNMEASURED: these are placeholders. They order the ranks, weaker below, and
// nothing says yet that "5k" here is a 5 kyu anywhere. `tengen bench ranks` plays
// rungs against each other and tells their distances; it takes opponents of known
// rank to name them. A scale that claims to be measured has to say by what.
func Scales() []Scale {
	return []Scale{
		{Size: 9, Net: true, Rungs: []Rung{
			{Kyu20, 2.6, 1, 10}, {Dan1 - 15, 2.0, 1, 7}, {Dan1 - 10, 1.5, 1, 4.5}, {Dan1 - 5, 1.1, 1, 3},
			{Dan1 - 1, 0.9, 8, 2}, {Dan1 + 3, 0.6, 32, 1}, {Dan9, 0.3, 200, 0.5}}},
		{Size: 13, Net: true, Rungs: []Rung{
			{Kyu20, 2.6, 1, 15}, {Dan1 - 15, 2.0, 1, 10}, {Dan1 - 10, 1.5, 1, 7}, {Dan1 - 5, 1.1, 1, 4},
			{Dan1 - 1, 0.9, 8, 3}, {Dan1 + 3, 0.6, 32, 1.5}, {Dan9, 0.3, 200, 0.7}}},
		{Size: 19, Net: true, Rungs: []Rung{
			{Kyu20, 2.6, 1, 25}, {Dan1 - 15, 2.0, 1, 16}, {Dan1 - 10, 1.5, 1, 10}, {Dan1 - 5, 1.1, 1, 6},
			{Dan1 - 1, 0.9, 8, 4}, {Dan1 + 3, 0.6, 32, 2}, {Dan9, 0.3, 200, 1}}},
		{Size: 9, Rungs: []Rung{
			{Kyu20, 2.0, 100, 10}, {Dan1 - 10, 1.0, 400, 5}, {Dan1 - 1, 0.5, 4000, 2}, {Dan9, 0.2, 40000, 1}}},
		{Size: 19, Rungs: []Rung{
			{Kyu20, 2.0, 100, 25}, {Dan1 - 10, 1.0, 400, 12}, {Dan1 - 1, 0.5, 4000, 4}, {Dan9, 0.2, 40000, 2}}},
	}
}

// rung is how the rank plays on the board of g.
func (e *Engine) rung(g *baduk.Game, r Rank) Rung {
	_, points := g.Graph().Unit()
	return rungOf(r, math.Sqrt(points), !e.evaluator.Info().Stochastic)
}

// rungOf interpolates between the scales of the two nearest sizes, and between
// rungs; beyond either it takes the last one.
func rungOf(r Rank, side float64, net bool) Rung {
	var below, above *Scale
	scales := Scales()
	for i := range scales {
		s := &scales[i]
		if s.Net != net {
			continue
		}
		if below == nil || float64(s.Size) <= side {
			below = s
		}
		if above == nil && float64(s.Size) >= side {
			above = s
		}
	}
	if above == nil {
		above = below
	}
	a, b := below.rung(r), above.rung(r)
	if below.Size >= above.Size {
		return a
	}
	return a.towards(b, (side-float64(below.Size))/float64(above.Size-below.Size))
}

// rung interpolates between the rungs of a scale.
func (s *Scale) rung(r Rank) Rung {
	before := s.Rungs[0]
	for _, next := range s.Rungs {
		if next.Rank >= r {
			if next.Rank == before.Rank {
				return next
			}
			got := before.towards(next, float64(r-before.Rank)/float64(next.Rank-before.Rank))
			got.Rank = r
			return got
		}
		before = next
	}
	return before
}

// towards is the part of the way from a to b, visits by their logarithm.
func (a Rung) towards(b Rung, part float64) Rung {
	part = min(max(part, 0), 1)
	mix := func(x, y float64) float64 { return x + (y-x)*part }
	visits := math.Exp(mix(math.Log(float64(a.Visits)), math.Log(float64(b.Visits))))
	return Rung{a.Rank, mix(a.Temperature, b.Temperature), int(math.Round(visits)), mix(a.Loss, b.Loss)}
}

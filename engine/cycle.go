package engine

import "tengen/baduk"

// mostRounds is how often a position may stand before the engine leaves a cycle that
// the rules let go on for ever: under the basic ko alone (baduk.KoBasic).
const mostRounds = 4

// leavingCycle is the game as the engine plays it: once a position has stood so often
// as MostRounds says, one in which no position may come again, whose legal moves are
// legal in the game itself too.
func leavingCycle(g *baduk.Game) *baduk.Game {
	if g.Rules().Ko != baduk.KoBasic || g.Over() || g.Occurrences() < mostRounds {
		return g
	}
	g = g.Clone()
	rules := g.Rules()
	rules.Ko = baduk.KoSituational
	if rules.Suicide == baduk.SuicideLiteral { // of a single stone it is a repetition here
		rules.Suicide = baduk.SuicideMulti
	}
	g.SetRules(rules)
	return g
}

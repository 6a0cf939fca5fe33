package engine

import "tengen/baduk"

// mostRounds is how often a position may occur before the engine leaves a cycle that the rules allow to go on
// for ever: under the basic ko rule alone (baduk.KoBasic).
const mostRounds = 4

// leavingCycle is the game as the engine plays it. Once a position has occurred mostRounds times, it is a
// game in which no position may occur again. The legal moves of that game are legal in the original game too.
func leavingCycle(g *baduk.Game) *baduk.Game {
	if g.Rules().Ko != baduk.KoBasic || g.Over() || g.Occurrences() < mostRounds {
		return g
	}
	g = g.Clone()
	rules := g.Rules()
	rules.Ko = baduk.KoSituational
	if rules.Suicide == baduk.SuicideLiteral { // the suicide of a single stone repeats the position
		rules.Suicide = baduk.SuicideMulti
	}
	g.SetRules(rules)
	return g
}

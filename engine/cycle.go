package engine

import "tengen/baduk"

// mostRounds is the number of occurrences of a position after which the engine leaves a cycle. It matters
// only under the basic ko rule (baduk.KoBasic), which allows a cycle to go on for ever.
const mostRounds = 4

// leavingCycle returns the game that the engine searches. Usually this is g. After a position has occurred
// mostRounds times, it is a copy of g under a rule that forbids repeating a position. Every move that is legal
// in the copy is legal in g.
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

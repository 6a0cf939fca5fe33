package katago

import "tengen/baduk"

// Revive continues a game that a repetition made void. Unlike [baduk.Game.Reopen] it keeps the earlier
// positions, so that the next round of the cycle makes the game void again.
func Revive(g *baduk.Game) {
	if g.Len() == 0 {
		return
	}
	last, rules := g.Turn(g.Len()-1), g.Rules()
	other := rules
	other.Ko = baduk.KoPositional // games are never void under this rule
	g.Undo()
	g.SetRules(other)
	g.Force(last)
	g.SetRules(rules)
}

// Restarted returns a game that begins at the position of g with c to move. It follows KataGo: after a move out of
// turn, KataGo's search forgets ko, repetition, passes and the button, and counts the handicap again. Prisoners, stones
// for passes and scores are kept.
func Restarted(g *baduk.Game, c baduk.Color) (*baduk.Game, error) {
	setup := baduk.SetupOf(g.StonesAfter(g.Len()), c)
	setup.FreeHandicap = true
	setup.Scores = g.Setup().Scores
	lost, r := g.Position().Prisoners, g.Rules()
	if r.Scoring == baduk.ScoringTerritory || r.Scoring == baduk.ScoringAreaPrisoners {
		setup.Scores[baduk.Black] += float64(lost[baduk.White])
		setup.Scores[baduk.White] += float64(lost[baduk.Black])
	}
	for _, m := range g.Moves() {
		if r.PassStones && m.IsPass() {
			setup.Scores[m.Color.Opponent()]++
		}
	}
	return baduk.NewGameFrom(g.Graph(), r, setup)
}

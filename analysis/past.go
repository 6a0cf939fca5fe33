package analysis

import "tengen/baduk"

// farAhead is for how many turns nothing that is hidden of the past may matter.
const farAhead = 12

// withoutPast is the game as if it began here, so that a net sees none of the moves before,
// as KataGo has it in analyses. It is nil where the past can still matter within a while: to
// kos and repetitions, to passes and the button, to the count.
func (q *query) withoutPast(g *baduk.Game) *baduk.Game {
	p := g.Position()
	rules := q.rules
	if rules.HandicapBonus != baduk.BonusNone {
		if p.Stones(baduk.White) == 0 {
			return nil // more stones of Black's may yet be for a handicap
		}
		rules.HandicapBonus, rules.Komi = baduk.BonusNone, rules.Komi+baduk.Komi(2*g.Bonus())
	}
	setup := baduk.SetupOf(colors(&p.Board), g.ToPlay())
	if setup.Scores = g.Setup().Scores; !sameFuture(g, setup) {
		return nil
	}
	for c, s := range q.prisoners(int(p.Prisoners[baduk.Black]), int(p.Prisoners[baduk.White])) {
		setup.Scores[c] += s
	}
	fresh, err := baduk.NewGameFrom(g.Graph(), rules, setup)
	if err != nil || fresh.Compensation() != g.Compensation() {
		return nil
	}
	return fresh
}

// sameFuture reports whether a game and a set-up have the same legal moves and ends for a
// while. What the position counts is another question, which its rules would confuse with this one.
func sameFuture(g *baduk.Game, setup baduk.Setup) bool {
	rules := g.Rules()
	rules.HandicapBonus, rules.Scoring, rules.Tax, rules.PassStones = baduk.BonusNone, baduk.ScoringArea, baduk.TaxNone, false
	if rules.Dead == baduk.DeadCleanup {
		rules.Dead = baduk.DeadUnconditional
	}
	if g.Phase() > 0 || rules.CheckOn(g.Graph()) != nil {
		return false
	}
	begun, err := baduk.NewGameFrom(g.Graph(), rules, setup)
	if err != nil {
		return false
	}
	played := g.Clone()
	played.SetRules(rules)
	key, check := played.NearKeys(farAhead)
	k, c := begun.NearKeys(farAhead)
	return k == key && c == check
}

package kifustats

import (
	"cmp"
	"slices"

	"tengen/baduk"
	"tengen/kifu"
)

// Even has the outcomes of the even games on one board. These games have no handicap and no set-up stones, their komi
// is known, their rules count area or territory or are not known, and they can be replayed. A komi of less than one
// point counts as a handicap, because usually the weaker player takes Black.
type Even struct {
	Komi []KomiWins // the wins of Black by komi, the most frequent komi first
	// Counted is the number of games that were decided by points. Lead is the mean lead of Black in these games, in
	// points, without komi.
	Counted int
	Lead    Average
	// Same is the number of the counted games that have the same outcome by area and by territory with prisoners, with
	// the komi of the record.
	Same int
}

// KomiWins counts the games with one komi that have a winner.
type KomiWins struct {
	Komi         string
	Games, Black int // Black is the number of games that Black won
}

// evens adds up the even games of one board.
type evens struct {
	wins          map[string]*KomiWins
	lead          ratio
	counted, same int
}

// add counts a game if it is an even game. A draw counts as decided by points.
func (e *evens) add(g Game) {
	if g.Komi == nil || *g.Komi < 1 || g.Handicap > 1 || g.first == "" || g.choices == nil || g.shifts == nil {
		return
	}
	result := baduk.ParseResult(g.Result)
	if result.Winner != baduk.Empty {
		komi := komiText(*g.Komi)
		if e.wins[komi] == nil {
			e.wins[komi] = &KomiWins{Komi: komi}
		}
		e.wins[komi].Games++
		if result.Winner == baduk.Black {
			e.wins[komi].Black++
		}
	}
	drawn := result.Ending == baduk.EndingDraw
	if !drawn && (result.Ending != baduk.EndingScore || result.Margin == 0) { // Fox writes B+0.0 for an unknown margin
		return
	}
	lead := result.Points()
	if result.Winner == baduk.White {
		lead = -lead
	}
	e.counted++
	e.lead.add(lead+*g.Komi, 1)
	if !slices.ContainsFunc(g.shifts, func(shift int) bool { return cmp.Compare(lead+float64(shift), 0) != cmp.Compare(lead, 0) }) {
		e.same++
	}
}

func (e *evens) sum() Even {
	r := Even{Counted: e.counted, Lead: e.lead.average(), Same: e.same}
	for _, w := range e.wins {
		r.Komi = append(r.Komi, *w)
	}
	slices.SortFunc(r.Komi, func(a, b KomiWins) int { return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Komi, b.Komi)) })
	return r
}

// shiftsOf returns the numbers of points that Black's lead may change by if the other scoring counts the same position:
// area instead of territory with prisoners, or the reverse. The stones that are dead do not matter. Every stone that a
// player placed counts one point for this player by area if it is alive, and one point for the opponent by territory
// if it is a prisoner. So Black's lead by area is larger than his lead by territory by the number of stones that he
// placed minus the number that White placed. If the rules are not known, the record may have used either scoring.
// shiftsOf returns nil for rules with another scoring.
func shiftsOf(t *kifu.Tree) []int {
	placed := 0
	for n := range t.Root().MainLine() {
		moves, _ := n.Moves()
		for _, m := range moves {
			if !m.IsPass() {
				placed += int(m.Color.Number())
			}
		}
	}
	switch {
	case !t.RulesKnown:
		return []int{placed, -placed}
	case t.Rules.Scoring == baduk.ScoringTerritory:
		return []int{placed}
	case t.Rules.Scoring == baduk.ScoringArea:
		return []int{-placed}
	}
	return nil
}

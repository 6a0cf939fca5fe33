package engine

import (
	"slices"

	"tengen/baduk"
	"tengen/mcts"
	"tengen/tactics"
)

// Budgets for reading life and death, in situations for a chain: when the players agree
// about dead stones, and before a move.
const (
	readToAgree = 20_000
	readToMove  = 4_000
)

// readStones are the stones whose fate was read to the end: those that are dead, and those
// that nobody can take. The others are left to the search.
//
// Reading knows no ko threats from elsewhere. For the count of territory that is the rule
// (Japanese rules of 1989, article 7.2). Where area is counted what is dead has to be
// taken in play; so there reading holds only if no other stones can be a threat.
func readStones(g *baduk.Game, budget int) (dead, safe baduk.PointSet) {
	b := &g.Position().Board
	status := tactics.Statuses(b, g.Rules().Suicide != baduk.SuicideForbidden, budget)
	threats := false
	for i, s := range status {
		threats = threats || b.At(baduk.Point(i)) != baduk.Empty && s != tactics.Dead && s != tactics.PassAlive && s != tactics.Alive
	}
	byTerritory := g.Rules().Scoring == baduk.ScoringTerritory
	for i, s := range status {
		switch {
		case s == tactics.Dead && (byTerritory || !threats):
			dead.Add(baduk.Point(i))
		case s == tactics.PassAlive, s == tactics.Alive, s == tactics.Seki, s == tactics.Standing && byTerritory:
			safe.Add(baduk.Point(i))
		}
	}
	// Where stones of both die somebody has to begin. As they stand they are left in seki
	// where territory is counted (1989, article 7.2, "three points without capturing").
	for i := range status {
		p := baduk.Point(i)
		if !dead.Has(p) {
			continue
		}
		if area, alone := pocket(b, dead, p); !alone {
			for _, q := range area {
				if dead.Has(q) && byTerritory {
					safe.Add(q)
				}
				dead.Remove(q)
			}
		}
	}
	return dead, safe
}

// pocket is the stone on p, which is dead, with all dead stones and empty points that
// hang together with it. It is alone if nobody but who takes it is around or in it.
func pocket(b *baduk.Board, dead baduk.PointSet, p baduk.Point) (area []baduk.Point, alone bool) {
	killer := b.At(p).Opponent()
	seen := baduk.PointSet{}
	seen.Add(p)
	area, alone = []baduk.Point{p}, true
	for k := 0; k < len(area); k++ {
		for _, q := range b.Graph().Neighbours(area[k]) {
			switch lives := b.At(q) != baduk.Empty && !dead.Has(q); {
			case lives && b.At(q) == killer, seen.Has(q):
			case lives:
				alone = false
			default:
				alone = alone && b.At(q) != killer
				seen.Add(q)
				area = append(area, q)
			}
		}
	}
	return area, alone
}

// Informed is what a search says of the owners of points, and what reading knows better:
// stones whose fate was read to the end, and the points around those that are dead.
func Informed(g *baduk.Game, ownership []float32) []float32 {
	dead, safe := readStones(g, readToMove)
	b := &g.Position().Board
	own := slices.Clone(ownership)
	for i := range own {
		switch p := baduk.Point(i); {
		case safe.Has(p):
			own[i] = float32(b.At(p).Number())
		case dead.Has(p):
			area, _ := pocket(b, dead, p)
			for _, q := range area {
				own[q] = -float32(b.At(p).Number())
			}
		}
	}
	return own
}

// ReadSeki are the stones that are in seki by reading: neither side can begin.
func ReadSeki(g *baduk.Game) (stones []baduk.Point) {
	for i, s := range tactics.Statuses(&g.Position().Board, g.Rules().Suicide != baduk.SuicideForbidden, tactics.StatusBudget) {
		if s == tactics.Seki {
			stones = append(stones, baduk.Point(i))
		}
	}
	return stones
}

// takeDead is a move that takes stones that are dead by reading, where this is the last
// chance: in the second part of the clean-up, after which all stones count that stand
// (KataGo's rules, territory scoring). There such moves cost nothing. It is nil elsewhere.
func takeDead(g *baduk.Game) *mcts.MoveInfo {
	if g.Rules().Dead != baduk.DeadCleanup || g.Phase() < 2 {
		return nil
	}
	dead, _ := readStones(g, readToMove)
	b, c := &g.Position().Board, g.ToPlay()
	for i := range g.Graph().Len() {
		p := baduk.Point(i)
		if !dead.Has(p) || b.At(p) != c.Opponent() || b.Head(p) != p {
			continue
		}
		at, ok := tactics.Capture(b, p, g.Position().KoBan, g.Rules().Suicide != baduk.SuicideForbidden, readToMove)
		if ok && at != baduk.Pass && g.Legal(baduk.Move{Color: c, Point: at}) == baduk.Legal {
			return untried(g, at)
		}
	}
	return nil
}

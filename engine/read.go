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

// reading is what is known about the stones of a board by reading life and death to the end.
type reading struct {
	dead baduk.PointSet // captured even if their owner moves first
	safe baduk.PointSet // not captured even if the opponent moves first
	all  bool           // every stone is dead or safe
}

// readStones reads the fate of all stones. The budget is in situations for a chain.
//
// Reading knows no ko threats from elsewhere. For the count of territory that is the rule
// (Japanese rules of 1989, article 7.2). Where area is counted, dead stones have to be
// captured in play. There reading holds only if the stones that are not unconditionally
// alive or dead form a single region, so that there are no threats elsewhere.
func readStones(g *baduk.Game, budget int) reading {
	b, rules := &g.Position().Board, g.Rules()
	suicide := rules.Suicide != baduk.SuicideForbidden
	status := tactics.Statuses(b, suicide, budget)
	byTerritory := rules.Scoring == baduk.ScoringTerritory
	holds := byTerritory || tactics.Regions(b, suicide) <= 1
	var r reading
	for i, s := range status {
		switch {
		case s == tactics.PassAlive:
			r.safe.Add(baduk.Point(i))
		case !holds:
		case s == tactics.Dead:
			r.dead.Add(baduk.Point(i))
		case s == tactics.Alive, s == tactics.Seki, s == tactics.Standing && !rules.Ko.Superko():
			// A superko rule can end the cycle that a standing stone lives by.
			r.safe.Add(baduk.Point(i))
		}
	}
	// Two dead stones of different colours can be next to each other: whoever moves first
	// captures less or more. Where territory is counted they stay on the board as they are
	// (1989, article 7.2, "three points without capturing").
	for i := range status {
		p := baduk.Point(i)
		if !r.dead.Has(p) {
			continue
		}
		if area, alone := pocket(b, r.dead, p); !alone {
			for _, q := range area {
				if r.dead.Has(q) && byTerritory {
					r.safe.Add(q)
				}
				r.dead.Remove(q)
			}
		}
	}
	r.all = true
	for i := range status {
		p := baduk.Point(i)
		r.all = r.all && (b.At(p) == baduk.Empty || r.dead.Has(p) || r.safe.Has(p))
	}
	return r
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

// Informed corrects the ownership that a search expects by what reading knows: dead and
// safe stones, and the points around dead stones. If reading decides every stone, the
// rules' count decides every point, and all is true.
func Informed(g *baduk.Game, ownership []float32) (own []float32, all bool) {
	r := readStones(g, readToMove)
	own = slices.Clone(ownership)
	if r.all {
		for i, p := range g.Score(r.dead).Points {
			own[i] = float32(p.Owner.Number())
		}
		return own, true
	}
	b := &g.Position().Board
	for i := range own {
		switch p := baduk.Point(i); {
		case r.safe.Has(p):
			own[i] = float32(b.At(p).Number())
		case r.dead.Has(p):
			area, _ := pocket(b, r.dead, p)
			for _, q := range area {
				own[q] = -float32(b.At(p).Number())
			}
		}
	}
	return own, false
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
	dead := readStones(g, readToMove).dead
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

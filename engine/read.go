package engine

import (
	"slices"

	"tengen/baduk"
	"tengen/mcts"
	"tengen/tactics"
)

// These numbers set the budget of [tactics.Statuses] before a move, in situations. The budget is readForPlayout
// for each playout of the search, but at most readToMove. The budget for counting a board is
// [tactics.StatusBudget].
const readForPlayout, readToMove = 4, 4_000

// reading is the result of reading the life and death of all stones of a board to the end.
type reading struct {
	dead baduk.PointSet // stones that are captured even if their owner moves first
	safe baduk.PointSet // stones that are not captured even if the opponent moves first
	all  bool           // the owner of every point is decided
}

// readStones reads the fate of all stones. The budget is in situations per chain. If stop returns true, the stones that
// are not read yet are neither dead nor safe.
//
// Reading ignores ko threats elsewhere on the board. Under territory scoring this is correct (Japanese rules of
// 1989, article 7.2). Under other rules, dead stones may have to be captured in play, where ko threats matter.
// Under these rules the results are used only if all stones that are not unconditionally alive or dead form a
// single region. In that case the rest of the board has no ko threats.
func readStones(g *baduk.Game, budget int, stop func() bool) reading {
	b, rules := &g.Position().Board, g.Rules()
	suicide := rules.Suicide != baduk.SuicideForbidden
	status := tactics.StatusesUntil(b, suicide, budget, stop)
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
			// A standing stone lives only because of a cycle, which a superko rule can end.
			r.safe.Add(baduk.Point(i))
		case s == tactics.Unsettled && inKo(b, baduk.Point(i)):
			r.safe.Add(baduk.Point(i))
		}
	}
	// Dead stones of different colours can be next to each other. In this case the player who moves first
	// decides how much is captured. If both players stop, these stones stay on the board, as in "three points
	// without capturing" of the Japanese rules.
	for i := range status {
		p := baduk.Point(i)
		if !r.dead.Has(p) {
			continue
		}
		if area, alone := pocket(b, r.dead, p); !alone {
			for _, q := range area {
				if r.dead.Has(q) {
					r.safe.Add(q)
				}
				r.dead.Remove(q)
			}
		}
	}
	r.all = r.decides(b, status)
	return r
}

// inKo reports whether the stone on p is in a ko: only a stone that could be captured in the same way can
// capture it. If both players stop playing, the stone on p stays.
func inKo(b *baduk.Board, p baduk.Point) bool {
	if b.ChainSize(p) != 1 || b.Liberties(p) != 1 {
		return false
	}
	for _, q := range b.Graph().Neighbours(b.Liberty(p)) {
		if b.At(q) != b.At(p) || q != p && b.Liberties(q) == 1 {
			return false
		}
	}
	return true
}

// smallArea is the largest size of an empty area in which the opponent cannot live. Such an area is decided if
// all stones around it are safe and have the same colour.
const smallArea = 4

// decides reports whether all stones are dead or safe, and no empty point is worth a move.
func (r *reading) decides(b *baduk.Board, status []tactics.Status) bool {
	seen := baduk.PointSet{}
	for i, s := range status {
		p := baduk.Point(i)
		switch {
		case b.At(p) != baduk.Empty && (!r.dead.Has(p) && !r.safe.Has(p) || s == tactics.Unsettled || s == tactics.Dead && !r.dead.Has(p) && !inKo(b, p)):
			return false // a player gains by a move
		case b.At(p) != baduk.Empty && !r.dead.Has(p) || seen.Has(p):
			continue
		}
		// The area of p is all empty points and dead stones that are connected with p.
		area, around := []baduk.Point{p}, [3]bool{}
		seen.Add(p)
		stones, shared := false, false
		unconditional := true // all stones around the area are pass-alive
		for k := 0; k < len(area); k++ {
			stones = stones || b.At(area[k]) != baduk.Empty
			for _, q := range b.Graph().Neighbours(area[k]) {
				switch {
				case seen.Has(q):
				case b.At(q) == baduk.Empty || r.dead.Has(q):
					seen.Add(q)
					area = append(area, q)
				default:
					around[b.At(q)] = true
					s = status[q]
					shared = shared || s == tactics.Seki || s == tactics.Standing || s == tactics.Dead
					unconditional = unconditional && s == tactics.PassAlive
				}
			}
		}
		switch both := around[baduk.Black] && around[baduk.White]; {
		case !around[baduk.Black] && !around[baduk.White], both && !shared:
			return false
		case !both && !stones && !unconditional && len(area) > smallArea:
			return false
		}
	}
	return true
}

// pocket returns the area of the dead stone on p: all dead stones and empty points that are connected with it.
// The result named alone is true if all dead stones in the area have the colour of p, and all stones around the
// area have the other colour.
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

// Informed corrects a search's ownership by reading life and death. It corrects dead stones, safe stones, and
// the points around dead stones. If reading decides every point, the result named all is true, and the
// ownership is that of a score by the rules.
func Informed(g *baduk.Game, ownership []float32) (own []float32, all bool) {
	return informed(g, ownership, tactics.StatusBudget, nil)
}

func informed(g *baduk.Game, ownership []float32, budget int, stop func() bool) (own []float32, all bool) {
	r := readStones(g, budget, stop)
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

// ReadSeki reads life and death, and lists the stones that are in seki: neither player can attack without a
// loss.
func ReadSeki(g *baduk.Game) (stones []baduk.Point) {
	for i, s := range tactics.Statuses(&g.Position().Board, g.Rules().Suicide != baduk.SuicideForbidden, tactics.StatusBudget) {
		if s == tactics.Seki {
			stones = append(stones, baduk.Point(i))
		}
	}
	return stones
}

// takeDead returns a move that captures stones that are dead by reading. It does so only in the second phase of
// the clean-up (KataGo's rules with territory scoring). This phase is the last chance, because all stones that
// are left after it count as alive. Moves in this phase cost nothing. In other phases, or if no stones are
// dead, takeDead returns nil. It does not return forbidden moves.
func (e *Engine) takeDead(g *baduk.Game, t timing) *mcts.MoveInfo {
	if g.Rules().Dead != baduk.DeadCleanup || g.Phase() < 2 {
		return nil
	}
	dead := readStones(g, readToMove, t.late).dead
	b, c := &g.Position().Board, g.ToPlay()
	for i := range g.Graph().Len() {
		p := baduk.Point(i)
		if !dead.Has(p) || b.At(p) != c.Opponent() || b.Head(p) != p || t.late() {
			continue
		}
		at, ok := tactics.Capture(b, p, g.Position().KoBan, g.Rules().Suicide != baduk.SuicideForbidden, readToMove)
		if ok && at != baduk.Pass && !e.forbidden(c, at) && g.Legal(baduk.Move{Color: c, Point: at}) == baduk.Legal {
			return untried(g, at)
		}
	}
	return nil
}

package review

import (
	"cmp"
	"math"
	"slices"

	"tengen/baduk"
	"tengen/kifu"
)

// finder finds the reasons of moves on the boards of one graph. It proposes possible facts and keeps the
// facts that the method Fact.check proves.
type finder struct {
	graph *baduk.Graph
	grid  grid
	found []Fact
	scene scene
}

func newFinder(g *baduk.Graph) *finder {
	f := &finder{graph: g}
	f.grid.rows, _ = g.Rows()
	return f
}

// maxFacts is the largest number of reasons of a move.
const maxFacts = 4

// find returns the reasons of a move that lost points. It returns no reasons if the life of stones on the
// board does not depend on liberties.
func (f *finder) find(l *Line, i int, m *Move, before, after *kifu.Analysis) []Fact {
	if f.graph.Regional() || before == nil || after == nil {
		return nil
	}
	f.scene = scene{Before: l.At(i), Played: m.Move, OwnersBefore: before.Ownership, OwnersAfter: after.Ownership}
	f.found = nil
	better := baduk.Move{Color: m.Move.Color, Point: m.Best}
	if m.Best == baduk.NoPoint || m.Rank == 1 {
		better.Point = baduk.Pass
	}
	now := f.scene.Before.Position()
	then := baduk.NewPosition(f.graph)
	then.CopyFrom(now)
	if _, v := then.Play(m.Move); v != baduk.Legal {
		return nil
	}
	f.proposeStones(now, rolePlayed, m.Move)
	f.found = slices.DeleteFunc(f.found, func(fact Fact) bool { // a failing ladder is a reason only if the best answer is to run
		return fact.Kind == factLadderFails && (m.Category < Mistake || then.Liberty(fact.Stones[0]) != m.Reply)
	})
	f.proposeOwnAtari(now, m.Move, better)
	if better.Point >= 0 {
		f.proposeStones(now, roleBetter, better)
		f.proposePlaces(m, better)
	}
	if m.Reply >= 0 {
		f.proposeStones(then, roleReply, baduk.Move{Color: m.Move.Color.Opponent(), Point: m.Reply})
	}
	f.proposeFates(now, then)
	f.proposeCosts(m)
	return f.chosen()
}

// propose keeps a fact if the fact is true, and reports whether it is true.
func (f *finder) propose(fact Fact) bool {
	slices.Sort(fact.Stones)
	slices.Sort(fact.Others)
	if fact.check(f.scene) != nil {
		return false
	}
	f.found = append(f.found, fact)
	return true
}

// chainsAt returns the chains of a colour that touch a point.
func chainsAt(b *baduk.Board, p baduk.Point, c baduk.Color) [][]baduk.Point {
	var heads []baduk.Point
	var chains [][]baduk.Point
	for _, q := range b.Graph().Neighbours(p) {
		if b.At(q) == c && !slices.Contains(heads, b.Head(q)) {
			heads = append(heads, b.Head(q))
			chains = append(chains, b.AppendChain(nil, q))
		}
	}
	return chains
}

// proposeStones proposes the effects of a move on the chains that it touches.
func (f *finder) proposeStones(now *baduk.Position, role role, m baduk.Move) {
	if m.Point < 0 || now.At(m.Point) != baduk.Empty {
		return
	}
	own, other := m.Color, m.Color.Opponent()
	theirs, ours := chainsAt(&now.Board, m.Point, other), chainsAt(&now.Board, m.Point, own)
	var taken []baduk.Point
	for _, chain := range theirs {
		if now.Liberties(chain[0]) == 1 {
			taken = append(taken, chain...)
		} else {
			f.proposeAttack(Fact{Role: role, Move: m, Stones: chain, Color: other, At: baduk.NoPoint})
		}
	}
	if len(taken) > 0 && role != rolePlayed { // the good effect of a bad move is not a reason
		f.propose(Fact{Kind: factTakes, Role: role, Move: m, Stones: taken, Color: other, At: baduk.NoPoint})
	}
	f.proposeJunctions(role, m, factCuts, theirs, other)
	if role == roleBetter || role == roleAdvised {
		f.proposeJunctions(role, m, factConnects, ours, own)
	}
}

// proposeAttack proposes the effects of an atari, the strongest first. It keeps only the first effect that
// is true.
func (f *finder) proposeAttack(fact Fact) {
	for _, try := range []struct {
		kind   factKind
		ladder bool
	}{{factCatches, true}, {factCatches, false}, {factLadderFails, false}, {factAtaris, false}} {
		// For the played move, only a failing ladder is a reason.
		if (try.kind == factLadderFails) != (fact.Role == rolePlayed) || try.kind == factAtaris && len(fact.Stones) < 2 {
			continue
		}
		fact.Kind, fact.Ladder = try.kind, try.ladder
		if f.propose(fact) {
			return
		}
	}
}

// minJoined is a number of stones. A connection or cut is a reason only if the two chains together have at
// least this number of stones.
const minJoined = 4

// proposeJunctions proposes the pairs of chains that a move cuts or connects.
func (f *finder) proposeJunctions(role role, m baduk.Move, kind factKind, chains [][]baduk.Point, c baduk.Color) {
	if role == rolePlayed {
		return
	}
	slices.SortStableFunc(chains, func(a, b []baduk.Point) int { return cmp.Compare(len(b), len(a)) })
	for i, a := range chains {
		for _, b := range chains[i+1:] {
			if len(a)+len(b) >= minJoined {
				f.propose(Fact{Kind: kind, Role: role, Move: m, Stones: a, Others: b, Color: c, At: baduk.NoPoint})
			}
		}
	}
}

// proposeOwnAtari proposes the effects of the played move on the player's own chains.
func (f *finder) proposeOwnAtari(now *baduk.Position, m, better baduk.Move) {
	if m.Point < 0 {
		return
	}
	then := baduk.NewPosition(f.graph)
	then.CopyFrom(now)
	undo, _ := then.Play(m)
	if undo.Suicide > 0 {
		return
	}
	seen := map[baduk.Point]bool{}
	for i := range f.graph.Len() {
		p := baduk.Point(i)
		if now.At(p) != m.Color || seen[now.Head(p)] {
			continue
		}
		seen[now.Head(p)] = true
		if now.Liberties(p) != 1 {
			continue
		}
		fact := Fact{Kind: factLeavesInAtari, Role: rolePlayed, Move: m, Stones: now.AppendChain(nil, p), Color: m.Color, At: better.Point}
		f.propose(fact)
		fact.Kind, fact.At = factRunsInLadder, baduk.NoPoint
		f.propose(fact)
	}
	own := then.AppendChain(nil, m.Point)
	if then.Liberties(m.Point) == 1 {
		f.propose(Fact{Kind: factSelfAtari, Role: rolePlayed, Move: m, Stones: own, Color: m.Color, At: then.Liberty(m.Point)})
	} else if chains := chainsAt(&now.Board, m.Point, m.Color); len(chains) == 1 {
		f.propose(Fact{Kind: factFillsLiberty, Role: rolePlayed, Move: m, Stones: own, Color: m.Color, At: baduk.NoPoint,
			Before: float64(now.Liberties(chains[0][0])), After: float64(then.Liberties(m.Point))})
	}
}

// urgent is a policy, 0 to 1. A move asks for an answer if the policy of the answer is at least urgent.
const urgent = 0.3

// proposePlaces proposes facts about the place of the better move.
func (f *finder) proposePlaces(m *Move, better baduk.Move) {
	if m.Move.IsPass() {
		f.propose(Fact{Kind: factPassed, Role: roleBetter, Move: better, At: baduk.NoPoint})
		return
	}
	answered := false
	// The answer was urgent if the policy expects it, and if the opponent's best move is now at the same place.
	if last := f.scene.Before.Len(); last > 0 && m.BestPrior >= urgent && m.Reply >= 0 && f.grid.distance(m.Reply, better.Point) <= near {
		answered = f.propose(Fact{Kind: factUnanswered, Role: roleBetter, Move: better, At: f.scene.Before.Turn(last - 1).Point})
	}
	if !answered {
		f.propose(Fact{Kind: factElsewhere, Role: roleBetter, Move: better, At: baduk.NoPoint, Where: f.grid.region(better.Point)})
	}
}

// proposeFates proposes facts about the stones whose ownership the move changed. Stones in one region
// with the same kind of change make one fact.
func (f *finder) proposeFates(now, then *baduk.Position) {
	before, after := f.scene.OwnersBefore, f.scene.OwnersAfter
	if len(before) == 0 || len(after) == 0 {
		return
	}
	type group struct {
		kind  factKind
		where region
	}
	groups := map[group][]baduk.Point{}
	var order []group
	seen := map[baduk.Point]bool{}
	for i := range f.graph.Len() {
		p := baduk.Point(i)
		c := now.At(p)
		if c == baduk.Empty || seen[now.Head(p)] {
			continue
		}
		seen[now.Head(p)] = true
		if then.At(p) != c {
			continue // the move captured the stone, which is another fact
		}
		chain := now.AppendChain(nil, p)
		kind := fateOf(meanOwner(before, chain, c), meanOwner(after, chain, c), c == f.scene.Played.Color)
		if kind == factNone {
			continue
		}
		key := group{kind, f.grid.region(p)}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], chain...)
	}
	for _, key := range order {
		stones := groups[key]
		c := now.At(stones[0])
		f.propose(Fact{Kind: key.kind, Role: rolePlayed, Move: f.scene.Played, Stones: stones, Color: c, At: baduk.NoPoint,
			Before: meanOwner(before, stones, c), After: meanOwner(after, stones, c)})
	}
}

const (
	// minCost is the smallest loss in a region that is a reason, in points on 19x19.
	minCost = 2
	// minCostShare and maxCostShare are the limits of the loss in a region, as a share of the move's
	// loss.
	minCostShare = 0.4
	maxCostShare = 1.6
)

// proposeCosts proposes the region with the largest part of the loss.
func (f *finder) proposeCosts(m *Move) {
	if len(f.scene.OwnersBefore) == 0 || len(f.scene.OwnersAfter) == 0 || f.graph.Life() != nil {
		return
	}
	c := checker{scene: f.scene, grid: f.grid}
	most, where := 0.0, nowhere
	for r := upperLeft; r <= lowerRight; r++ {
		if lost := c.lostIn(r); !math.IsInf(lost, 0) && lost > most {
			most, where = lost, r
		}
	}
	_, size := measure(f.graph)
	if most >= max(minCost*size, 1) && most >= minCostShare*m.Loss && most <= maxCostShare*m.Loss {
		f.propose(Fact{Kind: factCosts, Role: rolePlayed, Move: m.Move, At: baduk.NoPoint, Where: where, Before: most})
	}
}

// chosen returns the most important facts. No two of them are about the same stones, and no two have the
// same kind and role.
func (f *finder) chosen() []Fact {
	slices.SortStableFunc(f.found, func(a, b Fact) int {
		return cmp.Or(cmp.Compare(a.weight(), b.weight()), cmp.Compare(len(b.Stones), len(a.Stones)))
	})
	var chosen []Fact
	for _, fact := range f.found {
		again := slices.ContainsFunc(chosen, func(c Fact) bool {
			return c.Kind == fact.Kind && c.Role == fact.Role || len(fact.Stones) > 0 && c.Color == fact.Color && overlap(c.Stones, fact.Stones)
		})
		if !again && len(chosen) < maxFacts {
			chosen = append(chosen, fact)
		}
	}
	return chosen
}

// weight returns the sort key of a fact. The most important fact has the lowest number.
func (f *Fact) weight() int {
	w := 2 * int(f.Kind)
	if f.Role == roleBetter {
		w++
	}
	return w
}

// overlap reports whether at least half of the stones in b are in a.
func overlap(a, b []baduk.Point) bool {
	n := 0
	for _, p := range b {
		if slices.Contains(a, p) {
			n++
		}
	}
	return 2*n >= len(b)
}

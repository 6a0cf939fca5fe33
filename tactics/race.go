package tactics

import (
	"math"

	"tengen/baduk"
)

// situation is a position of a region with the player to move and the point
// that the basic ko bans, or NoPoint.
type situation struct {
	code   uint64
	ban    baduk.Point
	toMove baduk.Color
}

// end is why a race about a stone is over.
type end uint8

const (
	open     end = iota
	captured     // the stone is off the board, or in the opponent's pass-alive territory
	immortal     // its chain is pass-alive
)

// problem is what can happen in a region until one stone is captured or pass-alive. The
// players alternate with a stone on a point of the region or a pass, under the basic ko
// rule and the given rule of suicide. The race grows where an answer needs it.
type problem struct {
	region  *region
	stone   baduk.Point // on the small board
	color   baduk.Color // of the stone
	suicide bool
	budget  int // the most situations

	situations []situation
	ends       []end
	next       [][]int32 // what a situation leads to; nil if it was not expanded
	number     map[situation]int32
}

// newProblem is the race about the stone on a point of the small board.
func (r *region) newProblem(stone baduk.Point, suicide bool, budget int) *problem {
	return &problem{region: r, stone: stone, color: r.board.At(stone), suicide: suicide, budget: budget, number: map[situation]int32{}}
}

// add returns the number of a situation whose position is on the small board.
func (a *problem) add(s situation) int32 {
	i, known := a.number[s]
	if known {
		return i
	}
	i = int32(len(a.situations))
	a.number[s] = i
	a.situations = append(a.situations, s)
	a.next = append(a.next, nil)
	e := open
	if a.region.board.At(a.stone) != a.color {
		e = captured
	} else {
		switch a.region.fate(s.code, a.stone, a.suicide) {
		case a.color:
			e = immortal
		case a.color.Opponent():
			e = captured
		}
	}
	a.ends = append(a.ends, e)
	return i
}

// expand adds what a situation leads to: first after a pass, then after each move.
func (a *problem) expand(i int32) {
	s := a.situations[i]
	a.region.set(s.code)
	next := []int32{a.add(situation{s.code, baduk.NoPoint, s.toMove.Opponent()})}
	a.region.eachMove(s, a.suicide, func(_ baduk.Point, t situation) { next = append(next, a.add(t)) })
	a.next[i] = next
}

// eachMove calls f with every point for a stone and what it leads to from s. The position
// of s is on the small board; during the call it is the position after the move.
func (r *region) eachMove(s situation, suicide bool, f func(baduk.Point, situation)) {
	b := r.board
	for i := range r.points {
		m := baduk.Move{Color: s.toMove, Point: baduk.Point(i)}
		if b.At(m.Point) != baduk.Empty || m.Point == s.ban {
			continue
		}
		if b.IsSuicide(m) && (!suicide || b.Around(m.Point, m.Color) == 0) {
			continue
		}
		u, _ := b.Place(m)
		t := situation{r.code(), baduk.NoPoint, s.toMove.Opponent()}
		if u.Captured == 1 && b.ChainSize(m.Point) == 1 && b.Liberties(m.Point) == 1 {
			t.ban = b.Liberty(m.Point)
		}
		f(m.Point, t)
		b.Take(u)
	}
}

// answer is what a race says to a question.
type answer uint8

const (
	unread answer = iota // the budget is exhausted
	no
	yes
)

// forces tells whether the player can force that end from s in finitely many moves,
// whatever the opponent does. A position that comes again is no progress.
//
// The race grows in rounds. A round finds the cheapest proof that the known part allows,
// at one for each situation that was not expanded, and then expands such situations: in
// turn those of the cheapest proof, and those of an attempt to refute it.
func (a *problem) forces(player baduk.Color, want end, s situation) (answer, *proofs) {
	a.region.set(s.code)
	start := a.add(s)
	for refute := false; ; refute = !refute {
		p := a.prove(player, want)
		switch {
		case p.cost[start] == 0:
			return yes, p
		case p.cost[start] == refuted:
			return no, p
		case len(a.situations) > a.budget:
			return unread, p
		}
		for _, i := range p.leaves(start, refute, max(16, len(a.situations)/4)) {
			a.expand(i)
		}
	}
}

// proofs are the cheapest proofs, by situation, that a player can force an end.
type proofs struct {
	problem *problem
	player  baduk.Color
	// cost is how many situations have to be expanded with success at least: 0 where it is
	// proved, never where it is refuted.
	cost []int32
	// order is when a proof was found. Each follows the proof of one situation that the
	// player can choose, or of all that the opponent can.
	order []int32
}

// refuted is the cost of what cannot be proved, and dear the most that a proof can cost.
const refuted, maxCost = math.MaxInt32, 1 << 10

// prove finds the cheapest proofs. This is Knuth's generalization of Dijkstra's algorithm
// to sums and minima (1977); a cost that would need itself is never found.
func (a *problem) prove(player baduk.Color, want end) *proofs {
	n := len(a.situations)
	p := &proofs{a, player, make([]int32, n), make([]int32, n)}
	before := make([]int32, n+1) // situation i comes from back[before[i]:before[i+1]]
	left := make([]int32, n)     // ways out whose cost is unknown
	for i, next := range a.next {
		p.cost[i] = refuted
		left[i] = int32(len(next))
		for _, t := range next {
			before[t+1]++
		}
	}
	for i := range n {
		before[i+1] += before[i]
	}
	back := make([]int32, before[n])
	free := append([]int32(nil), before...)
	for i, next := range a.next {
		for _, t := range next {
			back[free[t]] = int32(i)
			free[t]++
		}
	}
	queues := make([][]int32, maxCost+1) // by cost
	find := func(i, cost int32) {
		p.cost[i] = cost
		queues[cost] = append(queues[cost], i)
	}
	for i, e := range a.ends {
		switch {
		case e == want:
			find(int32(i), 0)
		case e == open && a.next[i] == nil:
			find(int32(i), 1)
		}
	}
	sum := make([]int32, n)
	found := int32(0)
	for cost := range queues {
		for k := 0; k < len(queues[cost]); k++ {
			t := queues[cost][k]
			found++
			p.order[t] = found
			for _, i := range back[before[t]:before[t+1]] {
				if p.cost[i] != refuted {
					continue
				}
				left[i]--
				sum[i] = min(sum[i]+int32(cost), maxCost)
				if a.situations[i].toMove == player {
					find(i, int32(cost))
				} else if left[i] == 0 {
					find(i, sum[i])
				}
			}
		}
	}
	return p
}

// leaves are at most limit situations to expand: those that the cheapest proof about the
// start needs, or those that the smallest attempt to refute it does.
func (p *proofs) leaves(start int32, refute bool, limit int) (list []int32) {
	cost := p.cost
	if refute {
		cost = p.refutations()
	}
	seen := make([]bool, len(cost))
	queue := []int32{start}
	seen[start] = true
	visit := func(i int32) {
		if !seen[i] {
			seen[i] = true
			queue = append(queue, i)
		}
	}
	for k := 0; k < len(queue) && len(list) < limit; k++ {
		i := queue[k]
		next := p.problem.next[i]
		if next == nil {
			list = append(list, i)
			continue
		}
		if chooses := p.problem.situations[i].toMove == p.player; chooses == refute {
			for _, t := range next {
				if p.cost[t] != 0 && p.cost[t] != refuted {
					visit(t)
				}
			}
			continue
		}
		best := next[0]
		for _, t := range next[1:] {
			if cost[t] < cost[best] {
				best = t
			}
		}
		visit(best)
	}
	return list
}

// sweeps is how often refutations looks at each situation. In trials with positions of the
// laboratory one sweep had to expand three times as many situations as three, and more
// than three saved nothing.
const sweeps = 3

// refutations estimates, by situation, how many situations have to be expanded to refute
// that the player can force the end. It looks a few moves ahead: an exact number would have
// to follow cycles, which count as refuted.
func (p *proofs) refutations() []int32 {
	cost := make([]int32, len(p.cost))
	for range sweeps {
		for i := len(cost) - 1; i >= 0; i-- {
			next := p.problem.next[i]
			switch {
			case p.cost[i] == refuted:
				cost[i] = 0
			case p.cost[i] == 0:
				cost[i] = maxCost
			case next == nil:
				cost[i] = 1
			case p.problem.situations[i].toMove == p.player:
				cost[i] = 0
				for _, t := range next {
					cost[i] = min(cost[i]+cost[t], maxCost)
				}
			default:
				cost[i] = maxCost
				for _, t := range next {
					cost[i] = min(cost[i], cost[t])
				}
			}
		}
	}
	return cost
}

package tactics

import (
	"math"

	"tengen/baduk"
)

// situation is a position of a region with the player to move and the point that the basic ko rule bans,
// or NoPoint.
type situation struct {
	code   uint64
	ban    baduk.Point
	toMove baduk.Color
}

// The type end says how the problem of a stone is solved in a situation.
type end uint8

const (
	open     end = iota // not solved yet
	captured            // the stone is off the board, or in the opponent's pass-alive territory
	immortal            // the chain of the stone is pass-alive
)

// problem is the life-and-death problem of one stone. It is a graph of the situations in the stone's region, and
// ends where the stone is captured or pass-alive. The players alternate. A move is a stone on a point of the region
// or a pass. The basic ko rule and the given suicide rule apply. Situations are added to the graph only when an
// answer needs them.
type problem struct {
	region  *region
	stone   baduk.Point // on the small board
	color   baduk.Color // colour of the stone
	suicide bool        // the suicide of several stones is legal
	budget  int         // largest number of situations

	situations []situation
	ends       []end
	next       [][]int32           // by situation: its successors; nil if it was not expanded
	number     map[situation]int32 // by situation: its index in the list situations
}

// newProblem returns the problem of the stone on a point of the small board.
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

// expand adds the successors of a situation: first the one after a pass, then those
// after each move.
func (a *problem) expand(i int32) {
	s := a.situations[i]
	a.region.set(s.code)
	next := []int32{a.add(situation{s.code, baduk.NoPoint, s.toMove.Opponent()})}
	a.region.eachMove(s, a.suicide, func(_ baduk.Point, t situation) { next = append(next, a.add(t)) })
	a.next[i] = next
}

// eachMove calls f for every legal move in the situation s. The arguments of f are the point of the
// move and the situation after it. Before eachMove is called, the small board must have the position of
// s. While f runs, the board has the position after the move.
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
		f(m.Point, situation{r.code(), KoBan(b, m.Point, u), s.toMove.Opponent()})
		b.Take(u)
	}
}

// answer is the answer to a question about a problem.
type answer uint8

const (
	unread answer = iota // the budget is exhausted, or the caller stopped the reading
	no
	yes
)

// forces answers whether the player can force the given end from the situation s in finitely many moves.
// A repeated position is not progress.
//
// The graph grows in rounds. A round finds the cheapest possible proof in the known part of the graph. Every situation
// of the proof that was not expanded costs one. Then the round expands some of these situations. The rounds alternate
// between situations of the cheapest proof and situations of an attempt to refute it.
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
			if stop := a.region.stop; stop != nil && stop() {
				return unread, p
			}
			a.expand(i)
		}
	}
}

// proofs are the cheapest proofs that a player can force an end, by situation.
type proofs struct {
	problem *problem
	player  baduk.Color
	// cost is the smallest number of situations that have to be expanded to prove the end. It is 0 if the
	// end is proved, and the constant refuted if the end cannot be forced.
	cost []int32
	// order numbers the proofs in the order in which they were found. If the player is to move, a proof has a higher
	// number than the proof of one successor. If the opponent is to move, it has a higher number than the proofs of
	// all successors.
	order []int32
}

// refuted is the cost of an end that cannot be forced. maxCost is the largest cost of a proof.
const refuted, maxCost = math.MaxInt32, 1 << 10

// prove finds the cheapest proofs. It is Knuth's generalization of Dijkstra's algorithm to sums and
// minima (1977). It never finds a cost that depends on itself, so situations that only lead back to
// each other count as refuted.
func (a *problem) prove(player baduk.Color, want end) *proofs {
	n := len(a.situations)
	p := &proofs{a, player, make([]int32, n), make([]int32, n)}
	before := make([]int32, n+1) // back[before[i]:before[i+1]] are the predecessors of situation i
	left := make([]int32, n)     // number of successors whose cost is unknown
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

// leaves returns at most limit situations to expand: those of the cheapest proof from start, or those of
// the cheapest attempt to refute it.
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
			// Among equally cheap proofs the one that was found first leads to a leaf. A later one may lead back to i.
			if cost[t] < cost[best] || !refute && cost[t] == cost[best] && p.order[t] < p.order[best] {
				best = t
			}
		}
		visit(best)
	}
	return list
}

// sweeps is the number of times that refutations visits each situation. On the positions of package lab, three times
// as many situations had to be expanded with one sweep as with three. More than three sweeps did not save anything.
const sweeps = 3

// refutations estimates, by situation, how many situations have to be expanded to refute that the player
// can force the end. It looks only a few moves ahead: an exact number would have to follow cycles.
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

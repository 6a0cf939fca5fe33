package tactics

import "tengen/baduk"

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
	captured     // the stone is off the board
	immortal     // its chain is pass-alive
)

// race is everything that can happen in a region until one stone is captured or
// pass-alive: players alternate, on the points of the region or with a pass,
// under the basic ko rule and the given rule of suicide.
type race struct {
	situations []situation // 0: White to move, 1: Black to move, at the start; 2: a start with a ban
	ends       []end
	from       []int32 // situation i leads to next[from[i]:from[i+1]]
	next       []int32
}

// newRace plays out everything about the stone on a point of the small board. Where ban is
// not NoPoint the opponent of the stone may not play there at first in a third start. It
// returns nil when there are more situations than the budget.
func (r *region) newRace(stone, ban baduk.Point, suicide bool, budget int) *race {
	c := r.board.At(stone)
	start := r.code()
	defer r.set(start)
	a := &race{from: []int32{0}}
	number := map[situation]int32{}
	reach := func(s situation) {
		i, known := number[s]
		if !known {
			i = int32(len(a.situations))
			number[s] = i
			a.situations = append(a.situations, s)
		}
		a.next = append(a.next, i)
	}
	reach(situation{start, baduk.NoPoint, baduk.White})
	reach(situation{start, baduk.NoPoint, baduk.Black})
	if ban != baduk.NoPoint {
		reach(situation{start, ban, c.Opponent()})
	}
	a.next = a.next[:0]
	for i := 0; i < len(a.situations); i++ {
		if len(a.situations) > budget {
			return nil
		}
		s := a.situations[i]
		r.set(s.code)
		e := open
		if r.board.At(stone) != c {
			e = captured
		} else if r.passAlive(s.code, stone, suicide) {
			e = immortal
		}
		a.ends = append(a.ends, e)
		if e == open {
			reach(situation{s.code, baduk.NoPoint, s.toMove.Opponent()})
			r.eachMove(s, suicide, func(_ baduk.Point, t situation) { reach(t) })
		}
		a.from = append(a.from, int32(len(a.next)))
	}
	return a
}

// eachMove calls f with every point for a stone and what it leads to from s, which is on
// the board.
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

// forces tells for every situation whether the player can force that end in
// finitely many moves, whatever the opponent does: 0 where that is not so. Elsewhere it
// is the order in which that was found. Each situation was found after one that the player
// can choose, or after all that the opponent can.
func (a *race) forces(player baduk.Color, want end) []int32 {
	n := len(a.situations)
	before := make([]int32, n+1) // situation i comes from back[before[i]:before[i+1]]
	for _, t := range a.next {
		before[t+1]++
	}
	for i := range n {
		before[i+1] += before[i]
	}
	back := make([]int32, len(a.next))
	free := append([]int32(nil), before...)
	left := make([]int32, n) // ways out that are not known to be forced
	for i := range n {
		for _, t := range a.next[a.from[i]:a.from[i+1]] {
			back[free[t]] = int32(i)
			free[t]++
			left[i]++
		}
	}
	forced := make([]int32, n)
	var queue []int32
	find := func(i int32) {
		queue = append(queue, i)
		forced[i] = int32(len(queue))
	}
	for i, e := range a.ends {
		if e == want {
			find(int32(i))
		}
	}
	for k := 0; k < len(queue); k++ {
		t := queue[k]
		for _, i := range back[before[t]:before[t+1]] {
			if forced[i] != 0 {
				continue
			}
			if left[i]--; a.situations[i].toMove == player || left[i] == 0 {
				find(i)
			}
		}
	}
	return forced
}

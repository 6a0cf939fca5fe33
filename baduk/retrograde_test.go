package baduk_test

import (
	"math/bits"
	"testing"

	"tengen/baduk"
)

// retrograde is the set of all states of a game on a small board with simple
// ko, area scoring, and two passes to end it. A situation is a position with a
// player to move: number 2i is position i with Black to move, 2i+1 with White.
// Position 0 is the empty board.
type retrograde struct {
	graph *baduk.Graph
	lead  []int8   // by position: Black's lead if the game ends there
	plays []uint32 // by situation: the points where the player may play if no ko is banned, as bits
	first []int32  // by situation: index of its first play in next; one entry more for the end
	// next is the state that each play leads to, in the order of points: a
	// situation, or len(plays)+k for the situation and the ban of kos[k].
	next []int32
	kos  []bannedKo
}

type bannedKo struct {
	situation int32
	ban       baduk.Point
}

// newRetrograde finds all states. If suicide is allowed, only several stones
// may commit it: one stone that removes itself would restore the position
// before it.
func newRetrograde(g *baduk.Graph, suicide bool) *retrograde {
	ternary := func(b *baduk.Board) (n int) {
		for p := range g.Len() {
			n = 3*n + int(b.At(baduk.Point(p)))
		}
		return n
	}
	size := 1
	for range g.Len() {
		size *= 3
	}
	number, count, empties := make([]int32, size), int32(0), 0
	positions(g, func(b *baduk.Board) {
		number[ternary(b)] = count
		count++
		empties += b.Stones(baduk.Empty)
	})
	r := &retrograde{graph: g, lead: make([]int8, 0, count), plays: make([]uint32, 0, 2*count),
		first: make([]int32, 0, 2*count+1), next: make([]int32, 0, 2*empties)}
	at := baduk.NewPosition(g)
	positions(g, func(b *baduk.Board) {
		at.Board.CopyFrom(b)
		score := baduk.AreaScore(b, nil)
		r.lead = append(r.lead, int8(score.Lead()))
		for mover, c := range []baduk.Color{baduk.Black, baduk.White} {
			r.first = append(r.first, int32(len(r.next)))
			plays := uint32(0)
			for p := range g.Len() {
				m := baduk.Move{Color: c, Point: baduk.Point(p)}
				if b.At(m.Point) != baduk.Empty || !suicide && b.IsSuicide(m) {
					continue
				}
				u, _ := at.Play(m)
				if u.Suicide != 1 {
					next := 2*number[ternary(&at.Board)] + int32(1-mover)
					if at.KoBan != baduk.NoPoint {
						r.kos = append(r.kos, bannedKo{next, at.KoBan})
						next = 2*count + int32(len(r.kos)-1)
					}
					r.next = append(r.next, next)
					plays |= 1 << p
				}
				at.Take(u)
			}
			r.plays = append(r.plays, plays)
		}
	})
	r.first = append(r.first, int32(len(r.next)))
	return r
}

// values is the value of every state: Black's lead at the end under best play
// of both players.
type values struct {
	now    []int8 // by state, as in retrograde.next, if the last turn was not a pass
	passed []int8 // by situation, if the last turn was a pass
}

// solve finds the values of all states. The parameter named endless is Black's lead in a
// game without an end. It must be the largest or the smallest possible value. At first
// every state has this value. Then solve carries the results that passes can force back
// to earlier states until nothing changes.
func (r *retrograde) solve(endless int8) values {
	v := values{make([]int8, len(r.plays)+len(r.kos)), make([]int8, len(r.plays))}
	for _, list := range [][]int8{v.now, v.passed} {
		for i := range list {
			list[i] = endless
		}
	}
	for changed := true; changed; {
		changed = false
		set := func(value *int8, to int8) {
			if *value != to {
				*value, changed = to, true
			}
		}
		for i := len(r.plays) - 1; i >= 0; i-- {
			if v.now[i] == -endless && v.passed[i] == -endless {
				continue // already the best value for the player to whom endless play is bad
			}
			best := r.bestPlay(&v, int32(i), baduk.NoPoint)
			set(&v.passed[i], better(i, best, r.lead[i/2]))
			set(&v.now[i], better(i, best, v.passed[i^1]))
		}
		for k, ko := range r.kos {
			if s := ko.situation; v.now[len(r.plays)+k] != -endless {
				set(&v.now[len(r.plays)+k], better(int(s), r.bestPlay(&v, s, ko.ban), v.passed[s^1]))
			}
		}
	}
	return v
}

// better returns the value that the player to move in the situation prefers.
func better(situation int, a, b int8) int8 {
	if situation&1 == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// bestPlay returns the value of the best play in a situation. It leaves out the banned
// point. If no play is possible, it returns a value that is worse than any other.
func (r *retrograde) bestPlay(v *values, situation int32, ban baduk.Point) int8 {
	next := r.next[r.first[situation]:r.first[situation+1]]
	banned := -1
	if ban != baduk.NoPoint {
		banned = bits.OnesCount32(r.plays[situation] & (1<<ban - 1))
	}
	best := int8(-128 + 255*(situation&1))
	for i, s := range next {
		if i != banned {
			best = better(int(situation), best, v.now[s])
		}
	}
	return best
}

// solution has two values of a board from the start: the value if Black loses endless
// games, and the value if Black wins them. If both are equal, a rule about cycles cannot
// change the value.
type solution struct {
	low, high int
	first     map[baduk.Point][2]int // both values, by Black's first turn
}

func (r *retrograde) solution(t *testing.T) solution {
	t.Helper()
	n := int8(r.graph.Len())
	low, high := r.solve(-n), r.solve(n)
	if low.now[0] != -high.now[1] || low.now[1] != -high.now[0] {
		t.Errorf("%v: %d and %d if Black begins, %d and %d if White does: colours are not alike", r.graph,
			low.now[0], high.now[0], low.now[1], high.now[1])
	}
	s := solution{int(low.now[0]), int(high.now[0]), map[baduk.Point][2]int{}}
	s.first[baduk.Pass] = [2]int{int(low.passed[1]), int(high.passed[1])}
	next := r.next[:r.first[1]]
	for p := range r.graph.Len() {
		if r.plays[0]>>p&1 != 0 {
			s.first[baduk.Point(p)] = [2]int{int(low.now[next[0]]), int(high.now[next[0]])}
			next = next[1:]
		}
	}
	return s
}

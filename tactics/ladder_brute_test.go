package tactics

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"tengen/baduk"
)

// ladderState is a position in the oracle's reading of a ladder.
type ladderState struct {
	stones string
	ban    baduk.Point
	attack bool // the attacker is to move
}

// ladderOracle decides ladders by the definition of Captured, without a budget. It lists all positions
// that can be reached. It marks the positions from which the attacker can force the capture, and repeats
// this until nothing changes.
type ladderOracle struct {
	adj      [][]baduk.Point
	target   baduk.Point
	defender baduk.Color
	next     map[ladderState][]ladderState
	won      map[ladderState]bool // leaves that are captures
	deadlock int                  // positions of double ko
}

// expand finds all states that can be reached from a state.
func (o *ladderOracle) expand(root ladderState) {
	queue := []ladderState{root}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if _, known := o.next[s]; known {
			continue
		}
		next, won := o.follow(s)
		o.next[s] = next
		if won {
			o.won[s] = true
		}
		queue = append(queue, next...)
	}
}

// follow returns the successors of a state. won reports whether the chain is captured in this state. If
// the defender is to move, the chain is captured if the defender cannot move.
func (o *ladderOracle) follow(s ladderState) (next []ladderState, won bool) {
	pos := slow{o.adj, []byte(s.stones)}
	stones, liberties := pos.chain(o.target)
	attacker := o.defender.Opponent()
	if s.attack {
		if len(liberties) == 1 {
			return nil, liberties[0] != s.ban
		}
		if len(liberties) > 2 {
			return nil, false
		}
		if o.doubleKo(pos, liberties) {
			o.deadlock++
			return nil, true
		}
		for _, p := range liberties {
			after, _, suicide, ban := pos.play(p, attacker)
			if p != s.ban && suicide == 0 && ban == baduk.NoPoint {
				next = append(next, ladderState{string(after.stones), baduk.NoPoint, false})
			}
		}
		return next, false
	}
	if len(liberties) > 1 {
		return nil, false
	}
	tries := map[baduk.Point]bool{liberties[0]: true}
	for _, p := range stones {
		for _, q := range o.adj[p] {
			if pos.stones[q] == byte(attacker) {
				if _, last := pos.chain(q); len(last) == 1 {
					tries[last[0]] = true
				}
			}
		}
	}
	for p := range tries {
		after, _, suicide, ban := pos.play(p, o.defender)
		if suicide == 0 {
			next = append(next, ladderState{string(after.stones), ban, true})
		}
	}
	return next, len(next) == 0
}

// doubleKo reports whether the exception of the definition holds: both liberties are kos.
func (o *ladderOracle) doubleKo(pos slow, liberties []baduk.Point) bool {
	attacker := o.defender.Opponent()
	for _, p := range liberties {
		_, captured, _, ban := pos.play(p, attacker)
		if captured != 1 || ban == baduk.NoPoint {
			return false
		}
		for _, q := range o.adj[p] {
			if pos.stones[q] != byte(o.defender) {
				return false
			}
		}
		connected, _, _, _ := pos.play(p, o.defender)
		if _, l := connected.chain(p); len(l) > 2 {
			return false
		}
	}
	stones, _ := pos.chain(o.target)
	for _, p := range stones {
		for _, q := range o.adj[p] {
			if pos.stones[q] == byte(attacker) {
				if _, l := pos.chain(q); len(l) == 1 {
					return false
				}
			}
		}
	}
	return true
}

// captured marks the states in which the attacker wins until nothing changes.
func (o *ladderOracle) captured(root ladderState) bool {
	o.expand(root)
	for changed := true; changed; {
		changed = false
		for s, next := range o.next {
			if o.won[s] || len(next) == 0 {
				continue
			}
			some, all := false, true
			for _, n := range next {
				some = some || o.won[n]
				all = all && o.won[n]
			}
			if s.attack && some || !s.attack && all {
				o.won[s] = true
				changed = true
			}
		}
	}
	return o.won[root]
}

// working returns the first moves that capture, by the definition.
func (o *ladderOracle) working(pos slow, ban baduk.Point) (moves []baduk.Point) {
	_, liberties := pos.chain(o.target)
	if len(liberties) > 2 {
		return nil
	}
	for _, p := range liberties {
		after, _, suicide, _ := pos.play(p, o.defender.Opponent())
		switch {
		case p == ban || suicide > 0:
		case len(liberties) == 1 || o.captured(ladderState{string(after.stones), baduk.NoPoint, false}):
			moves = append(moves, p)
		}
	}
	slices.Sort(moves)
	return moves
}

// TestLaddersAgreeWithExhaustion compares every chain of random positions on rectangles, tori and random
// graphs with the oracle.
func TestLaddersAgreeWithExhaustion(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	type board struct {
		name  string
		graph *baduk.Graph
		width int
	}
	boards := []board{
		{"4x4", baduk.MustRectangle(4, 4), 4}, {"5x5", baduk.MustRectangle(5, 5), 5},
		{"6x6", baduk.MustRectangle(6, 6), 6}, {"6x4", baduk.MustRectangle(6, 4), 6},
		{"torus 4x4", torus(t, 4, 4), 4}, {"torus 5x5", torus(t, 5, 5), 5}, {"torus 3x5", torus(t, 3, 5), 3},
	}
	for i := range 6 {
		boards = append(boards, board{fmt.Sprint("graph ", i), scattered(t, 18, 24+2*i, rng), 18})
	}
	const positions = 500
	total, taken, deadlocks := 0, 0, 0
	for _, test := range boards {
		g, b, r := test.graph, baduk.NewBoard(test.graph), NewReader(test.graph)
		for i := range positions {
			scatter(b, 30+10*(i%6), rng)
			pos := slowOf(b)
			for k := range g.Len() {
				p := baduk.Point(k)
				if b.At(p) == baduk.Empty || b.Head(p) != p {
					continue
				}
				_, liberties := pos.chain(p)
				ban := baduk.NoPoint
				if rng.Intn(4) == 0 {
					ban = liberties[rng.Intn(len(liberties))]
				}
				o := &ladderOracle{adj: pos.adj, target: p, defender: b.At(p), next: map[ladderState][]ladderState{}, won: map[ladderState]bool{}}
				want := o.working(pos, ban)
				got, decided := r.Working(b, p, ban)
				slices.Sort(got)
				if !decided || !slices.Equal(got, want) {
					t.Fatalf("%s: working moves against %s, ban %s: %v, want %v%s", test.name, g.Vertex(p), g.Vertex(ban), got, want, picture(b, test.width))
				}
				captured, line, _ := r.Captured(b, p, b.At(p).Opponent(), ban)
				if captured != (len(want) > 0) {
					t.Fatalf("%s: %s is captured: %v, want %v%s", test.name, g.Vertex(p), captured, len(want) > 0, picture(b, test.width))
				}
				follow(t, b, p, line, captured, o.deadlock > 0)
				wantFirst := len(liberties) == 1 && o.captured(ladderState{string(pos.stones), baduk.NoPoint, false})
				captured, line, _ = r.Captured(b, p, b.At(p), ban)
				if captured != wantFirst {
					t.Fatalf("%s: %s is captured though it moves first: %v, want %v%s", test.name, g.Vertex(p), captured, wantFirst, picture(b, test.width))
				}
				follow(t, b, p, line, captured, o.deadlock > 0)
				if total++; len(want) > 0 {
					taken++
				}
				deadlocks += o.deadlock
			}
		}
	}
	t.Logf("%d chains, %d captured by the attacker moving first, %d double kos on the way", total, taken, deadlocks)
}

// follow plays a line and checks that it ends with the capture.
func follow(t *testing.T, b *baduk.Board, target baduk.Point, line []baduk.Move, captured, deadlock bool) {
	t.Helper()
	work := baduk.NewBoard(b.Graph())
	work.CopyFrom(b)
	c := work.At(target)
	for i, m := range line {
		if i > 0 && m.Color == line[i-1].Color {
			t.Fatalf("line %v: move %d has the wrong colour", line, i)
		}
		if m.IsPass() {
			continue
		}
		if u, v := work.Place(m); v != baduk.Legal || u.Suicide > 0 {
			t.Fatalf("line %v: move %d is illegal", line, i)
		}
	}
	if gone := work.At(target) != c; gone != captured && !(captured && deadlock) {
		t.Fatalf("line %v: the chain is off the board: %v, the line says captured: %v; want the same%s", line, gone, captured, picture(b, 5))
	}
}

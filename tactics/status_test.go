package tactics

import (
	"math/rand"
	"os"
	"testing"

	"tengen/baduk"
)

// exhaustion has all legal situations of a small board. It is the oracle of Statuses. It does not use
// regions; moves can be anywhere.
type exhaustion struct {
	graph  *baduk.Graph
	legal  []string
	states []oracleState
	number map[oracleState]int
	next   [][]int
	alive  []string // by state: the owner of every point according to PassAlive
}

type oracleState struct {
	stones string
	ban    baduk.Point
	toMove baduk.Color
}

// exhaust finds all legal situations on a graph.
func exhaust(g *baduk.Graph, suicide bool) *exhaustion {
	x := &exhaustion{graph: g, number: map[oracleState]int{}}
	b := baduk.NewBoard(g)
	adj := slowOf(b).adj
	stones := make([]byte, g.Len())
	reach := func(s oracleState) int {
		i, known := x.number[s]
		if !known {
			i = len(x.states)
			x.number[s] = i
			x.states = append(x.states, s)
		}
		return i
	}
	var fill func(p int)
	fill = func(p int) {
		if p < len(stones) {
			for c := range byte(3) {
				stones[p] = c
				fill(p + 1)
			}
			return
		}
		pos := slow{adj, stones}
		for q, c := range stones {
			if c != 0 {
				if _, l := pos.chain(baduk.Point(q)); len(l) == 0 {
					return
				}
			}
		}
		x.legal = append(x.legal, string(stones))
		for _, c := range []baduk.Color{baduk.Black, baduk.White} {
			reach(oracleState{string(stones), baduk.NoPoint, c})
		}
	}
	fill(0)
	owners := map[string]string{}
	for i := 0; i < len(x.states); i++ {
		s := x.states[i]
		next := []int{reach(oracleState{s.stones, baduk.NoPoint, s.toMove.Opponent()})}
		for p := range baduk.Point(g.Len()) {
			if s.stones[p] != 0 || p == s.ban {
				continue
			}
			after, _, dead, ban := slow{adj, []byte(s.stones)}.play(p, s.toMove)
			if dead > 1 && !suicide || dead == 1 {
				continue
			}
			next = append(next, reach(oracleState{string(after.stones), ban, s.toMove.Opponent()}))
		}
		x.next = append(x.next, next)
		if _, known := owners[s.stones]; !known {
			x.lay(b, s.stones)
			owner := ""
			for _, c := range b.PassAlive(suicide) {
				owner += string(rune(c))
			}
			owners[s.stones] = owner
		}
		x.alive = append(x.alive, owners[s.stones])
	}
	return x
}

// lay puts stones on a board.
func (x *exhaustion) lay(b *baduk.Board, stones string) {
	b.Clear()
	for p := range stones {
		if stones[p] != 0 {
			b.Place(baduk.Move{Color: baduk.Color(stones[p]), Point: baduk.Point(p)})
		}
	}
}

// forces marks the states from which the player can reach a goal by force. If alive is true, the goal is
// that the stone of colour c on p is pass-alive. Otherwise the goal is that the stone is off the board.
// The play ends when the stone is off the board.
func (x *exhaustion) forces(player baduk.Color, p baduk.Point, c baduk.Color, alive bool) []bool {
	won := make([]bool, len(x.states))
	for i, s := range x.states {
		on := s.stones[p] == byte(c)
		won[i] = !alive && !on || alive && on && x.alive[i][p] == byte(c)
	}
	for changed := true; changed; {
		changed = false
		for i, s := range x.states {
			if won[i] || s.stones[p] != byte(c) {
				continue
			}
			some, all := false, true
			for _, n := range x.next[i] {
				some = some || won[n]
				all = all && won[n]
			}
			if s.toMove == player && some || all {
				won[i], changed = true, true
			}
		}
	}
	return won
}

// statuses returns the answers of the oracle, for every legal position.
func (x *exhaustion) statuses() map[string][]Status {
	all := map[string][]Status{}
	for _, s := range x.legal {
		all[s] = make([]Status, x.graph.Len())
	}
	for p := range baduk.Point(x.graph.Len()) {
		for _, c := range [2]baduk.Color{baduk.Black, baduk.White} {
			gone := x.forces(c.Opponent(), p, c, false)
			safe := x.forces(c, p, c, true)
			for _, s := range x.legal {
				if s[p] != byte(c) {
					continue
				}
				own := x.number[oracleState{s, baduk.NoPoint, c}]
				other := x.number[oracleState{s, baduk.NoPoint, c.Opponent()}]
				switch {
				case x.alive[own][p] == byte(c):
					all[s][p] = PassAlive
				case gone[own]:
					all[s][p] = Dead
				case gone[other]:
					all[s][p] = Unsettled
				case safe[own]:
					all[s][p] = Alive
				default:
					all[s][p] = Standing
				}
			}
		}
	}
	for _, s := range x.legal {
		x.seki(s, all[s])
	}
	return all
}

// seki finds the standing stones that share a region with others.
func (x *exhaustion) seki(stones string, status []Status) {
	owner := x.alive[x.number[oracleState{stones, baduk.NoPoint, baduk.Black}]]
	var reach func(p baduk.Point, seen map[baduk.Point]bool)
	reach = func(p baduk.Point, seen map[baduk.Point]bool) {
		if owner[p] != 0 || seen[p] {
			return
		}
		seen[p] = true
		for _, q := range x.graph.Neighbours(p) {
			reach(q, seen)
		}
	}
	for p := range status {
		if status[p] != Standing {
			continue
		}
		part := map[baduk.Point]bool{}
		reach(baduk.Point(p), part)
		for q := range part {
			if stones[q] != stones[p] && (status[q] == Standing || status[q] == Seki) {
				status[p] = Seki
			}
		}
	}
}

// TestStatusesAgreeWithExhaustion compares positions of small boards with the oracle: all positions of the
// smallest boards and a sample of the others. The larger boards run only if TENGEN_LONG is set.
func TestStatusesAgreeWithExhaustion(t *testing.T) {
	long := os.Getenv("TENGEN_LONG") != ""
	rng := rand.New(rand.NewSource(4))
	for _, test := range []struct {
		name  string
		graph *baduk.Graph
		width int
		share int  // one of this many positions is compared
		long  bool // runs only if TENGEN_LONG is set
	}{
		{"1x5", baduk.MustRectangle(5, 1), 5, 1, false},
		{"1x7", baduk.MustRectangle(7, 1), 7, 10, false},
		{"2x3", baduk.MustRectangle(3, 2), 3, 1, false},
		{"2x4", baduk.MustRectangle(4, 2), 4, 40, false},
		{"graph", scattered(t, 8, 11, rng), 8, 40, false},
		{"torus 3x3", torus(t, 3, 3), 3, 10, true},
		{"3x3", baduk.MustRectangle(3, 3), 3, 20, true},
		{"3x4", baduk.MustRectangle(3, 4), 3, 5000, true},
	} {
		share := test.share
		switch {
		case test.long && !long:
			continue
		case !test.long && long:
			share = 1
		}
		for _, suicide := range []bool{false, true} {
			x := exhaust(test.graph, suicide)
			want := x.statuses()
			b := baduk.NewBoard(test.graph)
			var counts [PassAlive + 1]int
			positions := 0
			for _, s := range x.legal {
				if rng.Intn(share) > 0 {
					continue
				}
				x.lay(b, s)
				positions++
				for p, got := range Statuses(b, suicide, 1<<30) {
					counts[got]++
					if got != want[s][p] {
						t.Fatalf("%s, suicide %v: %s is %v, want %v%s", test.name, suicide, b.Graph().Vertex(baduk.Point(p)), got, want[s][p], picture(b, test.width))
					}
				}
			}
			t.Logf("%s, suicide %v: %d of %d positions agree; points by status %v", test.name, suicide, positions, len(x.legal), counts)
		}
	}
}

// String returns the status in one word.
func (s Status) String() string {
	return [...]string{"unread", "dead", "unsettled", "standing", "seki", "alive", "pass-alive"}[s]
}

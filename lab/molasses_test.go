package lab

import (
	"math"
	"slices"
	"testing"

	"tengen/baduk"
)

// slow is a fight in which both players have unlimited moves elsewhere. The tests represent such a move by
// a pass. For every situation under simple ko, slow has the player who can capture a stake in finitely
// many moves.
type slow struct {
	pos   *baduk.Position
	fight *fight
	nodes []node
	known map[string]int32
	wins  map[baduk.Color][]bool
}

// newSlow finds all situations that can be reached from the beginning of a fight.
func newSlow(t *testing.T, f *fight) *slow {
	t.Helper()
	g, err := baduk.NewGameFrom(f.graph, baduk.Rules{}, f.setup)
	if err != nil {
		t.Fatal(err)
	}
	s := &slow{pos: baduk.NewPosition(f.graph), fight: f, known: map[string]int32{}, wins: map[baduk.Color][]bool{}}
	s.pos.CopyFrom(g.Position())
	s.visit()
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		s.wins[c] = s.winners(c)
	}
	return s
}

// visit returns the number of the situation on the board.
func (s *slow) visit() int32 {
	var key []byte
	for p := range s.fight.graph.Len() {
		key = append(key, byte(s.pos.At(baduk.Point(p))))
	}
	key = append(key, byte(s.pos.ToPlay), byte(s.pos.KoBan), byte(s.pos.KoBan>>8))
	if i, ok := s.known[string(key)]; ok {
		return i
	}
	i := int32(len(s.nodes))
	s.known[string(key)] = i
	s.nodes = append(s.nodes, node{black: s.pos.ToPlay == baduk.Black})
	if v, ok := s.fight.lost(s.pos.At); ok {
		s.nodes[i].over, s.nodes[i].value = true, v
		return i
	}
	var next []int32
	for _, p := range s.moves() {
		next = append(next, s.after(p))
	}
	s.nodes[i].next = next
	return i
}

// moves returns the legal moves of the fight under simple ko, and a move elsewhere.
func (s *slow) moves() []baduk.Point {
	list := []baduk.Point{baduk.Pass}
	for _, p := range s.fight.points {
		if s.pos.At(p) == baduk.Empty && p != s.pos.KoBan && !s.pos.IsSuicide(baduk.Move{Color: s.pos.ToPlay, Point: p}) {
			list = append(list, p)
		}
	}
	return list
}

// after returns the situation after a move, and undoes the move.
func (s *slow) after(p baduk.Point) int32 {
	m := baduk.Move{Color: s.pos.ToPlay, Point: p}
	ban, passes, prisoners := s.pos.KoBan, s.pos.Passes, s.pos.Prisoners
	u, _ := s.pos.Play(m)
	i := s.visit()
	if p != baduk.Pass {
		s.pos.Take(u)
	}
	s.pos.ToPlay, s.pos.KoBan, s.pos.Passes, s.pos.Prisoners = m.Color, ban, passes, prisoners
	return i
}

// winners returns the situations from which a colour can force a capture.
func (s *slow) winners(c baduk.Color) []bool {
	won := make([]bool, len(s.nodes))
	for changed := true; changed; {
		changed = false
		for i, n := range s.nodes {
			is := func(j int32) bool { return won[j] }
			now := n.over && n.value == decided*float64(c.Number())
			switch {
			case n.over:
			case n.black == (c == baduk.Black):
				now = slices.ContainsFunc(n.next, is)
			default:
				now = !slices.ContainsFunc(n.next, func(j int32) bool { return !won[j] })
			}
			if now && !won[i] {
				won[i], changed = true, true
			}
		}
	}
	return won
}

// TestMolassesLap proves that the lap of molasses ko is the best play of both sides if moves elsewhere do
// not run out. Neither player can force a capture during the lap, and a player who leaves it is captured.
// The only choice is on which of two points to throw in.
func TestMolassesLap(t *testing.T) {
	trouble := named(t, "molasses")
	s := newSlow(t, newFight(t, trouble.Rows, trouble.ToPlay, molassesPoints, "A2 D1"))
	if s.wins[baduk.Black][0] || s.wins[baduk.White][0] {
		t.Error("a player wins from the start")
	}
	other := map[int]string{0: "B5", 5: "C5"}
	for i, step := range trouble.Steps {
		var good []string
		for _, p := range s.moves() {
			if !s.wins[step.Color.Opponent()][s.after(p)] {
				name := "pass"
				if p != baduk.Pass {
					name = s.fight.graph.Vertex(p)
				}
				good = append(good, name)
			}
		}
		want := []string{step.Vertex}
		if o, ok := other[i]; ok {
			want = append(want, o)
		}
		slices.Sort(good)
		if !slices.Equal(good, want) {
			t.Errorf("step %d: %v are not lost, want %v", i+1, good, want)
		}
		p, err := s.fight.graph.ParseVertex(step.Vertex)
		if err != nil {
			t.Fatal(err)
		}
		s.pos.Play(baduk.Move{Color: step.Color, Point: p})
		if n := s.visit(); s.wins[baduk.Black][n] || s.wins[baduk.White][n] {
			t.Errorf("after step %d a player wins, want neither", i+1)
		}
	}
	if s.visit() != 0 {
		t.Error("the lap does not lead back to the start")
	}
	// If White is to move at the start, because Black lost a turn, White captures everything.
	if !s.wins[baduk.White][s.after(baduk.Pass)] {
		t.Error("Black can begin elsewhere")
	}
}

// molassesPoints returns the points of the fight.
const molassesPoints = "A1 B1 B2 C2 B4 B5 C4 C5"

// TestMolasses proves the results of the fight under different rules, with nothing else on the board, and
// with a third eye for each side. Filling a third eye is a free move elsewhere. Under positional superko
// the first player without a move elsewhere loses. Otherwise passing ends the game. In the clean-up the
// player who has to begin the lap loses, because the opponent was the first to pass twice.
func TestMolasses(t *testing.T) {
	const black, white, second = baduk.Black, baduk.White, "D1 E1 E2 F2 E4 E5 F4 F5"
	small := named(t, "molasses").Rows
	for _, test := range []struct {
		name           string
		rows           []string
		toPlay         baduk.Color
		points, stakes string
		bounds         float64 // low and high under simple ko, which are equal
		positional     float64
		cleanUp        float64
	}{
		{"nothing elsewhere", small, black, molassesPoints, "A2 D1", 2, -decided, decided},
		{"Black may not begin elsewhere", small, white, molassesPoints, "A2 D1", -decided, -decided, -decided},
		{"White begins the lap", []string{"OX.X", "OX.X", "OOXX", "O.OX", ".OXX"}, white, molassesPoints, "A2 D1", 2, decided, -decided},
		{"White may not begin elsewhere", []string{"OX.X", "OX.X", "OOXX", "O.OX", ".OXX"}, black, molassesPoints, "A2 D1", decided, decided, decided},
		{"none has a move", molassesWith("X", "O"), black, second, "C2 G1", -3, -decided, decided},
		{"Black has one", molassesWith(".", "O"), black, second + " A3", "C2 G1", -3, decided, decided},
		{"White has one", molassesWith("X", "."), black, second + " J3", "C2 G1", -3, -decided, decided},
		{"each has one", molassesWith(".", "."), black, second + " A3 J3", "C2 G1", -3, -decided, decided},
	} {
		f := newFight(t, test.rows, test.toPlay, test.points, test.stakes)
		if low, high := f.solve(t, area); low != test.bounds || high != test.bounds {
			t.Errorf("%s: %v to %v, want %v", test.name, low, high, test.bounds)
		}
		for name, want := range map[string]float64{
			"tromp-taylor-000": test.positional, "tromp-taylor": test.positional, "chinese-superko": test.positional,
			"chinese-000": test.bounds, "aga": test.bounds, "alphago-003": test.bounds, "aga+ko=SPIGHT": test.bounds,
			"lrs-004+ko=SIMPLE": test.bounds, "chinese": test.bounds, "japanese": test.cleanUp} {
			r, err := baduk.ParseRules(name)
			if err != nil {
				t.Fatal(err)
			}
			r.Komi = 0
			if have := f.search(t, r, 0, math.Inf(-1), math.Inf(1)); have != want {
				t.Errorf("%s, %s: %v, want %v", test.name, name, have, want)
			}
		}
	}
}

// molassesWith returns the fight between groups that live elsewhere. The arguments are the contents of the
// third eyes of Black and White.
func molassesWith(black, white string) []string {
	return []string{
		".XOO.OXO.",
		"XXOO.OXOO",
		black + "XOOOXXO" + white,
		"XXOOX.XOO",
		".XOX.XXO."}
}

package baduk_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/internal/boardtest"
)

// openings writes the values of Black's first turns, the best turns first. "3..9 B1 pass"
// means that B1 and the pass are worth 3 if endless games are lost and 9 if they are won.
func openings(g *baduk.Graph, first map[baduk.Point][2]int) string {
	turns := map[[2]int][]string{}
	for p := range g.Len() {
		if v, ok := first[baduk.Point(p)]; ok {
			turns[v] = append(turns[v], g.Vertex(baduk.Point(p)))
		}
	}
	turns[first[baduk.Pass]] = append(turns[first[baduk.Pass]], "pass")
	var values [][2]int
	for v := range turns {
		values = append(values, v)
	}
	slices.SortFunc(values, func(a, b [2]int) int { return slices.Compare(b[:], a[:]) })
	var groups []string
	for _, v := range values {
		value := fmt.Sprint(v[0])
		if v[1] != v[0] {
			value = fmt.Sprintf("%d..%d", v[0], v[1])
		}
		groups = append(groups, value+" "+strings.Join(turns[v], " "))
	}
	return strings.Join(groups, "; ")
}

// TestSolvedBoards solves small boards under simple ko without komi. On boards
// of up to ten points it also allows suicide, which changes nothing.
func TestSolvedBoards(t *testing.T) {
	long := os.Getenv("TENGEN_LONG") == "1"
	for _, test := range []struct {
		shape         string
		width, height int
		low, high     int
		openings      string
	}{
		{"rectangle", 1, 1, 0, 0, "0 pass"},
		{"rectangle", 2, 1, 0, 0, "0 pass; -2 A1 B1"},
		{"rectangle", 3, 1, 3, 3, "3 B1; -3 A1 C1 pass"},
		{"rectangle", 4, 1, 4, 4, "4 B1 C1; -4 A1 D1 pass"},
		{"rectangle", 5, 1, -5, 5, "-5..5 B1 C1 D1; -5..0 pass; -5 A1 E1"},
		{"rectangle", 6, 1, -6, 6, "-6..6 B1 E1; -6..1 C1 D1; -6..0 pass; -6 A1 F1"},
		{"rectangle", 7, 1, -7, 7, "-7..7 B1 C1 D1 E1 F1; -7..0 pass; -7..-3 A1 G1"},
		{"rectangle", 8, 1, -8, 8, "-8..8 B1 C1 D1 E1 F1 G1; -8..0 pass; -8..-1 A1 H1"},
		{"rectangle", 9, 1, -9, 9, "-9..9 A1 B1 C1 D1 E1 F1 G1 H1 J1; -9..0 pass"},
		{"rectangle", 10, 1, -10, 10, "-10..10 A1 B1 C1 D1 E1 F1 G1 H1 J1 K1; -10..0 pass"},
		{"rectangle", 11, 1, -11, 11, "-11..11 A1 B1 C1 D1 E1 F1 G1 H1 J1 K1 L1; -11..0 pass"},
		{"rectangle", 12, 1, -12, 12, "-12..12 A1 B1 C1 D1 E1 F1 G1 H1 J1 K1 L1 M1; -12..0 pass"},
		{"rectangle", 2, 2, -4, 4, "-4..4 A2 B2 A1 B1; -4..0 pass"},
		{"rectangle", 3, 2, -6, 6, "-6..6 B2 B1; -6..0 pass; -6 A2 C2 A1 C1"},
		{"rectangle", 4, 2, 8, 8, "8 B2 C2 B1 C1; -8 A2 D2 A1 D1 pass"},
		{"rectangle", 5, 2, 10, 10, "10 B2 C2 D2 B1 C1 D1; -10 A2 E2 A1 E1 pass"},
		{"rectangle", 6, 2, 12, 12, "12 B2 C2 D2 E2 B1 C1 D1 E1; -12 A2 F2 A1 F1 pass"},
		{"rectangle", 7, 2, 14, 14, "14 C2 D2 E2 C1 D1 E1; -2 B2 F2 B1 F1; -14 A2 G2 A1 G1 pass"},
		{"rectangle", 3, 3, 9, 9, "9 B2; 3..9 B3 A2 C2 B1; -9 A3 C3 A1 C1 pass"},
		{"rectangle", 4, 3, 4, 12, "4..12 B2 C2; 3..12 B3 C3 B1 C1; -3..12 A2 D2; -12..-4 pass; -12 A3 D3 A1 D1"},
		{"rectangle", 5, 3, 15, 15, "15 B2 C2 D2; 1..4 B3 D3 B1 D1; -15..1 C3 C1; -15 A3 E3 A2 E2 A1 E1 pass"},
		{"rectangle", 4, 4, 1, 16, "1..16 B3 C3 B2 C2; -16..-1 pass; -16 A4 B4 C4 D4 A3 D3 A2 D2 A1 B1 C1 D1"},
		// On a ring and a torus all points are equivalent; the cylinder has a ring
		// in its middle.
		{"torus", 7, 1, 1, 7, "1..7 p0 p1 p2 p3 p4 p5 p6; -7..-1 pass"},
		{"torus", 3, 3, 1, 4, "1..4 p0 p1 p2 p3 p4 p5 p6 p7 p8; -4..-1 pass"},
		{"cylinder", 3, 3, 9, 9, "9 p3 p4 p5; -9 p0 p1 p2 p6 p7 p8 pass"},
	} {
		board, points := fmt.Sprintf("%dx%d %s", test.height, test.width, test.shape), test.width*test.height
		if points > 12 && !long {
			t.Logf("the %s takes much time and memory, up to 4 GB: not solved; set TENGEN_LONG=1 to solve it", board)
			continue
		}
		graph := baduk.Rectangle
		switch test.shape {
		case "torus":
			graph = boardtest.Torus
		case "cylinder":
			graph = boardtest.Cylinder
		}
		g, err := graph(test.width, test.height)
		if err != nil {
			t.Fatal(err)
		}
		for _, suicide := range []bool{false, true} {
			if suicide && points > 10 {
				continue
			}
			s := newRetrograde(g, suicide).solution(t)
			if s.low != test.low || s.high != test.high {
				t.Errorf("%s, suicide %v: worth %d to %d, want %d to %d", board, suicide, s.low, s.high, test.low, test.high)
			}
			if got := openings(g, s.first); got != test.openings {
				t.Errorf("%s, suicide %v: openings\n%s, want\n%s", board, suicide, got, test.openings)
			}
		}
	}
}

// TestSolvedWithSuperko searches whole games with their history, under the
// rules of the Tromp-Taylor document without komi. Superko changes one value:
// 2x2 is not a draw.
func TestSolvedWithSuperko(t *testing.T) {
	long := os.Getenv("TENGEN_LONG") == "1"
	for _, test := range []struct {
		width, height, value int
		openings             string // "" if not searched
	}{
		{1, 1, 0, ""}, // the rules differ in whether a stone that removes itself is a move
		{2, 1, 0, "0 pass; -2 A1 B1"},
		{3, 1, 3, "3 B1; -3 A1 C1 pass"},
		{4, 1, 4, "4 B1 C1; -4 A1 D1 pass"},
		{2, 2, 1, "1 A2 B2 A1 B1; -1 pass"},
		{5, 1, 0, ""},
	} {
		for _, ko := range []baduk.KoRule{baduk.KoPositional, baduk.KoSituational} {
			for _, suicide := range []baduk.SuicideRule{baduk.SuicideForbidden, baduk.SuicideMulti, baduk.SuicideLiteral} {
				rules := preset("tromp-taylor-000")
				rules.Ko, rules.Suicide, rules.Komi = ko, suicide, 0
				board := fmt.Sprintf("%dx%d, %v, suicide %v", test.height, test.width, ko, suicide)
				if !long && test.width == 5 && ko == baduk.KoSituational && suicide != baduk.SuicideForbidden {
					t.Logf("%s is slow: not searched; set TENGEN_LONG=1 to search it", board)
					continue
				}
				g := baduk.NewGame(baduk.MustRectangle(test.width, test.height), rules)
				if value := superkoValue(g); value != test.value {
					t.Errorf("%s: worth %d, want %d", board, value, test.value)
				}
				if test.openings == "" {
					continue
				}
				first := map[baduk.Point][2]int{}
				for p := baduk.Pass; int(p) < g.Graph().Len(); p++ {
					play(t, g, baduk.Move{Color: baduk.Black, Point: p})
					value := superkoValue(g)
					first[p] = [2]int{value, value}
					g.Undo()
				}
				if got := openings(g.Graph(), first); got != test.openings {
					t.Errorf("%s: openings\n%s, want\n%s", board, got, test.openings)
				}
			}
		}
	}
}

// superkoValue returns Black's lead at the end if both players play perfectly from here
// on. It stores no results, because under superko the value depends on the whole history.
func superkoValue(g *baduk.Game) int {
	// The pass comes first, because two passes end the game; then the points with
	// the most neighbours.
	turns := []baduk.Point{baduk.Pass}
	for p := range g.Graph().Len() {
		turns = append(turns, baduk.Point(p))
	}
	slices.SortStableFunc(turns[1:], func(a, b baduk.Point) int {
		return len(g.Graph().Neighbours(b)) - len(g.Graph().Neighbours(a))
	})
	var search func(alpha, beta int) int
	search = func(alpha, beta int) int {
		sign := 1
		if g.ToPlay() == baduk.White {
			sign = -1
		}
		if g.Over() {
			score := g.Score(nil)
			return sign * int(score.Lead())
		}
		for _, p := range turns {
			m := baduk.Move{Color: g.ToPlay(), Point: p}
			if g.Legal(m) != baduk.Legal {
				continue
			}
			if err := g.Play(m); err != nil {
				panic(err)
			}
			alpha = max(alpha, -search(-beta, -alpha))
			g.Undo()
			if alpha >= beta {
				break
			}
		}
		return alpha
	}
	n := g.Graph().Len()
	if g.ToPlay() == baduk.White {
		return -search(-n, n)
	}
	return search(-n, n)
}

// TestMiddleIsNotAlwaysBest tests a claim of the article: that Black wins on boards up to
// 5x5, and that the middle is always the best first move. The claim is not true: some
// boards are draws, and some have no middle. On 3x5 two other points are as good as the
// middle, as TestSolvedBoards shows.
func TestMiddleIsNotAlwaysBest(t *testing.T) {
	for _, test := range []struct {
		width, height int
		want          string
	}{
		{1, 1, "a draw"}, // nothing can be played
		{2, 1, "a draw"},
		{3, 1, "so it is"},
		{4, 1, "no middle"},
		{5, 1, "up to the rule about cycles"}, // a draw under superko
		{2, 2, "up to the rule about cycles"}, // won by 1 under superko with any play, but 2x2 does not have a middle
		{3, 2, "up to the rule about cycles"},
		{4, 2, "no middle"},
		{5, 2, "no middle"},
		{3, 3, "so it is"},
	} {
		g := baduk.MustRectangle(test.width, test.height)
		s := newRetrograde(g, false).solution(t)
		middle, got := baduk.Point(g.Len()/2), "so it is"
		switch {
		case s.low == 0 && s.high == 0:
			got = "a draw"
		case s.low <= 0:
			got = "up to the rule about cycles"
		case test.width%2 == 0 || test.height%2 == 0:
			got = "no middle"
		}
		if got != test.want {
			t.Errorf("%dx%d: %s, want %s", test.height, test.width, got, test.want)
		}
		for p, v := range s.first {
			if got == "so it is" && p != middle && v[0] >= s.first[middle][0] {
				t.Errorf("%dx%d: %s is as good as the middle", test.height, test.width, g.Vertex(p))
			}
		}
	}
}

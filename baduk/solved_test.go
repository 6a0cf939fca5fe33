package baduk_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/solve"
	"tengen/topology"
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
// middle, as solve.TestSolvedBoards shows.
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
		s, err := solve.NewFixPoint(t.Context(), &topology.Board{Graph: g}, nil)
		if err != nil {
			t.Fatal(err)
		}
		middle, got := g.Len()/2, "so it is"
		switch value := s.Value(); {
		case value.Low == 0 && value.High == 0:
			got = "a draw"
		case value.Low <= 0:
			got = "up to the rule about cycles"
		case test.width%2 == 0 || test.height%2 == 0:
			got = "no middle"
		}
		if got != test.want {
			t.Errorf("%dx%d: %s, want %s", test.height, test.width, got, test.want)
		}
		openings := s.Openings()
		for p, o := range openings {
			if got == "so it is" && p != middle && o.Bounds.Low >= openings[middle].Bounds.Low {
				t.Errorf("%dx%d: %s is as good as the middle", test.height, test.width, g.Vertex(o.Point))
			}
		}
	}
}

package diagram

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
)

// moves reads vertices, the first of which is Black's.
func moves(t *testing.T, g *baduk.Graph, vertices string) []baduk.Move {
	t.Helper()
	var all []baduk.Move
	for i, v := range strings.Fields(vertices) {
		all = append(all, baduk.Move{Color: baduk.Black + baduk.Color(i%2), Point: point(t, g, v)})
	}
	return all
}

func TestFigure(t *testing.T) {
	g := board(t, "9x9")
	before := make([]baduk.Color, 81)
	before[point(t, g, "D4")] = baduk.White
	for _, c := range []struct {
		moves, notes, labels string
		first                int
	}{
		{"A1 B1 C1", "", "1@A1 2@B1 3@C1", 1},
		{"E5 A1 E5 pass E5", "12, 14 at 10; 13 pass", "11@A1 10@E5", 10},
		{"D4 pass D4 pass", "99, 101 at D4; 100, 102 pass", "", 99},
		{"A1 D4", "1 at D4", "0@A1", 0},
	} {
		p := Figure{Graph: g, Before: before, Moves: moves(t, g, c.moves), First: c.first}.Picture()
		var labels []string
		for q := range baduk.Point(81) {
			if p.Labels[q] != "" {
				labels = append(labels, p.Labels[q]+"@"+g.Vertex(q))
				if p.Stones[q] == baduk.Empty {
					t.Errorf("%s: no stone under the label %s, want one", c.moves, p.Labels[q])
				}
			}
		}
		want := strings.Fields(c.labels)
		slices.Sort(labels)
		slices.Sort(want)
		if strings.Join(p.Notes, "|") != c.notes || !slices.Equal(labels, want) || p.Stones[point(t, g, "D4")] != baduk.White {
			t.Errorf("%s from %d: got other notes or labels than wanted: %q, %q", c.moves, c.first, p.Notes, labels)
		}
	}
	if before[point(t, g, "A1")] != baduk.Empty {
		t.Error("Picture has changed the stones of Before")
	}
}

// TestFigures divides a game into figures. Together they must have every move once, and each must
// begin with the stones of the game.
func TestFigures(t *testing.T) {
	g := randomGame(t, board(t, "9x9"), 123)
	for _, c := range []struct {
		cuts   []int
		titles string
	}{
		{nil, "Figure 1 (1-50), Figure 2 (51-100), Figure 3 (101-123)"},
		{[]int{122, 7, 7, 0, -3, 123, 500}, "Figure 1 (1-7), Figure 2 (8-122), Figure 3 (123)"},
		{[]int{123}, "Figure 1 (1-123)"},
	} {
		figures := Figures(g.Graph(), g.Moves(), g.StonesAfter, c.cuts)
		var titles []string
		n := 0
		for _, f := range figures {
			titles = append(titles, f.Title)
			if f.First != n+1 || !slices.Equal(f.Before, g.StonesAfter(n)) || !slices.Equal(f.Moves, g.Moves()[n:n+len(f.Moves)]) {
				t.Errorf("%s does not begin with the stones of the game or after the moves before it", f.Title)
			}
			n += len(f.Moves)
			// The number of a move is on its stone or in a note.
			p := f.Picture()
			told := len(p.Labels)
			for _, note := range p.Notes {
				for part := range strings.SplitSeq(note, "; ") {
					list, _, _ := strings.Cut(strings.TrimSuffix(part, " pass"), " at ")
					told += len(strings.Split(list, ", "))
				}
			}
			if told != len(f.Moves) {
				t.Errorf("%s shows %d of %d moves, want all", f.Title, told, len(f.Moves))
			}
		}
		if got := strings.Join(titles, ", "); got != c.titles || n != g.Len() {
			t.Errorf("%v: %s", c.cuts, got)
		}
	}
	empty := Figures(g.Graph(), nil, g.StonesAfter, nil)
	if len(empty) != 1 || empty[0].Title != "Figure 1" {
		t.Errorf("a game without moves: got %+v, want one empty figure", empty)
	}
}

// randomGame plays legal moves, including passes.
func randomGame(t testing.TB, graph *baduk.Graph, n int) *baduk.Game {
	t.Helper()
	g := baduk.NewGame(graph, baduk.TrompTaylor())
	r := rand.New(rand.NewPCG(1, uint64(n)))
	for tries := 0; g.Len() < n; tries++ {
		p := baduk.Point(r.IntN(graph.Len()))
		if g.Len()%40 == 39 {
			p = baduk.Pass
		}
		if g.Play(baduk.Move{Color: g.ToPlay(), Point: p}) == nil {
			tries = 0
		} else if tries > 50*graph.Len() {
			t.Fatalf("the game on %[2]v ended before %[1]d moves", n, graph)
		}
	}
	return g
}

// TestReplayIsTheGame compares replays of legal games with the games themselves.
func TestReplayIsTheGame(t *testing.T) {
	for _, spec := range []string{"9x9", "torus 9x9", "hex 9x9", "triangular 9x9"} {
		g := randomGame(t, board(t, spec), 120)
		after := Replay(g.Graph(), nil, g.Moves())
		half := Replay(g.Graph(), after(60), g.Moves()[60:])
		for n := range g.Len() + 1 {
			if !slices.Equal(after(n), g.StonesAfter(n)) {
				t.Fatalf("%s: the stones after %d moves differ from those of the game", spec, n)
			}
			if n >= 60 && !slices.Equal(half(n-60), g.StonesAfter(n)) {
				t.Fatalf("%s: the stones after %d moves differ if the replay begins in the middle", spec, n)
			}
		}
	}
}

// TestReplayOfIllegalMoves plays moves on occupied points, as records have them.
func TestReplayOfIllegalMoves(t *testing.T) {
	g := board(t, "3x3")
	show := func(stones []baduk.Color) string {
		s := ""
		for _, c := range stones {
			s += string(".XO"[c])
		}
		return s
	}
	after := Replay(g, nil, []baduk.Move{
		{Color: baduk.Black, Point: 4}, {Color: baduk.White, Point: 4}, // on the stone
		{Color: baduk.Black, Point: 1}, {Color: baduk.Black, Point: baduk.Pass}, {Color: baduk.Black, Point: 3},
		{Color: baduk.White, Point: 1}, // on a stone, without a capture
		{Color: baduk.White, Point: 1}, // the same move again
	})
	got := ""
	for n := range 8 {
		got += fmt.Sprintln(show(after(n)))
	}
	if want := ".........\n....X....\n....O....\n.X..O....\n.X..O....\n.X.XO....\n.O.XO....\n.O.XO....\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestFilm(t *testing.T) {
	g := randomGame(t, board(t, "9x9"), 45)
	film := Film(g.Graph(), g.Moves(), g.StonesAfter)
	if len(film) != 46 {
		t.Fatal(len(film))
	}
	for n, p := range film {
		last := baduk.NoPoint
		if n > 0 && g.Turn(n-1).Point >= 0 {
			last = g.Turn(n - 1).Point
		}
		if !slices.Equal(p.Stones, g.StonesAfter(n)) || p.last() != last {
			t.Errorf("frame %d does not have the stones or the mark of the last move", n)
		}
	}
}

func ExampleFigure() {
	g := baduk.MustRectangle(3, 3)
	f := Figure{Graph: g, First: 7, Moves: []baduk.Move{
		{Color: baduk.Black, Point: 4}, {Color: baduk.White, Point: 1}, {Color: baduk.Black, Point: baduk.Pass}, {Color: baduk.White, Point: 4},
	}}
	p := f.Picture()
	p.Coordinates = false
	_, _ = os.Stdout.WriteString("_\n") // the output of an example cannot begin with blanks
	_ = p.WriteText(os.Stdout, TextOptions{Marks: true})
	// Output:
	// _
	//   . O8  .
	//   . X7  .
	//   .  .  .
	// 9 pass; 10 at 7
}

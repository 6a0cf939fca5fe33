package baduk_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
)

// TestIllegalMoveTexts pins the texts that a player sees.
func TestIllegalMoveTexts(t *testing.T) {
	graph := baduk.MustRectangle(5, 5)
	ko := baduk.Setup{Black: atVertices(t, graph, "B4", "A3", "B2", "A1"), White: atVertices(t, graph, "C4", "D3", "C2", "B3", "B1", "D5", "E4")}
	for _, test := range []struct {
		rules  baduk.Rules
		first  string
		vertex string
		want   string
		is     error
	}{
		{baduk.Rules{}, "C3", "B3", "move 2, white B3, is illegal: ko, the stone there was captured only now; play elsewhere first", baduk.ErrKo},
		{baduk.Rules{Ko: baduk.KoPositional}, "C3", "B3", "move 2, white B3, is illegal: superko, it would repeat the initial position", baduk.ErrSuperko},
		{baduk.Rules{}, "C3", "C4", "move 2, white C4, is illegal: there is a stone already", baduk.ErrOccupied},
		{baduk.Rules{}, "E5", "E5", "move 1, black E5, is illegal: suicide, the stone would have no liberty", baduk.ErrSuicide},
		{baduk.Rules{}, "C3", "none", "move 2, white none, is illegal: it is not a point of the board", baduk.ErrOffBoard},
	} {
		g, err := baduk.NewGameFrom(graph, test.rules, ko)
		if err != nil {
			t.Fatal(err)
		}
		p := baduk.Point(99)
		if test.vertex != "none" {
			p = atVertices(t, graph, test.vertex)[0]
		}
		if test.vertex != test.first {
			play(t, g, baduk.Move{Color: baduk.Black, Point: atVertices(t, graph, test.first)[0]})
		}
		err = g.Play(baduk.Move{Color: g.ToPlay(), Point: p})
		if err == nil || err.Error() != test.want || !errors.Is(err, test.is) {
			t.Errorf("got  %v\nwant %s", err, test.want)
		}
	}
	g := baduk.NewGame(baduk.MustRectangle(3, 1), baduk.Rules{Ko: baduk.KoPositional})
	play(t, g, baduk.Move{Color: baduk.Black, Point: 0}, baduk.Move{Color: baduk.White, Point: 2}, baduk.Move{Color: baduk.Black, Point: 1}, baduk.Move{Color: baduk.White, Point: 2})
	err := g.Play(baduk.Move{Color: baduk.Black, Point: 0})
	if want := "move 5, black A1, is illegal: superko, it would repeat the position after move 2"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	err = g.Play(baduk.Move{Color: 3, Point: 0})
	if want := "its colour is neither black nor white"; !errors.Is(err, baduk.ErrOffBoard) || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got %v, want ... %s", err, want)
	}
	g.Resign(baduk.Black)
	err = g.Play(baduk.Move{Color: baduk.Black, Point: baduk.Pass})
	if want := "move 5, black pass, is illegal: the game has ended"; err == nil || err.Error() != want || !errors.Is(err, baduk.ErrGameOver) {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// TestIllegalMoveCauses checks moves that share a verdict, but are refused for other reasons than
// the usual ones.
func TestIllegalMoveCauses(t *testing.T) {
	square := baduk.MustRectangle(5, 5)
	regional, err := baduk.NewGraphFrom(baduk.Shape{Adjacency: path(3), Life: &baduk.Life{Weights: []float64{1, 1, 1}, Alive: func(z float64) bool { return z > 1 }}})
	if err != nil {
		t.Fatal(err)
	}
	throwIn, err := baduk.NewGraphFrom(baduk.Shape{Adjacency: path(2), Life: &baduk.Life{Weights: []float64{-1, 1}}})
	if err != nil {
		t.Fatal(err)
	}
	corner := baduk.Setup{White: atVertices(t, square, "A2", "B2", "B1")}
	ko := baduk.Setup{Black: atVertices(t, square, "B4", "A3", "B2"), White: atVertices(t, square, "C4", "D3", "C2", "B3")}
	for _, test := range []struct {
		graph *baduk.Graph
		rules string
		setup baduk.Setup
		turns string // the last one is refused
		want  string
	}{
		{square, "chinese+suicide=LITERAL", corner, "A1", "move 1, black A1, is illegal: the stone would remove only itself, so nothing would change"},
		{square, "japanese+suicide=LITERAL", corner, "pass pass A1", "move 3, black A1, is illegal: the stone would remove only itself, so nothing would change"},
		{square, "japanese", ko, "pass pass C3 B3 pass B3 C3 pass C3",
			"move 9, black C3, is illegal: ko, the same move has already taken it in this position; play elsewhere first"},
		{regional, "chinese", baduk.Setup{Black: []baduk.Point{0}}, "p1",
			"move 1, black p1, is illegal: suicide, the empty points that the stone would reach do not keep it alive"},
		{throwIn, "mango+ko=BASIC", baduk.Setup{}, "p0 p1", "move 2, white p1, is illegal: ko, it would restore the board from before the last move; play elsewhere first"},
	} {
		rules, err := baduk.ParseRules(test.rules)
		if err != nil {
			t.Fatal(err)
		}
		g, err := baduk.NewGameFrom(test.graph, rules, test.setup)
		if err != nil {
			t.Fatal(err)
		}
		turns := strings.Fields(test.turns)
		for i, vertex := range turns {
			p, perr := test.graph.ParseVertex(vertex)
			if perr != nil {
				t.Fatal(perr)
			}
			err = g.Play(baduk.Move{Color: g.ToPlay(), Point: p})
			if last := i+1 == len(turns); !last && err != nil || last && (err == nil || err.Error() != test.want) {
				t.Errorf("%s, %s:\ngot  %v\nwant %s", test.rules, test.turns, err, test.want)
			}
		}
	}
}

// TestLateStonesAreNotPrisoners plays a dead stone in the second clean-up. It is not a prisoner, so the account does
// not name it among them.
func TestLateStonesAreNotPrisoners(t *testing.T) {
	graph := baduk.MustRectangle(4, 4)
	setup := baduk.Setup{White: atVertices(t, graph, "A4", "B4", "C4", "D4", "A3", "D3", "A2", "B2", "C2", "D2", "B1"), Prisoners: [3]int32{baduk.Black: 2}}
	g, err := baduk.NewGameFrom(graph, baduk.Japanese(), setup)
	if err != nil {
		t.Fatal(err)
	}
	for range 4 {
		play(t, g, baduk.Move{Color: g.ToPlay(), Point: baduk.Pass})
	}
	play(t, g, baduk.Move{Color: baduk.Black, Point: atVertices(t, graph, "B3")[0]})
	s := g.Score(nil)
	if reason := s.Points[5].Reason; g.Phase() != 2 || reason != baduk.ReasonDead || s.Prisoners[baduk.Black] != 2 || s.Dead != [3]int{} {
		t.Errorf("phase %d: B3 is %v, prisoners %v, dead %v, want a dead stone, 2 black prisoners, none of them on the board", g.Phase(), reason, s.Prisoners, s.Dead)
	}
}

// TestScoreReasons counts a board with stones, territory, a dead stone, and a
// point that touches both colours.
func TestScoreReasons(t *testing.T) {
	graph := baduk.MustRectangle(7, 1)
	g, err := baduk.NewGameFrom(graph, baduk.Rules{Komi: 1}, baduk.Setup{Black: []baduk.Point{1, 5}, White: []baduk.Point{3}})
	if err != nil {
		t.Fatal(err)
	}
	var dead baduk.PointSet
	dead.Add(5)
	s := g.Score(dead)
	stone, dame, land, gone := baduk.ReasonStone, baduk.ReasonDame, baduk.ReasonTerritory, baduk.ReasonDead
	want := []baduk.PointScore{{Owner: baduk.Black, Reason: land}, {Owner: baduk.Black, Reason: stone}, {Owner: baduk.Empty, Reason: dame},
		{Owner: baduk.White, Reason: stone}, {Owner: baduk.White, Reason: land}, {Owner: baduk.White, Reason: gone}, {Owner: baduk.White, Reason: land}}
	if !slices.Equal(s.Points, want) {
		t.Errorf("points: got %v, want %v", s.Points, want)
	}
	if s.Stones != [3]int{0, 1, 1} || s.Territory != [3]int{0, 1, 3} || s.Dead != [3]int{0, 1, 0} || s.Neutral != 1 {
		t.Errorf("got stones %v, territory %v, dead %v, neutral %d, want 1 and 1, 1 and 3, one black stone, 1", s.Stones, s.Territory, s.Dead, s.Neutral)
	}
	if have, want := s.String(), "Black 1 stones + 1 surrounded points = 2; White 1 stones + 3 surrounded points + 0.5 komi = 4.5; 1 neutral: W+2.5"; have != want {
		t.Errorf("got  %s\nwant %s", have, want)
	}
	dead.Remove(5)
	dead.Remove(500)
	if s := g.Score(dead); s.Neutral != 2 || s.Result() != "B+2.5" || s.Dead != [3]int{} {
		t.Errorf("with every stone alive: got %s, want B+2.5 with 2 neutral points and no dead stones", s.String())
	}
	if dead.Has(5) || dead.Has(500) {
		t.Error("a removed point is in the set")
	}
}

package baduk_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/internal/refgo"
)

// TestLoneAgainstReference plays the logical rules as printed, from positions that have stones already. It compares
// the game with the literal document: the stones that each turn takes off, legality, prisoners and the score. It
// also tests undo.
func TestLoneAgainstReference(t *testing.T) {
	graphs := []refgo.Graph{refgo.Grid(4, 4), refgo.Grid(3, 5), refgo.Grid(2, 3)}
	rng := rand.New(rand.NewPCG(91, 7))
	played, cleared, banned, ended := 0, 0, 0, 0
	games := 400
	if os.Getenv("TENGEN_LONG") == "1" {
		games = 20_000
	}
	for range games {
		graph := graphs[rng.IntN(len(graphs))]
		board, g := loneStart(t, graph, rng)
		l := &refgo.LogicalGame{Logical: refgo.Logical{Graph: graph, MinLength: 2}, Situations: []refgo.Situation{{Colouring: board, Player: refgo.Black}}}
		var states []state
		for range 30 {
			last := l.Last()
			compareLone(t, g, l, board)
			var legal []baduk.Point
			for p := range graph {
				want := !l.Ended() && l.Play(p)
				if want {
					l.Undo()
					legal = append(legal, baduk.Point(p))
				} else if last.Colouring[p] == refgo.Empty {
					banned++
				}
				before := stateOf(g)
				if got := g.Legal(baduk.Move{Color: g.ToPlay(), Point: baduk.Point(p)}) == baduk.Legal; got != want {
					t.Fatalf("%v from %v, moves %v: #%d is legal: %v, want %v", graph, board, g.Moves(), p, got, want)
				}
				if after := stateOf(g); !slices.Equal(after.Stones, before.Stones) || after.Hash != before.Hash || after.Prisoners != before.Prisoners || after.ToPlay != before.ToPlay {
					t.Fatal("asking changed the game")
				}
			}
			if g.Over() != l.Ended() {
				t.Fatalf("over %v, want %v", g.Over(), l.Ended())
			}
			if g.Over() {
				ended++
				break
			}
			m := baduk.Move{Color: g.ToPlay(), Point: baduk.Pass}
			if len(legal) > 0 && rng.IntN(5) > 0 {
				m.Point = legal[rng.IntN(len(legal))]
			}
			states = append(states, stateOf(g))
			stones := g.Position().Stones(baduk.Empty)
			if err := g.Play(m); err != nil || !l.Play(int(m.Point)) {
				t.Fatalf("%v: %v", m, err)
			}
			if played++; g.Position().Stones(baduk.Empty) > stones {
				cleared++
			}
		}
		for i := len(states) - 1; i >= 0; i-- {
			if g = g.Clone(); !g.Undo() {
				t.Fatal("a turn cannot be undone")
			}
			if now := stateOf(g); !slices.Equal(now.Stones, states[i].Stones) || now.Hash != states[i].Hash || now.Key != states[i].Key || now.Prisoners != states[i].Prisoners || !slices.Equal(now.Empties, states[i].Empties) {
				t.Fatalf("undoing turn %d: got\n%+v, want\n%+v", i, now, states[i])
			}
			if err := g.Position().CheckInvariants(); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d turns, %d took stones off, %d plays were refused, %d games ended", played, cleared, banned, ended)
	if cleared == 0 || banned == 0 || ended == 0 {
		t.Error("want some of each")
	}
}

// loneStart makes a random position of the graph without lone stones, as a board and as a game from it.
func loneStart(t *testing.T, graph refgo.Graph, rng *rand.Rand) (refgo.Board, *baduk.Game) {
	t.Helper()
	fg, err := fastGraph(graph)
	if err != nil {
		t.Fatal(err)
	}
	board, colors := make(refgo.Board, len(graph)), make([]baduk.Color, len(graph))
	for p := range board {
		board[p] = [...]refgo.Color{refgo.Empty, refgo.Empty, refgo.Black, refgo.White}[rng.IntN(4)]
	}
	for _, c := range []refgo.Color{refgo.Black, refgo.White} {
		board, _ = graph.Clear(board, c)
	}
	for p, c := range board {
		colors[p] = fast(c)
	}
	g, err := baduk.NewGameFrom(fg, preset("logical-001-literal"), baduk.SetupOf(colors, baduk.Black))
	if err != nil {
		t.Fatal(err)
	}
	return board, g
}

// compareLone compares the position of the game with the literal one: stones, score and prisoners.
func compareLone(t *testing.T, g *baduk.Game, l *refgo.LogicalGame, board refgo.Board) {
	t.Helper()
	s, last := g.Score(nil), l.Last()
	for p, c := range last.Colouring {
		if g.At(baduk.Point(p)) != fast(c) {
			t.Fatalf("%v from %v, moves %v: #%d is %v, want %v", l.Graph, board, g.Moves(), p, g.At(baduk.Point(p)), fast(c))
		}
	}
	if s.Total(baduk.Black) != float64(l.Score(last, refgo.Black)) || s.Total(baduk.White) != float64(l.Score(last, refgo.White)) {
		t.Fatalf("%v from %v, moves %v: %s, want %d and %d", l.Graph, board, g.Moves(), s.String(), l.Score(last, refgo.Black), l.Score(last, refgo.White))
	}
	if pr := g.Position().Prisoners; int(pr[baduk.White]) != last.NWhite || int(pr[baduk.Black]) != last.NBlack {
		t.Fatalf("%v from %v, moves %v: prisoners %v, want %d white and %d black", l.Graph, board, g.Moves(), pr, last.NWhite, last.NBlack)
	}
	if err := g.Position().CheckInvariants(); err != nil {
		t.Fatal(err)
	}
}

package refgo

import (
	"math/rand/v2"
	"slices"
	"testing"
)

const (
	pictureKo       = "..... .XO.. XO.O. .XO.. ....."
	pictureSendTwo  = ".O.OOOO OOOOOOO OOOOOOO OOOOOOO .OXXXXX XOX.X.X .XXXXXX"
	pictureThreeKos = "XO.O..... .XO...... ......... ......... ......... ......... ......... .XO..XO.. XO.OX.XO."
	pictureEternal  = "........ ..OOOOOO ..OXXXXX OOXXOOOX .XO.X.O."
)

func TestNaturalBasicAndSpight(t *testing.T) {
	for _, test := range []struct {
		name, picture, before, turn string
		want                        map[Ko]Reason
	}{
		{"basic ko", pictureKo, "X C3", "O B3", map[Ko]Reason{NaturalBasic: KoBan, Spight: Superko}},
		{"after a threat", pictureKo, "X C3, O E5, X E1", "O B3", map[Ko]Reason{NaturalBasic: OK, Spight: OK}},
		{"after a pass", pictureKo, "X C3, O pass", "X B3", map[Ko]Reason{NaturalBasic: OK, Spight: OK}},
		{"the taker passes too", pictureKo, "X C3, X pass", "O B3", map[Ko]Reason{NaturalBasic: Superko, Spight: OK}},
		{"Natural lets the ko be retaken", "....", "X B1, O C1, X pass, O A1", "X B1", map[Ko]Reason{Natural: OK, NaturalBasic: KoBan, Spight: Superko}},
		{"sending two", pictureSendTwo, "X A3, O A1", "X A2", map[Ko]Reason{NaturalBasic: OK, Spight: Superko}},
		{"three kos", pictureThreeKos, "X C1, O F1, X C9, O B1, X G1", "O B9", map[Ko]Reason{NaturalBasic: Superko, Spight: Superko}},
		{"three kos and passes", pictureThreeKos, "X C1, O F1, X C9, O B1, X G1, O pass, X pass", "O B9", map[Ko]Reason{Spight: OK}},
		{"a lone stone clears itself", ".... .... OO.. .O..", "", "X A1", map[Ko]Reason{NaturalBasic: OK, Spight: Superko}},
	} {
		for ko, want := range test.want {
			graph, board, width := draw(t, test.picture)
			game := NewGameFrom(graph, Rules{Ko: ko, Suicide: Literal}, board, Black)
			record(t, game, width, test.before)
			if got := game.Check(turn(t, test.turn, width, len(graph)/width)); got != want {
				t.Errorf("%s, ko %d: %v, want %v", test.name, ko, got, want)
			}
		}
	}
}

func TestEnds(t *testing.T) {
	const (
		sendTwo = "X A3, O A1, X A2, O pass"
		eternal = "X F1, O D1, X E1, O C1"
		kos     = "X C1, O F1, X C9, O B1, X G1, O B9"
	)
	for _, test := range []struct {
		name, picture  string
		ko             Ko
		turns          string
		over, noResult bool
	}{
		{"sending two, once", pictureSendTwo, Simple, sendTwo, false, false},
		{"sending two, without the pass", pictureSendTwo, Simple, sendTwo + ", X A3, O A1, X A2", false, false},
		{"sending two, twice", pictureSendTwo, Simple, sendTwo + "," + sendTwo, true, false},
		{"eternal life, the second time", pictureEternal, Simple, eternal, false, false},
		{"eternal life, the third time", pictureEternal, Simple, eternal + "," + eternal, true, true},
		{"three kos, the third time", pictureThreeKos, Simple, kos + "," + kos, true, true},
		{"three kos, a pass in between", pictureThreeKos, Simple, kos + ", X pass, O J5, X J6, O pass," + kos, false, false},
		{"three kos, after the pass", pictureThreeKos, Simple, kos + ", X pass, O pass", true, false},
		{"one pass", "...", Spight, "X pass", false, false},
		{"two passes", "...", Spight, "X pass, O pass", false, false},
		{"three passes", "...", Spight, "X pass, O pass, X pass", true, false},
		{"a pass, a play, two passes", "...", Spight, "X pass, O B1, X pass, O pass", false, false},
		{"a pass, a play, three passes", "...", Spight, "X pass, O B1, X pass, O pass, X pass", true, false},
		{"Positional knows no such pass", pictureSendTwo, Positional, "X A3, O pass, X pass", true, false},
	} {
		graph, board, width := draw(t, test.picture)
		game := NewGameFrom(graph, Rules{Ko: test.ko}, board, Black)
		record(t, game, width, test.turns)
		if game.Over() != test.over || game.NoResult() != test.noResult {
			t.Errorf("%s: over %v, no result %v, want %v, %v", test.name, game.Over(), game.NoResult(), test.over, test.noResult)
		}
		if test.over && game.Check(Turn{Black, Pass}) != GameOver {
			t.Errorf("%s: a pass after the end is not GameOver", test.name)
		}
	}
}

func TestButton(t *testing.T) {
	for _, test := range []struct {
		turns string
		taken Color
		over  bool
		score float64
	}{
		{"", Empty, false, 0.5}, // as if Black took it now
		{"X B2", Empty, false, 8.5},
		{"X pass", Black, false, 0.5},
		{"X pass, O pass", Black, false, 0.5},
		{"X pass, O pass, X pass", Black, true, 0.5},
		{"X B2, O pass, X pass", White, false, 8.5},
		{"X B2, O pass, X pass, O pass", White, true, 8.5},
		{"X pass, O pass, X B2, O pass", Black, false, 9.5},
	} {
		game := NewGame(Grid(3, 3), Rules{Ko: Positional, Button: true})
		record(t, game, 3, test.turns)
		score, _ := game.Final()
		if game.ButtonTaken() != test.taken || game.Over() != test.over || score != test.score {
			t.Errorf("%q: taken by %d, over %v, score %v, want %d, %v, %v", test.turns, game.ButtonTaken(), game.Over(), score, test.taken, test.over, test.score)
		}
	}
	for _, ko := range []Ko{Positional, Situational, Natural} {
		for _, button := range []bool{false, true} {
			game := NewGame(Grid(3, 1), Rules{Ko: ko, Button: button})
			record(t, game, 3, "X A1, O B1, X pass, O C1")
			want := Superko // the board after the first turn is repeated; the button was still there then
			if button {
				want = OK
			}
			if got := game.Check(Turn{Black, 0}); got != want {
				t.Errorf("ko %d, button %v: %v, want %v", ko, button, got, want)
			}
		}
	}
	// A pass that takes the button does not count as an earlier pass.
	game := NewGame(Grid(3, 3), Rules{Ko: Spight, Button: true})
	record(t, game, 3, "X pass, O pass, X pass")
	if game.Over() {
		t.Error("the game is over, want it to go on: only one of Black's passes was without the button")
	}
}

func TestPhases(t *testing.T) {
	for _, test := range []struct {
		turns string
		phase int
		over  bool
	}{
		{"X pass", 0, false},
		{"X pass, O pass", 1, false},
		{"X pass, O pass, X pass", 1, false},
		{"X pass, O pass, X pass, O pass", 2, false},
		{"X pass, O pass, X A1, O pass, X pass", 2, false},
		{"X pass, O pass, X pass, O pass, X pass, O pass", 2, true},
		{"X B2, O pass, X pass, O pass, X pass, O B1, X pass, O pass", 2, true},
	} {
		game := NewGame(Grid(3, 3), Rules{Scoring: TerritoryScoring})
		record(t, game, 3, test.turns)
		if game.Phase() != test.phase || game.Over() != test.over {
			t.Errorf("%q: phase %d, over %v, want %d, %v", test.turns, game.Phase(), game.Over(), test.phase, test.over)
		}
	}
}

func TestKoInTheCleanup(t *testing.T) {
	const start = "X pass, O pass, X C3"
	for _, test := range []struct {
		name, before, turn string
		want               Reason
		unblocks           bool
	}{
		{"the point of the ko", start, "O B3", OK, true},
		{"the blocked stone", start, "O C3", OK, true},
		{"a stone that is not blocked", start, "O C4", Occupied, false},
		{"one's own blocked stone", start + ", O pass", "X C3", Occupied, false},
		{"filling the ko", start + ", O pass", "X B3", OK, false},
		{"blocked still after a pass", start + ", O pass, X E1", "O B3", OK, true},
		{"unblocked", start + ", O B3", "X B3", OK, false},
		{"retaken", start + ", O B3, X E1", "O B3", OK, false},
		{"the stone, unblocked", start + ", O C3, X E1", "O C3", Occupied, false},
		{"a second time", start + ", O B3, X pass, O B3, X C3, O pass", "X C3", KoBan, false},
		{"a second time, with one more stone", start + ", O B3, X pass, O B3, X C3, O E1", "X C3", OK, false},
		{"a second time, blocked", start + ", O B3, X pass, O B3", "X C3", OK, true},
		{"no block in the next phase", start + ", O pass, X pass", "O B3", OK, false},
		{"connected to more stones", start + ", O E1, X B3", "O C3", Occupied, false},
	} {
		graph, board, width := draw(t, pictureKo)
		game := NewGameFrom(graph, Rules{Scoring: TerritoryScoring}, board, Black)
		record(t, game, width, test.before)
		turn := turn(t, test.turn, width, len(graph)/width)
		if got := game.Check(turn); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
		if point := game.Unblocks(turn); (point >= 0) != test.unblocks || point >= 0 && !slices.Equal(game.Blocked(), []int{point}) {
			t.Errorf("%s: Unblocks returned %d, blocked are %v; the turn unblocks the only blocked point: want %v", test.name, point, game.Blocked(), test.unblocks)
		}
		if before := last(game.replay()).board; test.unblocks && (game.Play(turn) != OK ||
			!slices.Equal(before, last(game.replay()).board) || len(game.Blocked()) > 0) {
			t.Errorf("%s: unblocking is refused, changes the board or leaves %v blocked", test.name, game.Blocked())
		}
	}
}

func TestCleanupEnds(t *testing.T) {
	const (
		passes  = "X pass, O pass,"
		sendTwo = "X A3, O A1, X A2, O pass,"
		eternal = "X F1, O D1, X E1, O C1,"
	)
	for _, test := range []struct {
		name, picture string
		ko            Ko // of the main phase; the clean-up has its own rules
		turns         string
		phase         int
		noResult      bool
	}{
		{"sending two, once", pictureSendTwo, Positional, passes + sendTwo, 1, false},
		{"sending two, twice", pictureSendTwo, Positional, passes + sendTwo + sendTwo, 2, false},
		{"sending two ends the main phase", pictureSendTwo, Simple, sendTwo + sendTwo, 1, false},
		{"and is forgotten in the next", pictureSendTwo, Simple, sendTwo + sendTwo + sendTwo, 1, false},
		{"and ends that too", pictureSendTwo, Simple, sendTwo + sendTwo + sendTwo + sendTwo, 2, false},
		{"eternal life", pictureEternal, Positional, passes + eternal, 1, false},
		{"eternal life, the third time", pictureEternal, Positional, passes + eternal + eternal, 1, true},
		{"eternal life in the last phase", pictureEternal, Positional, passes + passes + eternal + eternal, 2, true},
	} {
		graph, board, width := draw(t, test.picture)
		game := NewGameFrom(graph, Rules{Ko: test.ko, Scoring: TerritoryScoring}, board, Black)
		record(t, game, width, test.turns)
		if game.Phase() != test.phase || game.NoResult() != test.noResult || game.Over() != test.noResult {
			t.Errorf("%s: phase %d, over %v, no result %v, want %d, %v, %v", test.name, game.Phase(), game.Over(), game.NoResult(), test.phase, test.noResult, test.noResult)
		}
	}
}

// TestKoMoveByLiberties checks that a ko-move of the text, which asks what a
// reply could restore, is a play that captures a single stone with a stone that
// is alone and has one liberty.
func TestKoMoveByLiberties(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 0))
	found := 0
	for i := range 4000 {
		graphs := []Graph{Grid(4, 3), Torus(4, 3), Cylinder(3, 4), randomGraph(rng, 3+rng.IntN(8), 0.35)}
		g := graphs[i%len(graphs)]
		board, _ := g.Clear(randomBoard(rng, len(g)), Black)
		board, _ = g.Clear(board, White)
		for p := range board {
			if board[p] != Empty {
				continue
			}
			after, captured, _ := g.Place(board, p, Black)
			want := -1
			if len(captured) == 1 && len(g.Block(after, p)) == 1 && len(g.Liberties(after, p)) == 1 {
				want = captured[0]
				found++
			}
			if got := g.koReply(board, after, Black); got != want {
				t.Fatalf("graph %v board %v, Black at %d: the reply is at %d, want %d", g, board, p, got, want)
			}
		}
	}
	if found < 100 {
		t.Errorf("%d ko-moves found, want more", found)
	}
}

package refgo

import (
	"slices"
	"strings"
	"testing"
)

// turn reads "X C3" or "O pass" on a board of the given size. Columns have
// letters from A without I, and rows have numbers from the bottom.
func turn(t *testing.T, text string, width, height int) Turn {
	t.Helper()
	color, vertex, _ := strings.Cut(text, " ")
	c, ok := map[string]Color{"X": Black, "O": White}[color]
	if !ok {
		t.Fatalf("turn %q: no such colour", text)
	}
	if vertex == "pass" {
		return Turn{c, Pass}
	}
	x := strings.IndexByte("ABCDEFGHJ", vertex[0])
	y := height - int(vertex[1]-'0')
	if x < 0 || x >= width || y < 0 || y >= height {
		t.Fatalf("turn %q: off the board", text)
	}
	return Turn{c, y*width + x}
}

// record plays a comma-separated list of turns and fails if a turn is refused.
func record(t *testing.T, g *Game, width int, turns string) {
	t.Helper()
	for text := range strings.SplitSeq(turns, ",") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		if reason := g.Play(turn(t, text, width, len(g.Graph)/width)); reason != OK {
			t.Fatalf("%+v: %s in %q: %v", g.Rules, text, turns, reason)
		}
	}
}

func TestRepetition(t *testing.T) {
	const (
		basicKo  = "..... .XO.. XO.O. .XO.. ....."
		sendTwo  = ".O.OOOO OOOOOOO OOOOOOO OOOOOOO .OXXXXX XOX.X.X .XXXXXX"
		oneKo    = "XO.O..... .XO...... ......... ......... ......... ......... ......... .XO..XO.. XO.OX.XO."
		eternal  = "........ ..OOOOOO ..OXXXXX OOXXOOOX .XO.X.O."
		snapback = "..O. X.X. .XOO .XOO"
	)
	type want map[Ko]Reason
	all := func(simple, others Reason) want {
		return want{Simple: simple, Positional: others, Situational: others, Natural: others}
	}
	for _, test := range []struct {
		name, picture, before, turn string
		want                        want
		repeats                     int // the answer of Repeats if Superko is wanted
	}{
		{"basic ko", basicKo, "X C3", "O B3", all(KoBan, Superko), 0},
		{"basic ko after a threat", basicKo, "X C3, O E5, X E1", "O B3", all(OK, OK), 0},
		{"basic ko after a pass", basicKo, "X C3, O pass", "X B3", all(OK, OK), 0},
		{"basic ko, the taker moves twice", basicKo, "X C3, X pass", "O B3", all(OK, Superko), 0},
		{"sending two, returning one", sendTwo, "X A3, O A1", "X A2",
			want{Simple: OK, Positional: Superko, Situational: OK, Natural: OK}, 0},
		{"sending two again", sendTwo, "X A3, O A1, X A2, O pass", "X A3",
			want{Simple: OK, Situational: Superko, Natural: Superko}, 1},
		{"triple ko", oneKo, "X C1, O F1, X C9, O B1, X G1", "O B9", all(OK, Superko), 0},
		{"eternal life", eternal, "X F1, O D1, X E1", "O C1", all(OK, Superko), 0},
		{"snapback", snapback, "X D4, O D3", "X D4", all(OK, OK), 0},

		// The shortest sequences from the empty board on which the rules differ.
		{"1x3 positional or not", "...", "X A1, O C1, X B1, O C1", "X A1",
			want{Simple: OK, Positional: Superko, Situational: OK, Natural: OK}, 2},
		{"1x3 simple only", "...", "X A1, O B1, X pass, O C1", "X A1", all(OK, Superko), 1},
		{"2x2 positional or not", ".. ..", "X A2, O B2, X A1, O pass, X B1, O B2", "X A2",
			want{Simple: OK, Positional: Superko, Situational: OK, Natural: OK}, 2},
		{"2x2 simple only", ".. ..", "X A2, O B2, X A1, O B1, X A2, O A1", "X A2", all(OK, Superko), 1},
	} {
		for ko, want := range test.want {
			graph, board, width := draw(t, test.picture)
			game := NewGameFrom(graph, Rules{Ko: ko}, board, Black)
			record(t, game, width, test.before)
			turn := turn(t, test.turn, width, len(graph)/width)
			if got := game.Check(turn); got != want {
				t.Errorf("%s, ko %d: got %v, want %v", test.name, ko, got, want)
			}
			repeats := -1
			if want == Superko {
				repeats = test.repeats
			}
			if got := game.Repeats(turn); got != repeats {
				t.Errorf("%s, ko %d: repeats %d, want %d", test.name, ko, got, repeats)
			}
		}
	}
}

func TestSituationalDiffersFromNatural(t *testing.T) {
	for _, test := range []struct {
		picture, before, turn string
		want                  [4]Reason // by Ko
		repeats               [4]int
	}{
		// White faced the board, but only because of Black's pass.
		{".. ..", "X A2, O B2, X pass, O B1, X A1, O B2, X B1, O B2", "X A2",
			[4]Reason{OK, Superko, Superko, OK}, [4]int{-1, 2, 3, -1}},
		// Under Natural even a basic ko may be retaken after a pass.
		{"....", "X B1, O C1, X pass, O A1", "X B1",
			[4]Reason{KoBan, Superko, Superko, OK}, [4]int{-1, 2, 3, -1}},
	} {
		for ko := Simple; ko <= Natural; ko++ {
			graph, board, width := draw(t, test.picture)
			game := NewGameFrom(graph, Rules{Ko: ko}, board, Black)
			record(t, game, width, test.before)
			turn := turn(t, test.turn, width, len(graph)/width)
			if got := game.Check(turn); got != test.want[ko] {
				t.Errorf("%s, ko %d: got %v, want %v", test.picture, ko, got, test.want[ko])
			}
			if got := game.Repeats(turn); got != test.repeats[ko] {
				t.Errorf("%s, ko %d: repeats %d, want %d", test.picture, ko, got, test.repeats[ko])
			}
		}
	}
}

func TestSuicide(t *testing.T) {
	const (
		three = ".... .... OOOO XX.O"
		lone  = ".... .... OO.. .O.."
	)
	for _, test := range []struct {
		name, picture, turn string
		rules               Rules
		want                Reason
	}{
		{"three stones", three, "X C1", Rules{Ko: Positional, Suicide: Forbidden}, SuicideForbidden},
		{"three stones", three, "X C1", Rules{Ko: Positional, Suicide: Multi}, OK},
		{"three stones", three, "X C1", Rules{Ko: Positional, Suicide: Literal}, OK},
		{"lone stone", lone, "X A1", Rules{Ko: Positional, Suicide: Forbidden}, SuicideForbidden},
		{"lone stone", lone, "X A1", Rules{Ko: Positional, Suicide: Multi}, SuicideForbidden},
		{"lone stone", lone, "X A1", Rules{Ko: Simple, Suicide: Literal}, KoBan},
		{"lone stone", lone, "X A1", Rules{Ko: Positional, Suicide: Literal}, Superko},
		{"lone stone", lone, "X A1", Rules{Ko: Situational, Suicide: Literal}, OK},
		{"lone stone", lone, "X A1", Rules{Ko: Natural, Suicide: Literal}, OK},
		{"the only point", ".", "X A1", Rules{Ko: Positional, Suicide: Forbidden}, SuicideForbidden},
		{"the only point", ".", "X A1", Rules{Ko: Positional, Suicide: Literal}, Superko},
	} {
		graph, board, width := draw(t, test.picture)
		game := NewGameFrom(graph, test.rules, board, Black)
		if got := game.Check(turn(t, test.turn, width, len(graph)/width)); got != test.want {
			t.Errorf("%s, %+v: %v, want %v", test.name, test.rules, got, test.want)
		}
	}
	graph, board, width := draw(t, three)
	_, _, suicided := graph.Place(board, turn(t, "X C1", width, 4).Point, Black)
	if len(suicided) != 3 {
		t.Errorf("suicide removes %v, want three points", suicided)
	}
}

func TestLoneSuicideTwiceRepeatsASituation(t *testing.T) {
	for _, ko := range []Ko{Situational, Natural} {
		graph, board, width := draw(t, ".... .... OO.. .O..")
		game := NewGameFrom(graph, Rules{Ko: ko, Suicide: Literal}, board, Black)
		record(t, game, width, "X A1, O pass")
		again := turn(t, "X A1", width, 4)
		if got := game.Check(again); got != Superko || game.Repeats(again) != 1 {
			t.Errorf("ko %d: %v of %d, want Superko of 1", ko, got, game.Repeats(again))
		}
	}
}

func TestBasicKoLooksAtTheOpponentsTurn(t *testing.T) {
	graph, board, width := draw(t, ".... OO.. ..O. OO..")
	game := NewGameFrom(graph, Rules{Ko: Simple, Suicide: Multi}, board, Black)
	record(t, game, width, "X A2, X B2") // the second move is the suicide of both stones
	if boards := game.Boards(); !slices.Equal(boards[2], boards[0]) {
		t.Errorf("the board is %v, want %v again", boards[2], boards[0])
	}
}

func TestStonesDeadFromTheStartAreNoSuicide(t *testing.T) {
	for _, suicide := range []Suicide{Forbidden, Multi} {
		graph, board, width := draw(t, "XO. OO. ...")
		game := NewGameFrom(graph, Rules{Ko: Simple, Suicide: suicide}, board, Black)
		record(t, game, width, "X C1")
		if got := game.Boards()[1][0]; got != Empty {
			t.Errorf("suicide %d: A3 is %d, want cleared", suicide, got)
		}
	}
}

func TestCaptures(t *testing.T) {
	for _, test := range []struct {
		name, picture, before, turn string
		want                        []string
	}{
		{"capture before suicide", "..... ..... OOO.. XXO.. .XO..", "", "O A1", []string{"A2", "B2", "B1"}},
		{"snapback, thrown in", "..O. X.X. .XOO .XOO", "X D4", "O D3", []string{"D4"}},
		{"snapback, taken", "..O. X.X. .XOO .XOO", "X D4, O D3", "X D4", []string{"D3", "C2", "D2", "C1", "D1"}},
		{"two chains at once", ".X.X. XO.OX .X.X. ..... .....", "", "X C4", []string{"B4", "D4"}},
		{"eternal life", "........ ..OOOOOO ..OXXXXX OOXXOOOX .XO.X.O.", "X F1", "O D1", []string{"E1", "F1"}},
	} {
		graph, board, width := draw(t, test.picture)
		height := len(graph) / width
		game := NewGameFrom(graph, Rules{}, board, Black)
		record(t, game, width, test.before)
		move := turn(t, test.turn, width, height)
		boards := game.Boards()
		_, captured, _ := graph.Place(boards[len(boards)-1], move.Point, move.Color)
		var want []int
		for _, vertex := range test.want {
			want = append(want, turn(t, "X "+vertex, width, height).Point)
		}
		slices.Sort(want)
		if !slices.Equal(captured, want) {
			t.Errorf("%s: captures %v, want %v", test.name, captured, want)
		}
		if reason := game.Play(move); reason != OK {
			t.Errorf("%s: got %v, want OK", test.name, reason)
		}
	}
}

func TestTorusHasNoEdgeToLeanOn(t *testing.T) {
	game := NewGame(Torus(3, 3), Rules{Ko: Positional})
	record(t, game, 3, "X B2, O A2, X pass, O C2, X pass, O B1, X pass, O B3")
	boards := game.Boards()
	if got := boards[len(boards)-1][4]; got != Empty {
		t.Errorf("B2 is %d after its four neighbours are taken, want empty", got)
	}
}

func TestTwoPassesEndTheGame(t *testing.T) {
	for _, test := range []struct {
		turns string
		over  bool
	}{
		{"", false},
		{"X pass", false},
		{"X pass, O pass", true},
		{"X pass, X pass", true},
		{"X A1, O pass, X pass", true},
		{"X pass, O A1, X pass", false},
		{"X pass, O A1, X pass, O pass", true},
	} {
		game := NewGame(Grid(3, 3), Rules{})
		record(t, game, 3, test.turns)
		if game.Over() != test.over {
			t.Errorf("%q: over is %v, want %v", test.turns, game.Over(), test.over)
		}
		if !test.over {
			continue
		}
		turns := len(game.Turns)
		for _, after := range []Turn{{Black, 4}, {White, 4}, {Black, Pass}, {White, Pass}, {Black, 0}, {Black, 9}} {
			if got := game.Play(after); got != GameOver {
				t.Errorf("%q then %v: %v, want GameOver", test.turns, after, got)
			}
		}
		if len(game.Turns) != turns {
			t.Errorf("%q: a refused turn was recorded", test.turns)
		}
	}
}

func TestTurnsAndBoards(t *testing.T) {
	initial := make(Board, 9)
	game := NewGameFrom(Grid(3, 3), Rules{}, initial, White)
	initial[8] = Black // the game keeps its own copy
	if game.ToPlay() != White {
		t.Error("First is not the first player")
	}
	record(t, game, 3, "O B2, O pass, O A1")
	if game.ToPlay() != Black {
		t.Error("the player to move is not the opponent of the last turn's colour")
	}
	boards := game.Boards()
	if len(boards) != 4 || !slices.Equal(boards[0], make(Board, 9)) || !slices.Equal(boards[1], boards[2]) {
		t.Errorf("boards %v, want four: the second and third equal, the first empty", boards)
	}
	for point, want := range map[int]Reason{4: Occupied, 6: Occupied, 9: OffBoard, -2: OffBoard, 0: OK, Pass: OK} {
		if got := game.Check(Turn{Black, point}); got != want {
			t.Errorf("point %d: %v, want %v", point, got, want)
		}
	}
}

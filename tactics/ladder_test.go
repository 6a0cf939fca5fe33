package tactics

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
)

// nine returns a board of 9x9 with the given rows at the top.
func nine(rows ...string) []string {
	for len(rows) < 9 {
		rows = append(rows, ".........")
	}
	return rows
}

// TestKnownLadders reads well-known ladders.
func TestKnownLadders(t *testing.T) {
	for _, test := range []struct {
		name    string
		rows    []string
		chain   string
		working string // first moves that capture; "escapes", "lost" with the defender to move
	}{
		{"a ladder runs into the corner", nine("..XX.....", ".XO......"), "C8", "C7"},
		{"a ladder breaker", nine("..XX.....", ".XO......", ".........", ".........", ".........", "......O.."), "C8", ""},
		{"a stone beside the way breaks nothing", nine("..XX.....", ".XO......", ".........", ".........", ".........", "..O......"), "C8", "C7"},
		{"a stone that puts the attackers in atari", nine("..XX.....", ".XO......", ".........", ".........", ".........", ".........", ".....O..."), "C8", ""},
		{"either way round", nine("..XX.....", ".XO......", ".X......."), "C8", "C7 D8"},
		{"a net is not a ladder", nine("..XX.....", ".XO......", ".X.......", ".........", ".....O..."), "C8", ""},
		{"in the ladder already", nine("..XX.....", ".XO......", "..X......"), "C8", "lost"},
		{"at the edge", nine(".....XO..", ".....X..."), "G9", "G8"},
		{"at the edge with help", nine(".....XO..", ".....X.O."), "G9", ""},
		{"escape by a capture", nine(".........", ".........", ".........", "...OXO...", "...XOX...", "...X.X...", "....X...."), "E5", "escapes"},
		{"no capture, no escape", nine(".........", ".........", "....X....", "...OXO...", "...XOX...", "...X.X...", "....X...."), "E5", "lost"},
		{"the last liberty is suicide", nine("O.X......", ".XX......", "X........"), "A9", "A8 B9"},
		{"three liberties", nine(".........", ".XO......"), "C8", ""},
		{"snapback", []string{"..O.", "X.X.", ".XOO", ".XOO"}, "C2", "lost"},
		{"snapback after the throw-in", []string{"..OX", "X.X.", ".XOO", ".XOO"}, "C2", "lost"},
		{"one liberty, the attacker begins", []string{"..O.", "X.X.", ".XOO", ".XOO"}, "C2", "D3"},
	} {
		b := draw(t, test.rows...)
		r := NewReader(b.Graph())
		chain := at(t, b, test.chain)
		if test.working == "escapes" || test.working == "lost" {
			captured, line, decided := r.Captured(b, chain, b.At(chain), baduk.NoPoint)
			if !decided || captured != (test.working == "lost") {
				t.Errorf("%s: captured %v, line %v; want %s", test.name, captured, line, test.working)
			}
			continue
		}
		working, decided := r.Working(b, chain, baduk.NoPoint)
		var names []string
		for _, p := range working {
			names = append(names, b.Graph().Vertex(p))
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); !decided || got != test.working {
			t.Errorf("%s: working moves %q, want %q", test.name, got, test.working)
		}
	}
}

// TestLongLadder reads a ladder across a board of 19x19. The reading places few stones, and the line has
// every move.
func TestLongLadder(t *testing.T) {
	b := baduk.NewBoard(baduk.MustRectangle(19, 19))
	for _, v := range []string{"C18", "D18", "B17"} {
		b.Place(baduk.Move{Color: baduk.Black, Point: at(t, b, v)})
	}
	chain := at(t, b, "C17")
	b.Place(baduk.Move{Color: baduk.White, Point: chain})
	r := NewReader(b.Graph())
	captured, line, decided := r.Captured(b, chain, baduk.Black, baduk.NoPoint)
	if !captured || !decided || len(line) < 50 || r.nodes > 200 {
		t.Errorf("captured %v, decided %v, %d moves, %d stones read; want captured in at least 50 moves with at most 200 stones", captured, decided, len(line), r.nodes)
	}
	follow(t, b, chain, line, captured, false)
	r.Budget = 20
	if captured, _, decided := r.Captured(b, chain, baduk.Black, baduk.NoPoint); captured || decided {
		t.Errorf("with a budget of 20 stones: captured %v, decided %v; want undecided", captured, decided)
	}
}

// TestKoBan checks that the ban binds only the attacker's first move.
func TestKoBan(t *testing.T) {
	b := draw(t, ".XO..", "X.XO.", ".XO..", ".....", ".....") // White takes C4 at B4, a ko
	r := NewReader(b.Graph())
	chain, ko := at(t, b, "C4"), at(t, b, "B4")
	if got, _ := r.Working(b, chain, baduk.NoPoint); len(got) != 1 || got[0] != ko {
		t.Errorf("working moves %v; want %v", got, ko)
	}
	if got, _ := r.Working(b, chain, ko); len(got) != 0 {
		t.Errorf("working moves under the ban %v; want none", got)
	}
}

// TestLaddersOfTheBoard compares Ladders with the answers for each chain, also with swapped colours.
func TestLaddersOfTheBoard(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	g := baduk.MustRectangle(9, 9)
	b, swapped, r := baduk.NewBoard(g), baduk.NewBoard(g), NewReader(g)
	for range 300 {
		scatter(b, 30+rng.Intn(40), rng)
		swapped.Clear()
		for p := range baduk.Point(g.Len()) {
			if c := b.At(p); c != baduk.Empty {
				swapped.Place(baduk.Move{Color: c.Opponent(), Point: p})
			}
		}
		want := map[baduk.Point]Ladder{}
		for p := range baduk.Point(g.Len()) {
			if c := b.At(p); c != baduk.Empty && b.Head(p) == p {
				switch l := (Ladder{Chain: p}); b.Liberties(p) {
				case 1:
					if captured, _, _ := r.Captured(b, p, c, baduk.NoPoint); captured {
						want[p] = l
					}
				case 2:
					moves, _ := r.Working(b, p, baduk.NoPoint)
					if l.Working = copy(l.Moves[:], moves); l.Working > 0 {
						want[p] = l
					}
				}
			}
		}
		for _, board := range []*baduk.Board{b, swapped} {
			got := r.Ladders(nil, board, baduk.NoPoint)
			if len(got) != len(want) {
				t.Fatalf("%d ladders, want %d", len(got), len(want))
			}
			for _, l := range got {
				stones := board.AppendChain(nil, l.Chain)
				i := slices.IndexFunc(stones, func(p baduk.Point) bool { _, ok := want[p]; return ok })
				if i < 0 || want[stones[i]].Working != l.Working {
					t.Fatalf("ladder %v is not expected", l)
				}
			}
		}
		if err := r.board.CheckInvariants(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestReadingDoesNotAllocate reads the ladders of a board with a warm Reader.
func TestReadingDoesNotAllocate(t *testing.T) {
	g := baduk.MustRectangle(19, 19)
	b, r := baduk.NewBoard(g), NewReader(g)
	scatter(b, 60, rand.New(rand.NewSource(3)))
	list := r.Ladders(nil, b, baduk.NoPoint)
	if n := testing.AllocsPerRun(20, func() { list = r.Ladders(list[:0], b, baduk.NoPoint) }); n != 0 {
		t.Errorf("%v allocations; want 0", n)
	}
	chain := list[0].Chain
	if n := testing.AllocsPerRun(20, func() { r.Captured(b, chain, baduk.Black, baduk.NoPoint) }); n != 0 {
		t.Errorf("%v allocations; want 0", n)
	}
}

// BenchmarkLadders reads all ladders of a board of 19x19 in the middle of a
// random game.
func BenchmarkLadders(b *testing.B) {
	g := baduk.MustRectangle(19, 19)
	board, r := baduk.NewBoard(g), NewReader(g)
	scatter(board, 60, rand.New(rand.NewSource(3)))
	list := make([]Ladder, 0, 100)
	for b.Loop() {
		list = r.Ladders(list[:0], board, baduk.NoPoint)
	}
}

package tactics

import (
	"testing"

	"tengen/baduk"
)

// TestRepeatedPositions plays a ko back and forth. The Reader must notice the repeated position.
func TestRepeatedPositions(t *testing.T) {
	b := draw(t, ".XO..", "X.XO.", ".XO..", ".....", ".....")
	r := NewReader(b.Graph())
	r.board.CopyFrom(b)
	r.setTarget(at(t, b, "C4"))
	inner, outer := at(t, b, "B4"), at(t, b, "C4")
	play := func(c baduk.Color, p baduk.Point) {
		if !r.place(baduk.Move{Color: c, Point: p}, baduk.NoPoint) {
			t.Fatalf("%s takes no ko", b.Graph().Vertex(p))
		}
	}
	play(baduk.White, inner)
	if r.repeats(baduk.Black, outer) {
		t.Error("the first position repeats one")
	}
	play(baduk.Black, outer)
	if !r.repeats(baduk.White, baduk.NoPoint) {
		t.Error("the position before the ko is not noticed")
	}
	if r.repeats(baduk.White, inner) || r.repeats(baduk.Black, baduk.NoPoint) {
		t.Error("the ban and the player make no difference")
	}
	// An equal hash of another position is not a repetition.
	play(baduk.White, inner)
	r.path[0].hash, r.path[0].move.Color = r.board.Hash(), baduk.White
	if r.repeats(baduk.White, baduk.NoPoint) {
		t.Error("equal hashes of different positions are believed")
	}
	r.path[0].move.Color = baduk.White
	for range 3 {
		r.takeBack()
	}
	if err := r.board.CheckInvariants(); err != nil || r.board.Hash() != b.Hash() {
		t.Errorf("the board is not restored: %v", err)
	}
}

// TestBeyondTheBoard reads chains with a liberty beyond the board, which neither player can fill.
func TestBeyondTheBoard(t *testing.T) {
	// The graph is 5 - 0 - 1 - 2 with 3 and 4 next to 2. Point 5 is beyond the board.
	adj := [][]baduk.Point{{1, 5}, {0, 2}, {1, 3, 4}, {2}, {2}, {0}}
	for _, beyond := range []bool{false, true} {
		g, err := baduk.NewGraphFrom(baduk.Shape{Adjacency: adj, Beyond: beyond})
		if err != nil {
			t.Fatal(err)
		}
		b, r := baduk.NewBoard(g), NewReader(g)
		b.Place(baduk.Move{Color: baduk.Black, Point: 0})
		b.Place(baduk.Move{Color: baduk.White, Point: 2})
		if captured, _, decided := r.Captured(b, 0, baduk.White, baduk.NoPoint); !decided || captured == beyond {
			t.Errorf("beyond %v, two liberties: captured %v, decided %v; want captured %v", beyond, captured, decided, !beyond)
		}
		b.Place(baduk.Move{Color: baduk.White, Point: 1})
		for _, c := range []baduk.Color{baduk.White, baduk.Black} {
			if captured, _, decided := r.Captured(b, 0, c, baduk.NoPoint); !decided || captured == beyond {
				t.Errorf("beyond %v, one liberty, %v to move: captured %v, decided %v; want captured %v", beyond, c, captured, decided, !beyond)
			}
		}
		if n := len(r.Ladders(nil, b, baduk.NoPoint)); (n == 0) != beyond {
			t.Errorf("beyond %v: %d ladders; want none if beyond", beyond, n)
		}
		if s := Statuses(b, false, StatusBudget)[0]; (s == Unread) != beyond {
			t.Errorf("beyond %v: the stone is %v, want %v only if beyond", beyond, s, Unread)
		}
	}
}

// TestRegionalBoards checks that nothing is read on boards where liberties do not matter.
func TestRegionalBoards(t *testing.T) {
	g, err := baduk.NewGraphFrom(baduk.Shape{
		Adjacency: [][]baduk.Point{{1}, {0, 2}, {1}},
		Life:      &baduk.Life{Weights: []float64{1, 1, 1}, Regional: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	b, r := baduk.NewBoard(g), NewReader(g)
	b.Place(baduk.Move{Color: baduk.Black, Point: 0})
	if captured, line, decided := r.Captured(b, 0, baduk.White, baduk.NoPoint); captured || decided || line != nil {
		t.Error("a ladder was read")
	}
	if moves, decided := r.Working(b, 0, baduk.NoPoint); decided || moves != nil {
		t.Error("working moves were read")
	}
	if list := r.Ladders(nil, b, baduk.NoPoint); list != nil {
		t.Error("ladders were read")
	}
	if Statuses(b, false, StatusBudget)[0] != Unread {
		t.Error("a status was read")
	}
}

// TestEmptyPoints asks about empty points.
func TestEmptyPoints(t *testing.T) {
	b := draw(t, "...", ".X.", "...")
	r := NewReader(b.Graph())
	if captured, _, decided := r.Captured(b, 0, baduk.White, baduk.NoPoint); captured || !decided {
		t.Error("an empty point is captured")
	}
	if moves, decided := r.Working(b, 0, baduk.NoPoint); len(moves) > 0 || !decided {
		t.Error("moves capture an empty point")
	}
	r.call = ^uint32(0) // the counter of calls overflows
	r.heads[4] = 1
	if n := len(r.Ladders(nil, b, baduk.NoPoint)); n != 0 {
		t.Errorf("%d ladders against a stone with four liberties, want 0", n)
	}
}

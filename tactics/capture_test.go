package tactics

import (
	"math/rand"
	"testing"

	"tengen/baduk"
)

// TestCapture plays the moves of Capture against an owner who plays at random. The stone is captured.
// Capture finds a move exactly if the status is Dead or Unsettled.
func TestCapture(t *testing.T) {
	random := rand.New(rand.NewSource(5))
	taken, refused := 0, 0
	for range 300 {
		g := baduk.MustRectangle(2+random.Intn(4), 3)
		b := baduk.NewBoard(g)
		for range 4 * g.Len() {
			m := baduk.Move{Color: baduk.Color(1 + random.Intn(2)), Point: baduk.Point(random.Intn(g.Len()))}
			if b.At(m.Point) == baduk.Empty && !b.IsSuicide(m) {
				b.Place(m)
			}
		}
		status := Statuses(b, false, 20_000)
		stone := baduk.Point(random.Intn(g.Len()))
		owner := b.At(stone)
		if owner == baduk.Empty || status[stone] == Unread || status[stone] == PassAlive || b.PassAlive(false)[stone] != baduk.Empty {
			continue
		}
		can := status[stone] == Dead || status[stone] == Unsettled
		if _, ok := Capture(b, stone, baduk.NoPoint, false, 20_000); ok != can {
			t.Fatalf("a %v stone can be taken: %v; want %v", status[stone], ok, can)
		}
		if !can {
			refused++
			continue
		}
		ban := baduk.NoPoint
		play := func(m baduk.Move) {
			u, _ := b.Place(m)
			ban = baduk.NoPoint
			if u.Captured == 1 && b.ChainSize(m.Point) == 1 && b.Liberties(m.Point) == 1 {
				ban = b.Liberty(m.Point)
			}
		}
		for turn := 0; b.At(stone) == owner; turn++ {
			p, ok := Capture(b, stone, ban, false, 20_000)
			if !ok || turn > 200 {
				t.Fatalf("turn %d: the stone on %s is not taken", turn, g.Vertex(stone))
			}
			switch m := (baduk.Move{Color: owner.Opponent(), Point: p}); {
			case p == baduk.Pass:
				ban = baduk.NoPoint
			case p == ban || b.IsSuicide(m):
				t.Fatalf("turn %d: %s may not be played", turn, g.Vertex(p))
			default:
				play(m)
			}
			if b.At(stone) != owner {
				break
			}
			m := baduk.Move{Color: owner, Point: baduk.Point(random.Intn(g.Len()))}
			if b.At(m.Point) == baduk.Empty && m.Point != ban && !b.IsSuicide(m) {
				play(m)
			} else {
				ban = baduk.NoPoint // a pass
			}
		}
		taken++
	}
	if taken < 25 || refused < 5 {
		t.Errorf("%d stones were taken, %d could not be, want at least 25 and 5", taken, refused)
	}
}

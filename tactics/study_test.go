package tactics

import (
	"math/rand/v2"
	"testing"

	"tengen/baduk"
)

// walled returns a board of 5x4 whose last two columns are pass-alive white stones, and whose first three columns have
// random stones.
func walled(rng *rand.Rand) *baduk.Board {
	b := baduk.NewBoard(baduk.MustRectangle(5, 4))
	for y := range 4 {
		b.Place(baduk.Move{Color: baduk.White, Point: baduk.Point(5*y + 3)})
		if y%2 == 1 {
			b.Place(baduk.Move{Color: baduk.White, Point: baduk.Point(5*y + 4)})
		}
	}
	for range 6 + rng.IntN(4) {
		m := baduk.Move{Color: baduk.Color(1 + rng.IntN(2)), Point: baduk.Point(5*rng.IntN(4) + rng.IntN(3))}
		if b.At(m.Point) == baduk.Empty && !b.IsSuicide(m) {
			b.Place(m)
		}
	}
	return b
}

// TestStudy compares the answers about a move with those of Statuses on the board after the move.
func TestStudy(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	compared, captured := 0, 0
	for range 20 {
		b := walled(rng)
		for i := range b.Graph().Len() {
			p := baduk.Point(i)
			if b.At(p) != baduk.Black {
				continue
			}
			s := NewStudy(b, p, false, StatusBudget)
			if s == nil {
				continue
			}
			for _, step := range s.Steps(s.Start(baduk.Black)) {
				if step.Point == baduk.Pass || s.Ko(step.After) {
					continue
				}
				got, decided := s.Captured(step.After)
				after := baduk.NewBoard(b.Graph())
				after.CopyFrom(b)
				after.Place(baduk.Move{Color: baduk.Black, Point: step.Point})
				status := Statuses(after, false, StatusBudget)[p]
				want := status == Dead || status == Unsettled // White moves first
				if !decided || status == Unread || got != want {
					t.Fatalf("the stone at %s after %s: captured %v (decided %v), but its status is %v", b.Graph().Vertex(p), b.Graph().Vertex(step.Point), got, decided, status)
				}
				if compared++; got {
					captured++
				}
			}
		}
	}
	if captured < 50 || compared-captured < 20 {
		t.Errorf("%d comparisons, %d captured: too few", compared, captured)
	}
	b := walled(rng)
	if NewStudy(b, 3, false, StatusBudget) != nil {
		t.Error("there is a study of a pass-alive stone")
	}
}

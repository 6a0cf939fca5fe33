package tactics

import (
	"math/rand/v2"
	"testing"

	"tengen/baduk"
)

// literalNet is the definition of NetReader, with new boards and without shortcuts.
type literalNet struct{ reader *Reader }

func (l literalNet) after(b *baduk.Board, m baduk.Move) (next *baduk.Board, ko baduk.Point, legal bool) {
	if b.At(m.Point) != baduk.Empty || b.IsSuicide(m) {
		return nil, baduk.NoPoint, false
	}
	next, ko = baduk.NewBoard(b.Graph()), baduk.NoPoint
	next.CopyFrom(b)
	u, _ := next.Place(m)
	if u.Captured == 1 && next.ChainSize(m.Point) == 1 && next.Liberties(m.Point) == 1 {
		ko = next.Liberty(m.Point)
	}
	return next, ko, true
}

func (l literalNet) attack(b *baduk.Board, chain baduk.Point, depth int, ban baduk.Point) bool {
	c := b.At(chain).Opponent()
	if caught, _, _ := l.reader.Captured(b, chain, c, ban); caught || depth == 0 {
		return caught
	}
	for i := range b.Graph().Len() {
		next, ko, legal := l.after(b, baduk.Move{Color: c, Point: baduk.Point(i)})
		if !legal || ko != baduk.NoPoint || baduk.Point(i) == ban {
			continue
		}
		if threat, _, _ := l.reader.Captured(next, chain, c, baduk.NoPoint); threat && l.defend(next, chain, depth-1) {
			return true
		}
	}
	return false
}

func (l literalNet) defend(b *baduk.Board, chain baduk.Point, depth int) bool {
	if !l.attack(b, chain, depth, baduk.NoPoint) {
		return false
	}
	for i := range b.Graph().Len() {
		if next, ko, legal := l.after(b, baduk.Move{Color: b.At(chain), Point: baduk.Point(i)}); legal && !l.attack(next, chain, depth, ko) {
			return false
		}
	}
	return true
}

// TestNets compares the reader with its definition on random small boards, and knows the net of the course.
func TestNets(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	g := baduk.MustRectangle(5, 5)
	r := NewNetReader(g)
	literal := literalNet{NewReader(g)}
	nets, compared := 0, 0
	for range 60 {
		b := baduk.NewBoard(g)
		for range 10 {
			if m := (baduk.Move{Color: baduk.Color(1 + rng.IntN(2)), Point: baduk.Point(rng.IntN(g.Len()))}); b.At(m.Point) == baduk.Empty && !b.IsSuicide(m) {
				b.Place(m)
			}
		}
		for i := range g.Len() {
			p := baduk.Point(i)
			if b.At(p) == baduk.Empty || b.Head(p) != p || b.Liberties(p) > 3 {
				continue
			}
			compared++
			for depth := range 2 {
				r.Depth = depth
				for _, attacks := range []bool{true, false} {
					toMove, want := b.At(p), false
					if attacks {
						toMove = toMove.Opponent()
						want = literal.attack(b, p, depth, baduk.NoPoint)
					} else {
						want = literal.defend(b, p, depth)
					}
					got, decided := r.Captured(b, p, toMove, baduk.NoPoint)
					if !decided || got != want {
						t.Fatalf("%s, depth %d, the attacker moves: %v: captured %v, decided %v, want %v", g.Vertex(p), depth, attacks, got, decided, want)
					}
					if attacks && depth == 1 && want && !literal.attack(b, p, 0, baduk.NoPoint) {
						nets++
					}
				}
			}
		}
	}
	if nets == 0 || compared < 100 {
		t.Errorf("%d chains, %d in nets: too few", compared, nets)
	}
}

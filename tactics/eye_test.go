package tactics

import (
	"math/bits"
	"math/rand"
	"testing"

	"tengen/baduk"
)

// TestKnownEyes asks for the eyes of shapes that every player knows.
func TestKnownEyes(t *testing.T) {
	for _, test := range []struct {
		name   string
		rows   []string
		vertex string
		want   Eye
	}{
		{"in one chain", []string{".X...", "XX...", ".....", ".....", "....."}, "A5", RealEye},
		{"the opponent in the corner's joint", []string{".X...", "XO...", ".....", ".....", "....."}, "A5", FalseEye},
		{"one joint", []string{".X...", "X....", ".....", ".....", "....."}, "A5", HalfEye},
		{"one joint that the opponent cannot take", []string{".XX..", "X.X..", "XX...", ".....", "....."}, "A5", RealEye},
		{"the border", []string{".X.X.", "..X..", ".....", ".....", "....."}, "C5", OpenEye},
		{"the border, one joint taken", []string{".X.X.", ".OX..", ".....", ".....", "....."}, "C5", FalseEye},
		{"the border, one joint held", []string{".X.X.", ".XX..", ".....", ".....", "....."}, "C5", HalfEye},
		{"the middle", []string{"..X..", ".X.X.", "..X..", ".....", "....."}, "C4", OpenEye},
		{"the middle, one joint taken", []string{"..XO.", ".X.X.", "..X..", ".....", "....."}, "C4", OpenEye},
		{"the middle, two joints taken", []string{"..XO.", ".X.X.", "..XO.", ".....", "....."}, "C4", FalseEye},
		{"the middle, two joints held", []string{".XX..", ".X.X.", "..XX.", ".....", "....."}, "C4", RealEye},
		{"the middle, two held and one taken", []string{".XXO.", ".X.X.", "..XX.", ".....", "....."}, "C4", HalfEye},
		{"two empty neighbours", []string{"..X..", ".....", ".....", ".....", "....."}, "A5", NoEye},
		{"neighbours of both colours", []string{".X...", "O....", ".....", ".....", "....."}, "A5", NoEye},
		{"a stone", []string{"X....", ".....", ".....", ".....", "....."}, "A5", NoEye},
		{"two-headed dragon", []string{".OX.XXO.", ".OXXOXO.", ".OXX.XO.", ".OXXOXO.", ".OX.XXO."}, "D5", RealEye},
		{"one-headed dragon", []string{".OX.XXO.", ".OXXOXO.", ".OXXOXO.", "..OO.OO."}, "D4", FalseEye},
	} {
		b := draw(t, test.rows...)
		if got := Eyes(b)[at(t, b, test.vertex)]; got != test.want {
			t.Errorf("%s: %s is a %v, want %v", test.name, test.vertex, got, test.want)
		}
	}
}

// TestRealEyesAgreeWithExhaustion tries all sets of eyes of random positions:
// the union of those that hold together is the set of real eyes.
func TestRealEyesAgreeWithExhaustion(t *testing.T) {
	rng := rand.New(rand.NewSource(5))
	for _, g := range []*baduk.Graph{baduk.MustRectangle(4, 4), baduk.MustRectangle(5, 5), torus(t, 4, 4), scattered(t, 14, 18, rng)} {
		b := baduk.NewBoard(g)
		eyes, alive := 0, 0
		for range 1500 {
			b.Clear()
			for _, p := range rng.Perm(g.Len()) { // one colour mostly, so that there are eyes
				if c := [8]baduk.Color{0, 0, 1, 1, 1, 1, 1, 2}[rng.Intn(8)]; c != baduk.Empty {
					b.Place(baduk.Move{Color: c, Point: baduk.Point(p)})
				}
			}
			got := realEyes(b, baduk.Black)
			want := largestSet(b, baduk.Black)
			for p := range baduk.Point(g.Len()) {
				if got[p] != want[p] {
					t.Fatalf("%s is real: %v, want %v%s", g.Vertex(p), got[p], want[p], picture(b, 4))
				}
			}
			eyes += len(want)
			for p := range baduk.Point(g.Len()) {
				if b.At(p) != baduk.Black {
					continue
				}
				count := 0
				for e := range got {
					for _, q := range g.Neighbours(e) {
						if b.Head(q) == b.Head(p) {
							count++
							break
						}
					}
				}
				if count >= 2 {
					alive++
					if b.PassAlive(true)[p] != baduk.Black || b.PassAlive(false)[p] != baduk.Black {
						t.Fatalf("%s has %d real eyes and is not pass-alive%s", g.Vertex(p), count, picture(b, 4))
					}
				}
			}
		}
		t.Logf("%v: %d real eyes, %d stones with two", g, eyes, alive)
	}
}

// largestSet is the union of the sets of eyes that hold together, by trying all.
func largestSet(b *baduk.Board, c baduk.Color) map[baduk.Point]bool {
	pos := slowOf(b)
	var eyes []baduk.Point
	for p := range pos.stones {
		mine := len(pos.adj[p]) > 0 && pos.stones[p] == 0
		for _, q := range pos.adj[p] {
			mine = mine && pos.stones[q] == byte(c)
		}
		if mine {
			eyes = append(eyes, baduk.Point(p))
		}
	}
	union := map[baduk.Point]bool{}
	for set := uint(1); set < 1<<len(eyes); set++ {
		holds := true
		for i, p := range eyes {
			if set>>i&1 != 0 && !pos.connected(p, eyes, set&^(1<<i)) {
				holds = false
			}
		}
		for s := set; holds && s != 0; s &= s - 1 {
			union[eyes[bits.TrailingZeros(s)]] = true
		}
	}
	return union
}

// connected reports whether the stones around p can reach one another over
// stones and the eyes of the set.
func (s slow) connected(p baduk.Point, eyes []baduk.Point, set uint) bool {
	bridge := map[baduk.Point]bool{}
	for i, e := range eyes {
		bridge[e] = set>>i&1 != 0
	}
	start := s.adj[p][0]
	seen := map[baduk.Point]bool{start: true}
	for queue := []baduk.Point{start}; len(queue) > 0; queue = queue[1:] {
		for _, q := range s.adj[queue[0]] {
			if !seen[q] && (s.stones[q] == s.stones[start] || bridge[q]) {
				seen[q] = true
				queue = append(queue, q)
			}
		}
	}
	for _, q := range s.adj[p] {
		if !seen[q] {
			return false
		}
	}
	return true
}

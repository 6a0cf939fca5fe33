package topology

import (
	"fmt"
	"maps"
	"math"
	"testing"

	"tengen/baduk"
	"tengen/internal/refgo"
)

// TestAgainstThePlane plays random games on the window and on the plane itself,
// as specification 002 has it, with sums in 512 bits: the same points are legal,
// the same stones stand, and the scores are the same, also after the window has
// grown.
func TestAgainstThePlane(t *testing.T) {
	games := 4
	if testing.Short() {
		games = 1
	}
	for seed := range uint64(games) {
		random := splitMix64(seed)
		game := baduk.NewGame(mustParse(t, "infinite 4").Graph, mangoRules)
		plane := refgo.NewInfiniteMango(refgo.Plane{})
		reach := 2 + int(seed%2) // how far from the middle they play
		for turn := range 45 {
			at := [2]int{int(random.next()%uint64(2*reach+1)) - reach, int(random.next()%uint64(2*reach+1)) - reach}
			move := baduk.Move{Color: game.ToPlay(), Point: point(t, game.Graph(), at[0], at[1])}
			legal := game.Legal(move) == baduk.Legal
			if want := plane.Legal(at); legal != want {
				t.Fatalf("game %d, turn %d: %v on %v is %v, want %v", seed, turn, move.Color, at, game.Legal(move), want)
			}
			if !legal {
				continue
			}
			if err := game.Play(move); err != nil {
				t.Fatal(err)
			}
			plane.Play(at)
			if got, want := stones(game), plane.Last(); !maps.Equal(got, want) {
				t.Fatalf("game %d, turn %d: %v, want %v", seed, turn, got, want)
			}
			if turn%10 == 0 {
				grown, _, err := Grow(game)
				if err != nil {
					t.Fatal(err)
				}
				game = grown
			}
		}
		score := game.Score(nil)
		for _, c := range []baduk.Color{baduk.Black, baduk.White} {
			want := plane.Last().Score(map[baduk.Color]refgo.Color{baduk.Black: refgo.Black, baduk.White: refgo.White}[c])
			if math.Abs(score.Weight[c]-want) > 1e-12 {
				t.Errorf("game %d: %v scores %v, want %v", seed, c, score.Weight[c], want)
			}
		}
	}
}

// stones is the board as refgo has it.
func stones(game *baduk.Game) refgo.Plane {
	plane := refgo.Plane{}
	for p, c := range game.StonesAfter(game.Len()) {
		var x, y int
		if _, err := fmt.Sscanf(game.Graph().Vertex(baduk.Point(p)), "%d,%d", &x, &y); err != nil {
			continue // beyond
		}
		switch c {
		case baduk.Black:
			plane[[2]int{x, y}] = refgo.Black
		case baduk.White:
			plane[[2]int{x, y}] = refgo.White
		}
	}
	return plane
}

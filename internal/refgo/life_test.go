package refgo

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// TestPassAliveByForce checks that Benson's sets are those of the definition on
// any graph, with suicide forbidden and legal.
func TestPassAliveByForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 0))
	alive := 0
	compare := func(g Graph, b Board) {
		for _, suicide := range []Suicide{Forbidden, Multi, Literal} {
			got, want := g.PassAliveGroups(b, Black, suicide), g.PassAliveByForce(b, Black, suicide)
			if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
				t.Fatalf("graph %v board %v suicide %d: alive are %v, by force %v", g, b, suicide, got, want)
			}
			alive += len(want)
		}
	}
	for _, b := range legalBoards(Grid(3, 2)) {
		compare(Grid(3, 2), b)
	}
	for i := range 2500 {
		graphs := []Graph{Grid(4, 3), Grid(8, 1), Torus(3, 3), Cylinder(4, 3), Grid(3, 3), randomGraph(rng, 6+rng.IntN(5), 0.25)}
		g := graphs[i%len(graphs)]
		b := randomBoard(rng, len(g))
		for p := range b { // make more points black and fewer empty than at random
			if rng.IntN(2) == 0 && b[p] != Black {
				b[p] = Black
			}
		}
		b, _ = g.Clear(b, Black)
		b, _ = g.Clear(b, White)
		if slices.Contains(b, Black) && len(b)-count(b, Black) <= 6 {
			compare(g, b)
		}
	}
	if alive < 500 {
		t.Errorf("%d groups are alive, want more", alive)
	}
}

func count(b Board, c Color) int {
	n := 0
	for _, d := range b {
		if d == c {
			n++
		}
	}
	return n
}

func TestPassAlivePictures(t *testing.T) {
	for _, test := range []struct {
		picture         string
		forbidden, both int // black points in pass-alive groups and territory, by Suicide
	}{
		{"O.X XX.", 6, 0},
		{".X. .XX O..", 9, 0},
		{".X.. .XXX O...", 12, 0},
		{".X.X XXXX ....", 12, 12},
		{".X.XX XXXXX X...X X...X", 20, 20}, // one point away from Black
		{".X.XX XXXXX X...X X.O.X", 20, 20},
		{".X.XXX XXXXXX X....X X....X", 16, 16}, // two
		{".X.XXX XXXXXX XO..OX X....X", 16, 16},
		{"X.X. .... .... ....", 0, 0},
		{".", 0, 0},
		{"...", 0, 0},
	} {
		graph, board, _ := draw(t, test.picture)
		for suicide, want := range map[Suicide]int{Forbidden: test.forbidden, Multi: test.both} {
			got := 0
			for _, set := range append(graph.PassAliveGroups(board, Black, suicide), graph.PassAliveTerritory(board, Black, suicide)...) {
				got += len(set)
			}
			if got != want {
				t.Errorf("%s, suicide %d: %d points, want %d", test.picture, suicide, got, want)
			}
		}
	}
}

func TestPassAliveCountsAndEnds(t *testing.T) {
	// White's stone is dead although it is never captured.
	const picture = ".X.XO XXXX. ....."
	for passAlive, want := range map[PassAlive]float64{PassAliveIgnored: 7, PassAliveCounts: 15} {
		graph, board, _ := draw(t, picture)
		game := NewGameFrom(graph, Rules{PassAlive: passAlive}, board, Black)
		if score, owner := game.Final(); score != want || (owner[4] == Black) != (passAlive == PassAliveCounts) {
			t.Errorf("pass-alive %d: score %v, corner of %d, want score %v and the corner Black's only if pass-alive counts", passAlive, score, owner[4], want)
		}
	}
	for passAlive, over := range map[PassAlive]bool{PassAliveCounts: false, PassAliveEnds: true} {
		graph, board, width := draw(t, ".X.X XXX. ...O")
		game := NewGameFrom(graph, Rules{PassAlive: passAlive}, board, Black)
		record(t, game, width, "X A1, O pass")
		if game.Over() {
			t.Errorf("pass-alive %d: over too early", passAlive)
		}
		record(t, game, width, "X D2")
		if game.Over() != over || game.NoResult() {
			t.Errorf("pass-alive %d: over %v, no result %v, want %v, false", passAlive, game.Over(), game.NoResult(), over)
		}
		if score, _ := game.Final(); score != 12 {
			t.Errorf("pass-alive %d: score %v, want 12", passAlive, score)
		}
	}
}

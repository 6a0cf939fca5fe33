package solve

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/internal/refgo"
	"tengen/topology"
)

// reference returns the graph and the board for internal/refgo.
func reference(g *baduk.Graph, c colouring) (refgo.Graph, refgo.Board) {
	graph, board := make(refgo.Graph, g.Len()), make(refgo.Board, g.Len())
	for p := range graph {
		for _, q := range g.Neighbours(baduk.Point(p)) {
			graph[p] = append(graph[p], int(q))
		}
		switch {
		case c.own>>p&1 != 0:
			board[p] = refgo.Black
		case c.opp>>p&1 != 0:
			board[p] = refgo.White
		}
	}
	return graph, board
}

func colouringOf(b refgo.Board) (c colouring) {
	for p, color := range b {
		switch color {
		case refgo.Black:
			c.own |= 1 << p
		case refgo.White:
			c.opp |= 1 << p
		}
	}
	return c
}

// TestFieldAgainstReference plays random games on boards of many shapes, and compares every play, every ban and every
// count with internal/refgo.
func TestFieldAgainstReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"1x7", "3x3", "5x5", "6x5", "6x6", "torus 4x3", "ring 9", "hex 4x4", "planar 20 3", "triangular 4x4"} {
		b, err := topology.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := newField(b.Graph)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			graph, _ := reference(b.Graph, colouring{})
			game := refgo.NewGame(graph, refgo.Rules{Ko: refgo.Basic})
			s := state{}
			for range 3 * f.n {
				color := game.ToPlay()
				boards := game.Boards()
				board := boards[len(boards)-1]
				if got := colouringOf(board); got != s.colouring {
					t.Fatalf("%s: %b, want %b", name, s.colouring, got)
				}
				black, white, _ := graph.AreaScore(board)
				if got := f.lead(s.colouring); got != black-white {
					t.Fatalf("%s: a lead of %d, want %d", name, got, black-white)
				}
				var legal []int
				for p, reason := range game.Reasons(color) {
					_, ok := s.after(f, p)
					ok = ok && (s.own|s.opp)>>p&1 == 0
					if ok != (reason == refgo.OK) {
						t.Fatalf("%s: %v at %d is %v, want %v", name, color, p, ok, reason)
					}
					if ok {
						legal = append(legal, p)
					}
				}
				if len(legal) == 0 {
					break
				}
				p := legal[rng.IntN(len(legal))]
				game.Play(refgo.Turn{Color: color, Point: p})
				s, _ = s.after(f, p)
			}
		}
	}
}

// fieldOn returns the board with the name, and its field.
func fieldOn(t *testing.T, name string) (*topology.Board, *field) {
	t.Helper()
	b, err := topology.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := newField(b.Graph)
	if err != nil {
		t.Fatal(err)
	}
	return b, f
}

// TestKeys compares keys: a state and its images have one key, and other states have other keys.
func TestKeys(t *testing.T) {
	_, f := fieldOn(t, "3x3")
	byKey := map[uint64][]state{}
	f.each(func(_ uint64, c colouring) {
		for _, opponent := range []bool{false, true} {
			states := []state{{c, 0, opponent, false}, {c, 0, opponent, true}}
			for p := range f.n {
				if (c.own|c.opp)>>p&1 == 0 {
					states = append(states, state{c, 1 << p, opponent, false})
				}
			}
			for _, s := range states {
				byKey[f.key(s)] = append(byKey[f.key(s)], s)
			}
		}
	})
	for key, states := range byKey {
		var images []state
		for i := range f.symmetry {
			s := states[0]
			s.own, s.opp, s.ban = f.move(s.own, i), f.move(s.opp, i), f.move(s.ban, i)
			if !slices.Contains(images, s) {
				images = append(images, s)
			}
		}
		if key == 0 || len(images) != len(states) {
			t.Fatalf("the key %d has %d states, want %d", key, len(states), len(images))
		}
	}
}

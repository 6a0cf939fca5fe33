package engine

import (
	"os"
	"strconv"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/topology"
)

// TestPlaysUnderEveryRuleset lets the engine play against itself under every preset, including
// those with a clean-up or a button. Every game must come to its end and have a result.
func TestPlaysUnderEveryRuleset(t *testing.T) {
	for _, p := range baduk.Presets() {
		for _, size := range []int{3, 5} {
			g := baduk.NewGame(baduk.MustRectangle(size, size), p.Rules)
			selfPlay(t, g, 60)
			if r := g.Result(nil); g.Resigned() == baduk.Empty && r == "?" {
				t.Errorf("%s, %dx%d: result %s after %d turns", p.Name, size, size, r, g.Len())
			}
		}
	}
}

// TestPlaysOnEveryBoard lets the engine play against itself on one board of every shape.
func TestPlaysOnEveryBoard(t *testing.T) {
	for _, spec := range []string{"cylinder 5x4", "torus 5x5", "moebius 6x4", "klein 5x5", "hex 4x4", "triangular 4x4", "ring 13", "diamond 2", "planar 25 3", "threshold-2 5x5"} {
		board, err := topology.Parse(spec)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		g, err := baduk.NewGameFrom(board.Graph, baduk.Rules{Ko: baduk.KoPositional, Suicide: baduk.SuicideMulti}, board.Setup)
		if err != nil {
			t.Fatal(err)
		}
		selfPlay(t, g, 40)
	}
}

// TestPlaysOnTheInfiniteBoard: the engine makes its first moves on points with a large weight.
func TestPlaysOnTheInfiniteBoard(t *testing.T) {
	board, err := topology.Parse("infinite")
	if err != nil {
		t.Fatal(err)
	}
	g := baduk.NewGame(board.Graph, baduk.Rules{Ko: baduk.KoPositional, Suicide: baduk.SuicideLiteral})
	e := newEngine(t)
	for range 4 {
		d, err := e.Genmove(t.Context(), g, g.ToPlay(), Limit{Playouts: 100})
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(d.Move); err != nil {
			t.Fatal(err)
		}
		geo, _ := g.Graph().Geometry()
		if x, y := geo.X[d.Move.Point], geo.Y[d.Move.Point]; d.Move.IsPass() || x*x+y*y > 9 {
			t.Errorf("it plays %s, which is worth nothing", g.Graph().Vertex(d.Move.Point))
		}
	}
}

func selfPlay(t *testing.T, g *baduk.Game, playouts int) {
	t.Helper()
	e := newEngine(t)
	for most := 12*g.Graph().Len() + 40; !g.Over(); {
		if g.Len() > most {
			t.Fatalf("%v, %v: the game does not end", g.Graph(), g.Rules())
		}
		d, err := e.Genmove(t.Context(), g, g.ToPlay(), Limit{Playouts: playouts})
		if err != nil {
			t.Fatalf("%v, %v: %v", g.Graph(), g.Rules(), err)
		}
		if d.Resign {
			g.Resign(g.ToPlay())
		} else if err := g.Play(d.Move); err != nil {
			t.Fatalf("%v, %v: %v", g.Graph(), g.Rules(), err)
		}
	}
}

// TestBeatsRandomEverywhere measures the engine at a tenth of a second a move
// against the random player on boards of every kind, TENGEN_GAMES games on each.
func TestBeatsRandomEverywhere(t *testing.T) {
	games, err := strconv.Atoi(os.Getenv("TENGEN_GAMES"))
	if err != nil || games < 1 {
		t.Skip("games against the random player on every kind of board take minutes; TENGEN_GAMES=100 plays that many on each")
	}
	for _, spec := range []string{"torus 7x7", "hex 6x6", "ring 20", "threshold-2 7x7", "infinite"} {
		t.Run(spec, func(t *testing.T) {
			board, err := topology.Parse(spec)
			if err != nil {
				t.Fatal(err)
			}
			won := 0
			for i := range games {
				ours := baduk.Black + baduk.Color(i%2)
				g, err := baduk.NewGameFrom(board.Graph, baduk.Rules{Ko: baduk.KoPositional, Suicide: baduk.SuicideMulti}, board.Setup)
				if err != nil {
					t.Fatal(err)
				}
				e, r := newEngine(t), NewRandom(uint64(i))
				for !g.Over() && g.Len() < 150 { // the infinite board is never full
					var d Decision
					if g.ToPlay() == ours {
						d, err = e.Genmove(t.Context(), g, ours, Limit{Time: 100 * time.Millisecond})
					} else {
						d, err = r.Genmove(t.Context(), g, g.ToPlay(), Limit{})
					}
					if err != nil {
						t.Fatal(err)
					}
					if d.Resign {
						g.Resign(g.ToPlay())
					} else if err := g.Play(d.Move); err != nil {
						t.Fatal(err)
					}
				}
				if s := g.Score(nil); g.Resigned() == baduk.Empty && s.Winner() == ours {
					won++
				}
			}
			t.Logf("%v: won %d of %d", board.Graph, won, games)
			if 100*won < 90*games {
				t.Errorf("%v: won only %d of %d", board.Graph, won, games)
			}
		})
	}
}

package player

import (
	"math/rand/v2"
	"testing"

	"tengen/baduk"
	"tengen/engine"
	"tengen/mcts"
	"tengen/solve"
	"tengen/topology"
)

// TestPlaysSolvedBoardsPerfectly lets the engine play both sides of solved boards, against random play and against
// itself. It always reaches at least the value that it can force in the position in which it began.
func TestPlaysSolvedBoardsPerfectly(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"3x1", "4x1", "3x2", "4x2", "3x3", "4x3", "torus 3x3"} {
		b, err := topology.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, komi := range []baduk.Komi{0, 7} {
			rules := baduk.Chinese()
			rules.Komi = komi
			basic := rules
			basic.Ko = baduk.KoBasic
			r, err := solve.ForRules(t.Context(), b.Graph, basic)
			if err != nil {
				t.Fatal(err)
			}
			p, err := New(nil, Options{Threads: 1, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			for _, color := range []baduk.Color{baduk.Black, baduk.White, baduk.Empty} {
				for range 2 {
					g := baduk.NewGame(b.Graph, rules)
					value, _ := r.At(g)
					lead, void := playWith(t, p, r, rng, g, color)
					switch {
					case void:
						if value.Low == value.High {
							t.Errorf("%s with a komi of %v: the game is void, want a value of %v", name, komi, value)
						}
					case color != baduk.White && lead < value.Low && (color == baduk.Black || value.Low == value.High),
						color != baduk.Black && lead > value.High && (color == baduk.White || value.Low == value.High):
						t.Errorf("%s with a komi of %v: the engine plays %v, and the game ends with %v, want %v", name, komi, color, lead, value)
					}
				}
			}
		}
	}
}

// playWith plays a game. The engine plays the given colour, or both if it is Empty. A random player plays the other.
func playWith(t *testing.T, p Player, r *solve.FixPoint, rng *rand.Rand, g *baduk.Game, color baduk.Color) (lead float64, void bool) {
	t.Helper()
	for !g.Over() {
		if g.Len() > 400 {
			t.Fatalf("%v: the game does not end", g.Graph())
		}
		m := baduk.Move{Color: g.ToPlay()}
		if color != baduk.Empty && m.Color != color {
			legal := g.Actions(nil)
			m = legal[rng.IntN(len(legal))]
		} else {
			d, err := p.Genmove(t.Context(), g, m.Color, engine.Limit{Playouts: 100})
			if err != nil {
				t.Fatal(err)
			}
			if d.Resign { // as if the opponent had all points
				return -float64(g.Graph().Len() * int(m.Color.Number())), false
			}
			m = d.Move
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if g.NoResult() {
		return 0, true
	}
	return r.End(g).Low, false
}

// TestAnalysisOfSolvedBoards compares the analysis of a search with the exact values of the position and of its moves.
func TestAnalysisOfSolvedBoards(t *testing.T) {
	for _, name := range []string{"3x3", "4x2", "5x2", "4x3"} {
		b, err := topology.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		rules := baduk.Chinese()
		rules.Komi = 1
		g := baduk.NewGame(b.Graph, rules)
		r, err := solve.ForRules(t.Context(), b.Graph, rules)
		if err != nil {
			t.Fatal(err)
		}
		a, err := NewAnalyst(nil, Options{Threads: 2, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		res, err := a.Analyze(t.Context(), g, engine.Analysis{Visits: 300, Ask: mcts.Ask{Ownership: true}})
		if err != nil {
			t.Fatal(err)
		}
		value, turns := r.At(g)
		within := func(what string, v mcts.Values, want solve.Bounds) {
			t.Helper()
			if v.Lead < want.Low-0.5-1e-5 || v.Lead > want.High-0.5+1e-5 {
				t.Errorf("%s, %s: lead %v, want %v less half a point of komi", name, what, v.Lead, want)
			}
			if exact := want.Low == want.High; v.Exact != exact && v.NodeVisits > 0 {
				t.Errorf("%s, %s: exact is %v, want %v", name, what, v.Exact, exact)
			}
		}
		within("root", res.Root, value)
		for _, m := range res.Moves {
			for _, turn := range turns {
				if turn.Point == m.Move.Point {
					within(b.Graph.Vertex(turn.Point), m.Values, turn.Bounds)
				}
			}
		}
	}
}

// TestRestrictionsOnSolvedBoards: a move that the caller forbids is not played, also if it is the only perfect one.
func TestRestrictionsOnSolvedBoards(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.Chinese())
	p, err := Options{Threads: 1, Seed: 1}.newEngine(engine.RolloutParams(), solve.Evaluators(Rollouts))
	if err != nil {
		t.Fatal(err)
	}
	for _, only := range []baduk.Point{0, 4} {
		a := engine.Analysis{Restrict: []mcts.Restriction{{Color: baduk.Black, Points: []baduk.Point{only}, Only: true, Depth: 1}}}
		d, _, err := p.GenmoveAnalyze(t.Context(), g, baduk.Black, engine.Limit{Playouts: 50}, a)
		if err != nil || d.Move.Point != only {
			t.Errorf("only %s is allowed, and the engine plays %s (%v)", g.Graph().Vertex(only), g.Graph().Vertex(d.Move.Point), err)
		}
	}
	if d, err := p.Genmove(t.Context(), g, baduk.Black, engine.Limit{Playouts: 50}); err != nil || d.Move.Point != 4 || d.Visits != 0 {
		t.Errorf("without a restriction the engine plays %+v (%v), want the middle without a search", d, err)
	}
}

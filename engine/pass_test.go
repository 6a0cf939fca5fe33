package engine

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tengen/baduk"
	"tengen/eval"
	"tengen/internal/boardtest"
	"tengen/mcts"
)

// TestInstead: if the search wants to fill its own territory, the engine plays a neutral point or passes. It
// plays the search's move if a pass would lose the game or stones, and if the game is not decided.
func TestInstead(t *testing.T) {
	for _, test := range []struct {
		name   string
		dame   bool
		komi   float64
		passed bool
		win    float64
		want   string
	}{
		{"a neutral point is left", true, 0, false, 1, "E7"},
		{"a neutral point is left, and either may win", true, 0, false, 0.7, "A7"},
		{"nothing is left", false, 0, false, 1, "pass"},
		{"nothing is left, and a second pass wins", false, 0, true, 1, "pass"},
		{"nothing is left, and a second pass loses", false, 20, true, 1, "A7"},
		{"a stone is in atari", false, 0, false, 1, "A7"},
		{"a stone is in atari, and a neutral point is left", true, 0, false, 1, "A7"},
	} {
		rows := append([]string(nil), finished...)
		if strings.Contains(test.name, "atari") {
			rows[0], rows[1] = ".XOOO.O", "XOOOOOO"
		}
		if test.dame {
			rows[0] = rows[0][:4] + ".OO"
		}
		rules := komi(baduk.TrompTaylor(), test.komi)
		first := baduk.Black
		if test.passed {
			first = baduk.White
		}
		g := boardtest.Game(t, rules, first, rows...)
		if test.passed {
			if err := g.Play(baduk.Move{Color: first, Point: baduk.Pass}); err != nil {
				t.Fatal(err)
			}
		}
		e := newEngine(t)
		if err := e.prepare(g); err != nil {
			t.Fatal(err)
		}
		best := untried(g, 0)
		best.Visits, best.Value = 100, 0.9
		r := mcts.Result{Moves: []mcts.MoveInfo{*best}, Playouts: 100, Win: test.win, Lead: 7, Ownership: make([]float32, 49)}
		for p := range r.Ownership {
			switch r.Ownership[p] = 0.99; {
			case test.dame && p == 4:
				r.Ownership[p] = 0
			case p%7 > 3 || g.At(baduk.Point(p)) == baduk.White:
				r.Ownership[p] = -0.99
			}
		}
		if !waste(g, r.Ownership, 0) || waste(g, r.Ownership, 4) {
			t.Fatalf("%s: what is waste?", test.name)
		}
		got := "pass"
		if m := e.insteadOfWaste(t.Context(), g, r, best, timing{slow: noDelay}); m != nil {
			got = g.Graph().Vertex(m.Move.Point)
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestPassesByFar: if dead stones may stay on the board and the search prefers a pass by far, the engine
// passes and does not capture dead stones, even if the ownership is uncertain. If a pass would end the game
// and lose, the engine does not pass.
func TestPassesByFar(t *testing.T) {
	for _, test := range []struct {
		name  string
		rules baduk.Rules
		pass  int // visits of the pass; the best move, next to a dead stone, has 40 visits
		want  string
	}{
		{"by far", baduk.Japanese(), 90, "pass"},
		{"nearly as much", baduk.Japanese(), 60, "A7"},
		{"what is dead counts as it stands", baduk.TrompTaylor(), 90, "A7"},
	} {
		rows := append([]string(nil), finished...)
		rows[1] = "O" + rows[1][1:]
		rows[6] = ".X..O.O" // a gap, so that reading does not decide everything
		g := boardtest.Game(t, komi(test.rules, 20), baduk.White, rows...)
		if err := g.Play(baduk.Move{Color: baduk.White, Point: baduk.Pass}); err != nil {
			t.Fatal(err)
		}
		e := newEngine(t)
		if err := e.prepare(g); err != nil {
			t.Fatal(err)
		}
		best, pass := untried(g, 0), untried(g, baduk.Pass)
		best.Visits, best.Value, best.Order = 40, 0.1, 1
		pass.Visits, pass.Value, pass.Order = test.pass, 0.1, 0
		r := mcts.Result{Moves: []mcts.MoveInfo{*pass, *best}, Playouts: 130, Win: 0.1, Lead: -13, Ownership: make([]float32, 49)}
		for p := range r.Ownership {
			switch r.Ownership[p] = 0.82; {
			case p == 7:
				r.Ownership[p] = 0.66
			case p%7 > 3:
				r.Ownership[p] = -0.97
			}
		}
		got := "pass"
		if m := e.passOr(t.Context(), g, r, best, pass, timing{slow: noDelay}); m != nil {
			got = g.Graph().Vertex(m.Move.Point)
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestPassesWithFewPlayouts checks that a slow engine with a time limit passes first at the end of a game, if its short
// search prefers a pass.
func TestPassesWithFewPlayouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, err := New(NetParams(), func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
			return passing{steady{eval.Hashed(1), 150 * time.Millisecond}}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		g := boardtest.Game(t, baduk.Japanese(), baduk.White,
			"...X..O",
			"X.XXOO.",
			"X.XXO..",
			"XXXXOOO",
			"...XO.O",
			"X.XXO..",
			"...XOOO")
		if err := g.Play(baduk.Move{Color: baduk.White, Point: 4}); err != nil {
			t.Fatal(err)
		}
		d, err := e.Genmove(t.Context(), g, baduk.Black, Limit{Time: 600 * time.Millisecond})
		if err != nil || d.Playouts == 0 || d.Playouts >= e.params.Enough || !d.Move.IsPass() {
			t.Errorf("got %s after %d playouts, %v, want a pass after fewer than %d", g.Graph().Vertex(d.Move.Point), d.Playouts, err, e.params.Enough)
		}
	})
}

// passing is an evaluator that gives the pass nearly all of the policy.
type passing struct{ steady }

func (p passing) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	err := p.steady.Evaluate(ctx, in, out)
	for i := range in {
		if policy := out[i].Policy; in[i].Policy {
			for q := range policy {
				policy[q] *= 0.01
			}
			policy[in[i].Game.Graph().Len()] += 0.99
		}
	}
	return err
}

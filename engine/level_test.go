package engine

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/eval"
	"tengen/mcts"
)

// TestParseLevel reads every way to write a level, and what it writes itself.
func TestParseLevel(t *testing.T) {
	for text, want := range map[string]Limit{
		"full": {}, "20k": {Rank: Kyu20}, "1K": {Rank: Dan1 - 1}, " 1d ": {Rank: Dan1}, "9d": {Rank: Dan9},
		"visits=800": {Visits: 800}, "time=2": {Time: 2 * time.Second}, "time=500ms": {Time: 500 * time.Millisecond},
	} {
		if got, err := ParseLevel(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, bad := range []string{"", "0k", "21k", "10d", "0d", "k", "-3k", "visits=0", "visits=x", "time=0", "time=-1", "rank=3", "visits", "3p"} {
		if got, err := ParseLevel(bad); err == nil {
			t.Errorf("%q: %+v", bad, got)
		}
	}
	for r := Rank(0); r <= Dan9; r++ {
		data, err := json.Marshal(r)
		var back Rank
		if err != nil || json.Unmarshal(data, &back) != nil || back != r {
			t.Errorf("%v: %s, %v", r, data, back)
		}
	}
}

// TestScales: a stronger rank is never drawn to worse moves nor looks less, on any
// size between and beyond those that there are; and no scale claims what was not
// done.
func TestScales(t *testing.T) {
	for _, s := range Scales() {
		if s.Measured != (s.By != "") {
			t.Errorf("%d: measured %v by %q", s.Size, s.Measured, s.By)
		}
		if s.Measured && (!strings.Contains(s.By, "games") || !strings.Contains(s.By, "20")) {
			t.Errorf("%d: measured by %q, which names no games and no date", s.Size, s.By)
		}
		if !slices.IsSortedFunc(s.Rungs, func(a, b Rung) int { return int(a.Rank) - int(b.Rank) }) || s.Rungs[0].Rank != Kyu20 || s.Rungs[len(s.Rungs)-1].Rank != Dan9 {
			t.Errorf("%d: the rungs are %v", s.Size, s.Rungs)
		}
	}
	for _, net := range []bool{true, false} {
		for _, side := range []float64{2, 9, 10.5, 13, 17, 19, 30} {
			before := rungOf(Kyu20, side, net)
			for r := Kyu20; r <= Dan9; r++ {
				now := rungOf(r, side, net)
				if now.Temperature > before.Temperature || now.Loss > before.Loss || now.Visits < before.Visits || now.Visits < 1 || now.Rank != r {
					t.Errorf("side %v: %+v after %+v", side, now, before)
				}
				before = now
			}
		}
	}
	if a := rungOf(Dan1, 11, true); a.Loss <= rungOf(Dan1, 9, true).Loss || a.Loss >= rungOf(Dan1, 13, true).Loss {
		t.Errorf("11x11 is not between 9x9 and 13x13: %+v", a)
	}
}

// TestWeakerIsWeaker: with the same policy a weak rank plays the best move less often
// than a strong one, and neither plays nonsense.
func TestWeakerIsWeaker(t *testing.T) {
	f := nets(t)
	best := map[Rank]int{}
	const positions = 14
	for _, rank := range []Rank{Kyu20, Dan1 + 3} {
		for i := range positions {
			p := NetParams()
			p.Search.Seed = uint64(i + 1)
			e, err := New(p, f)
			if err != nil {
				t.Fatal(err)
			}
			g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.Chinese())
			for range 8 + i%5 {
				d, err := e.Genmove(t.Context(), g, g.ToPlay(), Limit{Visits: 1, Rank: Dan1})
				if err != nil {
					t.Fatal(err)
				}
				if err := g.Play(d.Move); err != nil {
					t.Fatal(err)
				}
			}
			full, err := e.Genmove(t.Context(), g, g.ToPlay(), Limit{Visits: 8})
			if err != nil {
				t.Fatal(err)
			}
			weak, err := e.Genmove(t.Context(), g, g.ToPlay(), Limit{Rank: rank})
			if err != nil {
				t.Fatal(err)
			}
			if weak.Move == full.Move {
				best[rank]++
			}
			policy, err := e.policy(t.Context(), g)
			if err != nil {
				t.Fatal(err)
			}
			if weak.Move.IsPass() || float64(policy[weak.Move.Point]) < comesToMind*float64(slices.Max(policy))/2 && weak.Move != full.Move {
				t.Errorf("%v plays %s, which nobody thinks of:\n%s", rank, g.Graph().Vertex(weak.Move.Point), picture(g))
			}
		}
	}
	t.Logf("best moves of %d: %v", positions, best)
	if best[Kyu20] >= best[Dan1+3] || best[Dan1+3] < positions/3 {
		t.Errorf("best moves: %v", best)
	}
}

// TestAnswersAtari: even the weakest rank saves stones that were just threatened.
func TestAnswersAtari(t *testing.T) {
	f := nets(t)
	for seed := range uint64(20) {
		p := NetParams()
		p.Search.Seed = seed + 1
		e, err := New(p, f)
		if err != nil {
			t.Fatal(err)
		}
		g := drawn(t, baduk.Chinese(), baduk.White,
			".........",
			".........",
			"..X...O..",
			"...OXO...",
			"...OXO...",
			".........",
			"..X...O..",
			".........",
			".........")
		if err := g.Play(baduk.Move{Color: baduk.White, Point: 22}); err != nil { // E7
			t.Fatal(err)
		}
		d, err := e.Genmove(t.Context(), g, baduk.Black, Limit{Rank: Kyu20})
		if err != nil {
			t.Fatal(err)
		}
		if v := g.Graph().Vertex(d.Move.Point); v != "E4" {
			t.Errorf("seed %d: %s", seed, v)
		}
	}
}

// TestRanksWithRollouts: without a net it is the visits that are drawn from, and a
// game comes to its end.
func TestRanksWithRollouts(t *testing.T) {
	e := newEngine(t)
	g := baduk.NewGame(baduk.MustRectangle(5, 5), komi(baduk.Chinese(), 7))
	for !g.Over() && g.Len() < 150 {
		d, err := e.Genmove(t.Context(), g, g.ToPlay(), Limit{Rank: Kyu20})
		if err != nil {
			t.Fatal(err)
		}
		if d.Resign {
			g.Resign(g.ToPlay())
		} else if err := g.Play(d.Move); err != nil {
			t.Fatal(err)
		}
	}
	if !g.Over() {
		t.Errorf("not over after %d moves:\n%s", g.Len(), picture(g))
	}
}

// TestLossBudget: a move that loses more than the rank may is not drawn, however
// often it comes to mind.
func TestLossBudget(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
	e, err := New(NetParams(), func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return center{eval.Uniform()}, nil })
	if err != nil {
		t.Fatal(err)
	}
	if err := e.prepare(g); err != nil {
		t.Fatal(err)
	}
	m := baduk.Move{Color: baduk.Black, Point: 12}
	best := &mcts.MoveInfo{Move: m}
	r := mcts.Result{Moves: []mcts.MoveInfo{*best}}
	others := 0
	for seed := range uint64(50) {
		e.params.Search.Seed = seed + 1
		tight := e.weaken(t.Context(), g, r, best, Rung{Temperature: 5, Visits: 1, Loss: 3}, timing{slow: e.evaluator.slow})
		if tight.Move != m {
			t.Fatalf("it plays %v, which loses 10 points", tight.Move)
		}
		if loose := e.weaken(t.Context(), g, r, best, Rung{Temperature: 5, Visits: 1, Loss: 30}, timing{slow: e.evaluator.slow}); loose.Move != m {
			others++
		}
		if cold := e.weaken(t.Context(), g, r, best, Rung{Visits: 1, Loss: 30}, timing{slow: e.evaluator.slow}); cold.Move != m {
			t.Fatal("no temperature, and another move")
		}
	}
	if others < 25 {
		t.Errorf("only %d of 50 other moves within a large budget", others)
	}
}

// center thinks that Black leads by 10 points with a stone in the middle.
type center struct{ eval.Evaluator }

func (c center) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	err := c.Evaluator.Evaluate(ctx, in, out)
	for i := range in {
		out[i].Lead, out[i].Win = 0, 0.5
		if in[i].Game.At(12) == baduk.Black {
			out[i].Lead = 10
		}
	}
	return err
}

// TestInterpolation is a rung between two, by hand.
func TestInterpolation(t *testing.T) {
	a, b := Rung{Kyu20, 2, 1, 20}, Rung{Dan1, 1, 100, 10}
	got := a.towards(b, 0.5)
	if got != (Rung{Kyu20, 1.5, 10, 15}) || math.IsNaN(got.Loss) {
		t.Errorf("%+v", got)
	}
}

// slowly takes its time for an answer.
type slowly struct{ eval.Evaluator }

func (s slowly) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	time.Sleep(3 * time.Millisecond)
	return s.Evaluator.Evaluate(ctx, in, out)
}

// TestRankNeedsNoTime: a rank alone plays with its visits however slow the machine is.
func TestRankNeedsNoTime(t *testing.T) {
	p := NetParams()
	p.Time = time.Millisecond
	e, err := New(p, func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return slowly{eval.Hashed(5)}, nil })
	if err != nil {
		t.Fatal(err)
	}
	g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.Chinese())
	d, err := e.Genmove(t.Context(), g, baduk.Black, Limit{Rank: Dan1 + 2})
	if want := rungOf(Dan1+2, 9, true).Visits; err != nil || d.Visits < want {
		t.Errorf("%d visits, want %d: %v", d.Visits, want, err)
	}
}

package engine

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/eval"
	"tengen/internal/boardtest"
	"tengen/mcts"
)

// TestParseLevel reads a level in all its forms. It also reads the form that String returns.
func TestParseLevel(t *testing.T) {
	for text, want := range map[string]Limit{
		"full": {}, "30k": {Rank: Kyu30}, "20k": {Rank: Kyu20}, "1K": {Rank: Dan1 - 1}, " 1d ": {Rank: Dan1}, "9d": {Rank: Dan9},
		"visits=800": {Visits: 800}, "time=2": {Time: 2 * time.Second}, "time=500ms": {Time: 500 * time.Millisecond},
	} {
		if got, err := ParseLevel(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, bad := range []string{"", "0k", "31k", "10d", "0d", "k", "-3k", "visits=0", "visits=x", "time=0", "time=-1", "rank=3", "visits", "3p"} {
		if got, err := ParseLevel(bad); err == nil {
			t.Errorf("%q: got %+v, want an error", bad, got)
		}
	}
	for r := Rank(0); r <= Dan9; r++ {
		data, err := json.Marshal(r)
		var back Rank
		if err != nil || json.Unmarshal(data, &back) != nil || back != r {
			t.Errorf("%v: got %v from the JSON %s, want the same rank", r, back, data)
		}
	}
}

// TestScale: on boards of every size, a stronger rank does not have a higher temperature or loss, nor fewer
// visits. The rungs for nets reach all ranks up to the strongest rung.
func TestScale(t *testing.T) {
	for _, net := range []bool{true, false} {
		scale := Scale(net)
		for i, a := range scale[1:] {
			if b := scale[i]; a.Temperature > b.Temperature || a.Loss > b.Loss || a.Visits < b.Visits || a.Visits < 1 {
				t.Errorf("%+v after %+v", a, b)
			}
			for j := range a.Elo {
				if a.Elo[j] <= scale[i].Elo[j] {
					t.Errorf("size %v: %v after %v", ScaleSizes()[j], a.Elo[j], scale[i].Elo[j])
				}
			}
		}
		for _, side := range []float64{2, 9, 10.5, 13, 17, 19, 30} {
			before := rungOf(scale, Kyu30.Elo(side), side)
			for r := Kyu30; r <= Dan9; r++ {
				now := rungOf(scale, r.Elo(side), side)
				if now.Temperature > before.Temperature || now.Loss > before.Loss || now.Visits < before.Visits {
					t.Errorf("side %v: %+v after %+v", side, now, before)
				}
				if want := min(r.Elo(side), scale[len(scale)-1].elo(side)); net && math.Abs(now.Elo[0]-want) > 1e-6 {
					t.Errorf("side %v: %v has %v Elo, want %v", side, r, now.Elo[0], want)
				}
				before = now
			}
		}
	}
	scale := []Rung{{4, 0, 1, 19, [3]float64{0, 100, 200}}, {2, 0, 100, 0, [3]float64{200, 300, 400}}}
	for _, c := range []struct {
		elo, side float64
		want      Rung
	}{
		{100, 9, Rung{3, 0, 10, 4.5, [3]float64{100}}},    // half of the value for a larger board
		{100, 11, Rung{3.5, 0, 3, 8.25, [3]float64{100}}}, // the rungs have 50 and 250 there
		{300, 19, Rung{3, 0, 10, 9.5, [3]float64{300}}},
		{300, 30, Rung{3, 0, 10, 9.5, [3]float64{300}}},
		{-100, 9, Rung{4, 0, 1, 9, [3]float64{0}}},
		{900, 5, Rung{2, 0, 100, 0, [3]float64{200}}},
	} {
		got := rungOf(scale, c.elo, c.side)
		if got.Elo[1], got.Elo[2] = 0, 0; got != c.want {
			t.Errorf("Elo %v on %v: %+v, want %+v", c.elo, c.side, got, c.want)
		}
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
			policy, err := e.prior(t.Context(), g, timing{})
			if err != nil {
				t.Fatal(err)
			}
			rung := e.rung(g, rank)
			unthought := rung.Visits <= p.Enough && !weak.Move.IsPass() && // else the search found the move
				float64(policy[weak.Move.Point]) < math.Pow(leastShare, rung.Temperature)*float64(slices.Max(policy))/2
			if weak.Move.IsPass() || unthought && weak.Move != full.Move {
				t.Errorf("%v plays %s, a move with almost no policy, want a more likely one:\n%s", rank, g.Graph().Vertex(weak.Move.Point), picture(g))
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
		g := boardtest.Game(t, baduk.Chinese(), baduk.White,
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

// TestRanksWithRollouts: without a net moves are drawn by visits, and a game ends.
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

// TestLossBudget: a move that loses more points than the rank may lose is not played, however large its prior
// is.
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

// center is an evaluator that gives Black a lead of 10 points if a black stone is in the middle.
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

// slowly is an evaluator that sleeps before it answers.
type slowly struct{ eval.Evaluator }

func (s slowly) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	time.Sleep(3 * time.Millisecond)
	return s.Evaluator.Evaluate(ctx, in, out)
}

// TestRankNeedsNoTime: with only a rank as the limit, the engine makes the visits of the rank, however slow
// the machine is.
func TestRankNeedsNoTime(t *testing.T) {
	p := NetParams()
	p.Time = time.Millisecond
	e, err := New(p, func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return slowly{eval.Hashed(5)}, nil })
	if err != nil {
		t.Fatal(err)
	}
	g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.Chinese())
	d, err := e.Genmove(t.Context(), g, baduk.Black, Limit{Rank: Dan1 + 2})
	if want := rungOf(Scale(true), (Dan1 + 2).Elo(9), 9).Visits; err != nil || d.Visits < want {
		t.Errorf("%d visits, want %d: %v", d.Visits, want, err)
	}
	// On an infinite board many rollouts would take too long.
	e, err = New(p, func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
		return stochastic{slowly{eval.Hashed(5)}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if d, err := e.Genmove(t.Context(), g, baduk.Black, Limit{Rank: Dan9}); err != nil || d.Visits > 1000 {
		t.Errorf("%d visits of rollouts: %v", d.Visits, err)
	}
}

// stochastic is an evaluator that reports random answers, so the engine treats it as rollouts.
type stochastic struct{ eval.Evaluator }

func (s stochastic) Info() eval.Info {
	info := s.Evaluator.Info()
	info.Stochastic = true
	return info
}

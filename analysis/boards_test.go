package analysis

import (
	"context"
	"fmt"
	"testing"

	"tengen/eval"
)

// byKomi is an evaluator whose judgement depends only on the komi.
type byKomi struct{ eval.Evaluator }

func (b byKomi) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	err := b.Evaluator.Evaluate(ctx, in, out)
	for i := range out {
		out[i].Win = 0.5 - float32(in[i].Game.Rules().Komi.Points())/200
		out[i].Lead = 0
	}
	return err
}

// TestRulesApart checks that cached evaluations under other rules are not used. It has more boards than the
// engine keeps.
func TestRulesApart(t *testing.T) {
	e := newTestEngine(t, func(o *Options) {
		o.Evaluator = always(byKomi{eval.Hashed(1)})
		o.Settings.Set("reportAnalysisWinratesAs", "BLACK")
		o.StoreMemory = -1
	})
	c := newClient(t, e)
	for round := range 2 {
		for size := 2; size <= 19; size++ {
			for _, komi := range []float64{0, 50, -20} {
				c.send(fmt.Sprintf(`{"id":"a","rules":"chinese","boardXSize":%d,"boardYSize":9,"moves":[],"maxVisits":2,"komi":%v}`, size, komi))
				win := c.read()["rootInfo"].(map[string]any)["winrate"].(float64)
				if want := 0.5 - komi/200; win < want-1e-6 || win > want+1e-6 {
					t.Errorf("round %d, size %d, komi %v: got %v, want %v", round, size, komi, win, want)
				}
			}
		}
	}
	if a, b, c := len(e.boards.places.values), len(e.boards.caches.values), len(e.boards.caches.keys); a != maxBoards || b != maxCaches || c != maxCaches {
		t.Errorf("%d sizes and %d caches with %d keys are kept, want %d, %d and %d", a, b, c, maxBoards, maxCaches, maxCaches)
	}
}

// TestKomisTogether checks that positions with many komis share a cache, so that none of them is forgotten.
func TestKomisTogether(t *testing.T) {
	g := newGate()
	close(g.open)
	e := newTestEngine(t, func(o *Options) { o.Evaluator, o.StoreMemory = always(g), -1 })
	c := newClient(t, e)
	ask := func() int64 {
		before := g.asked.Load()
		for komi := range 2 * maxCaches {
			c.send(fmt.Sprintf(`{"id":"a","rules":"chinese","boardXSize":9,"boardYSize":9,"moves":[],"maxVisits":20,"komi":%d}`, komi))
			c.read()
		}
		return g.asked.Load() - before
	}
	if first, again := ask(), ask(); first == 0 || again != 0 {
		t.Errorf("the net was asked %d times, and again %d times, want 0 times again", first, again)
	}
}

// TestPerspective compares answers from the perspectives of Black, White and the side to move.
func TestPerspective(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.Human = always(eval.Hashed(2)) })
	c := newClient(t, e)
	ask := func(side string, turn int) map[string]any {
		c.send(fmt.Sprintf(`{"id":"a",%s,"analyzeTurns":[%d],"includeOwnership":true,"includeMovesOwnership":true,"overrideSettings":{"reportAnalysisWinratesAs":%q}}`, board9, turn, side))
		return c.read()
	}
	// opposite checks that the numbers of an answer from White's perspective are the opposite of those from Black's.
	var opposite func(where string, a, b any)
	opposite = func(where string, a, b any) {
		switch a := a.(type) {
		case map[string]any:
			for key := range a {
				opposite(key, a[key], b.(map[string]any)[key])
			}
		case []any:
			for i := range a {
				opposite(where, a[i], b.([]any)[i])
			}
		case float64:
			b, want := b.(float64), a
			switch where {
			case "winrate", "lcb", "humanWinrate":
				want = 1 - a
			case "scoreLead", "scoreMean", "scoreSelfplay", "utility", "utilityLcb", "ownership", "humanScoreMean":
				want = -a
			}
			if d := b - want; d < -1e-8 || d > 1e-8 {
				t.Errorf("%s is %v for White, want %v, from %v for Black", where, b, want, a)
			}
		default:
			if a != b {
				t.Errorf("%s: got %v for Black and %v for White, want the same", where, a, b)
			}
		}
	}
	for turn := range 4 {
		black, white, mover := ask("BLACK", turn), ask("WHITE", turn), ask("SIDETOMOVE", turn)
		opposite("", black, white)
		if same := []map[string]any{black, white}[turn%2]; fmt.Sprint(same) != fmt.Sprint(mover) {
			t.Errorf("turn %d: for the side to move got %v, want %v", turn, mover, same)
		}
	}
}

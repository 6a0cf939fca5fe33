package engine

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/lab"
	"tengen/mcts"
	"tengen/tactics"
)

// trouble is a position of the laboratory without komi.
func trouble(t *testing.T, name, rules string) *baduk.Game {
	t.Helper()
	list := lab.Troubles()
	i := slices.IndexFunc(list, func(t lab.Trouble) bool { return t.Name == name })
	r, err := baduk.ParseRules(rules + "+komi=0")
	if err != nil || i < 0 {
		t.Fatal(name, err)
	}
	g, err := list[i].Game(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestReadTroubles: in the laboratory's positions, reading finds the dead stones that the players would agree
// about, and playing on gains nothing.
func TestReadTroubles(t *testing.T) {
	for _, c := range []struct {
		name, rules, result string
		dead                string
		all                 bool
	}{
		{"bent-four", "japanese", "B+18", "A3 B2 B3 C2 D2 E1 E2", true},
		{"bent-four", "chinese", "B+36", "A3 B2 B3 C2 D2 E1 E2", true},
		{"moonshine", "japanese", "B+14", "G1 H2 H3 J1 J3", true},
		{"double-ko-death", "japanese", "B+21", "B3 C1 C2 C4 D1 D2 D3 D4 D5", false},
		{"double-ko-death", "chinese", "B+20", "B3 C1 C2 C4 D1 D2 D3 D4 D5", false},
		{"seki-points", "japanese", "0", "", true},
		{"seki-points", "chinese", "W+8", "", true},
		{"false-eye-seki", "japanese", "W+2", "", true},
		{"false-eye-seki", "chinese", "W+7", "", true},
		{"double-ko-seki", "japanese", "0", "", true},
		{"double-ko-seki", "chinese", "0", "", true},
		{"three-points", "japanese", "0", "", false},
		{"one-eye-flaw", "japanese", "B+12", "C2 C3 D1 D3", false},
		{"one-eye-flaw", "chinese", "B+20", "C2 C3 D1 D3", false},
		{"three-points", "chinese", "W+5", "", false},
		{"ten-thousand-year-ko", "japanese", "W+2", "", false},
		{"ten-thousand-year-ko", "chinese", "W+8", "", false},
	} {
		g := trouble(t, c.name, c.rules)
		e := newEngine(t)
		dead, err := e.Dead(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for i := range g.Graph().Len() {
			if p := baduk.Point(i); dead.Has(p) {
				names = append(names, g.Graph().Vertex(p))
			}
		}
		slices.Sort(names)
		score := g.Score(dead)
		r := readStones(g, tactics.StatusBudget, nil)
		if got := strings.Join(names, " "); got != c.dead || score.Result() != c.result || r.all != c.all {
			t.Errorf("%s, %s: dead %s, %s, all %v", c.name, c.rules, got, score.Result(), r.all)
		}
		if !c.all {
			continue
		}
		var line []string
		resigned := baduk.Empty
		for !g.Over() && g.Len() < 60 && resigned == baduk.Empty {
			d := genmove(t, e, g)
			if d.Resign {
				resigned = g.ToPlay()
				break
			}
			line = append(line, g.Graph().Vertex(d.Move.Point))
			if err := g.Play(d.Move); err != nil {
				t.Fatal(err)
			}
		}
		if resigned != baduk.Empty {
			if w := score.Winner(); w != resigned.Opponent() {
				t.Errorf("%s, %s: %v resigns after %v", c.name, c.rules, resigned, line)
			}
			continue
		}
		var end baduk.PointSet
		if g.Rules().FriendlyPass {
			if end, err = e.Dead(t.Context(), g); err != nil {
				t.Fatal(err)
			}
		}
		if s := g.Score(end); s.Result() != c.result {
			t.Errorf("%s, %s: %s after %v", c.name, c.rules, s.Result(), line)
		}
	}
}

// TestReadsInTime checks that life and death is read only while the clock has time besides the lag, and without a
// clock as long as it takes.
func TestReadsInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, g := newEngine(t), trouble(t, "bent-four", "japanese")
		if err := e.prepare(g); err != nil {
			t.Fatal(err)
		}
		watch := func(period time.Duration) *clock.Clock {
			return clock.New(clock.Settings{Kind: clock.ByoYomi, Period: period, Periods: 1})
		}
		for _, c := range []struct {
			limit Limit
			used  time.Duration
			read  bool
		}{
			{Limit{Clock: watch(2 * time.Second)}, 1890 * time.Millisecond, true},
			{Limit{Clock: watch(2 * time.Second)}, 1910 * time.Millisecond, false},
			{Limit{Clock: watch(2 * time.Second), Lag: time.Second}, 1010 * time.Millisecond, false},
			{Limit{Clock: watch(2 * time.Second), Time: time.Second}, 990 * time.Millisecond, true},
			{Limit{Clock: watch(2 * time.Second), Time: time.Second}, 1010 * time.Millisecond, false},
			{Limit{Time: time.Second}, 2 * time.Second, true},
			{Limit{Visits: 10}, 2 * time.Second, true},
		} {
			tm := e.timing(g, c.limit, time.Now())
			time.Sleep(c.used)
			// The search knows nothing about the ownership, so the engine passes only if reading decides every point.
			r := mcts.Result{Playouts: readToMove, Win: 0.5, Ownership: make([]float32, g.Graph().Len())}
			if passes := e.passOr(t.Context(), g, r, untried(g, 0), nil, tm) == nil; passes != c.read {
				t.Errorf("%+v: after %v: the engine passes: %v, want %v", c.limit, c.used, passes, c.read)
			}
		}
	})
}

package engine

import (
	"math"
	"testing"

	"tengen/baduk"
	"tengen/internal/boardtest"
	"tengen/mcts"
)

// TestResigns: the engine resigns a hopeless game at the third move, even if its search was replaced between the moves.
// It does not resign if the limit forbids it.
func TestResigns(t *testing.T) {
	for _, test := range []struct {
		name   string
		komi   float64
		limit  Limit
		change func(e *Engine, n int) // called before move n
		ask    mcts.Ask
	}{
		{"", 70, limit, nil, mcts.Ask{}},
		{"other parameters", 70, limit, func(e *Engine, n int) { _ = e.Adjust(func(p *Params) { p.Search.CPUCT = 1 + float64(n)/100 }) }, mcts.Ask{}},
		{"nothing is remembered", 70, limit, func(e *Engine, _ int) { e.Forget() }, mcts.Ask{}},
		{"ownership after each move", 70, limit, nil, mcts.Ask{Moves: true}},
		{"playing on", 70, Limit{Playouts: limit.Playouts, PlayOn: true}, nil, mcts.Ask{}},
		{"playing on, with ownership after each move", 70, Limit{Playouts: limit.Playouts, PlayOn: true}, nil, mcts.Ask{Moves: true}},
	} {
		g := boardtest.Game(t, komi(baduk.TrompTaylor(), test.komi), baduk.Black,
			".........",
			".........",
			"..O...O..",
			".........",
			".........",
			".........",
			"..O...O..",
			".........",
			".........")
		params := RolloutParams()
		params.Search.Seed = 1
		params.Resign.From, params.Resign.Odds = 0, 0
		e, err := New(params, rollouts)
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= 3; n++ {
			if test.change != nil {
				test.change(e, n)
			}
			d, _, err := e.GenmoveAnalyze(t.Context(), g, baduk.Black, test.limit, Analysis{Ask: test.ask})
			if err != nil {
				t.Fatal(err)
			}
			if d.Resign != (n == 3 && !test.limit.PlayOn) {
				t.Fatalf("%s, komi %v, hopeless move %d: resigns %v, win %.3f, lead %.1f", test.name, test.komi, n, d.Resign, d.Win, d.Lead)
			}
			if n < 3 {
				g.Play(d.Move)
				g.Play(baduk.Move{Color: baduk.White, Point: baduk.Pass})
			}
		}
	}
}

// played returns a game after the given number of moves. Black and White fill every second row in turn,
// starting at the first point, so no stone is captured.
func played(t *testing.T, size, moves int, rules baduk.Rules, handicap int) *baduk.Game {
	t.Helper()
	graph := baduk.MustRectangle(size, size)
	var s baduk.Setup
	s.ToPlay = baduk.White
	for i := range handicap {
		s.Black = append(s.Black, baduk.Point((size-1)*size+2*i))
	}
	s.Handicap = handicap
	if handicap == 0 {
		s.ToPlay = baduk.Black
	}
	g, err := baduk.NewGameFrom(graph, rules, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range moves {
		p := i/size*2*size + i%size
		if i/size*2 >= size-1 { // then the other rows, from the top
			p = (i-(size-1)/2*size)/size*2*size + size + i%size
		}
		if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: baduk.Point(p)}); err != nil {
			t.Fatalf("move %d: %v", i, err)
		}
	}
	return g
}

// TestWhenToResign gives the engine a search result for each move.
func TestWhenToResign(t *testing.T) {
	undecided := func(n int) []float32 { return make([]float32, n) }
	decided := func(g *baduk.Game) []float32 {
		own := make([]float32, g.Graph().Len())
		for p := range own {
			own[p] = 1
			if g.At(baduk.Point(p)) == baduk.White {
				own[p] = -1
			}
		}
		return own
	}
	for _, test := range []struct {
		name     string
		size     int
		moves    int
		handicap int
		komi     float64
		win      float64 // of the player to move
		lead     float64 // of the player to move
		decided  bool
		want     bool
	}{
		{"lost, late", 19, 100, 0, 7, 0.01, -30, false, true},
		{"lost in the opening", 19, 30, 0, 7, 0.01, -30, false, false},
		{"lost by half a point", 19, 200, 0, 7, 0.001, -0.5, false, false},
		{"behind a little, unlikely to win", 19, 150, 0, 7, 0.02, -4, false, false},
		{"behind a little, on a small board", 9, 30, 0, 7, 0.02, -4, false, true},
		{"behind, with chances", 19, 150, 0, 7, 0.1, -20, false, false},
		{"behind by a quarter of the board, to an evaluator that is never sure", 19, 150, 0, 7, 0.2, -91, false, true},
		{"behind by less", 19, 150, 0, 7, 0.2, -89, false, false},
		{"behind by a quarter of the board, on a small one", 9, 30, 0, 7, 0.2, -21, false, true},
		{"behind by a quarter of the board, with chances", 9, 30, 0, 7, 0.3, -21, false, false},
		{"odds given, middle game", 19, 120, 9, 0.5, 0.001, -60, false, false},
		{"odds given, late", 19, 190, 9, 0.5, 0.001, -60, false, true},
		{"few playouts", 19, 150, 0, 7, 0.001, -60, false, true},
	} {
		rules := komi(baduk.Chinese(), test.komi)
		g := played(t, test.size, test.moves, rules, test.handicap)
		e, err := New(NetParams(), rollouts)
		if err != nil {
			t.Fatal(err)
		}
		c := g.ToPlay()
		r := mcts.Result{Playouts: 8, Win: test.win, Lead: test.lead, Ownership: undecided(g.Graph().Len())}
		if c == baduk.White {
			r.Win, r.Lead = 1-test.win, -test.lead
		}
		if test.decided {
			r.Ownership = decided(g)
		}
		for n := 1; n <= 3; n++ {
			for range 2 { // the second request for the same move is not counted
				if got := e.resigns(g, r, 0); got != (test.want && n == 3) {
					t.Errorf("%s, %d in a row: resigns %v", test.name, n, got)
				}
			}
			e.resign.counted = [3]int{} // as if both players had moved
		}
		r.Playouts = 7
		if e.resigns(g, r, 0) {
			t.Errorf("%s: resigns after a look that tells nothing", test.name)
		}
	}
}

// TestRanksResignLate: the weaker the rank, the later it resigns. It never resigns earlier than the parameters say, and
// not at all if they forbid it or if it plays on.
func TestRanksResignLate(t *testing.T) {
	p := DefaultResignParams()
	if got := p.at(0); got != p {
		t.Errorf("full strength: got %+v, want %+v", got, p)
	}
	before := ResignParams{Behind: math.Inf(1), After: math.MaxInt, From: math.Inf(1)}
	for r := Kyu30; r <= Dan9; r++ {
		now := p.at(r)
		if now.Behind >= before.Behind || now.After > before.After || now.From >= before.From || now.Behind < p.Behind || now.After < p.After || now.From < p.From {
			t.Errorf("%v: %+v after %+v", r, now, before)
		}
		before = now
	}
	if p.After = 0; p.at(Kyu20).After != 0 {
		t.Error("a rank resigns, although the parameters forbid it")
	}
	for _, c := range []struct {
		rank        Rank
		moves, lead float64
		want        bool
	}{{Kyu20, 60, -200, false}, {Kyu20, 300, -40, false}, {Kyu20, 300, -200, true}, {Dan9, 60, -40, false}, {Dan9, 150, -40, true}} {
		g := played(t, 19, int(c.moves), komi(baduk.Chinese(), 7), 0)
		e, err := New(NetParams(), rollouts)
		if err != nil {
			t.Fatal(err)
		}
		lead := c.lead * float64(g.ToPlay().Number())
		win := 0.5 + 0.499*lead/math.Abs(lead)
		r := mcts.Result{Playouts: 8, Win: win, Lead: lead, Ownership: make([]float32, 361)}
		got := false
		for range 30 {
			got = e.resigns(g, r, c.rank)
			e.resign.counted = [3]int{} // as if both players had moved
		}
		if got != c.want {
			t.Errorf("%v resigns after %v moves with a lead of %v: %v, want %v", c.rank, c.moves, c.lead, got, c.want)
		}
	}
}

// TestNeverResignsAWin: the engine does not resign if it wins by the count of the board, whatever the
// search says.
func TestNeverResignsAWin(t *testing.T) {
	hopeless := func(g *baduk.Game) mcts.Result {
		r := mcts.Result{Playouts: 1000, Win: 0.001, Lead: -20, Ownership: make([]float32, 49)}
		for p := range r.Ownership {
			r.Ownership[p] = 1
			if p%7 > 3 {
				r.Ownership[p] = -1
			}
		}
		return r
	}
	for _, test := range []struct {
		komi float64
		want bool
	}{{0, false}, {8, true}} { // 28 to 21
		for _, rules := range []baduk.Rules{baduk.TrompTaylor(), baduk.Chinese(), baduk.Japanese()} {
			g := boardtest.Game(t, komi(rules, test.komi), baduk.Black, finished...)
			e := newEngine(t)
			got := false
			for range 3 {
				got = e.resigns(g, hopeless(g), 0)
				e.resign.counted = [3]int{} // as if both players had moved
			}
			if got != test.want && (rules.Scoring == baduk.ScoringArea || test.komi == 0) {
				t.Errorf("%v, komi %v: resigns %v", rules.Name(), test.komi, got)
			}
		}
	}
}

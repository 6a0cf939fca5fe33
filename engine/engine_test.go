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
	"tengen/rollout"
)

func rollouts(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
	return rollout.NewEvaluator(g, rollout.DefaultParams()), nil
}

func newEngine(t *testing.T) *Engine {
	t.Helper()
	e, err := New(RolloutParams(), rollouts)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

var limit = Limit{Playouts: 1500}

func genmove(t *testing.T, e *Engine, g *baduk.Game) Decision {
	t.Helper()
	d, err := e.Genmove(t.Context(), g, g.ToPlay(), limit)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func komi(r baduk.Rules, points float64) baduk.Rules {
	r.Komi, _ = baduk.KomiOf(points)
	return r
}

// finished is a board on which nothing is left to do: Black has 28 points, White 21.
var finished = []string{
	".X.XO.O",
	"XXXXOOO",
	".X.XO.O",
	"XXXXOOO",
	".X.XO.O",
	"XXXXOOO",
	".X.XO.O",
}

// TestPassing checks, at the end of games, when the engine passes, and that it does not pass earlier.
func TestPassing(t *testing.T) {
	withDame := []string{
		".X.X.O.",
		"XXXXOOO",
		".X.XO.O",
		"XXXXOOO",
		".X.XO.O",
		"XXXXOOO",
		".X.XO.O",
	}
	deadWhite := []string{
		"...XOO.",
		".O.XOOO",
		"...XO.O",
		"XXXXOOO",
		"X.X.XO.",
		"XXXXXOO",
		".X.XXOO",
	}
	for _, test := range []struct {
		name   string
		rows   []string
		rules  baduk.Rules
		toPlay baduk.Color
		passed bool // the opponent has just passed
		pass   bool
	}{
		{"finished and winning", finished, komi(baduk.TrompTaylor(), 0), baduk.Black, false, true},
		{"finished and winning after a pass", finished, komi(baduk.TrompTaylor(), 0), baduk.Black, true, true},
		{"finished and losing, nothing left", finished, komi(baduk.TrompTaylor(), 20), baduk.Black, false, true},
		{"a point is left to take", withDame, komi(baduk.TrompTaylor(), 0), baduk.White, false, false},
		{"a point is left that decides, after a pass", withDame, komi(baduk.TrompTaylor(), 7), baduk.White, true, false},
		{"dead stones have to be captured", deadWhite, komi(baduk.TrompTaylor(), 0), baduk.Black, false, false},
		{"dead stones have to be captured, after a pass, to win", deadWhite, komi(baduk.TrompTaylor(), 8), baduk.Black, true, false},
		{"dead stones need not be captured when a second pass wins", deadWhite, komi(baduk.TrompTaylor(), 0), baduk.Black, true, true},
		{"an early pass does not end the game, ahead by komi", []string{".....", ".....", "..X..", ".....", "....."}, baduk.TrompTaylor(), baduk.White, true, false},
		{"an early pass does not end the game, with agreement", []string{".....", ".....", "..X..", ".....", "....."}, baduk.Chinese(), baduk.White, true, false},
		{"an early pass on an empty board, with agreement", []string{".....", ".....", ".....", ".....", "....."}, baduk.Chinese(), baduk.White, true, false},
		{"handicap stones do not end the game", []string{".........", ".........", "..X.X.X..", ".........", "..X.X.X..", ".........", "..X.X.X..", ".........", "........."}, komi(baduk.Chinese(), 7), baduk.White, false, false},
		{"a point is left to take, with agreement", withDame, komi(baduk.Chinese(), 0), baduk.White, false, false},
		{"finished and winning, with agreement", finished, komi(baduk.Chinese(), 0), baduk.Black, false, true},
		{"finished with dead stones, with agreement", deadWhite, komi(baduk.Chinese(), 0), baduk.Black, false, true},
		{"the empty board", []string{".....", ".....", ".....", ".....", "....."}, baduk.TrompTaylor(), baduk.Black, false, false},
		{"the empty board after a pass, behind by komi", []string{".....", ".....", ".....", ".....", "....."}, baduk.TrompTaylor(), baduk.Black, true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			first := test.toPlay
			if test.passed {
				first = first.Opponent()
			}
			g := boardtest.Game(t, test.rules, first, test.rows...)
			if test.passed {
				if err := g.Play(baduk.Move{Color: first, Point: baduk.Pass}); err != nil {
					t.Fatal(err)
				}
			}
			d := genmove(t, newEngine(t), g)
			if got := !d.Resign && d.Move.IsPass(); got != test.pass {
				t.Errorf("it plays %s (resigns: %v, win %.2f), want a pass: %v", g.Graph().Vertex(d.Move.Point), d.Resign, d.Win, test.pass)
			}
		})
	}
}

// TestRemovesDeadStones lets the engine play alone against passes. Under rules without agreement it must
// capture the dead stones and then pass itself.
func TestRemovesDeadStones(t *testing.T) {
	g := boardtest.Game(t, komi(baduk.TrompTaylor(), 8), baduk.Black,
		"...XOO.",
		".O.XOOO",
		"...XO.O",
		"XXXXOOO",
		"X.X.XO.",
		"XXXXXOO",
		".X.XXOO")
	e := newEngine(t)
	b2, _ := g.Graph().ParseVertex("B6")
	for !g.Over() {
		if g.Len() > 60 {
			t.Fatal("it does not come to an end")
		}
		c := g.ToPlay()
		m := baduk.Move{Color: c, Point: baduk.Pass}
		if c == baduk.Black {
			d := genmove(t, e, g)
			if d.Resign {
				t.Fatal("it resigns a won game")
			}
			m = d.Move
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if g.At(b2) == baduk.White {
		t.Error("it passed and left the dead stone on the board")
	}
}

// TestAgreement: under rules with agreement the engine passes with dead stones on the board, and names them.
func TestAgreement(t *testing.T) {
	rules := komi(baduk.Chinese(), 0)
	g := boardtest.Game(t, rules, baduk.Black,
		".X.X.XOO.",
		"XXXXXXO.O",
		"....OXOOO",
		"....OXXXX",
		"........X",
		"XXXXXXXXX",
		"OOOOOOOOO",
		"O.O.O.O.O",
		".OOOOOOO.")
	e := newEngine(t)
	dead, err := e.Dead(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	for p := range g.Graph().Len() {
		v := g.Graph().Vertex(baduk.Point(p))
		want := v == "E7" || v == "E6"
		if dead.Has(baduk.Point(p)) != want {
			t.Errorf("%s dead: %v, want %v", v, !want, want)
		}
	}
	for range 2 { // before and after the opponent's pass
		if d := genmove(t, e, g); !d.Move.IsPass() {
			t.Errorf("%v plays %s in a finished game", g.ToPlay(), g.Graph().Vertex(d.Move.Point))
		}
		g.Play(baduk.Move{Color: g.ToPlay(), Point: baduk.Pass})
	}
}

// TestUnusualBoards plays whole games on small, narrow and abstract boards, and under every value of every
// rule. Each game must come to its end with legal moves.
func TestUnusualBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("which moves are made is judged in the long run")
	}
	star := [][]baduk.Point{{1, 2, 3, 4, 5}, {0}, {0}, {0}, {0}, {0}}
	ring := make([][]baduk.Point, 12)
	for i := range ring {
		ring[i] = []baduk.Point{baduk.Point((i + 1) % 12), baduk.Point((i + 11) % 12)}
	}
	var graphs []*baduk.Graph
	for _, adj := range [][][]baduk.Point{star, ring} {
		g, err := baduk.NewGraph(adj)
		if err != nil {
			t.Fatal(err)
		}
		graphs = append(graphs, g)
	}
	for _, s := range [][2]int{{1, 1}, {1, 2}, {1, 6}, {2, 2}, {3, 3}, {5, 2}, {5, 5}, {4, 7}} {
		graphs = append(graphs, baduk.MustRectangle(s[0], s[1]))
	}
	games := 0
	for _, graph := range graphs {
		for ko := baduk.KoSimple; ko <= baduk.KoSpight; ko++ {
			for su := baduk.SuicideForbidden; su <= baduk.SuicideLiteral; su++ {
				g := baduk.NewGame(graph, baduk.Rules{Ko: ko, Suicide: su, Komi: 1, FriendlyPass: games%2 == 0})
				e := newEngine(t)
				for !g.Over() && g.Len() < 20*graph.Len()+10 {
					d, err := e.Genmove(t.Context(), g, g.ToPlay(), Limit{Playouts: 30})
					if err != nil {
						t.Fatal(err)
					}
					if d.Resign {
						g.Resign(g.ToPlay())
					} else if err := g.Play(d.Move); err != nil {
						t.Fatalf("%v, %v, %v: %v", graph, ko, su, err)
					}
				}
				if !g.Over() {
					t.Errorf("%v, %v, %v: the game did not end", graph, ko, su)
				}
				games++
			}
		}
	}
	t.Logf("%d games", games)
}

func TestGenmoveForEitherColour(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
	e := newEngine(t)
	d, err := e.Genmove(t.Context(), g, baduk.White, limit)
	if err != nil || d.Move.Color != baduk.White || d.Move.IsPass() {
		t.Fatalf("got %+v, %v, want a white move that is not a pass", d, err)
	}
	if g.ToPlay() != baduk.Black || g.Len() != 0 {
		t.Error("thinking changed the game")
	}
	if err := g.Play(d.Move); err != nil {
		t.Fatal(err)
	}
}

// TestCancelled calls Genmove with a context that has already ended. Genmove must return a real move soon,
// both with an empty graph and with a graph that was kept from the last move.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, rules := range []baduk.Rules{baduk.TrompTaylor(), baduk.Chinese()} {
		g := baduk.NewGame(baduk.MustRectangle(9, 9), rules)
		e := newEngine(t)
		for n := range 8 {
			ctx, limit := ctx, Limit{Time: time.Hour}
			if n%4 == 1 { // search first, so that the next call keeps a graph
				ctx, limit = t.Context(), Limit{Playouts: 2000}
			}
			start := time.Now()
			d, err := e.Genmove(ctx, g, g.ToPlay(), limit)
			if err != nil {
				t.Fatal(err)
			}
			if d.Playouts < 1 || d.Move.IsPass() || limit.Time > 0 && time.Since(start) > 30*time.Second {
				t.Errorf("%+v after %v", d, time.Since(start))
			}
			if err := g.Play(d.Move); err != nil {
				t.Fatal(err)
			}
		}
		if dead, err := e.Dead(ctx, g); err == nil {
			t.Errorf("Dead with an ended context says %v", dead)
		}
	}
}

// TestDeadWithDeadline: with a deadline, the time of an evaluation does not change the number of playouts for dead
// stones. Without one, a slow evaluator is stopped after some seconds.
func TestDeadWithDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := boardtest.Game(t, komi(baduk.Chinese(), 0), baduk.Black, finished...)
		asked := func(ctx context.Context, delay time.Duration) int {
			n := 0
			e, err := New(RolloutParams(), func(g *baduk.Graph, r baduk.Rules) (eval.Evaluator, error) {
				ev, err := rollouts(g, r)
				return delayed{ev, delay, &n}, err
			})
			if err != nil {
				t.Fatal(err)
			}
			e.params.Search.Threads, e.params.DeadPlayouts = 1, 100
			if _, err := e.Dead(ctx, g); err != nil {
				t.Fatal(err)
			}
			return n
		}
		limited, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		fast, slow := asked(limited, 0), asked(limited, time.Second)
		if fast < 100 || slow != fast {
			t.Errorf("a slow evaluator was asked %d times with a deadline, want %d as a fast one", slow, fast)
		}
		if n := asked(t.Context(), time.Second); n > 20 {
			t.Errorf("a slow evaluator was asked %d times without a deadline, want a few", n)
		}
	})
}

// delayed is an evaluator that takes longer, and counts the calls.
type delayed struct {
	eval.Evaluator
	delay time.Duration
	calls *int
}

func (d delayed) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	*d.calls++
	time.Sleep(d.delay)
	return d.Evaluator.Evaluate(ctx, in, out)
}

// TestKeptTree asks for a move when the graph already has as many visits as the limit allows. The engine
// must make new playouts, and answer with the same move or an equally good one.
func TestKeptTree(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.TrompTaylor())
	e := newEngine(t)
	for range 10 {
		var first Decision
		for n := range 2 {
			d, err := e.Genmove(t.Context(), g, g.ToPlay(), Limit{Visits: 400})
			if err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				first = d
			} else if d.Playouts < 100 || d.Visits < 500 {
				t.Errorf("asked again: %d playouts, %d visits", d.Playouts, d.Visits)
			}
		}
		if err := g.Play(first.Move); err != nil {
			t.Fatal(err)
		}
	}
}

func TestParams(t *testing.T) {
	p := RolloutParams()
	p.Time = 0
	if _, err := New(p, rollouts); err == nil || !strings.Contains(err.Error(), "time") {
		t.Errorf("a time of 0: %v", err)
	}
	p = NetParams()
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
	p.Enough = 0
	if _, err := New(p, rollouts); err == nil || !strings.Contains(err.Error(), "enough") {
		t.Errorf("0 playouts are enough: %v", err)
	}
	p.Enough, p.DeadPlayouts = 1, 0
	if _, err := New(p, rollouts); err == nil || !strings.Contains(err.Error(), "deadPlayouts") {
		t.Errorf("New with DeadPlayouts 0: got the error %v, want an error about deadPlayouts", err)
	}
}

// TestGenmoveRefuses asks for moves of a colour that no player has, and of ranks that do not exist.
func TestGenmoveRefuses(t *testing.T) {
	e := newEngine(t)
	for _, test := range []struct {
		c    baduk.Color
		rank Rank
	}{{baduk.Empty, 0}, {3, 0}, {baduk.Black, -1}, {baduk.Black, Dan9 + 1}, {baduk.Black, 127}} {
		g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Chinese())
		_, err := e.Genmove(t.Context(), g, test.c, Limit{Playouts: 10, Rank: test.rank})
		if err == nil {
			t.Errorf("Genmove for colour %d and rank %d: no error", test.c, int(test.rank))
		}
		if _, _, err := e.GenmoveAnalyze(t.Context(), g, test.c, Limit{Playouts: 10, Rank: test.rank}, Analysis{}); err == nil {
			t.Errorf("GenmoveAnalyze for colour %d and rank %d: no error", test.c, int(test.rank))
		}
	}
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Chinese())
	if _, err := e.Genmove(t.Context(), g, baduk.White, Limit{Rank: Dan9}); err != nil {
		t.Error(err)
	}
}

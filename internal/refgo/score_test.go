package refgo

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestScoresOfSeki counts boards with sekis. The wanted scores, without komi,
// are those of KataGo's own tests.
func TestScoresOfSeki(t *testing.T) {
	const (
		nine  = ".X.XO.O.X ...XOOOX. .XXXXXXOO XOOOOOXO. XO.O.OXOO XOOOOOXXX XXXO...OO .XXXOOOO. .X.XO.O.O"
		seven = "OX.OOO. OXXXXXX OOOOOOO .XOXX.. OOOX... X.OXXXX .XOX..."
	)
	for _, test := range []struct {
		picture         string
		area, territory [3]float64 // Black's minus White's, by Tax
	}{
		{nine, [3]float64{-4, -6, -6}, [3]float64{2, 0, 0}},
		{seven, [3]float64{4, 0, 0}, [3]float64{0, 0, 0}},
	} {
		for tax := TaxNone; tax <= TaxAll; tax++ {
			graph, board, _ := draw(t, test.picture)
			game := NewGameFrom(graph, Rules{Tax: tax, PassAlive: PassAliveCounts}, board, Black)
			if score, _ := game.Final(); score != test.area[tax] {
				t.Errorf("%s, tax %d: area %v, want %v", test.picture, tax, score, test.area[tax])
			}
			if test.picture == seven {
				continue
			}
			game.Rules.Scoring = TerritoryScoring
			if score, _ := game.Final(); score != test.territory[tax] {
				t.Errorf("%s, tax %d: territory %v, want %v", test.picture, tax, score, test.territory[tax])
			}
		}
	}
}

func TestIndependentLife(t *testing.T) {
	for _, test := range []struct {
		name, picture string
		black, white  int // number of regions
	}{
		{"nobody", "... ...", 0, 0},
		{"one stone", "... .X.", 1, 0},
		{"a dame between them", "X.O X.O", 0, 0},
		{"no dame", ".XO. .XO.", 1, 1},
		{"two regions of Black's", ".XO.OX. .XO.OX.", 2, 1},
		{"White in atari", "..XO. XXXOO", 1, 0},
		{"an eye of White's is not Black's", "XO. XOO .O.", 0, 0},
	} {
		graph, board, _ := draw(t, test.picture)
		black, white := len(graph.IndependentLife(board, Black)), len(graph.IndependentLife(board, White))
		if black != test.black || white != test.white {
			t.Errorf("%s: %d, %d, want %d, %d", test.name, black, white, test.black, test.white)
		}
	}
}

// TestDeadStoneInNoIndependentLife: White's stone in Black's eye is dead, but
// Black's living group borders dames. Under territory scoring with a tax,
// KataGo's text would take the stone off and give Black a point. KataGo's
// program leaves the stone on the board.
func TestDeadStoneInNoIndependentLife(t *testing.T) {
	for _, test := range []struct {
		rules Rules
		want  float64
		owner Color
	}{
		{Rules{Scoring: AreaScoring, Tax: TaxNone}, 9, Black},
		{Rules{Scoring: AreaScoring, Tax: TaxSeki}, 6, Empty},
		{Rules{Scoring: TerritoryScoring, Tax: TaxNone}, 4, Black},
		{Rules{Scoring: TerritoryScoring, Tax: TaxSeki}, 0, White},
		{Rules{Scoring: TerritoryScoring, Tax: TaxAll}, 0, White},
	} {
		graph, board, _ := draw(t, ".XOX.O XX.XOO XXXX..")
		test.rules.PassAlive = PassAliveCounts
		game := NewGameFrom(graph, test.rules, board, Black)
		if score, owner := game.Final(); score != test.want || owner[2] != test.owner {
			t.Errorf("%+v: %v, the stone for %d; want %v, %d", test.rules, score, owner[2], test.want, test.owner)
		}
	}
}

func TestScoresOfGames(t *testing.T) {
	for _, test := range []struct {
		name, picture string
		rules         Rules
		turns         string
		want          float64
	}{
		{"a capture is a point", "XXX.. .OX.. XXX..", Rules{Scoring: TerritoryScoring}, "X A2, O pass", 8},
		{"so is a play that captures nothing in the second clean-up", "XXX.. .XX.. XXX..", Rules{Scoring: TerritoryScoring},
			"X pass, O pass, X pass, O pass, X E1, O pass", 7},
		{"in the first it costs one", "XXX.. .XX.. XXX..", Rules{Scoring: TerritoryScoring}, "X pass, O pass, X E1, O pass", 6},
		{"a stone on a dame earns nothing", ".XO. .X.. .XO.", Rules{Scoring: TerritoryScoring},
			"X pass, O pass, X pass, O pass, X C2, O pass", 3},
	} {
		graph, board, width := draw(t, test.picture)
		game := NewGameFrom(graph, test.rules, board, Black)
		record(t, game, width, test.turns)
		if score, _ := game.Final(); score != test.want {
			t.Errorf("%s: %v, want %v", test.name, score, test.want)
		}
	}
}

// TestTerritoryByPoints: the text has a second formulation of the territory
// score, for training: by points of the board, and one point less for every
// move before the second clean-up phase. It gives the same score on any graph
// and at any end.
func TestTerritoryByPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 0))
	overs, foreign := 0, 0
	for i := range 200 {
		graphs := []Graph{Grid(3, 3), Grid(4, 3), Torus(3, 4), Cylinder(4, 3), randomGraph(rng, 3+rng.IntN(9), 0.3)}
		rules := Rules{Ko: Ko(rng.IntN(6)), Suicide: Suicide(rng.IntN(3)), Scoring: TerritoryScoring, Tax: Tax(rng.IntN(3)), Button: rng.IntN(2) == 0}
		g := NewGame(graphs[i%len(graphs)], rules)
		playOut(g, rng, 100)
		past := g.replay()
		now := last(past)
		want := float64(now.button) / 2
		if g.buttonLeft(now) {
			want = float64(g.ToPlay()) / 2
		}
		for k, m := range past[1:] {
			if m.turn.Point != Pass && g.unblocks(past[k], m.turn) < 0 && past[k].phase < 2 {
				want -= float64(m.turn.Color)
			}
		}
		_, owner := g.Final()
		for p, c := range owner {
			want += float64(c)
			if now.board[p] != Empty && c != now.board[p] {
				foreign++
			}
		}
		if rules.Tax == TaxAll {
			want -= 2 * float64(len(g.Graph.IndependentLife(now.board, Black))-len(g.Graph.IndependentLife(now.board, White)))
		}
		if score, _ := g.Final(); score != want {
			t.Fatalf("graph %v, %+v, turns %v: %v, by points %v", g.Graph, rules, g.Turns, score, want)
		}
		if g.Over() && !g.NoResult() {
			overs++
		}
	}
	if overs < 80 || foreign < 20 {
		t.Errorf("%d games over, %d stones that do not count, want at least 80 and 20", overs, foreign)
	}
}

// playOut makes at most the given number of random turns, sometimes out of
// turn, and keeps what it replayed.
func playOut(g *Game, rng *rand.Rand, turns int) {
	past := g.replay()
	for range turns {
		c := last(past).toPlay
		if rng.IntN(40) == 0 {
			c = -c
		}
		var points []int
		for p := range g.Graph {
			if g.check(past, Turn{c, p}) == OK {
				points = append(points, p)
			}
		}
		t := Turn{c, Pass}
		if len(points) > 0 && rng.IntN(5) > 0 {
			t.Point = points[rng.IntN(len(points))]
		}
		if g.check(past, t) != OK {
			return
		}
		g.Turns = append(g.Turns, t)
		past = append(past, g.next(past, t))
	}
}

// TestQuestionsOfAGame checks that the answers to different questions agree
// with each other in every kind of game.
func TestQuestionsOfAGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 0))
	unblocked := 0
	for i := range 150 {
		rules := Rules{Ko: Ko(i % 6), Suicide: Suicide(rng.IntN(3)), Scoring: Scoring(rng.IntN(2)), Tax: Tax(rng.IntN(3)),
			Button: rng.IntN(2) == 0, PassAlive: PassAlive(rng.IntN(3))}
		g := NewGame([]Graph{Grid(3, 3), Grid(4, 1), Torus(3, 2), Grid(3, 2)}[rng.IntN(4)], rules)
		playOut(g, rng, 60)
		boards := g.Boards()
		for p, reason := range g.Reasons(g.ToPlay()) {
			turn := Turn{g.ToPlay(), p}
			if got := g.Check(turn); got != reason {
				t.Fatalf("%+v: Check gives %v at %d, want %v as Reasons does", rules, got, p, reason)
			}
			repeats := g.Repeats(turn)
			if (repeats >= 0) != (reason == Superko) {
				t.Fatalf("%+v: %v at %d repeats %d, want a repeated position only for Superko", rules, reason, p, repeats)
			}
			if reason != Superko {
				continue
			}
			if after, _, _ := g.Graph.Place(last(g.replay()).board, p, turn.Color); !slices.Equal(after, boards[repeats]) {
				t.Fatalf("%+v: a play at %d does not repeat the position after %d turns", rules, p, repeats)
			}
		}
		if g.Play(Turn{g.ToPlay(), Pass}) == OK != !g.replay()[len(boards)-1].over {
			t.Fatalf("%+v: a pass was refused before the end, or accepted after the end: %v", rules, g.Turns)
		}
		for k := range g.Turns {
			if k%7 != i%7 {
				continue
			}
			part := *g
			part.Turns = g.Turns[:k]
			if part.Check(g.Turns[k]) != OK || part.Over() || part.Phase() > g.Phase() {
				t.Fatalf("%+v: turn %d of %v is refused, or the game before it is over or in a later phase", rules, k, g.Turns)
			}
			if part.Unblocks(g.Turns[k]) >= 0 {
				unblocked++
			}
		}
	}
	if unblocked == 0 {
		t.Error("nothing was unblocked, want some")
	}
}

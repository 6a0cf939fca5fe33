package refgo

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

func TestLogicalAsPrintedHasNoTurn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	graphs := []Graph{Grid(19, 19), Torus(3, 3), Cylinder(3, 2), Torus(5, 1)}
	for n := 1; n <= 6; n++ {
		graphs = append(graphs, Grid(n, n), Grid(n, 1), randomGraph(rng, 8, 0.4))
	}
	for _, graph := range graphs {
		game := NewLogicalGame(PrintedLogic(graph))
		for _, move := range game.PotentiallyValid(game.Last()) {
			if game.Play(move) {
				t.Errorf("graph %v: %d can be played, want no move", graph, move)
			}
			game.Situations = append(game.Situations, game.After(game.Last(), move))
			game.Moves = append(game.Moves, move)
			if got := game.Violated(); got != "c" {
				t.Errorf("graph %v: %d violates %q, want c", graph, move, got)
			}
			game.Undo()
		}
	}
}

// TestLogicalHalfRepaired shows that both repairs of the printed rules are
// needed.
func TestLogicalHalfRepaired(t *testing.T) {
	for _, test := range []struct {
		minLength         int
		passRepeats       bool
		wantPut, wantPass bool
	}{
		{2, true, false, false},
		{2, false, false, true},
		{1, true, true, false},
		{1, false, true, true},
	} {
		rules := Logical{Grid(3, 3), test.minLength, test.passRepeats}
		put, pass := NewLogicalGame(rules).Play(4), NewLogicalGame(rules).Play(Pass)
		if put != test.wantPut || pass != test.wantPass {
			t.Errorf("l >= %d, passes repeat %v: put %v, pass %v, want %v, %v", test.minLength,
				test.passRepeats, put, pass, test.wantPut, test.wantPass)
		}
	}
}

func TestLogicalReachAndClearAreThoseOf000(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 1000 {
		g := randomGraph(rng, 1+rng.IntN(9), 0.3)
		b := randomBoard(rng, len(g))
		sane, printed := SaneLogic(g), PrintedLogic(g)
		for p := range b {
			block := g.Block(b, p)
			for q := range b {
				if got := sane.SameGroup(b, p, q); got != block[q] {
					t.Fatalf("graph %v board %v: %d and %d in a group: got %v, want %v", g, b, p, q, got, block[q])
				}
				if got := printed.SameGroup(b, p, q); got != (block[q] && len(block) > 1) {
					t.Fatalf("graph %v board %v: %d and %d in a printed group: got %v, want %v", g, b, p, q, got, !got)
				}
			}
			for _, c := range []Color{Empty, Black, White} {
				if c != b[p] && sane.Reach(b, p, c) != g.Reaches(b, p, c) {
					t.Fatalf("graph %v board %v: %d reaches %d: got %v, want %v", g, b, p, c, sane.Reach(b, p, c), g.Reaches(b, p, c))
				}
			}
		}
		for _, c := range []Color{Black, White} {
			want, cleared := g.Clear(b, c)
			if got, emptied := sane.Clear(b, c); !slices.Equal(got, want) || emptied != len(cleared) {
				t.Fatalf("graph %v board %v: clearing %d gives %v, want %v", g, b, c, got, want)
			}
		}
	}
}

func TestLogicalScoreCountsCaptures(t *testing.T) {
	game := NewLogicalGame(SaneLogic(Grid(3, 3)))
	for _, text := range []string{"X B2", "O A2", "X B1", "O pass", "X B3", "O pass", "X A1", "O pass", "X A3", "O pass", "X pass"} {
		move := turn(t, text, 3, 3)
		if game.Last().Player != move.Color || !game.Play(move.Point) {
			t.Fatalf("%s is refused", text)
		}
	}
	last := game.Last()
	if last.NWhite != 1 || last.NBlack != 0 || game.Score(last, Black) != 9+1 || game.Score(last, White) != 0 {
		t.Errorf("%d white and %d black stones captured, score %d : %d, want 1, 0, 10 : 0",
			last.NWhite, last.NBlack, game.Score(last, Black), game.Score(last, White))
	}
	if got := game.Winner(); !game.Ended() || got != Black {
		t.Errorf("ended %v, winner %d, want Black", game.Ended(), got)
	}
	if got := game.Violated(); got != "" {
		t.Errorf("the line violates %q, want no violation", got)
	}
}

// TestLogicalScoreByPlays checks a formula. If each colour made m plays, has
// the territory T and lost N stones, the scores differ by (mB-mW) + (TB-TW) +
// 2(NW-NB). The test also checks that every game obeys positional superko with
// suicide allowed.
func TestLogicalScoreByPlays(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	captures := 0
	for range 300 {
		graph := Grid(1+rng.IntN(3), 1+rng.IntN(4))
		game, oracle := NewLogicalGame(SaneLogic(graph)), NewGame(graph, Rules{Ko: Positional, Suicide: Literal})
		plays := map[Color]int{}
		for range 40 {
			moves := append(game.PotentiallyValid(game.Last()), -2, len(graph))
			move, player := moves[rng.IntN(len(moves))], game.Last().Player
			if move == Pass && rng.IntN(4) > 0 {
				continue
			}
			if got, want := game.Play(move), oracle.Play(Turn{player, move}); got != (want == OK) {
				t.Fatalf("graph %v moves %v: %d is played: %v, want %v as by the Tromp-Taylor document", graph, game.Moves, move, got, want)
			} else if got && move != Pass {
				plays[player]++
			}
		}
		if game.Ended() != oracle.Over() || game.Violated() != "" {
			t.Fatalf("graph %v moves %v: ended %v, violated %q", graph, game.Moves, game.Ended(), game.Violated())
		}
		s := game.Last()
		captures += s.NWhite + s.NBlack
		black, white, _ := graph.AreaScore(s.Colouring)
		for _, c := range s.Colouring { // the rest is the territory
			switch c {
			case Black:
				black--
			case White:
				white--
			}
		}
		want := plays[Black] - plays[White] + black - white + 2*(s.NWhite-s.NBlack)
		if got := game.Score(s, Black) - game.Score(s, White); got != want {
			t.Fatalf("graph %v moves %v: Black leads by %d, want %d", graph, game.Moves, got, want)
		}
	}
	if captures < 300 {
		t.Errorf("%d stones were captured, want more", captures)
	}
}

func TestLogicalViolations(t *testing.T) {
	rules := SaneLogic(Grid(2, 1))
	start := rules.Start()
	put := rules.After(start, 0)
	passed := rules.After(start, Pass)
	twice := rules.After(passed, Pass)
	again := put
	again.Player = Black
	for _, test := range []struct {
		name       string
		situations []Situation
		moves      []int
		want       string
	}{
		{"no moves", []Situation{start}, nil, ""},
		{"White begins", []Situation{passed}, nil, "a"},
		{"Black twice", []Situation{start, again}, []int{0}, "b"},
		{"the empty colouring again", []Situation{start, passed}, []int{0}, "c"},
		{"a pass that colours", []Situation{start, put}, []int{Pass}, "d"},
		{"a third pass", []Situation{start, passed, twice, rules.After(twice, Pass)}, []int{Pass, Pass, Pass}, "d"},
		{"another point", []Situation{start, put}, []int{1}, "e"},
		{"a play after the end", []Situation{start, passed, twice, rules.After(twice, 0)}, []int{Pass, Pass, 0}, "7"},
	} {
		game := &LogicalGame{rules, test.situations, test.moves}
		if got := game.Violated(); got != test.want {
			t.Errorf("%s: violates %q, want %q", test.name, got, test.want)
		}
		if test.want != "" && game.Winner() != Empty {
			t.Errorf("%s: won by %d, want no winner", test.name, game.Winner())
		}
	}
}

// TestLogicalValues pins Black's lead under best play with the whole history.
// The values of whole games are also those of the Tromp-Taylor document; the
// values of openings are not.
func TestLogicalValues(t *testing.T) {
	long := os.Getenv("TENGEN_LONG") == "1"
	for _, test := range []struct {
		width, height int
		opening       int // a point, or -2 for the whole game
		want          int
		long          bool
	}{
		{1, 1, -2, 0, false},
		{2, 1, -2, 0, false},
		{2, 1, 0, -3, false},
		{3, 1, -2, 3, false},
		{3, 1, 0, -4, false},
		{4, 1, -2, 4, false},
		{4, 1, 0, -5, false},
		{2, 2, -2, 1, false},
		{2, 2, 0, 1, false},
		{5, 1, -2, 0, true},
	} {
		if test.long && !long {
			t.Logf("%dx%d is slow: not searched; set TENGEN_LONG=1 to search it", test.height, test.width)
			continue
		}
		game := NewLogicalGame(SaneLogic(Grid(test.width, test.height)))
		sign := 1 // logicalValue is the lead of the player to move
		if test.opening >= 0 {
			game.Play(test.opening)
			sign = -1
		}
		if got := sign * logicalValue(game, -1000, 1000); got != test.want {
			t.Errorf("%dx%d, opening %d: %d, want %d", test.height, test.width, test.opening, got, test.want)
		}
	}
}

// logicalValue is the lead of the player to move, by alpha-beta.
func logicalValue(g *LogicalGame, alpha, beta int) int {
	s := g.Last()
	if g.Ended() {
		return g.Score(s, s.Player) - g.Score(s, -s.Player)
	}
	best := alpha
	for _, move := range g.PotentiallyValid(s) {
		if !g.Play(move) {
			continue
		}
		best = max(best, -logicalValue(g, -beta, -best))
		g.Undo()
		if best >= beta {
			break
		}
	}
	return best
}

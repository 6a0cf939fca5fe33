package refgo

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// least is the T under which a stone lives if the sum is at least n.
func least(n float64) func(float64) bool { return func(z float64) bool { return z >= n } }

// plainMango has weight 1 everywhere and the given T.
func plainMango(g Graph, t func(float64) bool) *Mango {
	return &Mango{Graph: g, F: slices.Repeat([]float64{1}, len(g)), T: t, Initial: make(Board, len(g)), First: Black}
}

func TestMangoPaths(t *testing.T) {
	for _, test := range []struct {
		width, height, pairs, want int
	}{
		{1, 1, 0, 0},
		{2, 1, 1, 1},
		{2, 2, 4, 12},
		{3, 2, 7, 51},
		{3, 3, 12, 374},
	} {
		g := Grid(test.width, test.height)
		if pairs, paths := len(g.Pairs()), len(g.Paths()); pairs != test.pairs || paths != test.want {
			t.Errorf("%dx%d: %d pairs, %d paths, want %d, %d",
				test.height, test.width, pairs, paths, test.pairs, test.want)
		}
	}
}

func TestMangoPathIsAnySetOfThoseIndices(t *testing.T) {
	for _, test := range []struct {
		name     string
		pairs    [][2]int
		ok       bool
		interior int
	}{
		{"nothing", nil, false, 0},
		{"one pair", [][2]int{{0, 1}}, true, 0},
		{"two pairs", [][2]int{{2, 1}, {0, 1}}, true, 1},
		{"a circle", [][2]int{{0, 1}, {1, 2}, {2, 0}}, false, 0},
		{"a star", [][2]int{{0, 1}, {0, 2}, {0, 3}}, false, 0},
		{"two lines", [][2]int{{0, 1}, {2, 3}}, false, 0},
		{"a line and a circle", [][2]int{{0, 1}, {2, 3}, {3, 4}, {4, 2}}, true, 3},
	} {
		path, ok := ReadPath(test.pairs, 5)
		if ok != test.ok || len(path.Interior) != test.interior {
			t.Errorf("%s: path %v %v, want %v with %d interior points",
				test.name, path, ok, test.ok, test.interior)
		}
	}
	if got := Index([][2]int{{0, 1}, {2, 1}, {2, 3}}, 1); got != 2 {
		t.Errorf("index %d, want 2", got)
	}
}

// mangoThresholds are conditions of life. One of them is not monotone, which
// the MANGO document allows.
var mangoThresholds = []func(float64) bool{
	least(1), least(2), least(3),
	func(z float64) bool { return z > 0.5 && z < 3 },
	func(z float64) bool { return int(z)%2 == 0 },
}

func TestMangoSearchIsThePathDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	graphs := []Graph{Grid(2, 2), Grid(3, 2), Grid(3, 3), Torus(4, 1), randomGraph(rng, 6, 0.4), randomGraph(rng, 7, 0.4)}
	for _, g := range graphs {
		paths := g.Paths()
		for i := range 300 {
			m := plainMango(g, mangoThresholds[i%len(mangoThresholds)])
			m.Scores = map[Color]float64{White: 5.5}
			for p := range m.F {
				m.F[p] = float64(rng.IntN(9)-2) / 4 // some are negative
			}
			b := randomBoard(rng, len(g))
			for s, c := range b {
				if c == Empty {
					continue
				}
				if got, want := m.L(b, s), m.LByPaths(paths, b, s); !maps.Equal(got, want) {
					t.Fatalf("graph %v board %v: L of %d is %v, want %v", g, b, s, got, want)
				}
				if got, want := m.Alive(b, s), m.AliveByPaths(paths, b, s); got != want {
					t.Fatalf("graph %v board %v: %d alive %v, want %v", g, b, s, got, want)
				}
			}
			for _, c := range []Color{Black, White} {
				if got, want := m.Score(b, c), m.ScoreByPaths(paths, b, c); got != want {
					t.Fatalf("graph %v board %v: score of %d is %v, want %v", g, b, c, got, want)
				}
			}
		}
	}
}

func TestMangoOfWeightOneIsGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	for i := range 2000 {
		width, height := 1+rng.IntN(5), 1+rng.IntN(5)
		g := []Graph{Grid(width, height), Torus(width, height), randomGraph(rng, width*height, 0.2)}[i%3]
		b := randomBoard(rng, len(g))
		m := plainMango(g, least(1))
		for s, c := range b {
			if c != Empty {
				if got, want := m.Alive(b, s), len(g.Liberties(b, s)) > 0; got != want {
					t.Fatalf("graph %v board %v: %d alive %v, want %v", g, b, s, got, want)
				}
				continue
			}
			for _, c := range []Color{Black, White} {
				board, captured, suicided := m.Move(b, s, c)
				wantBoard, wantCaptured, wantSuicided := g.Place(b, s, c)
				if !slices.Equal(board, wantBoard) || !slices.Equal(captured, wantCaptured) || !slices.Equal(suicided, wantSuicided) {
					t.Fatalf("graph %v board %v: %d at %d gives %v, want %v", g, b, c, s, board, wantBoard)
				}
			}
		}
		black, white, _ := g.AreaScore(b)
		if m.Score(b, Black) != float64(black) || m.Score(b, White) != float64(white) {
			t.Fatalf("graph %v board %v: score %v : %v, want %d : %d", g, b, m.Score(b, Black), m.Score(b, White), black, white)
		}
	}
}

// TestMangoGameIsGo compares whole games: a MangoGame allows the moves that
// positional superko with suicide allows, and ends at the same time.
func TestMangoGameIsGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	for range 100 {
		n := 2 + rng.IntN(2)
		game := &MangoGame{Mango: MangoGo(n, 5.5)}
		oracle := NewGame(game.Graph, Rules{Ko: Positional, Suicide: Literal})
		for range 40 {
			point := rng.IntN(n*n+3) - 1
			if point >= n*n {
				point = rng.IntN(n * n)
			}
			player := game.ToPlay()
			if got, want := game.Play(point), oracle.Play(Turn{player, point}); got != (want == OK) {
				t.Fatalf("%dx%d %v: %d is played %v, want %v as by the Tromp-Taylor document", n, n, game.Turns, point, got, want)
			}
		}
		boards := game.Configurations()
		if game.Over() != oracle.Over() || !slices.EqualFunc(boards, oracle.Boards(), slices.Equal[Board]) {
			t.Fatalf("%dx%d %v: over %v, want %v", n, n, game.Turns, game.Over(), oracle.Over())
		}
		final := boards[len(boards)-1]
		black, white, _ := game.Graph.AreaScore(final)
		want := Empty
		if game.Over() {
			want = White
			if float64(black) > float64(white)+5.5 {
				want = Black
			}
		}
		if got := game.Winner(); got != want {
			t.Fatalf("%dx%d %v: won by %d, want %d", n, n, game.Turns, got, want)
		}
	}
}

// TestMangoThresholdTwoIsNotTwoLiberties: L runs through empty points, so for T
// = [z >= 2] and larger thresholds, being alive is different from having z
// liberties.
func TestMangoThresholdTwoIsNotTwoLiberties(t *testing.T) {
	g, b, _ := draw(t, "XO... O.... .....")
	m := plainMango(g, least(2))
	if got := len(m.L(b, 0)); got != 0 {
		t.Errorf("the corner stone has %d points in L, want 0", got)
	}
	g, b, _ = draw(t, "X.... OOOOO .....")
	if liberties, l := len(g.Liberties(b, 0)), len(m.L(b, 0)); liberties != 1 || l != 4 {
		t.Errorf("%d liberties and %d points in L, want 1 and 4", liberties, l)
	}
	if !m.Alive(b, 0) {
		t.Error("the stone is dead, although more empty points lie beyond its one liberty")
	}
	_, b, _ = draw(t, "X.X.X OOOOO .....")
	if l0, l4 := m.L(b, 0), m.L(b, 4); !maps.Equal(l0, l4) || len(l0) != 2 {
		t.Errorf("L is %v and %v, want the same two points", l0, l4)
	}
	rng := rand.New(rand.NewPCG(9, 0))
	for n := 2; n <= 3; n++ {
		stones, different := 0, 0
		for range 1000 {
			g := Grid(2+rng.IntN(3), 2+rng.IntN(3))
			b, m := randomBoard(rng, len(g)), plainMango(g, least(float64(n)))
			for s, c := range b {
				if c == Empty {
					continue
				}
				stones++
				if got, liberties := m.Alive(b, s), len(g.Liberties(b, s)); got != (liberties >= n) {
					different++
					if !got {
						t.Fatalf("board %v: %d is not alive with %d liberties", b, s, liberties)
					}
				}
			}
		}
		if different < stones/50 {
			t.Errorf("threshold %d: %d of %d stones differ, want more", n, different, stones)
		}
	}
}

func TestMangoPrintedFormula(t *testing.T) {
	for _, test := range []struct {
		z    float64
		want int
	}{
		{-1083, -2}, {-721, -1}, {-720, 0}, {-361, 0}, {-1, 0}, {0, 0},
		{0.5, 0}, {1, 1}, {2, 1}, {361, 1}, {361.5, 1}, {362, 2}, {440, 2}, {722, 2}, {723, 3},
	} {
		if got := PrintedFormula(test.z); got != test.want || PrintedT(test.z) != (test.want == 1) {
			t.Errorf("T(%v): the formula gives %d and the stone is alive: %v; want %d, and alive only for 1", test.z, got, PrintedT(test.z), test.want)
		}
	}
}

func TestMangoFirstStoneOnTheExampleBoards(t *testing.T) {
	for _, test := range []struct {
		n     int
		alive bool
	}{{1, false}, {2, true}, {9, true}, {19, true}, {20, false}, {21, false}} {
		m := MangoGo(test.n, 5.5)
		centre := len(m.Graph) / 2
		after, captured, suicided := m.Move(m.Initial, centre, Black)
		if (after[centre] == Black) != test.alive || len(captured) > 0 || (len(suicided) == 0) != test.alive {
			t.Errorf("%dx%d: the first stone leaves %d there, want alive %v", test.n, test.n, after[centre], test.alive)
		}
		game := &MangoGame{Mango: m}
		if got := game.Legal(centre); got != test.alive {
			t.Errorf("%dx%d: the first stone is legal: got %v, want %v", test.n, test.n, got, test.alive)
		}
	}
	empty := MangoGo(19, 5.5)
	if b, w := empty.Score(empty.Initial, Black), empty.Score(empty.Initial, White); b != 0 || w != 5.5 || empty.First != Black {
		t.Errorf("the first example begins with %v : %v and %d to play, want 0 : 5.5 and Black", b, w, empty.First)
	}
}

// TestMangoNegativeWeights shows that a point of negative weight is a
// disadvantage: it kills stones far from the move, and its owner loses points.
func TestMangoNegativeWeights(t *testing.T) {
	m := plainMango(Grid(5, 1), least(0))
	m.F = []float64{2, 1, 1, -3, 1}
	for _, test := range []struct {
		picture string
		point   int
		color   Color
		want    string
	}{
		// White is left with 1, -3 and 1, however far from Black's move.
		{"..O..", 0, Black, "X...."},
		// White's own stone on the bad point makes the rest good.
		{"X.O..", 3, White, "X.OO."},
		// White takes its own last good point, so all of White is dead.
		{"....O", 0, White, "....."},
	} {
		_, before, _ := draw(t, test.picture)
		_, want, _ := draw(t, test.want)
		if after, _, _ := m.Move(before, test.point, test.color); !slices.Equal(after, want) {
			t.Errorf("%s: %d at %d gives %v, want %v", test.picture, test.color, test.point, after, want)
		}
	}
	_, b, _ := draw(t, "XXO.O")
	if black, white := m.Score(b, Black), m.Score(b, White); black != 3 || white != 1-3+1 {
		t.Errorf("score %v : %v, want 3 : -1", black, white)
	}
}

// TestMangoThresholdThatIsNotMonotone: with a T that is not monotone stones may
// have too much room, and stones of the opponent that were alive at the third
// step may be left dead by the fourth.
func TestMangoThresholdThatIsNotMonotone(t *testing.T) {
	m := plainMango(Grid(5, 1), func(z float64) bool { return z == 1 })
	_, before, _ := draw(t, "O.XX.")
	after, captured, suicided := m.Move(before, 1, Black)
	_, want, _ := draw(t, ".....") // first White had one point too few, then Black one too many
	if !slices.Equal(after, want) || !slices.Equal(captured, []int{0}) || !slices.Equal(suicided, []int{1, 2, 3}) {
		t.Errorf("captured %v, suicided %v, left %v, want [0], [1 2 3], %v", captured, suicided, after, want)
	}
	_, before, _ = draw(t, "OO.X.")
	after, captured, suicided = m.Move(before, 4, Black)
	_, want, _ = draw(t, "OO.XX") // one point is right for both
	if !slices.Equal(after, want) || captured != nil || suicided != nil {
		t.Errorf("captured %v, suicided %v, left %v, want none, none, %v", captured, suicided, after, want)
	}

	left := 0
	rng := rand.New(rand.NewPCG(10, 0))
	for range 2000 {
		g := Grid(3, 3)
		m := plainMango(g, func(z float64) bool { return z == 1 || z == 2 })
		b := randomBoard(rng, len(g))
		p := rng.IntN(len(g))
		if b[p] != Empty {
			continue
		}
		after, _, suicided := m.Move(b, p, Black)
		for s, c := range after {
			if c == White && !m.Alive(after, s) {
				left++
				if len(suicided) == 0 {
					t.Fatalf("board %v, Black at %d: %d is left dead and Black lost nothing", b, p, s)
				}
			}
		}
	}
	if left == 0 {
		t.Error("no stone was left dead, want some")
	}
}

// TestMangoInitialDeadStones: stones that are dead at the start are removed by
// the first move of either player, unless it brings them to life; a pass leaves
// them.
func TestMangoInitialDeadStones(t *testing.T) {
	for _, test := range []struct {
		picture string
		first   Color
		point   int
		want    string
	}{
		{"XO. OO. ...", White, 8, ".O. OO. ..O"},
		{"XO. OO. ...", Black, 8, ".O. OO. ..X"}, // the mover's own stones
		{"XO. OO. ...", Black, Pass, "XO. OO. ..."},
		{"XOX OX. XXX", Black, 5, "X.X .XX XXX"}, // the move brings all of Black's stones to life
	} {
		g, b, _ := draw(t, test.picture)
		_, want, _ := draw(t, test.want)
		m := plainMango(g, least(1))
		m.Initial, m.First = b, test.first
		game := &MangoGame{Mango: m}
		if !game.Play(test.point) {
			t.Errorf("%s: %d is not legal", test.picture, test.point)
			continue
		}
		if got := game.Configurations()[1]; !slices.Equal(got, want) {
			t.Errorf("%s: %d by %d gives %v, want %v", test.picture, test.point, test.first, got, want)
		}
	}
}

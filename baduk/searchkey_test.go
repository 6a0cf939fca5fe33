package baduk_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
)

// TestSearchKeyNamesTheFuture walks every game on tiny boards to some depth and compares
// all games that have the same key. In all of them the same moves must be legal, and each
// move must lead to the same key. Games with the same key therefore have the same future.
func TestSearchKeyNamesTheFuture(t *testing.T) {
	for _, rules := range allRules() {
		t.Run(fmt.Sprint(rules.Ko, rules.Suicide), func(t *testing.T) {
			walkKeys(t, 1, 1, 8, rules, true)
			walkKeys(t, 2, 1, 6, rules, true)
			walkKeys(t, 3, 1, 6, rules, true)
			walkKeys(t, 2, 2, 3, rules, true)
			// With alternating players there are fewer games, so they can be longer.
			walkKeys(t, 3, 1, 8, rules, false)
			walkKeys(t, 4, 1, 9, rules, false)
			walkKeys(t, 2, 2, 5, rules, false)
		})
	}
}

func walkKeys(t *testing.T, width, height, depth int, rules baduk.Rules, anyTurn bool) {
	t.Helper()
	g := baduk.NewGame(baduk.MustRectangle(width, height), rules)
	type known struct {
		future string
		moves  []baduk.Move
	}
	games := map[uint64]*known{}
	failed := false
	var walk func(depth int)
	walk = func(depth int) {
		if failed {
			return
		}
		future := fmt.Sprint(g.ToPlay(), g.Over(), g.Reward(baduk.RewardDifference))
		var moves []baduk.Move
		for p := baduk.Pass; int(p) < g.Graph().Len(); p++ {
			for _, c := range []baduk.Color{baduk.Black, baduk.White} {
				if m := (baduk.Move{Color: c, Point: p}); g.Play(m) == nil {
					future += fmt.Sprintf("; %v %s", c, g.Graph().Vertex(p))
					if rules.Ko != baduk.KoSimple { // under simple ko the key does not count repetitions
						future += fmt.Sprintf(" %x", g.SearchKey())
					}
					g.Undo()
					if anyTurn || c == g.ToPlay() {
						moves = append(moves, m)
					}
				}
			}
		}
		k, again := games[g.SearchKey()]
		if !again {
			k = &known{future, slices.Clone(g.Moves())}
			games[g.SearchKey()] = k
		} else if k.future != future {
			t.Errorf("%dx%d: same key, but different futures\n%s: %s\n%s: %s",
				width, height, named(g, k.moves), k.future, named(g, g.Moves()), future)
			failed = true
		}
		if depth == 0 {
			return
		}
		for _, m := range moves {
			play(t, g, m)
			walk(depth - 1)
			g.Undo()
		}
	}
	walk(depth)
}

// named writes moves as "X C3 O pass".
func named(g *baduk.Game, moves []baduk.Move) (s string) {
	for _, m := range moves {
		s += fmt.Sprintf("%c %s ", " XO"[m.Color], g.Graph().Vertex(m.Point))
	}
	return s
}

func atVertices(t testing.TB, g *baduk.Graph, names ...string) (points []baduk.Point) {
	t.Helper()
	for _, name := range names {
		p, err := g.ParseVertex(name)
		if err != nil {
			t.Fatal(err)
		}
		points = append(points, p)
	}
	return points
}

// TestSearchKeyTransposes compares games that reach one position in different
// orders with a game that starts from it. Under simple ko the past does not
// matter.
func TestSearchKeyTransposes(t *testing.T) {
	graph := baduk.MustRectangle(5, 5)
	p := atVertices(t, graph, "B2", "D4", "C3", "B4")
	black, white := baduk.Black, baduk.White
	for _, ko := range []baduk.KoRule{baduk.KoSimple, baduk.KoPositional, baduk.KoBasic} {
		rules := baduk.Rules{Ko: ko}
		a, b, c := baduk.NewGame(graph, rules), baduk.NewGame(graph, rules), baduk.NewGame(graph, rules)
		play(t, a, baduk.Move{Color: black, Point: p[0]}, baduk.Move{Color: white, Point: p[1]}, baduk.Move{Color: black, Point: p[2]}, baduk.Move{Color: white, Point: p[3]})
		play(t, b, baduk.Move{Color: black, Point: p[2]}, baduk.Move{Color: white, Point: p[3]}, baduk.Move{Color: black, Point: p[0]}, baduk.Move{Color: white, Point: p[1]})
		play(t, c, baduk.Move{Color: black, Point: baduk.Pass}, baduk.Move{Color: white, Point: p[1]}, baduk.Move{Color: black, Point: p[0]}, baduk.Move{Color: white, Point: p[3]}, baduk.Move{Color: black, Point: p[2]}, baduk.Move{Color: white, Point: baduk.Pass}, baduk.Move{Color: black, Point: baduk.Pass})
		c.Resume(baduk.Empty)
		play(t, c, baduk.Move{Color: white, Point: baduk.Pass})
		d, err := baduk.NewGameFrom(graph, rules, baduk.Setup{Black: []baduk.Point{p[0], p[2]}, White: []baduk.Point{p[1], p[3]}})
		if err != nil {
			t.Fatal(err)
		}
		if a.Position().Hash() != b.Position().Hash() || a.Position().Hash() != d.Position().Hash() {
			t.Error("one position, two hashes")
		}
		same := !ko.Superko()
		if (a.SearchKey() == b.SearchKey()) != same || (a.SearchKey() == d.SearchKey()) != same {
			t.Errorf("%v: keys %x, %x, %x", ko, a.SearchKey(), b.SearchKey(), d.SearchKey())
		}
		if a.SearchKey() == c.SearchKey() {
			t.Errorf("%v: the key does not change with a pass", ko)
		}
	}
}

// TestSearchKeyParts changes one part of a game at a time and checks that the
// key changes.
func TestSearchKeyParts(t *testing.T) {
	graph := baduk.MustRectangle(5, 5)
	ko := baduk.Setup{Black: atVertices(t, graph, "B4", "A3", "B2", "C3"), White: atVertices(t, graph, "C4", "D3", "C2")}
	open := ko
	ko.Black, ko.White = ko.Black[:3], append(slices.Clone(ko.White), atVertices(t, graph, "B3")...)
	game := func(rules baduk.Rules, s baduk.Setup) *baduk.Game {
		g, err := baduk.NewGameFrom(graph, rules, s)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	keys := map[uint64]string{}
	add := func(name string, g *baduk.Game) {
		if old, clash := keys[g.SearchKey()]; clash {
			t.Errorf("%s has the key of %s", name, old)
		}
		keys[g.SearchKey()] = name
	}
	taken := game(baduk.Rules{}, ko)
	play(t, taken, baduk.Move{Color: baduk.Black, Point: atVertices(t, graph, "C3")[0]})
	add("the ko just taken", taken)
	open.ToPlay = baduk.White
	free := game(baduk.Rules{}, open)
	add("the same stones without the ban", free)
	if taken.Position().Hash() != free.Position().Hash() {
		t.Error("the stones are not the same")
	}
	open.ToPlay = baduk.Black
	g := game(baduk.Rules{}, open)
	add("the other player's turn", g)
	play(t, g, baduk.Move{Color: baduk.White, Point: baduk.Pass})
	add("after a pass", g)
	play(t, g, baduk.Move{Color: baduk.White, Point: baduk.Pass})
	add("after two passes", g)
	for _, rules := range []baduk.Rules{{Ko: baduk.KoPositional}, {Ko: baduk.KoSituational}, {Ko: baduk.KoNatural},
		{Suicide: baduk.SuicideMulti}, {Suicide: baduk.SuicideLiteral}, {Ties: baduk.TieBlack}, {Komi: 1}, {Komi: -1}, {Komi: 15}} {
		add(fmt.Sprintf("%+v", rules), game(rules, open))
	}
	handicap := open
	handicap.Handicap = 3
	for _, bonus := range []baduk.HandicapBonus{baduk.BonusLessOne, baduk.BonusEachGets} {
		add("bonus "+bonus.String(), game(baduk.Rules{HandicapBonus: bonus}, handicap))
	}
	abstract, err := baduk.NewGraph([][]baduk.Point{{}})
	if err != nil {
		t.Fatal(err)
	}
	add("the empty 1x2", baduk.NewGame(baduk.MustRectangle(1, 2), baduk.Rules{}))
	add("the empty 1x3", baduk.NewGame(baduk.MustRectangle(1, 3), baduk.Rules{}))
	add("the empty single point", baduk.NewGame(abstract, baduk.Rules{}))
	// Graphs with the same adjacency are the same board.
	if a, b := baduk.MustRectangle(1, 1), abstract; a.Fingerprint() != b.Fingerprint() {
		t.Error("equal graphs have different fingerprints")
	}
}

// TestSearchKeyOfStartsAndEnds checks that the key depends on initial scores,
// the number of handicap stones, and an end by agreement or resignation. When
// the end is taken back, the old key returns.
func TestSearchKeyOfStartsAndEnds(t *testing.T) {
	graph := baduk.MustRectangle(5, 5)
	keys := map[uint64]string{}
	add := func(name string, g *baduk.Game) {
		if old, clash := keys[g.SearchKey()]; clash {
			t.Errorf("%s has the key of %s", name, old)
		}
		keys[g.SearchKey()] = name
	}
	start := func(rules baduk.Rules, scores [3]float64, handicap int) *baduk.Game {
		g, err := baduk.NewGameFrom(graph, rules, baduk.Setup{Black: atVertices(t, graph, "B2", "D4", "B4"), ToPlay: baduk.White, Scores: scores, Handicap: handicap})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	for _, scores := range [][3]float64{{}, {baduk.Black: 1}, {baduk.White: 1}, {baduk.Black: 1, baduk.White: 1}, {baduk.Black: -1}} {
		g, again := start(baduk.TrompTaylor(), scores, 2), start(baduk.TrompTaylor(), scores, 2)
		add(fmt.Sprint("scores ", scores), g)
		if g.SearchKey() != again.SearchKey() {
			t.Errorf("scores %v: one start has two keys", scores)
		}
	}
	for handicap := 1; handicap <= 3; handicap++ {
		add(fmt.Sprint("handicap ", handicap), start(baduk.Chinese(), [3]float64{}, handicap))
	}
	g := baduk.NewGame(graph, baduk.Japanese())
	play(t, g, baduk.Move{Color: baduk.Black, Point: baduk.Pass}, baduk.Move{Color: baduk.White, Point: baduk.Pass})
	stopped := g.SearchKey()
	add("play has stopped", g)
	for name, end := range map[string]func(){
		"agreement":     func() { g.Agree() },
		"Black resigns": func() { g.Resign(baduk.Black) },
		"White resigns": func() { g.Resign(baduk.White) },
	} {
		end()
		add(name, g)
		if g.Clone().SearchKey() != g.SearchKey() {
			t.Errorf("%s: the key of a clone differs", name)
		}
		if g.Undo(); g.SearchKey() != stopped {
			t.Errorf("%s: undo does not restore the key", name)
		}
	}
}

// TestSearchKeyOfKosInTheCleanup checks that the key depends on which kos were
// taken in the clean-up, and in which positions, but not on the order of other
// moves.
func TestSearchKeyOfKosInTheCleanup(t *testing.T) {
	graph := baduk.MustRectangle(5, 5)
	// Black takes the ko at C3, and White takes it at B3. A second play there lifts the
	// block.
	game := func(cleanup string) *baduk.Game {
		g, err := baduk.NewGameFrom(graph, baduk.Japanese(), baduk.Setup{Black: atVertices(t, graph, "B4", "A3", "B2"), White: atVertices(t, graph, "C4", "D3", "C2", "B3")})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range atVertices(t, graph, strings.Fields("pass pass "+cleanup)...) {
			play(t, g, baduk.Move{Color: g.ToPlay(), Point: p})
		}
		return g
	}
	first := game("C3 C3 A5 B3 B3 E5 A1 E4")
	again := game("C3 C3 A5 B3 B3 E4 A1 E5")
	late := game("A5 E5 C3 C3 A1 B3 B3 E4")
	for _, g := range []*baduk.Game{again, late} {
		if g.Phase() != 1 || g.ToPlay() != baduk.Black || !slices.Equal(g.StonesAfter(g.Len()), first.StonesAfter(first.Len())) {
			t.Fatalf("after %v phase %d, %v to play: the games do not end in the same situation", named(g, g.Moves()), g.Phase(), g.ToPlay())
		}
	}
	if first.SearchKey() != again.SearchKey() {
		t.Error("the same kos in the same positions have two keys")
	}
	if first.SearchKey() == late.SearchKey() {
		t.Error("the kos were taken in other positions, but the key is the same")
	}
}

// TestSearchKeyFollowsUndo plays random games forwards and backwards.
func TestSearchKeyFollowsUndo(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 1))
	for _, rules := range allRules() {
		g := baduk.NewGame(baduk.MustRectangle(3, 3), rules)
		var keys []uint64
		for range 60 {
			if g.Over() || rng.IntN(3) == 0 && g.Len() > 0 {
				g.Undo()
				if n := len(keys) - 1; g.SearchKey() != keys[n] {
					t.Fatalf("%+v: Undo does not restore the key", rules)
				}
				keys = keys[:len(keys)-1]
				continue
			}
			keys = append(keys, g.SearchKey())
			play(t, g, randomMove(rng, g))
		}
	}
}

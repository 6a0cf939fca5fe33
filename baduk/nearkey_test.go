package baduk_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tengen/baduk"
)

// future is a hash of all that can happen in the next n turns: which moves of
// either colour are legal, where the game ends, and what is counted.
func future(g *baduk.Game, n int) uint64 {
	h := uint64(14695981039346656037)
	add := func(x uint64) { h = (h ^ x) * 1099511628211 }
	add(uint64(g.ToPlay()))
	if g.Over() {
		add(7)
		if g.NoResult() {
			add(8)
		}
		add(uint64(int64(2 * g.Reward(baduk.RewardDifference))))
		return h
	}
	add(uint64(g.Phase()))
	if n == 0 {
		score := g.Score(nil)
		add(uint64(int64(2 * score.Lead())))
		return h
	}
	for p := baduk.Pass; int(p) < g.Graph().Len(); p++ {
		for _, c := range []baduk.Color{baduk.Black, baduk.White} {
			m := baduk.Move{Color: c, Point: p}
			if g.Play(m) != nil {
				add(uint64(p)<<3 + uint64(c)<<1)
				continue
			}
			add(future(g, n-1))
			g.Undo()
		}
	}
	return h
}

// torusGraph makes the 3x3 board without edges.
func torusGraph(t *testing.T) *baduk.Graph {
	t.Helper()
	var adj [][]baduk.Point
	for p := range 9 {
		x, y := p%3, p/3
		var list []baduk.Point
		for _, d := range [][2]int{{1, 0}, {2, 0}, {0, 1}, {0, 2}} {
			list = append(list, baduk.Point((y+d[1])%3*3+(x+d[0])%3))
		}
		slices.Sort(list)
		adj = append(adj, list)
	}
	g, err := baduk.NewGraph(adj)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// nearRules lists every ko rule with every suicide rule, and rulesets with
// prisoners, with phases, and with passes that count.
func nearRules() (list []baduk.Rules) {
	for ko := baduk.KoSimple; ko <= baduk.KoBasic; ko++ {
		for suicide := baduk.SuicideForbidden; suicide <= baduk.SuicideLiteral; suicide++ {
			list = append(list, baduk.Rules{Ko: ko, Suicide: suicide, Komi: 1})
		}
	}
	japanese := baduk.Japanese()
	button := baduk.Rules{Ko: baduk.KoSituational, Button: true}
	prisoners := baduk.Rules{Ko: baduk.KoPositional, Scoring: baduk.ScoringAreaPrisoners, Suicide: baduk.SuicideLiteral, End: baduk.EndFourPasses}
	passes := baduk.Rules{Ko: baduk.KoSituational, Scoring: baduk.ScoringTerritory, PassStones: true, End: baduk.EndWhiteLast}
	return append(list, japanese, button, prisoners, passes)
}

// nearBoard is a board with the games that are played on it.
type nearBoard struct {
	graph        *baduk.Graph
	n, games     int // number of turns that the keys cover, and number of random games
	length       int // of a random game, in turns
	exhaustively int // depth up to which all games are walked
}

// nearBoards lists the boards, or a part of them in short tests.
func nearBoards(t *testing.T) []nearBoard {
	t.Helper()
	boards := []nearBoard{
		{baduk.MustRectangle(1, 3), 3, 40, 24, 6},
		{baduk.MustRectangle(1, 4), 2, 40, 24, 5},
		{baduk.MustRectangle(2, 2), 3, 40, 24, 5},
		{baduk.MustRectangle(1, 6), 2, 40, 30, 3},
		{baduk.MustRectangle(2, 3), 2, 40, 30, 4},
		{baduk.MustRectangle(3, 3), 1, 60, 40, 3},
		{torusGraph(t), 1, 60, 40, 3},
		{baduk.MustRectangle(3, 3), 2, 4, 30, 2},
	}
	if testing.Short() {
		boards = boards[2:6]
	}
	return boards
}

// TestNearKeyNamesTheNearFuture walks random and systematic games on tiny
// boards and compares the futures of all games with the same key.
func TestNearKeyNamesTheNearFuture(t *testing.T) {
	boards := nearBoards(t)
	for _, rules := range nearRules() {
		t.Run(fmt.Sprint(rules.Ko, rules.Suicide, rules.Scoring, rules.Dead, rules.Button), func(t *testing.T) {
			same, apart := 0, 0
			for _, b := range boards {
				type known struct {
					future uint64
					moves  []baduk.Move
					full   uint64
				}
				games := map[uint64]known{}
				g := baduk.NewGame(b.graph, rules)
				check := func() {
					key, _ := g.NearKeys(b.n)
					old, again := games[key]
					if !again {
						games[key] = known{future(g, b.n), g.Moves(), g.SearchKey()}
						return
					}
					if len(games)%3 > 0 && old.full == g.SearchKey() {
						return // the same SearchKey: comparing them would show nothing new
					}
					same++
					if old.full != g.SearchKey() {
						apart++
					}
					if got := future(g, b.n); got != old.future {
						t.Fatalf("%v, %d turns: one key, two futures:\n%s\n%s", b.graph, b.n, named(g, old.moves), named(g, g.Moves()))
					}
				}
				var walk func(depth int)
				walk = func(depth int) {
					check()
					if depth == 0 {
						return
					}
					for p := baduk.Pass; int(p) < b.graph.Len(); p++ {
						if g.Play(baduk.Move{Color: g.ToPlay(), Point: p}) == nil {
							walk(depth - 1)
							g.Undo()
						}
					}
				}
				walk(b.exhaustively)
				rng := rand.New(rand.NewPCG(uint64(b.n), uint64(b.graph.Len())))
				for range b.games {
					g.UndoTo(0)
					for range b.length {
						if g.Over() {
							break
						}
						play(t, g, randomMove(rng, g))
						check()
					}
				}
			}
			t.Logf("%d games had the key of an earlier game, %d of them with another past", same, apart)
			if same == 0 {
				t.Error("no two games had the same key, want some")
			}
		})
	}
}

// TestNearKeyTransposes plays moves that are far apart in different orders. The games
// must have the same near key under every rule, although their SearchKeys differ under
// superko.
func TestNearKeyTransposes(t *testing.T) {
	graph := baduk.MustRectangle(19, 19)
	p := atVertices(t, graph, "D4", "Q16", "Q3", "C17", "K10")
	for _, ko := range []baduk.KoRule{baduk.KoPositional, baduk.KoSituational, baduk.KoNatural, baduk.KoSpight, baduk.KoSimple, baduk.KoBasic} {
		order := func(list ...int) *baduk.Game {
			g := baduk.NewGame(graph, baduk.Rules{Ko: ko, Suicide: baduk.SuicideMulti})
			for _, i := range list {
				play(t, g, baduk.Move{Color: g.ToPlay(), Point: p[i]})
			}
			return g
		}
		a, b := order(0, 1, 2, 3, 4), order(4, 3, 0, 1, 2)
		aKey, aCheck := a.NearKeys(12)
		bKey, bCheck := b.NearKeys(12)
		if aKey != bKey || aCheck != bCheck {
			t.Errorf("%v: two orders of five moves far apart have two keys", ko)
		}
		if ko.Superko() && a.SearchKey() == b.SearchKey() {
			t.Errorf("%v: the past is not in SearchKey", ko)
		}
	}
}

// TestNearKeyMergesOften plays random openings, exchanges two moves of a
// colour, and counts how often the key stays the same.
func TestNearKeyMergesOften(t *testing.T) {
	graph := baduk.MustRectangle(19, 19)
	rng := rand.New(rand.NewPCG(5, 6))
	merged, tried := 0, 0
	for range 60 {
		g := baduk.NewGame(graph, baduk.TrompTaylor())
		for g.Len() < 120 {
			if m := randomMove(rng, g); m.Color == g.ToPlay() && !m.IsPass() {
				play(t, g, m)
			}
			if g.Over() || g.Len() < 3 || rng.IntN(8) > 0 {
				continue
			}
			n := g.Len()
			m := [3]baduk.Move{g.Turn(n - 3), g.Turn(n - 2), g.Turn(n - 1)}
			key, _ := g.NearKeys(12)
			hash := g.Position().Hash()
			g.UndoTo(n - 3)
			if g.Play(m[2]) == nil && g.Play(m[1]) == nil && g.Play(m[0]) == nil && g.Position().Hash() == hash {
				tried++
				if again, _ := g.NearKeys(12); again == key {
					merged++
				}
			}
			g.UndoTo(n - 3)
			play(t, g, m[:]...)
		}
	}
	t.Logf("%d of %d transpositions have one key", merged, tried)
	if merged*10 < tried*9 {
		t.Errorf("%d of %d transpositions have one key, want at least nine of ten", merged, tried)
	}
}

// TestNearKeyChangesNothing checks that NearKeys leaves the game as it was and
// allocates nothing.
func TestNearKeyChangesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for _, rules := range nearRules() {
		g := baduk.NewGame(baduk.MustRectangle(5, 5), rules)
		for range 60 {
			if g.Over() {
				break
			}
			play(t, g, randomMove(rng, g))
			before := g.SearchKey()
			if allocs := testing.AllocsPerRun(4, func() { g.NearKeys(9) }); allocs > 0 && !testing.Short() {
				t.Fatalf("got %g allocations, want 0", allocs)
			}
			if g.SearchKey() != before {
				t.Fatal("NearKeys changed the game")
			}
		}
	}
}

func ExampleGame_NearKeys() {
	graph := baduk.MustRectangle(19, 19)
	game := func(vertices ...string) *baduk.Game {
		g := baduk.NewGame(graph, baduk.TrompTaylor())
		for _, v := range vertices {
			p, _ := graph.ParseVertex(v)
			g.Play(baduk.Move{Color: g.ToPlay(), Point: p})
		}
		return g
	}
	a, b := game("D4", "Q16", "Q4"), game("Q4", "Q16", "D4")
	keyA, checkA := a.NearKeys(10)
	keyB, checkB := b.NearKeys(10)
	fmt.Println(a.SearchKey() == b.SearchKey(), keyA == keyB && checkA == checkB)
	// Output: false true
}

func BenchmarkNearKeys(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, length := range []int{40, 120, 250} {
		g := baduk.NewGame(baduk.MustRectangle(19, 19), baduk.TrompTaylor())
		for g.Len() < length {
			if m := randomMove(rng, g); !m.IsPass() && m.Color == g.ToPlay() {
				if g.Play(m) != nil {
					b.Fatal("the random move is illegal")
				}
			}
		}
		b.Run(fmt.Sprint(length), func(b *testing.B) {
			for b.Loop() {
				g.NearKeys(12)
			}
		})
	}
}

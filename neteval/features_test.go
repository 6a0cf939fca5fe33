package neteval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/nn"
	"tengen/topology"
)

// same compares an input with the literal one.
func same(in *nn.Input, want *input, area int) error {
	planes, numbers := 0, 0
	for i, v := range in.Spatial {
		expected := float32(0)
		if want.planes[i/area][i%area] {
			expected = 1
			planes++
		}
		if v != expected {
			return fmt.Errorf("plane %d at point %d: got %v, want %v", i/area, i%area, v, expected)
		}
	}
	for i, v := range in.Global {
		if math.Abs(float64(v)-want.numbers[i]) > 1e-6*max(1, math.Abs(want.numbers[i])) {
			return fmt.Errorf("number %d: got %v, want %v", i, v, want.numbers[i])
		}
		if want.numbers[i] != 0 {
			numbers++
		}
	}
	for _, points := range want.planes {
		planes -= len(points)
	}
	for _, v := range want.numbers {
		if v != 0 {
			numbers--
		}
	}
	if planes != 0 || numbers != 0 {
		return fmt.Errorf("the input lacks %d points and %d numbers of the literal input", -planes, -numbers)
	}
	return nil
}

// TestFeaturesAreLiteral compares the inputs of all generations with the literal ones in random games.
// TENGEN_LONG=1 compares 10,000 positions, on boards of up to 19x19.
func TestFeaturesAreLiteral(t *testing.T) {
	positions := map[int]int{7: 300} // by the largest side
	if os.Getenv("TENGEN_LONG") != "" {
		positions = map[int]int{7: 9830, 13: 150, 19: 20}
	}
	for most, wanted := range positions {
		t.Run(fmt.Sprint(most), func(t *testing.T) {
			c := comparison{}
			w := &wanderer{rng: rand.New(rand.NewPCG(uint64(most), 2)), limit: most}
			for c.positions < wanted {
				w.play(t, func(g *baduk.Game, rules string) {
					every := 20
					switch {
					case g.Over():
						every = 1
					case notable(g):
						every = 4
					}
					if g.Graph().Len()*g.Len() > 6000 {
						every *= 20 // the literal rules are slow
					}
					if c.positions < wanted && w.rng.IntN(every) == 0 {
						c.add(t, g, rules, w.rng.IntN(4) == 0)
					}
				})
			}
			t.Logf("%d positions: %v in the phases, %d of games that are over, %d with ladders", c.positions, c.phases, c.overs, c.ladders)
		})
	}
}

// TestSafetyUnderSuicide compares positions in which PassAliveUnderSuicide matters: some nets read safe
// areas as if suicide were legal, even under rules that forbid it.
func TestSafetyUnderSuicide(t *testing.T) {
	c := comparison{}
	w := &wanderer{rng: rand.New(rand.NewPCG(9, 2)), limit: 6}
	for c.positions < 20 {
		w.play(t, func(g *baduk.Game, rules string) {
			b := &g.Position().Board
			if g.Rules().Suicide == baduk.SuicideForbidden && c.positions < 20 && !slices.Equal(b.PassAlive(false), b.PassAlive(true)) {
				c.add(t, g, rules, true)
			}
		})
	}
}

// TestChainWithoutLiberties checks that a chain that lives without liberties has no plane of liberties.
func TestChainWithoutLiberties(t *testing.T) {
	board, err := topology.Read("F", []byte(`{"shape": "5x5", "threshold": "z >= 0"}`))
	if err != nil {
		t.Fatal(err)
	}
	graph := board.Graph
	g, err := baduk.NewGameFrom(graph, baduk.TrompTaylor(), baduk.Setup{Black: []baduk.Point{0}, White: []baduk.Point{1, 5}})
	if err != nil {
		t.Fatal(err)
	}
	f, err := NewFeatures(graph, nn.Random(3, nn.RandomOptions{Graph: true, Blocks: "r", Channels: 32}))
	if err != nil {
		t.Fatal(err)
	}
	var in nn.Input
	f.Fill(g, &in)
	for plane, want := range []bool{true, true, false, false, false, false} { // the board, stones, and liberties
		if got := in.Spatial[plane*graph.Len()] == 1; got != want {
			t.Errorf("plane %d has the chain: %v, want %v", plane, got, want)
		}
	}
}

// comparison counts the positions that were compared.
type comparison struct {
	positions, overs, ladders int
	phases                    [3]int
}

// add compares a position; suicide is [nn.Model].PassAliveUnderSuicide.
func (c *comparison) add(t *testing.T, g *baduk.Game, rules string, suicide bool) {
	t.Helper()
	c.positions++
	c.phases[g.Phase()]++
	if g.Over() {
		c.overs++
	}
	l := literalOf(g, suicide)
	for generation := 3; generation <= 7; generation++ {
		f, err := NewFeatures(g.Graph(), &nn.Model{Version: versionOf(generation), PassAliveUnderSuicide: suicide})
		if err != nil {
			t.Fatal(err)
		}
		var in nn.Input
		f.Fill(g, &in)
		whole := l.input(generation)
		if err := same(&in, whole.reduced(generation), g.Graph().Len()); err != nil {
			t.Fatalf("inputs V%d, %v, %s, komi %v, suicide %v, moves %v: %v", generation, g.Graph(), rules, g.Rules().Komi, suicide, g.Moves(), err)
		}
		if generation == 7 && len(whole.planes[14]) > 0 {
			c.ladders++
		}
	}
}

// TestHiddenPast checks that a position with all turns hidden has the input of a game that begins
// there, and that turns that are not hidden are shown.
func TestHiddenPast(t *testing.T) {
	rules, err := baduk.ParseRules("chinese-kgs")
	if err != nil {
		t.Fatal(err)
	}
	rules.Ko, rules.HandicapBonus, rules.FriendlyPass = baduk.KoSimple, baduk.BonusNone, false
	graph := baduk.MustRectangle(9, 9)
	f, err := NewFeatures(graph, &nn.Model{Version: 8})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	const pass, moves, plane = 0, 5, 9 // of generation 7: the first number and planes of the last turns
	shown := func(in *nn.Input) (n int) {
		for i := range moves {
			if slices.Contains(in.Spatial[(plane+i)*graph.Len():(plane+i+1)*graph.Len()], 1) || in.Global[pass+i] != 0 {
				n++
			}
		}
		return n
	}
	for round := range 40 {
		g := baduk.NewGame(graph, rules)
		for range 20 + rng.IntN(40) {
			if m := (baduk.Move{Color: g.ToPlay(), Point: baduk.Point(rng.IntN(graph.Len()))}); g.Legal(m) == baduk.Legal {
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		if round%2 == 0 { // the next pass would end the game
			if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: baduk.Pass}); err != nil {
				t.Fatal(err)
			}
		}
		if g.Over() || g.Position().KoBan != baduk.NoPoint {
			continue
		}
		begun, err := baduk.NewGameFrom(graph, rules, baduk.SetupOf(g.StonesAfter(g.Len()), g.ToPlay()))
		if err != nil {
			t.Fatal(err)
		}
		var got, want nn.Input
		f.fillSince(g, g.Len(), &got)
		f.Fill(begun, &want)
		if !slices.Equal(got.Spatial, want.Spatial) || !slices.Equal(got.Global, want.Global) {
			t.Fatalf("after %d turns the input depends on hidden turns", g.Len())
		}
		for hidden := range 8 {
			f.fillSince(g, g.Len()-hidden, &got)
			if n := shown(&got); n != min(hidden, moves) {
				t.Errorf("got %d visible turns, want %d", n, hidden)
			}
		}
	}
}

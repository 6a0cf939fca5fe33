package neteval

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/nn"
)

func randomNet(t testing.TB, version int) *nn.Net {
	t.Helper()
	net, err := nn.NewNet(nn.Random(1, nn.RandomOptions{Version: version}), nn.FastestLevel().Exact())
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// ask returns the evaluation of one position.
func ask(t testing.TB, net *nn.Net, g *baduk.Game, o Options, seed uint64) eval.Evaluation {
	t.Helper()
	e, err := New(net, g.Graph(), o)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]eval.Evaluation, 1)
	out[0].Resize(g.Graph())
	if err := e.Evaluate(t.Context(), []eval.Query{{Game: g, Seed: seed, Policy: true, Ownership: true}}, out); err != nil {
		t.Fatal(err)
	}
	return out[0]
}

func played(t testing.TB, g *baduk.Game, vertices ...string) *baduk.Game {
	t.Helper()
	for _, v := range vertices {
		p, err := g.Graph().ParseVertex(v)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: p}); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// TestEndedGamesAreJudged checks that a finished game is evaluated like the same game after it was reopened,
// for every kind of end.
func TestEndedGamesAreJudged(t *testing.T) {
	net := randomNet(t, 8)
	start := func() *baduk.Game {
		return played(t, baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Japanese()), "C3", "B2")
	}
	resigned := start()
	resigned.Resign(baduk.White)
	agreed := played(t, start(), "pass", "pass")
	agreed.Agree()
	if !agreed.Over() {
		t.Fatal("no game ended by agreement")
	}
	void := played(t, baduk.NewGame(baduk.MustRectangle(3, 3), baduk.Rules{}), "C1", "C2", "B2", "B3", "A1", "A2", "A3", "B1", "C3")
	for cycle := []string{"A2", "C1", "B3", "A1", "C2", "A3", "B1", "C3"}; !void.Over(); cycle = append(cycle[1:], cycle[0]) {
		played(t, void, cycle[0])
	}
	for name, g := range map[string]*baduk.Game{
		"resigned": resigned, "agreed": agreed,
		"passed": played(t, baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor()), "C3", "pass", "pass"),
		"void":   void,
	} {
		if !g.Over() || g.NoResult() != (name == "void") {
			t.Errorf("%s: the game goes on, or is void", name)
		}
		out, sum := ask(t, net, g, Options{Fixed: true}, 0), float32(0)
		for _, p := range out.Policy {
			sum += p
		}
		if !(sum > 0.9999 && sum < 1.0001) || !(out.Win >= 0 && out.Win <= 1) {
			t.Errorf("%s: the policy sums to %v, want 1; or win is %v", name, sum, out.Win)
		}
	}
	if got, want := ask(t, net, resigned, Options{Fixed: true}, 0), ask(t, net, start(), Options{Fixed: true}, 0); !slices.Equal(got.Policy, want.Policy) || got.Win != want.Win {
		t.Error("a resignation changes the evaluation")
	}
}

// TestAverageIsTheMean compares averages with the judgements of single symmetries.
func TestAverageIsTheMean(t *testing.T) {
	net := randomNet(t, 14)
	for _, side := range [][2]int{{5, 5}, {6, 3}} {
		g := played(t, baduk.NewGame(baduk.MustRectangle(side[0], side[1]), baduk.Chinese()), "B2", "C3", "D2")
		e, err := New(net, g.Graph(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var judged [Symmetries]Judgement
		mean, single := 0.0, []float32{}
		for s := range Symmetries {
			if judged[s], err = e.Judge(g, Symmetry(s)); err != nil {
				t.Fatal(err)
			}
			win := judged[s].Win + judged[s].NoResult/2
			mean += win / Symmetries
			single = append(single, float32(win))
		}
		if got := ask(t, net, g, Options{Average: 8}, 1).Win; math.Abs(float64(got)-mean) > 1e-6 {
			t.Errorf("average of eight: got %v, want %v", got, mean)
		}
		if got := ask(t, net, g, Options{Fixed: true}, 1).Win; got != single[0] {
			t.Errorf("identity symmetry: got %v, want %v", got, single[0])
		}
		seen := map[float32]bool{}
		for seed := range uint64(64) {
			got := ask(t, net, g, Options{}, seed).Win
			if !slices.Contains(single, got) || got != ask(t, net, g, Options{}, seed).Win {
				t.Errorf("seed %d: got %v, want the same evaluation each time, of one of the symmetries", seed, got)
			}
			seen[got] = true
		}
		if len(seen) < 4 {
			t.Errorf("64 seeds gave %d evaluations, want one for each symmetry", len(seen))
		}
	}
}

// TestRefusals checks the errors for boards and options that a net does not support.
func TestRefusals(t *testing.T) {
	net := randomNet(t, 8)
	for _, g := range []*baduk.Graph{baduk.MustRectangle(1, 5), baduk.MustRectangle(5, 1)} {
		if _, err := New(net, g, Options{}); err == nil {
			t.Errorf("%v: got an evaluator, want an error", g)
		}
	}
	for _, version := range []int{-1, 0, 2, nn.NewestVersion + 1} {
		if _, err := NewFeatures(baduk.MustRectangle(5, 5), &nn.Model{Version: version}); err == nil {
			t.Errorf("version %d: got inputs, want an error", version)
		}
	}
	e, err := New(net, baduk.MustRectangle(5, 5), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Judge(baduk.NewGame(baduk.MustRectangle(6, 5), baduk.Chinese()), 0); err == nil {
		t.Error("a game on another board: got a judgement, want an error")
	}
}

// TestConcurrently uses one evaluator from several goroutines.
func TestConcurrently(t *testing.T) {
	g := played(t, baduk.NewGame(baduk.MustRectangle(7, 7), baduk.TrompTaylor()), "C3", "D4", "D3")
	e, err := New(randomNet(t, 15), g.Graph(), Options{Average: 2})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	answers := make([][]eval.Evaluation, 4)
	for i := range answers {
		own := g.Clone()
		group.Go(func() {
			answers[i] = make([]eval.Evaluation, 6)
			in := make([]eval.Query, len(answers[i]))
			for k := range in {
				in[k] = eval.Query{Game: own, Seed: uint64(k), Policy: true, Ownership: true}
				answers[i][k].Resize(own.Graph())
			}
			if err := e.Evaluate(t.Context(), in, answers[i]); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for i := range answers {
		for k := range answers[i] {
			if answers[i][k].Win != answers[0][k].Win || !slices.Equal(answers[i][k].Policy, answers[0][k].Policy) {
				t.Fatalf("goroutine %d, seed %d: the evaluation differs from that of one goroutine", i, k)
			}
		}
	}
}

// TestNoMemory checks that evaluations do not allocate memory under any rules, once the memory for the
// positions exists.
func TestNoMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("short tests run under the race detector, which allocates for itself")
	}
	net, err := nn.NewNet(nn.Random(1, nn.RandomOptions{Version: 8, Blocks: "rg"}), nn.FastestLevel().Exact())
	if err != nil {
		t.Fatal(err)
	}
	for _, rules := range []string{"tromp-taylor", "chinese", "japanese", "stone-scoring"} {
		game := middleGames(t, 1, rules)[0]
		var games []*baduk.Game
		for range 4 {
			games = append(games, game.Clone())
			for range 7 {
				game.Undo()
			}
		}
		e, err := New(net, games[0].Graph(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		out := make([]eval.Evaluation, len(games))
		var in []eval.Query
		for i, g := range games {
			out[i].Resize(g.Graph())
			in = append(in, eval.Query{Game: g, Policy: true, Ownership: true})
		}
		if allocs := testing.AllocsPerRun(3, func() {
			if err := e.Evaluate(context.Background(), in, out); err != nil {
				t.Fatal(err)
			}
		}); allocs != 0 {
			t.Errorf("%s: %g allocations for %d positions, want 0", rules, allocs, len(in))
		}
	}
}

// TestSeveralAtOnce checks that several positions in one call, with Black and with White to move, give
// the same answers as one call for each.
func TestSeveralAtOnce(t *testing.T) {
	net := randomNet(t, 8)
	game := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.Chinese())
	var games []*baduk.Game
	for i, v := range []string{"E5", "C3", "G7", "C7", "G3", "E3", "E7", "C5", "G5", "D4", "F6"} {
		games = append(games, played(t, game, v).Clone())
		if i == 4 {
			games[i].SetToPlay(baduk.White)
		}
	}
	for _, o := range []Options{{}, {Average: 3}, {Average: Symmetries}} {
		e, err := New(net, game.Graph(), o)
		if err != nil {
			t.Fatal(err)
		}
		var in []eval.Query
		together, alone := make([]eval.Evaluation, len(games)), make([]eval.Evaluation, len(games))
		for i, g := range games {
			in = append(in, eval.Query{Game: g, Seed: uint64(i), Policy: true, Ownership: true})
			together[i].Resize(g.Graph())
			alone[i].Resize(g.Graph())
			if err := e.Evaluate(t.Context(), in[i:], alone[i:]); err != nil {
				t.Fatal(err)
			}
		}
		if err := e.Evaluate(t.Context(), in, together); err != nil {
			t.Fatal(err)
		}
		for i := range games {
			if !reflect.DeepEqual(together[i], alone[i]) {
				t.Errorf("average of %d: the evaluation of position %d depends on the other positions of the call", o.Average, i)
			}
		}
	}
}

// TestNoNumber checks the error for a net whose sums overflow.
func TestNoNumber(t *testing.T) {
	m := nn.Random(1, nn.RandomOptions{Version: 8})
	for i := range m.Trunk.InitialConv.Weights {
		m.Trunk.InitialConv.Weights[i] = 3e38
	}
	for _, l := range nn.Levels() {
		net, err := nn.NewNet(m, l)
		if err != nil {
			t.Fatal(err)
		}
		game := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.Chinese())
		e, err := New(net, game.Graph(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		out := make([]eval.Evaluation, 1)
		out[0].Resize(game.Graph())
		err = e.Evaluate(t.Context(), []eval.Query{{Game: game, Policy: true}}, out)
		_, judged := e.Judge(game, 0)
		for _, err := range []error{err, judged} {
			if err == nil || !strings.Contains(err.Error(), "not finite numbers") {
				t.Errorf("%v: got %v, want an error about numbers that are not finite", l, err)
			}
		}
	}
}

// TestLooks checks that evaluations of a position with eight different Looks use all eight symmetries, and
// two use two of them, for any seed.
func TestLooks(t *testing.T) {
	net := randomNet(t, 15)
	g := played(t, baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Chinese()), "B3", "D4", "C2")
	e, err := New(net, g.Graph(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := ask(t, net, g, Options{Average: Symmetries}, 0)
	for seed := range uint64(5) {
		var lead float32
		policy := make([]float32, len(all.Policy))
		seen := map[float32]bool{}
		for look := range Symmetries {
			out := make([]eval.Evaluation, 1)
			out[0].Resize(g.Graph())
			if err := e.Evaluate(t.Context(), []eval.Query{{Game: g, Seed: seed, Look: look, Policy: true}}, out); err != nil {
				t.Fatal(err)
			}
			seen[out[0].Lead] = true
			lead += out[0].Lead / Symmetries
			for i, p := range out[0].Policy {
				policy[i] += p / Symmetries
			}
		}
		if len(seen) != Symmetries || math.Abs(float64(lead-all.Lead)) > 1e-3 {
			t.Errorf("seed %d: got %d different leads, %v on average, want 8 and %v", seed, len(seen), lead, all.Lead)
		}
		for i, p := range policy {
			if math.Abs(float64(p-all.Policy[i])) > 1e-5 {
				t.Errorf("seed %d, point %d: got %v, want %v", seed, i, p, all.Policy[i])
			}
		}
	}
}

// TestRanges gives New and Judge numbers out of range.
func TestRanges(t *testing.T) {
	net := randomNet(t, 15)
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Chinese())
	for _, o := range []Options{{Average: -1}, {Average: 9}, {Optimism: -0.1}, {Optimism: 1.1}, {Optimism: math.NaN()}} {
		if _, err := New(net, g.Graph(), o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
	e, err := New(net, g.Graph(), Options{Average: 8, Optimism: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Judge(g, 7); err != nil {
		t.Error(err)
	}
	if _, err := e.Judge(g, 8); err == nil {
		t.Error("symmetry 8 is accepted")
	}
}

// TestShortOutput: an output that is shorter than the queries is an error of the caller, also if its slice has room.
func TestShortOutput(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Chinese())
	e, err := New(randomNet(t, 8), g.Graph(), Options{Fixed: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("two queries were answered in an output for one")
		}
	}()
	_ = e.Evaluate(t.Context(), []eval.Query{{Game: g}, {Game: g}}, make([]eval.Evaluation, 1, 2))
}

// TestResizes evaluates into evaluations without slices, and into those of another board.
func TestResizes(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Chinese())
	e, err := New(randomNet(t, 8), g.Graph(), Options{Fixed: true})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]eval.Evaluation, 2)
	out[1].Resize(baduk.MustRectangle(9, 9))
	q := eval.Query{Game: g, Policy: true, Ownership: true}
	if err := e.Evaluate(t.Context(), []eval.Query{q, q}, out); err != nil {
		t.Fatal(err)
	}
	for i := range out {
		if len(out[i].Policy) != 26 || len(out[i].Ownership) != 25 {
			t.Errorf("%d: got %d priors and %d owners, want 26 and 25", i, len(out[i].Policy), len(out[i].Ownership))
		}
	}
}

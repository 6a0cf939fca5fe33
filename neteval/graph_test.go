package neteval

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/nn"
	"tengen/topology"
)

// graphBoard returns the board with a name such as "torus 5x5", or the board of the text of a board file.
func graphBoard(t testing.TB, text string) *baduk.Graph {
	t.Helper()
	b, err := topology.Parse(text)
	if strings.HasPrefix(text, "{") {
		b, err = topology.Read("text", []byte(text))
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Graph
}

func graphEvaluator(t testing.TB, m *nn.Model, g *baduk.Graph) *Evaluator {
	t.Helper()
	net, err := nn.NewNet(m, nn.FastestLevel().Exact())
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(net, g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// randomMoves plays a random game and returns its moves.
func randomMoves(rng *rand.Rand, g *baduk.Graph, rules baduk.Rules, n int) []baduk.Move {
	game := baduk.NewGame(g, rules)
	var moves []baduk.Move
	for range 20 * n {
		m := baduk.Move{Color: game.ToPlay(), Point: baduk.Point(rng.IntN(g.Len()))}
		if len(moves) == n || game.Over() {
			break
		}
		if game.Play(m) == nil {
			moves = append(moves, m)
		}
	}
	return moves
}

// replayed plays moves. Each point p is replaced by to[p].
func replayed(t *testing.T, g *baduk.Graph, rules baduk.Rules, setup baduk.Setup, moves []baduk.Move, to []baduk.Point) *baduk.Game {
	t.Helper()
	game, err := baduk.NewGameFrom(g, rules, setup)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		if to != nil {
			m.Point = to[m.Point]
		}
		if err := game.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return game
}

// graphTolerance is the largest difference of an output after a symmetry. Sums over neighbours have another order, so
// floats differ. Greatest values do not.
const graphTolerance = 1e-4

func compareJudgements(t *testing.T, what string, a, b Judgement, to func(p int) int, sign float64) {
	t.Helper()
	same := func(name string, x, y float64) {
		if !(math.Abs(x-y) <= graphTolerance*(1+math.Abs(x))) {
			t.Errorf("%s: %s: %g and %g", what, name, x, y)
		}
	}
	win, loss := b.Win, b.Loss
	if sign < 0 {
		win, loss = loss, win
	}
	same("win", a.Win, win)
	same("loss", a.Loss, loss)
	same("lead", a.Lead, sign*b.Lead)
	same("score", a.ScoreMean, sign*b.ScoreMean)
	for p, v := range a.Ownership {
		same("policy", float64(a.Policy[p]), float64(b.Policy[to(p)]))
		same("ownership", float64(v), sign*float64(b.Ownership[to(p)]))
	}
}

// TestGraphSymmetries: the judgement turns with the board under its automorphisms. On boards with weights these are the
// automorphisms that keep the weights.
func TestGraphSymmetries(t *testing.T) {
	m := nn.Random(3, nn.RandomOptions{Graph: true, Blocks: "rgr", Channels: 32})
	rng := rand.New(rand.NewPCG(1, 1))
	for _, name := range []string{"torus 5x5", "hex 6x5", "klein 4x4", "triangular 5x5", "7x7",
		`{"shape": "7x7", "weight": "1 + abs(x - 4) + 2*abs(y - 4)"}`,               // 4 of the 8 automorphisms of the square
		`{"shape": "torus 6x5", "weight": "x % 2 == 0 ? 3 : -1", "regional": true}`, // half of the automorphisms of the torus
	} {
		g := graphBoard(t, name)
		e := graphEvaluator(t, m, g)
		rules := baduk.Chinese()
		if g.Life() != nil {
			rules = mangoRules(t)
		}
		geo, _ := g.Geometry()
		if len(geo.Symmetries) < 2 {
			t.Fatalf("%s has no symmetries", name)
		}
		for range 6 {
			moves := randomMoves(rng, g, rules, 5+rng.IntN(25))
			want, err := e.Judge(replayed(t, g, rules, baduk.Setup{}, moves, nil), 0)
			if err != nil {
				t.Fatal(err)
			}
			to := geo.Symmetries[1+rng.IntN(len(geo.Symmetries)-1)]
			got, err := e.Judge(replayed(t, g, rules, baduk.Setup{}, moves, to), 3)
			if err != nil {
				t.Fatal(err)
			}
			compareJudgements(t, name, want, got, func(p int) int { return int(to[p]) }, 1)
		}
	}
}

// TestGraphColours: if the players swap their colours and the komi changes its sign, only the point of view changes.
func TestGraphColours(t *testing.T) {
	m := nn.Random(5, nn.RandomOptions{Graph: true, Blocks: "rg", Channels: 32})
	rng := rand.New(rand.NewPCG(2, 2))
	for _, name := range []string{"torus 5x5", "hex 6x5", "threshold-2 torus 5x5", "mango-19"} {
		g := graphBoard(t, name)
		e := graphEvaluator(t, m, g)
		rules := baduk.Chinese()
		if g.Life() != nil {
			rules = mangoRules(t)
		}
		rules.Komi = baduk.Komi(9)
		other := rules
		other.Komi = -rules.Komi
		for range 5 {
			moves := randomMoves(rng, g, rules, 5+rng.IntN(20))
			swapped := slices.Clone(moves)
			for i := range swapped {
				swapped[i].Color = swapped[i].Color.Opponent()
			}
			want, err := e.Judge(replayed(t, g, rules, baduk.Setup{}, moves, nil), 0)
			if err != nil {
				t.Fatal(err)
			}
			got, err := e.Judge(replayed(t, g, other, baduk.Setup{ToPlay: baduk.White}, swapped, nil), 0)
			if err != nil {
				t.Fatal(err)
			}
			compareJudgements(t, name, want, got, func(p int) int { return p }, -1)
		}
	}
}

func mangoRules(t *testing.T) baduk.Rules {
	t.Helper()
	rules, err := baduk.ParseRules("mango-002")
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// TestGraphPlanes compares the planes of nets for graphs with the numbers of a board with weights.
func TestGraphPlanes(t *testing.T) {
	board, err := topology.Read("path", []byte(`{"points":[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"}],
		"edges":[["a","b"],["b","c"],["c","d"]],"weight":{"a":3,"b":1,"c":-3,"d":1},"regional":true}`))
	if err != nil {
		t.Fatal(err)
	}
	g := board.Graph
	game, err := baduk.NewGameFrom(g, mangoRules(t), baduk.Setup{Black: []baduk.Point{1}, White: []baduk.Point{3}, ToPlay: baduk.White})
	if err != nil {
		t.Fatal(err)
	}
	m := nn.Random(1, nn.RandomOptions{Graph: true})
	f, err := NewFeatures(g, m)
	if err != nil {
		t.Fatal(err)
	}
	var in nn.Input
	f.Fill(game, &in)
	// The unit is the mean of the absolute weights, which is 2.
	plane := func(i int) []float32 { return in.Spatial[4*i : 4*i+4] }
	log := func(x float64) float32 { return float32(math.Log2(1 + x)) }
	for i, want := range [][]float32{
		0:            {1, 1, 1, 1},
		1:            {0, 0, 0, 1},
		2:            {0, 1, 0, 0},
		planeDegree:  {0.25, 0.5, 0.5, 0.25},
		planeEdge:    {1, 0, 0, 1},
		planeWeight:  {log(1.5), log(0.5), -log(1.5), log(0.5)},
		planeBeyond:  {0, 0, 0, 0},
		planeSupport: {0, 0, 0, -3.0 / 8}, // the black stone reaches a and c, with weights 3 and -3
		// Shares that are not positive have the largest logarithm.
		planeSupportLog: {0, 2, 0, 2},
	} {
		if want != nil && !slices.Equal(plane(i), want) {
			t.Errorf("plane %d: got %v, want %v", i, plane(i), want)
		}
	}
	if in.Graph.Points() != 4 || in.Width != 4 || in.Height != 1 {
		t.Errorf("the input has %d points and %d by %d pixels", in.Graph.Points(), in.Width, in.Height)
	}
	// The score is in units of 2 points.
	e := graphEvaluator(t, m, g)
	j, err := e.Judge(game, 0)
	if err != nil {
		t.Fatal(err)
	}
	out, err := nn.Evaluate(m, in)
	if err != nil {
		t.Fatal(err)
	}
	if want := -2 * 20 * out.Score[2] * (1 - j.NoResult); math.Abs(j.Lead-want) > 1e-3*(1+math.Abs(want)) {
		t.Errorf("got lead %g, want %g", j.Lead, want)
	}
}

// TestGraphRefusals: a net refuses boards for which it is not made, and says why.
func TestGraphRefusals(t *testing.T) {
	any, flat := nn.Random(1, nn.RandomOptions{Graph: true}), nn.Random(1, nn.RandomOptions{Version: 8})
	torus, hex := graphBoard(t, "torus 7x7"), graphBoard(t, "hex 7x7")
	bound := nn.Random(1, nn.RandomOptions{Graph: true})
	if err := Bind(bound, torus); err != nil {
		t.Fatal(err)
	}
	if err := Bind(flat, torus); err == nil || !strings.Contains(err.Error(), "reads rectangles") {
		t.Errorf("a net for rectangles was bound to a torus: %v", err)
	}
	renamed, err := topology.Read("other", []byte(`{"name": "torus 7x7", "shape": "hex 7x7"}`))
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		m    *nn.Model
		g    *baduk.Graph
		want string // "" if the net reads the board
	}{
		{any, torus, ""}, {any, baduk.MustRectangle(1, 1), ""}, {any, graphBoard(t, "mango-infinite"), ""}, {any, hex, ""},
		{bound, torus, ""}, {bound, graphBoard(t, "torus 7x7"), ""},
		{bound, hex, "is for the board torus 7x7, and the board is hex 7x7"},
		{bound, baduk.MustRectangle(7, 7), "is for the board torus 7x7, and the board is 7x7"},
		{bound, graphBoard(t, "threshold-2 torus 7x7"), "is for the board torus 7x7"},
		{bound, renamed.Graph, "another board with the name torus 7x7"},
		{flat, torus, "reads rectangles only"},
	} {
		err := Supports(c.m, c.g)
		if _, errFeatures := NewFeatures(c.g, c.m); (err == nil) != (errFeatures == nil) {
			t.Errorf("case %d: Supports returns %v, and NewFeatures %v", i, err, errFeatures)
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("case %d: got error %v, want %q", i, err, c.want)
		}
	}
}

// TestGraphEvaluates: an evaluator gives a sound evaluation on boards of every kind, for several positions at once.
func TestGraphEvaluates(t *testing.T) {
	m := nn.New("new", nn.Architecture{Blocks: 3, Channels: 32, Graph: true}, 1)
	rng := rand.New(rand.NewPCG(4, 4))
	for _, name := range []string{"torus 7x7", "hex 7x7", "ring 20", "diamond 2", "planar 40", "mango-infinite", "quarter-plane", "threshold-2 9x9", "1x1"} {
		g := graphBoard(t, name)
		rules := baduk.Chinese()
		if g.Life() != nil {
			rules = mangoRules(t)
		}
		e := graphEvaluator(t, m, g)
		var in []eval.Query
		out := make([]eval.Evaluation, 11)
		for i := range out {
			game := replayed(t, g, rules, baduk.Setup{}, randomMoves(rng, g, rules, 2*i), nil)
			in = append(in, eval.Query{Game: game, Policy: true, Ownership: true, Look: i})
			out[i].Resize(g)
		}
		if err := e.Evaluate(context.Background(), in, out); err != nil {
			t.Fatal(err)
		}
		for i, o := range out {
			sum := 0.0
			for p, v := range o.Policy {
				sum += float64(v)
				m := baduk.Move{Color: in[i].Game.ToPlay(), Point: baduk.Point(p)}
				if p == g.Len() {
					m.Point = baduk.Pass
				}
				if legal := in[i].Game.Legal(m) == baduk.Legal; !in[i].Game.Over() && (v > 0) != legal {
					t.Errorf("%s: %v has the prior %g, and is legal: %v", name, m, v, legal)
				}
			}
			if math.Abs(sum-1) > 1e-4 || !(o.Win >= 0 && o.Win <= 1) || math.IsNaN(float64(o.Lead)) {
				t.Errorf("%s: priors sum to %g, win %g, lead %g", name, sum, o.Win, o.Lead)
			}
			one := make([]eval.Evaluation, 1)
			one[0].Resize(g)
			if err := e.Evaluate(context.Background(), in[i:i+1], one); err != nil {
				t.Fatal(err)
			}
			if math.Abs(float64(one[0].Win-o.Win)) > 1e-5 {
				t.Errorf("%s: position %d: win %g alone and %g with others", name, i, one[0].Win, o.Win)
			}
		}
	}
}

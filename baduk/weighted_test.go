package baduk_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/internal/refgo"
	"tengen/topology"
)

// FuzzMango plays the game that the bytes describe on a board with weights and a
// threshold. It plays under the preset of the MANGO document, and at the same time by the
// literal transcription of the document.
func FuzzMango(f *testing.F) {
	rng := rand.New(rand.NewPCG(41, 42))
	for i := range 12 {
		f.Add(randomInput(rng, byte(i), 0))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := playMango(data); err != nil {
			t.Fatal(err)
		}
	})
}

// TestWeightedScore runs FuzzMango on fixed inputs.
func TestWeightedScore(t *testing.T) {
	for i := range 400 {
		rng := rand.New(rand.NewPCG(uint64(i), 43))
		if err := playMango(randomInput(rng, byte(i), 0)); err != nil {
			t.Fatalf("input %d: %v", i, err)
		}
	}
}

// TestExactWeights checks that the result does not depend on the order of the points, and that
// the lead is exact even if the totals are not. Black has the first half of a path.
func TestExactWeights(t *testing.T) {
	for _, test := range []struct {
		weights []float64
		want    string
	}{
		{[]float64{0.1, 0.2, 0.3, 5, 0.3, 0.2, 0.1}, "0"},
		{[]float64{0.3, 0.2, 0.1, 5, 0.3, 0.2, 0.1}, "0"},
		{[]float64{1e20, 2, 3, 5, 1e20, 2, 2}, "B+1"},
		{[]float64{1, 1e-300, 1, 5, 1, 1e-310, 1}, "B+"},
		{[]float64{1, 1e-10, 1, 5, 1, 2e-10, 1}, "W+0.0000000001"},
	} {
		graph, err := baduk.NewGraphFrom(baduk.Shape{Adjacency: path(len(test.weights)), Life: &baduk.Life{Weights: test.weights}})
		if err != nil {
			t.Fatal(err)
		}
		g := baduk.NewGame(graph, preset("mango-002"))
		play(t, g, baduk.Move{Color: baduk.Black, Point: 2}, baduk.Move{Color: baduk.White, Point: 4})
		if s := g.Score(nil); s.Result() != test.want {
			t.Errorf("weights %v: got %s, want %s", test.weights, s.String(), test.want)
		}
	}
}

// TestExactScores checks that the lead is exact if a weight is tiny compared with an initial score. Black owns the
// whole path.
func TestExactScores(t *testing.T) {
	for _, test := range []struct {
		weights  []float64
		scores   [3]float64
		rules    string
		want     string
		weighted bool
	}{
		{[]float64{3, 1e-17}, [3]float64{baduk.White: 3}, "mango-002", "B+0.00000000000000001", true},
		{[]float64{3, -1e-17}, [3]float64{baduk.White: 3}, "mango-002", "W+0.00000000000000001", true},
		{[]float64{3, 1e-17}, [3]float64{baduk.White: 0.5}, "mango-002+komi=2.5", "B+0.00000000000000001", true},
		{[]float64{3, 1e-17}, [3]float64{baduk.Black: 1e-30, baduk.White: 3}, "mango-002", "B+0.00000000000000001", true},
		{[]float64{3, 1e-200}, [3]float64{baduk.Black: -1e-200, baduk.White: 3}, "mango-002", "0", true},
		{[]float64{3, 1e-17, 1e-40}, [3]float64{baduk.Black: -1e-17, baduk.White: 3}, "mango-002", "B+", true},
		{[]float64{1, 1}, [3]float64{baduk.Black: 1e-17, baduk.White: 2}, "tromp-taylor-000+komi=0", "B+0.00000000000000001", false},
	} {
		shape := baduk.Shape{Adjacency: path(len(test.weights))}
		if test.weighted {
			shape.Life = &baduk.Life{Weights: test.weights, Alive: func(float64) bool { return true }}
		}
		graph, err := baduk.NewGraphFrom(shape)
		if err != nil {
			t.Fatal(err)
		}
		g, err := baduk.NewGameFrom(graph, preset(test.rules), baduk.Setup{Scores: test.scores})
		if err != nil {
			t.Fatal(err)
		}
		pass := baduk.Move{Color: baduk.White, Point: baduk.Pass}
		play(t, g, baduk.Move{Color: baduk.Black, Point: 0}, pass, baduk.Move{Color: baduk.Black, Point: baduk.Pass})
		if s := g.Score(nil); s.Result() != test.want {
			t.Errorf("weights %v, scores %v, %s: got %s, want %s", test.weights, test.scores, test.rules, s.String(), test.want)
		}
	}
}

// TestTinyPoints plays far from the middle of the infinite board, where points are worth almost nothing. The result
// must not look like a tie, and the count must not call the points 0.
func TestTinyPoints(t *testing.T) {
	b, err := topology.Parse("mango-infinite")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ black, white, result, explained string }{
		{"4,4", "5,5", "B+0.0000000000000127", "Black wins by 0.0000000000000127: B+0.0000000000000127."},
		{"5,5", "6,6", "B+", "Black wins by 1.93e-22: B+."},
	} {
		g, err := baduk.NewGameFrom(b.Graph, preset(b.Rules), b.Setup)
		if err != nil {
			t.Fatal(err)
		}
		pass := baduk.Move{Color: baduk.Black, Point: baduk.Pass}
		play(t, g, baduk.Move{Color: baduk.Black, Point: atVertices(t, b.Graph, test.black)[0]},
			baduk.Move{Color: baduk.White, Point: atVertices(t, b.Graph, test.white)[0]}, pass, baduk.Move{Color: baduk.White, Point: baduk.Pass})
		s := g.Score(nil)
		text := strings.Join(s.Explain(b.Graph), "\n")
		if r := baduk.ParseResult(s.Result()); s.Result() != test.result || r.Winner != baduk.Black || r.String() != test.result {
			t.Errorf("Black %s, White %s: the result is %s and is read as %+v, want %s", test.black, test.white, s.Result(), r, test.result)
		}
		if !strings.HasSuffix(text, test.explained) || strings.Contains(text, "has 0:") || strings.Contains(s.String(), " = 0;") {
			t.Errorf("Black %s, White %s: got %s and\n%s\nwant the end %s and no points of 0", test.black, test.white, s.String(), text, test.explained)
		}
	}
}

// path returns the neighbours of n points in a row.
func path(n int) [][]baduk.Point {
	adj := make([][]baduk.Point, n)
	for p := range baduk.Point(n - 1) {
		adj[p], adj[p+1] = append(adj[p], p+1), append(adj[p+1], p)
	}
	return adj
}

// readMango makes a Mango set. Its weights are quarters, so that every sum is
// exact. The threshold need not be monotone, the start may be any position, and
// there are initial scores.
func (s *source) readMango() *refgo.Mango {
	m := &refgo.Mango{Graph: s.readGraph(), First: refgo.Black}
	for range m.Graph {
		m.F = append(m.F, float64(s.below(9)-2)/4)
	}
	switch least := float64(s.below(5)) / 2; s.below(3) {
	case 0:
		m.T = func(z float64) bool { return z > least }
	case 1:
		m.T = func(z float64) bool { return z >= least && z < least+2 }
	default:
		for p := range m.F {
			m.F[p] = 1
		}
		m.T = func(z float64) bool { return z >= least }
	}
	m.Initial = make(refgo.Board, len(m.Graph))
	if s.below(2) == 1 {
		m.First = refgo.White
		for p := range m.Initial {
			m.Initial[p] = []refgo.Color{refgo.Empty, refgo.Black, refgo.White, refgo.Empty}[s.below(4)]
		}
	}
	m.Scores = map[refgo.Color]float64{refgo.Black: float64(s.below(5)) / 2, refgo.White: float64(s.below(20)) / 4}
	return m
}

func playMango(data []byte) error {
	in := &source{data}
	set := in.readMango()
	slowGame := &refgo.MangoGame{Mango: set}
	adj := make([][]baduk.Point, len(set.Graph))
	for p, list := range set.Graph {
		for _, q := range list {
			adj[p] = append(adj[p], baduk.Point(q))
		}
	}
	graph, err := baduk.NewGraphFrom(baduk.Shape{Adjacency: adj, Life: &baduk.Life{Weights: set.F, Alive: set.T, Regional: true}})
	if err != nil {
		return err
	}
	colors := make([]baduk.Color, len(set.Initial))
	for p, c := range set.Initial {
		colors[p] = fast(c)
	}
	setup := baduk.SetupOf(colors, fast(set.First))
	setup.Scores = [3]float64{baduk.Black: set.Scores[refgo.Black], baduk.White: set.Scores[refgo.White]}
	g, err := baduk.NewGameFrom(graph, preset("mango-002"), setup)
	if err != nil {
		return err
	}
	for n := 0; ; n++ {
		boards := slowGame.Configurations()
		now := boards[len(boards)-1]
		for p, c := range now {
			if g.At(baduk.Point(p)) != fast(c) {
				return fmt.Errorf("MANGO document, %+v, moves %v: #%d is %v, want %v", set, g.Moves(), p, g.At(baduk.Point(p)), fast(c))
			}
			v := g.Legal(baduk.Move{Color: g.ToPlay(), Point: baduk.Point(p)})
			if want := !slowGame.Over() && c == refgo.Empty && slowGame.Legal(p); (v == baduk.Legal) != want {
				return fmt.Errorf("MANGO document, %+v, moves %v: #%d is %v, want legal %v", set, g.Moves(), p, v, want)
			}
		}
		s := g.Score(nil)
		for _, c := range []baduk.Color{baduk.Black, baduk.White} {
			if want := set.Score(now, slow(c)); math.Abs(s.Total(c)-want) > 1e-12 {
				return fmt.Errorf("MANGO document, %+v, moves %v: %s, want %v for %v", set, g.Moves(), s.String(), want, c)
			}
		}
		if g.Over() != slowGame.Over() {
			return fmt.Errorf("MANGO document, moves %v: over %v, want the opposite", g.Moves(), g.Over())
		}
		if g.Over() && slow(s.Winner()) != slowGame.Winner() {
			return fmt.Errorf("MANGO document, moves %v: %v wins, want %v", g.Moves(), s.Winner(), slowGame.Winner())
		}
		if g.Over() || len(in.data) == 0 || n == 50 {
			break
		}
		m := in.alternating(g)
		if g.Legal(m) != baduk.Legal {
			m.Point = baduk.Pass
		}
		if g.Play(m) != nil || !slowGame.Play(int(m.Point)) {
			return fmt.Errorf("MANGO document, %+v: only one of the two games plays %v after %v", set, m, g.Moves())
		}
	}
	for g.Undo() {
	}
	for p, c := range set.Initial {
		if g.At(baduk.Point(p)) != fast(c) {
			return fmt.Errorf("MANGO document, %+v: undone, #%d is %v, want the start", set, p, g.At(baduk.Point(p)))
		}
	}
	return g.Position().CheckInvariants()
}

package baduk

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tengen/internal/refgo"
)

// literalMove is a move computed with sets and one search for every stone, as
// the MANGO document says ("Definitions" and "Playing"). The weights must be
// such that float64 adds them exactly.
func literalMove(g *Graph, before []Color, m Move) (after []Color, captured, suicide int) {
	after = slices.Clone(before)
	after[m.Point] = m.Color
	fall := func(c Color) (n int) {
		judged := slices.Clone(after)
		for s := range judged {
			if judged[s] != c {
				continue
			}
			z := 0.0
			reached := map[Point]bool{Point(s): true}
			for open := []Point{Point(s)}; len(open) > 0; open = open[1:] {
				if judged[open[0]] == Empty {
					z += g.Weight(open[0])
				}
				for _, q := range g.Neighbours(open[0]) {
					if !reached[q] && (judged[q] == Empty || judged[q] == c) {
						reached[q] = true
						open = append(open, q)
					}
				}
			}
			if !g.Life().Alive(z) {
				after[s] = Empty
				n++
			}
		}
		return n
	}
	captured = fall(m.Color.Opponent())
	return after, captured, fall(m.Color)
}

// refgoMove is the same move by the literal model of the whole rules.
func refgoMove(g *Graph, before []Color, m Move) (after []Color, captured, suicide int) {
	mango := refgo.Mango{F: g.life.Weights, T: g.life.Alive}
	for _, list := range g.adj {
		var neighbours []int
		for _, q := range list {
			neighbours = append(neighbours, int(q))
		}
		mango.Graph = append(mango.Graph, neighbours)
	}
	board := make(refgo.Board, len(before))
	for p, c := range before {
		board[p] = refgo.Color(c.Number())
	}
	board, c, s := mango.Move(board, int(m.Point), refgo.Color(m.Color.Number()))
	for _, c := range board {
		after = append(after, [...]Color{White, Empty, Black}[c+1])
	}
	return after, len(c), len(s)
}

// lives lists conditions of life: ordinary life, more than one liberty, thresholds with
// gaps, life without an empty point, and weights of both signs. If alive is nil, every
// game has a random condition.
var lives = []struct {
	name   string
	weight func(rng *rand.Rand) float64
	alive  func(z float64) bool
}{
	{"1", nil, func(z float64) bool { return z >= 1 }},
	{"2", nil, func(z float64) bool { return z >= 2 }},
	{"3", nil, func(z float64) bool { return z >= 3 }},
	{"even", nil, func(z float64) bool { return int(z)%2 == 0 }},
	{"few", nil, func(z float64) bool { return z <= 3 }},
	{"never", nil, func(z float64) bool { return false }},
	{"signed", func(rng *rand.Rand) float64 { return float64(rng.IntN(6) - 2) }, func(z float64) bool { return z > 0 }},
	{"quarters", func(rng *rand.Rand) float64 { return float64(1+rng.IntN(9)) / 4 }, func(z float64) bool { return z > 1.5 }},
	{"holes", func(rng *rand.Rand) float64 { return float64(rng.IntN(5)-2) / 4 }, func(z float64) bool { return z == 0 || z > 1 || z < -1 }},
	{"random", func(rng *rand.Rand) float64 { return float64(rng.IntN(5) - 1) }, nil},
}

// adjacencies returns the adjacencies of small boards of many shapes.
func adjacencies(t *testing.T, rng *rand.Rand) map[string][][]Point {
	torus := func(w, h int) (adj [][]Point) {
		for p := range w * h {
			x, y := p%w, p/w
			adj = append(adj, []Point{Point(y*w + (x+1)%w), Point(y*w + (x+w-1)%w), Point((y+1)%h*w + x), Point((y+h-1)%h*w + x)})
		}
		return adj
	}
	return map[string][][]Point{
		"1x1": MustRectangle(1, 1).adj, "1x5": MustRectangle(1, 5).adj, "2x2": MustRectangle(2, 2).adj,
		"3x3": MustRectangle(3, 3).adj, "4x3": MustRectangle(4, 3).adj, "5x5": MustRectangle(5, 5).adj,
		"torus 3x3": torus(3, 3), "torus 5x4": torus(5, 4),
		"dense": randomGraph(t, rng, 9, 0.5).adj, "sparse": randomGraph(t, rng, 16, 0.12).adj,
	}
}

// regionalGraph makes a graph of a shape with weights for its points; without
// weight every point weighs 1.
func regionalGraph(t testing.TB, s Shape, rng *rand.Rand, weight func(*rand.Rand) float64, alive func(float64) bool) *Graph {
	t.Helper()
	s.Life = &Life{Alive: alive, Regional: true}
	for range s.Adjacency {
		w := 1.0
		if weight != nil {
			w = weight(rng)
		}
		s.Life.Weights = append(s.Life.Weights, w)
	}
	g, err := NewGraphFrom(s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

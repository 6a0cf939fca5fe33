package count

import (
	"math/rand/v2"
	"testing"

	"tengen/baduk"
	"tengen/internal/refgo"
)

// boardOf returns the graph of the reference as a graph of the program.
func boardOf(t testing.TB, g refgo.Graph) *baduk.Graph {
	t.Helper()
	adjacent := make([][]baduk.Point, len(g))
	for p, neighbours := range g {
		for _, q := range neighbours {
			adjacent[p] = append(adjacent[p], baduk.Point(q))
		}
	}
	graph, err := baduk.NewGraph(adjacent)
	if err != nil {
		t.Fatal(err)
	}
	return graph
}

// TestGraphAgainstBruteForce counts every torus of at most 10 points, and random graphs.
func TestGraphAgainstBruteForce(t *testing.T) {
	for width := 1; width <= 10; width++ {
		for height := 1; width*height <= 10; height++ {
			for name, graph := range map[string]refgo.Graph{"torus": refgo.Torus(width, height), "cylinder": refgo.Cylinder(width, height)} {
				border, _ := newGraph(boardOf(t, graph))
				if got, want := countByMap(border), bruteForce(graph); got != want {
					t.Errorf("%s %dx%d: got %d, want %d", name, width, height, got, want)
				}
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		graph := make(refgo.Graph, 1+rng.IntN(8))
		for p := range graph {
			for q := range p {
				if rng.IntN(3) == 0 {
					graph[p], graph[q] = append(graph[p], q), append(graph[q], p)
				}
			}
		}
		border, size := newGraph(boardOf(t, graph))
		if got, want := countByMap(border), bruteForce(graph); got != want || size > len(graph) {
			t.Errorf("%v: got %d with a border of %d points, want %d", graph, got, size, want)
		}
	}
}

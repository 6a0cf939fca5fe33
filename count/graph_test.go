package count

import (
	"math/rand/v2"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/internal/refgo"
	"tengen/topology"
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

// TestWeights checks that boards with weights or a threshold are refused, rectangles too.
func TestWeights(t *testing.T) {
	for _, name := range []string{"threshold-2 3x3", "threshold-2 ring 5", "mango-19"} {
		board, err := topology.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Graph(board.Graph); err == nil || !strings.Contains(err.Error(), board.Graph.String()+" has weights or a threshold") {
			t.Errorf("%s: got %v, want that it is refused", name, err)
		}
	}
}

// FuzzGraph colours a torus point by point, without exchanging colours, and compares the end with the rules.
func FuzzGraph(f *testing.F) {
	f.Add(uint8(2), uint8(2), []byte("\x01\x02\x01\x02\x00\x02\x01\x01\x02"))
	f.Fuzz(func(t *testing.T, width, height uint8, colours []byte) {
		graph := refgo.Torus(1+int(width)%4, 1+int(height)%5)
		order := make([]baduk.Point, len(graph))
		for p := range order {
			order[p] = baduk.Point(p)
		}
		border, _ := inOrder(boardOf(t, graph), order)
		board := make(refgo.Board, len(graph))
		s, alive := border.start(), true
		for p := range border.moves {
			colour := uint8(0)
			if p < len(colours) {
				colour = colours[p] % 3
			}
			board[p] = []refgo.Color{refgo.Empty, refgo.Black, refgo.White}[colour]
			d := unpack(s)
			if alive = alive && d.place(&border.moves[p], colour); alive {
				s, _ = d.pack()
			}
		}
		if want := graph.Legal(board); alive != want {
			t.Errorf("torus %v: legal %v, want %v", board, alive, want)
		}
	})
}

package count

import (
	"testing"

	"tengen/internal/refgo"
)

// countByMap counts with a map, without regard to speed.
func countByMap(b border) uint64 {
	layer := map[uint64]uint64{b.start(): 1}
	for step := range b.steps() {
		next := map[uint64]uint64{}
		for s, n := range layer {
			var to [3]uint64
			for _, t := range to[:b.expand(step, s, &to)] {
				next[t] += n
			}
		}
		layer = next
	}
	total := uint64(0)
	for s, n := range layer {
		if b.legal(s) {
			total += n
		}
	}
	return total
}

// bruteForce counts the legal boards of a graph by trying all.
func bruteForce(g refgo.Graph) (legal uint64) {
	b := make(refgo.Board, len(g))
	var try func(p int)
	try = func(p int) {
		if p == len(g) {
			if g.Legal(b) {
				legal++
			}
			return
		}
		for _, b[p] = range []refgo.Color{refgo.Empty, refgo.Black, refgo.White} {
			try(p + 1)
		}
	}
	try(0)
	return legal
}

// TestGridAgainstBruteForce counts every rectangle and cylinder of at most 10 points.
func TestGridAgainstBruteForce(t *testing.T) {
	for width := 1; width <= 10; width++ {
		for height := 1; width*height <= 10; height++ {
			for _, wrap := range []bool{false, true} {
				graph := refgo.Grid(width, height)
				if wrap {
					graph = refgo.Cylinder(width, height)
				}
				if got, want := countByMap(&grid{width, height, wrap}), bruteForce(graph); got != want {
					t.Errorf("%dx%d, cylinder %v: got %d, want %d", width, height, wrap, got, want)
				}
			}
		}
	}
}

func TestKnown(t *testing.T) {
	for _, test := range []struct {
		grid grid
		want uint64
	}{
		{grid{4, 4, false}, 24318165}, {grid{5, 5, false}, 414295148741}, {grid{6, 6, false}, 62567386502084877}, {grid{7, 2, false}, 2557605},
		{grid{4, 4, true}, 32573621}, {grid{4, 3, true}, 415865}, {grid{3, 4, true}, 407501},
	} {
		if got := countByMap(&test.grid); got != test.want {
			t.Errorf("%+v: got %d, want %d", test.grid, got, test.want)
		}
	}
}

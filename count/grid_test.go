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

// FuzzGrid colours a board point by point, without exchanging colours or mirroring, and compares the end with the
// rules.
func FuzzGrid(f *testing.F) {
	f.Add(uint8(3), uint8(3), true, []byte("\x01\x02\x01\x02\x00\x02\x01\x01\x02"))
	f.Add(uint8(5), uint8(3), false, []byte("\x01\x01\x01\x01\x01\x01\x02\x02\x02\x01\x01\x02\x00\x02\x01"))
	f.Fuzz(func(t *testing.T, width, height uint8, wrap bool, colours []byte) {
		g := &grid{1 + int(width)%8, 1 + int(height)%6, wrap}
		graph := refgo.Grid(g.width, g.height)
		if wrap {
			graph = refgo.Cylinder(g.width, g.height)
		}
		board := make(refgo.Board, len(graph))
		s, alive := g.start(), true
		for p := range graph {
			colour := uint64(0)
			if p < len(colours) {
				colour = uint64(colours[p] % 3)
			}
			board[p] = []refgo.Color{refgo.Empty, refgo.Black, refgo.White}[colour]
			if !alive {
				continue
			}
			a := g.around(p, s)
			if s, alive = a.place(s&^(leftWhite|upWhite), colour); !alive {
				continue
			}
			if a.x+1 < g.width {
				s, _ = known(s, a.x+1, a.next, colour)
			} else {
				s, _ = known(s, 0, firstColour(s, a.x, colour), empty)
			}
		}
		if got, want := alive && g.legal(s), graph.Legal(board); got != want {
			t.Errorf("%+v %v: legal %v, want %v", g, board, got, want)
		}
	})
}

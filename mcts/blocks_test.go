package mcts

import (
	"math/rand/v2"
	"testing"
)

// TestBlocks checks that no two taken blocks share an element. Memory that was given back in small pieces
// can be taken again in large pieces.
func TestBlocks(t *testing.T) {
	const chunks = 3
	g := newGraph(false, chunks<<blockShift*moveBytes)
	r := rand.New(rand.NewPCG(1, 2))
	type block struct {
		at    int32
		class uint8
	}
	var k blockStock
	var held []block
	owned := make([]bool, chunks<<blockShift)
	mark := func(b block, poolBatch bool) {
		for i := b.at; i < b.at+blockSizes[b.class]; i++ {
			if owned[i] == poolBatch {
				t.Fatalf("element %d of a block of %d at %d: taken already: %v", i, blockSizes[b.class], b.at, poolBatch)
			}
			owned[i] = poolBatch
		}
	}
	take := func(n int) bool {
		b := block{class: sizeClass(n)}
		var ok bool
		if b.at, ok = g.moves.take(&k, b.class); ok {
			held = append(held, b)
			mark(b, true)
		}
		return ok
	}
	full := 0
	for turn := range 200 {
		most := 4 << (turn % 8) // the size of the requests grows and shrinks
		for take(1 + r.IntN(most)) {
		}
		full++
		r.Shuffle(len(held), func(i, j int) { held[i], held[j] = held[j], held[i] })
		n := len(held) / 2
		if turn%5 == 0 {
			n = len(held)
		}
		for _, b := range held[:n] {
			mark(b, false)
			g.moves.give(b.at, b.class)
		}
		held = held[n:]
		g.moves.giveAll(&k)
	}
	for _, b := range held {
		g.moves.give(b.at, b.class)
		mark(b, false)
	}
	held = nil
	if used := g.used.Load(); used > regionSize*moveBytes {
		t.Errorf("%d bytes are used when nothing is", used)
	}
	for take(4000) {
	}
	if n := len(held); n < chunks*8-2 {
		t.Errorf("with all memory free, %d large blocks fit", n)
	}
}

package kifu

import (
	"slices"
	"testing"

	"tengen/internal/refgo"
)

// quickBoard is a faster [refgo.Graph.Place] for large boards. It removes chains in the
// same way, by flooding, but checks only the chains next to the new stone.
type quickBoard struct {
	graph refgo.Graph
	seen  []int
	sweep int
	block []int
}

// lift removes the block at p from the board if the block has no liberties.
func (q *quickBoard) lift(b refgo.Board, p int) bool {
	q.sweep++
	q.block = append(q.block[:0], p)
	q.seen[p] = q.sweep
	for i := 0; i < len(q.block); i++ {
		for _, n := range q.graph[q.block[i]] {
			if b[n] == refgo.Empty {
				return false
			}
			if b[n] == b[p] && q.seen[n] != q.sweep {
				q.seen[n] = q.sweep
				q.block = append(q.block, n)
			}
		}
	}
	for _, n := range q.block {
		b[n] = refgo.Empty
	}
	return true
}

// place puts a stone on the board and reports whether the stone was removed at once.
func (q *quickBoard) place(b refgo.Board, p int, c refgo.Color) (suicide bool) {
	b[p] = c
	for _, n := range q.graph[p] {
		if b[n] == -c {
			q.lift(b, n)
		}
	}
	return q.lift(b, p)
}

func TestQuickBoardIsTheLiteralOne(t *testing.T) {
	l := lots(3)
	for range 200 {
		g := refgo.Grid(1+l.below(5), 1+l.below(5))
		q := &quickBoard{graph: g, seen: make([]int, len(g))}
		b := make(refgo.Board, len(g))
		for range 60 {
			p, c := l.below(len(g)), []refgo.Color{refgo.Black, refgo.White}[l.below(2)]
			if b[p] != refgo.Empty {
				continue
			}
			want, _, suicided := g.Place(b, p, c)
			if suicide := q.place(b, p, c); suicide != (len(suicided) > 0) || !slices.Equal(b, want) {
				t.Fatalf("%v, want %v", b, want)
			}
		}
	}
}

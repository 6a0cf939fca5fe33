package mcts

import (
	"context"
	"testing"

	"tengen/baduk"
	"tengen/eval"
)

// mirror is an evaluator that sees a transformed game. Each point p stands for the point from[p]. If swap is
// true, the colours are exchanged.
type mirror struct {
	eval.Evaluator
	from  []baduk.Point
	swap  bool
	rules baduk.Rules
}

func (m mirror) color(c baduk.Color) baduk.Color {
	if m.swap {
		return c.Opponent()
	}
	return c
}

func (m mirror) point(p baduk.Point) baduk.Point {
	if p == baduk.Pass {
		return p
	}
	return m.from[p]
}

func (m mirror) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	for i := range in {
		g := in[i].Game
		seen := baduk.NewGame(g.Graph(), m.rules) // Black begins, also with exchanged colours
		for k := range g.Len() {
			t := g.Turn(k)
			if err := seen.Play(baduk.Move{Color: m.color(t.Color), Point: m.point(t.Point)}); err != nil {
				return err
			}
		}
		q := in[i]
		q.Game = seen
		var o [1]eval.Evaluation
		o[0].Resize(g.Graph())
		if err := m.Evaluator.Evaluate(ctx, []eval.Query{q}, o[:]); err != nil {
			return err
		}
		n := g.Graph().Len()
		for p := range n {
			out[i].Policy[p] = o[0].Policy[m.from[p]]
			out[i].Ownership[p] = o[0].Ownership[m.from[p]]
		}
		out[i].Policy[n] = o[0].Policy[n]
		out[i].Win, out[i].Lead, out[i].NoResult = o[0].Win, o[0].Lead, o[0].NoResult
		if m.swap {
			out[i].Win, out[i].Lead = 1-o[0].Win, -o[0].Lead
		}
	}
	return nil
}

// TestSymmetries searches a game and its images under every symmetry of the board, and with the colours
// exchanged. The results must be images of each other, bit for bit. An exchange of colours also replaces
// each chance to win by one minus this chance.
func TestSymmetries(t *testing.T) {
	const size = 5
	rules := baduk.TrompTaylor()
	rules.Komi = 0
	graph := baduk.MustRectangle(size, size)
	start := []baduk.Point{7, 11, 13, 18}
	for _, change := range []func(*Params){netLike, func(p *Params) { p.ExpandVisits = 1 }} {
		var want Result
		for symmetry := range 16 {
			to := make([]baduk.Point, size*size) // image of each point of the original
			from := make([]baduk.Point, size*size)
			for p := range to {
				x, y := p%size, p/size
				if symmetry&1 != 0 {
					x = size - 1 - x
				}
				if symmetry&2 != 0 {
					y = size - 1 - y
				}
				if symmetry&4 != 0 {
					x, y = y, x
				}
				to[p] = baduk.Point(y*size + x)
				from[to[p]] = baduk.Point(p)
			}
			swap := symmetry&8 != 0
			m := mirror{eval.Hashed(11), from, swap, rules}
			first := baduk.Black
			if swap {
				first = baduk.White
			}
			g, err := baduk.NewGameFrom(graph, rules, baduk.Setup{ToPlay: first})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range start {
				if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: to[p]}); err != nil {
					t.Fatal(err)
				}
			}
			s := newSearch(t, m, change)
			s.SetGame(g)
			got := run(t, s, Playouts(600))
			if symmetry == 0 {
				want = got
				continue
			}
			if len(got.Moves) != len(want.Moves) {
				t.Fatalf("symmetry %d: %d moves, want %d", symmetry, len(got.Moves), len(want.Moves))
			}
			for i := range want.Moves {
				a, b := want.Moves[i], got.Moves[i]
				p := a.Move.Point
				if p != baduk.Pass {
					p = to[p]
				}
				utility := b.Utility
				if swap {
					utility = -utility
				}
				if b.Move.Point != p || a.Visits != b.Visits || utility != a.Utility {
					t.Fatalf("symmetry %d, move %d: %v with %d visits, %v; want point %d with %d visits, %v", symmetry, i, b.Move, b.Visits, utility, p, a.Visits, a.Utility)
				}
			}
		}
	}
}

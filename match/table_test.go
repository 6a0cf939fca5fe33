package match

import (
	"strings"
	"testing"

	"tengen/topology"
)

// TestTableChecksGames: a table accepts the games that another table has played. It refuses a game on another
// board. On an infinite board the window of the record is larger than at the beginning.
func TestTableChecksGames(t *testing.T) {
	table := func(spec string, randomMoves int) *Table {
		board, err := topology.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		o := options(2)
		o.Boards, o.RandomMoves, o.MaxMoves = []Board{{board.Graph, board.Setup}}, randomMoves, 12
		o.Players = []Side{ourSide("A", ours{seed: 1}), ourSide("B", ours{seed: 2})}
		table, err := NewTable(o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(table.Close)
		return table
	}
	for _, test := range []struct{ board, other string }{{"torus 4x3", "torus 3x4"}, {"infinite 2", "infinite 3"}} {
		for _, random := range []int{0, 3} {
			g, sgf, err := table(test.board, random).Play(t.Context(), 1)
			if err != nil {
				t.Fatal(err)
			}
			same := table(test.board, random)
			f, err := same.runner.schedule.fixture(1)
			if err != nil {
				t.Fatal(err)
			}
			begun, err := f.opening.begin(same.runner.options.Rules)
			if err != nil {
				t.Fatal(err)
			}
			if begun, _, err = topology.Grow(begun); err != nil {
				t.Fatal(err)
			}
			rec, err := same.Check(1, &g, sgf)
			if err != nil || len(rec.Moves) != g.Moves {
				t.Errorf("%s, %d random moves: %v", test.board, random, err)
			}
			if strings.HasPrefix(test.board, "infinite") && rec != nil && rec.Graph.Len() <= begun.Graph().Len() {
				t.Errorf("%s: the window has not grown", test.board)
			}
			if _, err := table(test.other, random).Check(1, &g, sgf); err == nil {
				t.Errorf("a game on %s is accepted for %s", test.board, test.other)
			}
		}
	}
}

package match

import (
	"bytes"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/kifu"
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

// TestTableRefusesLies: a table accepts a game with a handicap. It refuses the game with another winner, with other
// stones at the beginning, and under other rules.
func TestTableRefusesLies(t *testing.T) {
	o := options(2)
	o.Handicap, o.Boards[0].Graph = 3, baduk.MustRectangle(9, 9)
	o.Players = []Side{ourSide("A", ours{seed: 1}), ourSide("B", ours{seed: 2})}
	table, err := NewTable(o)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	g, sgf, err := table.Play(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Check(1, &g, sgf); err != nil {
		t.Fatal(err)
	}
	for name, lie := range map[string]func(*GameResult, *kifu.Record){
		"the other winner": func(g *GameResult, _ *kifu.Record) { g.Winner = otherName(g) },
		"no winner":        func(g *GameResult, _ *kifu.Record) { g.Winner = "" },
		"a void game":      func(g *GameResult, _ *kifu.Record) { g.Result = "Void" },
		"no result":        func(g *GameResult, _ *kifu.Record) { g.Result, g.Winner = "?", "" },
		"other rules":      func(_ *GameResult, r *kifu.Record) { r.Rules, r.Info.Rules = baduk.Chinese(), "Chinese" },
		"another komi":     func(_ *GameResult, r *kifu.Record) { r.Rules.Komi, r.Info.Komi = 20, "10" },
		"fewer moves":      func(_ *GameResult, r *kifu.Record) { r.Moves = r.Moves[:len(r.Moves)-1] },
		"fewer stones":     func(_ *GameResult, r *kifu.Record) { r.Setup.Black, r.Setup.Handicap = r.Setup.Black[:2], 2 },
	} {
		rec, err := kifu.Parse(sgf)
		if err != nil {
			t.Fatal(err)
		}
		lied := g
		lie(&lied, rec)
		var changed bytes.Buffer
		if err := rec.Write(&changed); err != nil {
			t.Fatal(err)
		}
		if _, err := table.Check(1, &lied, changed.Bytes()); err == nil {
			t.Errorf("a game with %s is accepted", name)
		}
	}
}

// otherName returns the name of the player that did not win.
func otherName(g *GameResult) string {
	if g.Winner == g.Black {
		return g.White
	}
	return g.Black
}

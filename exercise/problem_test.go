package exercise

import (
	"strings"
	"testing"

	"tengen/kifu"
)

// parse reads a problem.
func parse(t *testing.T, sgf string) *Problem {
	t.Helper()
	read, err := kifu.LoadBytes([]byte(sgf), kifu.Options{Format: "sgf", Encoding: "UTF-8"})
	if err != nil {
		t.Fatal(err)
	}
	return New(read.Trees[0])
}

// TestRightMoves checks which first moves are right under the conventions of problem files.
func TestRightMoves(t *testing.T) {
	for _, test := range []struct{ name, moves, want string }{
		{"no marks: the main line", "(;B[aa];W[bb];B[cc])(;B[ba];W[bb])(;B[ca])", "A9"},
		{"RIGHT", "(;B[aa];W[bb])(;B[ba];W[bb];B[cc]C[Good. RIGHT])", "B9"},
		{"CORRECT at the first move", "(;B[aa])(;B[ba]C[CORRECT];W[bb];B[cc])", "B9"},
		{"small letters are not a mark", "(;B[aa]C[the right move])(;B[ba]C[rights])", "A9"},
		{"a comment that begins with the verdict", "(;B[aa]C[Wrong.])(;B[ba]C[Correct!])", "B9"},
		{"wrong ones are marked", "(;B[aa]C[WRONG])(;B[ba])(;B[ca];W[aa])", "B9 C9"},
		{"BM", "(;B[aa]BM[1];W[bb])(;B[ba])", "B9"},
		{"BM of the opponent", "(;B[aa];W[bb]BM[1])(;B[ba])", "A9"},
		{"TE", "(;B[aa])(;B[ba]TE[1];W[bb](;B[cc])(;B[dd]))", "B9"},
		{"TE, and a wrong end below", "(;B[aa])(;B[ba]TE[1];W[bb];B[cc]C[WRONG])(;B[ca]TE[1])", "C9"},
		{"WV", "(;B[aa]WV[])(;B[ba])", "B9"},
		{"GB and GW", "(;B[aa]GW[1])(;B[ba]GB[1])", "B9"},
		{"a whole comment +", "(;B[aa])(;B[ba]C[+])", "B9"},
		{"Japanese", "(;B[aa]C[不正解])(;B[ba]C[正解です])", "B9"},
		{"the opponent plays the first reply", "(;B[aa](;W[bb];B[cc])(;W[cb];B[cc]C[RIGHT]))(;B[ba]C[RIGHT])", "B9"},
		{"unless no reply to any move is right", "(;B[aa](;W[bb];B[cc])(;W[cb];B[cc]C[RIGHT]))(;B[ba])", "A9"},
		{"nodes without moves", ";C[Black to play](;B[aa];C[dead])(;B[ba];C[RIGHT])", "B9"},
		{"only a wrong end", "(;B[aa]C[WRONG])", ""},
	} {
		p := parse(t, "(;SZ[9]"+test.moves+")")
		var got []string
		for _, n := range p.Moves(p.Start) {
			if p.Right(n) {
				m, _ := n.Move()
				got = append(got, p.Tree.Graph.Vertex(m.Point))
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %v is right, want %s", test.name, got, test.want)
		}
	}
}

// TestMovesByVertex reads a problem on a board without rows, where WV is a move of White.
func TestMovesByVertex(t *testing.T) {
	p := parse(t, `(;BOARD[{"shape":"infinite"}];BV[0,0];WV[1,0];BV[2,0])`)
	if line := p.Solution(); len(line) != 3 {
		t.Errorf("the solution has %d moves, want 3", len(line))
	}
}

// TestManyVariations reads a position with many variations as a problem.
func TestManyVariations(t *testing.T) {
	p := parse(t, "(;SZ[19](;C[x])"+strings.Repeat("(;B[];W[])", 40_000)+")")
	right := 0
	for _, n := range p.Moves(p.Start) {
		if p.Right(n) {
			right++
		}
	}
	if right != 1 || !p.Right(p.Moves(p.Start)[0]) {
		t.Errorf("%d moves are right, want only the first one", right)
	}
}

// TestLongGame reads a game of many moves, with a variation at each of them, as a problem.
func TestLongGame(t *testing.T) {
	var b strings.Builder
	b.WriteString("(;SZ[19]")
	for range 20_000 {
		b.WriteString(";B[];W[]")
	}
	b.WriteString(")")
	p := parse(t, b.String())
	if line := p.Solution(); len(line) != 40_000 {
		t.Errorf("the line has %d moves, want 40000", len(line))
	}
}

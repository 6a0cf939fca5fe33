package kifu

import (
	"fmt"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/internal/refgo"
)

// scene is the literal model of a node: its effect on the board, with points as numbers
// instead of properties.
type scene struct {
	moves    []turnOf
	set      map[int]refgo.Color // by point; Empty clears it
	badStone bool                // it also has a set-up stone on an invalid point
	player   refgo.Color         // PL
	next     []*scene
}

// turnOf returns a move: a point, refgo.Pass, or noPoint for a value that is not a point.
type turnOf struct {
	color refgo.Color
	point int
}

const noPoint = -2

// testBoard is a board of the tests.
type testBoard struct {
	header string // its properties in the root
	width  int    // 0 if points are written by their names
}

// testBoards returns boards of every kind: rectangles, joined sides, points with names,
// weights and thresholds.
func testBoards() []testBoard {
	return []testBoard{
		{"SZ[3]", 3}, {"SZ[4]", 4}, {"SZ[1]", 1}, {"SZ[2]", 2}, {"SZ[5:2]", 5}, {"SZ[2:6]", 2},
		{`SZ[3]BOARD[{"shape":"torus 3x3"}]`, 3}, {`BOARD[{"shape":"moebius 4x3"}]`, 4},
		{`BOARD[{"shape":"ring 6"}]`, 0}, {`BOARD[{"shape":"diamond 1"}]`, 0},
		{`BOARD[{"points":[{"name":"a"},{"name":"b:c"},{"name":"(d\]"},{"name":"e\\\\"},{"name":"f;"}\],"edges":[[0,1\],[1,2\],[2,3\],[3,4\],[4,0\],[0,2\]\]}]`, 0},
		{`BOARD[{"shape":"4x3","threshold":"z >= 2"}]`, 4}, {`BOARD[{"shape":"ring 5","weight":"i-1"}]`, 0},
		{`BOARD[{"shape":"torus 3x3","regional":true}]`, 3}, {`BOARD[{"shape":"3x3","weight":"x-y"}]`, 3},
	}
}

// vertexOf writes a point in the notation of the board.
func (b testBoard) vertexOf(g *baduk.Graph, p int) string {
	switch {
	case b.width == 0 && p == refgo.Pass:
		return "pass"
	case b.width == 0:
		return strings.NewReplacer(`\`, `\\`, `]`, `\]`).Replace(g.Vertex(baduk.Point(p)))
	case p == refgo.Pass:
		return ""
	}
	return string([]byte{byte('a' + p%b.width), byte('a' + p/b.width)})
}

// name returns the name of a property on the board. It has a V if the points have names.
func (b testBoard) name(short string) string {
	if b.width == 0 {
		return short + "V"
	}
	return short
}

// textOfScenes writes the model as a file.
func (b testBoard) textOfScenes(g *baduk.Graph, head string, root *scene) string {
	var out strings.Builder
	letter := map[refgo.Color]string{refgo.Black: "B", refgo.White: "W", refgo.Empty: "E"}
	var write func(s *scene)
	write = func(s *scene) {
		for _, c := range []refgo.Color{refgo.Black, refgo.White, refgo.Empty} {
			var list strings.Builder
			for p := range g.Len() {
				if what, said := s.set[p]; said && what == c {
					fmt.Fprintf(&list, "[%s]", b.vertexOf(g, p))
				}
			}
			if s.badStone && c == refgo.Black {
				list.WriteString("[???]")
			}
			if list.Len() > 0 {
				out.WriteString(b.name("A"+letter[c]) + list.String())
			}
		}
		if s.player != refgo.Empty {
			out.WriteString("PL[" + letter[s.player] + "]")
		}
		for _, m := range s.moves { // a property may come several times, and keeps its place
			v := "???"
			if m.point != noPoint {
				v = b.vertexOf(g, m.point)
			}
			fmt.Fprintf(&out, "%s[%s]", b.name(letter[m.color]), v)
		}
		for _, next := range s.next {
			if len(s.next) > 1 {
				out.WriteString("(;")
				write(next)
				out.WriteString(")")
				continue
			}
			out.WriteString(";")
			write(next)
		}
	}
	out.WriteString("(;" + b.header + head)
	write(root)
	out.WriteString(")")
	return out.String()
}

// randomScenes is a tree with that number of nodes. Most play moves. Some have set-up,
// several moves, passes, invalid points, or nothing.
func randomScenes(l *lots, points, nodes int) *scene {
	root := &scene{}
	all := []*scene{root}
	turn := map[*scene]refgo.Color{root: refgo.White}
	parent := map[*scene]*scene{}
	for len(all) < nodes {
		before := all[len(all)-1]
		if l.below(12) == 0 {
			before = all[l.below(len(all))]
		}
		s := &scene{}
		before.next = append(before.next, s)
		all = append(all, s)
		c := -turn[before]
		s.random(l, points, c)
		if own := parent[before]; own != nil && len(own.moves) > 0 && len(s.moves) > 0 && l.below(4) == 0 {
			s.moves[0].point = own.moves[0].point // a stone of this player may just have been taken there
		}
		turn[s], parent[s] = c, before
	}
	if l.below(2) == 0 {
		root.random(l, points, refgo.Black)
	}
	return root
}

func (s *scene) random(l *lots, points int, c refgo.Color) {
	what := l.below(40)
	if what >= 34 && what < 38 {
		s.set = map[int]refgo.Color{}
		for range 1 + l.below(points) {
			s.set[l.below(points)] = []refgo.Color{refgo.Empty, refgo.Black, refgo.White}[l.below(3)]
		}
		s.badStone = l.below(6) == 0
	}
	if what == 36 || what == 38 {
		s.player = []refgo.Color{refgo.Black, refgo.White}[l.below(2)]
	}
	if what >= 36 && l.below(3) > 0 {
		return
	}
	for {
		m := turnOf{c, l.below(points)}
		switch l.below(25) {
		case 0, 1:
			m.point = refgo.Pass
		case 2:
			m.point = noPoint
		case 3:
			m.color = -c
		}
		s.moves = append(s.moves, m)
		if l.below(30) > 0 {
			return
		}
	}
}

// graphOf is the graph of the board.
func (b testBoard) graphOf(t testing.TB) *baduk.Graph {
	t.Helper()
	g := treeOf(t, "(;"+b.header+")").Graph
	if b.width > 0 && g.Len()%b.width != 0 {
		t.Fatalf("%s has %d points, want a multiple of %d", b.header, g.Len(), b.width)
	}
	return g
}

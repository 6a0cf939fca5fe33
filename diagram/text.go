package diagram

import (
	"fmt"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/kifu"
)

// Text draws the stones for a terminal, Black as X and White as O, the last move
// in parentheses, star points as '+'. A board of rows and columns has its
// coordinates on all sides, the infinite board at the left and the bottom, and
// any other board is a list of chains. vertex names the points;
// [baduk.Graph.Vertex] does.
func Text(g *baduk.Game, vertex func(baduk.Point) string) string {
	var b strings.Builder
	graph := g.Graph()
	if w, h, ok := kifu.Rows(graph); ok {
		writeRows(&b, g, w, h, vertex)
	} else if graph.Beyond() != baduk.NoPoint {
		writeWindow(&b, g)
	} else {
		writeChains(&b, g, vertex)
	}
	return b.String()
}

// marks draws single points.
type marks struct {
	game *baduk.Game
	last baduk.Point
	star map[baduk.Point]bool
}

func newMarks(g *baduk.Game) marks {
	m := marks{g, baduk.NoPoint, make(map[baduk.Point]bool)}
	if n := g.Len(); n > 0 {
		m.last = g.Turn(n - 1).Point
	}
	geo, _ := g.Graph().Geometry()
	for _, p := range geo.Stars {
		m.star[p] = true
	}
	return m
}

func (m marks) of(p baduk.Point) byte {
	switch c := m.game.At(p); {
	case c == baduk.Black:
		return 'X'
	case c == baduk.White:
		return 'O'
	case m.star[p]:
		return '+'
	}
	return '.'
}

// row draws points from left to right, with the parentheses around the last move.
// The end is the one behind the last point.
func (m marks) row(points []baduk.Point, width int) string {
	var b strings.Builder
	gap := strings.Repeat(" ", width-1)
	for i, p := range points {
		before := byte(' ')
		switch {
		case p == m.last && p >= 0:
			before = '('
		case i > 0 && points[i-1] == m.last && m.last >= 0:
			before = ')'
		}
		if width > 1 && before == ')' {
			b.WriteString(")" + gap[1:] + " ")
		} else {
			b.WriteString(gap[:width-1] + string(before))
		}
		b.WriteByte(m.of(p))
	}
	if n := len(points); n > 0 && points[n-1] == m.last && m.last >= 0 {
		return b.String() + ")"
	}
	return b.String() + " "
}

func writeRows(b *strings.Builder, g *baduk.Game, w, h int, vertex func(baduk.Point) string) {
	m := newMarks(g)
	geo, _ := g.Graph().Geometry()
	letters := "   "
	for x := range w {
		letters += fmt.Sprintf(" %s", strings.TrimRight(vertex(baduk.Point(x)), "0123456789"))
	}
	b.WriteString(letters + "\n")
	for y := range h {
		points := make([]baduk.Point, w)
		for x := range w {
			points[x] = baduk.Point(y*w + x)
		}
		half := ""
		if shift := geo.X[points[0]] - geo.X[0]; shift == 0.5 {
			half = " " // every second row of the triangular lattice
		}
		fmt.Fprintf(b, "%3d%s%s%d\n", h-y, half, m.row(points, 1), h-y)
	}
	b.WriteString(letters + "\n")
}

// writeWindow draws the part of the infinite board with stones on it, and a
// little around.
func writeWindow(b *strings.Builder, g *baduk.Game) {
	geo, _ := g.Graph().Geometry()
	m := newMarks(g)
	const least, around = 6, 2
	at := map[[2]int]baduk.Point{}
	radius, most := least, 0
	for i := range g.Graph().Len() {
		p := baduk.Point(i)
		if p == g.Graph().Beyond() {
			continue
		}
		x, y := int(geo.X[p]), int(-geo.Y[p])
		at[[2]int{x, y}] = p
		reach := max(x, -x, y, -y)
		if most = max(most, reach); g.At(p) != baduk.Empty {
			radius = max(radius, reach+around)
		}
	}
	radius = min(radius, most)
	const width = 3
	for y := radius; y >= -radius; y-- {
		var points []baduk.Point
		for x := -radius; x <= radius; x++ {
			points = append(points, at[[2]int{x, y}])
		}
		fmt.Fprintf(b, "%4d %s\n", y, strings.TrimRight(m.row(points, width), " "))
	}
	b.WriteString("     ")
	for x := -radius; x <= radius; x++ {
		fmt.Fprintf(b, "%*d", width+1, x)
	}
	b.WriteString("\n")
}

// writeChains lists the chains of both colours with what keeps them alive.
func writeChains(b *strings.Builder, g *baduk.Game, vertex func(baduk.Point) string) {
	board := &g.Position().Board
	for _, c := range [2]baduk.Color{baduk.Black, baduk.White} {
		fmt.Fprintf(b, "%v:", c)
		separator := " "
		for i := range g.Graph().Len() {
			p := baduk.Point(i)
			if g.At(p) != c || firstOf(board, p) != p {
				continue
			}
			var names []string
			for j := range g.Graph().Len() {
				if q := baduk.Point(j); g.At(q) == c && board.Head(q) == board.Head(p) {
					names = append(names, vertex(q))
				}
			}
			b.WriteString(separator + strings.Join(names, " "))
			if !g.Graph().Regional() {
				b.WriteString(" (" + plural(board.Liberties(p), "liberty", "liberties") + ")")
			}
			separator = "; "
		}
		if separator == " " {
			b.WriteString(" no stones")
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(b, "%s: %s to %s\n", plural(g.Graph().Len(), "point", "points"), vertex(0), vertex(baduk.Point(g.Graph().Len()-1)))
}

// firstOf is the lowest stone of a chain.
func firstOf(b *baduk.Board, p baduk.Point) baduk.Point {
	first := p
	for q := b.Next(p); q != p; q = b.Next(q) {
		first = min(first, q)
	}
	return first
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

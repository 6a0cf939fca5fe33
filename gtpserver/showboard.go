package gtpserver

import (
	"fmt"
	"strings"

	"tengen/baduk"
)

// showboard draws the game for a person: coordinates on all sides, the last move
// in parentheses, star points as '+', and below it what the stones do not show.
func showboard(g *baduk.Game) string {
	var b strings.Builder
	drawStones(&b, g)
	last := "none"
	if n := g.Len(); n > 0 {
		m := g.Turn(n - 1)
		last = fmt.Sprintf("%d, %v %s", n, m.Color, g.Graph().Vertex(m.Point))
	}
	fmt.Fprintf(&b, "Last move: %s\n", last)
	if g.Over() {
		b.WriteString("The game is over\n")
	} else {
		fmt.Fprintf(&b, "To play: %v\n", g.ToPlay())
	}
	prisoners := g.Position().Prisoners
	fmt.Fprintf(&b, "Stones lost: black %d, white %d\n", prisoners[baduk.Black], prisoners[baduk.White])
	if h := g.Setup().Handicap; h > 0 {
		fmt.Fprintf(&b, "Handicap: %d\n", h)
	}
	fmt.Fprintf(&b, "Rules: %v", g.Rules())
	return b.String()
}

func drawStones(b *strings.Builder, g *baduk.Game) {
	graph := g.Graph()
	geo, ok := graph.Geometry()
	if !ok || geo.Width == 0 {
		listStones(b, g)
		return
	}
	last := baduk.NoPoint
	if n := g.Len(); n > 0 {
		last = g.Turn(n - 1).Point
	}
	star := make(map[baduk.Point]bool)
	for _, p := range geo.Stars {
		star[p] = true
	}
	letters := "   "
	for x := range geo.Width {
		letters += " " + strings.TrimRight(graph.Vertex(baduk.Point(x)), "0123456789")
	}
	b.WriteString(letters + "\n")
	for y := range geo.Height {
		fmt.Fprintf(b, "%3d", geo.Height-y)
		for x := range geo.Width {
			p := baduk.Point(y*geo.Width + x)
			mark := byte('.')
			switch c := g.At(p); {
			case c == baduk.Black:
				mark = 'X'
			case c == baduk.White:
				mark = 'O'
			case star[p]:
				mark = '+'
			}
			before := byte(' ')
			switch {
			case p == last:
				before = '('
			case p-1 == last && x > 0:
				before = ')'
			}
			b.WriteByte(before)
			b.WriteByte(mark)
		}
		after := " "
		if last == baduk.Point(y*geo.Width+geo.Width-1) {
			after = ")"
		}
		fmt.Fprintf(b, "%s%d\n", after, geo.Height-y)
	}
	b.WriteString(letters + "\n")
}

// listStones stands in for a drawing where the board has no rows.
func listStones(b *strings.Builder, g *baduk.Game) {
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		fmt.Fprintf(b, "%v:", c)
		for i := range g.Graph().Len() {
			if p := baduk.Point(i); g.At(p) == c {
				b.WriteString(" " + g.Graph().Vertex(p))
			}
		}
		b.WriteByte('\n')
	}
}

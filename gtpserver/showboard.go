package gtpserver

import (
	"fmt"
	"strings"

	"tengen/baduk"
	"tengen/diagram"
)

// draw shows the game to a person: the stones, and below them what the stones do
// not show.
func (e *Engine) draw() string {
	var b strings.Builder
	g := e.game
	b.WriteString(diagram.Text(g, e.vertex))
	if _, _, plain := rectangle(g.Graph()); !plain || g.Graph().Life() != nil {
		fmt.Fprintf(&b, "Board: %v\n", g.Graph())
	}
	last := "none"
	if n := g.Len(); n > 0 {
		m := g.Turn(n - 1)
		last = fmt.Sprintf("%d, %v %s", n, m.Color, e.vertex(m.Point))
	}
	fmt.Fprintf(&b, "Last move: %s\n", last)
	switch {
	case g.NoResult():
		b.WriteString("The game is over and has no result\n")
	case g.Over():
		b.WriteString("The game is over\n")
	default:
		fmt.Fprintf(&b, "To play: %v\n", g.ToPlay())
	}
	if p := g.Phase(); p > 0 {
		fmt.Fprintf(&b, "Phase: clean-up %d of 2\n", p)
	}
	if blocked := e.blocked(); blocked != "" {
		fmt.Fprintf(&b, "Blocked: %s\n", blocked)
	}
	if g.Rules().Button {
		holder := "free"
		if c := g.Button(); c != baduk.Empty {
			holder = c.String()
		}
		fmt.Fprintf(&b, "Button: %s\n", holder)
	}
	prisoners := g.Position().Prisoners
	fmt.Fprintf(&b, "Stones lost: black %d, white %d\n", prisoners[baduk.Black], prisoners[baduk.White])
	if h := g.Setup().Handicap; h > 0 {
		fmt.Fprintf(&b, "Handicap: %d\n", h)
	}
	if s := g.Setup().Scores; s != ([3]float64{}) {
		fmt.Fprintf(&b, "Initial scores: black %v, white %v\n", s[baduk.Black], s[baduk.White])
	}
	fmt.Fprintf(&b, "Rules: %v", g.Rules())
	return b.String()
}

// blocked lists the stones that may not be retaken at once in the clean-up.
func (e *Engine) blocked() string {
	var names []string
	for i := range e.game.Graph().Len() {
		if p := baduk.Point(i); e.game.Blocked(p) {
			names = append(names, e.vertex(p))
		}
	}
	return strings.Join(names, " ")
}

package gtpserver

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tengen/baduk"
	"tengen/diagram"
)

// diagramText shows the game as a diagram of the board, and below it the rest of the state.
func (e *Engine) diagramText() string {
	var b strings.Builder
	g := e.game
	b.WriteString(diagram.Text(g, e.vertex))
	fmt.Fprintf(&b, "Board: %v\n", g.Graph())
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

// boardText shows a game on a plain board as KataGo does. Additional lines show the state that KataGo does not
// have. g is the engine's game, possibly with additional moves.
func (e *Engine) boardText(g *baduk.Game) string {
	var b strings.Builder
	grid, _ := g.Graph().Rectangle()
	recent := g.Moves()
	fmt.Fprintf(&b, "MoveNum: %d HASH: %s\n  ", len(recent), positionHash(g))
	for x := range grid.Width {
		b.WriteString(" " + e.columnName(g.Graph(), x))
	}
	marks := recent[max(0, len(recent)-3):]
	for p := range g.Graph().Len() {
		x, y := grid.XY(baduk.Point(p))
		if x == 0 {
			fmt.Fprintf(&b, "\n%2d ", grid.Height-y)
		}
		b.WriteByte(".XO"[g.At(baduk.Point(p))])
		mark := slices.IndexFunc(marks, func(m baduk.Move) bool { return m.Point == baduk.Point(p) })
		if mark >= 0 {
			fmt.Fprintf(&b, "%d", mark+1)
		} else if x < grid.Width-1 {
			b.WriteByte(' ')
		}
	}
	next := "Black"
	if g.ToPlay() == baduk.White {
		next = "White"
	}
	fmt.Fprintf(&b, "\nNext player: %s\n", next)
	if p := g.Phase(); p > 0 && (!e.settings.PreventCleanup || e.cleanup > 0) {
		fmt.Fprintf(&b, "Game phase: %d\n", p) // only if KataGo would be in this phase
	}
	fmt.Fprintf(&b, "Rules: %s\n", wholeKomi.ReplaceAllString(g.Rules().KataGo(), `"komi":$1.0,`))
	if bonus := g.Bonus(); bonus != 0 {
		fmt.Fprintf(&b, "Handicap bonus score: %d\n", bonus)
	}
	prisoners := e.prisoners()
	fmt.Fprintf(&b, "B stones captured: %d\nW stones captured: %d\n", prisoners[baduk.Black], prisoners[baduk.White])
	if blocked := e.blocked(); blocked != "" {
		fmt.Fprintf(&b, "Blocked: %s\n", blocked)
	}
	return b.String()
}

// wholeKomi matches a komi that KataGo writes with a decimal.
var wholeKomi = regexp.MustCompile(`"komi":(-?[0-9]+),`)

// columnName returns the letters of a column.
func (e *Engine) columnName(graph *baduk.Graph, x int) string {
	return strings.TrimRight(e.vertexOn(graph, baduk.Point(x)), "0123456789")
}

// positionHash is a digest of the stones. It differs from KataGo's.
func positionHash(g *baduk.Game) string {
	var stones []byte
	for p := range g.Graph().Len() {
		stones = append(stones, byte(g.At(baduk.Point(p))))
	}
	sum := sha256.Sum256(fmt.Appendf(stones, "%v", g.Graph()))
	return strings.ToUpper(hex.EncodeToString(sum[:16]))
}

// blocked lists the kos that are blocked in the clean-up. Each ko is named by the stone that may not be retaken at
// once.
func (e *Engine) blocked() string {
	var names []string
	for i := range e.game.Graph().Len() {
		if p := baduk.Point(i); e.game.Blocked(p) {
			names = append(names, e.vertex(p))
		}
	}
	return strings.Join(names, " ")
}

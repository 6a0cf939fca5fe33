package kifu

import (
	"fmt"
	"strings"

	"tengen/baduk"
	"tengen/sgf"
)

// exportGTP writes the commands that replay a game in any program: boardsize,
// clear_board, komi, the stones of the set-up and the moves. It sets handicap stones
// with set_free_handicap, so that the program knows that they are handicap stones. It
// sets other stones with play. The protocol has only square boards of at most 25 lines.
func exportGTP(root *sgf.Node) ([]byte, []Loss, error) {
	g, err := flatten(root)
	if err != nil {
		return nil, nil, err
	}
	if g.width != g.height || g.width > 25 {
		return nil, nil, fmt.Errorf("GTP has no %dx%d board: boards are square, of at most 25 lines", g.width, g.height)
	}
	board, err := baduk.Rectangle(g.width, g.height)
	if err != nil {
		return nil, nil, err
	}
	vertex := func(at sgf.XY) string { return board.Vertex(baduk.Point(at.Y*g.width + at.X)) }
	var b strings.Builder
	fmt.Fprintf(&b, "boardsize %d\nclear_board\n", g.width)
	if komi, ok := g.komi(); ok {
		fmt.Fprintf(&b, "komi %v\n", komi)
	}
	if n := len(g.black); n > 1 && n == g.handicap() && len(g.white) == 0 {
		b.WriteString("set_free_handicap")
		for _, at := range g.black {
			b.WriteString(" " + vertex(at))
		}
		b.WriteByte('\n')
	} else {
		for _, at := range g.black {
			fmt.Fprintf(&b, "play B %s\n", vertex(at))
		}
		for _, at := range g.white {
			fmt.Fprintf(&b, "play W %s\n", vertex(at))
		}
	}
	for _, m := range g.moves {
		if m.pass {
			fmt.Fprintf(&b, "play %s pass\n", m.color)
		} else {
			fmt.Fprintf(&b, "play %s %s\n", m.color, vertex(m.at))
		}
	}
	g.drops("RU", "RE", "PB", "PW", "BR", "WR", "BT", "WT", "GN", "EV", "RO", "DT", "PC", "TM", "OT", "ON", "AN", "US", "SO", "CP", "GC")
	return []byte(b.String()), g.losses, nil
}

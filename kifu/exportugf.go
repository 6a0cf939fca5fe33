package kifu

import (
	"fmt"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/sgf"
)

// exportUGF writes a game as UGF in UTF-8, with rows counted from the upper edge.
func exportUGF(root *sgf.Node) ([]byte, []Loss, error) {
	g, err := flatten(root)
	if err != nil {
		return nil, nil, err
	}
	if g.width != g.height || g.width > 24 {
		return nil, nil, fmt.Errorf("UGF has no %dx%d board: boards are square, of at most 24 lines", g.width, g.height)
	}
	var b strings.Builder
	entry := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s=%s\n", name, value)
		}
	}
	b.WriteString("[Header]\nLang=UTF-8\n")
	entry("Title", g.oneLine("EV", ""))
	entry("Place", g.oneLine("PC", ""))
	entry("Date", strings.ReplaceAll(g.date(), "-", "/"))
	rules := g.oneLine("RU", "")
	if rules == "Japanese" {
		rules = "JPN"
	}
	entry("Rule", rules)
	entry("Size", fmt.Sprint(g.width))
	entry("Hdcp", fmt.Sprintf("%d,%s", g.handicap(), g.komiText()))
	entry("Winner", g.ugfWinner())
	entry("Writer", g.oneLine("US", ""))
	entry("Commentator", g.oneLine("AN", ""))
	entry("Copyright", g.oneLine("CP", ""))
	entry("CoordinateType", "JPN")
	entry("Comment", g.oneLine("GC", ""))
	for _, color := range [2]string{"B", "W"} {
		name, rank := g.player(color, ",")
		entry("Player"+color, name+","+rank)
	}
	b.WriteString("[Data]\n")
	letters := func(at sgf.XY) string { return string([]byte{'A' + byte(at.X), 'A' + byte(at.Y)}) }
	for _, at := range g.black {
		fmt.Fprintf(&b, "%s,B1,0,0\n", letters(at))
	}
	for _, at := range g.white {
		fmt.Fprintf(&b, "%s,W1,0,0\n", letters(at))
	}
	for i, m := range g.moves {
		point := "YA"
		if !m.pass {
			point = letters(m.at)
		}
		fmt.Fprintf(&b, "%s,%s1,%d,0\n", point, m.color, i+1)
	}
	g.drops("BT", "WT", "GN", "RO", "TM", "OT", "ON", "SO")
	return []byte(b.String()), g.losses, nil
}

// ugfWinner encodes the result: "B,7.5" for a win by points, "W,C" after a
// resignation, "D," for a draw.
func (g *flatGame) ugfWinner() string {
	text := g.oneLine("RE", "")
	result := baduk.ParseResult(text)
	who := "B,"
	if result.Winner == baduk.White {
		who = "W,"
	}
	switch result.Ending {
	case baduk.EndingDraw:
		return "D,"
	case baduk.EndingVoid:
		return "N,"
	case baduk.EndingResignation:
		return who + "C"
	case baduk.EndingTime:
		return who + "T"
	case baduk.EndingForfeit:
		return who + "F"
	case baduk.EndingWon:
		return who
	case baduk.EndingScore:
		return who + strconv.FormatFloat(result.Points(), 'f', -1, 64)
	}
	if text != "" {
		g.loses("the result %q was left out: it has no winner", clip(text))
	}
	return ""
}

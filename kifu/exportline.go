package kifu

import (
	"fmt"
	"strings"

	"tengen/baduk"
	"tengen/sgf"
)

// exportLine writes a game as a line of our own format, with its line break. It
// errs where the players do not take turns. The notes say what is lost: names and
// everything else that has no column.
func exportLine(root *sgf.Node) ([]byte, []string, error) {
	g, err := flatten(root)
	if err != nil {
		return nil, nil, err
	}
	if err := g.alternates(); err != nil {
		return nil, nil, err
	}
	komi, _ := g.komi()
	columns := []string{
		g.oneLine("SO", "\t"), sgf.FormatSize(g.width, g.height), komi, g.oneLine("RU", "\t"), "0", "", g.first,
		g.oneLine("RE", "\t"), g.oneLine("BR", "\t"), g.oneLine("WR", "\t"), g.oneLine("DT", "\t"), "",
	}
	if h := g.oneLine("HA", "\t"); h != "" {
		columns[4] = h
	}
	columns[7] = withoutMargin(columns[7])
	if strings.HasPrefix(columns[0], "#") { // which would be a remark
		columns[0] = " " + columns[0]
	}
	var b strings.Builder
	for _, at := range g.black {
		b.WriteString("b" + at.String())
	}
	for _, at := range g.white {
		b.WriteString("w" + at.String())
	}
	columns[5] = b.String()
	b.Reset()
	pass := "tt"
	if max(g.width, g.height) > 19 {
		pass = ".."
	}
	for _, m := range g.moves {
		if m.pass {
			b.WriteString(pass)
		} else {
			b.WriteString(m.at.String())
		}
	}
	columns[11] = b.String()
	g.drops("PB", "PW", "BT", "WT", "GN", "EV", "RO", "PC", "TM", "OT", "ON", "AN", "US", "CP", "GC")
	return []byte(strings.Join(columns, "\t") + "\n"), g.notes, nil
}

// withoutMargin writes a win by an unknown margin as these lines have it.
func withoutMargin(result string) string {
	if result == "B+" || result == "W+" {
		return result + "N"
	}
	return result
}

// exportGTP writes the commands that replay a game in any program: boardsize,
// clear_board, komi, the stones of the set-up and the moves. Handicap stones are
// set with set_free_handicap, so that a program counts them as such; other stones
// with play. Boards are square, of at most 25 lines: the protocol knows no others.
func exportGTP(root *sgf.Node) ([]byte, []string, error) {
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
		fmt.Fprintf(&b, "komi %s\n", komi)
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
	return []byte(b.String()), g.notes, nil
}

// exportUGF writes a game in UTF-8 with rows counted from the upper edge.
func exportUGF(root *sgf.Node) ([]byte, []string, error) {
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
	if date, ok := isoDate(g.root.SimpleText("DT")); ok {
		entry("Date", strings.ReplaceAll(date, "-", "/"))
	}
	rules := g.oneLine("RU", "")
	if rules == "Japanese" {
		rules = "JPN"
	}
	entry("Rule", rules)
	entry("Size", fmt.Sprint(g.width))
	komi, _ := g.komi()
	entry("Hdcp", fmt.Sprintf("%d,%s", g.handicap(), komi))
	entry("Winner", ugfWinner(g.oneLine("RE", ",")))
	entry("Writer", g.oneLine("US", ""))
	entry("Commentator", g.oneLine("AN", ""))
	entry("Copyright", g.oneLine("CP", ""))
	entry("CoordinateType", "JPN")
	entry("Comment", g.oneLine("GC", ""))
	entry("PlayerB", g.oneLine("PB", ",")+","+g.oneLine("BR", ","))
	entry("PlayerW", g.oneLine("PW", ",")+","+g.oneLine("WR", ","))
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
	return []byte(b.String()), g.notes, nil
}

func ugfWinner(result string) string {
	who, how, won := strings.Cut(result, "+")
	switch {
	case result == "0" || strings.EqualFold(result, "draw"):
		return "D,"
	case strings.EqualFold(result, "void"):
		return "N,"
	case !won || who != "B" && who != "W":
		return ""
	case strings.HasPrefix(strings.ToUpper(how), "R"):
		return who + ",C"
	}
	return who + "," + how
}

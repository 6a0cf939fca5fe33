package kifu

import (
	"strings"

	"tengen/sgf"
)

// exportLine writes a game as a line of tengen's own format, with a line break. It
// returns an error if the players do not take turns. Names and other properties
// without a column are lost. The losses list them.
func exportLine(root *sgf.Node) ([]byte, []Loss, error) {
	g, err := flatten(root)
	if err != nil {
		return nil, nil, err
	}
	if err := g.alternates(); err != nil {
		return nil, nil, err
	}
	columns := []string{
		g.oneLine("SO", "\t"), sgf.FormatSize(g.width, g.height), g.komiText(), g.oneLine("RU", "\t"), "0", "", g.first,
		g.oneLine("RE", "\t"), g.oneLine("BR", "\t"), g.oneLine("WR", "\t"), g.oneLine("DT", "\t"), "",
	}
	if h := g.oneLine("HA", "\t"); h != "" {
		columns[4] = h
	}
	if columns[7] == "B+" || columns[7] == "W+" { // won by an unknown margin
		columns[7] += "N"
	}
	if strings.HasPrefix(columns[0], "#") { // the line would be a comment
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
	return []byte(strings.Join(columns, "\t") + "\n"), g.losses, nil
}

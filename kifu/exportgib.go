package kifu

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/sgf"
)

// exportGIB writes a game as GIB in UTF-8. It returns an error if the board is not
// 19x19, or if the set-up is anything but handicap stones on the points where the
// server puts them.
func exportGIB(root *sgf.Node) ([]byte, []Loss, error) {
	g, err := flatten(root)
	if err != nil {
		return nil, nil, err
	}
	handicap, err := g.gibHandicap()
	if err != nil {
		return nil, nil, err
	}
	info, err := g.gibInfo()
	if err != nil {
		return nil, nil, err
	}
	var b strings.Builder
	entry := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "\\[%s=%s\\]\n", key, value)
		}
	}
	b.WriteString("\\HS\n")
	entry("GIBOKIND", "Global")
	entry("TYPE", "0")
	entry("GAMENAME", g.oneLine("EV", `\`))
	entry("GAMEDATE", g.date())
	entry("GAMEPLACE", g.oneLine("PC", `\`))
	entry("GAMEWHITENAME", g.gibPlayer("W"))
	entry("GAMEBLACKNAME", g.gibPlayer("B"))
	entry("GAMECOMMENT", g.oneLine("GC", `\`))
	entry("GAMEINFOMAIN", info)
	fmt.Fprintf(&b, "\\HE\n\\GS\n2 1 0\n%d 0 &4\nINI 0 1 %d &4 \n", len(g.moves)+1, handicap)
	turn := "B"
	if handicap > 0 {
		turn = "W"
	}
	for i, m := range g.moves {
		switch {
		case !m.pass:
			fmt.Fprintf(&b, "STO 0 %d %d %d %d \n", i+2, map[string]int{"B": 1, "W": 2}[m.color], m.at.X, m.at.Y)
		case m.color != turn:
			return nil, nil, fmt.Errorf("move %d is a pass out of turn, and GIB cannot say which player passes", i+1)
		default:
			fmt.Fprintf(&b, "SKI 0 %d \n", i+2)
		}
		turn = otherColor(m.color)
	}
	b.WriteString("\\GE\n")
	lost := []string{"BT", "WT", "GN", "RO", "ON", "AN", "US", "SO", "CP"}
	if g.oneLine("RU", "") != serverRules { // readers of the format assume these rules
		lost = append([]string{"RU"}, lost...)
	}
	g.drops(lost...)
	return []byte(b.String()), g.losses, nil
}

// gibHandicap is the number of handicap stones. It returns an error if they are not
// on the points where the server puts them.
func (g *flatGame) gibHandicap() (int, error) {
	if g.width != 19 || g.height != 19 {
		return 0, fmt.Errorf("GIB has no %dx%d board, only 19x19", g.width, g.height)
	}
	n := len(g.black)
	if n == 0 && len(g.white) == 0 && g.handicap() == 0 {
		return 0, nil
	}
	points := handicapPoints(19, 19, n)
	for _, at := range points {
		if !slices.Contains(g.black, at) {
			points = nil
			break
		}
	}
	if points == nil || n != g.handicap() || len(g.white) > 0 {
		return 0, errors.New("GIB has no set-up except 2 to 9 handicap stones on the points where the server Tygem puts them")
	}
	return n, nil
}

// gibPlayer returns the name of a player with the rank, as in "Kuro (3D)".
func (g *flatGame) gibPlayer(color string) string {
	name, rank := g.player(color, `\()`)
	if n := len(rank) - 1; n > 0 && strings.Trim(rank[:n], "0123456789") == "" {
		rank = strings.ToUpper(rank)
	}
	if rank != "" {
		return name + " (" + rank + ")"
	}
	return name
}

// gibInfo encodes times, result and komi as numbers.
func (g *flatGame) gibInfo() (string, error) {
	entries := []string{"GBKIND:3", "GTYPE:0", "GCDT:0"}
	if seconds, err := strconv.Atoi(g.oneLine("TM", "")); err == nil && seconds >= 0 {
		period, periods := 0, 0
		if m := overtimeForms()["byoyomi"].FindStringSubmatch(strings.ToLower(g.oneLine("OT", ""))); m != nil {
			periods, _ = strconv.Atoi(m[1])
			period, _ = strconv.Atoi(m[2])
		} else {
			g.drops("OT")
		}
		entries = append(entries, fmt.Sprintf("GTIME:%d-%d-%d", seconds, period, periods))
	} else {
		g.drops("TM", "OT")
	}
	code, tenths := g.gibResult()
	entries = append(entries, fmt.Sprintf("GRLT:%d,ZIPSU:%d,DUM:0", code, tenths))
	if komi, ok := g.komi(); ok {
		points := komi.Points()
		if points < 0 {
			return "", fmt.Errorf("GIB has no komi of %v", komi)
		}
		entries = append(entries, fmt.Sprintf("GONGJE:%.0f", 10*points))
	}
	return strings.Join(append(entries, fmt.Sprintf("TCNT:%d", len(g.moves)), "AUSZ:0"), ","), nil
}

// gibResult returns the code of the result, 255 if unknown, and the margin in tenths
// of points.
func (g *flatGame) gibResult() (code, tenths int) {
	text := g.oneLine("RE", "")
	result := baduk.ParseResult(text)
	white := 0
	if result.Winner == baduk.White {
		white = 1
	}
	switch margin := result.Points(); {
	case text == "":
		return 255, 0
	case result.Ending == baduk.EndingResignation:
		return 3 + white, 0
	case result.Ending == baduk.EndingTime:
		return 7 + white, 0
	case result.Ending == baduk.EndingWon:
		return white, 0
	case result.Ending == baduk.EndingScore && margin > 0 && margin < 1e4:
		return white, int(10*margin + 0.5)
	}
	g.loses("the result %q was left out: GIB has no code for it", clip(text))
	return 255, 0
}

package kifu

import (
	"fmt"
	"strconv"
	"strings"

	"tengen/baduk"
)

// importGIB reads the format of the server Tygem, which is not documented. A file has
// a header of lines \[KEY=value\], then a line INI with the handicap, a line STO for
// every move and a line SKI for every pass. Boards are 19x19. The file states neither
// the points of the handicap stones nor the rules; importGIB assumes those of the
// server. It takes at most 40 bytes of memory for each byte of the text.
func importGIB(text string) (*foreign, error) {
	f := newForeign()
	g := gib{foreign: f, head: map[string]string{}, lines: map[string]int{}}
	known, end := false, false
	for n, line := range textLines(text) {
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case strings.HasPrefix(line, `\[`):
			known = true
			key, value, ok := strings.Cut(strings.TrimSuffix(line[2:], `\]`), "=")
			if !ok {
				f.note(n, "%q was ignored: it is not \\[NAME=value\\]", clip(line))
			} else if len(g.head) < 1000 {
				g.head[key], g.lines[key] = strings.TrimSpace(value), n
			}
		case word == "INI":
			known = true
			g.handicap(rest, n)
		case (word == "STO" || word == "SKI") && !end:
			known = true
			if err := g.turn(word, rest); err != nil {
				end = true
				f.breakOff(n, err)
			}
		case word == "STO" || word == "SKI" || line == "" || line[0] == '\\' || line[0] >= '0' && line[0] <= '9':
		default:
			f.note(n, "%q was ignored: it is not a known command", clip(line))
		}
	}
	if !known {
		return nil, fmt.Errorf("%w: no line of the text is \\[NAME=value\\] or a move STO of a GIB file", errFormat)
	}
	g.info()
	return f.done()
}

type gib struct {
	*foreign
	head  map[string]string
	lines map[string]int // line number of each entry of the header
}

// handicap reads a line such as "INI 0 1 5 &4". The third number is the handicap.
func (g *gib) handicap(rest string, line int) {
	fields := strings.Fields(rest)
	if len(fields) < 3 {
		g.note(line, "the line INI was ignored: its third number, the handicap, is missing")
		return
	}
	n, err := strconv.Atoi(fields[2])
	switch {
	case err != nil || n < 0 || n > 99:
		g.note(line, "the handicap was ignored: %q is not a number of stones", clip(fields[2]))
	case g.moves > 0 || g.root.Has("HA"):
		g.note(line, "a second line INI was ignored")
	default:
		g.foreign.handicap(n, line)
	}
}

// turn reads a move such as "STO 0 2 1 16 2". The numbers are a zero, a counter, the
// player, the column and the row. Columns and rows are counted from 0 from the upper
// left corner. A line such as "SKI 0 2" is a pass of the player to move.
func (g *gib) turn(word, rest string) error {
	if word == "SKI" {
		g.play(g.toPlay, "")
		return nil
	}
	fields := strings.Fields(rest)
	if len(fields) < 5 {
		return fmt.Errorf("%q is not a move, which is STO with five numbers", clip(word+" "+rest))
	}
	x, errX := strconv.Atoi(fields[3])
	y, errY := strconv.Atoi(fields[4])
	if errX != nil || errY != nil || fields[2] != "1" && fields[2] != "2" {
		return fmt.Errorf("%q is not a move, which is STO with five numbers, the third one 1 or 2", clip(word+" "+rest))
	}
	color := "B"
	if fields[2] == "2" {
		color = "W"
	}
	return g.move(color, x, y)
}

// info turns the header into properties. If two entries have the same meaning, it reads
// the entry that does not depend on a language.
func (g *gib) info() {
	for _, c := range [...]string{"B", "W"} {
		name := g.head["GAME"+map[string]string{"B": "BLACK", "W": "WHITE"}[c]+"NAME"]
		rank := ""
		if i := strings.LastIndexByte(name, '('); i > 0 && strings.HasSuffix(name, ")") {
			name, rank = name[:i], gameRank(name[i+1:len(name)-1])
		}
		g.player(c, name, rank)
	}
	g.text("EV", g.head["GAMENAME"])
	g.text("PC", g.head["GAMEPLACE"])
	g.text("GC", g.head["GAMECONDITION"]+"\n"+g.head["GAMECOMMENT"])
	g.date()
	g.result()
	for _, v := range [...]string{g.entry("GAMEINFOMAIN", "GONGJE:"), g.entry("GAMETAG", "G"), g.head["GAMEGONGJE"]} {
		if tenths, err := strconv.Atoi(v); err == nil {
			g.komi(strconv.FormatFloat(float64(tenths)/10, 'f', 1, 64), g.lines["GAMEINFOMAIN"])
			break
		}
	}
	if dum := g.entry("GAMEINFOMAIN", "DUM:"); dum != "" && dum != "0" {
		g.note(g.lines["GAMEINFOMAIN"], "the %s points of an agreement (DUM) were ignored: the file does not say which player gets them", clip(dum))
	}
	g.allTimes()
	g.text("RU", serverRules)
}

// allTimes reads the main time, the length of a period and the number of periods, as in
// "1200-30-3". If that entry is missing, it reads another entry, in which the main time
// comes last: "T30-3-1200".
func (g *gib) allTimes() {
	t := g.entry("GAMEINFOMAIN", "GTIME:")
	if t == "" {
		g.time(strings.Split(g.entry("GAMETAG", "T"), "-"), 2, 0, 1)
	} else if !g.time(strings.Split(t, "-"), 0, 1, 2) {
		g.note(g.lines["GAMEINFOMAIN"], "the time %q was not understood", clip(t))
	}
}

// entry returns the value of an entry in a header line. key is the name of the line,
// and name is the name of the entry, such as "GRLT:". The entries of such a line are
// separated by commas.
func (g *gib) entry(key, name string) string {
	for entry := range strings.SplitSeq(g.head[key], ",") {
		if value, ok := strings.CutPrefix(strings.TrimSpace(entry), name); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

func (g *gib) date() {
	for _, text := range [...]string{g.entry("GAMETAG", "C"), g.entry("GAMEINFOSUB", "GDATE:"), g.head["GAMEDATE"]} {
		if date, ok := isoDate(text); ok {
			g.text("DT", date)
			return
		}
	}
	if text := g.head["GAMEDATE"]; text != "" {
		g.note(g.lines["GAMEDATE"], "the date %q was ignored: it is not a year, a month and a day", clip(text))
	}
}

// result reads the code of the result with its margin in tenths of points. If the code
// is missing or unknown, it reads the result in words.
func (g *gib) result() {
	code, tenths := g.entry("GAMEINFOMAIN", "GRLT:"), g.entry("GAMEINFOMAIN", "ZIPSU:")
	if code == "" {
		code, tenths = g.entry("GAMETAG", "W"), g.entry("GAMETAG", "Z")
	}
	inWords, understood := foreignResult(g.head["GAMERESULT"])
	margin, err := strconv.Atoi(tenths)
	var result baduk.Result
	switch code {
	case "0", "1":
		result = baduk.Result{Winner: baduk.Black, Ending: baduk.EndingWon}
		if code == "1" {
			result.Winner = baduk.White
		}
		if err == nil && margin > 0 && margin < 1e5 {
			result.Ending, result.Margin = baduk.EndingScore, float64(margin)/10
		} else if same := baduk.ParseResult(inWords); same.Winner == result.Winner {
			result = same
		}
	case "3":
		result = baduk.Result{Winner: baduk.Black, Ending: baduk.EndingResignation}
	case "4":
		result = baduk.Result{Winner: baduk.White, Ending: baduk.EndingResignation}
	case "7":
		result = baduk.Result{Winner: baduk.Black, Ending: baduk.EndingTime}
	case "8":
		result = baduk.Result{Winner: baduk.White, Ending: baduk.EndingTime}
	default:
		if !understood || inWords == "" && code != "" && code != "255" {
			g.note(g.lines["GAMERESULT"], "the result %q with the code %q was not understood", clip(g.head["GAMERESULT"]), clip(code))
		}
		g.text("RE", inWords)
		return
	}
	g.text("RE", result.String())
}

// time sets TM and OT from a list of numbers. The parameters main, period and periods
// are the indices of the main time, of the seconds of a period, and of the number of
// periods.
func (g *gib) time(list []string, main, period, periods int) bool {
	var n [3]int
	for i := range n {
		if len(list) != 3 {
			return false
		}
		v, err := strconv.Atoi(strings.TrimSpace(list[i]))
		if err != nil || v < 0 {
			return false
		}
		n[i] = v
	}
	g.text("TM", strconv.Itoa(n[main]))
	if n[period] > 0 && n[periods] > 0 {
		g.text("OT", fmt.Sprintf("%dx%d byo-yomi", n[periods], n[period]))
	}
	return true
}

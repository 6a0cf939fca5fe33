package kifu

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/sgf"
)

// exportJGOF writes a game as the JSON that importJGOF and Online-Go read. It
// returns an error if the players do not take turns. Ranks other than dan and kyu
// are lost, and so are times in a form that Online-Go does not have. The losses list
// lost data.
func exportJGOF(root *sgf.Node) ([]byte, []Loss, error) {
	g, err := flatten(root)
	if err != nil {
		return nil, nil, err
	}
	if err := g.alternates(); err != nil {
		return nil, nil, err
	}
	if max(g.width, g.height) > 25 {
		return nil, nil, fmt.Errorf("JGOF has no %dx%d board: its sides are at most 25", g.width, g.height)
	}
	out := struct {
		Version int `json:"jgof"`
		jgof
		Moves [][3]int `json:"moves"`
	}{Version: 1}
	out.Name, out.Width, out.Height, out.Handicap = g.oneLine("GN", ""), g.width, g.height, g.handicap()
	out.Rules = strings.ToLower(rulesOfCountry(g.oneLine("RU", "")))
	if out.Rules == "goe" {
		out.Rules = "ing"
	}
	if komi := g.komiText(); komi != "" {
		out.Komi = json.RawMessage(komi)
	}
	out.InitialPlayer = map[string]string{"B": "black", "W": "white"}[g.first]
	out.InitialState = &jgofState{Black: jgofPoints(g.black), White: jgofPoints(g.white)}
	out.Players = &jgofPlayers{Black: g.jgofPlayer("B"), White: g.jgofPlayer("W")}
	out.GameDate = g.oneLine("DT", "")
	g.jgofTime(&out.jgof)
	g.jgofResult(&out.jgof)
	out.Moves = make([][3]int, len(g.moves))
	for i, m := range g.moves {
		if out.Moves[i] = [3]int{m.at.X, m.at.Y, -1}; m.pass {
			out.Moves[i] = [3]int{-1, -1, -1}
		}
	}
	g.drops("BT", "WT", "EV", "RO", "PC", "ON", "AN", "US", "SO", "CP", "GC")
	data, err := json.Marshal(out)
	if err != nil {
		return nil, nil, err
	}
	return append(data, '\n'), g.losses, nil
}

// jgofPoints writes each point as two lower-case letters.
func jgofPoints(points []sgf.XY) string {
	var b strings.Builder
	for _, at := range points {
		b.WriteString(at.String())
	}
	return b.String()
}

func (g *flatGame) jgofPlayer(color string) jgofPlayer {
	name := g.oneLine("P"+color, "")
	p := jgofPlayer{Name: name, Username: name}
	rank := strings.ToLower(spokenRank(g.oneLine(color+"R", "")))
	if rank == "" {
		return p
	}
	n, err := strconv.Atoi(strings.TrimRight(rank, "pdk"))
	value := -1.0
	switch kind := strings.TrimLeft(rank, "0123456789"); {
	case err != nil || n < 1 || n > 30:
	case kind == "k":
		value = float64(30 - n)
	case kind == "d":
		value = float64(29 + n)
	case kind == "p":
		value, p.Professional = float64(36+n), true
	}
	if value < 0 {
		g.loses("the rank %q was left out: JGOF has dan and kyu", clip(rank))
		return p
	}
	p.Rank = &value
	return p
}

// overtimeForms returns patterns for the forms in which Online-Go itself writes OT.
func overtimeForms() map[string]*regexp.Regexp {
	return map[string]*regexp.Regexp{
		"byoyomi":  regexp.MustCompile(`^(\d{1,6})x(\d{1,6}) byo-yomi$`),
		"canadian": regexp.MustCompile(`^(\d{1,6})/(\d{1,6}) canadian$`),
		"fischer":  regexp.MustCompile(`^(\d{1,9}) fischer$`),
		"simple":   regexp.MustCompile(`^(\d{1,9}) simple$`),
	}
}

func (g *flatGame) jgofTime(out *jgof) {
	tm, ot := g.oneLine("TM", ""), strings.ToLower(g.oneLine("OT", ""))
	if tm == "" && ot == "" {
		return
	}
	seconds, err := strconv.ParseFloat(tm, 64)
	if err != nil || !(seconds >= 0 && seconds < 1e9) {
		g.drops("TM", "OT")
		return
	}
	t := jgofTime{System: "absolute", TotalTime: seconds}
	for system, form := range overtimeForms() {
		m := form.FindStringSubmatch(ot)
		if m == nil {
			continue
		}
		first, _ := strconv.Atoi(m[1])
		second, _ := strconv.Atoi(m[len(m)-1])
		switch system {
		case "byoyomi":
			t = jgofTime{System: system, MainTime: seconds, Periods: first, PeriodTime: float64(second)}
		case "canadian":
			t = jgofTime{System: system, MainTime: seconds, StonesPerPeriod: first, PeriodTime: float64(second)}
		case "fischer":
			t = jgofTime{System: system, InitialTime: seconds, TimeIncrement: float64(first)}
		case "simple":
			t = jgofTime{System: system, PerMove: float64(first)}
		}
		ot = ""
		break
	}
	if ot != "" {
		g.loses("the overtime %q was left out: it is not one of the forms of Online-Go", clip(ot))
	}
	out.TimeControl, _ = json.Marshal(t)
}

func (g *flatGame) jgofResult(out *jgof) {
	text := g.oneLine("RE", "")
	result := baduk.ParseResult(text)
	switch result.Winner {
	case baduk.Black:
		out.Winner = json.RawMessage(`"black"`)
	case baduk.White:
		out.Winner = json.RawMessage(`"white"`)
	}
	switch result.Ending {
	case baduk.EndingUnknown:
		if text != "" {
			g.loses("the result %q was left out: it has no winner", clip(text))
		}
	case baduk.EndingDraw:
		out.Winner, out.Outcome = json.RawMessage(`"tie"`), "0 points"
	case baduk.EndingVoid:
		out.Outcome = "Cancellation"
	case baduk.EndingResignation:
		out.Outcome = "Resignation"
	case baduk.EndingTime:
		out.Outcome = "Timeout"
	case baduk.EndingForfeit:
		out.Outcome = "Disqualification"
	case baduk.EndingScore:
		out.Outcome = strconv.FormatFloat(result.Points(), 'f', -1, 64) + " points"
	}
}

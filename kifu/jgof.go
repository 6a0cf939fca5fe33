package kifu

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"tengen/sgf"
)

// jgof is the JSON of a game at Online-Go. The fields have the names of Online-Go's
// JSON. Fields whose values have several forms are raw.
type jgof struct {
	GameData *jgof `json:"gamedata,omitempty"` // the game itself, in an answer of the server

	Name          string          `json:"game_name,omitempty"`
	Width         int             `json:"width,omitempty"`
	Height        int             `json:"height,omitempty"`
	Rules         string          `json:"rules,omitempty"`
	Komi          json.RawMessage `json:"komi,omitempty"` // a number, or a number in quotes
	Handicap      int             `json:"handicap,omitempty"`
	FreePlacement bool            `json:"free_handicap_placement,omitempty"`
	InitialPlayer string          `json:"initial_player,omitempty"` // "black" or "white"
	InitialState  *jgofState      `json:"initial_state,omitempty"`
	Players       *jgofPlayers    `json:"players,omitempty"`
	Black         json.RawMessage `json:"black,omitempty"` // a jgofPlayer or a list of jgofPlayers
	White         json.RawMessage `json:"white,omitempty"`
	Moves         json.RawMessage `json:"moves,omitempty"`
	TimeControl   json.RawMessage `json:"time_control,omitempty"`
	Outcome       string          `json:"outcome,omitempty"`
	Winner        json.RawMessage `json:"winner,omitempty"` // "black", "white", "tie" or the number of a player
	GameDate      string          `json:"game_date,omitempty"`
	StartTime     float64         `json:"start_time,omitempty"` // seconds since 1970
	MoveTree      json.RawMessage `json:"move_tree,omitempty"`
	Reviews       json.RawMessage `json:"ai_reviews,omitempty"`
}

type jgofState struct {
	Black string `json:"black"`
	White string `json:"white"`
}

type jgofPlayers struct {
	Black jgofPlayer `json:"black"`
	White jgofPlayer `json:"white"`
}

type jgofPlayer struct {
	Name         string          `json:"name,omitempty"`
	Username     string          `json:"username,omitempty"`
	ID           json.RawMessage `json:"id,omitempty"`
	Rank         *float64        `json:"rank,omitempty"` // 30 is 1 dan and 29 is 1 kyu; 37 is 1 dan for professionals
	Professional bool            `json:"pro,omitempty"`
	LongForm     bool            `json:"professional,omitempty"` // another name of the field pro
}

type jgofTime struct {
	System          string  `json:"system"`
	InitialTime     float64 `json:"initial_time,omitempty"` // all times are in seconds
	TimeIncrement   float64 `json:"time_increment,omitempty"`
	MainTime        float64 `json:"main_time,omitempty"`
	PeriodTime      float64 `json:"period_time,omitempty"`
	Periods         int     `json:"periods,omitempty"`
	StonesPerPeriod int     `json:"stones_per_period,omitempty"`
	PerMove         float64 `json:"per_move,omitempty"`
	TotalTime       float64 `json:"total_time,omitempty"`
}

// importJGOF reads the JSON of games at Online-Go: JGOF, and the older form that the
// server of Online-Go sends. It leaves out variations and the data of a game in
// progress, such as clocks. It takes at most 80 bytes of memory for each byte of the
// text if the moves are in their shortest form, and less than 40 bytes otherwise.
func importJGOF(text string) (*foreign, error) {
	var g jgof
	if err := json.Unmarshal([]byte(text), &g); err != nil {
		return nil, fmt.Errorf("%w: %w", errFormat, jsonPlace(text, err))
	}
	if g.GameData != nil {
		inner := *g.GameData
		if inner.Players == nil {
			inner.Players = g.Players
		}
		g = inner
	}
	if g.Moves == nil && g.InitialState == nil && g.Width == 0 {
		return nil, fmt.Errorf("%w: the JSON has neither moves nor a board of a game", errFormat)
	}
	f := newForeign()
	if g.Width != 0 || g.Height != 0 {
		if min(g.Width, g.Height) < 1 || max(g.Width, g.Height) > sgf.MaxSide {
			return nil, fmt.Errorf("a board of %dx%d cannot be recorded: its sides are from 1 to %d", g.Width, g.Height, sgf.MaxSide)
		}
		f.resize(g.Width, g.Height)
	}
	g.info(f)
	if err := g.start(f); err != nil {
		return nil, err
	}
	if err := g.moves(f); err != nil {
		f.breakOff(0, err)
	}
	if hasContent(g.MoveTree) {
		f.note(0, "the variations in move_tree were left out")
	}
	if hasContent(g.Reviews) {
		f.note(0, "the analysis in ai_reviews was left out")
	}
	return f.done()
}

// jsonPlace adds the number of the line to an error about JSON.
func jsonPlace(text string, err error) error {
	at := -1
	switch e := err.(type) {
	case *json.SyntaxError:
		at = int(e.Offset)
	case *json.UnmarshalTypeError:
		at = int(e.Offset)
	}
	if at < 0 || at > len(text) {
		return err
	}
	return fmt.Errorf("line %d: %w", 1+strings.Count(text[:at], "\n"), err)
}

func (g *jgof) info(f *foreign) {
	f.text("GN", g.Name)
	if g.Rules != "" {
		f.text("RU", g.rules())
	}
	f.komi(strings.Trim(nullToEmpty(g.Komi), `"`), 0)
	switch {
	case g.GameDate != "":
		f.text("DT", g.GameDate)
	case g.StartTime > 0 && g.StartTime < 1e11:
		f.text("DT", time.Unix(int64(g.StartTime), 0).UTC().Format(time.DateOnly))
	}
	black, white := g.player(f, g.Black, "B"), g.player(f, g.White, "W")
	f.text("PB", black.shown())
	f.text("PW", white.shown())
	f.text("BR", black.rank())
	f.text("WR", white.rank())
	g.time(f)
	g.result(f, black, white)
}

// rules converts the names of Online-Go to the spelling of SGF.
func (g *jgof) rules() string {
	switch strings.ToLower(g.Rules) {
	case "aga", "nz":
		return strings.ToUpper(g.Rules)
	case "ing":
		return "GOE" // the SGF name of Ing's rules
	case "chinese", "japanese", "korean":
		return strings.ToUpper(g.Rules[:1]) + g.Rules[1:]
	}
	return g.Rules
}

func nullToEmpty(raw json.RawMessage) string {
	if s := strings.TrimSpace(string(raw)); s != "null" {
		return s
	}
	return ""
}

// hasContent reports whether a value is more than null, an empty list or an empty object.
func hasContent(raw json.RawMessage) bool {
	s := nullToEmpty(raw)
	return s != "" && s != "[]" && s != "{}"
}

// player reads a player from the fields of JGOF or, if they are missing, from those of
// the older form.
func (g *jgof) player(f *foreign, raw json.RawMessage, color string) jgofPlayer {
	var one jgofPlayer
	var team []jgofPlayer
	if nullToEmpty(raw) != "" {
		if json.Unmarshal(raw, &one) == nil {
			return one
		}
		if json.Unmarshal(raw, &team) == nil && len(team) > 0 {
			for _, p := range team[1:] {
				team[0].Name = team[0].shown() + " & " + p.shown()
				if len(team[0].Name) > 1000 {
					break
				}
			}
			team[0].Rank = nil
			return team[0]
		}
		f.note(0, "the player %q was not understood", clip(string(raw)))
	}
	switch {
	case g.Players == nil:
	case color == "B":
		return g.Players.Black
	default:
		return g.Players.White
	}
	return one
}

func (p jgofPlayer) shown() string {
	if p.Name != "" {
		return p.Name
	}
	return p.Username
}

func (p jgofPlayer) rank() string {
	if p.Rank == nil || !(*p.Rank >= 0 && *p.Rank < 100) {
		return ""
	}
	switch r := *p.Rank; {
	case p.Professional || p.LongForm:
		return strconv.Itoa(max(1, int(math.Floor(r))-36)) + "p"
	case r < 30:
		return strconv.Itoa(int(math.Ceil(30-r))) + "k"
	default:
		return strconv.Itoa(int(math.Floor(r))-29) + "d"
	}
}

func (g *jgof) time(f *foreign) {
	var t jgofTime
	if nullToEmpty(g.TimeControl) == "" || json.Unmarshal(g.TimeControl, &t) != nil {
		return
	}
	seconds := func(s float64) string { return strconv.FormatFloat(s, 'f', -1, 64) }
	main, overtime := t.MainTime, ""
	switch t.System {
	case "fischer":
		main, overtime = t.InitialTime, seconds(t.TimeIncrement)+" fischer"
	case "byoyomi":
		overtime = fmt.Sprintf("%dx%s byo-yomi", t.Periods, seconds(t.PeriodTime))
	case "canadian":
		overtime = fmt.Sprintf("%d/%s canadian", t.StonesPerPeriod, seconds(t.PeriodTime))
	case "simple":
		overtime = seconds(t.PerMove) + " simple"
	case "absolute":
		main = t.TotalTime
	default:
		return
	}
	if !(main >= 0 && main < 1e9 && t.PeriodTime >= 0 && t.PeriodTime < 1e9 && t.TimeIncrement >= 0 && t.TimeIncrement < 1e9 && t.PerMove >= 0 && t.PerMove < 1e9) {
		f.note(0, "the times were ignored: they are not from 0 to 1,000,000,000 seconds")
		return
	}
	f.text("TM", seconds(main))
	f.text("OT", overtime)
}

// result sets RE from the winner and the outcome. Outcomes are "Resignation",
// "Timeout", "12.5 points" and the like.
func (g *jgof) result(f *foreign, black, white jgofPlayer) {
	winner := ""
	raw := nullToEmpty(g.Winner)
	switch {
	case raw == `"black"` || raw != "" && raw == nullToEmpty(black.ID):
		winner = "B"
	case raw == `"white"` || raw != "" && raw == nullToEmpty(white.ID):
		winner = "W"
	case raw == `"tie"`:
		f.text("RE", "0")
		return
	case raw != "" && raw != "0" && raw != `""`:
		f.note(0, "the winner %q is not one of the players", clip(raw))
	}
	outcome := strings.ToLower(strings.TrimSpace(g.Outcome))
	margin, isNumber := firstNumber(outcome)
	switch {
	case strings.HasPrefix(outcome, "cancel") || strings.HasPrefix(outcome, "annul"):
		f.text("RE", "Void")
	case winner == "" && isNumber && margin == 0:
		f.text("RE", "0")
	case winner == "":
		if outcome != "" {
			f.note(0, "the outcome %q was ignored, since the game has no winner", clip(g.Outcome))
		}
	case outcome == "r" || strings.HasPrefix(outcome, "resign"):
		f.text("RE", winner+"+R")
	case strings.Contains(outcome, "timeout"):
		f.text("RE", winner+"+T")
	case strings.HasPrefix(outcome, "disqualif") || strings.HasPrefix(outcome, "moderator"):
		f.text("RE", winner+"+F")
	case isNumber:
		f.text("RE", winner+"+"+strconv.FormatFloat(margin, 'f', -1, 64))
	default:
		f.text("RE", winner+"+")
		if outcome != "" {
			f.note(0, "the outcome %q was read as a win by an unknown margin", clip(g.Outcome))
		}
	}
}

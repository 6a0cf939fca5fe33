package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"tengen/internal/columns"
	"tengen/internal/wording"
	"tengen/kifu"
	"tengen/recordfiles"
)

// SGFInfoCmd is `tengen sgf info`.
type SGFInfoCmd struct {
	Text     bool     `help:"Print a table for people." xor:"how" config:"-"`
	JSON     bool     `help:"Print one JSON object a game (what is done when nothing else is asked for)." xor:"how" config:"-"`
	Encoding Encoding `placeholder:"NAME" help:"The encoding of the text, whatever the files say." config:"-"`
	Paths    []Path   `arg:"" name:"path" placeholder:"PATH" help:"Records and folders of records; - is stdin."`
}

// Help tells what the fields are.
func (SGFInfoCmd) Help() string {
	return "Fields of a game: file, game (its number in the file), format, encoding, board, width, height, black, white, blackRank, whiteRank, " +
		"name, event, round, date, place, result and rules as written, komi in points, handicap, moves of the main line, variations (lines besides " +
		"the main line), nodes, comments (nodes with one), faults (diagnostics of the game, and of the file as a whole) and worst, the severity of " +
		"the worst of them. What a record does not say is left out. A file that cannot be read has file and error."
}

// gameInfo is what is known of one game.
type gameInfo struct {
	File       string   `json:"file"`
	Game       int      `json:"game,omitempty"`
	Error      string   `json:"error,omitempty"`
	Format     string   `json:"format,omitempty"`
	Encoding   string   `json:"encoding,omitempty"`
	Board      string   `json:"board,omitempty"`
	Width      int      `json:"width,omitempty"`
	Height     int      `json:"height,omitempty"`
	Black      string   `json:"black,omitempty"`
	White      string   `json:"white,omitempty"`
	BlackRank  string   `json:"blackRank,omitempty"`
	WhiteRank  string   `json:"whiteRank,omitempty"`
	Name       string   `json:"name,omitempty"`
	Event      string   `json:"event,omitempty"`
	Round      string   `json:"round,omitempty"`
	Date       string   `json:"date,omitempty"`
	Place      string   `json:"place,omitempty"`
	Result     string   `json:"result,omitempty"`
	Rules      string   `json:"rules,omitempty"`
	Komi       *float64 `json:"komi,omitempty"`
	Handicap   int      `json:"handicap,omitempty"`
	Moves      int      `json:"moves"`
	Variations int      `json:"variations"`
	Nodes      int      `json:"nodes"`
	Comments   int      `json:"comments"`
	Faults     int      `json:"faults"`
	Worst      string   `json:"worst,omitempty"`

	rulesName string // what the rules were understood as, "" if they were not
	opening   string
	first     bool   // it is the first of its file
	note      string // there is no game, but something to be said of the file
}

// Run tells of every game.
func (c *SGFInfoCmd) Run(env *Env, sgf *SGFCmd) error {
	out := newResults(env)
	encoder := json.NewEncoder(out)
	list := columns.New(out)
	if c.Text {
		list.Row("file", "game", "board", "black", "white", "date", "result", "moves", "faults")
	}
	infoOf := func(l recordfiles.Loaded) []gameInfo {
		l.Check()
		return gamesOf(l)
	}
	told := time.Now()
	err := eachGame(env, sgf.recordLimits, c.Paths, kifu.Options{Encoding: string(c.Encoding)}, true, infoOf, func(g gameInfo) (err error) {
		late := time.Since(told) > longestWait
		if !c.Text {
			err = encoder.Encode(g.told())
		} else if list.Row(g.row()...); late || list.Len() >= mostRows {
			err = list.Flush()
		}
		if late && err == nil {
			told = time.Now()
			err = out.Flush()
		}
		return err
	})
	return out.end(errors.Join(list.Flush(), err))
}

// longestWait is how long a game that is known waits to be told.
const longestWait = time.Second / 2

// told is a game as JSON tells it: of a file that cannot be read, nothing but that.
func (g gameInfo) told() any {
	if g.Error == "" {
		return g
	}
	return struct {
		File  string `json:"file"`
		Error string `json:"error"`
	}{g.File, g.Error}
}

// mostRows is how many lines are held back to line their columns up.
const mostRows = 500

// row is a game as a line of a table.
func (g gameInfo) row() []string {
	if g.Error != "" {
		return []string{g.File, "", g.Error}
	}
	side := func(name, rank string) string { return strings.TrimSpace(name + " " + rank) }
	faults := "none"
	if g.Faults > 0 {
		faults = wording.Counted(g.Faults, g.Worst)
		if g.Faults > 1 {
			faults = fmt.Sprintf("%d, worst: %s", g.Faults, g.Worst)
		}
	}
	return []string{g.File, strconv.Itoa(g.Game), g.Board, side(g.Black, g.BlackRank), side(g.White, g.WhiteRank),
		g.Date, g.Result, strconv.Itoa(g.Moves), faults}
}

// eachGame tells of every game in the records of the paths, in order. The failure
// counts the files that could not be read; they are told as well.
func eachGame(env *Env, limits recordLimits, paths []Path, o kifu.Options, scrolls bool, infoOf func(recordfiles.Loaded) []gameInfo, take func(gameInfo) error) error {
	all, err := findRecords(env, limits, paths)
	if err != nil {
		return err
	}
	total, bad := 0, 0
	work := func(f recordfiles.File, yield func(gameInfo) bool) {
		f.LoadEach(o, func(l recordfiles.Loaded) bool {
			for _, g := range infoOf(l) {
				if !yield(g) {
					return false
				}
			}
			return true
		})
	}
	err = eachRecord(env, all, scrolls, work, func(g gameInfo) error {
		if g.first {
			total++
		}
		if g.note != "" {
			_, err := fmt.Fprintf(env.Stderr, "tengen: %s\n", wording.OneLine(g.File+": "+g.note))
			return err
		}
		if g.Error != "" {
			bad++
		}
		return take(g)
	})
	if err == nil && bad > 0 {
		err = fmt.Errorf("%d of %s could not be read", bad, wording.Counted(total, "file"))
	}
	return err
}

// gamesOf tells of the games in one file.
func gamesOf(file recordfiles.Loaded) []gameInfo {
	if file.Err == nil && len(file.Trees) == 0 && len(file.Diagnostics) > 0 {
		return []gameInfo{{File: file.Name, note: file.Diagnostics[0].String(), first: file.First}}
	}
	if err := file.NoGame(); err != nil {
		return []gameInfo{{File: file.Name, Error: wording.OneLine(err.Error()), first: file.First}}
	}
	var games []gameInfo
	for i, tree := range file.Trees {
		g, number := gameOf(tree), tree.Number()
		g.first = file.First && i == 0
		g.File, g.Game, g.Format, g.Encoding = file.Name, number, file.Format.String(), file.Encoding
		worst := kifu.Note
		for _, d := range file.Diagnostics {
			if d.Game == 0 || d.Game == number {
				g.Faults++
				worst = max(worst, d.Severity)
			}
		}
		if g.Faults > 0 {
			g.Worst = worst.String()
		}
		games = append(games, g)
	}
	return games
}

// gameOf tells what one record says.
func gameOf(t *kifu.Tree) gameInfo {
	info := t.Info()
	g := gameInfo{Black: info.Black, White: info.White, BlackRank: info.BlackRank, WhiteRank: info.WhiteRank, Name: info.Name,
		Event: info.Event, Round: info.Round, Date: info.Date, Place: info.Place, Result: info.Result, Rules: info.Rules}
	g.Board = t.Graph.String()
	if w, h, ok := kifu.Rows(t.Graph); ok {
		g.Width, g.Height = w, h
	}
	if t.KomiKnown {
		komi := t.Rules.Komi.Points()
		g.Komi = &komi
	}
	if t.RulesKnown {
		g.rulesName = t.Rules.Name()
	}
	if n, err := strconv.Atoi(strings.TrimSpace(info.Handicap)); err == nil && n > 0 {
		g.Handicap = n
	}
	lines := 0
	for n := range t.Root().All() {
		g.Nodes++
		if n.Comment() != "" {
			g.Comments++
		}
		if len(n.Children()) == 0 {
			lines++
		}
	}
	g.Variations = lines - 1
	for n := range t.Root().MainLine() {
		if n.HasMove() {
			moves, _ := n.Moves()
			g.Moves += max(1, len(moves))
		}
	}
	g.opening = openingOf(t)
	return g
}

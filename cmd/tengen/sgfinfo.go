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
	"tengen/kifustats"
	"tengen/recordfiles"
)

// SGFInfoCmd is `tengen sgf info`.
type SGFInfoCmd struct {
	Text     bool     `help:"Print a table." xor:"how" config:"-"`
	JSON     bool     `help:"Print one JSON object per game. This is the default." xor:"how" config:"-"`
	Encoding Encoding `placeholder:"NAME" help:"Encoding of the text, regardless of what the files say." config:"-"`
	Paths    []Path   `arg:"" name:"path" placeholder:"PATH" help:"Records and folders of records; - is stdin."`
}

// Help lists the fields.
func (SGFInfoCmd) Help() string {
	return "The fields of a game are file, game (its number in the file), format, encoding, board, width, height, black, white, blackRank, whiteRank, " +
		"name, event, round, date, place, result and rules (as written in the record), komi (in points), handicap, moves (of the main line), variations (number of lines besides " +
		"the main line), nodes, comments (number of nodes with a comment), faults (number of diagnostics of the game and of the file as a whole) and worst (the highest severity of " +
		"these). Missing information is omitted. A file that cannot be read has only file and error."
}

// listedGame is a game, or a file without games.
type listedGame struct {
	info kifustats.Game
	note string // a diagnostic of a file without games
}

// Run prints every game.
func (c *SGFInfoCmd) Run(env *Env, sgf *SGFCmd) error {
	out := newResults(env)
	encoder := json.NewEncoder(out)
	list := columns.New(out)
	if c.Text {
		list.Row("file", "game", "board", "black", "white", "date", "result", "moves", "faults")
	}
	infoOf := func(l recordfiles.Loaded) []listedGame {
		l.Check()
		return gamesOf(l)
	}
	flushed := time.Now()
	err := eachGame(env, sgf.recordLimits, c.Paths, kifu.Options{Encoding: string(c.Encoding)}, true, infoOf, func(g listedGame) (err error) {
		late := time.Since(flushed) > longestWait
		if !c.Text {
			err = encoder.Encode(g.line())
		} else if list.Row(g.row()...); late || list.Len() >= mostRows {
			err = list.Flush()
		}
		if late && err == nil {
			flushed = time.Now()
			err = out.Flush()
		}
		return err
	})
	return out.end(errors.Join(list.Flush(), err))
}

// longestWait is the longest time that a game is held back before it is printed.
const longestWait = time.Second / 2

// line returns the game for JSON. A file that cannot be read has only its name and the error.
func (g listedGame) line() any {
	if g.info.Error == "" {
		return g.info
	}
	return struct {
		File  string `json:"file"`
		Error string `json:"error"`
	}{g.info.File, g.info.Error}
}

// mostRows is the number of rows whose columns are aligned together.
const mostRows = 500

// row returns the game as a row of a table.
func (g listedGame) row() []string {
	if g.info.Error != "" {
		return []string{g.info.File, "", g.info.Error}
	}
	side := func(name, rank string) string { return strings.TrimSpace(name + " " + rank) }
	faults := "none"
	if g.info.Faults > 0 {
		faults = wording.Counted(g.info.Faults, g.info.Worst)
		if g.info.Faults > 1 {
			faults = fmt.Sprintf("%d, worst: %s", g.info.Faults, g.info.Worst)
		}
	}
	return []string{g.info.File, strconv.Itoa(g.info.Game), g.info.Board, side(g.info.Black, g.info.BlackRank), side(g.info.White, g.info.WhiteRank),
		g.info.Date, g.info.Result, strconv.Itoa(g.info.Moves), faults}
}

// eachGame calls the function take for every game in the files of the paths, in order. It also calls
// it once for each file that cannot be read. The error has the number of unreadable files.
func eachGame(env *Env, limits recordLimits, paths []Path, o kifu.Options, scrolls bool, infoOf func(recordfiles.Loaded) []listedGame, take func(listedGame) error) error {
	all, err := findRecords(env, limits, paths)
	if err != nil {
		return err
	}
	total, bad := 0, 0
	work := func(f recordfiles.File, yield func(listedGame) bool) {
		first := true // the file had no game yet
		f.LoadEach(o, func(l recordfiles.Loaded) bool {
			for _, g := range infoOf(l) {
				g.info.First = first && g.note == ""
				first = first && g.note != ""
				if !yield(g) {
					return false
				}
			}
			return true
		})
	}
	err = eachRecord(env, all, scrolls, work, func(g listedGame) error {
		if g.info.First {
			total++
		}
		if g.note != "" {
			_, err := fmt.Fprintf(env.Stderr, "tengen: %s\n", wording.OneLine(g.info.File+": "+g.note))
			return err
		}
		if g.info.Error != "" {
			bad++
		}
		return take(g)
	})
	if err == nil && bad > 0 {
		err = fmt.Errorf("%d of %s could not be read", bad, wording.Counted(total, "file"))
	}
	return err
}

// gamesOf lists the games in one file.
func gamesOf(file recordfiles.Loaded) []listedGame {
	one := listedGame{info: kifustats.Game{File: file.Name}}
	if file.Err == nil && len(file.Trees) == 0 && len(file.Diagnostics) > 0 {
		one.note = file.Diagnostics[0].String()
		return []listedGame{one}
	}
	if err := file.NoGame(); err != nil {
		one.info.Error = wording.OneLine(err.Error())
		return []listedGame{one}
	}
	var games []listedGame
	for _, g := range kifustats.InFile(file.Name, file.File) {
		games = append(games, listedGame{info: g})
	}
	return games
}

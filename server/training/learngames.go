package training

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"path/filepath"

	"tengen/kifu"
	"tengen/learn"
	"tengen/replay"
	"tengen/rowtext"
	"tengen/server/wire"
)

// The number of games in an answer.
const (
	usualGames = 50
	maxGames   = 500
)

// gameList has some games of a generation.
type gameList struct {
	Generation int        `json:"generation"`
	Total      int        `json:"total"`             // number of games of the generation
	Message    string     `json:"message,omitempty"` // why games are missing
	Games      []gameLine `json:"games"`
}

// gameLine describes a game in the list.
type gameLine struct {
	Game     int     `json:"game"` // number in the generation, from 0
	Board    string  `json:"board"`
	Moves    int     `json:"moves"`
	Komi     float64 `json:"komi"`
	Handicap int     `json:"handicap"`
	Result   string  `json:"result"` // "B+3.5"
}

// rowsOf opens the games of a generation. The message says why they cannot be read now.
func (t *Training) rowsOf(name, dir string, g *learn.Generation) (f *replay.Folder, message string, err error) {
	rows := learn.RowsFolder(g.Number)
	root, err := t.open()
	if err != nil {
		return nil, "", err
	}
	defer root.Close()
	if g.Number == 0 {
		return nil, "The first net did not learn from games.", nil
	}
	if g.Games == 0 && g.Stage != learn.Playing {
		return nil, "This net learned from records.", nil
	}
	if g.Stage == learn.Playing {
		return nil, "The games can be opened when all of this generation have been played.", nil
	}
	if _, err := root.Stat(path.Join(name, filepath.ToSlash(rows))); err != nil { // refuses links that lead out of the folder
		return nil, "The games of this generation are no longer there.", nil
	}
	f, err = replay.OpenFolder(filepath.Join(dir, rows))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "The games of this generation are no longer there.", nil
	}
	return f, "", err
}

// getGames answers with some games of a generation.
func (t *Training) getGames(r *http.Request) (*gameList, error) {
	name := r.URL.Query().Get("run")
	state, dir, err := t.stateOf(name)
	if err != nil {
		return nil, err
	}
	g, err := generationOf(r, state)
	if err != nil {
		return nil, err
	}
	from, errFrom := wire.IntOf(r, "from", 0)
	count, errCount := wire.IntOf(r, "count", usualGames)
	if err := errors.Join(errFrom, errCount); err != nil {
		return nil, err
	}
	if from < 0 || count < 1 || count > maxGames {
		return nil, wire.Misuse(http.StatusBadRequest, "from", "ask for 1 to %d games, from game 0 on", maxGames)
	}
	list := &gameList{Generation: g.Number, Total: g.Games, Games: []gameLine{}}
	f, message, err := t.rowsOf(name, dir, g)
	if list.Message = message; f == nil || err != nil {
		return list, unreadable(err)
	}
	number := -1
	for game, err := range f.Games() {
		if err != nil {
			return nil, unreadable(err)
		}
		if number++; number < from {
			continue
		}
		if len(list.Games) == count {
			break
		}
		list.Games = append(list.Games, gameLine{Game: number, Board: game.Graph.String(), Moves: len(game.Moves), Komi: game.Rules.Komi.Points(),
			Handicap: game.Setup.Handicap, Result: rowtext.ResultOf(game.Result).String()})
	}
	if len(f.Damage) > 0 {
		list.Message = "Some games of this generation are damaged and are missing here."
	}
	return list, nil
}

// unreadable makes an error of the disk an answer.
func unreadable(err error) error {
	if err == nil {
		return nil
	}
	return wire.Fail(http.StatusUnprocessableEntity, "generation", "the games of the generation cannot be read: %v", err)
}

// SGF returns a game of a generation as a record, with the values that the searches found, and a name for its file.
func (t *Training) SGF(run string, generation, number int) (sgf []byte, name string, err error) {
	state, dir, err := t.stateOf(run)
	if err != nil {
		return nil, "", err
	}
	g, err := generationAt(state, generation)
	if err != nil {
		return nil, "", err
	}
	f, message, err := t.rowsOf(run, dir, g)
	if err != nil {
		return nil, "", unreadable(err)
	}
	if f == nil {
		return nil, "", wire.Fail(http.StatusNotFound, "generation", "%s", message)
	}
	at := 0
	for game, err := range f.Games() {
		if err != nil {
			return nil, "", unreadable(err)
		}
		if at++; at <= number || number < 0 {
			continue
		}
		name := path.Base(run)
		if name == "." {
			name = filepath.Base(dir)
		}
		var sgf bytes.Buffer
		title := fmt.Sprintf("%s, generation %d, game %d", name, generation, number+1)
		if err := rowtext.WriteSGF(&sgf, game, kifu.Info{Name: title}, learn.NetName(g.Player)); err != nil {
			return nil, "", wire.Fail(http.StatusUnprocessableEntity, "game", "the game cannot be written as a record: %v", err)
		}
		return sgf.Bytes(), fmt.Sprintf("%s-%d-%d", name, generation, number+1), nil
	}
	return nil, "", wire.Fail(http.StatusNotFound, "game", "the generation has the games 0 to %d, not %d", at-1, number)
}

// getSGF answers with a game as a file.
func (t *Training) getSGF(w http.ResponseWriter, r *http.Request) error {
	generation, errGeneration := wire.IntOf(r, "generation", 1)
	number, errGame := wire.IntOf(r, "game", 0)
	if err := errors.Join(errGeneration, errGame); err != nil {
		return err
	}
	sgf, name, err := t.SGF(r.URL.Query().Get("run"), generation, number)
	if err != nil {
		return err
	}
	wire.File{Name: name + ".sgf", Type: "application/x-go-sgf; charset=utf-8", Data: sgf}.Send(w)
	return nil
}

package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tengen/kifu"
)

// The files of a match in its folder, beside game-0001.sgf and so on.
const (
	resultsFile = "games.jsonl"  // a GameResult a line, appended as games finish
	summaryFile = "summary.json" // the Summary, written at the end
)

// output writes a match to a folder, or nowhere if dir is empty.
type output struct {
	dir     string
	results *os.File
}

func newOutput(dir string) (*output, error) {
	if dir == "" {
		return &output{}, nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("the folder for the games: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, resultsFile), os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s holds the results of another match (%s); choose another folder", dir, resultsFile)
	}
	if err != nil {
		return nil, fmt.Errorf("the results: %w", err)
	}
	return &output{dir, f}, nil
}

// game keeps a finished game: first its record, then its line, so that every
// line has its record.
func (o *output) game(res *GameResult, rec *kifu.Record) error {
	if o.dir == "" {
		return nil
	}
	res.SGF = fmt.Sprintf("game-%04d.sgf", res.Game)
	var b bytes.Buffer
	err := rec.Write(&b)
	if err == nil {
		err = writeWhole(filepath.Join(o.dir, res.SGF), b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("the record of game %d: %w", res.Game, err)
	}
	line, err := json.Marshal(res)
	if err == nil {
		_, err = o.results.Write(append(line, '\n'))
	}
	if err != nil {
		return fmt.Errorf("the result of game %d: %w", res.Game, err)
	}
	return nil
}

func (o *output) finish(s Summary) error {
	if o.dir == "" {
		return nil
	}
	text, err := json.MarshalIndent(s, "", "  ")
	if err == nil {
		err = writeWhole(filepath.Join(o.dir, summaryFile), append(text, '\n'))
	}
	return errors.Join(err, o.results.Close())
}

// writeWhole writes a file that is never seen half written.
func writeWhole(path string, data []byte) error {
	temp := path + ".part"
	if err := os.WriteFile(temp, data, 0o666); err != nil {
		return err
	}
	return os.Rename(temp, path)
}

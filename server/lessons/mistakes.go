package lessons

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/server/boards"
	"tengen/server/wire"
)

// mistakesFile is the name of the file in the folder of the server's data. Each line is a mistake.
const mistakesFile = "mistakes.jsonl"

// allMistakes is the name of the list of all mistakes in addresses.
const allMistakes = "all"

// Exercise is a mistake as a problem.
type Exercise struct {
	Key   string // identifies the mistake among all mistakes
	Title string // of the game
	Tree  *kifu.Tree
}

// mistake is a line of the file. It does not depend on the record, which may change or be deleted.
type mistake struct {
	Key   string `json:"key"`
	Game  string `json:"game"` // the record and the index of its game: ID-INDEX
	Title string `json:"title"`
	SGF   string `json:"sgf"`
}

// mistakes are the mistakes in the user's own games. They are only added, so an index stays valid.
type mistakes struct {
	path string

	mu  sync.Mutex
	all []mistake
}

// openMistakes reads the file. It ignores an incomplete last line, which was never acknowledged.
func openMistakes(dir string) (*mistakes, error) {
	m := &mistakes{path: filepath.Join(dir, mistakesFile)}
	data, err := os.ReadFile(m.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the mistakes in your games: %w", err)
	}
	for line := range bytes.Lines(data) {
		var one mistake
		if json.Unmarshal(line, &one) == nil && one.SGF != "" {
			m.all = append(m.all, one)
		}
	}
	return m, nil
}

// add adds the mistakes that the list does not have yet. They are on the disk when add returns.
func (m *mistakes) add(list []mistake) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var text bytes.Buffer
	var fresh []mistake
	for _, one := range list {
		if slices.ContainsFunc(m.all, func(k mistake) bool { return k.Key == one.Key }) {
			continue
		}
		line, err := json.Marshal(one)
		if err != nil {
			return err
		}
		fresh = append(fresh, one)
		text.Write(append(line, '\n'))
	}
	if len(fresh) == 0 {
		return nil
	}
	f, err := os.OpenFile(m.path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("the mistakes could not be saved: %w", err)
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return errors.Join(fmt.Errorf("the mistakes could not be saved: %w", err), f.Close())
	}
	last := [1]byte{'\n'}
	if size > 0 {
		_, _ = f.ReadAt(last[:], size-1) // if it cannot be read, the write fails too
	}
	data := text.Bytes()
	if last[0] != '\n' { // an incomplete line of a crash
		data = append([]byte{'\n'}, data...)
	}
	if err := errors.Join(appendTo(f, size, data), f.Close()); err != nil {
		return fmt.Errorf("the mistakes could not be saved: %w", err)
	}
	m.all = append(m.all, fresh...)
	return nil
}

// appendFile is a file whose offset is at its end.
type appendFile interface {
	io.Writer
	Sync() error
	Truncate(size int64) error
}

// appendTo adds data to a file of the given size. If that fails, it restores the file: a line that was written but is
// not in memory would be added again.
func appendTo(f appendFile, size int64, data []byte) error {
	_, err := f.Write(data)
	if err = errors.Join(err, f.Sync()); err != nil {
		return errors.Join(err, f.Truncate(size))
	}
	return nil
}

// list returns the mistakes in a game, or all mistakes if game is "".
func (m *mistakes) list(game string) listed {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []mistake
	for _, one := range m.all {
		if game == "" || one.Game == game {
			list = append(list, one)
		}
	}
	l := listed{title: "Your mistakes", keys: make([]string, len(list)), sgf: func(i int) []byte { return []byte(list[i].SGF) }}
	for i, one := range list {
		l.keys[i] = kindMine + "/" + one.Key
	}
	if game != "" && len(list) > 0 {
		l.title = list[0].Title
	}
	return l
}

// games returns the number of games from which the mistakes are.
func (m *mistakes) games() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	games := map[string]bool{}
	for _, one := range m.all {
		games[one.Game] = true
	}
	return len(games)
}

type mistakesRequest struct {
	Record string `json:"record"`
	Game   int    `json:"game"`
	Color  string `json:"color"`
}

// trained is the list of the mistakes in one game.
type trained struct {
	Name string `json:"name"` // of the list, in addresses: lesson/mine/NAME/0
	Of   int    `json:"of"`   // number of mistakes
	Next int    `json:"next"` // index of the first one that is not solved
}

// postMistakes adds a player's mistakes in a reviewed game to the collection.
func (l *Lessons) postMistakes(_ *http.Request, req mistakesRequest) (*trained, error) {
	c := boards.ColorOf(req.Color)
	if c == baduk.Empty {
		return nil, wire.Misuse(http.StatusBadRequest, "color", "%.20q is not a player: write black or white", req.Color)
	}
	if l.opt.Mistakes == nil {
		return nil, wire.Fail(http.StatusNotFound, "", "reviews are turned off on this server")
	}
	found, err := l.opt.Mistakes(req.Record, req.Game, c)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("%s-%d", req.Record, req.Game)
	var list []mistake
	for _, e := range found {
		var text strings.Builder
		if _, err := kifu.Write(&text, kifu.WriteOptions{}, e.Tree); err != nil {
			return nil, err
		}
		list = append(list, mistake{e.Key, name, e.Title, text.String()})
	}
	if err := l.mistakes.add(list); err != nil {
		return nil, err
	}
	keys := l.mistakes.list(name).keys
	marks := l.progress.marks(keys, true)
	return &trained{name, len(keys), max(strings.IndexFunc(marks, func(m rune) bool { return m != 's' }), 0)}, nil
}

// search judges a move that the exercise does not have. A move that loses little is right, too.
func (l *Lessons) search(r *http.Request, p problem, a *answer, vertex string) error {
	point, err := p.Tree.Graph.ParseVertex(vertex)
	if err != nil || a.node != p.Start || l.opt.Loss == nil {
		return nil
	}
	game := p.Tree.At(p.Start).Game.Clone()
	m := baduk.Move{Color: p.Pupil, Point: point}
	ctx, end := l.service.WhileServing(r.Context())
	defer end()
	loss, margin, err := l.opt.Loss(ctx, game.Clone(), m)
	if err != nil {
		return err
	}
	if loss > margin {
		a.at.Text = fmt.Sprintf("A search says that this move loses about %.1f points.", loss)
		return nil
	}
	if err := game.Play(m); err != nil {
		return nil // isOther moves are legal
	}
	a.verdict = isRight
	a.at = describe(p.Start, game)
	a.at.Text = fmt.Sprintf("This move is good. A search says that it is about %.1f points worse than the best.", max(loss, 0))
	return nil
}

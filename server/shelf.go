package server

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// shelf is all games: the files, and the tables of those in memory.
type shelf struct {
	server *Server
	files  journal

	mu        sync.Mutex // taken before a table's own
	tables    map[string]*table
	summaries map[string]cachedSummary
	notices   []string // about files that were set aside
	closed    bool
}

// Summary is a line in the list of games.
type Summary struct {
	ID        string    `json:"id"`
	Changed   time.Time `json:"changed"`
	Width     int       `json:"width"`
	Height    int       `json:"height"`
	Rules     string    `json:"rules"` // title
	Human     string    `json:"human"`
	BlackName string    `json:"blackName,omitempty"`
	WhiteName string    `json:"whiteName,omitempty"`
	Moves     int       `json:"moves"`
	Over      bool      `json:"over"`
	Result    string    `json:"result"`
}

// cachedSummary is valid while the file is what it was.
type cachedSummary struct {
	size    int64
	changed time.Time
	summary Summary
}

const (
	idLetters = "abcdefghijklmnopqrstuvwxyz234567"
	idLen     = 12
	listed    = 200 // games in the list, the latest
)

// newID is 60 random bits: nobody guesses it, and no file name system minds it.
func newID() string {
	var b [idLen]byte
	_, _ = rand.Read(b[:]) // never fails
	for i := range b {
		b[i] = idLetters[b[i]&31]
	}
	return string(b[:])
}

func validID(id string) bool {
	return len(id) == idLen && strings.Trim(id, idLetters) == ""
}

var errClosing = fail(http.StatusServiceUnavailable, "", "the server is closing")

func errNoGame(id string) error {
	return fail(http.StatusNotFound, "", "there is no game %.20q", id)
}

// create keeps a new game and returns its id.
func (s *shelf) create(start setup, events []event) (string, error) {
	r, err := newRecord(start)
	if err != nil {
		return "", err
	}
	for _, e := range events {
		if err := r.apply(e); err != nil {
			return "", err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return "", errClosing
	}
	entries, err := s.entries()
	if err != nil {
		return "", err
	}
	if len(entries) >= s.server.opt.MaxGames {
		return "", fail(http.StatusTooManyRequests, "", "there are %d games already, which is as many as are kept: delete one first", len(entries))
	}
	for {
		id := newID()
		err := s.files.create(id, start, events)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("the game could not be saved: %w", err)
		}
		return id, nil
	}
}

// entries are the files of all games.
func (s *shelf) entries() ([]os.DirEntry, error) {
	all, err := fs.ReadDir(s.files.root.FS(), ".")
	return slices.DeleteFunc(all, func(e os.DirEntry) bool {
		id, ok := strings.CutSuffix(e.Name(), journalExt)
		return !ok || !validID(id) || !e.Type().IsRegular()
	}), err
}

// acquire is the table of a game, read from its file if need be. The caller
// releases it.
func (s *shelf) acquire(id string) (*table, error) {
	if !validID(id) {
		return nil, errNoGame(id)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errClosing
	}
	t := s.tables[id]
	if t == nil {
		r, size, err := s.load(id)
		if err != nil {
			return nil, err
		}
		t = newTable(s.server, id, r, size)
		s.tables[id] = t
	}
	t.users++
	return t, nil
}

// load reads a file; one that makes no sense is set aside.
func (s *shelf) load(id string) (*record, int64, error) {
	r, size, err := s.files.read(id)
	var unreadable *unreadableError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, 0, errNoGame(id)
	case errors.As(err, &unreadable):
		s.files.setAside(id, err)
		notice := fmt.Sprintf("The game %s cannot be read (%v) and was set aside.", id, err)
		s.notices = append(s.notices, notice)
		return nil, 0, fail(http.StatusNotFound, "", "%s", notice)
	case err != nil:
		return nil, 0, err
	}
	return r, size, nil
}

func (s *shelf) release(t *table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.users--
	t.used = time.Now()
}

// list is the latest games, and notices about those that could not be read.
func (s *shelf) list() ([]Summary, []string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, nil, errClosing
	}
	entries, err := s.entries()
	if err != nil {
		return nil, nil, err
	}
	var infos []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil { // else it was deleted just now
			infos = append(infos, info)
		}
	}
	slices.SortFunc(infos, func(a, b fs.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	summaries := []Summary{}
	for _, info := range infos[:min(len(infos), listed)] {
		if sum, ok := s.summary(info); ok {
			summaries = append(summaries, sum)
		}
	}
	return summaries, append([]string{}, s.notices...), nil
}

// summary is that of the game in memory, else of its file.
func (s *shelf) summary(info fs.FileInfo) (Summary, bool) {
	id := strings.TrimSuffix(info.Name(), journalExt)
	if t := s.tables[id]; t != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		return newSummary(id, t.rec), true
	}
	if c, ok := s.summaries[id]; ok && c.size == info.Size() && c.changed.Equal(info.ModTime()) {
		return c.summary, true
	}
	r, _, err := s.load(id)
	if err != nil {
		return Summary{}, false
	}
	sum := newSummary(id, r)
	s.summaries[id] = cachedSummary{info.Size(), info.ModTime(), sum}
	return sum, true
}

func newSummary(id string, r *record) Summary {
	return Summary{
		ID: id, Changed: r.changed, Width: r.setup.Width, Height: r.setup.Height, Rules: r.setup.Title,
		Human: r.setup.Human, BlackName: r.setup.BlackName, WhiteName: r.setup.WhiteName,
		Moves: r.game.Len(), Over: r.phase == phaseOver, Result: r.result(),
	}
}

// remove forgets a game.
func (s *shelf) remove(id string) error {
	t, err := s.acquire(id)
	if err != nil {
		return err
	}
	s.mu.Lock()
	t.close(errNoGame(id))
	delete(s.tables, id)
	delete(s.summaries, id)
	err = s.files.root.Remove(id + journalExt)
	s.mu.Unlock()
	t.leave()
	return err
}

// sweep puts away the games that nobody has used since the given time.
func (s *shelf) sweep(since time.Time) {
	var idle []*table
	s.mu.Lock()
	for id, t := range s.tables {
		if t.users == 0 && t.used.Before(since) && !t.busy() {
			t.close(errClosing)
			delete(s.tables, id)
			idle = append(idle, t)
		}
	}
	s.mu.Unlock()
	for _, t := range idle {
		t.leave()
	}
}

func (s *shelf) closeAll() {
	s.mu.Lock()
	s.closed = true
	tables := s.tables
	s.tables = nil
	for _, t := range tables {
		t.close(errClosing)
	}
	s.mu.Unlock()
	for _, t := range tables {
		t.leave()
	}
}

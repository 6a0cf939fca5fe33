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

	"tengen/baduk"
)

// shelf is all games: the files, and the tables of those in memory.
type shelf struct {
	server *Server
	files  journal

	disk sync.Mutex // held while files are read, made or removed; taken before mu

	mu        sync.Mutex // taken before a table's own
	tables    map[string]*table
	summaries map[string]cachedSummary
	notices   []string // about files that made no sense
	closed    bool
}

// Summary is a line in the list of games.
type Summary struct {
	ID        string    `json:"id"`
	Changed   time.Time `json:"changed"`
	Board     string    `json:"board"` // "9×9", "torus 9x9"
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

// newID is 60 random bits: it cannot be guessed, and every file system takes it as a name.
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

// filesOf are the ordinary files of a folder whose names are an id and ext.
func filesOf(root *os.Root, ext string) ([]fs.DirEntry, error) {
	all, err := fs.ReadDir(root.FS(), ".")
	return slices.DeleteFunc(all, func(e fs.DirEntry) bool {
		id, ok := strings.CutSuffix(e.Name(), ext)
		return !ok || !validID(id) || !e.Type().IsRegular()
	}), err
}

// latestFirst is what is known of [filesOf], those that were changed last first.
func latestFirst(root *os.Root, ext string) ([]fs.FileInfo, error) {
	entries, err := filesOf(root, ext)
	if err != nil {
		return nil, err
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
	return infos, nil
}

var errClosing = fail(http.StatusServiceUnavailable, "", "the server is closing")

func errNoGame(id string) error {
	return fail(http.StatusNotFound, "", "there is no game %.20q", id)
}

// create keeps a new game and returns its id.
func (s *shelf) create(start setup, events []event) (string, error) {
	r, err := newRecord(start, s.files.boards)
	if err != nil {
		return "", err
	}
	for _, e := range events {
		if err := r.apply(e); err != nil {
			return "", err
		}
	}
	s.disk.Lock()
	defer s.disk.Unlock()
	if s.isClosed() {
		return "", errClosing
	}
	entries, err := filesOf(s.files.root, journalExt)
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

// acquire is the table of a game, read from its file if need be. The caller
// releases it.
func (s *shelf) acquire(id string) (*table, error) {
	if !validID(id) {
		return nil, errNoGame(id)
	}
	if t, err := s.hold(id); t != nil || err != nil {
		return t, err
	}
	s.disk.Lock()
	defer s.disk.Unlock()
	if t, err := s.hold(id); t != nil || err != nil {
		return t, err // another request was faster
	}
	r, size, message, err := s.load(id, true)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t := newTable(s.server, id, r, size)
	t.mu.Lock()
	t.message = message
	t.mu.Unlock()
	s.tables[id] = t
	t.users++
	return t, nil
}

// hold is the table of a game in memory, or nil.
func (s *shelf) hold(id string) (*table, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errClosing
	}
	t := s.tables[id]
	if t != nil {
		t.users++
	}
	return t, nil
}

func (s *shelf) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

func (s *shelf) notice(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notices = append(s.notices, text)
}

// load reads a file; one that makes no sense is set aside. Of one that begins
// well, the game is what the good lines say, and to mend it is to put the others
// aside; the message tells of that. The disk's lock is held.
func (s *shelf) load(id string, mend bool) (r *record, size int64, message string, err error) {
	r, size, rest, err := s.files.read(id)
	var unreadable *unreadableError
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, errNoFile):
		return nil, 0, "", errNoGame(id)
	case errors.As(err, &unreadable) && r == nil:
		s.files.setAside(id, err)
		message = fmt.Sprintf("The game %s cannot be read (%v) and was set aside.", id, err)
		s.notice(message)
		return nil, 0, "", fail(http.StatusNotFound, "", "%s", message)
	case errors.As(err, &unreadable) && mend:
		message = fmt.Sprintf("The file of the game %s makes no sense from line %d on (%v). What follows is kept in %s; the game goes on after %d moves.",
			id, unreadable.Line, unreadable.Err, id+journalExt+restExt, r.game.Len())
		s.server.log.Error("a part of a game cannot be read and is set aside", "game", id, "as", id+journalExt+restExt, "bytes", len(rest), "error", err)
		if err := s.files.keepRest(id, size, rest); err != nil {
			return nil, 0, "", fmt.Errorf("the file of the game %s makes no sense from line %d on, and could not be repaired: %w", id, unreadable.Line, err)
		}
		s.notice(message)
	case errors.As(err, &unreadable): // the good lines will do
	case err != nil:
		return nil, 0, "", err
	}
	return r, size, message, nil
}

func (s *shelf) release(t *table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.users--
	t.used = time.Now()
}

// list is the latest games, and notices about those that could not be read.
func (s *shelf) list() ([]Summary, []string, error) {
	if s.isClosed() {
		return nil, nil, errClosing
	}
	infos, err := latestFirst(s.files.root, journalExt)
	if err != nil {
		return nil, nil, err
	}
	summaries := []Summary{}
	for _, info := range infos[:min(len(infos), listed)] {
		if sum, ok := s.summary(info); ok {
			summaries = append(summaries, sum)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return summaries, append([]string{}, s.notices...), nil
}

// summary is that of the game in memory, else of its file.
func (s *shelf) summary(info fs.FileInfo) (Summary, bool) {
	id := strings.TrimSuffix(info.Name(), journalExt)
	s.mu.Lock()
	t, cached := s.tables[id], s.summaries[id]
	s.mu.Unlock()
	if t != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		return newSummary(id, t.rec), true
	}
	if cached.summary.ID != "" && cached.size == info.Size() && cached.changed.Equal(info.ModTime()) {
		return cached.summary, true
	}
	s.disk.Lock()
	defer s.disk.Unlock()
	r, _, _, err := s.load(id, false)
	if err != nil {
		return Summary{}, false
	}
	sum := newSummary(id, r)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.summaries[id] = cachedSummary{info.Size(), info.ModTime(), sum}
	return sum, true
}

func newSummary(id string, r *record) Summary {
	return Summary{
		ID: id, Changed: r.changed, Board: boardTitle(r.game.Graph()), Rules: r.setup.Title,
		Human: r.setup.Human, BlackName: r.setup.BlackName, WhiteName: r.setup.WhiteName,
		Moves: r.game.Len(), Over: r.phase == phaseOver, Result: r.result(),
	}
}

// boardTitle is what a board is called in a list.
func boardTitle(g *baduk.Graph) string {
	if geo, ok := g.Geometry(); ok && geo.Width > 0 && g.Life() == nil {
		return fmt.Sprintf("%d×%d", geo.Width, geo.Height)
	}
	return g.String()
}

// remove forgets a game.
func (s *shelf) remove(id string) error {
	t, err := s.acquire(id)
	if err != nil {
		return err
	}
	s.disk.Lock()
	s.mu.Lock()
	t.close(errNoGame(id))
	delete(s.tables, id)
	delete(s.summaries, id)
	s.mu.Unlock()
	err = s.files.remove(id)
	s.disk.Unlock()
	t.leave()
	return err
}

// sweep puts away the games that were not used since the given time.
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
	s.disk.Lock()
	defer s.disk.Unlock()
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

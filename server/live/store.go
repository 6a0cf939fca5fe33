package live

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"tengen/server/wire"
)

const maxListed = 200 // things in a list, the latest

// Item is a thing in memory, of which a list shows an S.
type Item[S any] interface {
	// Busy reports whether the item works by itself. It then stays in memory though no request uses it.
	Busy() bool
	// Summary returns the item's line in a list; ok is false when it is not to be listed.
	Summary() (line S, ok bool)
	// End makes the item refuse further requests, with why. When why is [wire.ErrClosing], its files stay. A second call
	// has no effect.
	End(why error)
	// Leave releases what an ended item holds, and may wait for it.
	Leave()
}

// Files are the files of things. The methods are called one at a time.
type Files[S any, T Item[S]] interface {
	// Load reads the file of an id. cost is the memory that the item takes, in bytes.
	Load(id string) (item T, cost int64, err error)
	// Summary returns the line of a file in a list; ok is false when it cannot be read.
	Summary(id string, info fs.FileInfo) (line S, ok bool)
	// Remove deletes the files of an id.
	Remove(id string) error
}

// Options say what a Store keeps, and how much.
type Options struct {
	Kind  string   // "game": what errors call a thing
	Root  *os.Root // the folder of the files
	Ext   string   // the extension of the file that a thing is there with
	Most  int      // things that are kept
	Share int64    // bytes of memory for idle things; 0 means no limit
}

// Store is all things of a kind: the files, and the items of those in memory.
type Store[S any, T Item[S]] struct {
	opt   Options
	files Files[S, T]

	// disk is held while files are read, made or removed; it is taken before mu and before the locks of items.
	disk sync.Mutex

	mu      sync.Mutex // only the lock that Item.Busy takes is taken while it is held
	held    map[string]*holding[T]
	lines   map[string]cachedLine[S]
	notices []string // about files that could not be read
	closed  bool
}

// holding is an item in memory.
type holding[T any] struct {
	item  T
	cost  int64
	users int       // requests that hold it
	used  time.Time // when the last one released it
}

// cachedLine is valid while the file is what it was.
type cachedLine[S any] struct {
	size    int64
	changed time.Time
	line    S
}

// NewStore makes a store of those files.
func NewStore[S any, T Item[S]](opt Options, files Files[S, T]) *Store[S, T] {
	return &Store[S, T]{opt: opt, files: files, held: map[string]*holding[T]{}, lines: map[string]cachedLine[S]{}}
}

// Missing is the error for an id without a file.
func (s *Store[S, T]) Missing(id string) error {
	return wire.Fail(http.StatusNotFound, "", "there is no %s %.20q", s.opt.Kind, id)
}

// Create keeps a new thing under an id that write gets. write returns [fs.ErrExist] when the id is taken.
func (s *Store[S, T]) Create(write func(id string) error) (id string, err error) {
	s.disk.Lock()
	defer s.disk.Unlock()
	if s.isClosed() {
		return "", wire.ErrClosing
	}
	entries, err := filesOf(s.opt.Root, s.opt.Ext)
	if err != nil {
		return "", err
	}
	if len(entries) >= s.opt.Most {
		return "", wire.Fail(http.StatusTooManyRequests, "", "there are %d %ss already, which is as many as are kept: delete one first", len(entries), s.opt.Kind)
	}
	for {
		id := newID()
		err := write(id)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("the %s could not be saved: %w", s.opt.Kind, err)
		}
		return id, nil
	}
}

// Acquire returns an item, read from its file if it is not in memory. The caller calls release.
func (s *Store[S, T]) Acquire(id string) (item T, release func(), err error) {
	if !ValidID(id) {
		return item, nil, s.Missing(id)
	}
	if h, err := s.hold(id); h != nil || err != nil {
		return s.acquired(h, err)
	}
	s.disk.Lock()
	defer s.disk.Unlock()
	if h, err := s.hold(id); h != nil || err != nil {
		return s.acquired(h, err) // another request was faster
	}
	item, cost, err := s.files.Load(id)
	if err != nil {
		return item, nil, err
	}
	h := &holding[T]{item: item, cost: cost, users: 1, used: time.Now()}
	s.mu.Lock()
	s.held[id] = h
	s.mu.Unlock()
	s.makeRoom()
	return s.acquired(h, nil)
}

func (s *Store[S, T]) acquired(h *holding[T], err error) (item T, release func(), _ error) {
	if err != nil {
		return item, nil, err
	}
	return h.item, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		h.users--
		h.used = time.Now()
	}, nil
}

// hold returns the item of an id in memory, or nil.
func (s *Store[S, T]) hold(id string) (*holding[T], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, wire.ErrClosing
	}
	h := s.held[id]
	if h != nil {
		h.users++
	}
	return h, nil
}

func (s *Store[S, T]) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// Notice adds a sentence to those that come with the list.
func (s *Store[S, T]) Notice(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notices = append(s.notices, text)
}

// List returns the lines of the latest things, and notices about those that could not be read.
func (s *Store[S, T]) List() (lines []S, notices []string, err error) {
	if s.isClosed() {
		return nil, nil, wire.ErrClosing
	}
	infos, err := latestFirst(s.opt.Root, s.opt.Ext)
	if err != nil {
		return nil, nil, err
	}
	lines = []S{}
	for _, info := range infos[:min(len(infos), maxListed)] {
		if line, ok := s.line(info); ok {
			lines = append(lines, line)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return lines, append([]string{}, s.notices...), nil
}

// line is the line of the item in memory, else that of its file.
func (s *Store[S, T]) line(info fs.FileInfo) (line S, ok bool) {
	id := strings.TrimSuffix(info.Name(), s.opt.Ext)
	s.mu.Lock()
	h := s.held[id]
	cached, known := s.lines[id]
	s.mu.Unlock()
	if h != nil {
		return h.item.Summary()
	}
	if known && cached.size == info.Size() && cached.changed.Equal(info.ModTime()) {
		return cached.line, true
	}
	s.disk.Lock()
	defer s.disk.Unlock()
	if line, ok = s.files.Summary(id, info); !ok {
		return line, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines[id] = cachedLine[S]{info.Size(), info.ModTime(), line}
	return line, true
}

// Latest returns the id that was changed last of those that match, or "". It looks at the files alone.
func (s *Store[S, T]) Latest(match func(id string) bool) (id string, err error) {
	s.disk.Lock()
	defer s.disk.Unlock()
	infos, err := latestFirst(s.opt.Root, s.opt.Ext)
	if err != nil {
		return "", err
	}
	for _, info := range infos {
		if id := strings.TrimSuffix(info.Name(), s.opt.Ext); match(id) {
			return id, nil
		}
	}
	return "", err
}

// Exists reports whether the file of an id is there.
func (s *Store[S, T]) Exists(id string) bool {
	_, err := s.opt.Root.Lstat(id + s.opt.Ext)
	return !errors.Is(err, fs.ErrNotExist)
}

// Remove deletes a thing.
func (s *Store[S, T]) Remove(id string) error {
	item, release, err := s.Acquire(id)
	if err != nil {
		return err
	}
	defer release()
	item.End(s.Missing(id))
	s.disk.Lock()
	s.mu.Lock()
	delete(s.held, id)
	delete(s.lines, id)
	s.mu.Unlock()
	err = s.files.Remove(id)
	s.disk.Unlock()
	item.Leave()
	return err
}

// Sweep puts away the items that were not used since the given time.
func (s *Store[S, T]) Sweep(since time.Time) {
	s.disk.Lock()
	var idle []T
	s.mu.Lock()
	for id, h := range s.held {
		if h.users == 0 && h.used.Before(since) && !h.item.Busy() {
			delete(s.held, id)
			idle = append(idle, h.item)
		}
	}
	s.mu.Unlock()
	for _, item := range idle {
		item.End(wire.ErrClosing)
	}
	s.disk.Unlock()
	for _, item := range idle {
		item.Leave()
	}
}

// makeRoom puts away idle items, the least recently used first, until all fit into their share. The disk's lock is
// held.
func (s *Store[S, T]) makeRoom() {
	for s.opt.Share > 0 {
		var oldest *holding[T]
		oldestID, total := "", int64(0)
		s.mu.Lock()
		for id, h := range s.held {
			total += h.cost
			if h.users == 0 && (oldest == nil || h.used.Before(oldest.used)) {
				oldest, oldestID = h, id
			}
		}
		if total <= s.opt.Share || oldest == nil {
			s.mu.Unlock()
			return
		}
		delete(s.held, oldestID)
		s.mu.Unlock()
		oldest.item.End(wire.ErrClosing)
		oldest.item.Leave()
	}
}

// CloseAll refuses all further requests and puts every item away.
func (s *Store[S, T]) CloseAll() {
	s.disk.Lock()
	s.mu.Lock()
	s.closed = true
	held := s.held
	s.held = nil
	s.mu.Unlock()
	s.disk.Unlock()
	for _, h := range held {
		h.item.End(wire.ErrClosing)
	}
	for _, h := range held {
		h.item.Leave()
	}
}

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

const maxListed = 2000 // the most items that a list shows

// Item is a game or a record in memory. S is the type of its line in a list.
type Item[S any] interface {
	// Busy reports whether the item is working in the background. A busy item stays in memory even if no request uses
	// it.
	Busy() bool
	// Summary returns the item's line in a list; ok is false when the item should not be listed.
	Summary() (line S, ok bool)
	// End makes the item refuse further requests. The item answers them with the error in the parameter why. If the
	// error is [wire.ErrClosing], the item's files stay. A second call has no effect.
	End(why error)
	// Leave releases the resources of an ended item. It may wait for them.
	Leave()
}

// Files reads and removes the files of items. Its methods are never called at the same time.
type Files[S any, T Item[S]] interface {
	// Load reads an item from its file. cost is the memory that the item takes, in bytes.
	Load(id string) (item T, cost int64, err error)
	// Summary returns the line of a file in a list; ok is false when the file cannot be read.
	Summary(id string, info fs.FileInfo) (line S, ok bool)
	// Remove deletes the files of an item.
	Remove(id string) error
}

// Options configure a Store.
type Options struct {
	Kind  string   // the word for an item in errors, such as "game"
	Root  *os.Root // the folder of the files
	Ext   string   // the extension of an item's main file; the item exists if this file exists
	Most  int      // the most items on the disk
	Share int64    // the most bytes of memory for idle items; 0 means no limit
}

// Store has all items of a kind: their files, and those items that are in memory.
type Store[S any, T Item[S]] struct {
	opt   Options
	files Files[S, T]

	// The mutex disk is locked while files are read, made or removed. A caller locks it before mu and before the locks
	// of items.
	disk sync.Mutex

	mu      sync.Mutex // a caller that holds mu takes no other lock, except by Item.Busy
	held    map[string]*holding[T]
	lines   map[string]cachedLine[S]
	notices []string // about files that could not be read
	closed  bool
}

// holding is an item in memory.
type holding[T any] struct {
	item  T
	cost  int64
	users int       // number of requests that use the item
	used  time.Time // time when a request last released the item
}

// cachedLine is the line of a file in a list. It is valid until the file changes.
type cachedLine[S any] struct {
	size    int64
	changed time.Time
	line    S
}

// NewStore makes a store that reads its items with files.
func NewStore[S any, T Item[S]](opt Options, files Files[S, T]) *Store[S, T] {
	return &Store[S, T]{opt: opt, files: files, held: map[string]*holding[T]{}, lines: map[string]cachedLine[S]{}}
}

// Missing is the error for an id without a file.
func (s *Store[S, T]) Missing(id string) error {
	return wire.Fail(http.StatusNotFound, "", "there is no %s %.20q", s.opt.Kind, id)
}

// Create stores a new item. It chooses an id and calls the function write, which writes the files. If write returns
// [fs.ErrExist] because the id is taken, Create tries another id.
func (s *Store[S, T]) Create(write func(id string) error) (id string, err error) {
	for {
		id = NewID()
		if err = s.CreateAs(id, write); !errors.Is(err, fs.ErrExist) {
			return id, err
		}
	}
}

// CreateAs is like Create for an id that the caller has chosen with [NewID]. If the id is taken, the error is
// [fs.ErrExist].
func (s *Store[S, T]) CreateAs(id string, write func(id string) error) error {
	s.disk.Lock()
	defer s.disk.Unlock()
	if s.isClosed() {
		return wire.ErrClosing
	}
	entries, err := filesOf(s.opt.Root, s.opt.Ext)
	if err != nil {
		return err
	}
	if len(entries) >= s.opt.Most {
		return wire.Fail(http.StatusTooManyRequests, "", "there are %d %ss already, and no more can be kept: delete one first", len(entries), s.opt.Kind)
	}
	if err := write(id); err != nil {
		return fmt.Errorf("the %s could not be saved: %w", s.opt.Kind, err)
	}
	return nil
}

// Acquire returns an item. If the item is not in memory, Acquire reads its file. The caller must call release.
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
		return s.acquired(h, err) // another request has loaded the item
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

// Peek calls the function held with an item that is in memory. If the item is not in memory, Peek calls the function
// stored, which may read the item's file.
func (s *Store[S, T]) Peek(id string, held func(T) error, stored func() error) error {
	if !ValidID(id) {
		return s.Missing(id)
	}
	h, err := s.hold(id)
	if h == nil && err == nil {
		s.disk.Lock()
		if h, err = s.hold(id); h == nil && err == nil {
			defer s.disk.Unlock()
			return stored()
		}
		s.disk.Unlock()
	}
	item, release, err := s.acquired(h, err)
	if err != nil {
		return err
	}
	defer release()
	return held(item)
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

// hold returns the item with an id if it is in memory. Otherwise it returns nil.
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

// Notice adds a sentence to the notices that List returns.
func (s *Store[S, T]) Notice(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notices = append(s.notices, text)
}

// List returns the lines of the items that were changed last, and notices about files that could not be read.
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

// Line returns the line of an item in the list; ok is false when there is none.
func (s *Store[S, T]) Line(id string) (line S, ok bool) {
	if !ValidID(id) || s.isClosed() {
		return line, false
	}
	info, err := Lstat(s.opt.Root, id+s.opt.Ext)
	if err != nil {
		return line, false
	}
	return s.line(info)
}

// line returns the line of an item. If the item is not in memory, line reads the item's file.
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

// Latest looks for the ids for which the function match returns true. It returns the one whose file was changed last,
// or "" if it finds none.
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

// Exists reports whether the file of an id exists.
func (s *Store[S, T]) Exists(id string) bool {
	_, err := s.opt.Root.Lstat(id + s.opt.Ext)
	return !errors.Is(err, fs.ErrNotExist)
}

// Remove deletes an item and its files.
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

// Sweep removes from memory the idle items that were last used before the given time.
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

// makeRoom removes idle items from memory, the least recently used first, until the remaining items fit into
// Options.Share. The caller has locked s.disk.
func (s *Store[S, T]) makeRoom() {
	for s.opt.Share > 0 {
		var oldest *holding[T]
		oldestID, total := "", int64(0)
		s.mu.Lock()
		for id, h := range s.held {
			total += h.cost
			if h.users == 0 && !h.item.Busy() && (oldest == nil || h.used.Before(oldest.used)) {
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

// CloseAll removes every item from memory and refuses all further requests.
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

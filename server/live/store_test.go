package live

import (
	"errors"
	"io/fs"
	"os"
	"testing"
	"time"

	"tengen/server/wire"
)

// note is an item whose content is the name of its file.
type note struct {
	id    string
	busy  bool
	ended error
	left  bool
}

func (n *note) Busy() bool              { return n.busy }
func (n *note) Summary() (string, bool) { return n.id, n.ended == nil }
func (n *note) End(why error)           { n.ended = why }
func (n *note) Leave()                  { n.left = true }

type notes struct {
	root  *os.Root
	loads int
}

func (f *notes) Load(id string) (*note, int64, error) {
	f.loads++
	return &note{id: id}, 10, nil
}
func (f *notes) Summary(id string, _ fs.FileInfo) (string, bool) { return id, true }
func (f *notes) Remove(id string) error                          { return f.root.Remove(id + ".note") }

func TestStore(t *testing.T) {
	root, err := OpenFolder(t.TempDir(), "notes")
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	files := &notes{root: root}
	s := NewStore(Options{Kind: "note", Root: root, Ext: ".note", Most: 3, Share: 20}, files)
	write := func(id string) error { return root.WriteFile(id+".note", nil, 0o644) }
	var ids []string
	for range 3 {
		id, err := s.Create(write)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	var refused *wire.Error
	if _, err := s.Create(write); !errors.As(err, &refused) || refused.Status != 429 {
		t.Errorf("a fourth note: %v, want status 429", err)
	}
	one, release, err := s.Acquire(ids[0])
	if err != nil {
		t.Fatal(err)
	}
	again, release2, err := s.Acquire(ids[0])
	if err != nil || again != one || files.loads != 1 {
		t.Errorf("the second request got %p after %d loads, %v; want %p after 1", again, files.loads, err, one)
	}
	s.Sweep(time.Now().Add(time.Hour))
	if one.ended != nil {
		t.Errorf("a note was ended while it was in use: %v", one.ended)
	}
	release()
	release2()
	for _, id := range ids[1:] {
		_, done, err := s.Acquire(id)
		if err != nil {
			t.Fatal(err)
		}
		done()
	}
	if costs := s.inMemory(); len(costs) != 2 || costs[ids[0]] != 0 || !errors.Is(one.ended, wire.ErrClosing) || !one.left {
		t.Errorf("in memory %v, the first note %+v; want the two others, and the first ended", costs, one)
	}
	if lines, notices, err := s.List(); err != nil || len(lines) != 3 || len(notices) != 0 {
		t.Errorf("the list: %v, %v, %v; want 3 notes", lines, notices, err)
	}
	if err := s.Remove(ids[2]); err != nil {
		t.Error(err)
	}
	if _, _, err := s.Acquire("x"); !errors.As(err, &refused) || refused.Status != 404 {
		t.Errorf("an id that cannot be: %v, want status 404", err)
	}
	if s.Exists(ids[2]) || !s.Exists(ids[1]) {
		t.Errorf("exists: %v and %v, want false and true", s.Exists(ids[2]), s.Exists(ids[1]))
	}
	s.CloseAll()
	if _, _, err := s.Acquire(ids[1]); !errors.Is(err, wire.ErrClosing) {
		t.Errorf("after the end: %v, want %v", err, wire.ErrClosing)
	}
}

// TestStoreBusy checks that a busy item stays in memory even if the items exceed their limit of
// memory.
func TestStoreBusy(t *testing.T) {
	root, err := OpenFolder(t.TempDir(), "notes")
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	s := NewStore(Options{Kind: "note", Root: root, Ext: ".note", Most: 3, Share: 10}, &notes{root: root})
	var notes []*note
	for i := range 3 {
		id, err := s.Create(func(id string) error { return root.WriteFile(id+".note", nil, 0o644) })
		if err != nil {
			t.Fatal(err)
		}
		n, release, err := s.Acquire(id)
		if err != nil {
			t.Fatal(err)
		}
		n.busy = i == 0
		notes = append(notes, n)
		release()
	}
	if notes[0].ended != nil || notes[1].ended == nil || notes[2].ended != nil {
		t.Errorf("the notes ended with %v, %v, %v; want only the second to be ended", notes[0].ended, notes[1].ended, notes[2].ended)
	}
}

func TestBroadcaster(t *testing.T) {
	var b Broadcaster
	signal, stop := b.Watch()
	b.Changed()
	b.Changed() // must not wait for the watcher
	select {
	case <-signal:
	default:
		t.Error("no signal, want one")
	}
	stop()
	b.Changed()
	select {
	case <-signal:
		t.Error("a signal after stop, want none")
	default:
	}
}

package records

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/server/boards"
	"tengen/server/live"
	"tengen/server/wire"
	"tengen/server/wire/wiretest"
)

type object = wiretest.Object

// rig is the room with a client.
type rig struct {
	*wiretest.Client
	dir     string
	service *wire.Service
	records *Records
	log     *bytes.Buffer
	http    *httptest.Server

	mu     sync.Mutex
	loaded []*Document // every record that was read into memory, in order
}

// remembering tells the rig which records are read into memory.
type remembering struct {
	stored
	rig *rig
}

func (f remembering) Load(id string) (*Document, int64, error) {
	d, cost, err := f.stored.Load(id)
	if err == nil {
		f.rig.mu.Lock()
		defer f.rig.mu.Unlock()
		f.rig.loaded = append(f.rig.loaded, d)
	}
	return d, cost, err
}

// inMemory returns the cost of each record in memory, by id. A record that leaves memory is closed.
func (l *rig) inMemory() map[string]int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	costs := map[string]int64{}
	for _, d := range l.loaded {
		d.mu.Lock()
		if d.closed == nil {
			costs[d.id] = d.cost()
		}
		d.mu.Unlock()
	}
	return costs
}

func newRig(t *testing.T, dir string, change ...func(*Options)) *rig {
	t.Helper()
	l := &rig{dir: dir, log: &bytes.Buffer{}}
	folder, err := live.OpenFolder(dir, "records")
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Folder: folder, MaxRecords: 10_000, Uploads: 1 << 28, Reading: 1 << 28, Open: 1 << 28, Review: func(string, *kifu.Tree, string) (func() error, error) {
		return nil, wire.Fail(http.StatusNotFound, "", "there are no reviews here")
	}}
	for _, f := range change {
		f(&opt)
	}
	l.service = wire.NewService(slog.New(slog.NewTextHandler(l.log, nil)), 1)
	l.records = New(l.service, boards.New(baduk.Presets()), opt)
	l.records.store = l.records.newStore(remembering{stored{l.records}, l})
	mux := http.NewServeMux()
	for _, route := range l.records.Routes() {
		mux.Handle(route.Pattern, route)
	}
	l.http = httptest.NewServer(wiretest.Checked(t, mux))
	l.Client = &wiretest.Client{T: t, URL: l.http.URL}
	t.Cleanup(l.stop)
	return l
}

// stop ends the room as the server does; a second call does nothing.
func (l *rig) stop() {
	if l.http == nil {
		return
	}
	l.service.Cancel()
	l.records.CloseAll()
	l.service.Wait()
	if err := l.records.Close(); err != nil {
		l.T.Errorf("Close: %v", err)
	}
	l.http.Close()
	l.http = nil
}

const late = time.Minute

// ring is a board file of four points with stones, scores, a komi and rules.
const ring = `{
	"name": "a small ring", "points": [{"name": "north"}, {"name": "east"}, {"name": "south"}, {"name": "west"}, {"name": "far"}],
	"edges": [["north", "east"], ["east", "south"], ["south", "west"], ["west", "north"], ["south", "far"]],
	"black": ["north"], "toPlay": "white", "scores": {"black": 2, "white": 0.5}, "komi": 1.5, "rules": "tromp-taylor"
}`

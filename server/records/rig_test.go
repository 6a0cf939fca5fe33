package records

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
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

// rig is a Records with a client.
type rig struct {
	*wiretest.Client
	dir     string
	service *wire.Service
	records *Records
	log     *bytes.Buffer
	http    *httptest.Server
}

// document returns the record with the given id, which is then in memory.
func (l *rig) document(id string) (d *Document) {
	l.T.Helper()
	if err := l.records.With(id, func(found *Document) error { d = found; return nil }); err != nil {
		l.T.Fatal(err)
	}
	return d
}

// inMemory reports whether a record is in memory. A record that leaves memory is closed.
func (d *Document) inMemory() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.closed == nil
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
	mux := http.NewServeMux()
	for _, route := range l.records.Routes() {
		mux.Handle(route.Pattern, route)
	}
	l.http = httptest.NewServer(wiretest.Checked(t, mux))
	l.Client = &wiretest.Client{T: t, URL: l.http.URL}
	t.Cleanup(l.stop)
	return l
}

// stop closes the Records as the server does. A second call does nothing.
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

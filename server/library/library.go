package library

import (
	"context"
	"errors"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"tengen/server/boards"
	"tengen/server/records"
	"tengen/server/wire"
	"tengen/store"
)

// Library answers the requests about the library, the games in DATA/library.db. The file is opened at the first request
// about the library. Other programs may use it at the same time.
type Library struct {
	service *wire.Service
	boards  *boards.Boards
	records *records.Records
	path    string
	uploads string // folder of uploaded files until they are imported

	mu       sync.Mutex
	file     *store.Library     // nil until the library is opened
	stop     context.CancelFunc // ends the running import; nil while none is running
	began    time.Time
	progress store.Progress
	last     *report // the import that ended last
}

// State describes the content of the library and the progress of an import.
type State struct {
	Games    int       `json:"games"`
	Path     string    `json:"path"`
	Indexing *progress `json:"indexing,omitempty"` // the running import
	Last     *report   `json:"last,omitempty"`     // the import that ended last
	Error    string    `json:"error,omitempty"`    // why the library cannot be read
}

// progress is the progress of an import.
type progress struct {
	Done  int64 `json:"done"`  // number of bytes that were read
	Total int64 `json:"total"` // number of all bytes; 0 while it is unknown
	// Left is an estimate of the seconds until the import ends. It is missing while it is unknown.
	Left       *float64 `json:"left,omitempty"`
	Files      int      `json:"files"`
	Games      int      `json:"games"`
	Duplicates int      `json:"duplicates"`
	Problems   int      `json:"problems"`
}

// report is the result of an import.
type report struct {
	Files      int      `json:"files"` // files that were read
	Known      int      `json:"known"` // files that were in the library already
	Games      int      `json:"games"` // games that were added
	Duplicates int      `json:"duplicates"`
	Unindexed  int      `json:"unindexed"` // games that were added but cannot be found by patterns
	Problems   int      `json:"problems"`
	Listed     []string `json:"listed"` // the first problems, one sentence each
	Stopped    bool     `json:"stopped"`
	Error      string   `json:"error,omitempty"`
	Seconds    float64  `json:"seconds"`
}

// maxProblems is the most problems of an import that are listed.
const maxProblems = 100

// New creates a Library for the file library.db in the given folder. An import that was interrupted by a crash does not
// continue.
func New(service *wire.Service, b *boards.Boards, recs *records.Records, data string) (*Library, error) {
	l := &Library{service: service, boards: b, records: recs, path: filepath.Join(data, "library.db"), uploads: filepath.Join(data, "uploads")}
	return l, os.RemoveAll(l.uploads)
}

// Routes returns the routes of the library.
func (l *Library) Routes() []wire.Route {
	return []wire.Route{
		{Pattern: "GET /api/library", Handler: wire.Answer(l.service, l.getState)},
		{Pattern: "POST /api/library/import", Limit: records.MaxUpload, Handler: wire.Answer(l.service, l.postImport)},
		{Pattern: "POST /api/library/stop", Handler: wire.Answer(l.service, l.postStop)},
		{Pattern: "POST /api/library/search", Handler: wire.Take(l.service, l.postSearch)},
		{Pattern: "POST /api/library/games/{game}/open", Handler: wire.Answer(l.service, l.postOpenGame)},
	}
}

// opened returns the library. If the file of the library is missing, opened creates the file if create is true, and
// returns nil if create is false.
func (l *Library) opened(create bool) (*store.Library, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.service.Context().Err() != nil {
		return nil, wire.ErrClosing
	}
	if l.file != nil {
		return l.file, nil
	}
	if _, err := os.Stat(l.path); errors.Is(err, os.ErrNotExist) && !create {
		return nil, nil
	}
	file, err := store.Open(l.path, store.Options{})
	if err != nil {
		return nil, libraryError(err)
	}
	l.file = file
	return file, nil
}

// Settle waits for requests that are about to begin an import. It is called after the server's context has ended, so no
// import begins after Settle.
func (l *Library) Settle() {
	l.mu.Lock()
	defer l.mu.Unlock()
}

// Close closes the library. It must be called after the last request.
func (l *Library) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}

// libraryError returns an error of package store with the right HTTP status. An error that is not caused by the file is
// caused by the request.
func libraryError(err error) error {
	status := http.StatusBadRequest
	switch {
	case errors.Is(err, store.ErrNoGame):
		status = http.StatusNotFound
	case errors.Is(err, store.ErrBusy), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		status = http.StatusServiceUnavailable
	case errors.Is(err, store.ErrDamaged), errors.Is(err, store.ErrForeign), errors.Is(err, store.ErrNewer), errors.Is(err, store.ErrFull):
		status = http.StatusInternalServerError
	}
	return wire.FailWith(status, "", err)
}

func (l *Library) getState(r *http.Request) (*State, error) {
	state := &State{Path: l.path}
	file, err := l.opened(false)
	if err == nil && file != nil {
		if state.Games, err = file.Count(r.Context()); err != nil {
			err = libraryError(err)
		}
	}
	if errors.Is(err, wire.ErrClosing) {
		return nil, err
	}
	if err != nil {
		state.Error = err.Error()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	state.Last = l.last
	if l.stop != nil {
		p := l.progress
		state.Indexing = &progress{Done: p.Done, Total: p.Total, Files: p.Files, Games: p.Games, Duplicates: p.Duplicates, Problems: p.Problems}
		if p.Done > 0 && p.Total > 0 {
			left := time.Since(l.began).Seconds() * float64(p.Total-p.Done) / float64(p.Done)
			state.Indexing.Left = &left
		}
	}
	return state, nil
}

// postImport starts an import of games, either from files on this machine or from files in the request's body.
func (l *Library) postImport(r *http.Request) (*State, error) {
	from, err := l.sourceOf(r)
	if err != nil {
		return nil, err
	}
	if err := l.take(from); err != nil {
		from.done()
		return nil, err
	}
	return l.getState(r)
}

type pathsRequest struct {
	Paths []string `json:"paths"`
}

// sourceOf returns the files that a request asks to import. It does not list folders yet, because that may take long.
func (l *Library) sourceOf(r *http.Request) (source, error) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind == "multipart/form-data" {
		return l.uploaded(r)
	}
	var none source
	req, err := wire.ReadJSON[pathsRequest](r)
	if err != nil {
		return none, err
	}
	if !wire.VisitorOf(r).Here {
		return none, wire.Fail(http.StatusForbidden, "paths", "only a browser on the server's machine may name files there: send the files themselves")
	}
	if len(req.Paths) == 0 {
		return none, wire.Fail(http.StatusBadRequest, "paths", "the request names no files: name files or folders to import")
	}
	for _, path := range req.Paths {
		if !filepath.IsAbs(path) {
			return none, wire.Fail(http.StatusBadRequest, "paths", "%.200q is not an absolute path: it must begin with / or a drive", path)
		}
		if _, err := os.Stat(path); err != nil {
			return none, wire.FailWith(http.StatusBadRequest, "paths", err)
		}
	}
	return source{func(ctx context.Context) store.Source {
		return store.Walk(store.WalkOptions{Context: ctx}, req.Paths...)
	}, func() {}}, nil
}

// take begins an import in the background. Only one import runs at a time. If take returns an error, the import has not
// begun.
func (l *Library) take(w source) error {
	file, err := l.opened(true)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.service.Context().Err() != nil {
		return wire.ErrClosing
	}
	if l.stop != nil {
		return wire.Fail(http.StatusConflict, "", "another import is running: wait until it has ended, or stop it")
	}
	ctx, stop := context.WithCancel(l.service.Context())
	l.stop, l.began, l.progress = stop, time.Now(), store.Progress{}
	l.service.Go(func() {
		defer stop()
		report, err := file.Import(ctx, w.list(ctx), store.ImportOptions{Parse: store.ParseRecords, Progress: func(p store.Progress) {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.progress = p
		}})
		w.done()
		l.ended(ctx, report, err)
	})
	return nil
}

func (l *Library) ended(ctx context.Context, r store.Report, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stop = nil
	l.last = &report{
		Files: r.Files, Known: r.Known, Games: r.Games, Duplicates: r.Duplicates, Unindexed: r.Unindexed, Problems: r.Failed,
		Listed: []string{}, Stopped: ctx.Err() != nil, Seconds: time.Since(l.began).Seconds(),
	}
	for _, p := range r.Problems[:min(len(r.Problems), maxProblems)] {
		l.last.Listed = append(l.last.Listed, wire.Shorten(p.String()))
	}
	if err != nil && ctx.Err() == nil {
		l.last.Error = wire.Shorten(err.Error())
		l.service.Log.Error("an import into the library failed", "error", err)
	}
}

func (l *Library) postStop(r *http.Request) (*State, error) {
	l.mu.Lock()
	if l.stop != nil {
		l.stop()
	}
	l.mu.Unlock()
	return l.getState(r)
}

// postOpenGame makes a record from a game of the library.
func (l *Library) postOpenGame(r *http.Request) (*records.Record, error) {
	id, err := strconv.ParseInt(r.PathValue("game"), 10, 64)
	if err != nil {
		return nil, wire.Misuse(http.StatusNotFound, "", "%.20q is not the number of a game", r.PathValue("game"))
	}
	file, err := l.opened(false)
	if err != nil {
		return nil, err
	}
	if file == nil {
		return nil, wire.Fail(http.StatusNotFound, "", "the library has no games yet")
	}
	game, err := file.Game(r.Context(), id)
	if err != nil {
		return nil, libraryError(err)
	}
	record, err := l.records.Open(filepath.Base(filepath.FromSlash(game.File)), game.Record)
	if err != nil {
		return nil, err
	}
	return l.records.Show(record, 0)
}

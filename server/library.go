package server

import (
	"context"
	"errors"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"tengen/store"
)

// library is the games in DATA/library.db, which is opened when a client first asks
// for it. Other programs may use it at the same time.
type library struct {
	server *Server
	path   string

	mu       sync.Mutex
	file     *store.Library     // nil until it is opened
	stop     context.CancelFunc // ends the import that is running; nil when none is
	began    time.Time
	progress store.Progress
	last     *LibraryImport // the one before
}

// LibraryState is what there is in the library and what is done to it.
type LibraryState struct {
	Games    int              `json:"games"`
	Path     string           `json:"path"`
	Indexing *LibraryProgress `json:"indexing,omitempty"` // while an import is running
	Last     *LibraryImport   `json:"last,omitempty"`     // the import that ended last
	Error    string           `json:"error,omitempty"`    // why the library cannot be read
}

// LibraryProgress is how far an import is.
type LibraryProgress struct {
	Done  int64 `json:"done"`  // bytes
	Total int64 `json:"total"` // bytes; 0 while they are not known
	// Left is how many seconds it will take about; absent while that is unknown.
	Left       *float64 `json:"left,omitempty"`
	Files      int      `json:"files"`
	Games      int      `json:"games"`
	Duplicates int      `json:"duplicates"`
	Problems   int      `json:"problems"`
}

// LibraryImport is what an import did.
type LibraryImport struct {
	Files      int      `json:"files"` // that were read
	Known      int      `json:"known"` // files that were in already
	Games      int      `json:"games"` // that were added
	Duplicates int      `json:"duplicates"`
	Unindexed  int      `json:"unindexed"` // added, and not found by patterns
	Problems   int      `json:"problems"`
	Listed     []string `json:"listed"` // the first problems
	Stopped    bool     `json:"stopped"`
	Error      string   `json:"error,omitempty"`
	Seconds    float64  `json:"seconds"`
}

// maxProblems is how many problems of an import are listed.
const maxProblems = 100

// libraryRoutes are the part of the interface that is about the library.
func (s *Server) libraryRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/library", s.answer(s.getLibrary))
	mux.HandleFunc("POST /api/library/import", s.answer(s.postImport))
	mux.HandleFunc("POST /api/library/stop", s.answer(s.postStop))
	mux.HandleFunc("POST /api/library/search", s.answer(s.postSearch))
	mux.HandleFunc("POST /api/library/games/{game}/open", s.answer(s.postOpenGame))
}

// opened is the library, nil if it is missing and is not to be made.
func (l *library) opened(create bool) (*store.Library, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.server.ctx.Err() != nil {
		return nil, errClosing
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

// settle waits for requests that are about to begin an import. The server's context has
// ended, so that none begins afterwards.
func (l *library) settle() {
	l.mu.Lock()
	defer l.mu.Unlock()
}

// close ends the library after everybody has left it.
func (l *library) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}

// libraryError gives an error of package store its status: what is not about the
// file is about the request.
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
	return fail(status, "", "%s", oneLine(err.Error()))
}

func (s *Server) getLibrary(_ http.ResponseWriter, r *http.Request) (any, error) {
	l := s.library
	state := LibraryState{Path: l.path}
	file, err := l.opened(false)
	if err == nil && file != nil {
		if state.Games, err = file.Count(r.Context()); err != nil {
			err = libraryError(err)
		}
	}
	if errors.Is(err, errClosing) {
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
		state.Indexing = &LibraryProgress{Done: p.Done, Total: p.Total, Files: p.Files, Games: p.Games, Duplicates: p.Duplicates, Problems: p.Problems}
		if p.Done > 0 && p.Total > 0 {
			left := time.Since(l.began).Seconds() * float64(p.Total-p.Done) / float64(p.Done)
			state.Indexing.Left = &left
		}
	}
	return state, nil
}

// postImport takes games in, from files on this machine or from the body.
func (s *Server) postImport(w http.ResponseWriter, r *http.Request) (any, error) {
	source, err := s.sourceOf(r)
	if err != nil {
		return nil, err
	}
	if err := s.library.take(source); err != nil {
		source.done()
		return nil, err
	}
	return s.getLibrary(w, r)
}

// sourceOf is what a request wants to be imported. The list of a folder is made
// later, since that may take long.
func (s *Server) sourceOf(r *http.Request) (wanted, error) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind == "multipart/form-data" {
		return s.uploaded(r)
	}
	var none wanted
	var req struct {
		Paths []string `json:"paths"`
	}
	if err := readJSON(r, &req); err != nil {
		return none, err
	}
	if !fromHere(r) {
		return none, fail(http.StatusForbidden, "paths", "files of this machine are read only for its own browser: send the files themselves")
	}
	if len(req.Paths) == 0 {
		return none, fail(http.StatusBadRequest, "paths", "there is nothing to import: name files or folders")
	}
	for _, path := range req.Paths {
		if !filepath.IsAbs(path) {
			return none, fail(http.StatusBadRequest, "paths", "%.200q is not a whole path, which begins with / or a drive", path)
		}
		if _, err := os.Stat(path); err != nil {
			return none, fail(http.StatusBadRequest, "paths", "%s", oneLine(err.Error()))
		}
	}
	return wanted{func(ctx context.Context) store.Source {
		return store.Walk(store.WalkOptions{Context: ctx}, req.Paths...)
	}, func() {}}, nil
}

// fromHere reports whether a request comes from this machine, and was sent to it by
// a name that means so: a proxy may be on this machine, too.
func fromHere(r *http.Request) bool {
	loopback := func(host string) bool {
		addr, err := netip.ParseAddr(host)
		return err == nil && addr.Unmap().IsLoopback()
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	to := hostname(r.Host)
	return err == nil && loopback(host) && (to == "localhost" || loopback(to))
}

// take imports in the background, one import at a time. After an error it has not
// begun.
func (l *library) take(w wanted) error {
	file, err := l.opened(true)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.server.ctx.Err() != nil {
		return errClosing
	}
	if l.stop != nil {
		return fail(http.StatusConflict, "", "games are being imported: wait until that has ended, or stop it")
	}
	ctx, stop := context.WithCancel(l.server.ctx)
	l.stop, l.began, l.progress = stop, time.Now(), store.Progress{}
	l.server.wg.Go(func() {
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

func (l *library) ended(ctx context.Context, r store.Report, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stop = nil
	l.last = &LibraryImport{
		Files: r.Files, Known: r.Known, Games: r.Games, Duplicates: r.Duplicates, Unindexed: r.Unindexed, Problems: r.Failed,
		Listed: []string{}, Stopped: ctx.Err() != nil, Seconds: time.Since(l.began).Seconds(),
	}
	for _, p := range r.Problems[:min(len(r.Problems), maxProblems)] {
		l.last.Listed = append(l.last.Listed, oneLine(p.String()))
	}
	if err != nil && ctx.Err() == nil {
		l.last.Error = oneLine(err.Error())
		l.server.log.Error("an import into the library failed", "error", err)
	}
}

func (s *Server) postStop(w http.ResponseWriter, r *http.Request) (any, error) {
	s.library.mu.Lock()
	if s.library.stop != nil {
		s.library.stop()
	}
	s.library.mu.Unlock()
	return s.getLibrary(w, r)
}

// postOpenGame makes a record of a game of the library.
func (s *Server) postOpenGame(_ http.ResponseWriter, r *http.Request) (any, error) {
	id, err := strconv.ParseInt(r.PathValue("game"), 10, 64)
	if err != nil {
		return nil, fail(http.StatusNotFound, "", "%.20q is not the number of a game", r.PathValue("game"))
	}
	file, err := s.library.opened(false)
	if err != nil {
		return nil, err
	}
	if file == nil {
		return nil, fail(http.StatusNotFound, "", "the library has no games yet")
	}
	game, err := file.Game(r.Context(), id)
	if err != nil {
		return nil, libraryError(err)
	}
	record, err := s.openFile(filepath.Base(filepath.FromSlash(game.File)), game.Record)
	if err != nil {
		return nil, err
	}
	return s.showRecord(record, 0)
}

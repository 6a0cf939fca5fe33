package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/internal/durable"
	"tengen/kifu"
	"tengen/mcts"
	"tengen/review"
)

const (
	reviewsFolder = "reviews" // of the journals, below Options.Data
	searchedExt   = ".journal"
	lookIn        = 25 * time.Millisecond // after which a search looks whether an engine thinks
)

// reviews are the reviews of records that clients look at. The searches are kept in a
// journal for each record.
type reviews struct {
	server *Server
	how    func(*review.Line) review.Options // how a line is judged; nil: without reviews
	dir    string

	mu       sync.Mutex
	live     map[reviewOf]*liveReview
	journals map[string]*heldJournal // by record
	cores    chan struct{}           // a token for each search that goes on, of all reviews; nil before the first
}

// reviewOf names a game of a record.
type reviewOf struct {
	id   string
	game int
}

// heldJournal is a journal that is open.
type heldJournal struct {
	*review.Journal
	users int
}

func newReviews(s *Server, opt Options) *reviews {
	r := &reviews{server: s, how: opt.Review, dir: filepath.Join(opt.Data, reviewsFolder), live: map[reviewOf]*liveReview{}, journals: map[string]*heldJournal{}}
	r.tidy(filepath.Join(opt.Data, "records"))
	return r
}

// tidy removes the journals of records that are gone.
func (r *reviews) tidy(records string) {
	files, err := os.ReadDir(r.dir)
	if err != nil {
		return // there is none yet
	}
	for _, f := range files {
		id, ok := strings.CutSuffix(f.Name(), searchedExt)
		if !ok || !validID(id) {
			continue
		}
		if _, err := os.Lstat(filepath.Join(records, id+recordExt)); errors.Is(err, fs.ErrNotExist) {
			_ = os.Remove(filepath.Join(r.dir, f.Name())) // it says nothing to anybody
		}
	}
}

func (s *Server) reviewRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/records/{id}/review", s.answer(s.getReview))
	mux.HandleFunc("GET /api/records/{id}/review/events", s.getReviewEvents)
	mux.HandleFunc("GET /api/records/{id}/review/diagram", s.getReviewDiagram)
	mux.HandleFunc("GET /api/records/{id}/review/report", s.getReviewReport)
}

// journal is that of a record, open until the function is called.
func (r *reviews) journal(id string) (*review.Journal, func(), error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	held := r.journals[id]
	if held == nil {
		if err := os.MkdirAll(r.dir, 0o755); err != nil {
			return nil, nil, fmt.Errorf("the folder for the reviews: %w", err)
		}
		path := filepath.Join(r.dir, id+searchedExt)
		j, err := review.OpenJournal(path)
		if errors.Is(err, durable.ErrHeld) {
			return nil, nil, fail(http.StatusConflict, "", "another process is using %s: end it first", path)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("what was searched for the review cannot be read: %w", err)
		}
		held = &heldJournal{Journal: j}
		r.journals[id] = held
	}
	held.users++
	return held.Journal, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if held.users--; held.users > 0 || r.journals[id] != held {
			return
		}
		delete(r.journals, id)
		r.put(id, held)
	}, nil
}

// put closes a journal, and removes it where its record is gone.
func (r *reviews) put(id string, j *heldJournal) {
	if err := j.Close(); err != nil {
		r.server.log.Warn("closing the journal of a review", "error", err)
	}
	if _, err := r.server.archive.files.root.Lstat(id + recordExt); errors.Is(err, fs.ErrNotExist) {
		_ = os.Remove(filepath.Join(r.dir, id+searchedExt)) // at the next start, if not now
	}
}

// close lets go of the journals. Nothing is searched any more.
func (r *reviews) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, j := range r.journals {
		delete(r.journals, id)
		r.put(id, j)
	}
}

// options are how a line is judged.
func (r *reviews) options(line *review.Line) (review.Options, error) {
	if r.how == nil {
		return review.Options{}, fail(http.StatusNotFound, "", "this server makes no reviews")
	}
	o := r.how(line)
	o.Workers = max(o.Workers, 1)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cores == nil {
		r.cores = make(chan struct{}, o.Workers)
	}
	return o, nil
}

// knows nothing: who asks it hears what is in the journal, and of the rest that there is nothing
// to say.
type knowsNothing struct{}

func (knowsNothing) Search(context.Context, *baduk.Game, int) (mcts.Result, error) {
	return mcts.Result{}, mcts.ErrGameOver
}

// known is what the journal knows of the positions of a line, and if that is not all, what is
// written in the record by the same judge.
func known(ctx context.Context, line *review.Line, o review.Options) ([]*kifu.Analysis, error) {
	judged := make([]*kifu.Analysis, line.Len()+1)
	o.Searcher, o.Workers, o.Done = knowsNothing{}, 1, nil
	o.Each = func(i int, a *kifu.Analysis) error { judged[i] = a; return nil }
	if err := review.Run(ctx, line, o); err != nil {
		return nil, err
	}
	for i, a := range judged {
		n := line.Node(i)
		if a != nil || n == nil {
			continue
		}
		if a, err := n.Analysis(); err == nil && a != nil && a.Engine == o.Judge && a.Model == o.Model && a.Visits >= o.Visits && len(a.Candidates) > 0 {
			judged[i] = a
		}
	}
	return judged, nil
}

// levelOf reads for whom moments are chosen; "" is as the record says.
func levelOf(text string) (engine.Rank, error) {
	if text == "" {
		return 0, nil
	}
	level, err := engine.ParseRank(text)
	if err != nil || level == 0 {
		return 0, fail(http.StatusBadRequest, "level", "%.20q is not a level: 20k to 9d, or nothing for what the record says", text)
	}
	return level, nil
}

// settings are those of a review for players of a level.
func settings(o review.Options, level engine.Rank, earlier *review.Review) review.Settings {
	return review.Settings{Levels: [3]engine.Rank{baduk.Black: level, baduk.White: level}, Visits: o.Visits, Judge: o.Judge, Earlier: earlier}
}

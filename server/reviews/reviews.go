package reviews

import (
	"context"
	"errors"
	"fmt"
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
	"tengen/server/live"
	"tengen/server/records"
	"tengen/server/wire"
)

const (
	journalExt = ".journal"
	// yieldEvery is the time between two checks whether an engine is thinking.
	yieldEvery = 25 * time.Millisecond
)

// Options configure Reviews.
type Options struct {
	Dir string // folder of the journals
	// How returns the options for reviews on a board. If it is nil, reviews are turned off. Several goroutines may
	// call How at the same time.
	How func(*baduk.Graph) review.Options
	// Thinking reports whether an engine is thinking about a move of a game. While it returns true, reviews wait.
	Thinking func() bool
	// Elsewhere searches positions of a review in other processes. It may leave out positions: those are searched here.
	// If it is nil, all positions are searched here.
	Elsewhere Elsewhere
}

// Elsewhere searches positions of a line in other processes, in the way of the options, and calls take for each result.
// name is the name of the review.
type Elsewhere func(ctx context.Context, name string, line *review.Line, o review.Options, positions []int, take func(position int, a *kifu.Analysis) error) error

// Reviews answers the requests about reviews of records. A journal for each record keeps the results of the searches.
type Reviews struct {
	service *wire.Service
	records *records.Records
	opt     Options

	mu       sync.Mutex
	live     map[gameID]*liveReview
	journals map[string]*heldJournal // by record
	cores    chan struct{}           // a token for each running search of all reviews; nil before the first review
}

// gameID identifies a game of a record.
type gameID struct {
	record string
	game   int
}

// heldJournal is an open journal.
type heldJournal struct {
	journal *review.Journal
	users   int
}

// New creates a Reviews and removes the journals of deleted records.
func New(service *wire.Service, recs *records.Records, opt Options) *Reviews {
	r := &Reviews{service: service, records: recs, opt: opt, live: map[gameID]*liveReview{}, journals: map[string]*heldJournal{}}
	r.tidy()
	return r
}

// Routes are the requests about reviews.
func (r *Reviews) Routes() []wire.Route {
	return []wire.Route{
		{Pattern: "GET /api/records/{id}/review", Handler: wire.Answer(r.service, r.getReview)},
		{Pattern: "GET /api/records/{id}/review/events", Handler: wire.Handle(r.service, r.getEvents)},
		{Pattern: "GET /api/records/{id}/review/diagram", Handler: wire.Handle(r.service, r.getDiagram)},
		{Pattern: "GET /api/records/{id}/review/report", Handler: wire.Handle(r.service, r.getReport)},
	}
}

// tidy removes the journals of deleted records.
func (r *Reviews) tidy() {
	files, err := os.ReadDir(r.opt.Dir)
	if err != nil {
		return // the folder does not exist yet
	}
	for _, f := range files {
		id, ok := strings.CutSuffix(f.Name(), journalExt)
		if !ok || !live.ValidID(id) {
			continue
		}
		if !r.records.Exists(id) {
			_ = os.Remove(filepath.Join(r.opt.Dir, f.Name())) // if this fails, the next start tries again
		}
	}
}

// journal returns the journal of a record. The journal stays open until the caller calls the returned function.
func (r *Reviews) journal(id string) (*review.Journal, func(), error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	held := r.journals[id]
	if held == nil {
		if err := os.MkdirAll(r.opt.Dir, 0o755); err != nil {
			return nil, nil, fmt.Errorf("the folder for the reviews: %w", err)
		}
		path := filepath.Join(r.opt.Dir, id+journalExt)
		j, err := review.OpenJournal(path)
		if errors.Is(err, durable.ErrHeld) {
			return nil, nil, wire.Fail(http.StatusConflict, "", "another process is using %s: end that process first", path)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("the earlier searches of the review cannot be read: %w", err)
		}
		held = &heldJournal{journal: j}
		r.journals[id] = held
	}
	held.users++
	return held.journal, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if held.users--; held.users > 0 || r.journals[id] != held {
			return
		}
		delete(r.journals, id)
		r.put(id, held)
	}, nil
}

// Forget removes the journal of a deleted record. If a client still shows the review, the journal is removed when the
// client leaves.
func (r *Reviews) Forget(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.journals[id] == nil {
		_ = os.Remove(filepath.Join(r.opt.Dir, id+journalExt)) // usually there is none; if this fails, the next start tries again
	}
}

// put closes a journal that no client uses. If the record was deleted, put removes the journal.
func (r *Reviews) put(id string, j *heldJournal) {
	if err := j.journal.Close(); err != nil {
		r.service.Log.Warn("closing the journal of a review", "error", err)
	}
	if !r.records.Exists(id) {
		_ = os.Remove(filepath.Join(r.opt.Dir, id+journalExt)) // if this fails, the next start tries again
	}
}

// Close closes the journals. It must be called after the last search has ended.
func (r *Reviews) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, j := range r.journals {
		delete(r.journals, id)
		r.put(id, j)
	}
}

// options returns the options for the review of a line.
func (r *Reviews) options(line *review.Line) (review.Options, error) {
	if r.opt.How == nil {
		return review.Options{}, wire.Fail(http.StatusNotFound, "", "reviews are turned off on this server")
	}
	o := r.opt.How(line.Graph)
	o.Workers = max(o.Workers, 1)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cores == nil {
		r.cores = make(chan struct{}, o.Workers)
	}
	return o, nil
}

// knowsNothing is a searcher that never has a result. A review that uses it has only the results in the journal.
type knowsNothing struct{}

func (knowsNothing) Search(context.Context, *baduk.Game, int) (mcts.Result, error) {
	return mcts.Result{}, mcts.ErrGameOver
}

// known returns the analyses of the positions of a line that are in the journal. For a position that the journal does
// not have, it returns the analysis that the same judge wrote into the record, if there is one.
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
		if a, _ := n.Analysis(); a != nil && a.Engine == o.Judge && a.Model == o.Model && a.Visits >= o.Visits && len(a.Candidates) > 0 {
			judged[i] = a
		}
	}
	return judged, nil
}

// levelOf parses the level of the players, for whom the moments of a review are chosen. "" stands for the level that
// the record gives.
func levelOf(text string) (engine.Rank, error) {
	if text == "" {
		return 0, nil
	}
	level, err := engine.ParseRank(text)
	if err != nil || level == 0 {
		return 0, wire.Misuse(http.StatusBadRequest, "level", "%.20q is not a level: write 20k to 9d, or leave it empty for the level that the record gives", text)
	}
	return level, nil
}

// settings returns the settings of a review for players of the given level.
func settings(o review.Options, level engine.Rank, earlier *review.Review) review.Settings {
	return review.Settings{Levels: [3]engine.Rank{baduk.Black: level, baduk.White: level}, Visits: o.Visits, Judge: o.Judge, Earlier: earlier}
}

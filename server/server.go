package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tengen/analysis"
	"tengen/baduk"
	"tengen/engine"
	"tengen/gtpserver"
	"tengen/review"
	"tengen/web"
)

// Player is who sits opposite the person. One Player belongs to one game; its
// methods are never called at the same time. One that is also an io.Closer is
// closed when its game is put away. One that panics is not called again: its
// game gets another.
type Player interface {
	// Genmove chooses a move of c in g, which is the Player's own copy.
	Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error)
	// Dead is which stones are dead on a board where both have passed.
	Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error)
}

// Options say how to serve. Zero fields have defaults.
type Options struct {
	Data        string                 // folder of the games; required
	Runs        string                 // folder of training runs, whose curves are shown; none
	NewPlayer   func() (Player, error) // one for each game that needs it; required
	Rulesets    []baduk.Preset         // the first is the default; baduk.Presets
	Time        time.Duration          // thinking time a move unless the game says otherwise; 2 s
	MaxGames    int                    // games kept; 10,000
	MaxRecords  int                    // records kept; 10,000
	MaxThinking int                    // games whose Player thinks at the same time; 2
	MaxStreams  int                    // event streams that are open at the same time; 256
	Memory      int64                  // bytes that the server may take in all, [DefaultMemory]; its garbage collector keeps to it
	Idle        time.Duration          // a game that was not looked at for so long leaves memory, a record after sixty times as long; 10 s
	Analysis    *analysis.Engine       // answers KataGo's analysis protocol, if not nil
	// GTP is what a session over GTP is made of, each with a Player of its own; there are no
	// sessions when nil. It may be asked by several goroutines at once.
	GTP func() (gtpserver.Config, error)
	// Review says how the positions of a game are judged; nil turns reviews off. It may be
	// asked by several goroutines at once.
	Review       func(*review.Line) review.Options
	AllowedHosts []string     // names, besides localhost, under which the server may be reached; IP addresses always may
	Log          *slog.Logger // discards unless set
}

// DefaultMemory is how many bytes a server takes unless it is told.
const DefaultMemory = 2 << 30

// Server holds the games and answers for them. Close it.
type Server struct {
	opt   Options
	log   *slog.Logger
	lock  *os.File // of the folder
	shelf *shelf
	// archive is the records, as the shelf is the games.
	archive  *archive
	library  *library
	training *training
	reviews  *reviews

	boards boards

	bodies  gate         // of uploads
	touched atomic.Int64 // when the last request came, in nanoseconds; 0 once memory went back since

	slots    chan struct{} // a token for each Player that is thinking
	streams  chan struct{} // a token for each event stream
	sessions chan struct{} // a token for each GTP session
	grace    time.Duration // that running requests have when Serve ends

	ctx    context.Context // ends with Close; everything that waits watches it
	cancel context.CancelFunc
	wg     sync.WaitGroup // every goroutine of the server
}

// New takes the folder, which no other server may be using, and starts the
// goroutine that puts idle games away.
func New(opt Options) (*Server, error) {
	if opt.Data == "" || opt.NewPlayer == nil {
		return nil, fmt.Errorf("server: Options.Data and Options.NewPlayer are required")
	}
	if len(opt.Rulesets) == 0 {
		opt.Rulesets = baduk.Presets()
	}
	setDefault(&opt.Time, 2*time.Second)
	setDefault(&opt.MaxGames, 10_000)
	setDefault(&opt.MaxRecords, 10_000)
	setDefault(&opt.MaxThinking, 2)
	setDefault(&opt.MaxStreams, 256)
	setDefault(&opt.Idle, 10*time.Second)
	setDefault(&opt.Memory, DefaultMemory)
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if err := os.MkdirAll(opt.Data, 0o755); err != nil {
		return nil, fmt.Errorf("the folder for the games: %w", err)
	}
	lock, err := lockFolder(opt.Data)
	if err != nil {
		return nil, err
	}
	// An import that a crash has ended does not go on.
	if err := os.RemoveAll(filepath.Join(opt.Data, uploadsFolder)); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	games, err := openFolder(opt.Data, "games")
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	records, err := openFolder(opt.Data, "records")
	if err != nil {
		return nil, errors.Join(err, games.Close(), lock.Close())
	}
	s := &Server{
		opt: opt, log: opt.Log, lock: lock, grace: 1500 * time.Millisecond,
		slots: make(chan struct{}, opt.MaxThinking), streams: make(chan struct{}, opt.MaxStreams),
		sessions: make(chan struct{}, maxSessions),
	}
	s.bodies.size, s.bodies.patience = opt.Memory/bodiesShare, 10*time.Second
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.shelf = &shelf{server: s, files: journal{games, &s.boards, opt.Log}, tables: map[string]*table{}, summaries: map[string]cachedSummary{}}
	s.archive = newArchive(s, records)
	s.library = &library{server: s, path: filepath.Join(opt.Data, "library.db")}
	s.training = newTraining(opt)
	s.reviews = newReviews(s, opt)
	s.wg.Go(s.tidy)
	return s, nil
}

// openFolder makes a folder below another, if it is not there yet, and opens it.
func openFolder(dir, name string) (*os.Root, error) {
	dir = filepath.Join(dir, name)
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		var root *os.Root
		if root, err = os.OpenRoot(dir); err == nil {
			return root, nil
		}
	}
	return nil, fmt.Errorf("the folder for the %s: %w", name, err)
}

func setDefault[T time.Duration | int | int64](field *T, value T) {
	if *field <= 0 {
		*field = value
	}
}

// tidy puts idle games away until the server closes.
func (s *Server) tidy() {
	tick := time.NewTicker(s.opt.Idle/8 + time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.shelf.sweep(time.Now().Add(-s.opt.Idle))
			s.archive.sweep(time.Now().Add(-60 * s.opt.Idle))
			s.rest()
		case <-s.ctx.Done():
			return
		}
	}
}

// Close stops all thinking and all event streams and waits for them. No game is
// lost: each is on disk as it stands.
func (s *Server) Close() error {
	s.cancel()
	s.shelf.closeAll()
	s.archive.closeAll()
	s.library.settle()
	s.wg.Wait()
	s.reviews.close()
	return errors.Join(s.library.close(), s.shelf.files.root.Close(), s.archive.files.root.Close(), s.lock.Close())
}

// Handler is the page and the interface, see the package's documentation.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", newPages(web.Files()))
	mux.HandleFunc("GET /api/config", s.answer(s.getConfig))
	mux.HandleFunc("GET /api/games", s.answer(s.getGames))
	mux.HandleFunc("POST /api/games", s.answer(s.postGames))
	mux.HandleFunc("POST /api/board", s.answer(s.postBoard))
	mux.HandleFunc("GET /api/lab/troubles", s.answer(s.getTroubles))
	mux.HandleFunc("POST /api/lab/compare", s.answer(s.postCompare))
	mux.HandleFunc("POST /api/open", s.answer(s.postOpen))
	mux.HandleFunc("GET /api/games/{id}", s.answer(s.getGame))
	mux.HandleFunc("DELETE /api/games/{id}", s.answer(s.deleteGame))
	for name, act := range actions {
		mux.HandleFunc("POST /api/games/{id}/"+name, s.answer(s.act(act)))
	}
	mux.HandleFunc("GET /api/games/{id}/position", s.answer(s.getPosition))
	mux.HandleFunc("GET /api/games/{id}/sgf", s.getSGF)
	mux.HandleFunc("GET /api/games/{id}/events", s.getEvents)
	s.recordRoutes(mux)
	s.libraryRoutes(mux)
	s.trainingRoutes(mux)
	s.analysisRoutes(mux)
	s.gtpRoutes(mux)
	s.reviewRoutes(mux)
	mux.HandleFunc("/api/", s.answer(func(w http.ResponseWriter, r *http.Request) (any, error) {
		allowed := methods(mux, r)
		if len(allowed) == 0 {
			return nil, fail(http.StatusNotFound, "", "there is no %s here", r.URL.Path)
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		return nil, fail(http.StatusMethodNotAllowed, "", "there is no %s of %s, only %s", r.Method, r.URL.Path, strings.Join(allowed, " and "))
	}))
	return s.guard(mux)
}

// methods are those of the interface that the path of a request answers to.
func methods(mux *http.ServeMux, r *http.Request) []string {
	var all []string
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := mux.Handler(other); pattern != "/api/" {
			all = append(all, method)
		}
	}
	return all
}

package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"tengen/analysis"
	"tengen/baduk"
	"tengen/cluster"
	"tengen/gtpserver"
	"tengen/kifu"
	"tengen/review"
	"tengen/server/access"
	"tengen/server/analyses"
	"tengen/server/boards"
	"tengen/server/games"
	"tengen/server/lab"
	"tengen/server/lessons"
	"tengen/server/library"
	"tengen/server/live"
	"tengen/server/protocols"
	"tengen/server/records"
	"tengen/server/reviews"
	"tengen/server/teaching"
	"tengen/server/tournaments"
	"tengen/server/training"
	"tengen/server/wire"
	"tengen/web"
)

// Player is the opponent of the person in a game; see [games.Player].
type Player = games.Player

// Analyst searches the positions that a page analyses; see [analyses.Analyst].
type Analyst = analyses.Analyst

// Judge makes the searches of a judge; see [analyses.Judge].
type Judge = analyses.Judge

// Options configure a Server. A zero field has a default. In a one-line comment the default follows the semicolon.
type Options struct {
	Data        string                 // folder of the games; required
	Runs        string                 // folder of the runs of tengen train and tengen learn that are shown; none
	NewPlayer   func() (Player, error) // makes the Player of a game with the engine; required
	Rulesets    []baduk.Preset         // rulesets for new games, the first of them preselected; baduk.Presets
	Time        time.Duration          // thinking time for a move unless the game says otherwise; 2 s
	Pace        time.Duration          // usual time of a move of a Player with a rank against a person; no pause
	MaxGames    int                    // the most games on the disk; 10,000
	MaxRecords  int                    // the most records on the disk; 10,000
	MaxThinking int                    // the most Players that think at the same time; 2
	MaxStreams  int                    // the most event streams that are open at the same time; 4096
	// Memory is the memory that the whole server may use. The default is [DefaultMemory]. New does not enforce the
	// whole budget. The caller must set the memory limit of Go's garbage collector. The caller must also limit the
	// memory of NewPlayer, Analysis, GTP and Review to the parts of the budget that the methods of Budget return.
	Memory Budget
	// Idle is the time after which an unused game leaves memory. The default is 10 s. An unused record leaves memory
	// after 60 times Idle.
	Idle     time.Duration
	Analysis *analysis.Engine // answers KataGo's analysis protocol, if not nil
	// GTP makes the engine of a GTP session, with a Player of its own. If it is nil, there are no GTP sessions. Several
	// goroutines may call GTP at the same time.
	GTP func() (gtpserver.Config, error)
	// Review returns the options for reviews on a board. If it is nil, reviews are turned off. Several goroutines may
	// call Review at the same time.
	Review func(*baduk.Graph) review.Options
	// ReviewElsewhere searches positions of reviews in other processes; see [reviews.Options]. May be nil.
	ReviewElsewhere reviews.Elsewhere
	// Fetch gets the game at an address of another server; see [records.Options]. May be nil.
	Fetch func(ctx context.Context, address string) (name string, data []byte, err error)
	// Cluster describes the cluster that the server uses. It is nil without a cluster.
	Cluster func(context.Context) (*cluster.Status, error)
	// Judges judge the positions that a page analyses. The first is the usual one, the others give a second opinion.
	// Without any, live analysis is turned off.
	Judges       []Judge
	AllowedHosts []string // host names that requests without a key may use, besides localhost and IP addresses
	// Open gives all visitors the rights of the owner. Without it, visitors from other machines need a link.
	Open bool
	// Proxy is the public address of a proxy through which all requests come. Then all visitors need a link.
	Proxy *url.URL
	TLS   *tls.Config  // makes Serve answer with TLS; see [Certificate]
	Log   *slog.Logger // discards unless set
}

// usualThinking is the default of Options.MaxThinking.
const usualThinking = 2

// Server serves the page and the HTTP interface. It creates the parts that answer the requests, and checks that a
// request is allowed before it passes the request on. The caller must close it.
type Server struct {
	opt     Options
	service *wire.Service
	lock    *os.File // lock file of the folder Options.Data

	access      *access.Access
	boards      *boards.Boards
	games       *games.Games
	records     *records.Records
	reviews     *reviews.Reviews
	analyses    *analyses.Analyses
	library     *library.Library
	lessons     *lessons.Lessons
	teaching    *teaching.Teaching
	training    *training.Training
	lab         *lab.Lab
	protocols   *protocols.Protocols
	tournaments *tournaments.Tournaments

	touched atomic.Int64 // time of the last request in Unix nanoseconds; 0 after memory was returned to the system
}

// New locks the folder Options.Data, which no other server may be using, and starts a goroutine that removes idle games
// from memory.
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
	setDefault(&opt.MaxThinking, usualThinking)
	setDefault(&opt.MaxStreams, 4096)
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
	s := &Server{opt: opt, lock: lock, service: wire.NewService(opt.Log, opt.MaxStreams), boards: boards.New(opt.Rulesets)}
	if err := s.furnish(); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	s.service.Go(s.tidy)
	return s, nil
}

// furnish creates the parts of the server that answer requests, each from a package below this one.
func (s *Server) furnish() error {
	opt := &s.opt
	var err error
	if s.access, err = access.Open(s.service, opt.Data, access.Options{Proxy: opt.Proxy, TLS: opt.TLS != nil, Open: opt.Open}); err != nil {
		return err
	}
	gamesFolder, err := live.OpenFolder(opt.Data, "games")
	if err != nil {
		return err
	}
	recordsFolder, err := live.OpenFolder(opt.Data, "records")
	if err != nil {
		return errors.Join(err, gamesFolder.Close())
	}
	s.games = games.New(s.service, s.boards, games.Options{
		Folder: gamesFolder, NewPlayer: opt.NewPlayer, Time: opt.Time, Pace: opt.Pace, MaxGames: opt.MaxGames, MaxThinking: opt.MaxThinking,
		Open: opt.Memory.share(gamesShare)})
	s.records = records.New(s.service, s.boards, records.Options{
		Folder: recordsFolder, MaxRecords: opt.MaxRecords,
		Uploads: opt.Memory.share(uploadShare), Reading: opt.Memory.share(readingShare), Open: opt.Memory.share(openShare),
		Fetch: opt.Fetch,
		Review: func(id string, t *kifu.Tree, level string) (func() error, error) {
			return s.reviews.Annotate(id, t, level)
		},
		Removed: func(id string) { s.reviews.Forget(id) }})
	s.reviews = reviews.New(s.service, s.records, reviews.Options{
		Dir: filepath.Join(opt.Data, "reviews"), How: opt.Review, Thinking: s.games.Thinking, Elsewhere: opt.ReviewElsewhere})
	s.teaching = teaching.New(s.service, s.games, opt.Review)
	s.analyses = analyses.New(s.service, s.games, s.records, analyses.Options{Judges: opt.Judges, Memory: opt.Memory.share(liveShare)})
	s.library, err = library.New(s.service, s.boards, s.records, opt.Data)
	if err != nil {
		return errors.Join(err, gamesFolder.Close(), recordsFolder.Close())
	}
	s.lessons, err = lessons.New(s.service, s.records, opt.Data, s.ownMistakes())
	if err != nil {
		return errors.Join(err, gamesFolder.Close(), recordsFolder.Close(), s.library.Close())
	}
	if s.tournaments, err = tournaments.Open(s.service, s.games, opt.Data); err != nil {
		return errors.Join(err, gamesFolder.Close(), recordsFolder.Close(), s.library.Close())
	}
	s.training = training.New(s.service, s.boards, opt.Runs, opt.Idle)
	s.lab = lab.New(s.service, s.boards, s.games)
	s.protocols = protocols.New(s.service, protocols.Options{Analysis: opt.Analysis, GTP: opt.GTP})
	return nil
}

func setDefault[T ~int | ~int64](field *T, value T) {
	if *field <= 0 {
		*field = value
	}
}

// tidy removes idle games and records from memory until the server closes.
func (s *Server) tidy() {
	tick := time.NewTicker(s.opt.Idle/8 + time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.games.Sweep(time.Now().Add(-s.opt.Idle))
			s.records.Sweep(time.Now().Add(-60 * s.opt.Idle))
			s.analyses.Sweep(time.Now().Add(-60 * s.opt.Idle))
			s.rest()
		case <-s.service.Context().Done():
			return
		}
	}
}

// Close stops all searches and event streams and waits until they have ended. No game is lost, because every event is
// already on the disk.
func (s *Server) Close() error {
	s.service.Cancel()
	s.games.CloseAll()
	s.records.CloseAll()
	s.library.Settle()
	s.service.Wait()
	s.reviews.Close()
	return errors.Join(s.library.Close(), s.games.Close(), s.records.Close(), s.lock.Close())
}

// Open makes a record from the content of a file in any format and returns its id. The page shows the record under this
// name.
func (s *Server) Open(name string, data []byte) (id string, err error) {
	return s.records.Open(name, data)
}

// routes returns all routes of the interface.
func (s *Server) routes() []wire.Route {
	own := []wire.Route{
		{Pattern: "GET /api", Role: wire.Anyone, Handler: getDescription},
		{Pattern: "GET /api/config", Role: wire.Anyone, Handler: wire.Answer(s.service, s.getConfig)},
		{Pattern: "GET /api/cluster", Handler: wire.Answer(s.service, s.getCluster)},
		{Pattern: "GET /metrics", Handler: wire.Handle(s.service, s.getMetrics)},
		{Pattern: "POST /api/games/{id}/record", Handler: wire.Answer(s.service, s.postGameRecord)},
		{Pattern: "POST /api/records/{id}/play", Handler: wire.Take(s.service, s.postPlay)},
		{Pattern: "POST /api/learning/record", Handler: wire.Take(s.service, s.postLearningRecord)},
	}
	return slices.Concat(own, s.access.Routes(), s.boards.Routes(s.service), s.games.Routes(), s.records.Routes(), s.reviews.Routes(), s.analyses.Routes(),
		s.library.Routes(), s.lessons.Routes(), s.teaching.Routes(), s.training.Routes(), s.lab.Routes(), s.protocols.Routes(), s.tournaments.Routes())
}

// Handler serves the page and the interface that docs/openapi.yaml describes.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", newPages(web.Files()))
	for _, route := range s.routes() {
		mux.Handle(route.Pattern, s.admit(route))
	}
	mux.HandleFunc("/api/", wire.Handle(s.service, func(w http.ResponseWriter, r *http.Request) error {
		allowed := methods(mux, r)
		if len(allowed) == 0 {
			return wire.Misuse(http.StatusNotFound, "", "there is no %s here", r.URL.Path)
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		return wire.Misuse(http.StatusMethodNotAllowed, "", "%s is not allowed for %s, only %s", r.Method, r.URL.Path, strings.Join(allowed, " and "))
	}))
	return s.guard(mux)
}

// methods returns the methods that the interface allows for the path of a request.
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

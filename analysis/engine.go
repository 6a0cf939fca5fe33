package analysis

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"tengen/baduk"
	"tengen/eval"
	"tengen/katago"
)

// Options are the options of an [Engine]. Zero fields have defaults.
type Options struct {
	// Evaluator returns the factory of evaluators for a profile (humanSLProfile, such as "rank_5k"). It is
	// required. The profile matters only if a model imitates human players. The engine makes one evaluator for
	// each board size and profile, and all searches share it.
	Evaluator func(profile string) eval.Factory
	// Human returns the factory of evaluators with human priors for a profile, see mcts.HumanPolicy. The field
	// is nil without a net of human games. Human returns nil for a profile that the net does not have.
	Human func(profile string) eval.Factory
	// Judge identifies the model of the evaluator, for example by a digest of its file. It is part of the key
	// of stored answers.
	Judge string
	// TimeLeft returns a net's estimate of how many more turns the game will last. Evaluations do not contain
	// this estimate. TimeLeft is nil if the net does not have this output.
	TimeLeft func(g *baduk.Game, profile string) (float64, error)
	// Models is the answer to query_models. The first of them is the evaluator's model. Version and Revision are
	// the answer to query_version.
	Models            []Model
	Version, Revision string

	// Settings are the settings of queries that do not override them. Required.
	Settings katago.Settings

	Threads int // positions searched at the same time; default four for each processor
	MaxSide int // longest side of a board; default 19, as in KataGo

	MaxPositions int    // most open positions over all sessions; default 100,000
	MaxQueries   int64  // most bytes of all open queries; default 256 MiB
	SearchMemory int64  // bytes for searches; running and paused ones together take at most twice as much; default 1 GiB
	CacheMemory  int64  // bytes of cached evaluations, a quarter for each combination of board size and rules without the komi; default 512 MiB, negative for no cache
	StoreMemory  int64  // bytes of answers in memory; default 64 MiB, negative for none
	StoreFolder  string // folder in which finished answers are stored; empty to store no files
	Build        string // name of the program's build; stored answers of other builds are not used

	Log *slog.Logger // nil logs nothing
}

// Imitates reports whether one of the models imitates human players of a profile.
func (o *Options) Imitates() bool {
	return slices.ContainsFunc(o.Models, func(m Model) bool { return m.HumanProfile })
}

// judgeImitates reports whether the evaluator's model, which is the first, imitates human players.
func (o *Options) judgeImitates() bool { return len(o.Models) > 0 && o.Models[0].HumanProfile }

// Model is the part of the answer to query_models that describes one model.
type Model struct {
	Name, InternalName string
	MaxBatchSize       int
	HumanProfile       bool // whether the model needs a profile of the players to imitate
	Version            int
	UsingFP16          string
}

// defaultThreads returns the default of [Options].Threads. Each search has one thread. All processors are busy
// only if there are more searches than processors, because a search also works outside the net and waits for
// other searches.
func defaultThreads() int { return 4 * runtime.GOMAXPROCS(0) }

// Engine searches positions for its sessions. It is safe for concurrent use. The caller closes it.
type Engine struct {
	opt    Options
	log    *slog.Logger
	boards boards
	store  *store

	ctx    context.Context // Close ends this context
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu        sync.Mutex // guards the fields below, and the sessions
	changed   sync.Cond  // signals that a job is done or may continue
	sessions  map[*Session]struct{}
	number    int64 // number of the next job
	positions int   // open positions
	bytes     int64 // bytes of the queries with open positions
	free      int   // threads without a search
	granted   int64 // bytes that the running and the paused searches may use
	turn      int64 // increases by one when a session begins or gets a thread
	closed    bool

	lending atomic.Pointer[Session] // the session that must lend a thread, or nil; see schedule
}

// errClosed is the error of a session whose engine is closed.
var errClosed = errors.New("the analysis engine is closed")

// New makes an engine.
func New(opt Options) (*Engine, error) {
	if opt.Evaluator == nil {
		return nil, errors.New("analysis: Options.Evaluator is required")
	}
	if err := opt.Settings.Validate(); err != nil {
		return nil, fmt.Errorf("analysis: %w", err)
	}
	setDefault(&opt.Threads, defaultThreads())
	setDefault(&opt.MaxSide, 19)
	setDefault(&opt.MaxPositions, 100_000)
	setDefault(&opt.MaxQueries, 256<<20)
	setDefault(&opt.SearchMemory, 1<<30)
	opt.SearchMemory = max(opt.SearchMemory, int64(opt.Threads)*leastMemory)
	if opt.CacheMemory == 0 {
		opt.CacheMemory = 512 << 20
	}
	if opt.StoreMemory == 0 {
		opt.StoreMemory = 64 << 20
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	store, err := newStore(opt.StoreMemory, opt.StoreFolder, opt.Log)
	if err != nil {
		return nil, err
	}
	e := &Engine{opt: opt, log: opt.Log, store: store, sessions: map[*Session]struct{}{}, free: opt.Threads}
	e.boards = boards{factory: opt.Evaluator, humanFactory: opt.Human, memory: opt.CacheMemory}
	e.changed.L = &e.mu
	e.ctx, e.cancel = context.WithCancel(context.Background())
	return e, nil
}

func setDefault[T int | int64](field *T, value T) {
	if *field <= 0 {
		*field = value
	}
}

// Close ends all sessions and searches, and waits until the searches have ended. They are not answered.
func (e *Engine) Close() error {
	e.mu.Lock()
	e.closed = true
	for s := range e.sessions {
		s.abandon()
		s.outbox, s.waiting = nil, 0
		s.wake()
	}
	e.mu.Unlock()
	e.cancel()
	e.wg.Wait()
	return nil
}

// tooMany begins the errors of a query that can be sent again later.
const tooMany = "too many "

// Overloaded reports whether an answer refuses a query because too much is pending. The same query may
// succeed later.
func Overloaded(answer []byte) bool { return bytes.HasPrefix(answer, []byte(`{"error":"`+tooMany)) }

// enqueue adds the positions of a query to the queue, or returns an error if there are too many.
func (e *Engine) enqueue(s *Session, q *query) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.closed || s.abandoned:
		return errClosed
	case len(q.turns) > 0 && e.positions+len(q.turns) > e.opt.MaxPositions:
		return fmt.Errorf(tooMany+"positions: %d are pending, this query has %d more, and %d are allowed; send the query again after some answers",
			e.positions, len(q.turns), e.opt.MaxPositions)
	case e.bytes > 0 && e.bytes+int64(q.bytes) > e.opt.MaxQueries:
		return fmt.Errorf(tooMany+"queries: the pending ones have %d bytes, and %d are allowed; send the query again after some answers",
			e.bytes+int64(q.bytes), e.opt.MaxQueries)
	}
	if len(q.turns) == 0 {
		return nil
	}
	q.positionsLeft = len(q.turns)
	e.positions += len(q.turns)
	e.bytes += int64(q.bytes)
	for _, turn := range q.turns {
		j := &job{session: s, query: q, turn: turn, priority: q.priorityOf(turn), number: e.number}
		e.number++
		s.open[j] = struct{}{}
		s.queue.add(j)
	}
	e.schedule()
	return nil
}

// forget updates the counts when a job is done. The caller holds the lock.
func (e *Engine) forget(j *job) {
	e.positions--
	if j.query.positionsLeft--; j.query.positionsLeft == 0 {
		e.bytes -= int64(j.query.bytes)
	}
}

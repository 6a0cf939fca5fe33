package analysis

import (
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

// Options say how to analyse. Zero fields have defaults.
type Options struct {
	// Evaluator makes what judges the positions on a board; required. It is asked once
	// for each size of board and each profile (humanSLProfile, such as "rank_5k", which is
	// no matter unless a model imitates people), and what it made is shared by all searches.
	Evaluator func(profile string) eval.Factory
	// Human makes in the same way what says how people of a profile would play, see
	// mcts.HumanPolicy. It is nil without a net of human games, and gives nil for a profile for
	// which that cannot say it.
	Human func(profile string) eval.Factory
	// Judge says of which model the evaluator is: something else for each, such as a
	// digest of its file. Answers that are kept in a folder are found by it.
	Judge string
	// TimeLeft is a net's measure of how long the game will last, which evaluations do
	// not carry; nil if missing.
	TimeLeft func(g *baduk.Game, profile string) (float64, error)
	// Models are what query_models answers, that of the evaluator first; Version and Revision what query_version does.
	Models            []Model
	Version, Revision string

	// Settings are those of queries that do not say otherwise, as they were set by name:
	// what a query overrides makes all fields again from the names. Required.
	Settings katago.Settings

	Threads int // positions that are searched at the same time; see [Threads]
	MaxSide int // longest side of a board; 19, as KataGo has it

	MaxPositions int    // positions that may be open at a time, over all sessions; 100,000
	MaxQueries   int64  // bytes of the lines that they came in; 256 MiB
	SearchMemory int64  // bytes of all searches together, and as many again of those that stand aside; 1 GiB
	CacheMemory  int64  // bytes of evaluations that are remembered, a quarter for each size of board and rules; 512 MiB, less than 0 for none
	StoreMemory  int64  // bytes of finished answers that are remembered; 64 MiB, less than 0 for none
	StoreFolder  string // where finished answers are kept; nowhere when empty
	Build        string // of the program: something else for each, since what is kept there may be another's

	Log *slog.Logger // discards unless set
}

// Imitates reports whether one of the models plays as human do, by a profile.
func (o *Options) Imitates() bool {
	return slices.ContainsFunc(o.Models, func(m Model) bool { return m.HumanProfile })
}

// judgeImitates reports whether the evaluator itself does: it is the first of the models.
func (o *Options) judgeImitates() bool { return len(o.Models) > 0 && o.Models[0].HumanProfile }

// Model is what query_models tells of a model.
type Model struct {
	Name, InternalName string
	MaxBatchSize       int
	HumanProfile       bool // whether it has to be told whom to imitate
	Version            int
	UsingFP16          string
}

// Threads is how many positions it takes at a time, with one search thread each, for all
// processors to be in the net: what one search does outside of the net, and its waiting
// for others, has to be filled by more positions than there are processors.
func Threads() int { return 4 * runtime.GOMAXPROCS(0) }

// Engine searches positions for its sessions. It is safe for concurrent use. Close it.
type Engine struct {
	opt    Options
	log    *slog.Logger
	boards boards
	store  *store

	ctx    context.Context // ends with Close
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu        sync.Mutex // guards what follows, and the sessions
	changed   sync.Cond  // a job is done, or may go on
	sessions  map[*Session]struct{}
	number    int64 // of the next job
	positions int   // open
	bytes     int64 // of their queries
	free      int   // threads that search nothing
	turn      int64 // counts the sessions, and how often a thread was given to one
	closed    bool

	crowding atomic.Pointer[Session] // whose searches have to stand aside, see schedule; nil for none
}

// errClosed is what a session of an engine says that was closed.
var errClosed = errors.New("the analysis engine is closed")

// New makes an engine.
func New(opt Options) (*Engine, error) {
	if opt.Evaluator == nil {
		return nil, errors.New("analysis: Options.Evaluator is required")
	}
	if err := opt.Settings.Validate(); err != nil {
		return nil, fmt.Errorf("analysis: %w", err)
	}
	setDefault(&opt.Threads, Threads())
	setDefault(&opt.MaxSide, 19)
	setDefault(&opt.MaxPositions, 100_000)
	setDefault(&opt.MaxQueries, 256<<20)
	setDefault(&opt.SearchMemory, 1<<30)
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

// Threads is how many positions are searched at the same time.
func (e *Engine) Threads() int { return e.opt.Threads }

// Close ends all sessions and searches, without answers, and waits for them.
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

// enqueue takes the positions of a query in, or says why not.
func (e *Engine) enqueue(s *Session, q *query) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.closed || s.abandoned:
		return errClosed
	case len(q.turns) > 0 && e.positions+len(q.turns) > e.opt.MaxPositions:
		return fmt.Errorf("too many positions: %d are waiting or being searched, this query has %d more, and %d are allowed; ask again when answers have come",
			e.positions, len(q.turns), e.opt.MaxPositions)
	case e.bytes > 0 && e.bytes+int64(q.bytes) > e.opt.MaxQueries:
		return fmt.Errorf("too many queries: they are %d bytes together, and %d are allowed; ask again when answers have come",
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

// forget is what becomes of the counts when a job is done. The caller holds the lock.
func (e *Engine) forget(j *job) {
	e.positions--
	if j.query.positionsLeft--; j.query.positionsLeft == 0 {
		e.bytes -= int64(j.query.bytes)
	}
}

package mcts

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"tengen/baduk"
	"tengen/eval"
)

// Search is a graph of positions that grows by playouts: descend by [Params]'s rule to
// a leaf, have it evaluated, and work its value into every node on the way. Run itself
// starts Params.Threads. While it runs only [Search.Snapshot] may be called: Run errs, the
// rest panics. Otherwise one goroutine at a time may use a Search.
type Search struct {
	eval    eval.Evaluator
	info    eval.Info
	params  Params
	plain   bool       // values are plain means, without looking at children
	noWorse *tailTable // for Params.ValueWeight
	wait    waiting

	use          sync.RWMutex // Snapshot reads, what moves the root writes
	game         *baduk.Game  // the root position
	worth        worth
	graph        *graph
	table        table
	biases       *biasTable // nil where Params.Bias is 0
	root         int32      // 0: not made yet
	rootNode     *node
	rootPriors   []float32 // of the root's moves, nil where they are the node's own
	centred      bool      // worth is centred on this root
	restrictions []Restriction
	restricted   bool
	until        [3][]int32 // by colour and point, pass last: the depth from which a move is free

	run     progress // of the present run, or of the last
	seeds   atomic.Uint64
	scratch []*thread
}

// horizon is for how many turns positions that share a node are sure to have the same
// future: two more than a triple ko needs to come round. A move that is forbidden later
// than that, after one of the ways, is met and skipped.
const horizon = 8

// progress is the state of a run, for all threads.
type progress struct {
	running atomic.Bool
	begun   time.Time
	before  int          // visits of the root
	started atomic.Int64 // playouts
	done    atomic.Int64 // playouts
	ahead   atomic.Int64 // see Progress
	halted  atomic.Bool
	cycles  atomic.Int64 // paths that ended where their last node did not, for the life of the graph
	ask     Ask
	halving *halving // how the root is searched, nil: as everything else

	mu      sync.Mutex // guards what follows
	stopped Stopped
	err     error
	elapsed time.Duration
}

// Ask says what a run is to find out besides moves and values.
type Ask struct {
	Ownership bool // of the root
	Moves     bool // and of the position after each of its moves
}

// New makes a search with an evaluator for the graph of the games to come.
func New(e eval.Evaluator, params Params) (*Search, error) {
	if err := params.Validate(); err != nil {
		return nil, err
	}
	s := &Search{eval: e, info: e.Info(), params: params}
	p := &s.params
	if !s.info.First {
		p.RAVE = 0
	}
	s.plain = !p.Graph && p.ValueWeight == 0 && p.NoisePruning == 0 && p.Bias == 0
	if p.ValueWeight > 0 {
		s.noWorse = newTailTable(p.ValueWeight)
	}
	s.graph = newGraph(p.RAVE > 0, p.MaxBytes)
	s.worth = worth{p: p, unit: 1, root: 1}
	s.wait.prepare()
	return s, nil
}

// ErrGameOver is returned when the game to search has ended.
var ErrGameOver = errors.New("the game has ended, there is no move to search for")

// Run grows the graph until the stopper says so or ctx ends; the latter is no
// error, and the result is what is known by then, after at least one playout.
// It errs when no game was set, the game is over, or the evaluator errs.
func (s *Search) Run(ctx context.Context, stop Stopper, ownership bool) (Result, error) {
	return s.RunFor(ctx, stop, Ask{Ownership: ownership})
}

// RunFor is [Search.Run] for more, or less, than the owners of the root's points.
func (s *Search) RunFor(ctx context.Context, stop Stopper, ask Ask) (Result, error) {
	if s.game == nil {
		return Result{}, errors.New("mcts: Run before SetGame")
	}
	if s.game.Over() {
		return Result{}, ErrGameOver
	}
	if !s.run.running.CompareAndSwap(false, true) {
		return Result{}, errors.New("mcts: Run while the search is running")
	}
	defer s.run.running.Store(false)
	ask.Ownership = ask.Ownership || ask.Moves
	if err := s.grow(ctx, stop, ask); err != nil {
		return Result{}, err
	}
	return s.result(), nil
}

// idle panics where the search runs, and what is called would meet its threads.
func (s *Search) idle(method string) {
	if s.run.running.Load() {
		panic("mcts: " + method + " while the search is running")
	}
}

// grow is the run itself. Whatever ends it, threads keep no memory of the graph.
func (s *Search) grow(ctx context.Context, stop Stopper, ask Ask) error {
	defer s.finish()
	if err := s.begin(ctx, stop, ask); err != nil {
		return err
	}
	if panicked := s.work(ctx, stop); panicked != nil {
		s.use.Lock()
		s.forget() // a playout is missing its end
		s.use.Unlock()
		panic(panicked)
	}
	if s.run.err == nil && ask.Ownership && s.ownersOf(-1).playouts == 0 {
		s.run.err = s.scratch[0].lookAtRoot(ctx) // all playouts ended where more was known already
	}
	return s.run.err
}

// begin prepares a run: its threads, its root, and how the root is searched.
func (s *Search) begin(ctx context.Context, stop Stopper, ask Ask) error {
	s.use.Lock()
	defer s.use.Unlock()
	r := &s.run
	r.begun, r.before, r.ask, r.halving = time.Now(), 0, ask, nil
	r.started.Store(0)
	r.done.Store(0)
	r.ahead.Store(0)
	r.halted.Store(false)
	r.stopped, r.err = StoppedByStopper, nil
	for len(s.scratch) < s.params.Threads {
		s.scratch = append(s.scratch, &thread{rng: rand.New(rand.NewPCG(s.params.Seed, uint64(len(s.scratch))))})
	}
	for _, t := range s.scratch {
		t.prepare(s)
	}
	fresh, err := s.scratch[0].plant(ctx)
	if errors.Is(err, errFull) { // what was kept leaves no room for the root's moves
		s.forget()
		fresh, err = s.scratch[0].plant(ctx)
	}
	if err != nil {
		return err
	}
	r.before = int(atomic.LoadInt32(&s.rootNode.visits))
	if fresh {
		r.before--
		r.started.Store(1)
		r.done.Store(1)
	}
	r.halving = s.newHalving(stop)
	return nil
}

// work runs the threads. It returns what one of them panicked with.
func (s *Search) work(ctx context.Context, stop Stopper) any {
	var wg sync.WaitGroup
	var panicked atomic.Value
	for _, t := range s.scratch[:s.params.Threads] {
		wg.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					panicked.Store(fmt.Sprintf("%v\n\nin a search thread:\n%s", v, debug.Stack()))
					s.halt(StoppedByError, nil)
					if t.locked != nil {
						t.release(t.locked) // others wait for it
					}
				}
			}()
			t.loop(ctx, stop)
		})
	}
	wg.Wait()
	return panicked.Load()
}

// finish ends a run: what threads have left of memory goes back.
func (s *Search) finish() {
	for _, t := range s.scratch {
		s.graph.restock(&t.stock)
	}
	s.run.mu.Lock()
	defer s.run.mu.Unlock()
	s.run.elapsed = time.Since(s.run.begun)
}

// halt ends the run for all threads.
func (s *Search) halt(why Stopped, err error) {
	r := &s.run
	r.mu.Lock()
	if r.err == nil {
		r.stopped, r.err = why, err
	}
	r.mu.Unlock()
	r.halted.Store(true)
	s.wait.wakeAll()
}

// stops notes why a thread ends.
func (s *Search) stops(why Stopped) {
	s.run.mu.Lock()
	defer s.run.mu.Unlock()
	if !s.run.halted.Load() {
		s.run.stopped = why
	}
}

// mostVisits is how many visits a node can count.
const mostVisits = math.MaxInt32 - 1<<16

// progress is what a stopper is asked about before playout n of the run.
func (t *thread) progress(n int) Progress {
	s := t.search
	r := &s.run
	if n&15 == 0 {
		r.ahead.Store(s.lead())
	}
	return Progress{Playouts: n, Visits: r.before + n, Elapsed: time.Since(r.begun), Bytes: s.graph.used.Load(), Ahead: int(r.ahead.Load())}
}

// lead is by how many visits the most visited move leads the second.
func (s *Search) lead() int64 {
	nd := s.rootNode
	nd.acquire()
	defer nd.release()
	best, second := int32(0), int32(0)
	if nd.opened > 0 {
		for _, e := range s.graph.edgesOf(nd) {
			if e.visits > best {
				best, second = e.visits, best
			} else if e.visits > second {
				second = e.visits
			}
		}
	}
	return int64(best - second)
}

// loop makes playouts until there is a reason not to.
func (t *thread) loop(ctx context.Context, stop Stopper) {
	s := t.search
	for collisions := 0; ; {
		n := s.run.started.Add(1) - 1
		switch {
		case s.run.halted.Load():
		case n > 0 && ctx.Err() != nil:
			s.stops(StoppedByContext)
		case n > 0 && stop(t.progress(int(n))):
			s.stops(StoppedByStopper)
		case s.run.before+int(n) >= mostVisits:
			s.stops(StoppedByMemory)
		default:
			once := ctx
			if n == 0 {
				once = context.WithoutCancel(ctx) // there is to be a result
			}
			met, err := t.playout(once)
			switch {
			case err != nil:
				s.run.started.Add(-1)
				t.fail(ctx, err)
				return
			case met != nil:
				// Somebody is at this leaf. What marks the path stays, which sends the
				// next playout elsewhere; if that does not help, wait.
				s.run.started.Add(-1)
				if collisions++; collisions > 3 {
					t.dropHeld()
					s.wait.until(s, met)
					collisions = 0
				}
			default:
				t.dropHeld()
				s.run.done.Add(1)
				collisions = 0
			}
			continue
		}
		t.dropHeld()
		s.run.started.Add(-1)
		return
	}
}

// errFull is what a playout returns that needed memory beyond the limit.
var errFull = errors.New("mcts: memory is at its limit")

// fail ends the run because of what a playout returned.
func (t *thread) fail(ctx context.Context, err error) {
	switch {
	case errors.Is(err, errFull):
		t.search.halt(StoppedByMemory, nil)
	case ctx.Err() != nil:
		t.search.halt(StoppedByContext, nil)
	default:
		t.search.halt(StoppedByError, err)
	}
}

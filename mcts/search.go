package mcts

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

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
	human   *humanPolicy // nil without a human policy
	params  Params
	plain   bool       // values are plain means, without looking at children
	noWorse *tailTable // for Params.ValueWeight
	wait    waiting

	use          sync.RWMutex // Snapshot reads, what moves the root writes
	game         *baduk.Game  // the root position
	valuer       valuer
	graph        *graph
	table        table[node, *node]
	biases       *biasTable // nil where Params.Bias is 0
	root         int32      // 0: not made yet
	rootNode     *node
	rootPriors   []float32 // of the root's moves, nil where they are the node's own
	centred      bool      // worth is centred on this root
	restrictions []Restriction
	restricted   bool
	freeFrom     [3][]int32 // by colour and point, pass last: the depth from which a move is free

	run     runState // of the present run, or of the last
	seeds   atomic.Uint64
	scratch []*thread
}

// horizon is for how many turns positions that share a node are sure to have the same
// future: two more than a triple ko needs to come round. A move that is forbidden later
// than that, after one of the ways, is met and skipped.
const horizon = 8

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
	s.table.pool = s.graph.nodes
	s.valuer = valuer{p: p, unit: 1, side: 1}
	s.wait.prepare()
	return s, nil
}

// ErrGameOver is returned when the game to search has ended.
var ErrGameOver = errors.New("the game has ended: no move is left to search for")

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

package mcts

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"tengen/baduk"
	"tengen/eval"
)

// Search is a graph of positions that grows by playouts. A playout descends by [Params]'s rule to a leaf,
// evaluates it, and updates every node on the path. Run starts Params.Threads threads itself. While it runs
// only [Search.Snapshot] may be called: Run returns an error, the other methods panic. Otherwise one
// goroutine at a time may use a Search.
type Search struct {
	eval    eval.Evaluator
	info    eval.Info
	human   *humanPolicy // nil without a human policy
	params  Params
	plain   bool       // values are plain means, without looking at children
	noWorse *tailTable // for Params.ValueWeight
	wait    waiting

	use          sync.RWMutex // Snapshot holds it for reading; methods that move the root hold it for writing
	game         *baduk.Game  // the root position
	valuer       valuer
	graph        *graph
	table        table[node, *node]
	biases       *biasTable // nil where Params.Bias is 0
	root         int32      // 0 for no root yet
	rootNode     *node
	rootPriors   []float32 // priors of the root's moves; nil if they are the node's own
	centred      bool      // the valuer is centred on this root
	restrictions []Restriction
	restricted   bool
	freeFrom     [3][]int32 // by colour and point, pass last: the depth from which a move is allowed

	run     runState // of the present or the last run
	seeds   atomic.Uint64
	scratch []*thread
}

// horizon is the number of turns for which positions that share a node are certain to have the same future:
// two more than a triple ko needs to repeat. A move that is forbidden later than that, after one of the
// paths, is found when it is tried, and skipped.
const horizon = 8

// Ask says what a run finds out besides moves and values.
type Ask struct {
	Ownership bool // of the root
	Moves     bool // ownership of the position after each move, too
}

// New makes a search with an evaluator for the board of the games that follow.
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

// Run grows the graph until the stopper returns true or ctx ends. The end of ctx is not an error: the result
// is what is known by then, after at least one playout. It returns an error if no game was set, the game is
// over, or the evaluator returned an error.
func (s *Search) Run(ctx context.Context, stop Stopper, ownership bool) (Result, error) {
	return s.RunFor(ctx, stop, Ask{Ownership: ownership})
}

// RunFor is [Search.Run] with a choice of what to find out.
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

// idle panics if the search runs: the method that calls it would interfere with the search's threads.
func (s *Search) idle(method string) {
	if s.run.running.Load() {
		panic("mcts: " + method + " while the search is running")
	}
}

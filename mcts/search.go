package mcts

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"tengen/baduk"
	"tengen/eval"
)

// Search is a graph of positions that grows by playouts. A playout descends to a leaf by the rule of [Params],
// evaluates the leaf, and updates every node on the path. Run starts Params.Threads threads itself. During a
// run only [Search.Snapshot] may be called: a second Run returns an error, and the other methods panic. Between
// runs, one goroutine at a time may use a Search.
type Search struct {
	eval    eval.Evaluator
	info    eval.Info
	human   *humanPolicy // nil without a human policy
	params  Params
	plain   bool       // a node's value is the plain mean of the samples below it
	noWorse *tailTable // tail probabilities for Params.ValueWeight
	wait    waiting

	use          sync.RWMutex // Snapshot holds it for reading; methods that move the root hold it for writing
	game         *baduk.Game  // the root position
	valuer       valuer
	graph        *graph
	table        table[node, *node]
	biases       *biasTable // nil if Params.Bias is 0
	root         int32      // index of the root; 0 before it exists
	rootNode     *node
	rootPriors   []float32 // priors of the root's moves; nil means that the node's own priors are used
	centred      bool      // the valuer is centred on this root
	restrictions []Restriction
	restricted   bool
	freeFrom     [3][]int32 // smallest depth at which a move is allowed, indexed by colour and point, pass last

	run     runState // state of the present or the last run
	seeds   atomic.Uint64
	scratch []*thread
}

// horizon is a number of turns. Positions that share a node certainly allow the same moves for this number of
// turns. It is two turns longer than the cycle of a triple ko. Beyond the horizon, a move may be forbidden after
// one path to a node and allowed after another. The search finds this out when it tries the move, and skips a
// forbidden move.
const horizon = 8

// Ask says what a run computes besides moves and values, and how.
type Ask struct {
	Ownership bool // compute the ownership of the root position
	Moves     bool // compute the ownership of the position after each move, and of the root
	// Batch is the number of playouts that each of Params.Threads makes at a time; 0 means 1. The evaluator gets their
	// positions in one call. With more than one, a search makes its playouts with less knowledge of the others, like
	// a search with more threads.
	Batch int
}

// New makes a search. The evaluator must support the board of the games that are set later.
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
	s.valuer = valuer{p: p, unit: 1, scale: 1, side: 1}
	s.wait.prepare()
	return s, nil
}

// ErrGameOver is returned for a game that has ended: no move is left to search for.
var ErrGameOver = errors.New("the game has ended: no move is left to search for")

// Run grows the graph until the stopper returns true or ctx ends. If ctx ends, Run returns the result so far
// and no error. It makes at least one playout. If the stopper is nil, only ctx and Params.MaxBytes end the run. Run
// returns an error if no game was set, the game is over, or the evaluator returned an error.
func (s *Search) Run(ctx context.Context, stop Stopper, ownership bool) (Result, error) {
	return s.RunFor(ctx, stop, Ask{Ownership: ownership})
}

// RunFor is [Search.Run] with a choice of what to compute.
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
	if stop == nil {
		stop = AnyOf()
	}
	ask.Ownership = ask.Ownership || ask.Moves
	if err := s.grow(ctx, stop, ask); err != nil {
		return Result{}, err
	}
	return s.result(), nil
}

// idle panics if the search runs. Methods that would interfere with the search's threads call it first.
func (s *Search) idle(method string) {
	if s.run.running.Load() {
		panic("mcts: " + method + " while the search is running")
	}
}

package mcts

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"tengen/baduk"
	"tengen/eval"
)

// Search is a tree of positions that grows by playouts: descend by [Params]'s
// rule to a leaf, have it evaluated, add the value to every edge on the way.
// One goroutine at a time may use a Search; Run itself starts Params.Threads.
type Search struct {
	eval   eval.Evaluator
	info   eval.Info
	params Params
	game   *baduk.Game // the root position
	unit   float64     // the weight of a point, for leads; see baduk.Graph.Unit
	points float64     // how many of them the board has

	mu       sync.Mutex // guards all below while Run runs
	tree     *tree
	spare    *tree // memory for the next reuse
	playouts int
	begun    time.Time
	seed     uint64
	stopped  bool
	err      error
	owner    []float64 // sums of ownership by point, when asked for
	owned    int
	winSum   float64
	leadSum  float64
	nextLook int // the playout before which the clock is read again
	seen     Progress
	scratch  []*thread
}

// New makes a search with an evaluator for the graph of the games to come.
func New(e eval.Evaluator, params Params) (*Search, error) {
	if err := params.Validate(); err != nil {
		return nil, err
	}
	s := &Search{eval: e, info: e.Info(), params: params, tree: newTree(), spare: newTree()}
	if !s.info.First {
		s.params.RAVE = 0
	}
	return s, nil
}

// ErrGameOver is returned when the game to search has ended.
var ErrGameOver = errors.New("the game has ended, there is no move to search for")

// Run grows the tree until the stopper says so or ctx ends; the latter is no
// error, and the result is what is known by then, after at least one playout.
// It errs when no game was set, the game is over, or the evaluator errs.
func (s *Search) Run(ctx context.Context, stop Stopper, ownership bool) (Result, error) {
	if s.game == nil {
		return Result{}, errors.New("mcts: Run before SetGame")
	}
	if s.game.Over() {
		return Result{}, ErrGameOver
	}
	s.playouts, s.stopped, s.err, s.owned = 0, false, nil, 0
	s.winSum, s.leadSum, s.nextLook, s.seen = 0, 0, 0, Progress{}
	s.owner = nil
	if ownership {
		s.owner = make([]float64, s.game.Graph().Len())
	}
	s.begun = time.Now()
	for len(s.scratch) < s.params.Threads {
		s.scratch = append(s.scratch, &thread{})
	}
	if err := s.plant(ctx); err != nil {
		return Result{}, err
	}
	var wg sync.WaitGroup
	var panicked atomic.Value
	for _, t := range s.scratch[:s.params.Threads] {
		t.prepare(s)
		wg.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					panicked.Store(fmt.Sprintf("%v\n\nin a search thread:\n%s", v, debug.Stack()))
					s.stop()
				}
			}()
			for t.playout(ctx, stop) {
			}
		})
	}
	wg.Wait()
	if v := panicked.Load(); v != nil {
		panic(v) // in the caller's goroutine, where it can be recovered
	}
	if s.err != nil {
		return Result{}, s.err
	}
	return s.result(), nil
}

// stop makes every thread end after the playout that it is at.
func (s *Search) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped = true
}

// plant enters the moves of the root, if a reused tree does not have them.
func (s *Search) plant(ctx context.Context) error {
	if len(s.tree.nodes) > root {
		return nil
	}
	in := []eval.Query{{Game: s.game, Seed: s.params.Seed, Policy: true}}
	var out [1]eval.Evaluation
	out[0].Resize(s.game.Graph())
	if err := s.eval.Evaluate(context.WithoutCancel(ctx), in, out[:]); err != nil {
		return fmt.Errorf("evaluating the root: %w", err)
	}
	s.tree.expand(s.game.ToPlay(), out[0].Policy)
	return nil
}

// thread is the memory of one searching goroutine.
type thread struct {
	search *Search
	game   *baduk.Game
	path   []int32 // edge indices from the root
	nodes  []int32 // the nodes that they leave
	moves  []baduk.Move
	in     [1]eval.Query
	out    [1]eval.Evaluation
}

func (t *thread) prepare(s *Search) {
	t.search = s
	if t.game == nil || t.game.Graph() != s.game.Graph() {
		t.game = s.game.Clone()
	} else {
		t.game.CopyFrom(s.game)
	}
	t.out[0].Resize(s.game.Graph())
}

// playout makes one playout and reports whether the search goes on.
func (t *thread) playout(ctx context.Context, stop Stopper) bool {
	leaf, ok := t.begin(ctx, stop)
	if !ok {
		return false
	}
	if leaf.first {
		ctx = context.WithoutCancel(ctx) // there is to be a result
	}
	t.play()
	leaf.expand = leaf.expand && !t.game.Over()
	win, lead, err := t.evaluate(ctx, leaf)
	toPlay := t.game.ToPlay()
	for range t.moves {
		t.game.Undo()
	}
	return t.finish(ctx, leaf, toPlay, win, lead, err)
}

// leaf is what is asked about the end of a path.
type leaf struct {
	seed   uint64
	expand bool // its moves are to be entered
	first  bool // of the run
}

// begin takes the lock and walks to a leaf, unless the search is to stop.
func (t *thread) begin(ctx context.Context, stop Stopper) (leaf, bool) {
	s := t.search
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped || s.playouts > 0 && (ctx.Err() != nil || stop(s.progress())) {
		s.stopped = true
		return leaf{}, false
	}
	s.seed++
	return leaf{s.params.Seed + s.seed*0x9e3779b97f4a7c15, t.descend(), s.playouts == 0}, true
}

// finish takes the lock and adds what the evaluator said.
func (t *thread) finish(ctx context.Context, leaf leaf, toPlay baduk.Color, win, lead float64, err error) bool {
	s := t.search
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		t.backup(win, lead, toPlay, leaf.expand)
		return true
	}
	t.abandon()
	if ctx.Err() == nil {
		s.err = err
	}
	s.stopped = true
	return false
}

// progress is called with the lock held. Reading the clock and comparing moves
// costs more than the rest, so it does so every 16 playouts.
func (s *Search) progress() Progress {
	p := &s.seen
	p.Playouts, p.Visits, p.Bytes = s.playouts, int(s.tree.nodes[root].visits), s.tree.bytes()
	if s.playouts >= s.nextLook {
		s.nextLook = s.playouts + 16
		p.Elapsed = time.Since(s.begun)
		best, second := int32(0), int32(0)
		for _, e := range s.tree.edgesOf(root) {
			if e.visits > best {
				best, second = e.visits, best
			} else if e.visits > second {
				second = e.visits
			}
		}
		p.Ahead = int(best - second)
	}
	return *p
}

// descend walks from the root to a leaf, marking the edges, and reports whether
// the leaf's moves are to be entered after its evaluation. It moves nothing on
// the thread's game: that is left to play, which needs no lock.
func (t *thread) descend() (expand bool) {
	s := t.search
	t.path, t.nodes, t.moves = t.path[:0], t.nodes[:0], t.moves[:0]
	for n := int32(root); n != 0; {
		i := s.choose(n)
		e := &s.tree.edges[i]
		e.pending++
		t.path, t.nodes = append(t.path, i), append(t.nodes, n)
		t.moves = append(t.moves, baduk.Move{Color: s.tree.nodes[n].toPlay, Point: e.move})
		expand = e.child == 0 && int(e.visits)+1 >= s.params.ExpandVisits
		n = e.child
	}
	return expand
}

// play brings the thread's game to the leaf.
func (t *thread) play() {
	for _, m := range t.moves {
		if err := t.game.Play(m); err != nil {
			panic("mcts: the evaluator's policy has an illegal move: " + err.Error())
		}
	}
}

// evaluate asks for the worth of the leaf, Black's, without the lock. A game
// that is over is counted as it stands, unless the players would agree on dead
// stones first: then the evaluator estimates what they find. A void game is
// worth as much to both.
func (t *thread) evaluate(ctx context.Context, leaf leaf) (win, lead float64, err error) {
	s, out := t.search, &t.out[0]
	if t.game.Over() && (t.game.NoResult() || !t.game.Rules().FriendlyPass) {
		clear(out.First)
		if t.game.NoResult() {
			clear(out.Ownership)
			return 0.5, 0, nil
		}
		score := t.game.Score(nil)
		for p := range out.Ownership {
			out.Ownership[p] = float32(score.Points[p].Owner.Number())
		}
		return score.Ties.Share(score.Lead()), score.Lead(), nil
	}
	t.in[0] = eval.Query{Game: t.game, Seed: leaf.seed, Policy: leaf.expand, Ownership: s.owner != nil, First: s.params.RAVE > 0}
	if err := s.eval.Evaluate(ctx, t.in[:], t.out[:]); err != nil {
		return 0, 0, err
	}
	return float64(out.Win), float64(out.Lead), nil
}

// value mixes the lead into the win probability; both are Black's.
func (s *Search) value(win, lead float64) float64 {
	if s.params.ScoreWeight == 0 {
		return win
	}
	lead /= s.unit
	scale := math.Sqrt(s.points)
	return (1-s.params.ScoreWeight)*win + s.params.ScoreWeight*(0.5+0.5*lead/(math.Abs(lead)+scale))
}

// backup adds the worth of the leaf, where toPlay is to move, along the path to
// the root.
func (t *thread) backup(win, lead float64, toPlay baduk.Color, expand bool) {
	s := t.search
	value := s.value(win, lead)
	s.playouts++
	s.winSum += win
	s.leadSum += lead
	out := &t.out[0]
	if s.owner != nil {
		for p, o := range out.Ownership {
			s.owner[p] += float64(o)
		}
		s.owned++
	}
	last := t.path[len(t.path)-1]
	if expand && s.tree.edges[last].child == 0 { // another thread may have been faster
		child := s.tree.expand(toPlay, out.Policy) // moves the edges in memory
		s.tree.edges[last].child = child
		s.tree.nodes[child].visits = s.tree.edges[last].visits // the evaluations before
	}
	if child := s.tree.edges[last].child; child != 0 {
		s.tree.nodes[child].visits++
	}
	for k := len(t.path) - 1; k >= 0; k-- {
		n := t.nodes[k]
		e := &s.tree.edges[t.path[k]]
		e.pending--
		e.visits++
		e.sum += value
		s.tree.nodes[n].visits++
		if s.params.RAVE > 0 {
			if e.move != baduk.Pass {
				out.First[e.move] = s.tree.nodes[n].toPlay
			}
			s.learn(n, out.First, value)
		}
	}
}

// learn adds the value to every move of the node that its player made first in
// what followed.
func (s *Search) learn(n int32, first []baduk.Color, value float64) {
	c := s.tree.nodes[n].toPlay
	edges := s.tree.edgesOf(n)
	for i := range edges {
		if e := &edges[i]; e.move != baduk.Pass && first[e.move] == c {
			e.raveVisits++
			e.raveMean += (float32(value) - e.raveMean) / float32(e.raveVisits)
		}
	}
}

// abandon undoes the marks of a playout that has no value.
func (t *thread) abandon() {
	for _, i := range t.path {
		t.search.tree.edges[i].pending--
	}
}

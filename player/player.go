package player

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/mcts"
	"tengen/neteval"
	"tengen/rollout"
	"tengen/solve"
)

// Options are the settings of a player. The zero value is a good default.
type Options struct {
	Threads int    // threads of the search; 0 means one per processor
	Seed    uint64 // random seed of the search; 0 means an unpredictable one
	Memory  int64  // bytes for the search; 0 means [engine.DefaultMemory]
	// Rollout is the policy of rollouts on rectangles; nil means the built-in policy. It matters only to players
	// without a net, and to those with Mix.
	Rollout *rollout.Linear
	// Mix is the share, 0 to 1, of rollouts in the values of a search with a net; see [eval.Mix].
	Mix float64
	// Value is the net with the values of the search; nil means the net of the player. With Value, the net of the player
	// has only the priors. If the player has no net, the priors are those of Rollout, or all are equal if it is nil.
	Value *Net
	// People makes evaluators whose priors are those of people of a rank; see [Loader.People]. It matters to players with
	// a net that play at a rank. If it is nil, such players imitate no people.
	People func(engine.Rank) eval.Factory
	// Turns are shared with other players, so that all get the same share of the processors; nil shares nothing.
	Turns *eval.Turns
	Log   *slog.Logger // receives a warning if Rollout does not suit a board; may be nil
}

// Validate returns an error if a field is out of range.
func (o Options) Validate() error {
	if o.Threads < 0 || o.Memory < 0 {
		return fmt.Errorf("player: threads and memory cannot be negative: %d threads, %d bytes", o.Threads, o.Memory)
	}
	if !(o.Mix >= 0 && o.Mix <= 1) {
		return fmt.Errorf("player: the share of rollouts is %v, not from 0 to 1", o.Mix)
	}
	return nil
}

// A Player chooses moves, searches positions and finds dead stones.
type Player interface {
	Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error)
	Analyze(ctx context.Context, g *baduk.Game, a engine.Analysis) (mcts.Result, error)
	Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error)
}

// New makes a player that uses the net n, or rollouts if n is nil.
func New(n *Net, o Options) (Player, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	rollouts, err := o.newEngine(engine.RolloutParams(), o.shared(solve.Evaluators(o.rollouts())))
	if err != nil || n == nil && o.Value == nil {
		return rollouts, err
	}
	evaluators := func(profile string, threads int) eval.Factory {
		return o.shared(solve.Evaluators(o.mixed(o.valued(o.policy(n, profile, threads)))))
	}
	net, err := o.newEngine(engine.NetParams(), evaluators("", o.Threads))
	if err != nil {
		return nil, err
	}
	if o.People != nil {
		net.SetPeople(func(r engine.Rank) eval.Factory { return o.shared(o.People(r)) })
	}
	return &netPlayer{net: net, rollouts: rollouts, network: n, value: o.Value, evaluators: evaluators}, nil
}

// Rollouts makes evaluators without a net, for any board.
func Rollouts(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
	return rollout.NewEvaluator(g, rollout.DefaultParams()), nil
}

// newEngine makes an engine with the given parameters and evaluators, and with the threads, the memory and the seed of
// the options.
func (o Options) newEngine(p engine.Params, f eval.Factory) (*engine.Engine, error) {
	p.Search.Threads = cmp.Or(o.Threads, AllThreads())
	p.Search.MaxBytes = cmp.Or(o.Memory, p.Search.MaxBytes)
	p.Search.Seed = seedOrRandom(o.Seed)
	return engine.New(p, f)
}

// shared makes evaluators wait for their turns.
func (o Options) shared(f eval.Factory) eval.Factory {
	if o.Turns == nil {
		return f
	}
	return func(g *baduk.Graph, r baduk.Rules) (eval.Evaluator, error) {
		e, err := f(g, r)
		if err != nil {
			return nil, err
		}
		return o.Turns.Share(e), nil
	}
}

// AllThreads is one thread per processor.
func AllThreads() int { return runtime.GOMAXPROCS(0) }

// seedOrRandom returns the seed, or an unpredictable seed if it is 0.
func seedOrRandom(seed uint64) uint64 {
	for seed == 0 {
		var b [8]byte
		rand.Read(b[:]) // never fails, according to its documentation
		seed = binary.LittleEndian.Uint64(b[:])
	}
	return seed
}

// netPlayer uses the net on boards that the net can read, and rollouts on other boards. It has a
// separate engine for each, because they need different search parameters.
type netPlayer struct {
	net, rollouts *engine.Engine
	network       *Net // nil if the player has only a net for its values
	value         *Net // nil if the values are those of network
	// evaluators makes the evaluators of the engine net. A human SL net imitates players of the profile.
	evaluators func(profile string, threads int) eval.Factory
	graph      *baduk.Graph // the board for which current was chosen
	current    *engine.Engine
}

// choose returns the engine for the board of a game.
func (p *netPlayer) choose(g *baduk.Game) *engine.Engine {
	if p.graph == g.Graph() {
		return p.current
	}
	p.graph = g.Graph()
	var err error
	var log *slog.Logger
	for _, n := range []*Net{p.network, p.value} {
		if n != nil && err == nil {
			err, log = neteval.Supports(n.Model(), p.graph), n.log
		}
	}
	if err == nil {
		p.current = p.net
	} else if p.current != p.rollouts { // logged only once, because an infinite board grows often
		p.current = p.rollouts
		log.Warn("playing by rollouts, without the net", "because", err)
	}
	return p.current
}

// mover returns the engine for the board of a game. It ends only the pondering of the other engine: the chosen engine
// ends its own pondering, and counts the wait as time for the move.
func (p *netPlayer) mover(g *baduk.Game) *engine.Engine {
	if p.choose(g) == p.net {
		p.rollouts.StopPondering()
		return p.net
	}
	p.net.StopPondering()
	return p.rollouts
}

// Genmove asks the engine for this board.
func (p *netPlayer) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error) {
	return p.mover(g).Genmove(ctx, g, c, limit)
}

// Dead asks the engine for this board.
func (p *netPlayer) Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error) {
	return p.choose(g).Dead(ctx, g)
}

// Ponder asks the engine for this board to think on the opponent's time.
func (p *netPlayer) Ponder(ctx context.Context, g *baduk.Game) error {
	return p.mover(g).Ponder(ctx, g)
}

// StopPondering ends the pondering of both engines.
func (p *netPlayer) StopPondering() {
	p.net.StopPondering()
	p.rollouts.StopPondering()
}

// Close stops both engines.
func (p *netPlayer) Close() error {
	p.StopPondering()
	return nil
}

// Analyze asks the engine for this board.
func (p *netPlayer) Analyze(ctx context.Context, g *baduk.Game, a engine.Analysis) (mcts.Result, error) {
	return p.mover(g).Analyze(ctx, g, a)
}

// GenmoveAnalyze asks the engine for this board.
func (p *netPlayer) GenmoveAnalyze(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit, a engine.Analysis) (engine.Decision, mcts.Result, error) {
	return p.mover(g).GenmoveAnalyze(ctx, g, c, limit, a)
}

// SaveSearch asks the engine for this board.
func (p *netPlayer) SaveSearch(g *baduk.Game, w io.Writer) error {
	return p.mover(g).SaveSearch(g, w)
}

// LoadSearch asks the engine for this board.
func (p *netPlayer) LoadSearch(g *baduk.Game, r io.Reader) error {
	return p.mover(g).LoadSearch(g, r)
}

// SetMemory sets the number of bytes that each engine's search may use.
func (p *netPlayer) SetMemory(bytes int64) error {
	return errors.Join(p.net.SetMemory(bytes), p.rollouts.SetMemory(bytes))
}

// Forget drops the searches of both engines.
func (p *netPlayer) Forget() {
	p.net.Forget()
	p.rollouts.Forget()
}

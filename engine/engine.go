package engine

import (
	"context"
	"fmt"
	"time"

	"tengen/baduk"
	"tengen/eval"
	"tengen/mcts"
)

// Params are the habits of a player.
type Params struct {
	Search mcts.Params `json:"search"`
	// Time is the time for a move when no limit is given.
	Time time.Duration `json:"time"`
	// MaxMemory ends the thinking about a move when the tree takes more bytes.
	MaxMemory int64 `json:"maxMemory"`
	// ResignBelow is the probability of winning below which a position is
	// hopeless, as it is when the opponent leads by more than half of the board
	// and will more likely win than not. ResignAfter is how many hopeless moves
	// in a row it takes to resign; 0 never resigns.
	ResignBelow float64 `json:"resignBelow"`
	ResignAfter int     `json:"resignAfter"`
	// StopEarly ends the thinking when the best move cannot be overtaken in the
	// time that is left.
	StopEarly bool `json:"stopEarly"`
	// Enough is how many playouts it takes to say something of the whole board:
	// with fewer nobody resigns, and owners of points are nobody's reason to pass.
	Enough int `json:"enough"`
	// DeadPlayouts is how many playouts each player gets to show what is dead.
	DeadPlayouts int `json:"deadPlayouts"`
}

// DefaultParams are those of a pleasant opponent with rollouts: a second a move.
func DefaultParams() Params {
	return Params{Search: mcts.DefaultParams(), Time: time.Second, MaxMemory: 512 << 20, ResignBelow: 0.04, ResignAfter: 3, StopEarly: true,
		Enough: 100, DeadPlayouts: 3000}
}

// NetParams are the same with a net, which is slow but sees the whole board each
// time that it is asked.
func NetParams() Params {
	p := DefaultParams()
	p.Search, p.Enough, p.DeadPlayouts = mcts.NetParams(), 8, 64
	return p
}

// Validate reports the first parameter that makes no sense.
func (p Params) Validate() error {
	switch {
	case p.Time <= 0:
		return fmt.Errorf("time is %v, not above 0", p.Time)
	case p.MaxMemory < 1<<20:
		return fmt.Errorf("maxMemory is %d bytes, not 1 MiB or more", p.MaxMemory)
	case p.ResignBelow < 0 || p.ResignBelow > 0.5:
		return fmt.Errorf("resignBelow is %v, not 0 to 0.5", p.ResignBelow)
	case p.ResignAfter < 0:
		return fmt.Errorf("resignAfter is %d, not 0 or more", p.ResignAfter)
	case p.Enough < 1:
		return fmt.Errorf("enough is %d, not 1 or more", p.Enough)
	case p.DeadPlayouts < 1:
		return fmt.Errorf("deadPlayouts is %d, not 1 or more", p.DeadPlayouts)
	}
	return p.Search.Validate()
}

// Engine is a player. One goroutine at a time may use it.
type Engine struct {
	params    Params
	factory   eval.Factory
	graph     *baduk.Graph
	rules     baduk.Rules
	evaluator eval.Evaluator
	search    *mcts.Search
	hopeless  [3]int // by colour: hopeless moves in a row
	length    int    // of the game at the last move
}

// New makes a player. The factory gives the evaluator when a game on another
// board or under other rules begins.
func New(params Params, factory eval.Factory) (*Engine, error) {
	if err := params.Validate(); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	return &Engine{params: params, factory: factory}, nil
}

// prepare makes the search for the game's graph and rules.
func (e *Engine) prepare(g *baduk.Game) error {
	if e.search != nil && e.graph == g.Graph() && e.rules == g.Rules() {
		return nil
	}
	ev, err := e.factory(g.Graph(), g.Rules())
	if err != nil {
		return fmt.Errorf("no evaluator for %v: %w", g.Graph(), err)
	}
	search, err := mcts.New(ev, e.params.Search)
	if err != nil {
		return err
	}
	e.graph, e.rules, e.evaluator, e.search, e.hopeless = g.Graph(), g.Rules(), ev, search, [3]int{}
	return nil
}

// Genmove thinks about a move for c and plays nothing. When ctx ends it decides
// on what it knows by then. In a game that is over it passes.
func (e *Engine) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit Limit) (Decision, error) {
	pass := Decision{Move: baduk.Move{Color: c, Point: baduk.Pass}, Win: 0.5}
	if g.Over() {
		return pass, nil
	}
	if err := e.prepare(g); err != nil {
		return Decision{}, err
	}
	if g.ToPlay() != c {
		g = g.Clone()
		g.SetToPlay(c)
	}
	if g.Len() < e.length {
		e.hopeless = [3]int{} // another game, or undone
	}
	e.length = g.Len()
	start := time.Now()
	e.search.SetGame(g)
	r, err := e.search.Run(ctx, e.stopper(limit), true)
	if err != nil {
		return Decision{}, err
	}
	d := Decision{Move: pass.Move, Win: r.Win, Lead: r.Lead, Visits: r.Visits, Playouts: r.Playouts}
	d.Resign = e.resigns(g, r)
	left := e.time(limit)
	if left > 0 {
		left = max(left-time.Since(start), 30*time.Millisecond)
	}
	if best := e.decide(ctx, g, r, left); best != nil {
		d.Move, d.PV = best.Move, best.PV
	} else {
		d.PV = []baduk.Move{pass.Move}
	}
	d.Elapsed = time.Since(start)
	return d, nil
}

// time is the wall-clock time that the limit allows, 0 for no bound.
func (e *Engine) time(l Limit) time.Duration {
	if l.Time == 0 && l.Visits == 0 && l.Playouts == 0 {
		return e.params.Time
	}
	return l.Time
}

// stopper turns the limit into a rule for the search.
func (e *Engine) stopper(l Limit) mcts.Stopper {
	stops := []mcts.Stopper{mcts.Memory(e.params.MaxMemory)}
	if l.Visits > 0 {
		// A kept tree may have the visits already, but what a search says of
		// the owners of points is its own playouts' word.
		stops = append(stops, mcts.AllOf(mcts.Visits(l.Visits), mcts.Playouts(1+l.Visits/4)))
	}
	if l.Playouts > 0 {
		stops = append(stops, mcts.Playouts(l.Playouts))
	}
	if d := e.time(l); d > 0 {
		stops = append(stops, mcts.Time(d))
		if e.params.StopEarly {
			stops = append(stops, mcts.Settled(d))
		}
	}
	return mcts.AnyOf(stops...)
}

// resigns counts hopeless moves and says when it is enough. A search that was
// cut off after a few playouts knows too little to count.
func (e *Engine) resigns(g *baduk.Game, r mcts.Result) bool {
	c := g.ToPlay()
	if r.Playouts < e.params.Enough {
		return false
	}
	win, lead := winFor(c, r.Win), r.Lead*float64(c.Number())
	unit, points := g.Graph().Unit()
	if win >= e.params.ResignBelow && (win >= 0.5 || lead > -unit*points/2) {
		e.hopeless[c] = 0
		return false
	}
	e.hopeless[c]++
	return e.params.ResignAfter > 0 && e.hopeless[c] >= e.params.ResignAfter
}

// winFor flips Black's probability of winning to c's.
func winFor(c baduk.Color, win float64) float64 {
	if c == baduk.White {
		return 1 - win
	}
	return win
}

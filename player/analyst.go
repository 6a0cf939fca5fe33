package player

import (
	"context"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/mcts"
	"tengen/neteval"
)

// Analyst searches positions for a person who looks at them. One goroutine at a time may use it.
type Analyst struct {
	player Player
	net    *Net
}

// NewAnalyst makes an analyst that uses the net n, or rollouts if n is nil.
func NewAnalyst(n *Net, o Options) (*Analyst, error) {
	p, err := New(n, o)
	if err != nil {
		return nil, err
	}
	return &Analyst{p, n}, nil
}

// Analyze searches a position, as [engine.Engine.Analyze] does.
func (a *Analyst) Analyze(ctx context.Context, g *baduk.Game, how engine.Analysis) (mcts.Result, error) {
	return a.player.Analyze(ctx, g, how)
}

// Policy returns the net's policy for the player to move, by point, with the pass last. It returns nil if no net can
// read the board.
func (a *Analyst) Policy(ctx context.Context, g *baduk.Game) ([]float32, error) {
	if a.net == nil || neteval.Supports(a.net.Model(), g.Graph()) != nil {
		return nil, nil
	}
	e, err := a.net.evaluator(a.net.Net, g.Graph(), "", 0)
	if err != nil {
		return nil, err
	}
	out, err := eval.One(ctx, e, eval.Query{Game: g, Policy: true})
	return out.Policy, err
}

// Judge names the evaluator that judges positions on a board.
func (a *Analyst) Judge(g *baduk.Graph) string {
	if a.net != nil && neteval.Supports(a.net.Model(), g) != nil {
		return (*Net)(nil).Name()
	}
	return a.net.Name()
}

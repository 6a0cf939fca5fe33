package gtpserver

import (
	"context"

	"tengen/baduk"
	"tengen/engine"
	"tengen/mcts"
)

// ask lets the player decide on a move. If the settings ask for random moves, ask replaces the best move by a move
// that it draws at random.
func (e *Engine) ask(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error) {
	p, can := e.cfg.Player.(analyzer)
	if !can || !e.draws() {
		return e.cfg.Player.Genmove(ctx, g, c, limit)
	}
	d, r, err := p.GenmoveAnalyze(ctx, g, c, limit, engine.Analysis{})
	return e.drawn(g, d, &r, &request{}), err
}

// draws reports whether ask draws moves at random. It does not if the player has a rank, because such a player draws
// its moves itself.
func (e *Engine) draws() bool { return e.settings.Draw.Wanted && e.rank == 0 }

// turn returns the number of turns before a move of c. The temperature depends on this number. Each set-up stone
// counts as a turn. A move out of turn restarts the count at 0.
func (e *Engine) turn(c baduk.Color) int {
	switch {
	case e.restarts(c):
		return 0
	case len(e.past) > 0:
		return e.game.Len()
	}
	setup := e.game.Setup()
	return e.game.Len() + len(setup.Black) + len(setup.White)
}

// drawn returns the decision with a randomly drawn move instead of the best one. It does not draw moves that
// the request forbids.
func (e *Engine) drawn(g *baduk.Game, d engine.Decision, r *mcts.Result, q *request) engine.Decision {
	if !e.draws() {
		return d
	}
	how := e.settings.Draw
	draw := engine.Draw{
		Temperature: how.At(e.turn(d.Move.Color), e.game.Graph().Len()),
		OnlyBelow:   how.OnlyBelow,
		Subtract:    how.Subtract,
		HumanPolicy: e.settings.Search.HumanPolicy,
	}
	return draw.Decide(g, d, r, q.forbids, e.rng)
}

package gtpserver

import (
	"context"
	"math"

	"tengen/baduk"
	"tengen/engine"
	"tengen/katago"
	"tengen/mcts"
)

// ask lets the player decide, and draws one of its moves where the settings say so.
func (e *Engine) ask(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error) {
	p, can := e.cfg.Player.(Analyst)
	if !can || !e.draws() {
		return e.cfg.Player.Genmove(ctx, g, c, limit)
	}
	d, r, err := p.GenmoveAnalyze(ctx, g, c, limit, engine.Analysis{})
	return e.drawn(g, d, &r, &request{}), err
}

// draws reports whether moves are drawn. A rank has a way of its own to do that.
func (e *Engine) draws() bool { return e.settings.Draw.Wanted && e.rank == 0 }

// turn is how many turns the temperature counts before a move of c: stones of a set-up
// are one each, and a move out of turn is the first again.
func (e *Engine) turn(c baduk.Color) int {
	switch {
	case e.beginsAnew(c):
		return 0
	case len(e.past) > 0:
		return e.game.Len()
	}
	setup := e.game.Setup()
	return e.game.Len() + len(setup.Black) + len(setup.White)
}

// drawn is the decision with a move drawn from those that were searched, and from those
// that people would play if that is wanted and the request does not forbid them, in place
// of the best. It stays where the player resigns or passes, and where a second look
// decided for another move than the one that the search puts first.
func (e *Engine) drawn(g *baduk.Game, d engine.Decision, r *mcts.Result, q *request) engine.Decision {
	if !e.draws() || d.Resign || d.Move.IsPass() || len(r.Moves) == 0 || r.Moves[0].Move != d.Move {
		return d
	}
	if c := d.Move.Color; g.ToPlay() != c {
		g = g.Clone()
		g.SetToPlay(c)
	}
	how := e.settings.Draw
	useful := engine.Sensible(g)
	moves := e.settings.Search.HumanPolicy.Rerank(r, func(p baduk.Point) bool { return useful(p) && !q.forbids(p) })
	chances := chancesOf(moves, how, how.At(e.turn(d.Move.Color), e.game.Graph().Len()))
	x := e.lots.Float64()
	for i, chance := range chances {
		if x -= chance; x < 0 {
			d.Move, d.PV = moves[i].Move, moves[i].PV
			break
		}
	}
	return d
}

// chancesOf is how likely each move is to be drawn; they sum to 1, except for rounding, or to
// 0. What counts of a move is its play-selection value.
func chancesOf(moves []mcts.MoveInfo, how katago.Draw, temperature float64) []float64 {
	values := make([]float64, len(moves))
	most, sum := 0.0, 0.0
	for i, m := range moves {
		if m.Move.IsPass() {
			continue // the player decided against it
		}
		values[i] = m.PlaySelection
		most = max(most, values[i])
	}
	for i := range values {
		values[i] = max(0, values[i]-min(how.Subtract, most/64))
		sum += values[i]
	}
	total, top, best := 0.0, 0.0, 0 // the first of several that are best, as in KataGo
	for i, v := range values {
		if v > top {
			top, best = v, i
		}
	}
	threshold := min(top, max(how.OnlyBelow, 1e-50)*sum) // what is above it is drawn as it is
	for i, v := range values {
		switch {
		case v <= 0:
			values[i] = 0
		case v > threshold:
			values[i] = v / top
		case temperature <= 1e-4 && threshold == top && i == best:
			values[i] = 1
		case temperature <= 1e-4:
			values[i] = 0
		default:
			values[i] = math.Pow(v/threshold, 1/temperature) * threshold / top
		}
		total += values[i]
	}
	if total > 0 {
		for i := range values {
			values[i] /= total
		}
	}
	return values
}

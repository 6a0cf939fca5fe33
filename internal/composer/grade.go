package composer

import (
	"context"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/tsumego"
)

// grade returns the level of a problem: the weakest rank from which on every rank's policy prefers the right move to
// all other moves of the problem. If even the strongest rank prefers another move, the level is the strongest rank.
func (r *run) grade(ctx context.Context, p *tsumego.Problem, side int) (engine.Rank, error) {
	game, err := gameOf(p)
	if err != nil {
		return 0, err
	}
	ranks := r.ranks()
	level := ranks[len(ranks)-1]
	for i := len(ranks) - 1; i >= 0; i-- {
		e, err := r.policy(side, ranks[i])
		if err != nil {
			return 0, err
		}
		solved, err := prefers(ctx, e, game, p)
		if err != nil {
			return 0, err
		}
		if !solved {
			break
		}
		level = ranks[i]
	}
	return level, nil
}

// gameOf returns a game that begins with the position of a problem.
func gameOf(p *tsumego.Problem) (*baduk.Game, error) {
	start := baduk.Setup{ToPlay: p.Player}
	for i := range p.Board.Graph().Len() {
		switch q := baduk.Point(i); p.Board.At(q) {
		case baduk.Black:
			start.Black = append(start.Black, q)
		case baduk.White:
			start.White = append(start.White, q)
		}
	}
	return baduk.NewGameFrom(p.Board.Graph(), baduk.Chinese(), start)
}

// prefers reports whether a policy prefers the right move to all other moves of the problem.
func prefers(ctx context.Context, e eval.Evaluator, game *baduk.Game, p *tsumego.Problem) (bool, error) {
	in, out := [1]eval.Query{{Game: game, Policy: true}}, [1]eval.Evaluation{}
	out[0].Resize(game.Graph())
	if err := e.Evaluate(ctx, in[:], out[:]); err != nil {
		return false, err
	}
	best := p.Moves[0]
	for _, m := range p.Moves {
		if out[0].Prior(m.Point) > out[0].Prior(best.Point) {
			best = m
		}
	}
	return best.Right, nil
}

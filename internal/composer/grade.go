package composer

import (
	"context"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/tsumego"
)

// solved is a probability. A rank solves a problem if it finds all moves of the right line at least this often.
const solved = 0.5

// grade returns the level of a problem: the weakest rank that solves it. If no rank does, the level is the strongest
// rank. chance is the chance of the weakest rank, 0 to 1, by which problems of one level are sorted.
func (r *run) grade(ctx context.Context, p *tsumego.Problem, side int) (level engine.Rank, chance float64, err error) {
	game, err := gameOf(p, r.boards[side])
	if err != nil {
		return 0, 0, err
	}
	ranks := r.ranks()
	for i, rank := range ranks {
		e, err := r.policy(side, rank)
		if err != nil {
			return 0, 0, err
		}
		c, err := chanceOf(ctx, e, game.Clone(), p.Moves)
		if err != nil {
			return 0, 0, err
		}
		if i == 0 {
			chance = c
		}
		if c >= solved {
			return rank, chance, nil
		}
	}
	return ranks[len(ranks)-1], chance, nil
}

// gameOf returns a game on g that begins with the position of a problem.
func gameOf(p *tsumego.Problem, g *baduk.Graph) (*baduk.Game, error) {
	start := baduk.Setup{ToPlay: p.Player}
	for i := range p.Board.Graph().Len() {
		switch q := baduk.Point(i); p.Board.At(q) {
		case baduk.Black:
			start.Black = append(start.Black, q)
		case baduk.White:
			start.White = append(start.White, q)
		}
	}
	return baduk.NewGameFrom(g, baduk.Chinese(), start)
}

// chanceOf returns the probability that a player whose moves are drawn from a policy plays the right line to its end.
// The player chooses among the moves of the problem.
func chanceOf(ctx context.Context, e eval.Evaluator, game *baduk.Game, moves []*tsumego.Move) (float64, error) {
	in, out := [1]eval.Query{{Game: game, Policy: true}}, [1]eval.Evaluation{}
	out[0].Resize(game.Graph())
	if err := e.Evaluate(ctx, in[:], out[:]); err != nil {
		return 0, err
	}
	var right *tsumego.Move
	sum := 0.0
	for _, m := range moves {
		sum += float64(max(out[0].Prior(m.Point), 0))
		if m.Right {
			right = m
		}
	}
	if sum <= 0 {
		return 0, nil
	}
	chance := float64(out[0].Prior(right.Point)) / sum
	if len(right.Next) == 0 || chance < solved {
		return chance, nil // with a smaller chance, the problem is not solved anyway
	}
	c := game.ToPlay()
	for _, m := range []baduk.Move{{Color: c, Point: right.Point}, {Color: c.Opponent(), Point: right.Next[0].Point}} {
		if err := game.Play(m); err != nil {
			return 0, err
		}
	}
	rest, err := chanceOf(ctx, e, game, right.Next[0].Next)
	return chance * rest, err
}

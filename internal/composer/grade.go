package composer

import (
	"context"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/mcts"
	"tengen/tsumego"
)

// solves is a chance, 0 to 1. The level of a problem is the rank whose players solve it this often.
const solves = 0.5

// examiner grades a problem.
type examiner struct {
	*run
	ctx   context.Context
	side  int
	known map[examined]float64
}

// examined is a position with a number of visits.
type examined struct {
	key    uint64
	visits int
}

// grade returns the level of a problem: the weakest rank of which half of the players play the whole right line. They
// imitate people, as the engine does, and play one of the moves of the problem each time. mean is the mean chance of
// the ranks of [engine.PeopleRanks]. The level is 0 if fewer than half of the strongest players play the line: then the
// goal of the problem is not worth its moves in this position.
func (r *run) grade(ctx context.Context, p *tsumego.Problem, side int) (level engine.Rank, mean float64, err error) {
	game, err := gameOf(p, r.boards[side])
	if err != nil {
		return 0, 0, err
	}
	x := examiner{r, ctx, side, map[examined]float64{}}
	ranks := engine.PeopleRanks()
	chances := make([]float64, len(ranks))
	for i, rank := range ranks {
		if chances[i], err = x.chance(rank, game.Clone(), p.Moves); err != nil {
			return 0, 0, err
		}
	}
	for _, c := range chances {
		mean += c / float64(len(chances))
	}
	return levelOf(ranks, monotone(chances)), mean, nil
}

// levelOf returns the weakest rank with a chance of at least solves, or 0. The chances are those of some ranks, and
// rise. Between the ranks they are interpolated.
func levelOf(ranks []engine.Rank, chances []float64) engine.Rank {
	for i, c := range chances {
		switch {
		case c < solves:
		case i == 0:
			return ranks[0]
		default:
			r := ranks[i-1] + 1
			slope := (c - chances[i-1]) / float64(ranks[i]-ranks[i-1])
			for r < ranks[i] && chances[i-1]+slope*float64(r-ranks[i-1]) < solves {
				r++
			}
			return r
		}
	}
	return 0
}

// monotone returns the rising numbers that are nearest to the given ones, by the sum of squares: neighbours that fall
// are replaced by their mean (pool adjacent violators).
func monotone(values []float64) []float64 {
	type block struct {
		sum float64
		n   int
	}
	mean := func(b block) float64 { return b.sum / float64(b.n) }
	var blocks []block
	for _, v := range values {
		b := block{v, 1}
		for k := len(blocks) - 1; k >= 0 && mean(blocks[k]) > mean(b); k-- {
			b.sum, b.n = b.sum+blocks[k].sum, b.n+blocks[k].n
			blocks = blocks[:k]
		}
		blocks = append(blocks, b)
	}
	var fitted []float64
	for _, b := range blocks {
		for range b.n {
			fitted = append(fitted, mean(b))
		}
	}
	return fitted
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

// chance returns the chance of a player of a rank to play the right line to its end.
func (x *examiner) chance(rank engine.Rank, game *baduk.Game, moves []*tsumego.Move) (float64, error) {
	policy, err := x.policy(x.side, rank)
	if err != nil {
		return 0, err
	}
	out, err := eval.One(x.ctx, policy, eval.Query{Game: game, Policy: true})
	if err != nil {
		return 0, err
	}
	right := 0
	priors := make([]float64, len(moves))
	for i, m := range moves {
		if priors[i] = float64(out.Prior(m.Point)); m.Right {
			right = i
		}
	}
	c := game.ToPlay()
	chances, err := engine.PeopleChances(rank, priors, func(i, visits int) (float64, error) {
		return x.lead(game, baduk.Move{Color: c, Point: moves[i].Point}, min(visits, mostVisits))
	})
	if err != nil {
		return 0, err
	}
	next := moves[right].Next
	if len(next) == 0 || chances[right] == 0 {
		return chances[right], nil
	}
	for _, m := range []baduk.Move{{Color: c, Point: moves[right].Point}, {Color: c.Opponent(), Point: next[0].Point}} {
		if err := game.Play(m); err != nil {
			return 0, err
		}
	}
	rest, err := x.chance(rank, game, next[0].Next)
	return chances[right] * rest, err
}

// mostVisits is the most visits of the search that examines a move. The strongest ranks examine longer, but that would
// take most of the time of a run.
const mostVisits = 60

// lead returns the lead of the player of a move after it, as a search sees it.
func (x *examiner) lead(game *baduk.Game, m baduk.Move, visits int) (float64, error) {
	after := game.Clone()
	if err := after.Play(m); err != nil {
		return 0, err
	}
	at := examined{after.SearchKey(), visits}
	if _, ok := x.known[at]; !ok {
		judge, err := x.judge(x.side)
		if err != nil {
			return 0, err
		}
		params := mcts.RolloutParams()
		params.Threads = 1
		search, err := mcts.New(judge, params)
		if err != nil {
			return 0, err
		}
		search.SetGame(after)
		r, err := search.Run(x.ctx, mcts.Visits(visits), false)
		if err != nil {
			return 0, err
		}
		x.known[at] = r.Lead
	}
	return x.known[at] * float64(m.Color.Number()), nil
}

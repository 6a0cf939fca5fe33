package bench

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"sync"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/stat"
)

// Ladder plays ranks of our own against each other, each against the next one, to
// tell how far apart they are. It names none of them: that takes opponents of
// known rank.
type Ladder struct {
	Size    int
	Ranks   []engine.Rank // at least two
	Games   int           // of each pair, colours alternating
	Threads int           // games at a time
	Seed    uint64
	Params  engine.Params // each player has one thread, and a seed of its own
	Factory eval.Factory
	// Progress is told after each game, if it is not nil.
	Progress func(done, of int)
}

// LadderRung is what was found of a rank.
type LadderRung struct {
	Rank  engine.Rank `json:"rank"`
	Games int         `json:"games"`
	Won   float64     `json:"won"` // a draw counts half
	// Elo is relative to the first rank, Error its standard error; for that one they
	// are 0.
	Elo   float64 `json:"elo"`
	Error float64 `json:"error"`
}

// LadderResult is what was found of all.
type LadderResult struct {
	Size  int          `json:"size"`
	Rungs []LadderRung `json:"rungs"`
	// Supposed says that somebody won or lost all games, so that the distances are
	// no more than guesses.
	Supposed bool `json:"supposed"`
}

// game is one of the games to play: ranks by index.
type ladderGame struct {
	black, white int
	seed         uint64
	lead         float64 // Black's, in the end
	played       bool
}

// Run plays the games. When ctx ends it tells of those that were played.
func (l *Ladder) Run(ctx context.Context) (LadderResult, error) {
	if len(l.Ranks) < 2 {
		return LadderResult{}, fmt.Errorf("%d ranks are no ladder", len(l.Ranks))
	}
	graph, err := baduk.Rectangle(l.Size, l.Size)
	if err != nil {
		return LadderResult{}, err
	}
	var games []*ladderGame
	for i := range l.Games { // pair after pair, so that an early end has some of each
		for k := range len(l.Ranks) - 1 {
			g := &ladderGame{black: k, white: k + 1, seed: l.Seed + uint64(len(games))*0x9e3779b97f4a7c15}
			if i%2 == 1 {
				g.black, g.white = g.white, g.black
			}
			games = append(games, g)
		}
	}
	factory := shared(l.Factory)
	var (
		mu         sync.Mutex
		next, done int
		first      error
		wg         sync.WaitGroup
	)
	for range max(1, min(l.Threads, len(games))) {
		wg.Go(func() {
			for {
				mu.Lock()
				i := next
				next++
				over := i >= len(games) || first != nil || ctx.Err() != nil
				mu.Unlock()
				if over {
					return
				}
				err := l.play(ctx, graph, factory, games[i])
				mu.Lock()
				switch {
				case ctx.Err() != nil:
				case err != nil:
					first = cmp.Or(first, err)
				default:
					games[i].played = true
					if done++; l.Progress != nil {
						l.Progress(done, len(games))
					}
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if first != nil {
		return LadderResult{}, first
	}
	return l.sum(games)
}

// play plays a game to its end, or far beyond where it should have one.
func (l *Ladder) play(ctx context.Context, graph *baduk.Graph, f eval.Factory, lg *ladderGame) error {
	rules := baduk.Chinese()
	rules.Komi, _ = baduk.KomiOf(7)
	g := baduk.NewGame(graph, rules)
	var players [3]*engine.Engine
	for c, seed := range map[baduk.Color]uint64{baduk.Black: lg.seed, baduk.White: lg.seed ^ math.MaxUint64} {
		p := l.Params
		p.Search.Threads, p.Search.Seed = 1, seed
		var err error
		if players[c], err = engine.New(p, f); err != nil {
			return err
		}
	}
	ranks := [3]engine.Rank{baduk.Black: l.Ranks[lg.black], baduk.White: l.Ranks[lg.white]}
	for !g.Over() && g.Len() < 3*graph.Len() && ctx.Err() == nil {
		c := g.ToPlay()
		d, err := players[c].Genmove(ctx, g, c, engine.Limit{Rank: ranks[c]})
		if err != nil {
			return err
		}
		if d.Resign {
			lg.lead = -float64(c.Number())
			return nil
		}
		if err := g.Play(d.Move); err != nil {
			return err
		}
	}
	judge := baduk.Black // the stronger one says what is dead
	if ranks[baduk.White] > ranks[baduk.Black] {
		judge = baduk.White
	}
	dead, err := players[judge].Dead(ctx, g)
	if err != nil {
		return err
	}
	s := g.Score(dead)
	lg.lead = s.Lead()
	return nil
}

func (l *Ladder) sum(games []*ladderGame) (LadderResult, error) {
	r := LadderResult{Size: l.Size}
	for _, rank := range l.Ranks {
		r.Rungs = append(r.Rungs, LadderRung{Rank: rank})
	}
	var list []stat.Games
	for _, g := range games {
		if !g.played {
			continue
		}
		score := baduk.TieDraw.Share(g.lead)
		b, w := &r.Rungs[g.black], &r.Rungs[g.white]
		b.Games++
		w.Games++
		b.Won += score
		w.Won += 1 - score
		list = append(list, stat.Games{First: g.black, Second: g.white, Score: score, Played: 1})
	}
	if len(list) == 0 {
		return r, nil
	}
	fit, err := stat.BradleyTerry(list, stat.Model{Players: len(l.Ranks)})
	if err != nil {
		return r, err
	}
	r.Supposed = fit.Supposed
	for i := range r.Rungs {
		if i > 0 {
			r.Rungs[i].Elo, r.Rungs[i].Error = fit.Difference(i, 0)
		}
	}
	return r, nil
}

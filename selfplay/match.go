package selfplay

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"tengen/baduk"
	"tengen/eval"
	"tengen/mcts"
)

// MatchOptions say what [Match] plays. The games are played as in self-play, but without noise, and all searches for
// a move have the same number of visits.
type MatchOptions struct {
	Boards        []Board
	First, Second Net
	Visits        int
	// OpeningMoves is the number of moves at the beginning that are drawn from the policy of the first net. Both games
	// of a pair have the same opening and the same komi, and the nets change colours.
	OpeningMoves int
	// FairVisits is the number of visits with which each net searches the position after the opening, once for each komi
	// that is tried. The komi is changed until both nets together expect an even game. 0 keeps the usual komi.
	FairVisits int
	KomiSpread float64 // as in [Params]
	Seed       uint64
	FirstPair  int // number of the first pair
	Pairs      int // largest number of pairs
	Parallel   int // pairs at the same time
	Threads    int
	Batch      int
	// Pair is called after each pair, in the order of the pairs, by one goroutine at a time. It is given the points of
	// the first net, in halves from 0 to 4. If it returns true or an error, the match ends.
	Pair func(halves int) (stop bool, err error)
}

// Match plays pairs of games between two nets. The pairs are counted in their order, so the result does not depend on
// how fast the games are.
func Match(ctx context.Context, o MatchOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	if o.Pairs < 1 || o.Parallel < 1 || o.Pair == nil {
		return errIncompleteMatch
	}
	m := newMatch(o)
	pairs := NewInOrder(o.FirstPair, func(halves int) error {
		stop, err := o.Pair(halves)
		if err == nil && stop {
			err = errStopped
		}
		return err
	})
	if err := playAll(ctx, m.run, m.play, pairs.Put); !errors.Is(err, errStopped) {
		return err
	}
	return nil
}

// errIncompleteMatch is the error of options that lack something.
var errIncompleteMatch = errors.New("a match needs a board, at least two visits, one pair of games and one thread")

func (o *MatchOptions) validate() error {
	if len(o.Boards) == 0 || o.Visits < 2 || o.Threads < 1 || o.Batch < 1 {
		return errIncompleteMatch
	}
	for _, b := range o.Boards {
		if err := CheckBoard(b.Graph, b.Rules); err != nil {
			return fmt.Errorf("%v: %w", b.Graph, err)
		}
	}
	return nil
}

func newMatch(o MatchOptions) *match {
	return &match{options: o, run: newRun(Options{Boards: o.Boards, Net: o.First, Older: []Net{o.Second}, Threads: o.Threads, Batch: o.Batch,
		First: o.FirstPair, Games: o.Pairs, Parallel: o.Parallel})}
}

// errStopped is the cause of the end of a match that MatchOptions.Pair ended.
var errStopped = errors.New("the match was stopped")

// match is a match in progress.
type match struct {
	options MatchOptions
	run     *run
}

// play plays both games of a pair and returns the points of the first net in halves.
func (m *match) play(ctx context.Context, pair int) (halves int, err error) {
	rng := rand.New(rand.NewPCG(m.options.Seed, baduk.Mix(uint64(pair)+1)))
	board := m.options.Boards[pair%len(m.options.Boards)]
	start, err := m.opening(ctx, board, rng)
	if err != nil {
		return 0, err
	}
	for first := range 2 {
		at := start.Clone()
		var searches [3]*mcts.Search
		for net := range 2 {
			if searches[1+(first+net)%2], err = m.newSearch(board, net, rng); err != nil {
				return 0, err
			}
		}
		var areas baduk.Areas
		for !over(at, true, &areas) {
			r, err := search(ctx, searches[at.ToPlay()], at, m.options.Visits)
			if err != nil {
				return 0, err
			}
			if err := at.Play(r.Moves[0].Move); err != nil {
				return 0, err
			}
		}
		score := at.Score(nil)
		switch winner := score.Winner(); {
		case winner == baduk.Empty || score.Void:
			halves++
		case (winner == baduk.Black) == (first == 0):
			halves += 2
		}
	}
	return halves, nil
}

// newSearch returns the search of a net, 0 for the first one.
func (m *match) newSearch(board Board, net int, rng *rand.Rand) (*mcts.Search, error) {
	e, err := m.run.evaluator(board, net)
	if err != nil {
		return nil, err
	}
	p := mcts.NetParams()
	p.Seed, p.MaxBytes = baduk.Mix(rng.Uint64()), searchMemory
	return mcts.New(e, p)
}

// search searches a position, also with what the search knows from earlier ones.
func search(ctx context.Context, s *mcts.Search, at *baduk.Game, visits int) (mcts.Result, error) {
	s.SetGame(at)
	r, err := s.Run(ctx, mcts.Visits(visits), false)
	if err == nil {
		err = ctx.Err()
	}
	return r, err
}

// opening returns a position after some moves that are drawn from the policy of the first net, with its komi.
func (m *match) opening(ctx context.Context, board Board, rng *rand.Rand) (*baduk.Game, error) {
	rules := Playable(board.Rules)
	at := baduk.NewGame(board.Graph, rules)
	e, err := m.run.evaluator(board, 0)
	if err != nil {
		return nil, err
	}
	if err := playPolicy(ctx, at, m.options.OpeningMoves, rng, func(baduk.Color) eval.Evaluator { return e }); err != nil {
		return nil, err
	}
	spread := m.options.KomiSpread * rng.NormFloat64()
	if m.options.FairVisits == 0 || at.Over() {
		return at, setKomi(at, rules.Komi.Points()+spread)
	}
	var searches [2]*mcts.Search
	for net := range searches {
		if searches[net], err = m.newSearch(board, net, rng); err != nil {
			return nil, err
		}
	}
	komi, err := evenKomi(at, func() (win, lead float64, err error) {
		for _, s := range searches {
			s.Forget()
			r, err := search(ctx, s, at, m.options.FairVisits)
			if err != nil {
				return 0, 0, err
			}
			win, lead = win+r.Win/2, lead+r.Lead/2
		}
		return win, lead, nil
	})
	if err != nil {
		return nil, err
	}
	return at, setKomi(at, komi+spread)
}

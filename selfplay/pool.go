package selfplay

import "context"

// Pool plays single games, as many at the same time as it has callers. Positions of all games under way are evaluated
// together.
type Pool struct{ run *run }

// NewPool makes a pool for the games of a run of self-play. Of the options, it does not use First, Games, Parallel and
// Done.
func NewPool(o Options) (*Pool, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	return &Pool{newRun(o)}, nil
}

// Game plays the game with a number. It is the game that [Play] plays under this number.
func (p *Pool) Game(ctx context.Context, number int) (*Game, error) {
	p.run.batcher.enter()
	defer p.run.batcher.leave()
	return p.run.play(ctx, number)
}

// PairPool plays single pairs of games of a match.
type PairPool struct{ match *match }

// NewPairPool makes a pool for the pairs of a match. Of the options, it does not use FirstPair, Pairs, Parallel and
// Pair.
func NewPairPool(o MatchOptions) (*PairPool, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	return &PairPool{newMatch(o)}, nil
}

// Pair plays the pair of games with a number, and returns the points of the first net in halves, from 0 to 4. It is the
// pair that [Match] plays under this number.
func (p *PairPool) Pair(ctx context.Context, number int) (halves int, err error) {
	p.match.run.batcher.enter()
	defer p.match.run.batcher.leave()
	return p.match.play(ctx, number)
}

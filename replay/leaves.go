package replay

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"tengen/baduk"
	"tengen/eval"
	"tengen/mcts"
)

// A Searcher is the net whose search trees [ImportOptions].Leaves takes positions from. It is usually the net that is
// to learn from the rows: a search spends most of its visits on moves that records do not show.
type Searcher struct {
	// Name is kept in the manifest: it names the net exactly.
	Name    string
	Factory eval.Factory
	// Visits is the size of the tree that is grown from each position, at least 2.
	Visits int
}

// maxLeaves is the largest number of leaves of one position.
const maxLeaves = 1000

// checkLeaves refuses options about leaves that make no sense.
func (o *ImportOptions) checkLeaves() error {
	switch {
	case o.Leaves == 0:
		return nil
	case o.Leaves < 0 || o.Leaves > maxLeaves:
		return refuse("%d leaves of a position were asked for; from 0 to %d can be taken", o.Leaves, maxLeaves)
	case o.Teacher == nil:
		return refuse("leaves need a teacher: no move was played and no result is known there")
	case o.Searcher == nil:
		return refuse("leaves need a net that searches")
	case o.Searcher.Visits <= o.Leaves:
		return refuse("a tree of %d visits has fewer than %d leaves: ask for more visits", o.Searcher.Visits, o.Leaves)
	}
	return nil
}

// A recorder is an evaluator that notes the moves from the root to each position it is asked about.
type recorder struct {
	eval.Evaluator
	root  int // turns of the game before the root
	paths [][]baduk.Move
}

// Evaluate implements [eval.Evaluator].
func (r *recorder) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	for _, q := range in {
		if q.Game.Len() <= r.root || q.Game.Over() {
			continue
		}
		path := make([]baduk.Move, 0, q.Game.Len()-r.root)
		for n := r.root; n < q.Game.Len(); n++ {
			path = append(path, q.Game.Turn(n))
		}
		r.paths = append(r.paths, path)
	}
	return r.Evaluator.Evaluate(ctx, in, out)
}

// leaves adds samples from inside the search trees of the game's samples: a number of each tree, drawn without
// repetition from the positions that the search evaluated. A position at which the game is over has none. The game and
// the seed alone decide which ones are taken.
func (j *judge) leaves(ctx context.Context, g *Game) error {
	if j.Leaves == 0 || len(g.Samples) == 0 {
		return nil
	}
	inner, err := j.Searcher.Factory(g.Graph, g.Rules)
	if err != nil {
		return nil // the searcher cannot read the board
	}
	positions, _, err := g.positions()
	if err != nil {
		return err
	}
	key := g.key()
	seed := binary.LittleEndian.Uint64(key[:]) ^ j.Seed
	params := mcts.NetParams()
	params.Seed = seed
	record := &recorder{Evaluator: inner}
	search, err := mcts.New(record, params)
	if err != nil {
		return err
	}
	samples := make([]Sample, 0, len(g.Samples)*(1+j.Leaves))
	for k, at := range positions {
		samples = append(samples, g.Samples[k])
		if at.Over() {
			continue
		}
		search.Forget()
		record.root, record.paths = at.Len(), nil
		search.SetGame(at)
		if _, err := search.Run(ctx, mcts.Visits(j.Searcher.Visits), false); err != nil && !errors.Is(err, mcts.ErrNothing) {
			return fmt.Errorf("the search at turn %d: %w", g.Samples[k].Turn, err)
		}
		random := newRandom(seed, uint64(g.Samples[k].Turn))
		paths := record.paths
		for n := range min(j.Leaves, len(paths)) {
			m := n + random.Below(len(paths)-n)
			paths[n], paths[m] = paths[m], paths[n]
			samples = append(samples, Sample{Turn: g.Samples[k].Turn, Branch: paths[n], Weight: g.Samples[k].Weight, Doubt: 255})
		}
	}
	g.Samples = samples
	return nil
}

// follow plays the moves of the branch of a sample.
func (s *Sample) follow(at *baduk.Game) error {
	for _, m := range s.Branch {
		if err := at.Play(m); err != nil {
			return fmt.Errorf("the branch at turn %d cannot be played: %w", s.Turn, err)
		}
	}
	return nil
}

// unfold makes a row of a branch a row of a game of its own, which ends with the branch. The new game has no
// result and no owners, because it was not played to its end. A row without a branch stays as it is.
func (r *Row) unfold() {
	s := *r.Sample()
	if len(s.Branch) == 0 {
		return
	}
	g := *r.Game
	g.Moves = slices.Concat(g.Moves[:s.Turn], s.Branch)
	g.Result, g.Final = Result{}, nil
	r.Branch = len(s.Branch)
	s.Turn, s.Branch = len(g.Moves), nil
	g.Samples = []Sample{s}
	r.Game, r.Index = &g, 0
}

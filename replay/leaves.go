package replay

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"tengen/baduk"
	"tengen/eval"
	"tengen/mcts"
)

// A Searcher is the net that searches for [ImportOptions].Leaves. It is usually the net that will be trained on the
// rows. The search of this net visits positions that do not occur in records. With leaves, the rows include such
// positions.
type Searcher struct {
	// Name is written to the manifest. It identifies the net exactly.
	Name    string
	Factory eval.Factory
	// Visits is the size of the tree at each position, at least 2.
	Visits int
}

// maxLeaves is the largest number of leaves from one position.
const maxLeaves = 1000

// checkLeaves returns an error for invalid options about leaves.
func (o *ImportOptions) checkLeaves() error {
	switch {
	case o.Leaves == 0:
		return nil
	case o.Leaves < 0 || o.Leaves > maxLeaves:
		return refuse("the number of leaves from each position is %d, not from 0 to %d", o.Leaves, maxLeaves)
	case o.Teacher == nil:
		return refuse("leaves need a teacher, now or later, because they have no played move and no result")
	case o.Searcher == nil:
		return refuse("leaves need a net that searches")
	case o.Searcher.Visits <= o.Leaves:
		return refuse("a search of %d visits gives fewer than %d leaves: give it more visits", o.Searcher.Visits, o.Leaves)
	}
	return nil
}

// A recorder is an evaluator that records the moves from the root to each position that it evaluates.
type recorder struct {
	eval.Evaluator
	root  int // number of turns of the game before the root
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

// leaves starts a search at each of the game's samples and adds samples from the search trees. From each tree it draws
// j.Leaves different positions that the search evaluated. It leaves out positions at which the game is over. The draw
// depends only on the game and the seed.
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
		if _, err := search.Run(ctx, mcts.Visits(j.Searcher.Visits), false); err != nil {
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

// follow plays the moves of the sample's branch.
func (s *Sample) follow(at *baduk.Game) error {
	for _, m := range s.Branch {
		if err := at.Play(m); err != nil {
			return fmt.Errorf("the branch at turn %d cannot be played: %w", s.Turn, err)
		}
	}
	return nil
}

// unfold turns a row with a branch into a row of a new game that ends with the branch. The new game has no result and
// no owners at the end, because it was not played to its end. A row without a branch stays as it is.
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

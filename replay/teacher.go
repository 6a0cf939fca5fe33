package replay

import (
	"context"
	"fmt"

	"tengen/baduk"
	"tengen/eval"
	"tengen/mcts"
)

// A Teacher judges the positions of an import.
type Teacher struct {
	// Name is written to the manifest. It identifies the net exactly.
	Name string
	// Factory makes the teacher's evaluators. If it is nil, the teacher judges later, in the program that trains. The
	// rows then have no judgement.
	Factory eval.Factory
	// Visits is the number of visits of a search from each position. The search's results are the judgement. If
	// Visits is 0, the evaluator's own judgement is used, without a search.
	Visits int
}

// The smallest search has a visit of the root and a visit of one move. The largest one takes minutes for each position
// of a record.
const (
	leastVisits = 2
	mostVisits  = 10_000
)

// check returns an error for an invalid number of visits.
func (t *Teacher) check() error {
	switch {
	case t == nil || t.Visits == 0:
		return nil
	case t.Visits < leastVisits:
		return refuse("the teacher's searches would have %d visits, but the first visit is that of the position itself: use at least %d visits, or no searches", t.Visits, leastVisits)
	case t.Visits > mostVisits:
		return refuse("the teacher's searches would have %d visits: use at most %d", t.Visits, mostVisits)
	}
	return nil
}

// answers returns the teacher's judgements of positions. The judgement of position k depends only on the position, on k
// and on the seed. A finished game cannot be searched, so the evaluator judges it alone.
//
// The searches run one after the other. Batching the evaluations of several searches would save no time: the import
// judges as many games at the same time as it has threads, and a net is hardly faster in batches than on all threads.
func (t *Teacher) answers(ctx context.Context, e eval.Evaluator, positions []*baduk.Game, seed uint64) ([]eval.Evaluation, error) {
	answers := make([]eval.Evaluation, len(positions))
	queries := make([]eval.Query, len(positions))
	for k, at := range positions {
		answers[k].Resize(at.Graph())
		queries[k] = eval.Query{Game: at, Seed: seed + uint64(k), Policy: true, Ownership: true}
	}
	if t.Visits == 0 {
		return answers, e.Evaluate(ctx, queries, answers)
	}
	for k, q := range queries {
		var err error
		if q.Game.Over() {
			err = e.Evaluate(ctx, queries[k:k+1], answers[k:k+1])
		} else {
			err = t.search(ctx, e, q.Game, q.Seed, &answers[k])
		}
		if err != nil {
			return nil, err
		}
	}
	return answers, nil
}

// search judges a position by a search.
func (t *Teacher) search(ctx context.Context, e eval.Evaluator, at *baduk.Game, seed uint64, out *eval.Evaluation) error {
	params := mcts.NetParams() // without noise at the root
	params.Seed = seed
	search, err := mcts.New(e, params)
	if err != nil {
		return err
	}
	search.SetGame(at)
	r, err := search.Run(ctx, mcts.Visits(t.Visits), true)
	if err == nil {
		err = ctx.Err() // the search may have ended early
	}
	if err != nil {
		return fmt.Errorf("the teacher's search at turn %d: %w", at.Len(), err)
	}
	setVisits(out.Policy, r.Moves)
	v := &r.Root
	out.Win, out.NoResult, out.Lead = float32(v.Win), float32(v.NoResult), float32(v.Lead)
	out.ScoreMean, out.ScoreStdev = float32(v.ScoreMean), float32(v.ScoreStdev)
	copy(out.Ownership, r.Ownership)
	return nil
}

// setVisits sets a policy to the distribution of the visits of the root's moves. Moves with a single visit get no
// share, unless all moves have a single visit. KataGo's policy targets leave out such moves too (Wu 2019, section 3.2):
// the search tried them because of their priors, and then preferred other moves.
func setVisits(policy []float32, moves []mcts.MoveInfo) {
	least := 1
	for _, m := range moves {
		if m.Visits > 1 {
			least = 2
		}
	}
	sum := 0
	for _, m := range moves {
		if m.Visits >= least {
			sum += m.Visits
		}
	}
	clear(policy)
	for _, m := range moves {
		if m.Visits < least {
			continue
		}
		policy[eval.PolicyIndex(m.Move.Point, len(policy)-1)] = float32(m.Visits) / float32(sum)
	}
}

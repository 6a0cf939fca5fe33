package mcts

import (
	"context"
	"fmt"
	"sync/atomic"

	"tengen/baduk"
	"tengen/eval"
)

// leaf ends a playout at a locked node that has no moves to follow, and unlocks the node. If another thread is
// evaluating the node, leaf only unlocks and returns the node; the playout has not ended.
func (t *thread) leaf(ctx context.Context, nd *node) (*node, error) {
	s := t.search
	expanded := nd.flags&flagExpanded != 0
	over := t.game.Over()
	expand := !expanded && !over && nd.flags&flagEnd == 0 && int(nd.owned)+1 >= s.params.ExpandVisits
	known := nd.flags&flagEnd != 0 && !t.owners.on || !s.info.Stochastic && nd.flags&flagEnd == 0
	if nd.owned > 0 && known && !expand || expanded {
		v := nd.repeatSample() // another evaluation would give the same value
		t.countVisit(nd, v)
		t.release(nd)
		t.backup(&v, false)
		return nil, nil
	}
	alone := !s.info.Stochastic
	if alone {
		if nd.flags&flagEvaluating != 0 {
			t.release(nd)
			return nd, nil
		}
		nd.flags |= flagEvaluating
	}
	t.release(nd)
	v, counted, err := t.evaluate(ctx, expand)
	if err == nil && expand && s.graph.withHuman {
		_, err = t.askHuman(ctx, 0)
	}
	t.acquire(nd)
	if err == nil && expand && nd.flags&flagExpanded == 0 && !t.expand(nd, s.mostMoves()) {
		err = errFull
	}
	if err == nil {
		if counted {
			nd.flags |= flagEnd
		} else if t.out[0].Exact {
			nd.flags |= flagExact
		}
		t.countVisit(nd, v)
	}
	if alone {
		t.evaluated(nd)
	} else {
		t.release(nd) // if flagEvaluating is set, a thread is widening the node
	}
	if err != nil {
		return nil, err
	}
	t.addOwners()
	t.backup(&v, s.params.RAVE > 0)
	return nil, nil
}

// evaluated is called when the thread's evaluation of a locked node has ended. It clears flagEvaluating,
// unlocks the node, and wakes the threads that wait for the node.
func (t *thread) evaluated(nd *node) {
	nd.flags &^= flagEvaluating
	t.release(nd)
	if t.search.params.Threads > 1 {
		t.search.wait.wake(nd)
	}
}

// countVisit counts a visit that ended at a locked node.
func (t *thread) countVisit(nd *node, v sample) {
	nd.addOwn(v)
	atomic.AddInt32(&nd.visits, 1)
	if t.search.plain {
		nd.add(v)
	} else {
		t.refresh(nd)
	}
}

// evaluate returns the value of the thread's position, from Black's point of view. A finished game is counted
// as it stands. The evaluator estimates the result only under rules that let the players agree on dead stones
// first. A void game is worth the same to both players, except for Params.NoResult. The result named counted is
// true if the value did not come from the evaluator.
func (t *thread) evaluate(ctx context.Context, policy bool) (v sample, counted bool, err error) {
	s, g, out := t.search, t.game, &t.out[0]
	if g.Over() && (g.NoResult() || !g.Rules().FriendlyPass) {
		clear(out.First)
		clear(out.Ownership)
		v = sample{win: 0.5, noResult: 1, weight: s.valuer.endWeight(s.info.Errors)}
		if !g.NoResult() {
			score := g.Score(nil)
			for p := range out.Ownership {
				out.Ownership[p] = float32(score.Points[p].Owner.Number())
			}
			lead := score.Lead()
			v.win, v.noResult = score.Ties.Share(lead), 0
			lead /= s.valuer.scale
			v.lead, v.mean, v.square = lead, lead, lead*lead
		}
		v.utility = s.valuer.utility(v.win, v.noResult, v.mean, v.square)
		return v, true, nil
	}
	v, err = t.consult(ctx, policy, 0)
	return v, false, err
}

// seed returns the seed of the next evaluation. A stochastic evaluator gets a new seed each time. Other
// evaluators get a seed that is always the same for the same position.
func (t *thread) seed() uint64 {
	s := t.search
	if s.info.Stochastic {
		return s.params.Seed + s.seeds.Add(1)*0x9e3779b97f4a7c15
	}
	return baduk.Mix(s.params.Seed ^ t.game.SearchKey())
}

// consult asks the evaluator about the position. It returns an error for an invalid answer. The parameter named
// look is the number of earlier evaluations of the same position, see eval.Query.
func (t *thread) consult(ctx context.Context, policy bool, look int) (v sample, err error) {
	s, out := t.search, &t.out[0]
	out.NoResult, out.ScoreStdev, out.ScoreMean, out.WinError, out.ScoreError, out.Exact = 0, 0, 0, 0, 0, false
	t.in[0] = eval.Query{Game: t.game, Seed: t.seed(), Look: look, Since: s.since(), Policy: policy,
		Ownership: s.run.ask.Ownership, First: s.params.RAVE > 0}
	if err := t.ask(ctx); err != nil {
		return v, err
	}
	if !s.info.Scores {
		out.ScoreMean = out.Lead
	}
	scale := s.valuer.scale
	mean, stdev := float64(out.ScoreMean)/scale, float64(out.ScoreStdev)/scale
	v = sample{win: float64(out.Win), noResult: float64(out.NoResult), lead: float64(out.Lead) / scale, mean: mean, square: mean*mean + stdev*stdev}
	v.utility = s.valuer.utility(v.win, v.noResult, v.mean, v.square)
	v.weight = s.valuer.weight(out, s.info.Errors)
	if sum := v.win + v.noResult + v.lead + v.square + v.weight; sum-sum != 0 || v.win < -1e-3 || v.win > 1+1e-3 || v.weight <= 0 {
		return v, fmt.Errorf("the evaluator %s says win %v, no result %v, lead %v±%v, errors %v and %v: the search cannot use these numbers",
			s.info.Name, out.Win, out.NoResult, out.Lead, out.ScoreStdev, out.WinError, out.ScoreError)
	}
	if policy {
		err = checkPolicy(out.Policy, s.info)
	}
	return v, err
}

// since returns the first turn that the search's evaluators may use, see eval.Query.
func (s *Search) since() int {
	if s.params.HidePast {
		return s.game.Len()
	}
	return 0
}

// checkPolicy returns an error if a prior of an evaluator is not a finite number.
func checkPolicy(policy []float32, from eval.Info) error {
	sum := float32(0)
	for _, p := range policy {
		sum += p
	}
	if sum-sum != 0 {
		return fmt.Errorf("the evaluator %s gives priors that are not numbers", from.Name)
	}
	return nil
}

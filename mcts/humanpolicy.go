package mcts

import (
	"context"
	"fmt"
	"math"
	"slices"

	"tengen/baduk"
	"tengen/eval"
)

// HumanPolicy describes the influence of the policy of a net of human games on the search and on the final
// choice of a move, see [NewWithHumanPolicy]. The zero value has no influence: the search asks the net only
// about the root, and reports the answer.
//
// KataGo has other names for these parameters:
//
//	CPUCT, CPUCTForever            humanSLCpuctExploration, …Permanent
//	Root, Own, Opponent            humanSL{Root,Pla,Opp}ExploreProbWeightful, and …Weightless for Free
//	Choice, Disapproval            humanSLChosenMoveProp, …PiklLambda
//	OwnPass                        humanSLChosenMoveIgnorePass
type HumanPolicy struct {
	// CPUCT scales exploration by human priors, in utility. CPUCTForever is multiplied by the square root of the
	// visits and added to CPUCT. Even in a very long search, a human move gets its share of the visits if it is
	// worse than the best move by at most about CPUCTForever.
	CPUCT        float64 `json:"cpuct,omitzero"`
	CPUCTForever float64 `json:"cpuctForever,omitzero"`
	// Root, Own and Opponent are probabilities with which playouts follow the human policy. Root is for the
	// root. Own is for other positions in which the same player is to move as at the root. Opponent is for
	// positions in which the opponent is to move.
	Root     Following `json:"root,omitzero"`
	Own      Following `json:"own,omitzero"`
	Opponent Following `json:"opponent,omitzero"`
	// Choice is the share of the human policy in the final choice of a move, 0..1. Disapproval is a difference
	// in utility: if a move is worse than the best by this difference, its human prior is divided by e. If
	// Disapproval is 0, the priors do not change. If OwnPass is true, the human policy has no influence on
	// passes.
	Choice      float64 `json:"choice,omitzero"`
	Disapproval float64 `json:"disapproval,omitzero"`
	OwnPass     bool    `json:"ownPass,omitzero"`
}

// Following contains the probabilities with which a playout follows the human policy at a position. Free is the
// probability of a free playout, and Counted is the probability of an ordinary playout. A free playout explores
// human moves. It does not change the value of this position or of the positions before it on the path.
type Following struct {
	Free    float64 `json:"free,omitzero"`
	Counted float64 `json:"counted,omitzero"`
}

// zero reports whether no playout follows the human policy.
func (f Following) zero() bool { return f.Free <= 0 && f.Counted <= 0 }

// InTree reports whether playouts follow the human policy at positions below the root. If they do, the search
// asks the net of human games about every position.
func (p *HumanPolicy) InTree() bool { return !p.Own.zero() || !p.Opponent.zero() }

// validate reports the first number that is out of range.
func (p *HumanPolicy) validate() error {
	for _, f := range []struct {
		name  string
		value float64
		most  float64
	}{
		{"cpuct", p.CPUCT, 1000}, {"cpuctForever", p.CPUCTForever, 1000}, {"choice", p.Choice, 1}, {"disapproval", p.Disapproval, 1e9},
		{"root.free", p.Root.Free, 1}, {"root.counted", p.Root.Counted, 1}, {"own.free", p.Own.Free, 1}, {"own.counted", p.Own.Counted, 1},
		{"opponent.free", p.Opponent.Free, 1}, {"opponent.counted", p.Opponent.Counted, 1},
	} {
		if !(f.value >= 0 && f.value <= f.most) {
			return fmt.Errorf("people.%s is %v, not 0 to %v", f.name, f.value, f.most)
		}
	}
	return nil
}

// humanPolicy is a search's net of human games, and the net's answer about the root.
type humanPolicy struct {
	eval   eval.Evaluator
	info   eval.Info
	root   *eval.Evaluation // nil until the net has answered
	priors []float32        // human priors of the root's moves
}

// NewWithHumanPolicy makes a search like [New]. The search asks the evaluator human for human priors.
// Params.HumanPolicy says how it uses them.
func NewWithHumanPolicy(e, human eval.Evaluator, params Params) (*Search, error) {
	s, err := New(e, params)
	if err != nil {
		return nil, err
	}
	s.human = &humanPolicy{eval: human, info: human.Info()}
	if params.HumanPolicy.InTree() {
		s.graph.keepHumanPriors()
	}
	return s, nil
}

// askHuman asks for human priors of the thread's position. It returns an error for an invalid answer.
func (t *thread) askHuman(ctx context.Context, look int) (*eval.Evaluation, error) {
	s, out := t.search, &t.human[0]
	seed := baduk.Mix(s.params.Seed ^ t.game.SearchKey())
	in := [1]eval.Query{{Game: t.game, Seed: seed, Look: look, Since: s.since(), Policy: true}}
	if err := s.human.eval.Evaluate(ctx, in[:], t.human[:]); err != nil {
		return nil, err
	}
	return out, checkPolicy(out.Policy, s.human.info)
}

// askHumanAtRoot asks for human priors of the root unless they are known. It averages Params.RootSamples
// answers.
func (t *thread) askHumanAtRoot(ctx context.Context) error {
	s := t.search
	if s.human == nil || s.human.root != nil {
		return nil
	}
	mean := &eval.Evaluation{}
	for k := range s.params.RootSamples {
		one, err := t.askHuman(ctx, k)
		if err != nil {
			return fmt.Errorf("asking the net of human games about the root: %w", err)
		}
		mean.Blend(one, k)
	}
	s.human.root = mean
	return nil
}

// setRootHumanPriors sets the human priors of the locked root's moves.
func (s *Search) setRootHumanPriors(nd *node) {
	if s.human == nil || s.human.priors != nil {
		return
	}
	for _, m := range s.graph.movesOf(nd) {
		s.human.priors = append(s.human.priors, max(0, s.human.root.Prior(m.point())))
	}
}

// forget forgets the answer about the root.
func (h *humanPolicy) forget() {
	if h != nil {
		h.root, h.priors = nil, nil
	}
}

// follows decides whether this playout follows the human policy at a locked node, and whether its step from
// this node is free.
func (t *thread) follows(nd *node, depth int) (follows, free bool) {
	s := t.search
	if s.human == nil {
		return false, false
	}
	f := s.params.HumanPolicy.Root
	switch {
	case depth > 0 && nd.toPlay() == s.rootNode.toPlay():
		f = s.params.HumanPolicy.Own
	case depth > 0:
		f = s.params.HumanPolicy.Opponent
	}
	if f.zero() {
		return false, false
	}
	x := t.rng.Float64()
	return x < f.Free+f.Counted, x < f.Free
}

// chooseByHumanPolicy returns the index of the move that the playout follows from a locked node. It chooses with
// human priors. For a free playout it uses the whole weight of each child. For other playouts it uses only the
// part of the weight that belongs to the visits of the edge.
func (t *thread) chooseByHumanPolicy(nd *node, free bool) int {
	s := t.search
	p, depth, sign := &s.params, len(t.path), nd.sign()
	moves := s.graph.movesOf(nd)
	prior := func(i int) float64 { return float64(s.human.priors[i]) }
	if depth > 0 {
		human := s.graph.humanPriorsOf(nd)
		prior = func(i int) float64 { return human[i].weight() }
	}
	options, total, _ := t.optionsOf(nd, nil)
	mass := 0.0
	edges := s.graph.edgesOf(nd)
	for i := range options {
		if edges[i].child == 0 {
			continue
		}
		mass += prior(i)
		if o := &options[i]; free {
			v := &s.graph.nodes.at(edges[i].child).value
			total += v.weight.load() - o.weight
			o.weight, o.utility = v.weight.load(), sign*v.utility.load()
			o.known = o.weight > 0
		}
	}
	fpu, _ := s.urgency(nd, min(mass, 1))
	explore := (p.HumanPolicy.CPUCT + p.HumanPolicy.CPUCTForever*math.Sqrt(total)) * math.Sqrt(total+puctOffset)
	wide := depth == 0 && p.RootWide > 0 && !free
	best, bestValue, fresh, freshPrior := choseNone, math.Inf(-1), -1, -1.0
	consider := func(i int, q, share, own float64) {
		if wide {
			share, q = t.wideNoise(share, q)
		}
		if v := q + explore*share/(1+own); v > bestValue {
			best, bestValue = i, v
		}
	}
	for i := range moves {
		if t.barred(nd, moves[i].point()) {
			continue
		}
		o := option{}
		if i < len(options) {
			o = options[i]
		}
		if i >= len(options) || edges[i].child == 0 {
			if v := prior(i); v > freshPrior {
				fresh, freshPrior = i, v
			}
			continue
		}
		q, own := p.withVirtualLoss(o, fpu)
		consider(i, q, prior(i), own)
	}
	if fresh >= 0 { // only the untried move with the largest prior is considered
		consider(fresh, fpu, freshPrior, 0)
	}
	return best
}

// setHumanPriors stores the human priors of a locked node's moves.
func (t *thread) setHumanPriors(nd *node) {
	g := t.search.graph
	if !g.withHuman || nd.count == 0 {
		return
	}
	said := &t.human[0]
	if len(t.path) == 0 {
		said = t.search.human.root
	}
	human := g.humanPriorsOf(nd)
	for i, m := range g.movesOf(nd) {
		human[i] = candidate{m.move, packPrior(max(0, said.Prior(m.point())))}
	}
}

// humanPrior returns the human prior of move i of the root. It is 0 for a forbidden move.
func (s *Search) humanPrior(m baduk.Move, i int) float64 {
	if s.human == nil || s.human.priors == nil || s.forbidden(m.Color, m.Point, 0) {
		return 0
	}
	return float64(s.human.priors[i])
}

// Rerank mixes the human policy into the final choice of a move; Choice is its share. Rerank returns the moves
// of a result with new play-selection values, best first. It includes a move without a playout only if the
// function allowed is not nil and returns true for the move.
func (p *HumanPolicy) Rerank(r *Result, allowed func(baduk.Point) bool) []MoveInfo {
	if p.Choice <= 0 || r.Human == nil || len(r.Moves) == 0 {
		return r.Moves
	}
	list := slices.Clone(r.Moves)
	c := list[0].Move.Color
	sign, mean, best := float64(c.Number()), 0.0, math.Inf(-1)
	for _, m := range list {
		mean += m.Utility / float64(len(list))
		best = max(best, sign*m.Utility)
	}
	if allowed != nil {
		list = append(list, r.untried(c, mean, allowed)...)
	}
	shares := make([]float64, len(list))
	// The variable sum is the sum of all shares, and pass is the share of the pass. The variable total is the
	// sum of all play-selection values, and stones is the same sum without the pass.
	sum, pass, total, stones := 0.0, 0.0, 0.0, 0.0
	for i, m := range list {
		shares[i] = m.HumanPrior
		if p.Disapproval > 0 {
			shares[i] *= math.Exp((sign*m.Utility - best) / p.Disapproval)
		}
		sum += shares[i]
		total += m.PlaySelection
		if m.Move.IsPass() {
			pass = shares[i]
		} else {
			stones += m.PlaySelection
		}
	}
	if sum <= 0 || total <= 0 {
		return r.Moves
	}
	for i := range list {
		m, share := &list[i], shares[i]/sum
		switch {
		case !p.OwnPass || pass >= sum:
		case m.Move.IsPass():
			share = 1 - stones/total
		default:
			share *= stones / total / (1 - pass/sum)
		}
		m.PlaySelection += p.Choice * (total*share - m.PlaySelection)
	}
	order(list)
	return list
}

// untried lists the allowed moves without a playout. In this list, all of them have the given utility.
func (r *Result) untried(c baduk.Color, utility float64, allowed func(baduk.Point) bool) (list []MoveInfo) {
	var tried baduk.PointSet
	pass := false
	for _, m := range r.Moves {
		if pass = pass || m.Move.IsPass(); !m.Move.IsPass() {
			tried.Add(m.Move.Point)
		}
	}
	for i, prior := range r.Human.Policy {
		p := eval.PolicyPoint(i, len(r.Human.Policy)-1)
		if !(prior > 0) || p == baduk.Pass && pass || p != baduk.Pass && tried.Has(p) || !allowed(p) {
			continue
		}
		m := baduk.Move{Color: c, Point: p}
		values := r.Root
		values.Utility, values.Weight, values.NodeVisits = utility, 0, 0
		list = append(list, MoveInfo{Move: m, HumanPrior: float64(prior), Values: values, PV: []baduk.Move{m}, PVVisits: []int{0}, PVNodeVisits: []int{0}})
	}
	return list
}

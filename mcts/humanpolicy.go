package mcts

import (
	"context"
	"fmt"
	"math"
	"slices"

	"tengen/baduk"
	"tengen/eval"
)

// HumanPolicy says how a net of human games guides the search and the choice of a move, see
// [NewWithHumanPolicy]. The zero value only asks it about the root.
//
// KataGo calls that humanSL:
//
//	CPUCT, CPUCTForever            humanSLCpuctExploration, …Permanent
//	Root, Own, Opponent            humanSL{Root,Pla,Opp}ExploreProbWeightful, and …Weightless for Free
//	Choice, Disapproval            humanSLChosenMoveProp, …PiklLambda
//	OwnPass                        humanSLChosenMoveIgnorePass
type HumanPolicy struct {
	// CPUCT scales exploration by what people would play, in utility. CPUCTForever, which
	// grows with the root of the visits, is how much worse than the best a move of theirs
	// may be to get its share of the visits however many there are.
	CPUCT        float64 `json:"cpuct,omitzero"`
	CPUCTForever float64 `json:"cpuctForever,omitzero"`
	// Root is how often playouts follow people there, Own and Opponent the same elsewhere
	// where the root's player is to move, and where the opponent is.
	Root     Following `json:"root,omitzero"`
	Own      Following `json:"own,omitzero"`
	Opponent Following `json:"opponent,omitzero"`
	// Choice is the share of people in the final choice of a move, 0..1. A utility that a
	// move loses against the best makes people play it less often by a factor of e, if it is
	// Disapproval; 0 lets them play as they do. OwnPass leaves it to the search when to pass.
	Choice      float64 `json:"choice,omitzero"`
	Disapproval float64 `json:"disapproval,omitzero"`
	OwnPass     bool    `json:"ownPass,omitzero"`
}

// Following is the probability that a playout follows people at a position. Free ones
// look where people would go without a word to the value of the position, nor of those
// before it.
type Following struct {
	Free    float64 `json:"free,omitzero"`
	Counted float64 `json:"counted,omitzero"`
}

// zero reports that no playout follows people.
func (f Following) zero() bool { return f.Free <= 0 && f.Counted <= 0 }

// InTree reports whether people are followed beyond the root, which asks about every
// position.
func (p *HumanPolicy) InTree() bool { return !p.Own.zero() || !p.Opponent.zero() }

// validate reports the first number that makes no sense.
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

// people are the net of human games of a search, and what it says of the root.
type humanPolicy struct {
	eval   eval.Evaluator
	info   eval.Info
	root   *eval.Evaluation // nil until it was asked
	priors []float32        // of the root's moves
}

// NewWithHumanPolicy makes a search that asks a second evaluator what people would play, as
// Params.HumanPolicy says.
func NewWithHumanPolicy(e, human eval.Evaluator, params Params) (*Search, error) {
	s, err := New(e, params)
	if err != nil {
		return nil, err
	}
	s.human = &humanPolicy{eval: human, info: human.Info()}
	s.graph.withHuman = params.HumanPolicy.InTree()
	return s, nil
}

// askHuman asks what people would play here, and refuses an invalid answer.
func (t *thread) askHuman(ctx context.Context, look int) (*eval.Evaluation, error) {
	s, out := t.search, &t.human[0]
	out.Resize(s.game.Graph())
	in := [1]eval.Query{{Game: t.game, Seed: baduk.Mix(s.params.Seed ^ t.game.SearchKey()), Look: look, Policy: true}}
	if s.params.HidePast {
		in[0].Since = s.game.Len()
	}
	if err := s.human.eval.Evaluate(ctx, in[:], t.human[:]); err != nil {
		return nil, err
	}
	sum := float32(0)
	for _, p := range out.Policy {
		sum += p
	}
	if sum-sum != 0 {
		return nil, fmt.Errorf("the evaluator %s gives priors that are not numbers", s.human.info.Name)
	}
	return out, nil
}

// askHumanAtRoot asks what people would play at the root, as often as
// Params.RootSamples says, unless that is known.
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

// setRootHumanPriors notes what people would play for the moves of the locked root.
func (s *Search) setRootHumanPriors(nd *node) {
	if s.human == nil || s.human.priors != nil {
		return
	}
	for _, m := range s.graph.movesOf(nd) {
		s.human.priors = append(s.human.priors, max(0, s.human.root.Prior(m.point())))
	}
}

// forget forgets what people would play at the root.
func (h *humanPolicy) forget() {
	if h != nil {
		h.root, h.priors = nil, nil
	}
}

// follows says whether this playout follows people at a locked node, and whether it is
// free to.
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

// chooseByHumanPolicy is the move to follow from a locked node where priors are
// those of people, by its place in the list. A free playout weighs all that is known of
// positions, and not what the visits of edges saw of it.
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
	if fresh >= 0 { // of the untried moves the likeliest
		consider(fresh, fpu, freshPrior, 0)
	}
	return best
}

// lure packs what people would play here beside the moves of a locked node.
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

// humanPrior is how likely people play a move of the root, by its place in the list: not
// at all what is forbidden.
func (s *Search) humanPrior(m baduk.Move, i int) float64 {
	if s.human == nil || s.human.priors == nil || s.restricted && s.forbidden(m.Color, m.Point, 0) {
		return 0
	}
	return float64(s.human.priors[i])
}

// Rerank gives people their share in the final choice of a move, Choice: the moves of
// a result with other play-selection values, the best first. Moves that were not tried are
// among them where the function allows them; nil allows none.
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
	sum, pass, total, stones := 0.0, 0.0, 0.0, 0.0 // of shares, of that of the pass, of values, of those without it
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

// untried are the allowed moves without a playout, at a default value.
func (r *Result) untried(c baduk.Color, utility float64, allowed func(baduk.Point) bool) (list []MoveInfo) {
	var tried baduk.PointSet
	pass := false
	for _, m := range r.Moves {
		if pass = pass || m.Move.IsPass(); !m.Move.IsPass() {
			tried.Add(m.Move.Point)
		}
	}
	for i, prior := range r.Human.Policy {
		p := baduk.Point(i)
		if i == len(r.Human.Policy)-1 {
			p = baduk.Pass
		}
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

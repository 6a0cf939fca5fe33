package mcts

import (
	"math"
	"slices"
	"sync/atomic"

	"tengen/baduk"
)

// option holds the numbers of one edge on which the choice of a move depends.
type option struct {
	weight  float64 // weight of the edge's visits
	utility float64 // utility for the player to move
	known   bool    // the edge has visits
	pending float64 // number of playouts in progress
}

// Numbers that KataGo has in the code of its choice of a child (searchexplorehelpers.cpp).
const (
	puctOffset           = 0.01 // added to the weight of all visits, so that priors count before the first visit
	virtualLossLeast     = 0.25 // least weight of a move when virtual losses are mixed in
	wideNoiseFlattening  = 4    // how much RootWide flattens priors
	wideNoiseProbability = 0.5  // probability that RootWide raises the utility of a move
)

const (
	choseNone = -1 - iota // the node has no allowed move
	choseMore             // a move that the node does not have yet could be the best
)

// choose returns the index of the move that the playout follows from an expanded, locked node. It can also
// return choseNone or choseMore.
func (t *thread) choose(nd *node) int {
	s := t.search
	p, depth := &s.params, len(t.path)
	moves, sign := s.graph.movesOf(nd), nd.sign()
	var priors []float32 // nil means that the node's own priors are used
	if depth == 0 {
		priors = s.rootPriors
	}
	options, total, mass := t.optionsOf(nd, priors)
	opened := len(options)
	fpu, spread := s.urgency(nd, min(mass, 1))
	explore := s.exploration(total, spread)
	narrow := s.restricted || len(t.refused) > 0
	// Moves are in the order of their priors, so the first untried move is the best untried one.
	fresh := opened
	for narrow && fresh < len(moves) && t.barred(nd, moves[fresh].point()) {
		fresh++
	}
	var amafs []amaf
	if p.RAVE > 0 {
		amafs = s.graph.amafsOf(nd)
	}
	wide := depth == 0 && p.RootWide > 0
	best, bestValue, lucky := choseNone, math.Inf(-1), false
	for k := 0; k <= opened; k++ {
		i, o := k, option{}
		if k < opened {
			if o = options[k]; narrow && t.barred(nd, moves[k].point()) {
				continue
			}
		} else if i = fresh; i == len(moves) {
			break
		}
		prior := moves[i].weight()
		if priors != nil {
			prior = float64(priors[i])
		}
		if untried := !o.known && o.pending == 0; untried && wide {
			if lucky {
				continue // only the first untried move gets noise
			}
			lucky = true
		} else if untried { // as in the general case below, except for rounding
			q := fpu
			if amafs != nil && amafs[i].visits > 0 {
				q = sign * float64(amafs[i].mean)
			}
			if v := q + explore*prior; v > bestValue {
				best, bestValue = i, v
			}
			continue
		}
		q, own := p.withVirtualLoss(o, fpu)
		if amafs != nil {
			if a := amafs[i]; a.visits > 0 {
				r := float64(a.visits)
				q += r / (r + own + r*own/p.RAVE) * (sign*float64(a.mean) - q)
			}
		}
		if depth == 0 && own > 0 && own < math.Sqrt(p.RootForced*prior*total) {
			return i
		}
		if wide {
			prior, q = t.wideNoise(prior, q)
		}
		if v := q + explore*prior/(1+own); v > bestValue {
			best, bestValue = i, v
		}
	}
	if nd.flags&flagMore != 0 && fresh == len(moves) {
		least := 0.0
		if len(moves) > 0 {
			least = moves[len(moves)-1].weight()
		}
		if best == choseNone || fpu+explore*least > bestValue {
			return choseMore
		}
	}
	return best
}

// wideNoise applies Params.RootWide to a prior and a utility.
func (t *thread) wideNoise(prior, utility float64) (float64, float64) {
	wide := t.search.params.RootWide
	prior = math.Pow(prior, 1/(wideNoiseFlattening*wide+1))
	if t.rng.Float64() < wideNoiseProbability {
		utility += wide * math.Abs(t.rng.NormFloat64())
	}
	return prior, utility
}

// barred reports whether a move of a locked node is forbidden: by a restriction, or by the rules after this
// path.
func (t *thread) barred(nd *node, p baduk.Point) bool {
	s := t.search
	return s.forbidden(nd.toPlay(), p, len(t.path)) || slices.Contains(t.refused, p)
}

// withVirtualLoss returns the utility and the weight of a move. It counts playouts in progress as lost. fpu is
// the utility of a move without visits.
func (p *Params) withVirtualLoss(o option, fpu float64) (utility, weight float64) {
	utility, weight = fpu, o.weight
	if o.known {
		utility = o.utility
	}
	if lost := o.pending * p.VirtualLoss; lost > 0 {
		utility += (-p.radius() - utility) * lost / (lost + max(virtualLossLeast, weight))
		weight += lost
	}
	return utility, weight
}

// optionsOf returns one option for each edge of a node. It also returns two sums: the weight of the visits of
// all edges, and the priors of the moves whose edges have a child.
func (t *thread) optionsOf(nd *node, priors []float32) (options []option, total, mass float64) {
	s, opened := t.search, int(nd.opened)
	if opened == 0 {
		return nil, 0, 0
	}
	if cap(t.options) < opened {
		t.options = make([]option, opened, opened*2)
	}
	options = t.options[:opened]
	moves, edges, sign := s.graph.movesOf(nd), s.graph.edgesOf(nd), nd.sign()
	for i := range edges {
		e, o := &edges[i], &options[i]
		*o = option{}
		if e.child == 0 {
			continue
		}
		if priors != nil {
			mass += float64(priors[i])
		} else {
			mass += moves[i].weight()
		}
		c := s.graph.nodes.at(e.child)
		o.pending = float64(atomic.LoadInt32(&c.pending))
		if e.visits > 0 {
			o.weight = c.weightOf(float64(e.visits))
			o.utility, o.known = sign*c.value.utility.load(), o.weight > 0
			total += o.weight
		}
	}
	return options, total, mass
}

// exploration returns the factor by which priors are multiplied at a node. The parameter named total is the
// weight of the visits of all moves of the node.
func (s *Search) exploration(total, spread float64) float64 {
	p := &s.params
	c := p.CPUCT
	if p.CPUCTLog > 0 {
		c += p.CPUCTLog * math.Log((total+p.CPUCTBase)/p.CPUCTBase)
	}
	return c * math.Sqrt(total+puctOffset) * spread
}

// urgency returns the first-play urgency, fpu. This is the utility that the search assumes for a move without
// visits, for the player to move. mass is the sum of the priors of the visited moves. spread is the factor by
// which the spread of the utilities scales exploration.
func (s *Search) urgency(nd *node, mass float64) (fpu, spread float64) {
	p, sign := &s.params, nd.sign()
	utility, weight := nd.value.utility.load(), nd.value.weight.load()
	spread = 1
	if p.SpreadScale > 0 {
		stdev := p.SpreadPrior
		if weight > 1 {
			u2 := utility * utility
			all := max(nd.value.utilitySq.load(), u2)
			v := ((u2+p.SpreadPrior*p.SpreadPrior)*p.SpreadVisits+all*weight)/(p.SpreadVisits+weight-1) - u2
			stdev = math.Sqrt(max(v, 0))
		}
		spread = 1 + p.SpreadScale*(stdev/p.SpreadPrior-1)
	}
	mean := sign * utility
	fpu = mean
	if p.FPUBlend > 0 && nd.owned > 0 {
		blend := min(1, math.Pow(mass, p.FPUBlend))
		fpu = blend*mean + (1-blend)*sign*float64(nd.own.utility)
	}
	less := p.FPU
	if s.isRoot(nd) {
		less = p.RootFPU
	}
	switch p.FPUPower {
	case 0:
	case 0.5:
		less *= math.Sqrt(mass)
	default:
		less *= math.Pow(mass, p.FPUPower)
	}
	return fpu - less, spread
}

// prior returns the prior of move i of a node. At the root, temperature and noise have changed the priors.
func (s *Search) prior(nd *node, moves []candidate, i int) float64 {
	if s.rootPriors != nil && s.isRoot(nd) {
		return float64(s.rootPriors[i])
	}
	return moves[i].weight()
}

func (s *Search) isRoot(nd *node) bool { return nd == s.rootNode }

package mcts

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// halving is a plan for searching the root with few playouts (Danihelka et al. 2022, "Policy improvement by
// planning with Gumbel"). The moves with the best priors, or moves drawn by their priors, all get the same
// number of playouts. Then the worse half is dropped, and so on. The holder of the root's lock owns it.
type halving struct {
	goodness []float64 // by move of the root: the logarithm of its prior, plus the random draw
	sequence []int     // for each planned playout: how many playouts its move has had before
	next     int
	returned []int // the same for playouts that ended without a result
	picks    []int // visits by edge, including those in progress and those from before the run
	chosen   []int // edges that are still considered, best goodness first
}

const (
	halvingMoves = 16   // most moves that are considered
	halvingVisit = 50   // c_visit of the article: visits added to those of the most visited move
	halvingScale = 0.25 // c_scale of the article: scale of values against logarithms of priors
)

// newHalving plans the search of the root until the stopper stops. It returns nil if that takes more playouts
// than Params.Gumbel.
func (s *Search) newHalving(stop Stopper) *halving {
	p := &s.params
	if p.Gumbel == 0 {
		return nil
	}
	begun := int(s.run.started.Load())
	budget := -1
	for n := max(begun, 1); n <= p.Gumbel; n++ {
		if stop(Progress{Playouts: n, Visits: s.run.before + n}) {
			budget = n - begun
			break
		}
	}
	if budget < 1 {
		return nil
	}
	nd := s.rootNode
	nd.acquire()
	defer nd.release()
	moves, edges := s.graph.movesOf(nd), s.graph.edgesOf(nd)
	h := &halving{picks: make([]int, len(moves))}
	rng := rand.New(rand.NewPCG(p.Seed, s.game.SearchKey()))
	for i := range moves {
		g := math.Log(s.prior(nd, moves, i))
		if p.GumbelNoise > 0 {
			g -= p.GumbelNoise * math.Log(-math.Log(1-rng.Float64()))
		}
		h.goodness = append(h.goodness, g)
		h.picks[i] = int(edges[i].visits)
		if !s.restricted || !s.forbidden(nd.toPlay(), moves[i].point(), 0) {
			h.chosen = append(h.chosen, i)
		}
	}
	slices.SortStableFunc(h.chosen, func(a, b int) int { return cmp.Compare(h.goodness[b], h.goodness[a]) })
	h.chosen = h.chosen[:min(len(h.chosen), halvingMoves, budget)]
	if len(h.chosen) == 0 {
		return nil
	}
	for _, i := range h.chosen {
		budget += h.picks[i] // visits in a kept graph are part of the plan
	}
	h.sequence = halvings(len(h.chosen), budget)
	return h
}

// halvings lists, for each of n playouts over m moves, how many playouts its move has had before.
func halvings(m, n int) []int {
	var seq []int
	visits := make([]int, m)
	rounds := max(1, int(math.Ceil(math.Log2(float64(m)))))
	for len(seq) < n {
		for range max(1, n/(rounds*m)) {
			for i := range m {
				seq = append(seq, visits[i])
				visits[i]++
			}
		}
		if m > 1 {
			m = max(2, m/2)
		}
	}
	return seq[:n]
}

// pick returns the edge of the root to follow, or -1 at the end of the plan.
func (h *halving) pick(s *Search) int {
	values := h.values(s)
	for {
		had := 0
		if n := len(h.returned) - 1; n >= 0 {
			had, h.returned = h.returned[n], h.returned[:n]
		} else if h.next < len(h.sequence) {
			had = h.sequence[h.next]
			h.next++
		} else {
			return -1
		}
		best, bestValue := -1, math.Inf(-1)
		for _, i := range h.chosen {
			if v := values[i]; h.picks[i] == had && v > bestValue {
				best, bestValue = i, v
			}
		}
		if best >= 0 {
			h.picks[best]++
			return best
		}
	}
}

// giveBack returns a playout of this edge, which ended without a result, to the plan.
func (h *halving) giveBack(edge int) {
	h.picks[edge]--
	h.returned = append(h.returned, h.picks[edge])
}

// values estimates each move of the locked root: its prior and random draw, plus its utility. Moves without
// visits get the mean utility of the others.
func (h *halving) values(s *Search) []float64 {
	nd := s.rootNode
	p, sign := &s.params, nd.sign()
	moves, edges := s.graph.movesOf(nd), s.graph.edgesOf(nd)
	q := make([]float64, len(moves))
	most, visits, prior, mean := 0.0, 0.0, 0.0, 0.0
	for i, e := range edges {
		if e.visits > 0 {
			c := s.graph.nodes.at(e.child)
			q[i] = sign * c.value.utility.load()
			w := s.prior(nd, moves, i)
			prior += w
			mean += w * q[i]
			visits += float64(e.visits)
			most = max(most, float64(e.visits))
		}
	}
	mixed := sign * float64(nd.own.utility)
	if prior > 0 {
		mixed = (mixed + visits*mean/prior) / (1 + visits)
	}
	for i, e := range edges {
		if e.visits == 0 {
			q[i] = mixed
		}
		q[i] = h.goodness[i] + (halvingVisit+most)*halvingScale*(q[i]-mixed)/(2*p.radius())
	}
	return q
}

// decide raises the play-selection value of the best move above all others. Only moves that were never
// dropped are considered.
func (h *halving) decide(s *Search, list []final) {
	values := h.values(s)
	last := h.sequence[max(h.next, 1)-1] // playouts that the remaining moves had before the last one
	best, top := -1, 0.0
	for k, f := range list {
		top = max(top, f.value)
		if slices.Contains(h.chosen, f.edge) && h.picks[f.edge] >= last && (best < 0 || values[f.edge] > values[list[best].edge]) {
			best = k
		}
	}
	if best >= 0 && list[best].value < top+1 {
		list[best].value = top + 1
	}
}

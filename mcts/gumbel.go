package mcts

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"tengen/eval"
)

// halving is a plan for searching the root with few playouts (Danihelka et al. 2022, "Policy improvement by
// planning with Gumbel"). At first it chooses some moves: those with the best priors, or moves that are drawn
// at random in proportion to their priors. All chosen moves get the same number of playouts. Then the worse
// half of them is dropped, and the other half gets further playouts. This is repeated until few moves are left.
// Only the thread that holds the root's lock may use a halving.
type halving struct {
	logs     []float64 // for each move of the root: the logarithm of the prior
	goodness []float64 // for each move of the root: the logarithm of the prior plus random noise
	sequence []int     // for each planned playout: the number of earlier playouts of the move that gets it
	next     int
	returned []int // elements of sequence for playouts that ended without a result and must be made again
	picks    []int // for each edge: visits, including those in progress and those of earlier runs
	chosen   []int // edges that are still considered, best goodness first
}

const (
	halvingMoves = 16 // largest number of moves that are chosen
	halvingVisit = 50 // c_visit of the article: visits added to those of the most visited move
)

// newHalving plans the search of the root. It asks the stopper in advance how many playouts the run will have.
// If this number exceeds Params.Gumbel, newHalving returns nil.
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
		h.logs = append(h.logs, g)
		if p.GumbelNoise > 0 {
			g -= p.GumbelNoise * math.Log(-math.Log(1-rng.Float64()))
		}
		h.goodness = append(h.goodness, g)
		h.picks[i] = int(edges[i].visits)
		if !s.forbidden(nd.toPlay(), moves[i].point(), 0) {
			h.chosen = append(h.chosen, i)
		}
	}
	slices.SortStableFunc(h.chosen, func(a, b int) int { return cmp.Compare(h.goodness[b], h.goodness[a]) })
	h.chosen = h.chosen[:min(len(h.chosen), halvingMoves, budget)]
	if len(h.chosen) == 0 {
		return nil
	}
	for _, i := range h.chosen {
		budget += h.picks[i] // visits from earlier runs are part of the plan
	}
	h.sequence = halvings(len(h.chosen), budget)
	return h
}

// halvings plans n playouts over m moves. The result has one element for each playout: the number of earlier
// playouts of the move that gets the playout.
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

// pick returns the edge of the root that the next playout follows, or -1 at the end of the plan.
func (h *halving) pick(s *Search) int {
	values := h.values(s, h.goodness)
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

// giveBack returns a playout of this edge to the plan. It is called for a playout that ended without a result.
func (h *halving) giveBack(edge int) {
	h.picks[edge]--
	h.returned = append(h.returned, h.picks[edge])
}

// values returns an estimate for each move of the locked root. The estimate is the sum of a first estimate, which is
// the logarithm of the prior with or without noise, and of the scaled utility. For a move without visits, the
// utility is a mean of the root's own utility and of the utilities of the visited moves.
func (h *halving) values(s *Search, first []float64) []float64 {
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
		q[i] = first[i] + (halvingVisit+most)*p.GumbelScale*(q[i]-mixed)/(2*p.radius())
	}
	return q
}

// decide gives the best move the largest play-selection value. It considers only moves that were not dropped.
func (h *halving) decide(s *Search, list []final) {
	values := h.values(s, h.goodness)
	last := h.sequence[max(h.next, 1)-1] // playouts that each remaining move had before the last playout of the plan
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

// improved returns the policy that the search improved (Danihelka et al. 2022, equation 11): the priors, with a
// larger share for moves with a better utility. It has an element for each point, and the last one is for a pass.
// Moves that are not allowed have 0.
func (h *halving) improved(s *Search) []float32 {
	values, most := h.values(s, h.logs), math.Inf(-1)
	moves, color := s.graph.movesOf(s.rootNode), s.rootNode.toPlay()
	for i := range values {
		if s.forbidden(color, moves[i].point(), 0) {
			values[i] = math.Inf(-1)
		}
		most = max(most, values[i])
	}
	sum := 0.0
	for i, v := range values {
		values[i] = math.Exp(v - most)
		sum += values[i]
	}
	policy := make([]float32, s.game.Graph().Len()+1)
	for i, v := range values {
		policy[eval.PolicyIndex(moves[i].point(), len(policy)-1)] = float32(v / sum)
	}
	return policy
}

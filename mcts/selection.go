package mcts

import (
	"math"
	"sync/atomic"

	"tengen/baduk"
)

// final holds the numbers of one edge of the root on which the final choice depends.
type final struct {
	edge    int
	move    baduk.Move
	node    *node   // the edge's child
	wanted  float64 // weight that the search would give the move if it had had its present knowledge from the start
	value   float64 // play-selection value: wanted, raised if the move has the best bound
	lcb     float64 // lower confidence bound of the utility for the player to move
	radius  float64 // distance of the bound below the mean
	weight  float64 // weight of the edge's visits
	utility float64 // utility for the player to move
	prior   float64
	visits  float64
}

// Numbers that KataGo has in the code of its choice of a move (searchresults.cpp).
const (
	mostPruned     = 1.0 / 64 // moves with more than this share of the best move's value are never pruned
	priorVisits    = 2        // visits that a prior of 1 is worth when the leading move is chosen
	lcbExcessShare = 0.2      // share of the distance between two bounds that is added to the radius of the worse move
)

// finals computes the play-selection values of the visited moves of the locked root.
func (s *Search) finals() []final {
	p, nd := &s.params, s.rootNode
	if nd.opened == 0 {
		return nil
	}
	moves, sign := s.graph.movesOf(nd), nd.sign()
	var list []final
	total := 0.0
	for i, e := range s.graph.edgesOf(nd) {
		if e.child == 0 {
			continue
		}
		c := s.graph.nodes.at(e.child)
		if e.visits == 0 && (s.human == nil || atomic.LoadInt32(&c.visits) == 0) {
			continue
		}
		f := final{edge: i, move: baduk.Move{Color: nd.toPlay(), Point: moves[i].point()}, node: c,
			visits: float64(e.visits), prior: s.prior(nd, moves, i), utility: sign * c.value.utility.load()}
		share := f.visits / float64(max(atomic.LoadInt32(&c.visits), 1))
		f.weight = c.value.weight.load() * share
		f.value = f.weight
		f.lcb, f.radius = p.bound(f, c.value.weightSq.load()*share, c.value.utilitySq.load())
		if s.forbidden(f.move.Color, f.move.Point, 0) {
			f.value = 0 // the move was searched before a restriction forbade it
		}
		total += f.weight
		list = append(list, f)
	}
	if len(list) == 0 {
		return nil
	}
	if s.plain {
		for i := range list {
			if list[i].value > 0 {
				list[i].value = list[i].visits
			}
		}
		return list
	}
	most := s.wanted(list, total)
	for i := range list {
		list[i].wanted = list[i].value
	}
	if p.LCB > 0 {
		p.raiseBestBound(list, most)
	}
	top := 0.0
	for _, f := range list {
		top = max(top, f.value)
	}
	for i := range list {
		switch {
		case top == 0 && s.human != nil: // all playouts were free ones
			if !s.forbidden(list[i].move.Color, list[i].move.Point, 0) {
				list[i].value = list[i].prior
			}
		case list[i].value < min(p.Prune, top*mostPruned):
			list[i].value = 0
		}
	}
	return list
}

// bound returns the lower confidence bound of a move for its player, and the distance of the bound below the
// mean. The variance includes, with a small weight, the largest possible variance. Moves with few visits
// therefore have a bound far below the mean.
func (p *Params) bound(f final, weightSq, square float64) (lcb, radius float64) {
	reach := p.radius()
	radius = 2 * reach * max(p.LCB, 1)
	if f.weight <= 0 || weightSq <= 0 {
		return -radius, radius
	}
	size := f.weight * f.weight / weightSq // number of visits of equal weight that would give the same precision
	prior := f.weight / (size * size * size)
	square = max(square, f.utility*f.utility+1e-8)
	square = (square*f.weight + (square+reach*reach)*prior) / (f.weight + prior)
	size = (f.weight + prior) * (f.weight + prior) / (weightSq + prior*prior)
	radius = math.Sqrt((square-f.utility*f.utility)/size) * p.LCB
	return f.utility - radius, radius
}

// wanted reduces the weights of the moves. The new weights are the weights that the moves would have in a
// search with its present knowledge from the start. wanted returns the weight of the leading move.
func (s *Search) wanted(list []final, total float64) (most float64) {
	best, goodness := 0, math.Inf(-1)
	for i, f := range list {
		// One visit is subtracted, because the latest visit may have shown that the move is bad.
		if g := f.value*max(0, f.visits-1)/max(1, f.visits) + priorVisits*f.prior; g > goodness && f.value > 0 {
			best, goodness = i, g
		}
	}
	_, spread := s.urgency(s.rootNode, 1)
	explore := s.exploration(total, spread)
	b := &list[best]
	score := b.utility + explore*b.prior/(1+b.weight)
	for i := range list {
		f := &list[i]
		if i == best || f.value == 0 {
			continue
		}
		if gap := score - f.utility; gap > 0 {
			f.value = math.Ceil(min(f.weight, max(0, explore*f.prior/gap-1)))
		} else {
			f.value = math.Ceil(f.weight)
		}
	}
	return b.value
}

// raiseBestBound finds the move with the best bound, among the moves with enough weight, and raises its value.
// For each other move, it computes the value that would give this move an equally good bound. The new value is
// the largest of these.
func (p *Params) raiseBestBound(list []final, most float64) {
	best := -1
	for i, f := range list {
		if f.value > 0 && f.value >= p.LCBVisits*most && (best < 0 || f.lcb > list[best].lcb) {
			best = i
		}
	}
	if best < 0 {
		return
	}
	b := &list[best]
	value := b.value
	for i, f := range list {
		if excess := b.lcb - f.lcb; i != best && excess >= 0 {
			factor := (f.radius + excess) / (f.radius + lcbExcessShare*excess)
			value = max(value, factor*factor*f.value)
		}
	}
	b.value = value
}

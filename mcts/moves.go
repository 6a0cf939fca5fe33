package mcts

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// leafMoves is the number of moves that an expanded leaf keeps. It keeps the moves with the largest priors,
// because moves are tried in this order. If all kept moves were tried and the next one could be the best, the
// position is evaluated again to get the other moves.
const leafMoves = 24

// mostMoves returns the largest number of moves that a leaf keeps. A leaf must keep all moves in a search that
// does not try them in the order of their priors.
func (s *Search) mostMoves() int {
	if s.params.RAVE > 0 || s.graph.withHuman {
		return math.MaxInt
	}
	return leafMoves
}

// ranked is a move with its prior before packing.
type ranked struct {
	prior float32
	move  uint16
}

// byPrior orders moves by falling prior, then by point.
func byPrior(a, b ranked) int {
	return cmp.Or(cmp.Compare(b.prior, a.prior), cmp.Compare(a.move, b.move))
}

// rank sets t.list to moves of the evaluation's policy, the largest prior first. The list has at most `most`
// moves, and none of the moves in skip. The result named more is true if the policy has further moves.
func (t *thread) rank(most int, skip []candidate) (more bool) {
	list := t.list[:0]
	policy := t.out[0].Policy
	for i, prior := range policy {
		if !(prior > 0) {
			continue
		}
		m := ranked{prior, uint16(i)}
		if i == len(policy)-1 {
			m.move = passMove
		}
		if len(skip) > 0 && slices.ContainsFunc(skip, func(c candidate) bool { return c.move == m.move }) {
			continue
		}
		if len(list) < most {
			list = append(list, m)
			if len(list) == most {
				slices.SortFunc(list, byPrior)
			}
			continue
		}
		more = true
		if prior <= list[most-1].prior {
			continue
		}
		k := most - 1
		for ; k > 0 && prior > list[k-1].prior; k-- {
			list[k] = list[k-1]
		}
		list[k] = m
	}
	if len(list) < most && t.search.params.RAVE == 0 { // with RAVE all moves have edges, and their order does not matter
		slices.SortFunc(list, byPrior)
	}
	t.list = list
	return more
}

// write packs the ranked moves into candidates.
func (t *thread) write(to []candidate) {
	for i, m := range t.list {
		to[i] = candidate{m.move, packPrior(m.prior)}
	}
}

// expand gives a locked node moves from the policy of the evaluation. It gives the node at most the number of
// moves in the parameter most. It returns false if memory is at its limit. A node without moves is marked as
// an end of the game.
func (t *thread) expand(nd *node, most int) bool {
	s := t.search
	more := t.rank(most, nil)
	if len(t.list) == 0 {
		nd.flags |= flagEnd
		return true
	}
	n := len(t.list)
	block, ok := s.graph.moves.take(&t.stock.moves, s.graph.moveClass(n))
	if !ok {
		return false
	}
	if s.params.RAVE > 0 && !s.open(&t.stock, nd, n) {
		t.stock.moves.put(block, s.graph.moveClass(n))
		return false
	}
	nd.moves, nd.count = block, uint16(n)
	t.write(s.graph.movesOf(nd))
	t.setHumanPriors(nd)
	if s.params.RAVE > 0 {
		clear(s.graph.amafsOf(nd))
	}
	nd.flags |= flagExpanded
	if more {
		nd.flags |= flagMore
	}
	return true
}

// widen evaluates a locked node again, adds the moves that were left out, and unlocks the node. If another
// thread is evaluating the node, widen only unlocks and returns it.
func (t *thread) widen(ctx context.Context, nd *node) (*node, error) {
	if nd.flags&flagEvaluating != 0 {
		t.release(nd)
		return nd, nil
	}
	nd.flags |= flagEvaluating
	t.release(nd)
	_, err := t.consult(ctx, true, 0)
	t.acquire(nd)
	if err == nil {
		err = t.enterRest(nd)
	}
	t.evaluated(nd)
	return nil, err
}

// enterRest adds the moves of the evaluation that a locked node does not have yet.
func (t *thread) enterRest(nd *node) error {
	g := t.search.graph
	old := g.movesOf(nd)
	t.rank(math.MaxInt, old)
	n := len(old) + len(t.list)
	block, ok := g.moves.take(&t.stock.moves, g.moveClass(n))
	if !ok {
		return errFull
	}
	fresh := g.moves.slice(block, n)
	t.write(fresh[copy(fresh, old):])
	t.stock.moves.put(nd.moves, g.moveClass(len(old)))
	nd.moves, nd.count = block, uint16(n)
	nd.flags &^= flagMore
	return nil
}

// open makes edges for the first n moves of a locked node. It returns false if memory is at its limit.
func (s *Search) open(k *stock, nd *node, n int) bool {
	class := uint8(nd.flags >> flagClass)
	if nd.edges == 0 || int(blockSizes[class]) < n {
		bigger := sizeClass(n)
		block, ok := s.graph.edges.take(&k.edges, bigger)
		if !ok {
			return false
		}
		clear(s.graph.edges.slice(block, int(blockSizes[bigger])))
		if nd.edges != 0 {
			copy(s.graph.edges.slice(block, int(nd.opened)), s.graph.edgesOf(nd))
			k.edges.put(nd.edges, class)
		}
		nd.edges = block
		nd.flags = nd.flags&(1<<flagClass-1) | uint32(bigger)<<flagClass
	}
	nd.opened = uint16(n)
	return true
}

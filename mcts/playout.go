package mcts

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"tengen/baduk"
	"tengen/eval"
)

// thread is the memory of one goroutine that makes playouts.
type thread struct {
	search   *Search
	turns    *turns // nil if the thread has a goroutine of its own
	game     *baduk.Game
	rng      *rand.Rand // random numbers for Params.RootWide and Params.HumanPolicy
	stock    stock
	locked   *node // the node whose lock the thread holds, or nil
	path     []step
	free     bool // the present step is free, see Following
	human    [1]eval.Evaluation
	planned  int           // edge of the root that the halving chose for this playout, or -1
	held     []*node       // nodes left pending by playouts that met a leaf evaluated by another thread
	refused  []baduk.Point // moves at the present node that superko forbids after this path
	options  []option
	children []child
	list     []ranked
	in       [1]eval.Query
	out      [1]eval.Evaluation

	mu     sync.Mutex // guards owners, which a snapshot reads
	owners owners
}

// step is a node of a path and the edge that the playout followed from this node.
type step struct {
	node  *node
	child *node
	edge  int
	free  bool // neither this node nor the nodes before it on the path are updated
}

func (t *thread) prepare(s *Search) {
	t.search = s
	if t.game == nil || t.game.Graph() != s.game.Graph() {
		t.game = s.game.Clone()
	} else {
		t.game.CopyFrom(s.game)
	}
	t.out[0].Resize(s.game.Graph())
	t.mu.Lock()
	defer t.mu.Unlock()
	t.owners = owners{on: s.run.ask.Ownership, byMove: s.run.ask.Moves}
}

// acquire locks a node. A thread holds at most one lock. It records the locked node, so that the lock can be
// released if the thread panics.
func (t *thread) acquire(nd *node) {
	nd.acquire()
	t.locked = nd
}

func (t *thread) release(nd *node) {
	t.locked = nil
	nd.release()
}

// playout makes one playout. If another thread is evaluating the leaf, playout counts nothing and returns the
// leaf. The error is errFull or an error of the evaluator.
func (t *thread) playout(ctx context.Context) (met *node, err error) {
	turns := t.game.Len()
	met, err = t.descend(ctx)
	for t.game.Len() > turns {
		t.game.Undo()
	}
	if err != nil || met != nil {
		for _, p := range t.path {
			t.held = append(t.held, p.child)
		}
	}
	if h := t.search.run.halving; h != nil && met != nil && t.planned >= 0 {
		root := t.search.rootNode
		t.acquire(root)
		h.giveBack(t.planned)
		t.release(root)
	}
	if err != nil {
		t.dropHeld()
	}
	return met, err
}

// dropHeld removes the pending marks of playouts that ended without a result.
func (t *thread) dropHeld() {
	for _, n := range t.held {
		atomic.AddInt32(&n.pending, -1)
	}
	t.held = t.held[:0]
}

// descend descends to a leaf, evaluates it and backs up its value.
func (t *thread) descend(ctx context.Context) (*node, error) {
	s := t.search
	t.path, t.refused, t.planned = t.path[:0], t.refused[:0], -1
	nd := s.rootNode
	for {
		t.acquire(nd)
		if nd.flags&flagExpanded == 0 {
			return t.leaf(ctx, nd)
		}
		if t.game.Over() && len(t.path) > 0 {
			// The game has ended after this path. It had not ended after the path that expanded the node.
			t.release(nd)
			s.run.cycles.Add(1)
			t.backup(nil, false)
			return nil, nil
		}
		i := t.pick(nd)
		switch i {
		case choseMore:
			if met, err := t.widen(ctx, nd); met != nil || err != nil {
				return met, err
			}
			continue
		case choseNone:
			return t.leaf(ctx, nd)
		}
		if i >= int(nd.opened) && !s.open(&t.stock, nd, i+1) {
			t.release(nd)
			return nil, errFull
		}
		child, ended, err := t.follow(nd, i)
		if err != nil || ended {
			return nil, err
		}
		if child != nil {
			nd = child
			t.refused = t.refused[:0]
		}
	}
}

// pick chooses the move of a locked node that the playout follows. It sets t.free.
func (t *thread) pick(nd *node) int {
	s := t.search
	t.free = false
	if h := s.run.halving; h != nil && len(t.path) == 0 {
		if t.planned = h.pick(s); t.planned >= 0 {
			return t.planned
		}
	}
	if follows, free := t.follows(nd, len(t.path)); follows {
		t.free = free
		return t.chooseByHumanPolicy(nd, free)
	}
	return t.choose(nd)
}

// follow follows an edge of a locked node, unlocks the node, and returns the child. It returns nil if superko
// forbids the move after this path. If the playout has ended, it returns nil, and ended is true. A playout ends
// at a cycle, or if catchUp ends it.
func (t *thread) follow(nd *node, i int) (next *node, ended bool, err error) {
	s := t.search
	e := &s.graph.edgesOf(nd)[i]
	m := baduk.Move{Color: nd.toPlay(), Point: s.graph.movesOf(nd)[i].point()}
	var child *node
	if e.child != 0 {
		child = s.graph.nodes.at(e.child)
		if t.catchUp(nd, e, child) {
			return nil, true, nil
		}
		atomic.AddInt32(&child.pending, 1)
	}
	t.release(nd)
	bias := uint64(0)
	if child == nil && s.biases != nil {
		bias = s.biases.key(t.game, m)
	}
	if err := t.game.Play(m); err != nil {
		if child != nil {
			atomic.AddInt32(&child.pending, -1)
		}
		var illegal *baduk.IllegalMoveError
		if s.params.Graph && errors.As(err, &illegal) && illegal.Verdict == baduk.Superko {
			t.refused = append(t.refused, m.Point)
			return nil, false, nil
		}
		return nil, false, fmt.Errorf("the evaluator %s gave a prior to a move that is not legal: %w", s.info.Name, err)
	}
	if s.params.ConservativePass && len(t.path) == 0 && m.IsPass() {
		t.game.Reopen() // the keys of a reopened game differ from those of a finished one
	}
	if child == nil {
		if child, err = t.link(nd, i, bias); child == nil {
			return nil, err == nil, err
		}
	}
	for _, p := range t.path {
		if p.node == child {
			// A cycle: the playout ends with the position's present value.
			s.run.cycles.Add(1)
			t.path = append(t.path, step{nd, child, i, t.free})
			t.backup(nil, false)
			return nil, true, nil
		}
	}
	t.path = append(t.path, step{nd, child, i, t.free})
	return child, false, nil
}

// catchUp checks whether the child has more visits than the edge has counted. This is possible because other
// paths lead to the child too. If so, the edge counts one of these visits instead of a new playout: catchUp
// ends the playout at the node, unlocks the node, and returns true. Otherwise it returns false, and the node
// stays locked.
func (t *thread) catchUp(nd *node, e *edge, child *node) bool {
	s := t.search
	// The child may already count a pending playout that this edge does not count yet. Pending playouts are
	// therefore not counted as visits from other paths.
	if !s.params.Graph || t.free || e.visits+atomic.LoadInt32(&child.pending) >= atomic.LoadInt32(&child.visits) {
		return false
	}
	e.visits++
	atomic.AddInt32(&nd.visits, 1)
	t.refresh(nd)
	t.release(nd)
	t.backup(nil, false)
	return true
}

// node returns the index of the node of the thread's position. It makes this node if it does not exist. It
// returns false if memory is at its limit.
func (t *thread) node() (i int32, ok bool) {
	s := t.search
	fresh := node{}
	if t.game.ToPlay() == baduk.White {
		fresh.flags = flagWhite
	}
	if !s.params.Graph {
		return s.graph.nodes.take(&t.stock.nodes, fresh)
	}
	key, check := t.game.NearKeys(horizon)
	return s.table.find(&t.stock.nodes, key, uint32(check>>32), fresh)
}

// link is called for an edge without a child. It makes the node of the thread's position the child, and marks
// it as pending. If another thread has given the edge a child in the meantime, link uses that child. It returns
// the child, or nil if catchUp ended the playout. It returns an error if memory is at its limit.
func (t *thread) link(nd *node, i int, bias uint64) (*node, error) {
	s := t.search
	index, ok := t.node()
	if !ok {
		return nil, errFull
	}
	child := s.graph.nodes.at(index)
	if bias != 0 {
		entry, _ := s.biases.find(&t.stock.learned, bias, 0, surrounding{})
		t.acquire(child)
		if child.bias == 0 && child.owned == 0 {
			child.bias = entry
		}
		t.release(child)
	}
	t.acquire(nd)
	e := &s.graph.edgesOf(nd)[i]
	if e.child == 0 {
		e.child = index
	} else if e.child != index {
		if !s.params.Graph {
			t.stock.nodes = append(t.stock.nodes, index)
		}
		child = s.graph.nodes.at(e.child)
	}
	if t.catchUp(nd, e, child) {
		return nil, nil
	}
	atomic.AddInt32(&child.pending, 1)
	t.release(nd)
	return child, nil
}

// backup adds the leaf's sample to every node on the path. Without a sample it refreshes each node from its
// children. The node of the last free step and the nodes before it are skipped, because a free step does not
// change their values. amaf is true if the evaluation has all-moves-as-first data.
func (t *thread) backup(leaf *sample, amaf bool) {
	s := t.search
	counts := true
	for k := len(t.path) - 1; k >= 0; k-- {
		p := &t.path[k]
		nd := p.node
		if counts = counts && !p.free; !counts {
			atomic.AddInt32(&p.child.pending, -1)
			continue
		}
		t.acquire(nd)
		s.graph.edgesOf(nd)[p.edge].visits++
		atomic.AddInt32(&nd.visits, 1)
		if s.plain && leaf != nil {
			nd.add(*leaf)
		} else {
			t.refresh(nd)
		}
		if amaf {
			t.learn(nd, p.edge, leaf.utility)
		}
		t.release(nd)
		atomic.AddInt32(&p.child.pending, -1)
	}
}

// learn updates all-moves-as-first means of a locked node. In the rest of the playout, some points were first
// played by the node's player. learn updates the means of these points.
func (t *thread) learn(nd *node, edge int, utility float64) {
	s, first, c := t.search, t.out[0].First, nd.toPlay()
	moves := s.graph.movesOf(nd)
	if p := moves[edge].point(); p != baduk.Pass {
		first[p] = c
	}
	amafs := s.graph.amafsOf(nd)
	for i, m := range moves {
		if m.move != passMove && first[m.move] == c {
			a := &amafs[i]
			a.visits++
			a.mean += (float32(utility) - a.mean) / float32(a.visits)
		}
	}
}

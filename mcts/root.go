package mcts

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// prepareRoot evaluates the root and gives it all of its moves, each with an edge. The result named fresh is
// true if the root had not been evaluated before. In this case its evaluation counts as a playout.
func (t *thread) prepareRoot(ctx context.Context) (fresh bool, err error) {
	s := t.search
	ctx = context.WithoutCancel(ctx)
	t.path = t.path[:0]
	if s.root == 0 {
		i, ok := t.node()
		if !ok {
			return false, errFull
		}
		s.root, s.rootNode = i, s.graph.nodes.at(i)
	}
	nd := s.rootNode
	nd.acquire()
	defer nd.release()
	kept := nd.flags&flagExpanded != 0
	if err := t.askHumanAtRoot(ctx); err != nil {
		return false, err
	}
	switch {
	case !kept:
		if err := t.evaluateRoot(ctx, nd); err != nil {
			return false, err
		}
	case nd.flags&flagMore != 0:
		if _, err := t.consult(ctx, true, 0); err != nil {
			return false, fmt.Errorf("evaluating the root: %w", err)
		}
		if err := t.enterRest(nd); err != nil {
			return false, err
		}
	}
	if !s.open(&t.stock, nd, int(nd.count)) {
		return false, errFull
	}
	if !s.centred {
		s.centred = true
		s.valuer.recentre(nd.value.mean.load())
		if s.params.DynamicScore > 0 {
			t.revalue()
		}
	}
	if s.rootPriors == nil {
		s.rootPriors = s.newRootPriors(nd)
	}
	s.setRootHumanPriors(nd)
	return !kept, nil
}

// evaluateRoot evaluates the locked root Params.RootSamples times and enters all of its moves.
func (t *thread) evaluateRoot(ctx context.Context, nd *node) error {
	s := t.search
	n := s.params.RootSamples
	if s.info.Stochastic {
		n = 1
	}
	var mean sample
	policy := make([]float32, len(t.out[0].Policy))
	for k := range n {
		v, err := t.consult(ctx, true, k)
		if err != nil {
			return fmt.Errorf("evaluating the root: %w", err)
		}
		share := 1 / float64(k+1)
		for _, f := range [][2]*float64{{&mean.win, &v.win}, {&mean.noResult, &v.noResult}, {&mean.lead, &v.lead}, {&mean.mean, &v.mean},
			{&mean.square, &v.square}, {&mean.weight, &v.weight}} {
			*f[0] += (*f[1] - *f[0]) * share
		}
		for i, p := range t.out[0].Policy {
			policy[i] += max(p, 0) / float32(n)
		}
		t.addOwners()
	}
	copy(t.out[0].Policy, policy)
	if !s.centred {
		s.centred = true
		s.valuer.recentre(mean.mean)
	}
	mean.utility = s.valuer.utility(mean.win, mean.noResult, mean.mean, mean.square)
	if !t.expand(nd, math.MaxInt) {
		return errFull
	}
	if nd.flags&flagExpanded == 0 {
		return fmt.Errorf("the evaluator %s gives no move a prior, not even the pass", s.info.Name)
	}
	if t.out[0].Exact {
		nd.flags |= flagExact
	}
	t.countVisit(nd, mean)
	return nil
}

// evaluateRootOwners evaluates the root only for the ownership of its points.
func (t *thread) evaluateRootOwners(ctx context.Context) error {
	t.path = t.path[:0]
	_, err := t.consult(context.WithoutCancel(ctx), false, 0)
	if err == nil {
		t.addOwners()
	}
	return err
}

// revalue computes all utilities again, children first. It is called after the centre of the dynamic score has
// moved. The caller must hold the root's lock, and no thread may make playouts.
func (t *thread) revalue() {
	s := t.search
	for _, i := range slices.Backward(s.reachable()) {
		n := s.graph.nodes.at(i)
		o := &n.own
		o.utility = float32(s.valuer.utility(float64(o.win), float64(o.noResult), float64(o.mean), float64(o.square)))
		o.utilitySq = o.utility * o.utility
		t.refresh(n)
	}
}

// reachable lists the root and all nodes below it. Parents come before their children, except in cycles.
func (s *Search) reachable() []int32 {
	var order []int32
	type visit struct {
		node int32
		edge int
	}
	stack := []visit{{node: s.root}}
	s.rootNode.flags |= flagMarked
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		n := s.graph.nodes.at(v.node)
		if v.edge < int(n.opened) {
			c := s.graph.edgesOf(n)[v.edge].child
			v.edge++
			if c != 0 {
				if child := s.graph.nodes.at(c); child.flags&flagMarked == 0 {
					child.flags |= flagMarked
					stack = append(stack, visit{node: c})
				}
			}
			continue
		}
		order = append(order, v.node)
		stack = stack[:len(stack)-1]
	}
	for _, i := range order {
		s.graph.nodes.at(i).flags &^= flagMarked
	}
	slices.Reverse(order)
	return order
}

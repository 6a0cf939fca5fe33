package mcts

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// plant makes the root ready: evaluated, with all of its moves and an edge for each. It
// reports whether that took a playout.
func (t *thread) plant(ctx context.Context) (fresh bool, err error) {
	s := t.search
	ctx = context.WithoutCancel(ctx)
	t.path = t.path[:0]
	if s.root == 0 {
		if err := t.newRoot(); err != nil {
			return false, err
		}
	}
	nd := s.rootNode
	nd.acquire()
	defer nd.release()
	kept := nd.flags&flagExpanded != 0
	switch {
	case !kept:
		if err := t.firstLook(ctx, nd); err != nil {
			return false, err
		}
	case nd.flags&flagMore != 0:
		if _, err := t.consult(ctx, true, t.seed()); err != nil {
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
		s.worth.around(nd.value.mean.load())
		if s.params.DynamicScore > 0 {
			s.revalue(t)
		}
	}
	if s.rootPriors == nil {
		s.rootPriors = s.newRootPriors(nd)
	}
	return !kept, nil
}

// newRoot makes a node for the game's position.
func (t *thread) newRoot() error {
	s := t.search
	flags := uint32(0)
	if t.game.ToPlay().Number() < 0 {
		flags = flagWhite
	}
	var ok bool
	if s.params.Graph {
		key, check := t.game.NearKeys(horizon)
		s.root, ok = s.table.find(s.graph, &t.stock, key, uint32(check>>32), flags)
	} else if s.root, ok = t.stock.node(s.graph); ok {
		s.graph.nodes.at(s.root).flags = flags
	}
	if !ok {
		s.root = 0
		return errFull
	}
	s.rootNode = s.graph.nodes.at(s.root)
	return nil
}

// firstLook evaluates the locked root, as often as Params.RootSamples says, and enters
// all moves.
func (t *thread) firstLook(ctx context.Context, nd *node) error {
	s := t.search
	n := s.params.RootSamples
	if s.info.Stochastic {
		n = 1
	}
	var mean sample
	policy := make([]float32, len(t.out[0].Policy))
	for k := range n {
		v, err := t.consult(ctx, true, t.seed()+uint64(k)*0x9e3779b97f4a7c15)
		if err != nil {
			return fmt.Errorf("evaluating the root: %w", err)
		}
		share := 1 / float64(k+1)
		for _, f := range [][2]*float64{{&mean.win, &v.win}, {&mean.none, &v.none}, {&mean.lead, &v.lead}, {&mean.mean, &v.mean},
			{&mean.square, &v.square}, {&mean.weight, &v.weight}} {
			*f[0] += (*f[1] - *f[0]) * share
		}
		for i, p := range t.out[0].Policy {
			policy[i] += max(p, 0) / float32(n)
		}
		t.tally()
	}
	copy(t.out[0].Policy, policy)
	if !s.centred {
		s.centred = true
		s.worth.around(mean.mean)
	}
	mean.utility = s.worth.of(mean.win, mean.none, mean.mean, mean.square)
	if !t.expand(nd, math.MaxInt) {
		return errFull
	}
	if nd.flags&flagExpanded == 0 {
		return fmt.Errorf("the evaluator %s gives no move a prior, not even the pass", s.info.Name)
	}
	t.settle(nd, mean)
	return nil
}

// lookAtRoot has the owners of the root's points evaluated alone.
func (t *thread) lookAtRoot(ctx context.Context) error {
	t.path = t.path[:0]
	_, err := t.consult(context.WithoutCancel(ctx), false, t.seed())
	if err == nil {
		t.tally()
	}
	return err
}

// newRootPriors is the root's priors with temperature and noise, or nil.
func (s *Search) newRootPriors(nd *node) []float32 {
	p := &s.params
	if p.RootTemperature == 1 && p.RootNoise == 0 {
		return nil
	}
	moves := s.graph.movesOf(nd)
	priors := make([]float64, len(moves))
	for i, m := range moves {
		priors[i] = math.Pow(m.weight()/moves[0].weight(), 1/p.RootTemperature)
	}
	normalise(priors)
	if p.RootNoise > 0 {
		rng := rand.New(rand.NewPCG(p.Seed, s.game.SearchKey()))
		noise := dirichlet(rng, priors, p.RootNoiseTotal)
		for i := range priors {
			priors[i] += p.RootNoise * (noise[i] - priors[i])
		}
	}
	list := make([]float32, len(priors))
	for i, v := range priors {
		list[i] = float32(v)
	}
	return list
}

func normalise(list []float64) {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	for i := range list {
		list[i] /= sum
	}
}

// dirichlet draws noise of that concentration. Half of it is spread evenly, half goes to
// moves that the priors like more than the mean on a logarithmic scale, so that it is not
// lost on moves that nobody plays.
func dirichlet(rng *rand.Rand, priors []float64, total float64) []float64 {
	n := float64(len(priors))
	shape := make([]float64, len(priors))
	mean, sum := 0.0, 0.0
	for i, p := range priors {
		shape[i] = math.Log(min(0.01, p) + 1e-20)
		mean += shape[i] / n
	}
	for i := range shape {
		shape[i] = max(0, shape[i]-mean)
		sum += shape[i]
	}
	noise := make([]float64, len(priors))
	for i := range noise {
		alpha := 1 / n
		if sum > 0 {
			alpha = (shape[i]/sum + 1/n) / 2
		}
		noise[i] = gamma(rng, alpha*total) + 1e-300
	}
	normalise(noise)
	return noise
}

// gamma draws from a gamma distribution (Marsaglia and Tsang 2000).
func gamma(rng *rand.Rand, shape float64) float64 {
	boost := 1.0
	if shape < 1 {
		boost = math.Pow(1-rng.Float64(), 1/shape)
		shape++
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v *= v * v
		if math.Log(1-rng.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return boost * d * v
		}
	}
}

// revalue works out all utilities anew, for the dynamic score has another centre:
// children first. Nobody searches, and the root is locked.
func (s *Search) revalue(t *thread) {
	for _, i := range slices.Backward(s.reachable()) {
		n := s.graph.nodes.at(i)
		o := &n.own
		o.utility = float32(s.worth.of(float64(o.win), float64(o.none), float64(o.mean), float64(o.square)))
		o.utilitySq = o.utility * o.utility
		s.refresh(t, n)
	}
}

// reachable lists the nodes below the root, and it, each before its children but where
// there are cycles.
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

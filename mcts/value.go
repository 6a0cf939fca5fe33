package mcts

import (
	"math"
	"sync/atomic"
)

// Numbers that KataGo has in the code of a node's value (searchupdatehelpers.cpp).
const (
	pruneLeastWeight   = 1e-5 // prune does nothing if the total weight of the children is smaller
	noiseLeniency      = 2    // visits that a worse move may have, as a multiple of its prior's share
	valuePrecision     = 1.5  // precision of a child's value; multiplied by the square root of the weight
	valueLeastVariance = 1e-8
	valueLeastShare    = 1e-4 // added to the probability that a move is not worse than the mean
)

// child is a visited child of a node, with its weight in the node's value.
type child struct {
	node   *node
	self   float64 // utility for the player to move at the parent
	weight float64
	prior  float64
}

// sample is the result of one playout, from Black's point of view. Scores are as in stats.
type sample struct {
	win, noResult, lead, mean, square, utility, weight float64
}

// addOwn adds an evaluation of the node itself.
func (n *node) addOwn(s sample) {
	o := &n.own
	w := float64(o.weight) + s.weight
	share := s.weight / w
	for _, v := range [...]struct {
		to   *float32
		with float64
	}{{&o.win, s.win}, {&o.noResult, s.noResult}, {&o.lead, s.lead}, {&o.mean, s.mean}, {&o.square, s.square},
		{&o.utility, s.utility}, {&o.utilitySq, s.utility * s.utility}} {
		*v.to += float32((v.with - float64(*v.to)) * share)
	}
	o.weight = float32(w)
	n.owned++
}

// repeatSample is the sample of a further visit to a node whose evaluation would not change.
func (n *node) repeatSample() sample {
	o := &n.own
	return sample{float64(o.win), float64(o.noResult), float64(o.lead), float64(o.mean), float64(o.square), float64(o.utility), float64(o.weight) / float64(n.owned)}
}

// add adds a sample to the means. This is sufficient if the graph is a tree and all playouts have the same
// weight.
func (v *stats) add(s sample) {
	w := v.weight.load() + s.weight
	share := s.weight / w
	toward := func(f *float, x float64) {
		old := f.load()
		f.store(old + (x-old)*share)
	}
	toward(&v.win, s.win)
	toward(&v.noResult, s.noResult)
	toward(&v.lead, s.lead)
	toward(&v.mean, s.mean)
	toward(&v.square, s.square)
	toward(&v.utility, s.utility)
	toward(&v.utilitySq, s.utility*s.utility)
	v.weight.store(w)
	v.weightSq.store(v.weightSq.load() + s.weight*s.weight)
}

// add adds a sample to the means of a node; see [stats.add]. The means of an exact node do not change.
func (n *node) add(s sample) {
	if n.flags&flagExact != 0 {
		weight := s.weight
		s = n.repeatSample()
		s.weight = weight
	}
	n.value.add(s)
}

// weightOf returns the share of the node's weight that belongs to this number of visits. A node can have more
// visits than an edge that leads to it, because several edges lead to it. Each edge has the share that belongs
// to its own visits.
func (n *node) weightOf(visits float64) float64 {
	return n.value.weight.load() * visits / float64(max(atomic.LoadInt32(&n.visits), 1))
}

// visited returns the visited children of a node and the sum of their weights.
func (t *thread) visited(nd *node) (children []child, total float64) {
	s := t.search
	children = t.children[:0]
	if nd.opened == 0 {
		return children, 0
	}
	moves, sign := s.graph.movesOf(nd), nd.sign()
	for i, e := range s.graph.edgesOf(nd) {
		if e.visits <= 0 || e.child == 0 {
			continue
		}
		c := s.graph.nodes.at(e.child)
		w := c.weightOf(float64(e.visits))
		if w <= 0 {
			continue
		}
		children = append(children, child{c, sign * c.value.utility.load(), w, s.prior(nd, moves, i)})
		total += w
	}
	t.children = children
	return children, total
}

// refresh computes the value of a locked node from its own evaluations and its children's values.
func (t *thread) refresh(nd *node) {
	s := t.search
	children, total := t.visited(nd)
	all := total
	if s.params.NoisePruning > 0 {
		total = prune(children, total, s.params.NoisePruning)
	}
	if s.params.ValueWeight > 0 {
		s.discount(children, total)
	}
	var win, noResult, lead, mean, square, utility, utilitySq, weightSq float64
	for i := range children {
		k := &children[i]
		v, w := &k.node.value, k.weight
		win += w * v.win.load()
		noResult += w * v.noResult.load()
		lead += w * v.lead.load()
		mean += w * v.mean.load()
		square += w * v.square.load()
		utility += w * v.utility.load()
		utilitySq += w * v.utilitySq.load()
		share := w / v.weight.load()
		weightSq += share * share * v.weightSq.load()
	}
	o := &nd.own
	w, own := float64(o.weight), float64(o.utility)
	ownSq := float64(o.utilitySq)
	if nd.bias != 0 {
		off := s.biases.adjust(nd, utility, total, all, &s.params)
		ownSq += 2*own*off + off*off
		own += off
	}
	win += w * float64(o.win)
	noResult += w * float64(o.noResult)
	lead += w * float64(o.lead)
	mean += w * float64(o.mean)
	square += w * float64(o.square)
	utility += w * own
	utilitySq += w * ownSq
	if nd.owned > 0 {
		weightSq += w * w / float64(nd.owned)
	}
	if w += total; w <= 0 {
		return
	}
	if nd.flags&flagExact != 0 {
		win, noResult, lead, mean = w*float64(o.win), w*float64(o.noResult), w*float64(o.lead), w*float64(o.mean)
		square, utility, utilitySq = w*float64(o.square), w*float64(o.utility), w*float64(o.utilitySq)
	}
	v := &nd.value
	v.win.store(win / w)
	v.noResult.store(noResult / w)
	v.lead.store(lead / w)
	v.mean.store(mean / w)
	v.square.store(square / w)
	v.utility.store(utility / w)
	v.utilitySq.store(utilitySq / w)
	v.weight.store(w)
	v.weightSq.store(weightSq)
}

// prune reduces the weight of a move under two conditions: it is worse than the mean of the moves with larger
// priors, and it got more than twice its prior's share of the visits. The excess visits are mostly noise of
// exploration. The children must be in the order of falling priors. prune returns the sum of the new weights.
func prune(children []child, total, scale float64) float64 {
	if len(children) <= 1 || total <= pruneLeastWeight {
		return total
	}
	utility, weight, prior := 0.0, 0.0, 0.0
	for i := range children {
		k := &children[i]
		if weight > 0 && prior > 0 {
			if gap := utility/weight - k.self; gap > 0 {
				if excess := k.weight - noiseLeniency*weight*k.prior/prior; excess > 0 {
					k.weight -= excess * (1 - math.Exp(-gap/scale))
				}
			}
		}
		utility += k.self * k.weight
		weight += k.weight
		prior += k.prior
	}
	return weight
}

// discount reduces the weight of moves that are worse than the mean, and increases the weight of the others.
// The sum of the weights stays the same.
func (s *Search) discount(children []child, total float64) {
	if len(children) <= 1 || total <= 0 {
		return
	}
	mean := 0.0
	for i := range children {
		mean += children[i].self * children[i].weight
	}
	mean /= total
	sum := 0.0
	for i := range children {
		k := &children[i]
		// The divisor estimates the standard deviation of the child's value from the child's weight.
		z := (k.self - mean) / math.Sqrt(valueLeastVariance+1/(valuePrecision*math.Sqrt(k.weight)))
		k.weight *= s.noWorse.of(z)
		sum += k.weight
	}
	for i := range children {
		children[i].weight *= total / sum
	}
}

// tailTable tabulates a power of the distribution function of Student's t with three degrees of freedom, as in
// KataGo. The tails of this distribution are long, because a few visits do not prove that a move is bad.
type tailTable [tailSteps + 1]float64

const (
	tailReach = 40.0
	tailSteps = 1600
)

func newTailTable(power float64) *tailTable {
	var t tailTable
	for i := range t {
		x := (2*float64(i)/tailSteps - 1) * tailReach / math.Sqrt(3)
		p := 0.5 + (x/(1+x*x)+math.Atan(x))/math.Pi
		t[i] = math.Pow(p+valueLeastShare, power)
	}
	return &t
}

func (t *tailTable) of(z float64) float64 {
	x := (min(max(z, -tailReach), tailReach)/tailReach + 1) * tailSteps / 2
	i := min(int(x), tailSteps-1)
	return t[i] + (t[i+1]-t[i])*(x-float64(i))
}

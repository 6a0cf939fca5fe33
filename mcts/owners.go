package mcts

import "math"

// owners sums the ownership of each point over the playouts of one thread in a run.
type owners struct {
	on, byMove bool
	all        ownerSum
	moves      []ownerSum // sums of the playouts that followed each edge of the root
}

type ownerSum struct {
	sum, square []float64
	playouts    int
}

// addOwners adds the ownership of the last evaluation. A free playout adds its ownership only to the
// positions after its last free step.
func (t *thread) addOwners() {
	if !t.owners.on {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	o := &t.owners
	last := -1
	for k := range t.path {
		if t.path[k].free {
			last = k
		}
	}
	if last < 0 {
		o.all.add(t.out[0].Ownership)
	}
	if o.byMove && len(t.path) > 0 && last < 1 {
		i := t.path[0].edge
		for len(o.moves) <= i {
			o.moves = append(o.moves, ownerSum{})
		}
		o.moves[i].add(t.out[0].Ownership)
	}
}

func (s *ownerSum) add(ownership []float32) {
	if s.sum == nil {
		s.sum, s.square = make([]float64, len(ownership)), make([]float64, len(ownership))
	}
	for p, v := range ownership {
		s.sum[p] += float64(v)
		s.square[p] += float64(v) * float64(v)
	}
	s.playouts++
}

// join adds the sums of another thread to s.
func (s *ownerSum) join(o *ownerSum) {
	if o.playouts == 0 {
		return
	}
	if s.sum == nil {
		s.sum, s.square = make([]float64, len(o.sum)), make([]float64, len(o.sum))
	}
	for p := range o.sum {
		s.sum[p] += o.sum[p]
		s.square[p] += o.square[p]
	}
	s.playouts += o.playouts
}

// mean returns the mean and the standard deviation of each point's ownership, or nil if no playout was
// summed.
func (s *ownerSum) mean() (mean, stdev []float32) {
	if s.playouts == 0 {
		return nil, nil
	}
	mean, stdev = make([]float32, len(s.sum)), make([]float32, len(s.sum))
	n := float64(s.playouts)
	for p := range s.sum {
		m := s.sum[p] / n
		mean[p] = float32(m)
		stdev[p] = float32(math.Sqrt(max(0, s.square[p]/n-m*m)))
	}
	return mean, stdev
}

// ownersOf returns the total of the sums of all threads for one edge of the root. If edge is below 0, it
// returns the total for the root.
func (s *Search) ownersOf(edge int) (sum ownerSum) {
	for _, t := range s.scratch {
		t.mu.Lock()
		o := &t.owners
		switch {
		case edge < 0:
			sum.join(&o.all)
		case edge < len(o.moves):
			sum.join(&o.moves[edge])
		}
		t.mu.Unlock()
	}
	return sum
}

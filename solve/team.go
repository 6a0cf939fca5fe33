package solve

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
	"sync"
)

// team is the provers of one proof, one for each thread.
type team []*prover

// states is the number of states that the team has expanded.
func (t team) states() (n uint64) {
	for _, p := range t {
		n += p.nodes.Load()
	}
	return n
}

// search lets all provers search a state that is not decided with so many losses, until it is decided or they have
// expanded about so many states more.
func (t team) search(ctx context.Context, o *option, losses int, most uint64) {
	shared := &effort{}
	defer context.AfterFunc(ctx, func() { shared.stop.Store(true) })()
	var group sync.WaitGroup
	for _, p := range t {
		p.effort, p.most = shared, p.nodes.Load()+max(most/uint64(len(t)), 1)
		group.Go(func() {
			own := *o
			p.search(&own, losses, numbers{unlimited, unlimited})
			shared.stop.Store(true)
		})
	}
	group.Wait()
	t[0].look(o)
}

// leastStates is the number of states that the first turn gets in the first round of a search.
const leastStates = 1 << 13

// searchTurns is search for a state in which the claimant is to move. It searches the turns one after the other, those
// near the middle of the board first, in rounds. In every round a turn gets twice as many states as in the round
// before. The second turn gets a quarter of the states of the first one, the third a ninth, and so on. A df-pn search
// of the state itself often stays with a weak turn, because it had bad luck with the first states after better ones.
func (t team) searchTurns(ctx context.Context, o *option, losses int, most uint64) {
	p, end := t[0], t.states()+most
	for round := uint64(leastStates); ; round *= 2 {
		r := p.replies(&o.state, losses, nil)
		if r.over {
			o.proved, o.refuted = min(o.proved, r.proved), max(o.refuted, r.refuted)
			p.table.put(o.key, o.fact)
			return
		}
		slices.SortStableFunc(r.open, func(a, b option) int {
			return cmp.Compare(p.remoteness(a.own&^o.own), p.remoteness(b.own&^o.own))
		})
		for i := range r.open {
			now := t.states()
			if now >= end || ctx.Err() != nil {
				return
			}
			x := &r.open[i]
			t.search(ctx, x, losses-x.lost, min(round/uint64((i+1)*(i+1)), end-now))
			if x.proved <= losses-x.lost {
				break
			}
		}
	}
}

// remoteness is the sum of the distances between a point and all other points. A pass is more remote than every point.
func (f *field) remoteness(play points) (sum int) {
	if play == 0 {
		return math.MaxInt
	}
	for seen, next := play, points(0); ; seen = next {
		if next = seen | f.near(seen); next == seen {
			return sum
		}
		sum += bits.OnesCount64(f.all &^ seen)
	}
}

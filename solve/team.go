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

// leastStates is the number of states of the first round of a search.
const leastStates = 1 << 13

// search searches a state in rounds until it is decided with the given losses, or until the team has expanded about
// most states. Every round has twice as many states as the one before. If the claimant is to move, a round searches the
// turns one after the other, those near the middle of the board first. The second turn gets an eighth of the states of
// the first one, the third a 27th, and so on. Without such shares a search often stays with a weak turn, because the
// first states after better turns gave them large proof numbers.
func (t team) search(ctx context.Context, root *option, losses int, most uint64) {
	p := t[0]
	for round := uint64(leastStates); !root.decided(losses); round *= 2 {
		targets := []option{*root}
		if !root.opponent {
			r := p.replies(&root.state, losses, nil)
			if r.over {
				root.proved, root.refuted = min(root.proved, r.proved), max(root.refuted, r.refuted)
				p.table.put(root.key, root.fact)
				return
			}
			targets = r.open
			slices.SortStableFunc(targets, func(a, b option) int {
				return cmp.Compare(p.remoteness(a.own&^root.own), p.remoteness(b.own&^root.own))
			})
		}
		for i := range targets {
			x := &targets[i]
			now := t.states()
			if now >= most || ctx.Err() != nil {
				return
			}
			t.together(ctx, x, losses-x.lost, min(round/uint64((i+1)*(i+1)*(i+1)), most-now))
			if x.proved <= losses-x.lost {
				break
			}
		}
		p.look(root)
	}
}

// together lets all provers search a state that is not decided with the given losses, until it is decided or they have
// expanded about most states more.
func (t team) together(ctx context.Context, o *option, losses int, most uint64) {
	shared := &effort{}
	defer context.AfterFunc(ctx, func() { shared.stop.Store(true) })()
	t[0].table.fit()
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

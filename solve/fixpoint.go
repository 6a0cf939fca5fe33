package solve

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"tengen/baduk"
	"tengen/internal/machine"
	"tengen/internal/usage"
	"tengen/topology"
)

// MaxFixPoint is the largest board whose positions [NewFixPoint] lists.
const MaxFixPoint = 16

// FixPoint has the values of all positions of a board under basic ko, if an endless game counts as White's win. Because
// the colours are alike, these are also the values if an endless game counts as Black's win, with the colours
// exchanged.
//
// A position is stored once for all its images under the symmetries of the board. Situation 2i is position i with Black
// to move, situation 2i+1 with White to move.
type FixPoint struct {
	*field
	rules     rules
	board     *topology.Board
	positions []uint32 // the codes of the positions, ascending
	leads     []int32  // by position: Black's lead if the game ends there, as an index of scores
	scores    []float64
	plays     []uint32 // by situation: the points where the player may play if no ko is banned, as bits
	first     []uint32 // by situation: index of its first play in next; one entry more for the end
	// next is the state that each play leads to, in the order of points: a situation, or len(plays)+k for the
	// situation and the ban of kos[k].
	next []uint32
	kos  []ko
	// koNumber has the number of each situation and ban in kos.
	koNumber map[ko]uint32

	now    []int32 // by state, as in next: the value if the last turn was not a pass
	passed []int32 // by situation: the value if the last turn was a pass

	// found and foundPassed have, for each value of now and passed, the number of its last change. All changes are
	// numbered together, from 1; 0 means that the value never changed. Where Black can force a value, it is the value
	// of a later state that was found earlier, so a player who always turns to the state found first ends the game.
	found, foundPassed []uint32
}

type ko struct {
	situation uint32
	ban       uint32 // the banned points as bits
}

// Step says how far [NewFixPoint] is. It first lists the positions, in sweep 0. Then it computes their values in sweeps
// over all of them. The number of sweeps is not known before the last one.
type Step struct {
	Sweep int
	Share float64 // of the sweep, 0..1
}

// NewFixPoint lists all positions of the board and computes their values. The function progress gets every step; it may
// be nil.
func NewFixPoint(ctx context.Context, b *topology.Board, progress func(Step)) (*FixPoint, error) {
	return newFixPoint(ctx, b, nil, progress)
}

// newFixPoint is NewFixPoint with another count of the end of a game, which treats the colours alike. nil counts the
// areas.
func newFixPoint(ctx context.Context, b *topology.Board, count func(colouring) float64, progress func(Step)) (*FixPoint, error) {
	g := b.Graph
	if g.Len() > MaxFixPoint {
		return nil, fmt.Errorf("%v has %d points: all positions can be listed for at most %d", g, g.Len(), MaxFixPoint)
	}
	if g.Beyond() != baduk.NoPoint {
		return nil, fmt.Errorf("%v is infinite: its positions cannot be listed", g)
	}
	field, err := newField(g)
	if err != nil {
		return nil, err
	}
	r := &FixPoint{field: field, board: b, rules: ordinary{field}}
	if g.Regional() {
		if r.rules, err = newRegional(field, g); err != nil {
			return nil, err
		}
	}
	if err := r.fits(machine.Memory()); err != nil {
		return nil, err
	}
	if lead := leadOf(g); count == nil {
		count = func(c colouring) float64 { return lead(field.area(c)) }
	}
	if progress == nil {
		progress = func(Step) {}
	}
	if err := r.list(ctx, count, progress); err != nil {
		return nil, err
	}
	return r, r.solve(ctx, progress)
}

// fits fails if the positions probably need more memory than the machine has, in bytes. 0 means unknown.
func (r *FixPoint) fits(memory int64) error {
	const gigabyte = 1e9
	if need := r.need(); memory > 0 && need > float64(memory) {
		return usage.Errorf("%v needs about %.1f GB of memory for its positions, and this machine has %.1f GB: use fewer points or, on a board without weights, search for a proof (--search)",
			r.board.Graph, need/gigabyte, float64(memory)/gigabyte)
	}
	return nil
}

// need estimates the memory for the positions in bytes. Random colourings show how many of all are positions. The bytes
// for a position were measured on boards of 12 to 16 points.
func (r *FixPoint) need() float64 {
	const samples = 1024
	rng, positions := rand.New(rand.NewPCG(1, 2)), 0
	for range samples {
		var c colouring
		for p := range r.n {
			switch rng.IntN(3) {
			case 1:
				c.own |= 1 << p
			case 2:
				c.opp |= 1 << p
			}
		}
		if r.rules.stands(c) {
			positions++
		}
	}
	share := float64(positions) / samples / float64(len(r.symmetry))
	return float64(r.size) * (4 + share*float64(120+10*r.n))
}

// stepEvery is the number of positions between two steps that are reported. It is a power of two.
const stepEvery = 1 << 16

// each calls visit for every colouring, in the order of codes.
func (f *field) each(visit func(code uint64, c colouring)) {
	var c colouring
	for code := range f.size {
		visit(code, c)
		for p := 0; p < f.n; p++ { // add 1 in base 3
			stone := points(1) << p
			if c.own&stone == 0 && c.opp&stone == 0 {
				c.own |= stone
				break
			}
			if c.own&stone != 0 {
				c.own, c.opp = c.own&^stone, c.opp|stone
				break
			}
			c.opp &^= stone
		}
	}
}

// list finds the positions and the plays between them.
func (r *FixPoint) list(ctx context.Context, lead func(colouring) float64, progress func(Step)) error {
	number := make([]uint32, r.size)
	r.koNumber = map[ko]uint32{}
	var colourings []colouring
	var leads []float64
	r.each(func(code uint64, c colouring) {
		if code%stepEvery == 0 {
			progress(Step{Share: float64(code) / float64(r.size) / 2})
		}
		if number[code] != 0 || !r.rules.stands(c) || ctx.Err() != nil {
			return
		}
		r.positions = append(r.positions, uint32(code))
		colourings = append(colourings, c)
		leads = append(leads, lead(c))
		for s := range r.symmetry {
			number[r.code(c, s)] = uint32(len(r.positions))
		}
	})
	r.rank(leads)
	for i, c := range colourings {
		if i%stepEvery == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			progress(Step{Share: 0.5 + float64(i)/float64(len(colourings))/2})
		}
		for side := range uint32(2) {
			r.first = append(r.first, uint32(len(r.next)))
			plays := uint32(0)
			for p := range r.n {
				if (c.own|c.opp)>>p&1 != 0 {
					continue
				}
				after, ban, ok := r.rules.put(c, p)
				if !ok {
					continue
				}
				if side == 1 {
					after.own, after.opp = after.opp, after.own
				}
				plays |= 1 << p
				next := 2*(number[r.code(after, 0)]-1) + 1 - side
				if ban != 0 {
					taken := ko{next, uint32(r.canonical(after, ban))}
					k, known := r.koNumber[taken]
					if !known {
						k = uint32(len(r.kos))
						r.kos, r.koNumber[taken] = append(r.kos, taken), k
					}
					next = uint32(2*len(colourings)) + k
				}
				r.next = append(r.next, next)
			}
			r.plays = append(r.plays, plays)
			c.own, c.opp = c.opp, c.own
		}
	}
	r.first = append(r.first, uint32(len(r.next)))
	return ctx.Err()
}

// rank replaces leads with their places among all different leads.
func (r *FixPoint) rank(leads []float64) {
	r.scores = slices.Clone(leads)
	slices.Sort(r.scores)
	r.scores = slices.Compact(r.scores)
	for _, lead := range leads {
		i, _ := slices.BinarySearch(r.scores, lead)
		r.leads = append(r.leads, int32(i))
	}
}

// canonical moves the set of points together with the position to the image of the position that is stored: the one
// with the smallest code. If several symmetries lead there, it takes the smallest image of the set.
func (f *field) canonical(c colouring, set points) points {
	least, image := ^uint64(0), points(0)
	for s := range f.symmetry {
		code, moved := f.code(c, s), f.move(set, s)
		if code < least || code == least && moved < image {
			least, image = code, moved
		}
	}
	return image
}

// move returns the image of the set under a symmetry.
func (f *field) move(set points, symmetry int) (image points) {
	for ; set != 0; set &= set - 1 {
		image |= 1 << f.symmetry[symmetry][bits.TrailingZeros64(set)]
	}
	return image
}

// solve finds the values of all states. At first every state has the value of an endless game, which is the worst for
// Black. Then solve carries the results that passes can force back to earlier states until nothing changes.
func (r *FixPoint) solve(ctx context.Context, progress func(Step)) error {
	r.now, r.passed = make([]int32, len(r.plays)+len(r.kos)), make([]int32, len(r.plays))
	r.found, r.foundPassed = make([]uint32, len(r.now)), make([]uint32, len(r.passed))
	changes := uint32(0)
	best := int32(len(r.scores) - 1) // it cannot become better
	for sweep, changed := 1, true; changed; sweep++ {
		changed = false
		set := func(value *int32, found *uint32, to int32) {
			if *value != to {
				changes++
				*value, *found, changed = to, changes, true
			}
		}
		for i := len(r.plays) - 1; i >= 0; i-- {
			if i%stepEvery == 0 {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				progress(Step{sweep, 1 - float64(i)/float64(len(r.plays))})
			}
			if r.now[i] == best && r.passed[i] == best {
				continue
			}
			play := r.bestPlay(uint32(i), 0)
			set(&r.passed[i], &r.foundPassed[i], better(i, play, r.leads[i/2]))
			set(&r.now[i], &r.found[i], better(i, play, r.passed[i^1]))
		}
		for k, ko := range r.kos {
			if i, at := int(ko.situation), len(r.plays)+k; r.now[at] != best {
				set(&r.now[at], &r.found[at], better(i, r.bestPlay(ko.situation, ko.ban), r.passed[i^1]))
			}
		}
	}
	return nil
}

// better returns the value that the player to move in the situation prefers.
func better(situation int, a, b int32) int32 {
	if situation&1 == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// bestPlay returns the value of the best play in a situation. It leaves out the banned points. If no play is possible,
// it returns a value that is worse than any other.
func (r *FixPoint) bestPlay(situation uint32, ban uint32) int32 {
	next := r.next[r.first[situation]:r.first[situation+1]]
	best := int32(-1)
	if situation&1 != 0 {
		best = math.MaxInt32
	}
	plays := r.plays[situation]
	for _, s := range next {
		p := plays & -plays
		plays &^= p
		if p&ban == 0 {
			best = better(int(situation), best, r.now[s])
		}
	}
	return best
}

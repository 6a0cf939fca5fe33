package solve

import "math/bits"

// locals decides what the claimant can force in one region beside a chain that cannot be captured, which is called the
// wall. Package solve/verify has the definition and the proof. A locals belongs to one goroutine.
type locals struct {
	*field
	largest int // larger regions are won at once or not at all
	known   []localSpan
}

// localSpan is what is known about a region. The keys are those of local.keys.
type localSpan struct {
	key  [2]uint64
	span [3]span // by number of eyes
}

// localLog is the logarithm of the number of regions that a locals remembers.
const localLog = 20

// local is a region and the stones in it. All neighbours of the region are points of the wall.
type local struct {
	region, own, opp points
	ban              points // banned for the claimant, who is then to move
	own2move         bool   // the claimant is to move
	eyes             int    // the eyes that the wall has to get in the region, at most 2
}

// span says within how many turns a region is won, and for how many turns it is not; 0 if this is not known.
type span struct{ won, lost int8 }

func newLocals(f *field, largest int) *locals {
	l := &locals{f, largest, make([]localSpan, 1<<localLog)}
	wantLargePages(l.known)
	return l
}

// keys returns two numbers that only this region has, whatever the number of eyes. The board has at most MaxSearch
// points.
func (x *local) keys() [2]uint64 {
	special := uint64(0)
	if x.own2move {
		special = 1
	}
	if x.ban != 0 {
		special |= uint64(bits.TrailingZeros64(x.ban)+1) << 1
	}
	return [2]uint64{x.region | x.own<<32, x.opp | special<<32}
}

// at returns the slot of a region. The slot may hold another region with the same hash.
func (l *locals) at(key [2]uint64) *localSpan {
	return &l.known[mix(key[0]^mix(key[1]))&(1<<localLog-1)]
}

// localDepth is the largest number of turns that are searched in a region.
const localDepth = 14

// decide reports whether the claimant wins the region within the number of turns.
func (l *locals) decide(x local, depth int) bool {
	if x.own2move {
		if x.ban == 0 && l.solid(x) {
			return true
		}
	} else {
		x.ban = 0
		if l.solid(x) {
			return true
		}
		// The opponent may fill every liberty of the wall outside of the regions that give it eyes.
		if bits.OnesCount64(l.near(l.all&^x.region)&x.region&^(x.own|x.opp)) < x.eyes {
			return false
		}
	}
	if depth == 0 {
		return false
	}
	key := x.keys()
	if k := l.at(key); k.key == key {
		switch s := k.span[x.eyes]; {
		case s.won > 0 && int(s.won) <= depth:
			return true
		case int(s.lost) >= depth:
			return false
		}
	}
	won, searched := false, localDepth
	// If the opponent lives in the region, more turns do not help.
	if x.opp == 0 || l.field.settled(colouring{x.opp, x.own | l.all&^x.region}, 0) == 0 {
		won, searched = l.try(x, depth), depth
	}
	k := l.at(key)
	if k.key != key {
		*k = localSpan{key: key}
	}
	switch s := &k.span[x.eyes]; {
	case !won:
		s.lost = max(s.lost, int8(searched))
	case s.won == 0 || int(s.won) > depth:
		s.won = int8(depth)
	}
	return won
}

// solid reports whether the region has no stones of the claimant, and at most one point that does not touch the wall;
// for an eye, none.
func (l *locals) solid(x local) bool {
	if x.own != 0 || x.eyes > 1 {
		return false
	}
	inner := x.region &^ l.near(l.all&^x.region)
	return inner == 0 || x.eyes == 0 && inner&(inner-1) == 0 && bits.OnesCount64(l.near(inner)) > 1
}

// try tries the turns of the player to move.
func (l *locals) try(x local, depth int) bool {
	if !x.own2move {
		next := x
		next.own2move = true
		if !l.decide(next, depth-1) { // the opponent plays elsewhere
			return false
		}
		for rest := x.region &^ (x.own | x.opp); rest != 0; rest &= rest - 1 {
			c, ban, ok := l.put(colouring{x.opp, x.own}, bits.TrailingZeros64(rest), x.region, false)
			if ok && !l.decide(local{x.region, c.opp, c.own, ban, true, x.eyes}, depth-1) {
				return false
			}
		}
		return true
	}
	for rest := x.region &^ (x.own | x.opp | x.ban); rest != 0; rest &= rest - 1 {
		c, _, ok := l.put(colouring{x.own, x.opp}, bits.TrailingZeros64(rest), x.region, true)
		if ok && l.split(x.region, c, x.eyes, depth-1) {
			return true
		}
	}
	return x.opp == 0 && l.decide(local{x.region, x.own, 0, 0, false, x.eyes}, depth-1)
}

// split joins the claimant's stones in the region that touch the wall to the wall, and reports whether the claimant
// wins all the parts that remain, one of them with an eye if necessary, when the opponent moves first.
func (l *locals) split(region points, c colouring, eyes, depth int) bool {
	wall := l.flood(l.all&^region, l.all&^region|c.own)
	for rest := region &^ wall; rest != 0; {
		part := l.flood(rest&-rest, region&^wall)
		rest &^= part
		x := local{part, c.own & part, c.opp & part, 0, false, eyes}
		if !l.most(&x, depth) {
			return false
		}
		eyes -= x.eyes
	}
	return eyes == 0
}

// put is [field.play] in a region beside a wall. The parameter own reports whether the player has the wall.
func (l *locals) put(c colouring, p int, region points, own bool) (after colouring, ban points, ok bool) {
	wall := l.all &^ region
	stone := points(1) << p
	c.own |= stone
	mine, theirs := c.own, c.opp
	if own {
		mine |= wall
	} else {
		theirs |= wall
	}
	empty := region &^ (c.own | c.opp)
	var captured points
	for rest := l.adj[p] & theirs; rest != 0; {
		chain := l.flood(rest&-rest, theirs)
		rest &^= chain
		if chain&wall == 0 && l.near(chain)&empty == 0 {
			captured |= chain
		}
	}
	if captured != 0 {
		c.opp &^= captured
		if captured&(captured-1) == 0 && l.adj[p]&mine == 0 && l.adj[p]&(empty|captured) == captured {
			ban = captured
		}
		return c, ban, true
	}
	if l.adj[p]&empty != 0 {
		return c, 0, true
	}
	chain := l.flood(stone, mine)
	return c, 0, chain&wall != 0 || l.near(chain)&empty != 0
}

// held returns the most points that the claimant can make his own around one of his chains, or around all that are
// unconditionally alive: the chain, the regions beside it that he wins, and half of the empty points beside it in the
// other regions. The regions that he wins have to give the chain two eyes, unless it is alive. The parameter enough is
// the number of points that is enough.
func (l *locals) held(s *state, enough int) int {
	var chains [maxPoints]group
	list := l.groups(s.own, chains[:0])
	_, alive := l.settledBy(s.own, list, 0)
	return l.heldBy(s, list, alive, enough)
}

// heldBy is held with the chains of the claimant, and those of his stones that are unconditionally alive.
func (l *locals) heldBy(s *state, chains []group, alive points, enough int) int {
	best, liberties := 0, 1 // liberties that a chain needs
	if s.opponent {
		liberties = 2 // one for each eye
	}
	for i := range chains {
		if bits.OnesCount64(chains[i].near&^s.opp) < liberties {
			continue
		}
		if best = max(best, l.around(s, chains[i].set, 2, enough)); best >= enough {
			return best
		}
	}
	if alive != 0 {
		best = max(best, l.around(s, alive, 0, enough))
	}
	return best
}

// around returns the points that the claimant can make his own around a wall that needs a number of eyes, or 0.
func (l *locals) around(s *state, wall points, eyes, enough int) int {
	var parts [maxPoints]points
	count, usable := 0, 0
	border := l.near(wall) &^ (s.own | s.opp)
	total, shared := l.n, points(0)
	for rest := l.all &^ wall; rest != 0; {
		part := l.flood(rest&-rest, rest)
		rest &^= part
		parts[count] = part
		if size := bits.OnesCount64(part); size > l.largest && !l.solid(local{region: part, own: s.own & part}) {
			total -= size
			shared |= border & part
		} else {
			parts[usable], parts[count] = parts[count], parts[usable]
			usable++
		}
		count++
	}
	if total+(bits.OnesCount64(shared)+1)/2 < enough || usable == 0 && eyes > 0 {
		return 0
	}
	best := 0
	for first := -1; first < usable; first++ { // the part of the claimant's next turn
		if found, size := l.together(s, parts[:count], border, first, eyes); found >= eyes {
			best = max(best, size+bits.OnesCount64(wall))
		}
		if best >= enough || s.opponent {
			break
		}
	}
	return best
}

// together returns the eyes and the points that the claimant gets in the parts, if he has the turn in the part number
// first, or in none if it is negative: all points of the parts that he wins, and half of the border in the others. The
// border consists of the empty points beside the wall. The wall needs a number of eyes.
func (l *locals) together(s *state, parts []points, border points, first, need int) (eyes, size int) {
	var shared points
	for i, part := range parts {
		if i != first && !s.opponent && s.ban&part != 0 {
			continue // the claimant may have to pass before he can play on the banned point
		}
		x := local{region: part, own: s.own & part, opp: s.opp & part, eyes: need}
		if i == first {
			x.own2move, x.ban = true, s.ban&part
		}
		depth := localDepth
		if bits.OnesCount64(part) > l.largest {
			depth = 0
		}
		if l.most(&x, depth) {
			eyes += x.eyes
			size += bits.OnesCount64(part)
		} else if x.ban == 0 {
			shared |= border & part
		}
	}
	half := bits.OnesCount64(shared)
	if !s.opponent && first < 0 {
		half++
	}
	return eyes, size + half/2
}

// most lowers the number of eyes until the claimant wins the region with it. It returns false if he does not win.
func (l *locals) most(x *local, depth int) bool {
	for ; x.eyes >= 0; x.eyes-- {
		if l.decide(*x, depth) {
			return true
		}
	}
	return false
}

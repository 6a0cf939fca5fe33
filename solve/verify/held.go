package verify

import (
	"math/bits"

	"tengen/internal/refgo"
)

// holder decides what the claimant can force in a region beside a wall; see the package comment. It is separate from
// refgo because a wall cannot be captured. Points are bits.
type holder struct {
	near  []uint64 // by point: its neighbours
	all   uint64
	known map[place]int // by place: the number of turns within which it is won, or minus that within which it is not
}

// place is a region and the stones in it. All neighbours of the region belong to the wall.
type place struct {
	region, own, opp uint64
	ban              uint64 // of the claimant
	turn             bool   // the claimant is to move
	eyes             int    // the eyes that the wall has to get, at most 2
}

func newHolder(g refgo.Graph) *holder {
	h := &holder{make([]uint64, len(g)), 0, map[place]int{}}
	for p, list := range g {
		h.all |= 1 << p
		for _, q := range list {
			h.near[p] |= 1 << q
		}
	}
	return h
}

// around returns the points that are adjacent to a point of the set.
func (h *holder) around(set uint64) (near uint64) {
	for ; set != 0; set &= set - 1 {
		near |= h.near[bits.TrailingZeros64(set)]
	}
	return near
}

// joined returns the points of the set that are connected to the point within the set.
func (h *holder) joined(point, set uint64) uint64 {
	part := point
	for {
		more := (part | h.around(part)) & set
		if more == part {
			return part
		}
		part = more
	}
}

// parts lists the connected parts of a set.
func (h *holder) parts(set uint64) (parts []uint64) {
	for set != 0 {
		part := h.joined(set&-set, set)
		parts = append(parts, part)
		set &^= part
	}
	return parts
}

// won reports whether the claimant wins the place within a number of turns.
func (h *holder) won(x place, turns int) bool {
	wall := h.all &^ x.region
	inner := x.region &^ h.around(wall)
	if x.own == 0 && x.ban == 0 && x.eyes < 2 && (inner == 0 || x.eyes == 0 && bits.OnesCount64(inner) == 1 && bits.OnesCount64(h.around(inner)) >= 2) {
		return true
	}
	if !x.turn && bits.OnesCount64(h.around(wall)&x.region&^(x.own|x.opp)) < x.eyes {
		return false // the wall has too few liberties here
	}
	if turns == 0 {
		return false
	}
	if known := h.known[x]; known > 0 && known <= turns || known < 0 && -known >= turns {
		return known > 0
	}
	won := h.opponents(x, turns)
	if x.turn {
		won = h.claimants(x, turns)
	}
	if h.known[x] = -turns; won {
		h.known[x] = turns
	}
	return won
}

// opponents tries all turns of the opponent, one of which is to play elsewhere. The ko never bans him.
func (h *holder) opponents(x place, turns int) bool {
	if x.turn {
		return false
	}
	y := x
	y.turn = true
	if !h.won(y, turns-1) {
		return false
	}
	for p := range h.near {
		if opp, own, ban, ok := h.put(x.region, x.opp, x.own, p, false); ok {
			if !h.won(place{x.region, own, opp, ban, true, x.eyes}, turns-1) {
				return false
			}
		}
	}
	return true
}

// claimants tries all turns of the claimant. He may pass if the opponent has no stones in the region. Stones that touch
// the wall join it; then every part of the rest has to be won, one of them with an eye if necessary.
func (h *holder) claimants(x place, turns int) bool {
	if x.opp == 0 && h.won(place{x.region, x.own, 0, 0, false, x.eyes}, turns-1) {
		return true
	}
	for p := range h.near {
		own, opp, _, ok := h.put(x.region, x.own, x.opp, p, true)
		if !ok || x.ban>>p&1 != 0 {
			continue
		}
		rest := x.region
		for _, part := range h.parts(h.all&^x.region | own) {
			if part&^x.region != 0 {
				rest &^= part
			}
		}
		missing, good := x.eyes, true
		for _, part := range h.parts(rest) {
			eyes, won := h.most(place{part, own & part, opp & part, 0, false, missing}, turns-1)
			missing -= eyes
			good = good && won
		}
		if good && missing == 0 {
			return true
		}
	}
	return false
}

// most returns the largest number of eyes, up to the number that is wanted, with which the claimant wins the place. It
// returns false if he does not win it.
func (h *holder) most(x place, turns int) (eyes int, won bool) {
	for ; x.eyes >= 0; x.eyes-- {
		if h.won(x, turns) {
			return x.eyes, true
		}
	}
	return 0, false
}

// put plays a stone of the player on an empty point of the region. The parameter wall reports whether the player has
// the wall. It returns the stones of both, and the point where a play would take back a ko.
func (h *holder) put(region, mine, theirs uint64, p int, wall bool) (own, opp, ko uint64, ok bool) {
	stone := uint64(1) << p
	if (region&^(mine|theirs))&stone == 0 {
		return 0, 0, 0, false
	}
	own, opp = mine|stone, theirs
	free := func(set uint64, walled bool) bool {
		near := h.around(set)
		return near&region&^(own|opp) != 0 || walled && near&^region != 0
	}
	taken := uint64(0)
	for _, block := range h.parts(opp) {
		if block&h.near[p] != 0 && !free(block, !wall) {
			taken |= block
		}
	}
	opp &^= taken
	block := h.joined(stone, own)
	if !free(block, wall) {
		return 0, 0, 0, false
	}
	if bits.OnesCount64(taken) == 1 && block == stone && h.near[p]&region&^(opp|mine) == taken && (!wall || h.near[p]&^region == 0) {
		ko = taken
	}
	return own, opp, ko, true
}

const (
	maxRegion = 10 // the points of the largest region that is decided
	maxTurns  = 14 // the turns within which it has to be won
)

// held returns the most points that the claimant can make his own around one of the walls, each of which needs a
// number of eyes. If he is to move, his turn may go to any one of the parts, or to an empty point beside the wall in a
// part that he does not win. A part with the banned point counts only if the turn goes there.
func (h *holder) held(walls []uint64, need int, own, opp, ban uint64, toMove bool) int {
	best := 0
	for _, wall := range walls {
		if h.around(wall)&^(own|opp) == 0 {
			continue
		}
		parts := h.parts(h.all &^ wall)
		border := h.around(wall) &^ (own | opp)
		for first := range len(parts) + 1 {
			if first < len(parts) && !toMove {
				continue
			}
			points, eyes, shared := bits.OnesCount64(wall), 0, 0
			for i, part := range parts {
				if toMove && i != first && ban&part != 0 {
					continue
				}
				x := place{part, own & part, opp & part, 0, i == first, need}
				if x.turn {
					x.ban = ban & part
				}
				turns := maxTurns
				if bits.OnesCount64(part) > maxRegion {
					turns = 0
				}
				if n, won := h.most(x, turns); won {
					points += bits.OnesCount64(part)
					eyes += n
				} else if x.ban == 0 {
					shared += bits.OnesCount64(border & part)
				}
			}
			if toMove && first == len(parts) {
				shared++
			}
			points += shared / 2
			if eyes >= need {
				best = max(best, points)
			}
		}
	}
	return best
}

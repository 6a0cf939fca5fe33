package solve

import "math/bits"

// settled returns points that the player can make his own for certain, whichever player moves next: unconditionally
// alive stones and the regions that they enclose. See the package comment for the rule and its proof. The opponent's
// stones in such a region still have to be captured, so the player must not let the game end before.
func (f *field) settled(c colouring, ban points) points {
	var chains [maxPoints]group
	sure, _ := f.settledBy(c.own, f.groups(c.own, chains[:0]), ban)
	return sure
}

// settledBy is settled with the chains of the player. It also returns the unconditionally alive stones.
func (f *field) settledBy(own points, chains []group, ban points) (sure, alive points) {
	if len(chains) == 0 {
		return 0, 0
	}
	var buffer [maxPoints]group
	regions := f.groups(f.all&^own, buffer[:0])
	if len(regions) < 2 {
		return 0, 0
	}
	if alive = f.alive(own, chains, regions); alive == 0 {
		return 0, 0
	}
	sure = alive
	near := f.near(alive)
	for j := range regions {
		region := &regions[j]
		if region.near&^alive != 0 || region.set&ban != 0 {
			continue
		}
		inner := region.set &^ near
		if inner&(inner-1) == 0 && (inner == 0 || bits.OnesCount64(f.near(inner)) > 1) {
			sure |= region.set
		}
	}
	return sure, alive
}

// alive returns the unconditionally alive stones of the player (Benson). The regions are the connected parts of the
// rest of the board.
func (f *field) alive(own points, chains, regions []group) points {
	alive := own
	for changed := true; changed; {
		changed = false
		for i := range chains {
			chain := &chains[i]
			if chain.set&alive == 0 {
				continue
			}
			eyes := 0
			for j := range regions {
				if regions[j].set&^chain.near == 0 && regions[j].near&^alive == 0 {
					if eyes++; eyes == 2 {
						break
					}
				}
			}
			if eyes < 2 {
				alive &^= chain.set
				changed = true
			}
		}
	}
	return alive
}

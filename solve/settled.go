package solve

import "math/bits"

// settled returns points that the player can make his own for certain, whoever moves next: unconditionally alive stones
// and the regions that they enclose. See the package comment for the rule and its proof. The opponent's stones in such
// a region still have to be captured, so the player must not let the game end before.
func (f *field) settled(c colouring, ban points) points {
	open := f.all &^ c.own
	if c.own == 0 || open == 0 {
		return 0
	}
	var regions, nearRegion [maxPoints]points
	count := 0
	for rest := open; rest != 0; count++ {
		regions[count] = f.flood(rest&-rest, open)
		nearRegion[count] = f.near(regions[count]) & c.own
		rest &^= regions[count]
	}
	if count < 2 {
		return 0
	}
	var chains, nearChain [maxPoints]points
	chainCount := 0
	for rest := c.own; rest != 0; chainCount++ {
		chains[chainCount] = f.flood(rest&-rest, c.own)
		nearChain[chainCount] = f.near(chains[chainCount])
		rest &^= chains[chainCount]
	}
	alive := c.own
	for changed := true; changed; {
		changed = false
		for i := range chainCount {
			if chains[i]&alive == 0 {
				continue
			}
			eyes := 0
			for j := range count {
				if regions[j]&^nearChain[i] == 0 && nearRegion[j]&^alive == 0 {
					if eyes++; eyes == 2 {
						break
					}
				}
			}
			if eyes < 2 {
				alive &^= chains[i]
				changed = true
			}
		}
	}
	if alive == 0 {
		return 0
	}
	sure, near := alive, f.near(alive)
	for j := range count {
		if nearRegion[j]&^alive != 0 || regions[j]&ban != 0 {
			continue
		}
		inner := regions[j] &^ near
		if inner&(inner-1) == 0 && (inner == 0 || bits.OnesCount64(f.near(inner)) > 1) {
			sure |= regions[j]
		}
	}
	return sure
}

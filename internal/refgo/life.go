package refgo

import "slices"

// PassAlive says how the rules treat stones that the opponent cannot capture
// even if their owner always passes. KataGo's text calls this SelfPlayOpts.
type PassAlive int

const (
	// PassAliveIgnored follows KataGo's text without SelfPlayOpts: dead stones
	// have to be captured before the end (Tromp-Taylor rule 9).
	PassAliveIgnored PassAlive = iota
	// PassAliveCounts takes off the stones in the pass-alive territory of the
	// other colour before the count. KataGo's program always counts in this
	// way.
	PassAliveCounts
	// PassAliveEnds counts like PassAliveCounts. In addition the game ends as
	// soon as all points are in pass-alive groups and territories. KataGo's
	// program does this in self-play and in matches.
	PassAliveEnds
)

// Regions lists the maximal connected sets of points for which want returns
// true (KataGo, "Basic Definitions"). It sorts the sets by their smallest point
// numbers.
func (g Graph) Regions(want func(p int) bool) []map[int]bool {
	var regions []map[int]bool
	seen := map[int]bool{}
	for p := range g {
		if !want(p) || seen[p] {
			continue
		}
		region := map[int]bool{p: true}
		for open := []int{p}; len(open) > 0; open = open[1:] {
			seen[open[0]] = true
			for _, n := range g[open[0]] {
				if want(n) && !region[n] {
					region[n] = true
					open = append(open, n)
				}
			}
		}
		regions = append(regions, region)
	}
	return regions
}

// borders reports whether p is adjacent to a point of the set.
func (g Graph) borders(p int, set map[int]bool) bool {
	return slices.ContainsFunc(g[p], func(n int) bool { return set[n] })
}

// bordering returns those of the sets that are adjacent to the region.
func (g Graph) bordering(region map[int]bool, sets []map[int]bool) []map[int]bool {
	var found []map[int]bool
	for _, set := range sets {
		for p := range region {
			if g.borders(p, set) {
				found = append(found, set)
				break
			}
		}
	}
	return found
}

// PassAliveGroups lists the blocks of c that are unconditionally alive, by
// Benson's method. It starts from all blocks and all maximal regions of other
// points. It removes blocks with fewer than two regions vital to them, and
// regions that border a removed block, until nothing changes. A region is vital
// to a block if all its empty points are adjacent to the block. If suicide is
// legal, all points of the region have to be adjacent to the block. Otherwise
// the opponent could fill the region, remove the stones by suicide and play on
// their points again.
//
// [Graph.PassAliveByForce] finds the same blocks by the definition.
func (g Graph) PassAliveGroups(b Board, c Color, suicide Suicide) []map[int]bool {
	blocks := g.Regions(func(p int) bool { return b[p] == c })
	regions := g.Regions(func(p int) bool { return b[p] != c })
	vital := func(region, block map[int]bool) bool {
		empty := 0
		for p := range region {
			if b[p] == Empty {
				empty++
			}
			if (b[p] == Empty || suicide != Forbidden) && !g.borders(p, block) {
				return false
			}
		}
		return empty > 0
	}
	for {
		alive := slices.DeleteFunc(slices.Clone(blocks), func(block map[int]bool) bool {
			eyes := 0
			for _, region := range regions {
				if vital(region, block) {
					eyes++
				}
			}
			return eyes < 2
		})
		whole := slices.DeleteFunc(slices.Clone(regions), func(region map[int]bool) bool {
			return len(g.bordering(region, blocks)) != len(g.bordering(region, alive))
		})
		if len(alive) == len(blocks) {
			return blocks
		}
		blocks, regions = alive, whole
	}
}

// PassAliveByForce implements the definition in KataGo's "Additional
// Definitions". It lists the blocks of c that the opponent cannot empty by any
// sequence of pseudolegal moves while c always passes. It visits every board
// that such a sequence can reach. So the board must be small, and few of its
// points may have another colour than c.
func (g Graph) PassAliveByForce(b Board, c Color, suicide Suicide) []map[int]bool {
	blocks := g.Regions(func(p int) bool { return b[p] == c })
	seen := map[string]bool{}
	var visit func(b Board)
	visit = func(b Board) {
		key := make([]byte, len(b))
		for p := range b {
			key[p] = byte(b[p])
		}
		if seen[string(key)] || len(blocks) == 0 {
			return
		}
		seen[string(key)] = true
		blocks = slices.DeleteFunc(blocks, func(block map[int]bool) bool {
			for p := range block {
				if b[p] != c {
					return true
				}
			}
			return false
		})
		for p := range b {
			if b[p] != Empty {
				continue
			}
			after, _, suicided := g.Place(b, p, -c)
			if !suicide.refuses(p, suicided) && !slices.Equal(after, b) {
				visit(after)
			}
		}
	}
	visit(b)
	return blocks
}

// PassAliveTerritory lists the maximal regions without points of c that meet
// two conditions: They border pass-alive groups of c and no other block of c.
// At most one point in them is not adjacent to any of those groups (KataGo,
// "Additional Definitions"). By the words of the text, the point of an empty
// board with a single point would be such a region. In this function a region
// that borders no stone is neutral.
func (g Graph) PassAliveTerritory(b Board, c Color, suicide Suicide) []map[int]bool {
	blocks := g.Regions(func(p int) bool { return b[p] == c })
	alive := g.PassAliveGroups(b, c, suicide)
	return slices.DeleteFunc(g.Regions(func(p int) bool { return b[p] != c }), func(region map[int]bool) bool {
		around := g.bordering(region, alive)
		if len(around) == 0 || len(around) != len(g.bordering(region, blocks)) {
			return true
		}
		inner := 0
		for p := range region {
			if !slices.ContainsFunc(around, func(group map[int]bool) bool { return g.borders(p, group) }) {
				inner++
			}
		}
		return inner > 1
	})
}

// dead lists the stones in the pass-alive territory of the other colour, in
// ascending order.
func (g Graph) dead(b Board, suicide Suicide) []int {
	var dead []int
	for _, c := range []Color{Black, White} {
		for _, region := range g.PassAliveTerritory(b, c, suicide) {
			for p := range region {
				if b[p] == -c {
					dead = append(dead, p)
				}
			}
		}
	}
	slices.Sort(dead)
	return dead
}

// allPassAlive reports whether every point belongs to a pass-alive group or to
// pass-alive territory of either colour.
func (g *Game) allPassAlive(b Board) bool {
	settled := map[int]bool{}
	for _, c := range []Color{Black, White} {
		for _, set := range append(g.Graph.PassAliveGroups(b, c, g.Rules.Suicide),
			g.Graph.PassAliveTerritory(b, c, g.Rules.Suicide)...) {
			for p := range set {
				settled[p] = true
			}
		}
	}
	return len(settled) == len(b)
}

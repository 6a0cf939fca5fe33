package baduk

import "slices"

// Seki is the set of stones in seki after the players have stopped and agreed
// on the dead stones: the stones that are alive but not in independent life,
// see [Board.AgreedLife]. Before play has stopped the set is of little use,
// because it also contains stones that may make two eyes later.
func (b *Board) Seki(dead PointSet) (stones PointSet) {
	left := b.cleaned(dead)
	owner, _ := left.AgreedLife(left.reached())
	for i := range left.cells {
		if c := left.cells[i].color; c != Empty && owner[i] != c {
			stones.Add(Point(i))
		}
	}
	return stones
}

// AgreedLife is [Areas.IndependentLife] for a position in which the players have stopped
// and have taken off the agreed dead stones. In such a position a group may touch dame
// without being in seki, because the players leave dame open. Therefore AgreedLife
// imagines that all dame are filled, and that the owners have connected all stones that
// could then be captured. A group that touches dame is in seki only if it has fewer than
// two eyes in this imagined position. Two eyes are two separate surrounded places, or one
// place of three or more points. Groups count as one part if a stone on a single dame
// would connect them.
func (b *Board) AgreedLife(area []Color) (owner []Color, parts [3]int) {
	owner = make([]Color, len(area))
	of, list := b.groups(area)
	for i := range list {
		if p := &list[i]; p.with == i && (!p.dame || p.eyes >= 2) {
			parts[p.color]++
		}
	}
	for p, i := range of {
		if i < 0 {
			continue
		}
		if whole := &list[root(list, i)]; !whole.dame || whole.eyes >= 2 {
			owner[p] = whole.color
		}
	}
	return owner, parts
}

// group is a connected part of an area.
type group struct {
	color Color
	dame  bool // the group touches dame
	eyes  int  // number of eyes after all dame are filled
	with  int  // index of a group that counts as one with this group, or its own index
}

// groups lists the groups of the area. For a point p, of[p] is the index of its
// group in list, or -1.
func (b *Board) groups(area []Color) (of []int, list []group) {
	of = slices.Repeat([]int{-1}, len(area))
	seen, counted := make([]bool, len(area)), make([]bool, len(area))
	firm := b.connected(area)
	for i, c := range area {
		if c == Empty || seen[i] {
			continue
		}
		now := group{color: c, with: len(list)}
		for _, p := range b.graph.spread(Point(i), seen, func(p Point) bool { return area[p] == c }) {
			of[p] = len(list)
			if firm.cells[p].color == Empty && !counted[p] {
				now.eyes++
				if len(b.graph.spread(p, counted, func(q Point) bool { return area[q] == c && firm.cells[q].color == Empty })) >= 3 {
					now.eyes++
				}
			}
		}
		list = append(list, now)
	}
	for p := range area {
		if area[p] != Empty {
			continue
		}
		beside := [3]int{-1, -1, -1} // by colour: a group that touches this dame
		for _, q := range b.graph.adj[p] {
			if of[q] < 0 {
				continue
			}
			c, i := area[q], root(list, of[q])
			list[i].dame = true
			if j := beside[c]; j >= 0 && j != i {
				list[j].eyes += list[i].eyes
				list[i].with = j
			} else {
				beside[c] = i
			}
		}
	}
	return of, list
}

// root is the index of the group that represents all groups that count as one
// with group i.
func root(list []group, i int) int {
	for list[i].with != i {
		i = list[i].with
	}
	return i
}

// connected is the board after all liberties outside of the area were filled. A
// chain with only one liberty left could then be captured, so connected also
// fills this liberty with a stone of the owner.
func (b *Board) connected(area []Color) *Board {
	firm := NewBoard(b.graph)
	firm.CopyFrom(b)
	if b.graph.Regional() {
		return firm
	}
	for changed := true; changed; {
		changed = false
		for p, c := range area {
			if cell := &firm.cells[p]; cell.color == Empty || cell.head != Point(p) {
				continue
			}
			var inside []Point
			for _, q := range firm.AppendLiberties(nil, Point(p)) {
				if area[q] == c {
					inside = append(inside, q)
				}
			}
			if len(inside) == 1 && !firm.IsSuicide(Move{c, inside[0]}) {
				firm.Place(Move{c, inside[0]})
				changed = true
			}
		}
	}
	return firm
}

// spread lists the points that are connected with p by points that want
// accepts, and marks them as seen.
func (g *Graph) spread(p Point, seen []bool, want func(Point) bool) []Point {
	seen[p] = true
	list := []Point{p}
	for k := 0; k < len(list); k++ {
		for _, q := range g.adj[list[k]] {
			if !seen[q] && want(q) {
				seen[q] = true
				list = append(list, q)
			}
		}
	}
	return list
}

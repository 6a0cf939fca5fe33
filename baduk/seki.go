package baduk

import "slices"

// Seki is the stones in seki for players who stopped and agreed on the dead stones:
// those that live without independent life, see [Board.AgreedLife]. Where play has not
// stopped it says little: stones without two eyes that can still get them are in it.
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

// AgreedLife is [Areas.IndependentLife] for players who stopped and agreed on the dead
// stones, which are off the board. They leave dame that either could take, and mean no
// seki by it. So what touches dame is in seki only if it would be left without two
// eyes once all dame were taken and its owner had connected what could then be captured:
// without two separate places, or one of three points, that it surrounds. Parts that a
// stone on one dame would connect are one.
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

// group is a connected part of an area, or several that are one.
type group struct {
	color Color
	dame  bool // it touches some
	eyes  int  // that are left, two of a place of three points
	with  int  // the group that it is one with, or itself
}

// groups lists the groups of the area, and by point which it belongs to, -1 for none.
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

// root is the group that stands for all that group i is one with.
func root(list []group, i int) int {
	for list[i].with != i {
		i = list[i].with
	}
	return i
}

// connected is the board after its players have filled in what they have to when all
// liberties outside of the area are taken: the last one that is left to a chain.
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

// spread lists the points that are connected with p by points that want, and marks them.
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

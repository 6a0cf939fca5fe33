package baduk

// AgreedLife is [Areas.IndependentLife] for players who stopped and agreed on the dead
// stones, which are off the board. They leave dame that either could take, and mean no
// seki by it. So a part that touches dame is in seki only if it would be left without two
// eyes once all dame were taken and its owner had connected what could then be captured:
// without two separate places, or one of three points, that it surrounds.
func (b *Board) AgreedLife(area []Color) (owner []Color, parts [3]int) {
	owner = make([]Color, len(area))
	seen, counted := make([]bool, len(area)), make([]bool, len(area))
	firm := b.connected(area)
	for i, c := range area {
		if c == Empty || seen[i] {
			continue
		}
		part := b.graph.spread(Point(i), seen, func(p Point) bool { return area[p] == c })
		dame, eyes := false, 0
		for _, p := range part {
			for _, q := range b.graph.adj[p] {
				dame = dame || b.cells[q].color == Empty && area[q] == Empty
			}
			if firm.cells[p].color == Empty && !counted[p] {
				eye := b.graph.spread(p, counted, func(q Point) bool { return area[q] == c && firm.cells[q].color == Empty })
				eyes++
				if len(eye) >= 3 {
					eyes++
				}
			}
		}
		if dame && eyes < 2 {
			continue
		}
		parts[c]++
		for _, p := range part {
			owner[p] = c
		}
	}
	return owner, parts
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

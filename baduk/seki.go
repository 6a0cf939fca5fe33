package baduk

// IndependentLife is the part of an area, given by point, that is in independent
// life, by owner, and the number of its parts by colour: the connected parts of either
// player's area that contain no stone of that player in atari and touch no dame
// (KataGo's rules, "independent-life region"; what does is in seki). The area may be
// what [Areas.Area] has returned.
func (a *Areas) IndependentLife(b *Board, area []Color) (owner []Color, parts [3]int) {
	return a.life(b, area, nil)
}

// AgreedLife is [Areas.IndependentLife] for players who stopped and agreed on the dead
// stones, which are off the board. They leave dame that either could fill, and mean no
// seki by it: a part lives for itself also where it surely has two eyes, because it
// contains a stone that is pass-alive or surrounds three connected points. Suicide says
// whether several stones may kill themselves.
func (a *Areas) AgreedLife(b *Board, area []Color, suicide bool) (owner []Color, parts [3]int) {
	return a.life(b, area, a.PassAlive(b, suicide))
}

// life finds the parts of an area that live for themselves. With alive, by point, two eyes
// are enough for that.
func (a *Areas) life(b *Board, area, alive []Color) (owner []Color, parts [3]int) {
	a.independent, a.seen = zeroed(a.independent, len(b.cells)), zeroed(a.seen, len(b.cells))
	owner, seen, part := a.independent, a.seen, a.part
	for i, c := range area {
		if c == Empty || seen[i] {
			continue
		}
		seen[i] = true
		part = append(part[:0], Point(i))
		free, eyes := true, false
		for k := 0; k < len(part); k++ {
			p := part[k]
			cell, inside := &b.cells[p], 0
			if cell.color == c && b.cells[cell.head].liberties == 1 {
				free = false
			}
			for _, q := range b.graph.adj[p] {
				if b.cells[q].color == Empty && area[q] == Empty {
					free = false
				}
				if b.cells[q].color == Empty && area[q] == c {
					inside++
				}
				if area[q] == c && !seen[q] {
					seen[q] = true
					part = append(part, q)
				}
			}
			eyes = eyes || alive != nil && (alive[p] == c || cell.color == Empty && inside > 1)
		}
		if !free && !eyes {
			continue
		}
		parts[c]++
		for _, p := range part {
			owner[p] = c
		}
	}
	a.part = part
	return owner, parts
}

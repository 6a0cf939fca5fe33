package baduk

import "fmt"

// CheckInvariants recomputes from the stones everything that the board updates
// incrementally. It returns an error about the first difference. It is slow and
// allocates. It is part of every build, so tests and programs can call it at
// any time. A chain without liberties is an error, except on a regional board,
// which may have such chains.
func (b *Board) CheckInvariants() error {
	var hash uint64
	var stones [3]int32
	seen := make([]bool, len(b.cells))
	for i := range b.cells {
		p := Point(i)
		c := b.cells[p]
		switch {
		case int32(p) < b.playable:
			stones[c.color]++
		case c.color != Empty:
			return fmt.Errorf("a stone stands on %s, beyond the board", b.graph.Vertex(p))
		}
		for _, color := range [2]Color{Black, White} {
			n := 0
			for _, q := range b.graph.adj[p] {
				if b.cells[q].color == color {
					n++
				}
			}
			if n != b.Around(p, color) {
				return fmt.Errorf("%s has %d %v neighbours, the board says %d", b.graph.Vertex(p), n, color, b.Around(p, color))
			}
		}
		if c.color == Empty {
			if int32(p) >= b.playable {
				continue // not in the list of empty points; its length is compared below
			}
			if int(c.slot) >= len(b.empty) || b.empty[c.slot] != p {
				return fmt.Errorf("empty %s is not where the list of empty points says", b.graph.Vertex(p))
			}
			continue
		}
		hash ^= b.graph.Key(p, c.color)
		if !seen[p] {
			if err := b.checkChain(p, seen); err != nil {
				return err
			}
		}
	}
	switch {
	case stones != b.stones:
		return fmt.Errorf("the board counts %v points by colour, there are %v", b.stones, stones)
	case len(b.empty) != int(stones[Empty]):
		return fmt.Errorf("the list of empty points has %d of %d", len(b.empty), stones[Empty])
	case hash != b.hash:
		return fmt.Errorf("the hash is %016x, the stones give %016x", b.hash, hash)
	}
	return nil
}

// checkChain flood-fills the chain on p and compares its head, circle, size and
// liberties with the board.
func (b *Board) checkChain(p Point, seen []bool) error {
	name := b.graph.Vertex(p)
	member, liberty := map[Point]bool{p: true}, map[Point]bool{}
	for queue := []Point{p}; len(queue) > 0; queue = queue[1:] {
		seen[queue[0]] = true
		for _, q := range b.graph.adj[queue[0]] {
			switch b.At(q) {
			case Empty:
				liberty[q] = true
			case b.At(p):
				if !member[q] {
					member[q] = true
					queue = append(queue, q)
				}
			}
		}
	}
	head := b.Head(p)
	for q := range member {
		if b.Head(q) != head {
			return fmt.Errorf("the chain on %s has two heads", name)
		}
	}
	circle := 0
	for s := p; ; {
		if circle++; circle > len(member) || !member[s] {
			return fmt.Errorf("the circle of the chain on %s leaves the chain", name)
		}
		if s = b.Next(s); s == p {
			break
		}
	}
	switch {
	case !member[head]:
		return fmt.Errorf("the head of the chain on %s is not one of its stones", name)
	case circle != len(member) || b.ChainSize(p) != len(member):
		return fmt.Errorf("the chain on %s has %d stones, the circle %d, the board says %d", name, len(member), circle, b.ChainSize(p))
	case b.Liberties(p) != len(liberty):
		return fmt.Errorf("the chain on %s has %d liberties, the board says %d", name, len(liberty), b.Liberties(p))
	case !b.hasLiberties(p, liberty):
		return fmt.Errorf("the chain on %s has %d liberties, but not those that the board says", name, len(liberty))
	case len(liberty) == 0 && b.weigher == nil:
		return fmt.Errorf("the chain on %s stands without liberties", name)
	}
	return nil
}

// hasLiberties reports whether the liberties of the chain on p are exactly the
// wanted ones.
func (b *Board) hasLiberties(p Point, want map[Point]bool) bool {
	have := b.AppendLiberties(nil, p)
	for _, q := range have {
		if !want[q] {
			return false
		}
	}
	return len(have) == len(want)
}

package baduk

// PointSet is a set of points as a bitmap; the zero value is empty.
type PointSet []uint64

// Add puts p, a point of a board, into the set.
func (s *PointSet) Add(p Point) {
	for int(p)>>6 >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[p>>6] |= 1 << (p & 63)
}

// Remove takes p out of the set.
func (s PointSet) Remove(p Point) {
	if s.Has(p) {
		s[p>>6] &^= 1 << (p & 63)
	}
}

// Has reports whether p is in the set; [Pass] never is.
func (s PointSet) Has(p Point) bool {
	return p >= 0 && int(p)>>6 < len(s) && s[p>>6]>>(p&63)&1 != 0
}

// without returns a copy of the set without p.
func (s PointSet) without(p Point) PointSet {
	t := append(PointSet(nil), s...)
	t.Remove(p)
	return t
}

// equal reports whether two sets have the same points.
func (s PointSet) equal(t PointSet) bool {
	for i := range max(len(s), len(t)) {
		var a, b uint64
		if i < len(s) {
			a = s[i]
		}
		if i < len(t) {
			b = t[i]
		}
		if a != b {
			return false
		}
	}
	return true
}

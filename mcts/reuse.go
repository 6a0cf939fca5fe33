package mcts

import (
	"slices"

	"tengen/baduk"
)

// SetGame moves the root to the present position of g. When g goes on from the
// last root, what the tree knows of it is kept.
func (s *Search) SetGame(g *baduk.Game) {
	if !s.follow(g) {
		s.tree.clear()
	}
	s.game = g.Clone()
	s.unit, s.points = g.Graph().Unit()
}

// follow moves the root along the moves that g made since.
func (s *Search) follow(g *baduk.Game) bool {
	old := s.game
	if old == nil || old.Graph() != g.Graph() || old.Rules() != g.Rules() || old.Setup().Handicap != g.Setup().Handicap || old.Setup().Scores != g.Setup().Scores || old.Setup().ToPlay != g.Setup().ToPlay || len(s.tree.nodes) <= root ||
		g.Len() < old.Len() || !slices.Equal(old.StonesAfter(0), g.StonesAfter(0)) || g.Over() {
		return false
	}
	for i := range old.Len() {
		if old.Turn(i) != g.Turn(i) {
			return false
		}
	}
	n := int32(root)
	for i := old.Len(); i < g.Len(); i++ {
		m := g.Turn(i)
		if m.Color != s.tree.nodes[n].toPlay {
			return false
		}
		next := int32(0)
		for _, e := range s.tree.edgesOf(n) {
			if e.move == m.Point {
				next = e.child
			}
		}
		if n = next; n == 0 {
			return false
		}
	}
	if s.tree.nodes[n].toPlay != g.ToPlay() {
		return false
	}
	if n == root {
		return true
	}
	s.spare.subtree(s.tree, n)
	s.tree, s.spare = s.spare, s.tree
	return true
}

package mcts

import (
	"math"
	"slices"

	"tengen/baduk"
)

// SetGame makes the present position of g the root. If g continues the game of the last root, the part of the
// graph below the new root is kept, and the memory of the rest is reused. SetGame panics while the search runs.
func (s *Search) SetGame(g *baduk.Game) {
	s.idle("SetGame")
	s.use.Lock()
	defer s.use.Unlock()
	if n, ok := s.descendant(g); !ok || s.sideChanges(g) {
		s.forget()
		s.endRun()
	} else if n != s.root {
		s.moveRoot(n)
		s.endRun()
	}
	if s.params.Bias > 0 && (s.biases == nil || s.game == nil || s.game.Graph() != g.Graph()) {
		s.biases = newBiasTable(s.graph, g.Graph())
	}
	s.game = g.Clone()
	unit, points := g.Graph().Unit()
	s.valuer.setUnit(unit)
	s.valuer.side = math.Sqrt(points)
	s.prepareRestrictions()
}

// endRun forgets what the last run was asked for, and its plan for the root, because they are about the old root.
func (s *Search) endRun() { s.run.halving, s.run.ask = nil, Ask{} }

// SetConservativePass changes Params.ConservativePass. The graph is emptied if it depends on the old value. It
// panics while the search runs.
func (s *Search) SetConservativePass(on bool) {
	if s.params.ConservativePass == on {
		return
	}
	s.idle("SetConservativePass")
	s.use.Lock()
	defer s.use.Unlock()
	if s.params.ConservativePass = on; s.game != nil && passEnds(s.game) {
		s.forget()
	}
}

// passEnds reports whether a pass of the player to move would end the game.
func passEnds(g *baduk.Game) bool { return g.PassEnds(g.ToPlay()).Game }

// Forget empties the graph. It panics while the search runs.
func (s *Search) Forget() {
	s.idle("Forget")
	s.use.Lock()
	defer s.use.Unlock()
	s.forget()
}

// sideChanges reports whether the graph is invalid because the other player is to move at the new root. The
// graph becomes invalid if playouts have followed the human policy with different probabilities for the two
// players.
func (s *Search) sideChanges(g *baduk.Game) bool {
	p := &s.params.HumanPolicy
	return s.human != nil && (p.Own != p.Opponent || p.Own != p.Root) && s.game.ToPlay() != g.ToPlay()
}

// forget empties the graph.
func (s *Search) forget() {
	s.graph.clear()
	s.table.clear()
	if s.biases != nil {
		s.biases.clear()
	}
	for _, t := range s.scratch {
		t.stock, t.held = stock{}, nil
	}
	s.root, s.rootNode, s.rootPriors, s.centred = 0, nil, nil, false
	s.human.forget()
	s.run.cycles.Store(0)
}

// descendant returns the node to which the moves of g since the last root lead. It returns false if this node
// does not exist or cannot be the new root.
func (s *Search) descendant(g *baduk.Game) (int32, bool) {
	old := s.game
	if old == nil || s.root == 0 || g.Over() || !extends(old, g) {
		return 0, false
	}
	// With ConservativePass, the game continues after a pass of the root, and only there. The new root would need
	// other nodes if its pass ends the game, or if the old root's pass did and was played.
	if s.params.ConservativePass && g.Len() > old.Len() && (passEnds(g) || g.Turn(old.Len()).IsPass() && passEnds(old)) {
		return 0, false
	}
	n := s.root
	for i := old.Len(); i < g.Len(); i++ {
		m := g.Turn(i)
		nd := s.graph.nodes.at(n)
		if m.Color != nd.toPlay() || nd.opened == 0 {
			return 0, false
		}
		moves, next := s.graph.movesOf(nd), int32(0)
		for k, e := range s.graph.edgesOf(nd) {
			if moves[k].point() == m.Point {
				next = e.child
			}
		}
		if n = next; n == 0 {
			return 0, false
		}
	}
	nd := s.graph.nodes.at(n)
	if nd.toPlay() != g.ToPlay() || nd.flags&flagEnd != 0 || nd.owned == 0 {
		return 0, false
	}
	if s.params.Graph { // the keys differ if the moves of g forbid moves that other paths to the node allow
		key, check := g.NearKeys(horizon)
		if nd.key != key || nd.check != uint32(check>>32) {
			return 0, false
		}
	}
	return n, true
}

// extends reports whether g is the game old with zero or more moves added.
func extends(old, g *baduk.Game) bool {
	a, b := old.Setup(), g.Setup()
	if old.Graph() != g.Graph() || old.Rules() != g.Rules() || a.Handicap != b.Handicap || a.FreeHandicap != b.FreeHandicap || a.Scores != b.Scores || a.Prisoners != b.Prisoners || a.ToPlay != b.ToPlay ||
		g.Len() < old.Len() || !slices.Equal(old.StonesAfter(0), g.StonesAfter(0)) || g.Len() == old.Len() && g.ToPlay() != old.ToPlay() {
		return false
	}
	for i := range old.Len() {
		if old.Turn(i) != g.Turn(i) {
			return false
		}
	}
	return true
}

// moveRoot makes another node the root and frees all nodes that cannot be reached from it.
func (s *Search) moveRoot(n int32) {
	s.root, s.rootNode, s.rootPriors, s.centred = n, s.graph.nodes.at(n), nil, false
	s.human.forget()
	g := s.graph
	nodes, learned := make([]bool, g.nodes.top), make([]bool, g.learned.top)
	for _, i := range s.reachable() {
		nodes[i], learned[g.nodes.at(i).bias] = true, true
	}
	s.table.keep(nodes, s.free)
	if s.biases != nil {
		s.biases.keep(learned, g.learned.give)
	}
}

// free gives back a node with its moves and edges.
func (s *Search) free(i int32) {
	n := s.graph.nodes.at(i)
	if n.bias != 0 {
		s.biases.forget(n, &s.params)
	}
	if n.moves != 0 {
		s.graph.moves.give(n.moves, s.graph.moveClass(int(n.count)))
	}
	if n.edges != 0 {
		s.graph.edges.give(n.edges, uint8(n.flags>>flagClass))
	}
	s.graph.nodes.give(i)
}

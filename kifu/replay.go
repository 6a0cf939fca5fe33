package kifu

import (
	"iter"
	"slices"

	"tengen/baduk"
)

// Position is the record at one of its nodes.
type Position struct {
	Node *Node
	// Game is the play that led here, under [Tree.ReplayRules]: since the last node
	// that set stones up, or since the last move on a stone. It belongs to
	// the walk, which changes it: Clone what shall outlive the step.
	Game *baduk.Game
	// Number is how many moves there were, from the root.
	Number int
	// Faults are what is wrong with the moves and stones of this node.
	Faults []Diagnostic

	walk   *walk
	judged int // moves
}

// ReplayRules are the rules by which a record is followed: ko and suicide are the
// record's, or [DefaultRules] where it says nothing; nothing ends the game.
func (t *Tree) ReplayRules() baduk.Rules {
	rules := t.Rules
	rules.Dead, rules.Button, rules.End = baduk.DeadNone, false, baduk.EndTwoPasses
	if rules.CheckOn(t.Graph) == nil {
		return rules
	}
	rules = DefaultRules()
	rules.Ko, rules.Suicide, rules.Komi = t.Rules.Ko, t.Rules.Suicide, t.Rules.Komi
	if rules.CheckOn(t.Graph) == nil {
		return rules
	}
	return t.Rules
}

// At is the position at a node. Every move of the record counts, also an illegal
// one, as SGF has it: a stone is put where it is said to be, and takes what it
// takes; so a record stays usable whatever is in it.
func (t *Tree) At(n *Node) (at Position) {
	for at = range t.Along(n) {
	}
	return at
}

// Along yields the positions on the way from the root to a node, both included.
func (t *Tree) Along(n *Node) iter.Seq[Position] {
	return func(yield func(Position) bool) {
		w := t.newWalk(t.ReplayRules(), maxReplay)
		for _, m := range n.Path() {
			if !yield(w.enter(m, m.Index())) {
				return
			}
		}
	}
}

// Walk yields the position at every node, a node before its variations and a
// variation to its end before the next, as [Tree.At] has them.
func (t *Tree) Walk() iter.Seq[Position] { return t.walkWithin(t.ReplayRules(), maxReplay) }

func (t *Tree) walkWithin(rules baduk.Rules, limit int) iter.Seq[Position] {
	return func(yield func(Position) bool) {
		w := t.newWalk(rules, limit)
		type step struct {
			node       *Node
			index      int
			back, last bool // begin with the position at the parent, for the last time
		}
		open := []step{{node: t.root}}
		for len(open) > 0 {
			s := open[len(open)-1]
			open = open[:len(open)-1]
			if s.back {
				w.back(s.last)
			}
			if !yield(w.enter(s.node, s.index)) {
				return
			}
			variations := s.node.children
			if len(variations) > 1 {
				w.frames = append(w.frames, frame{w.progress, len(w.games), w.game().Len()})
			}
			for i, child := range slices.Backward(variations) {
				open = append(open, step{child, i, len(variations) > 1, i == len(variations)-1})
			}
		}
	}
}

// firstToPlay is who moves first: the root says so, or the first move, or the
// handicap.
func (t *Tree) firstToPlay() baduk.Color {
	if c, ok := t.root.ToPlay(); ok {
		return c
	}
	if m, ok := t.root.nextMove(); ok {
		return m.Color
	}
	if t.handicap() > 1 {
		return baduk.White
	}
	return baduk.Empty
}

// nextMove is the first move at or after n on the main line, of the next few
// nodes.
func (n *Node) nextMove() (baduk.Move, bool) {
	steps := 0
	for m := range n.MainLine() {
		if moves, _ := m.Moves(); len(moves) > 0 {
			return moves[0], true
		}
		if steps++; steps > 3 {
			break
		}
	}
	return baduk.Move{}, false
}

package kifu

import (
	"fmt"
	"iter"
	"slices"

	"tengen/baduk"
	"tengen/internal/wording"
)

// Position is the position at a node of the record.
type Position struct {
	Node *Node
	// Game is the game that led to the position, under [Tree.ReplayRules]. It begins
	// at the last node that sets up stones, or at the last move on a stone. The walk
	// changes Game in its next step. To keep it longer, use Clone.
	Game *baduk.Game
	// Number is the number of moves since the root.
	Number int
	// Faults list the faults in the moves and stones of this node.
	Faults []Diagnostic

	walk   *walk
	judged int // number of moves of the node that were judged
}

// ReplayRules returns the rules by which the record is replayed. The rules on ko and
// suicide are those of the record or, if it states none, of [DefaultRules]. The rules
// that end a game do not apply.
func (t *Tree) ReplayRules() baduk.Rules {
	rules := t.Rules
	rules.Dead, rules.Button, rules.End = baduk.DeadNone, false, baduk.EndTwoPasses
	if rules.CheckOn(t.Graph) == nil {
		return rules
	}
	rules = DefaultRules()
	rules.Ko, rules.Suicide, rules.Komi = t.Rules.Ko, t.Rules.Suicide, t.Rules.Komi
	if rules.CheckOn(t.Graph) != nil {
		rules.Suicide = DefaultRules().Suicide // the rule of the record is impossible on this board
	}
	return rules
}

// NoPositionAfter is the error of a request for the position after a number of moves that a line or a record does not
// have. made is the number of moves up to its last node that has no more than the wanted moves. If another node
// follows, the wanted move is one of several moves of that node.
func NoPositionAfter(moves, made int, follows bool) error {
	if follows {
		return fmt.Errorf("move %d is one of several moves of a node, so a position after it does not exist", moves)
	}
	return fmt.Errorf("move %d does not exist: the line has %s", moves, wording.Counted(made, "move"))
}

// At returns the position at a node. As SGF prescribes, it plays even illegal moves:
// the stone is placed on its point and captures as usual. A record therefore has a
// position at every node. At panics if the node belongs to another tree.
func (t *Tree) At(n *Node) (at Position) {
	for at = range t.Along(n) {
	}
	return at
}

// Along yields the positions on the way from the root to a node, both included. It
// panics if the node belongs to another tree.
func (t *Tree) Along(n *Node) iter.Seq[Position] {
	if n.tree != t {
		panic("kifu: the node belongs to another tree")
	}
	return func(yield func(Position) bool) {
		w := t.newWalk(t.ReplayRules(), maxReplay)
		for _, m := range n.Path() {
			if !yield(w.enter(m, m.Index())) {
				return
			}
		}
	}
}

// Walk yields the position at every node, as [Tree.At] returns it: a node before its
// variations, and a variation to its end before the next one.
func (t *Tree) Walk() iter.Seq[Position] { return t.walkWithin(t.ReplayRules(), maxReplay) }

func (t *Tree) walkWithin(rules baduk.Rules, limit int) iter.Seq[Position] {
	return func(yield func(Position) bool) {
		w := t.newWalk(rules, limit)
		type step struct {
			node       *Node
			index      int
			back, last bool // back: first return to the parent; last: the node is the last child
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

// firstToPlay returns the player who moves first, according to the root, the first move
// or the handicap.
func (t *Tree) firstToPlay() baduk.Color {
	if c, ok := t.root.ToPlay(); ok && !t.root.HasMove() {
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

// nextMove returns the first move at n or in the next few nodes of the main line.
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

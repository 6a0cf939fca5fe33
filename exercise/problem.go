package exercise

import (
	"slices"

	"tengen/baduk"
	"tengen/kifu"
)

// The private properties of tengen's course. Both belong to the position before the pupil's move.
const (
	AnyMove   = "ANY"   // any legal move that the tree does not have is right; the value is the answer to it
	OtherMove = "OTHER" // the answer to a move that the tree does not have
)

// Problem is a record with the knowledge which of its moves are right. The pupil is the player who solves it.
type Problem struct {
	Tree  *kifu.Tree
	Start *kifu.Node // the position that the pupil sees first
	Pupil baduk.Color
	// hope has the nodes from which the pupil can reach a right end.
	hope map[*kifu.Node]bool
	ends map[*kifu.Node]bool // the nodes with the mark solved
	// lenient is set if the opponent's first replies never let the pupil reach a right end. Then the opponent plays the
	// first reply that does.
	lenient bool
}

// New finds out which moves of a tree are right:
//
//   - If a node is marked as right, the ends whose nearest mark on the way to the start is right are right, and the
//     other ends are wrong.
//   - Otherwise, if a node is marked as wrong, the ends whose nearest mark is wrong are wrong, and the other ends are
//     right.
//   - In a tree without marks, the first of the pupil's moves is right each time.
//
// A move is right if the pupil can reach a right end after it. The opponent plays the first reply of the tree.
func New(t *kifu.Tree) *Problem {
	p := &Problem{Tree: t, Start: Settle(t.Root()), hope: map[*kifu.Node]bool{}, ends: map[*kifu.Node]bool{}}
	p.Pupil = firstPlayer(p.Start)
	nodes := slices.Collect(p.Start.All())
	leaf := p.leaves(nodes)
	p.judge(nodes, leaf)
	if !p.hope[p.Start] {
		p.lenient = true
		p.judge(nodes, leaf)
	}
	return p
}

// firstPlayer returns the player who moves first after a node.
func firstPlayer(n *kifu.Node) baduk.Color {
	for _, child := range n.Children() {
		if m, ok := child.Move(); ok {
			return m.Color
		}
	}
	if c, ok := n.ToPlay(); ok {
		return c
	}
	return n.Tree().At(n).Game.ToPlay()
}

// Settle follows nodes without moves, such as a node that has only a comment, and returns the last one.
func Settle(n *kifu.Node) *kifu.Node {
	for len(n.Children()) == 1 && !n.Children()[0].HasMove() {
		n = n.Children()[0]
	}
	return n
}

// Right reports whether the pupil can reach a right end from a node.
func (p *Problem) Right(n *kifu.Node) bool { return p.hope[n] }

// Moves returns the pupil's moves after a node.
func (p *Problem) Moves(n *kifu.Node) []*kifu.Node { return p.movesOf(n, p.Pupil) }

// leaves returns the function that tells whether an end of the tree is right.
func (p *Problem) leaves(nodes []*kifu.Node) func(*kifu.Node) bool {
	nearest := map[*kifu.Node]mark{}
	main := map[*kifu.Node]bool{p.Start: true} // the pupil always plays the first move
	seen := map[mark]bool{}
	moved := map[*kifu.Node]bool{} // the nodes after which a move of the pupil was found
	for _, n := range nodes {
		if n == p.Start {
			continue
		}
		m := markOf(n, p.Pupil)
		p.ends[n] = m == solved
		if m == solved {
			m = right
		}
		seen[m] = true
		if nearest[n] = m; m == unmarked {
			nearest[n] = nearest[n.Parent()]
		}
		main[n] = main[n.Parent()]
		if m, ok := n.Move(); ok && m.Color == p.Pupil { // nodes lists siblings in their order
			main[n] = main[n] && !moved[n.Parent()]
			moved[n.Parent()] = true
		}
	}
	switch {
	case seen[right]:
		return func(n *kifu.Node) bool { return nearest[n] == right }
	case seen[wrong]:
		return func(n *kifu.Node) bool { return nearest[n] != wrong }
	}
	return func(n *kifu.Node) bool { return main[n] }
}

// judge fills p.hope.
func (p *Problem) judge(nodes []*kifu.Node, leaf func(*kifu.Node) bool) {
	for _, n := range slices.Backward(nodes) { // children come after their parents in nodes
		hope := func(child *kifu.Node) bool { return p.hope[child] }
		mine, theirs := p.movesOf(n, p.Pupil), p.movesOf(n, p.Pupil.Opponent())
		switch {
		case p.ends[n], n.Text(AnyMove) != "":
			p.hope[n] = true
		case len(n.Children()) == 0:
			p.hope[n] = leaf(n) && n != p.Start
		case len(mine) > 0:
			p.hope[n] = slices.ContainsFunc(mine, hope)
		case len(theirs) > 0 && !p.lenient:
			p.hope[n] = p.hope[theirs[0]]
		default:
			p.hope[n] = slices.ContainsFunc(n.Children(), hope)
		}
	}
}

// movesOf returns the moves of a player after a node.
func (p *Problem) movesOf(n *kifu.Node, c baduk.Color) []*kifu.Node {
	var list []*kifu.Node
	for _, child := range n.Children() {
		if m, ok := child.Move(); ok && m.Color == c {
			list = append(list, child)
		}
	}
	return list
}

// Reply returns the node of the opponent's reply after a node, or nil if it is the pupil's turn or the end.
func (p *Problem) Reply(n *kifu.Node) *kifu.Node {
	theirs := p.movesOf(n, p.Pupil.Opponent())
	if p.ends[n] || len(theirs) == 0 || len(p.movesOf(n, p.Pupil)) > 0 {
		return nil
	}
	if i := slices.IndexFunc(theirs, func(n *kifu.Node) bool { return p.hope[n] }); p.lenient && i >= 0 {
		return theirs[i]
	}
	return theirs[0]
}

// Child returns the move at a point: the pupil's if it is the pupil's turn, otherwise the opponent's. It is nil if
// the tree does not have the move.
func (p *Problem) Child(n *kifu.Node, at baduk.Point) *kifu.Node {
	children := p.Moves(n)
	if len(children) == 0 {
		children = n.Children()
	}
	i := slices.IndexFunc(children, func(child *kifu.Node) bool {
		m, ok := child.Move()
		return ok && m.Point == at
	})
	if i < 0 {
		return nil
	}
	return children[i]
}

// Over reports whether the tree has no move of the pupil after a node.
func (p *Problem) Over(n *kifu.Node) bool {
	return p.ends[n] || len(p.movesOf(n, p.Pupil)) == 0 && n.Text(AnyMove) == ""
}

// Best returns the pupil's first right move after a node, or nil.
func (p *Problem) Best(n *kifu.Node) *kifu.Node {
	for _, child := range p.movesOf(n, p.Pupil) {
		if p.hope[child] {
			return child
		}
	}
	return nil
}

// Solution returns the nodes of a line that solves the problem, without the start. Moves of the tree after a right end
// belong to it: they show what follows. It is empty if the tree has no right end.
func (p *Problem) Solution() []*kifu.Node {
	var line []*kifu.Node
	for n := p.Best(p.Start); n != nil; n = p.Best(n) {
		n = Settle(n)
		line = append(line, n)
		if p.ends[n] {
			for next := range n.MainLine() {
				if next != n && next.HasMove() {
					line = append(line, next)
				}
			}
			break
		}
		if next := p.Reply(n); next != nil {
			n = Settle(next)
			line = append(line, n)
		}
	}
	return line
}

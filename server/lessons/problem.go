package lessons

import (
	"slices"

	"tengen/baduk"
	"tengen/kifu"
)

// The private properties of the course. Both belong to the position before the pupil's move.
const (
	anyMove   = "ANY"   // any legal move that the tree does not have is right; the value is the answer to it
	otherMove = "OTHER" // the answer to a move that the tree does not have
)

// problem is a tree with the knowledge which of its moves are right.
type problem struct {
	tree  *kifu.Tree
	start *kifu.Node // the position that the pupil sees first
	pupil baduk.Color
	// hope has the nodes from which the pupil can reach a right end.
	hope map[*kifu.Node]bool
	ends map[*kifu.Node]bool // the nodes with the mark solved
	// lenient is set if the opponent's first replies never let the pupil reach a right end. Then the opponent plays the
	// first reply that does.
	lenient bool
}

// newProblem finds out which moves of a tree are right:
//
//   - If a node is marked as right, the ends whose nearest mark on the way to the start is right are right, and the
//     other ends are wrong.
//   - Otherwise, if a node is marked as wrong, the ends whose nearest mark is wrong are wrong, and the other ends are
//     right.
//   - In a tree without marks, the first of the pupil's moves is right each time.
//
// A move is right if the pupil can reach a right end after it. The opponent plays the first reply of the tree.
func newProblem(t *kifu.Tree) *problem {
	p := &problem{tree: t, start: settle(t.Root()), hope: map[*kifu.Node]bool{}, ends: map[*kifu.Node]bool{}}
	p.pupil = firstPlayer(p.start)
	nodes := slices.Collect(p.start.All())
	leaf := p.leaves(nodes)
	p.judge(nodes, leaf)
	if !p.hope[p.start] {
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

// settle follows nodes without moves, such as a node that has only a comment.
func settle(n *kifu.Node) *kifu.Node {
	for len(n.Children()) == 1 && !n.Children()[0].HasMove() {
		n = n.Children()[0]
	}
	return n
}

// leaves returns the function that tells whether an end of the tree is right.
func (p *problem) leaves(nodes []*kifu.Node) func(*kifu.Node) bool {
	nearest := map[*kifu.Node]mark{}
	main := map[*kifu.Node]bool{p.start: true} // the pupil always plays the first move
	seen := map[mark]bool{}
	for _, n := range nodes {
		if n == p.start {
			continue
		}
		m := markOf(n, p.pupil)
		p.ends[n] = m == solved
		if m == solved {
			m = right
		}
		seen[m] = true
		if nearest[n] = m; m == unmarked {
			nearest[n] = nearest[n.Parent()]
		}
		siblings := p.movesOf(n.Parent(), p.pupil)
		main[n] = main[n.Parent()] && (!slices.Contains(siblings, n) || siblings[0] == n)
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
func (p *problem) judge(nodes []*kifu.Node, leaf func(*kifu.Node) bool) {
	for _, n := range slices.Backward(nodes) { // children come after their parents in nodes
		hope := func(child *kifu.Node) bool { return p.hope[child] }
		mine, theirs := p.movesOf(n, p.pupil), p.movesOf(n, p.pupil.Opponent())
		switch {
		case p.ends[n], n.Text(anyMove) != "":
			p.hope[n] = true
		case len(n.Children()) == 0:
			p.hope[n] = leaf(n) && n != p.start
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
func (p *problem) movesOf(n *kifu.Node, c baduk.Color) []*kifu.Node {
	var list []*kifu.Node
	for _, child := range n.Children() {
		if m, ok := child.Move(); ok && m.Color == c {
			list = append(list, child)
		}
	}
	return list
}

// reply returns the node of the opponent's reply after a node, or nil if it is the pupil's turn or the end.
func (p *problem) reply(n *kifu.Node) *kifu.Node {
	theirs := p.movesOf(n, p.pupil.Opponent())
	if p.ends[n] || len(theirs) == 0 || len(p.movesOf(n, p.pupil)) > 0 {
		return nil
	}
	if i := slices.IndexFunc(theirs, func(n *kifu.Node) bool { return p.hope[n] }); p.lenient && i >= 0 {
		return theirs[i]
	}
	return theirs[0]
}

// over reports whether the tree has no move of the pupil after a node.
func (p *problem) over(n *kifu.Node) bool {
	return p.ends[n] || len(p.movesOf(n, p.pupil)) == 0 && n.Text(anyMove) == ""
}

// best returns the pupil's first right move after a node, or nil.
func (p *problem) best(n *kifu.Node) *kifu.Node {
	for _, child := range p.movesOf(n, p.pupil) {
		if p.hope[child] {
			return child
		}
	}
	return nil
}

// solution returns the nodes of a line that solves the problem, without the start. Moves of the tree after a right end
// belong to it: they show what follows. It is empty if the tree has no right end.
func (p *problem) solution() []*kifu.Node {
	var line []*kifu.Node
	for n := p.best(p.start); n != nil; n = p.best(n) {
		n = settle(n)
		line = append(line, n)
		if p.ends[n] {
			for next := range n.MainLine() {
				if next != n && next.HasMove() {
					line = append(line, next)
				}
			}
			break
		}
		if next := p.reply(n); next != nil {
			n = settle(next)
			line = append(line, n)
		}
	}
	return line
}

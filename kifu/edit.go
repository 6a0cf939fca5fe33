package kifu

import (
	"errors"
	"fmt"
	"slices"

	"tengen/baduk"
)

// Errors of edits, for errors.Is.
var (
	ErrRoot    = errors.New("the root of a record stays where it is")
	ErrForeign = errors.New("the node belongs to another record")
)

// Play adds a move after n and returns the node of the move. If a child of n already
// has the move, Play returns that child. Otherwise it appends a new variation. The move
// has to be legal by [Tree.ReplayRules]. If it is illegal, the error says why, and the
// tree does not change.
func (t *Tree) Play(n *Node, m baduk.Move) (*Node, error) {
	if n.tree != t {
		return nil, ErrForeign
	}
	if next := n.childWith(m); next != nil {
		return next, nil
	}
	at := t.At(n)
	at.Game.Reopen()
	if err := at.Game.Play(m); err != nil {
		var illegal *baduk.IllegalMoveError
		if errors.As(err, &illegal) {
			illegal.Number = at.Number + 1
		}
		return nil, err
	}
	next := n.newChild()
	next.setMove(m)
	return next, nil
}

// childWith returns the first child of n that plays the move m and has no set-up.
func (n *Node) childWith(m baduk.Move) *Node {
	for _, child := range n.children {
		moves, err := child.Moves()
		placement, err2 := child.Placement()
		if err == nil && err2 == nil && len(moves) == 1 && moves[0] == m && placement.IsZero() {
			return child
		}
	}
	return nil
}

func (n *Node) newChild() *Node {
	child := &Node{tree: n.tree, parent: n}
	n.children = append(n.children, child)
	return child
}

// Put makes a point black, white or empty by set-up and returns the node with the
// set-up. If n has a move, the set-up goes into a new variation after n, and n does not
// change.
func (t *Tree) Put(n *Node, p baduk.Point, c baduk.Color) (*Node, error) {
	switch {
	case n.tree != t:
		return nil, ErrForeign
	case !t.Graph.Contains(p) || p == t.Graph.Beyond():
		return nil, fmt.Errorf("%w: there is no point %d", baduk.ErrOffBoard, p)
	}
	if n.HasMove() {
		if t.At(n).Game.At(p) == c {
			return n, nil
		}
		n = n.newChild()
	}
	was := baduk.Empty
	if n.parent != nil {
		was = t.At(n.parent).Game.At(p)
	}
	names := setupNames[t.notation.written()]
	for _, name := range names {
		raw := n.data.Values(name)
		if kept := t.notation.without(raw, p); !slices.Equal(kept, raw) {
			n.data.Set(name, kept...)
		}
	}
	if c != was {
		n.data.Add(names[c], t.notation.format(p))
	}
	return n, nil
}

// Append puts an empty node after n, as its last variation, and returns it.
func (n *Node) Append() *Node { return n.newChild() }

// Insert puts an empty node between n and its parent and returns it.
func (t *Tree) Insert(n *Node) (*Node, error) {
	if err := t.movable(n); err != nil {
		return nil, err
	}
	between := &Node{tree: t, parent: n.parent, children: []*Node{n}}
	n.parent.children[n.Index()] = between
	n.parent = between
	return between, nil
}

// Cut removes n and everything after n from the record. The nodes of this branch stay
// connected. [Tree.Graft] can put the branch back, at the same place or elsewhere.
func (t *Tree) Cut(n *Node) error {
	if err := t.movable(n); err != nil {
		return err
	}
	i := n.Index()
	n.parent.children = slices.Delete(n.parent.children, i, i+1)
	n.parent = nil
	return nil
}

// Graft makes a branch that [Tree.Cut] removed a child of parent. index is the new
// place of the branch among the children. If index is too large, the branch becomes the
// last child.
func (t *Tree) Graft(parent *Node, index int, branch *Node) error {
	switch {
	case parent.tree != t || branch.tree != t:
		return ErrForeign
	case branch.parent != nil || branch == t.root:
		return errors.New("only a branch that was cut off can be grafted")
	}
	for m := parent; m != nil; m = m.parent {
		if m == branch {
			return errors.New("a branch cannot be grafted onto itself")
		}
	}
	parent.children = slices.Insert(parent.children, min(max(index, 0), len(parent.children)), branch)
	branch.parent = parent
	return nil
}

// Remove removes only n, with its move, marks and comments. The children of n take the
// place of n.
func (t *Tree) Remove(n *Node) error {
	if err := t.movable(n); err != nil {
		return err
	}
	i := n.Index()
	for _, child := range n.children {
		child.parent = n.parent
	}
	n.parent.children = slices.Replace(n.parent.children, i, i+1, n.children...)
	n.parent, n.children = nil, nil
	return nil
}

// Move moves n to another place among its siblings. index is the new place. If index is
// too large, n becomes the last sibling.
func (t *Tree) Move(n *Node, index int) error {
	if err := t.movable(n); err != nil {
		return err
	}
	i := n.Index()
	all := slices.Delete(n.parent.children, i, i+1)
	n.parent.children = slices.Insert(all, min(max(index, 0), len(all)), n)
	return nil
}

// Promote makes the line to n the main line: every node on the path from the root
// becomes the first among its siblings.
func (t *Tree) Promote(n *Node) error {
	if n.tree != t {
		return ErrForeign
	}
	for m := n; m.parent != nil; m = m.parent {
		if err := t.Move(m, 0); err != nil {
			return err
		}
	}
	return nil
}

// movable returns an error for the root, for a branch that was cut off, and for
// nodes of other trees.
func (t *Tree) movable(n *Node) error {
	switch {
	case n.tree != t:
		return ErrForeign
	case n.parent == nil:
		return ErrRoot
	}
	return nil
}

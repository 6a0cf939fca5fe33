package tsumego

import (
	"fmt"

	"tengen/baduk"
	"tengen/kifu"
)

// rightEnd is the comment on the last move of the right line.
const rightEnd = "RIGHT"

// Tree returns the problem as a record. The root has the stones, the task and marks on the stones of the chain. The
// comment RIGHT marks the end of the right line; all other ends are wrong.
func (p *Problem) Tree() (*kifu.Tree, error) {
	g := p.Board.Graph()
	rules := baduk.Chinese()
	t, err := kifu.NewTree(g, rules)
	if err != nil {
		return nil, err
	}
	root := t.Root()
	for _, name := range root.Properties() {
		switch name {
		case "RU", "KM", "AP", "CA":
			root.SetValues(name) // the rules do not matter, and every byte is embedded
		}
	}
	for i := range g.Len() {
		if q := baduk.Point(i); p.Board.At(q) != baduk.Empty {
			if _, err := t.Put(root, q, p.Board.At(q)); err != nil {
				return nil, err
			}
		}
	}
	root.SetToPlay(p.Player)
	for _, q := range p.Board.AppendChain(nil, p.Stone) {
		root.SetMark(q, kifu.MarkTriangle, true)
	}
	root.SetComment(p.task())
	return t, p.write(t, root, p.Player, p.Moves, true)
}

// write adds moves after a node. right is true in the right line.
func (p *Problem) write(t *kifu.Tree, n *kifu.Node, c baduk.Color, moves []*Move, right bool) error {
	for _, m := range moves {
		next, err := t.Play(n, baduk.Move{Color: c, Point: m.Point})
		if err != nil {
			return fmt.Errorf("a move of a problem: %w", err)
		}
		if right && m.Right && len(m.Next) == 0 {
			next.SetComment(rightEnd)
		}
		if err := p.write(t, next, c.Opponent(), m.Next, right && m.Right); err != nil {
			return err
		}
	}
	return nil
}

// task returns what the player is asked to do.
func (p *Problem) task() string {
	name, stones := "Black", "stones"
	if p.Player == baduk.White {
		name = "White"
	}
	if p.Board.ChainSize(p.Stone) == 1 {
		stones = "stone"
	}
	does := ""
	switch {
	case p.Kind == Net:
		does = "Catch the marked " + stones + " in a net"
	case p.Kind == Race:
		does = "Win the race against the marked " + stones
	case p.Kind <= Save && p.Board.At(p.Stone) == p.Player:
		does = "Save the marked " + stones
	case p.Kind <= Save:
		does = "Capture the marked " + stones
	case p.Board.At(p.Stone) == p.Player:
		does = "Make the marked " + stones + " live"
	default:
		does = "Kill the marked " + stones
	}
	text := fmt.Sprintf("%s to play. %s.", name, does)
	if p.Kind == Ko {
		text += " Ko is part of it; neither side has ko threats."
	}
	return text
}

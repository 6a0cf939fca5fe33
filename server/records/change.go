package records

import (
	"errors"
	"net/http"

	"tengen/kifu"
	"tengen/server/boards"
	"tengen/server/wire"
)

// Change is the answer to an edit.
type Change struct {
	Version int64 `json:"version"`
	Game    int   `json:"game"`
	Node    int   `json:"node"` // the node to show now
	CanUndo bool  `json:"canUndo"`
	CanRedo bool  `json:"canRedo"`
	// Reload says that the client has to request the whole Record, because the board, the list of games or the
	// displayed game has changed.
	Reload   bool      `json:"reload"`
	Position *Position `json:"position"`
	Tree     *tree     `json:"tree,omitempty"` // present when a node, a flag or a name in the tree may have changed
	// Head is present when the game info may have changed.
	Head *Head `json:"head,omitempty"`
}

// do makes an edit. The caller holds the lock.
func (d *Document) do(e *edit) (*Change, error) {
	switch {
	case e.Version == 0:
		return nil, wire.Misuse(http.StatusBadRequest, "version", "the request must say the version of the record that it changes")
	case e.Version != d.version && !d.late(e):
		return nil, wire.Fail(http.StatusConflict, "version", "the record was changed elsewhere: it is at version %d, not %d", d.version, e.Version)
	}
	if e.Op == "undo" || e.Op == "redo" {
		return d.goBack(e)
	}
	op := operations[e.Op]
	if op == nil {
		return nil, wire.Misuse(http.StatusBadRequest, "op", "unknown operation %.20q", e.Op)
	}
	n, err := d.Place(e.Game, e.Node)
	if err != nil {
		return nil, err
	}
	t, before := n.Tree(), d.entry(n)
	faulty := len(d.judge(t).found) > 0
	late := e.Version != d.version
	unedited, err := d.text()
	if err != nil {
		return nil, err
	}
	done, err := op(d, n, e)
	if err != nil {
		return nil, refusedEdit(err)
	}
	if done.to == nil {
		done.to = n
	}
	number, err := d.keep(n, done, unedited)
	if err != nil {
		return nil, err
	}
	if done.judge {
		delete(d.checks, t)
	}
	to, game, err := d.node(number)
	if err != nil {
		return nil, err
	}
	faulty = faulty || len(d.judge(to.Tree()).found) > 0
	return d.change(to, game, done.tree || d.entry(n) != before, done.head || done.judge && faulty, done.reload || late), nil
}

// late reports whether an edit is allowed although the client has not seen the latest edits. This is allowed for an
// edit of a text that contains the text before it (Was), as long as the nodes have the numbers that the client knows.
func (d *Document) late(e *edit) bool {
	return e.Was != nil && (e.Op == "comment" || e.Op == "name") && d.since <= e.Version && e.Version < d.version
}

// unchanged returns an error if an edit would overwrite another client's text. The present text, a parameter, must be
// the text that the author of the edit saw, or the text that the edit writes.
func (e *edit) unchanged(now string) error {
	if e.Was == nil || now == *e.Was || now == *e.Text {
		return nil
	}
	return wire.Fail(http.StatusConflict, "was", "the %s was changed elsewhere in the meantime", e.Op)
}

// Place returns the node that a request names: the node with a number, or, without a number, the root of a game.
func (d *Document) Place(game, node *int) (*kifu.Node, error) {
	if node == nil {
		t, err := d.Tree(wire.OrElse(game, 0))
		if err != nil {
			return nil, err
		}
		return t.Root(), nil
	}
	n, in, err := d.node(*node)
	if err == nil && game != nil && *game != in {
		err = wire.Misuse(http.StatusBadRequest, "game", "the node %d is in game %d, not in game %d", *node, in, *game)
	}
	return n, err
}

// change makes the answer to an edit. After the edit the page shows the node n.
func (d *Document) change(n *kifu.Node, game int, tree, head, reload bool) *Change {
	c := &Change{Version: d.version, Game: game, Node: int(d.numbers[n]), Reload: reload,
		CanUndo: len(d.history.done) > 0, CanRedo: len(d.history.undone) > 0, Position: d.position(n)}
	if tree && !reload {
		c.Tree = d.drawn(n.Tree())
	}
	if head && !reload {
		h := d.head(n.Tree())
		c.Head = &h
	}
	return c
}

func (d *Document) goBack(e *edit) (*Change, error) {
	shown := wire.OrElse(e.Game, 0)
	if e.Node != nil {
		if _, game, err := d.node(*e.Node); err == nil {
			shown = game
		}
	}
	s, number, err := d.undo(e.Op == "undo")
	if err != nil {
		return nil, err
	}
	n, game, err := d.node(number)
	if err != nil {
		n, game = d.trees[0].Root(), 0
	}
	return d.change(n, game, true, true, s.reload || game != shown), nil
}

// refusedEdit returns an error of package kifu with the right HTTP status.
func refusedEdit(err error) error {
	var api *wire.Error
	switch err = boards.Refused(err); {
	case errors.As(err, &api):
		return err
	case errors.Is(err, kifu.ErrRoot):
		return wire.Fail(http.StatusUnprocessableEntity, "node", "the first node of a game cannot be moved or deleted; delete the whole game instead")
	}
	return wire.FailWith(http.StatusUnprocessableEntity, "", err)
}

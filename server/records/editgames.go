package records

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/server/boards"
	"tengen/server/wire"
)

// emptyGame is a request for a game without moves.
type emptyGame struct {
	boards.Request
	Black string `json:"black"` // the player's name
	White string `json:"white"`
}

// newTree makes the tree of a game without moves.
func (r *Records) newTree(req emptyGame) (*kifu.Tree, error) {
	begin, err := r.boards.Begin(req.Request)
	if err != nil {
		return nil, err
	}
	game, err := baduk.NewGameFrom(begin.Graph, begin.Preset.Rules, begin.Setup)
	if err != nil {
		return nil, err
	}
	rec := kifu.FromGame(game, kifu.Info{Black: req.Black, White: req.White, Date: time.Now().Format(time.DateOnly), Application: "tengen"})
	t, err := rec.Tree()
	if err != nil {
		return nil, wire.Fail(http.StatusUnprocessableEntity, "board", "%v", err)
	}
	return t, nil
}

// opInfo changes the given fields of the game info.
func opInfo(_ *Document, n *kifu.Node, e *edit) (effect, error) {
	t := n.Tree()
	info := t.Info()
	dec := json.NewDecoder(bytes.NewReader(e.Info))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&info); err != nil {
		return effect{}, wire.Misuse(http.StatusBadRequest, "info", "the game info cannot be decoded: %v", err)
	}
	t.SetInfo(info)
	return effect{tree: true, judge: true, head: true}, nil
}

// opProperty sets the values of an SGF property. The record is then read again, because a property of the root may
// change the board.
func opProperty(_ *Document, n *kifu.Node, e *edit) (effect, error) {
	if e.Name == "" {
		return effect{}, wire.Misuse(http.StatusBadRequest, "name", "the name of the property is missing")
	}
	n.SetValues(e.Name, e.Values...)
	return effect{tree: true, judge: true, head: true, reparse: true, reload: n.Parent() == nil}, nil
}

// opMerge merges a game of another record into the edited game. The other record does not change.
func opMerge(d *Document, n *kifu.Node, e *edit) (effect, error) {
	data, game := d.data, e.FromGame
	if e.Record != d.id {
		if e.otherErr != nil {
			return effect{}, e.otherErr
		}
		data = e.other
	}
	file, err := Read(data)
	if err != nil {
		return effect{}, err
	}
	if game < 0 || game >= len(file.Trees) {
		return effect{}, wire.Fail(http.StatusNotFound, "fromGame", "the other record has %d games, counted from 0, and no game %d", len(file.Trees), game)
	}
	if err := n.Tree().Merge(file.Trees[game]); err != nil {
		return effect{}, err
	}
	return effect{tree: true, judge: true, head: true}, nil
}

// opAddGame adds an empty game after the others.
func opAddGame(d *Document, _ *kifu.Node, e *edit) (effect, error) {
	t, err := d.records.newTree(e.emptyGame)
	if err != nil {
		return effect{}, err
	}
	d.trees = append(slices.Clone(d.trees), t)
	return effect{to: t.Root(), tree: true, reload: true}, nil
}

// opDeleteGame deletes the game of the node.
func opDeleteGame(d *Document, n *kifu.Node, _ *edit) (effect, error) {
	if len(d.trees) == 1 {
		return effect{}, wire.Fail(http.StatusUnprocessableEntity, "game", "this is the only game of the record: delete the record instead")
	}
	i := d.gameOf(n.Tree())
	d.trees = slices.Delete(slices.Clone(d.trees), i, i+1)
	return effect{to: d.trees[min(i, len(d.trees)-1)].Root(), tree: true, reload: true}, nil
}

// content returns the content of a record's file. The caller must not hold the lock of any record.
func (r *Records) content(id string) ([]byte, error) {
	d, release, err := r.store.Acquire(id)
	if err != nil {
		return nil, err
	}
	defer release()
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.data, nil
}

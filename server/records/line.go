package records

import (
	"fmt"
	"net/http"
	"slices"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/server/wire"
)

// Line returns the game up to a node, and a sentence about the origin of the game.
func (r *Records) Line(id string, game, node *int) (rec *kifu.Record, source string, err error) {
	err = r.With(id, func(d *Document) error {
		n, err := d.Place(game, node)
		if err != nil {
			return err
		}
		source = fmt.Sprintf("From %s, after move %d", d.meta.Name, n.Tree().At(n).Number)
		rec, err = lineTo(n)
		return err
	})
	return rec, source, err
}

// lineTo returns the game up to a node. If the moves before the node cannot be replayed, the game begins with the
// stones at that node.
func lineTo(n *kifu.Node) (*kifu.Record, error) {
	t := n.Tree()
	rec := t.Line(n)
	rec.Info.Result = "" // the new game is not over yet
	at := t.At(n).Game
	game, err := rec.Game()
	if err == nil && slices.Equal(game.StonesAfter(game.Len()), at.StonesAfter(at.Len())) {
		return rec, nil
	}
	setup, stones := kifu.Continued(at, at.ToPlay()), baduk.SetupOf(at.StonesAfter(at.Len()), at.ToPlay())
	setup.Black, setup.White = stones.Black, stones.White
	game, err = baduk.NewGameFrom(t.Graph, t.Rules, setup)
	if err != nil {
		return nil, wire.Fail(http.StatusUnprocessableEntity, "node", "no game can begin with these stones: %v", err)
	}
	begun := kifu.FromGame(game, rec.Info)
	begun.RulesKnown, begun.KomiKnown = rec.RulesKnown, rec.KomiKnown
	begun.Notes = append(rec.Notes, "the moves before this position cannot be replayed; the game begins with the stones on the board")
	return begun, nil
}

package records

import (
	"fmt"
	"net/http"
	"slices"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/server/wire"
)

// Line returns the game as it led to a node, and in words where it comes from.
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

// lineTo returns the game that led to a node. When its moves cannot be played again, the game begins with the
// stones of that node.
func lineTo(n *kifu.Node) (*kifu.Record, error) {
	t := n.Tree()
	rec := t.Line(n)
	rec.Info.Result = "" // the game is not over
	at := t.At(n).Game
	game, err := rec.Game()
	if err == nil && slices.Equal(game.StonesAfter(game.Len()), at.StonesAfter(at.Len())) {
		return rec, nil
	}
	setup := baduk.SetupOf(at.StonesAfter(at.Len()), at.ToPlay())
	setup.Scores, setup.Prisoners = at.Setup().Scores, at.Setup().Prisoners
	game, err = baduk.NewGameFrom(t.Graph, t.Rules, setup)
	if err != nil {
		return nil, wire.Fail(http.StatusUnprocessableEntity, "node", "no game can begin with these stones: %v", err)
	}
	begun := kifu.FromGame(game, rec.Info)
	begun.RulesKnown, begun.KomiKnown = rec.RulesKnown, rec.KomiKnown
	begun.Notes = append(rec.Notes, "the moves before cannot be played again as a game; it begins with the stones as they stand")
	return begun, nil
}

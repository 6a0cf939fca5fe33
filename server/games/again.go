package games

import (
	"net/http"
	"time"

	"tengen/baduk"
	"tengen/server/boards"
	"tengen/server/wire"
)

// rematch asks for a new game like another one.
type rematch struct {
	Swap bool `json:"swap"` // the players change colours
}

// postAgain makes a new game with the board, the rules, the start and the players of a game.
func (g *Games) postAgain(r *http.Request, req rematch) (*State, error) {
	var start setup
	err := g.with(r.PathValue("id"), func(l *liveGame) error {
		if l.game.seated() {
			return wire.Fail(http.StatusConflict, "", "ask your opponent for a rematch")
		}
		start = again(l.game.setup)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if req.Swap {
		start.BlackName, start.WhiteName = start.WhiteName, start.BlackName
		if c := boards.ColorOf(start.Human); c != baduk.Empty {
			start.Human = c.Opponent().String()
		}
	}
	return g.create(start, nil, "")
}

// again returns a set-up for another game with the same board, rules, start and players.
func again(start setup) setup {
	start.Time = time.Now().UTC()
	start.Info, start.Events, start.Notes, start.Comment = nil, 0, nil, "" // these belong to a record
	start.Tournament = nil
	return start
}

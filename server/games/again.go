package games

import (
	"net/http"
	"time"

	"tengen/baduk"
	"tengen/server/boards"
)

// rematch asks for a new game like another one.
type rematch struct {
	Swap bool `json:"swap"` // the players change colours
}

// postAgain makes a new game with the board, the rules, the start and the players of a game.
func (g *Games) postAgain(r *http.Request, req rematch) (*State, error) {
	var start setup
	err := g.with(r.PathValue("id"), func(l *liveGame) error {
		start = l.game.setup
		return nil
	})
	if err != nil {
		return nil, err
	}
	start.Time = time.Now().UTC()
	start.Info, start.Events, start.Notes, start.Comment = nil, 0, nil, "" // these belong to a record
	if req.Swap {
		start.BlackName, start.WhiteName = start.WhiteName, start.BlackName
		if c := boards.ColorOf(start.Human); c != baduk.Empty {
			start.Human = c.Opponent().String()
		}
	}
	return g.create(start, nil)
}

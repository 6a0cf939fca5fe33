package games

import (
	"fmt"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/kifu"
	"tengen/server/boards"
)

// setup is the first line of a game's file: everything that is decided before the first move. It contains the complete
// rules, so a later version of the program reads the same game even if it has other rulesets.
type setup struct {
	Event   string    `json:"event"` // "setup"
	Version int       `json:"version"`
	Time    time.Time `json:"time"`
	// Board is the text that describes the board. A plain rectangle has Width and Height instead.
	Board  string      `json:"board,omitempty"`
	Width  int         `json:"width"`
	Height int         `json:"height"`
	Name   string      `json:"rulesName"`
	Title  string      `json:"rulesTitle"`
	Rules  storedRules `json:"rules"`
	// Handicap is the number of handicap stones, which are in the field Black.
	Handicap int      `json:"handicap,omitempty"`
	Black    []string `json:"black,omitempty"` // vertices
	White    []string `json:"white,omitempty"`
	ToPlay   string   `json:"toPlay,omitempty"`
	Scores   *scores  `json:"scores,omitempty"` // points that the players have at the start
	// Prisoners are the stones that the players had captured before the game began.
	Prisoners *boards.Prisoners `json:"prisoners,omitempty"`
	// Human is the colour of the person: "black", "white", "both" or "none".
	Human  string `json:"human"`
	TimeMs int    `json:"timeMs,omitempty"` // the engine's time for a move; 0 is unlimited
	Visits int    `json:"visits,omitempty"` // the engine's visits for a move; 0 is unlimited
	// Rank is the rank at which the engine plays; 0 is its full strength.
	Rank engine.Rank `json:"rank,omitempty"`
	// Teach says that the person is told about mistakes during the game.
	Teach bool `json:"teach,omitempty"`
	// Clock is the time control of both players, as package clock writes it; "" for a game without clocks.
	Clock string `json:"clock,omitempty"`
	// Host is the player who invites another one. It is nil unless the game has seats.
	Host *host `json:"host,omitempty"`
	// Tournament is the tournament of a game that was arranged for its players. It is nil for other games.
	Tournament *Round `json:"tournament,omitempty"`
	// BlackName and WhiteName are the players' names in the record that the game was made from.
	BlackName string `json:"blackName,omitempty"`
	WhiteName string `json:"whiteName,omitempty"`
	// Info is the game info of that record. Events is the number of events that come from the record.
	Info   *kifu.Info `json:"info,omitempty"`
	Events int        `json:"events,omitempty"`
	// Comment is a comment on the whole game. It is written into the game's record.
	Comment string `json:"comment,omitempty"`
	// Notes lists the faults of the record that the game was made from.
	Notes []string `json:"notes,omitempty"`
}

// scores are points by player.
type scores struct {
	Black float64 `json:"black"`
	White float64 `json:"white"`
}

// begin copies the stones, the player to move and the points of the players from a position into the set-up.
func (s *setup) begin(g *baduk.Graph, start baduk.Setup) {
	s.Black, s.White = boards.Vertices(g, start.Black), boards.Vertices(g, start.White)
	if start.ToPlay != baduk.Empty {
		s.ToPlay = start.ToPlay.String()
	}
	if b, w := start.Scores[baduk.Black], start.Scores[baduk.White]; b != 0 || w != 0 {
		s.Scores = &scores{b, w}
	}
	if taken := start.Prisoners; taken != [3]int32{} {
		p := boards.PrisonersOf(taken)
		s.Prisoners = &p
	}
}

// game returns the game that has this set-up and no moves.
func (s *setup) game(b *boards.Boards) (*baduk.Game, error) {
	if s.Event != "setup" || s.Version != 1 {
		return nil, fmt.Errorf("the first line is not a set-up of version 1")
	}
	switch s.Human {
	case "black", "white", "both", "none":
	default:
		return nil, fmt.Errorf("the person plays black, white, both or none, not %q", s.Human)
	}
	g, err := b.Graph(s.Board, s.Width, s.Height)
	if err != nil {
		return nil, err
	}
	start := baduk.Setup{ToPlay: boards.ColorOf(s.ToPlay), Handicap: s.Handicap}
	if start.Black, err = boards.ParseVertices(g, s.Black); err != nil {
		return nil, err
	}
	if start.White, err = boards.ParseVertices(g, s.White); err != nil {
		return nil, err
	}
	if s.Scores != nil {
		start.Scores[baduk.Black], start.Scores[baduk.White] = s.Scores.Black, s.Scores.White
	}
	start.Prisoners = s.Prisoners.Taken()
	return baduk.NewGameFrom(g, baduk.Rules(s.Rules), start)
}

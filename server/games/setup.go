package games

import (
	"fmt"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/kifu"
	"tengen/server/boards"
)

// setup is the first line of a game's file: everything that is decided before the first move. It has the rules in
// full, so a game stays what it was when a later version of the program has other rulesets.
type setup struct {
	Event   string    `json:"event"` // "setup"
	Version int       `json:"version"`
	Time    time.Time `json:"time"`
	// Board is the board's own text, from which it can be read again. A plain rectangle has Width and Height instead.
	Board  string      `json:"board,omitempty"`
	Width  int         `json:"width"`
	Height int         `json:"height"`
	Name   string      `json:"rulesName"`
	Title  string      `json:"rulesTitle"`
	Rules  storedRules `json:"rules"`
	// Handicap is the number of handicap stones among Black.
	Handicap int      `json:"handicap,omitempty"`
	Black    []string `json:"black,omitempty"` // vertices
	White    []string `json:"white,omitempty"`
	ToPlay   string   `json:"toPlay,omitempty"`
	Scores   *scores  `json:"scores,omitempty"` // points that the players start with
	// Prisoners are the stones that the players had taken before.
	Prisoners *boards.Prisoners `json:"prisoners,omitempty"`
	// Human is the colour of the person: "black", "white", "both" or "none".
	Human  string `json:"human"`
	TimeMs int    `json:"timeMs,omitempty"` // the engine's time for a move; 0 is unlimited
	Visits int    `json:"visits,omitempty"` // the engine's visits for a move; 0 is unlimited
	// Rank is the strength that the engine plays at, as that of a person; 0 is its full strength.
	Rank engine.Rank `json:"rank,omitempty"`
	// BlackName and WhiteName are the players of a record that was opened.
	BlackName string `json:"blackName,omitempty"`
	WhiteName string `json:"whiteName,omitempty"`
	// Info is the game info of that record. Events is the number of events that were made of it.
	Info   *kifu.Info `json:"info,omitempty"`
	Events int        `json:"events,omitempty"`
	// Comment is a sentence about the whole game, for its record.
	Comment string `json:"comment,omitempty"`
	// Notes say what was wrong with the record that was opened.
	Notes []string `json:"notes,omitempty"`
}

// scores are points by player.
type scores struct {
	Black float64 `json:"black"`
	White float64 `json:"white"`
}

// begin takes over the stones, the first player and the points that a game begins with.
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

// game makes the game before its first move.
func (s *setup) game(b *boards.Boards) (*baduk.Game, error) {
	if s.Event != "setup" || s.Version != 1 {
		return nil, fmt.Errorf("it does not begin with a set-up of version 1")
	}
	switch s.Human {
	case "black", "white", "both", "none":
	default:
		return nil, fmt.Errorf("%q is not who the person plays", s.Human)
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

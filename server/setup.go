package server

import (
	"fmt"
	"math"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/kifu"
)

// setup is the first line of a game's file: everything decided before the first
// move. The rules are kept in full, so that a game stays what it was when a
// later program knows other rulesets.
type setup struct {
	Event   string    `json:"event"` // "setup"
	Version int       `json:"version"`
	Time    time.Time `json:"time"`
	// Board is the board's own text, from which it can be read again; a plain
	// rectangle has Width and Height instead.
	Board  string      `json:"board,omitempty"`
	Width  int         `json:"width"`
	Height int         `json:"height"`
	Name   string      `json:"rulesName"`
	Title  string      `json:"rulesTitle"`
	Rules  storedRules `json:"rules"`
	// Handicap is how many of the Black stones are handicap stones.
	Handicap int      `json:"handicap,omitempty"`
	Black    []string `json:"black,omitempty"` // vertices
	White    []string `json:"white,omitempty"`
	ToPlay   string   `json:"toPlay,omitempty"`
	Scores   *scores  `json:"scores,omitempty"` // that the players start with
	// Prisoners are the stones that the players had taken before.
	Prisoners *prisoners `json:"prisoners,omitempty"`
	// Human is the colour of the person: "black", "white", "both" or "none".
	Human  string `json:"human"`
	TimeMs int    `json:"timeMs,omitempty"` // the engine's time a move
	Visits int    `json:"visits,omitempty"` // and its visits; 0 is unlimited
	// Rank is the person's strength that the engine plays at; 0 is its own.
	Rank engine.Rank `json:"rank,omitempty"`
	// BlackName, WhiteName are the players of a record that was opened.
	BlackName string `json:"blackName,omitempty"`
	WhiteName string `json:"whiteName,omitempty"`
	// Info is what that record says of its game, and Events how many events it
	// became.
	Info   *kifu.Info `json:"info,omitempty"`
	Events int        `json:"events,omitempty"`
	// Comment is what the record of the game says of it as a whole.
	Comment string `json:"comment,omitempty"`
	// Notes are what was wrong with that record.
	Notes []string `json:"notes,omitempty"`
}

// scores are points by player.
type scores struct {
	Black float64 `json:"black"`
	White float64 `json:"white"`
}

// prisoners are numbers of stones, by the player who has taken them.
type prisoners struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// prisonersOf makes prisoners of the stones of each colour that were taken.
func prisonersOf(taken [3]int32) prisoners {
	return prisoners{int(taken[baduk.White]), int(taken[baduk.Black])}
}

// taken is the stones of each colour that were taken.
func (p *prisoners) taken() (taken [3]int32) {
	if p != nil { // what is beyond the range is refused by the rules
		taken[baduk.White], taken[baduk.Black] = clampInt32(p.Black), clampInt32(p.White)
	}
	return taken
}

func clampInt32(n int) int32 { return int32(max(-1, min(n, math.MaxInt32))) }

// begin takes over how a game on a board begins.
func (s *setup) begin(g *baduk.Graph, start baduk.Setup) {
	s.Black, s.White = verticesOf(g, start.Black), verticesOf(g, start.White)
	if start.ToPlay != baduk.Empty {
		s.ToPlay = start.ToPlay.String()
	}
	if b, w := start.Scores[baduk.Black], start.Scores[baduk.White]; b != 0 || w != 0 {
		s.Scores = &scores{b, w}
	}
	if taken := start.Prisoners; taken != [3]int32{} {
		p := prisonersOf(taken)
		s.Prisoners = &p
	}
}

// game is the game before its first move.
func (s *setup) game(boards *boards) (*baduk.Game, error) {
	if s.Event != "setup" || s.Version != 1 {
		return nil, fmt.Errorf("it does not begin with a set-up of version 1")
	}
	switch s.Human {
	case "black", "white", "both", "none":
	default:
		return nil, fmt.Errorf("%q is not who the person plays", s.Human)
	}
	g, err := boards.graphOf(*s)
	if err != nil {
		return nil, err
	}
	start := baduk.Setup{ToPlay: colorOf(s.ToPlay), Handicap: s.Handicap}
	if start.Black, err = parseVertices(g, s.Black); err != nil {
		return nil, err
	}
	if start.White, err = parseVertices(g, s.White); err != nil {
		return nil, err
	}
	if s.Scores != nil {
		start.Scores[baduk.Black], start.Scores[baduk.White] = s.Scores.Black, s.Scores.White
	}
	start.Prisoners = s.Prisoners.taken()
	return baduk.NewGameFrom(g, baduk.Rules(s.Rules), start)
}

// verticesOf names the points of a list.
func verticesOf(g *baduk.Graph, points []baduk.Point) []string {
	var names []string
	for _, p := range points {
		names = append(names, g.Vertex(p))
	}
	return names
}

// vertices names the points of a set.
func vertices(g *baduk.Graph, set baduk.PointSet) []string {
	names := []string{}
	for p := range baduk.Point(g.Len()) {
		if set.Has(p) {
			names = append(names, g.Vertex(p))
		}
	}
	return names
}

// parseVertices reads names of points; a pass is not a point.
func parseVertices(g *baduk.Graph, names []string) ([]baduk.Point, error) {
	var points []baduk.Point
	for _, name := range names {
		p, err := g.ParseVertex(name)
		if err != nil {
			return nil, err
		}
		if !g.Contains(p) {
			return nil, fmt.Errorf("%q is not a point", name)
		}
		points = append(points, p)
	}
	return points, nil
}

// colorOf reads "black" and "white"; anything else is Empty.
func colorOf(name string) baduk.Color {
	switch name {
	case "black":
		return baduk.Black
	case "white":
		return baduk.White
	}
	return baduk.Empty
}

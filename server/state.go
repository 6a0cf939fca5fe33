package server

import (
	"fmt"
	"strconv"
	"time"

	"tengen/baduk"
)

// State is a game as the page shows it.
type State struct {
	ID      string    `json:"id"`
	Version int64     `json:"version"` // a larger one is newer
	Created time.Time `json:"created"`
	Changed time.Time `json:"changed"`

	// Graph is what the board looks like; left out of all but the first of a
	// stream of states.
	Graph    *Graph  `json:"graph,omitempty"`
	Rules    Rules   `json:"rules"`
	Komi     float64 `json:"komi"`     // points
	Handicap int     `json:"handicap"` // stones
	Human    string  `json:"human"`    // black, white, both or none
	TimeMs   int     `json:"timeMs"`   // the engine's time a move; 0 is no limit
	Visits   int     `json:"visits"`   // the engine's visits a move; 0 is no limit

	BlackName string   `json:"blackName,omitempty"`
	WhiteName string   `json:"whiteName,omitempty"`
	Notes     []string `json:"notes,omitempty"` // what was wrong or missing in a record that was opened
	// RecordResult is the result that such a record gives, as written, until the
	// game goes on.
	RecordResult string `json:"recordResult,omitempty"`

	Stones   []int8         `json:"stones"` // by point: 1 Black, -1 White, 0 empty
	ToPlay   string         `json:"toPlay"`
	Number   int            `json:"number"`   // of the next move
	LastMove string         `json:"lastMove"` // vertex, "pass" or empty
	KoBan    string         `json:"koBan"`    // vertex or empty
	Captures map[string]int `json:"captures"` // by colour: stones that it has taken
	Moves    []Move         `json:"moves"`

	Phase      phase  `json:"phase"` // play, dead or over
	YourTurn   bool   `json:"yourTurn"`
	CanUndo    bool   `json:"canUndo"`
	Thinking   string `json:"thinking"`   // empty, waiting, thinking or counting
	Message    string `json:"message"`    // what went wrong with the engine or the game's file
	Result     string `json:"result"`     // "B+3.5", "W+R", "0"; empty while nothing is decided
	ResultText string `json:"resultText"` // the same in words

	// Dead are the dead stones as marked, Score the count with them: present
	// while they are agreed on, and at the end unless somebody resigned.
	Dead     []string  `json:"dead"`
	Score    *Score    `json:"score,omitempty"`
	Estimate *estimate `json:"estimate,omitempty"`
}

// Move is a turn in a State.
type Move struct {
	Color  string `json:"color"`
	Vertex string `json:"vertex"`
}

// Rules are the rules of a game as far as the page tells of them.
type Rules struct {
	Name         string `json:"name"` // empty when the rules come from a record
	Title        string `json:"title"`
	Ko           string `json:"ko"`
	Suicide      string `json:"suicide"`
	FriendlyPass bool   `json:"friendlyPass"`
}

// Graph is what it takes to draw a board of any shape.
type Graph struct {
	Width  int           `json:"width"` // 0 unless it is a rectangle
	Height int           `json:"height"`
	Points []GraphPoint  `json:"points"`
	Edges  [][2]int      `json:"edges"`
	Stars  []baduk.Point `json:"stars"`
}

// GraphPoint is where a point is drawn and how it is called.
type GraphPoint struct {
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	Name string  `json:"name"`
}

// Score is a count with its reasons.
type Score struct {
	Points  []PointScore `json:"points"` // by point
	Black   SideScore    `json:"black"`
	White   SideScore    `json:"white"`
	Neutral int          `json:"neutral"`
	Lead    float64      `json:"lead"`   // points of Black's
	Result  string       `json:"result"` // "B+3.5"
}

// PointScore is what one point counts and why.
type PointScore struct {
	Owner  int8   `json:"owner"` // 1 Black, -1 White, 0 nobody
	Kind   string `json:"kind"`  // stone, territory, dead or dame
	Reason string `json:"reason"`
}

// SideScore is one column of the count.
type SideScore struct {
	Stones    int     `json:"stones"`
	Territory int     `json:"territory"`
	Komi      float64 `json:"komi"`
	Bonus     int     `json:"bonus"`
	Total     float64 `json:"total"`
	Dead      int     `json:"dead"` // stones taken off, for information
}

// newState shows a record.
func newState(r *record, withGraph bool) *State {
	game, g := r.game, r.game.Graph()
	pos := game.Position()
	s := &State{
		Created: r.setup.Time, Changed: r.changed,
		Rules:    rulesOf(r.setup.Name, r.setup.Title, r.setup.Rules),
		Komi:     r.setup.Rules.Komi.Points(),
		Handicap: r.setup.Handicap, Human: r.setup.Human, TimeMs: r.setup.TimeMs, Visits: r.setup.Visits,
		BlackName: r.setup.BlackName, WhiteName: r.setup.WhiteName, Notes: r.setup.Notes,
		Stones: pos.Numbers(nil), ToPlay: game.ToPlay().String(), Number: game.Len() + 1,
		Captures: map[string]int{
			"black": int(pos.Prisoners[baduk.White]),
			"white": int(pos.Prisoners[baduk.Black]),
		},
		Moves: []Move{}, Phase: r.phase, YourTurn: r.humanToPlay(),
		Result: r.result(), Dead: vertices(g, r.dead),
	}
	if info := r.setup.Info; info != nil && !r.touched {
		s.RecordResult = shorten(info.Result)
	}
	if n := len(r.estimates); n > 0 {
		s.Estimate = &r.estimates[n-1]
	}
	if withGraph {
		s.Graph = newGraph(g)
	}
	for _, m := range game.Moves() {
		s.Moves = append(s.Moves, Move{m.Color.String(), g.Vertex(m.Point)})
		s.LastMove = g.Vertex(m.Point)
	}
	if pos.KoBan != baduk.NoPoint && r.phase == phasePlay && game.Legal(baduk.Move{Color: game.ToPlay(), Point: pos.KoBan}) != baduk.Legal {
		s.KoBan = g.Vertex(pos.KoBan)
	}
	_, err := r.undoTo()
	s.CanUndo = err == nil
	if r.phase != phasePlay && game.Resigned() == baduk.Empty {
		s.Score = newScore(game.Score(r.dead))
	}
	s.ResultText = resultText(s.Result)
	return s
}

func rulesOf(name, title string, r baduk.Rules) Rules {
	return Rules{name, title, r.Ko.String(), r.Suicide.String(), r.FriendlyPass}
}

// newGraph describes a graph to the page. The boards of this server all have a
// picture.
func newGraph(g *baduk.Graph) *Graph {
	geo, _ := g.Geometry()
	d := &Graph{Width: geo.Width, Height: geo.Height, Edges: [][2]int{}, Stars: []baduk.Point{}}
	d.Stars = append(d.Stars, geo.Stars...)
	for p := range baduk.Point(g.Len()) {
		d.Points = append(d.Points, GraphPoint{geo.X[p], geo.Y[p], g.Vertex(p)})
		for _, q := range g.Neighbours(p) {
			if p < q {
				d.Edges = append(d.Edges, [2]int{int(p), int(q)})
			}
		}
	}
	return d
}

func newScore(count baduk.Score) *Score {
	s := &Score{Neutral: count.Neutral, Lead: count.Lead(), Result: count.Result()}
	kinds := [...]string{baduk.ReasonDame: "dame", baduk.ReasonStone: "stone", baduk.ReasonTerritory: "territory", baduk.ReasonDead: "dead"}
	for _, p := range count.Points {
		s.Points = append(s.Points, PointScore{p.Owner.Number(), kinds[p.Reason], p.Reason.String()})
	}
	side := func(c baduk.Color) SideScore {
		return SideScore{Stones: count.Stones[c], Territory: count.Territory[c], Dead: count.Dead[c], Total: count.Total(c)}
	}
	s.Black, s.White = side(baduk.Black), side(baduk.White)
	s.White.Komi, s.White.Bonus = count.Komi.Points(), count.Bonus
	return s
}

// result is the result of a game that is over, else empty.
func (r *record) result() string {
	if r.phase != phaseOver {
		return ""
	}
	return r.game.Result(r.dead)
}

// resultText is a result in words: "Black wins by 3.5 points".
func resultText(result string) string {
	if result == "" {
		return ""
	}
	if result == "0" {
		return "The game is a draw"
	}
	winner, loser := "Black", "White"
	if result[0] == 'W' {
		winner, loser = loser, winner
	}
	switch margin := result[2:]; margin {
	case "R":
		return fmt.Sprintf("%s wins: %s resigned", winner, loser)
	case "0":
		return winner + " wins the tie"
	case "1":
		return winner + " wins by 1 point"
	default:
		if _, err := strconv.ParseFloat(margin, 64); err != nil {
			return winner + " wins"
		}
		return fmt.Sprintf("%s wins by %s points", winner, margin)
	}
}

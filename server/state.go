package server

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"tengen/baduk"
	"tengen/engine"
)

// State is a game as the page shows it.
type State struct {
	ID      string    `json:"id"`
	Version int64     `json:"version"` // a larger one is newer
	Created time.Time `json:"created"`
	Changed time.Time `json:"changed"`

	// Graph is what the board looks like; left out of a stream of states unless
	// it has changed.
	Graph    *Graph  `json:"graph,omitempty"`
	Rules    Rules   `json:"rules"`
	Komi     float64 `json:"komi"`     // points
	Handicap int     `json:"handicap"` // stones
	Human    string  `json:"human"`    // black, white, both or none
	TimeMs   int     `json:"timeMs"`   // the engine's time a move; 0 is unlimited
	Visits   int     `json:"visits"`   // the engine's visits a move; 0 is unlimited
	// Rank is the person's strength that the engine plays at, or full.
	Rank engine.Rank `json:"rank"`

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
	Cleanup  int            `json:"cleanup"`  // phase of the clean-up, or 0
	Blocked  []string       `json:"blocked"`  // stones that may not be retaken in the clean-up yet
	Lifted   bool           `json:"lifted"`   // the last turn was spent on lifting such a block
	Button   string         `json:"button"`   // who took it: black, white, or empty
	Captures map[string]int `json:"captures"` // by colour: stones that it has taken
	Moves    []Move         `json:"moves"`

	Phase      phase  `json:"phase"` // play, dead or over
	YourTurn   bool   `json:"yourTurn"`
	Proposed   string `json:"proposed"`  // who proposes to end the game here: black, white, or empty
	Declined   bool   `json:"declined"`  // such a proposal was declined, and nothing was done since
	Stands     int    `json:"stands"`    // how often the position has stood, where a cycle is not forbidden; 1 if it is new
	CycleVoid  bool   `json:"cycleVoid"` // the third time makes the game void
	CanUndo    bool   `json:"canUndo"`
	Thinking   string `json:"thinking"`   // empty, waiting, thinking or counting
	Message    string `json:"message"`    // what went wrong with the engine or the game's file
	Result     string `json:"result"`     // "B+3.5", "W+R", "0", "Void"; empty while nothing is decided
	ResultText string `json:"resultText"` // the same in words

	// Dead are the dead stones as marked, Score the count with them: present
	// while they are agreed on, and at the end unless a player resigned.
	Dead     []string  `json:"dead"`
	Score    *Score    `json:"score,omitempty"`
	Estimate *estimate `json:"estimate,omitempty"`
}

// Move is a turn in a State.
type Move struct {
	Color  string `json:"color"`
	Vertex string `json:"vertex"`
}

// newState shows a record.
func newState(r *record, known *baduk.Graph) *State {
	game, g := r.game, r.game.Graph()
	pos := game.Position()
	s := &State{
		Created: r.setup.Time, Changed: r.changed,
		Rules:    rulesOf(r.setup.Name, r.setup.Title, baduk.Rules(r.setup.Rules)),
		Komi:     r.setup.Rules.Komi.Points(),
		Handicap: r.setup.Handicap, Human: r.setup.Human, TimeMs: r.setup.TimeMs, Visits: r.setup.Visits, Rank: r.setup.Rank,
		BlackName: r.setup.BlackName, WhiteName: r.setup.WhiteName, Notes: r.setup.Notes,
		Stones: pos.Numbers(nil), ToPlay: game.ToPlay().String(), Number: game.Len() + 1,
		Captures: map[string]int{
			"black": int(pos.Prisoners[baduk.White]),
			"white": int(pos.Prisoners[baduk.Black]),
		},
		Moves: []Move{}, Phase: r.phase, YourTurn: r.humanToPlay(),
		Result: r.result(), Dead: vertices(g, r.dead),
		Cleanup: game.Phase(), Blocked: []string{}, Lifted: r.lifted(),
	}
	s.Declined, s.Stands = r.declined, 1
	if c := game.Proposed(); c != baduk.Empty {
		s.Proposed = c.String()
	}
	if c := game.Button(); c != baduk.Empty {
		s.Button = c.String()
	}
	for p := range baduk.Point(g.Len()) {
		if game.Blocked(p) {
			s.Blocked = append(s.Blocked, g.Vertex(p))
		}
	}
	if info := r.setup.Info; info != nil && !r.touched {
		s.RecordResult = shorten(info.Result)
	}
	if n := len(r.estimates); n > 0 {
		s.Estimate = &r.estimates[n-1]
	}
	if g != known {
		s.Graph = newGraph(g)
	}
	for _, m := range game.Moves() {
		s.Moves = append(s.Moves, Move{m.Color.String(), g.Vertex(m.Point)})
		s.LastMove = g.Vertex(m.Point)
	}
	if ko := game.Rules().Ko; !ko.Superko() && r.phase == phasePlay && s.LastMove != "pass" {
		s.Stands, s.CycleVoid = game.Occurrences(), ko == baduk.KoSimple
	}
	if pos.KoBan != baduk.NoPoint && r.phase == phasePlay && game.Legal(baduk.Move{Color: game.ToPlay(), Point: pos.KoBan}) != baduk.Legal {
		s.KoBan = g.Vertex(pos.KoBan)
	}
	_, err := r.undoTo()
	s.CanUndo = err == nil
	if r.phase != phasePlay && game.Resigned() == baduk.Empty {
		count := game.Score(r.judged())
		s.Score = newScore(g, &count)
	}
	s.ResultText = resultText(s.Result)
	return s
}

// result is the result of a game that is over, else empty.
func (r *record) result() string {
	if r.phase != phaseOver {
		return ""
	}
	return r.game.Result(r.judged())
}

// lifted reports whether the last turn changed no stone without being a pass: in
// a clean-up it has lifted a ko block.
func (r *record) lifted() bool {
	n := r.game.Len()
	return r.game.Phase() > 0 && n > 0 && !r.game.Turn(n-1).IsPass() &&
		slices.Equal(r.game.StonesAfter(n), r.game.StonesAfter(n-1))
}

// resultText is a result in words: "Black wins by 3.5 points".
func resultText(result string) string {
	if result == "" {
		return ""
	}
	switch result {
	case "0":
		return "The game is a draw"
	case "Void":
		return "The game is void: a position came for the third time"
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

package games

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/server/boards"
)

// State is a game as the page shows it.
type State struct {
	ID      string    `json:"id"`
	Version int64     `json:"version"` // a larger one is newer
	Created time.Time `json:"created"`
	Changed time.Time `json:"changed"`

	// Graph is what the board looks like; left out of a stream of states unless
	// it has changed.
	Graph    *boards.Graph `json:"graph,omitempty"`
	Rules    boards.Rules  `json:"rules"`
	Komi     float64       `json:"komi"`     // points
	Handicap int           `json:"handicap"` // stones
	Human    string        `json:"human"`    // black, white, both or none
	TimeMs   int           `json:"timeMs"`   // the engine's time a move; 0 is unlimited
	Visits   int           `json:"visits"`   // the engine's visits a move; 0 is unlimited
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
	Moves    []turn         `json:"moves"`

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
	Dead     []string      `json:"dead"`
	Score    *boards.Score `json:"score,omitempty"`
	Estimate *Estimate     `json:"estimate,omitempty"`
}

// turn is a turn in a State.
type turn struct {
	Color  string `json:"color"`
	Vertex string `json:"vertex"`
}

// newState shows a record.
func newState(gm *game, known *baduk.Graph) *State {
	core, g := gm.core, gm.core.Graph()
	pos := core.Position()
	s := &State{
		Created: gm.setup.Time, Changed: gm.changed,
		Rules:    boards.RulesOf(gm.setup.Name, gm.setup.Title, baduk.Rules(gm.setup.Rules)),
		Komi:     gm.setup.Rules.Komi.Points(),
		Handicap: gm.setup.Handicap, Human: gm.setup.Human, TimeMs: gm.setup.TimeMs, Visits: gm.setup.Visits, Rank: gm.setup.Rank,
		BlackName: gm.setup.BlackName, WhiteName: gm.setup.WhiteName, Notes: gm.setup.Notes,
		Stones: pos.Numbers(nil), ToPlay: core.ToPlay().String(), Number: core.Len() + 1,
		Captures: map[string]int{
			"black": int(pos.Prisoners[baduk.White]),
			"white": int(pos.Prisoners[baduk.Black]),
		},
		Moves: []turn{}, Phase: gm.phase, YourTurn: gm.humanToPlay(),
		Result: gm.result(), Dead: boards.VerticesOfSet(g, gm.dead),
		Cleanup: core.Phase(), Blocked: []string{}, Lifted: gm.lifted(),
	}
	s.Declined, s.Stands = gm.declined, 1
	if c := core.Proposed(); c != baduk.Empty {
		s.Proposed = c.String()
	}
	if c := core.Button(); c != baduk.Empty {
		s.Button = c.String()
	}
	for p := range baduk.Point(g.Len()) {
		if core.Blocked(p) {
			s.Blocked = append(s.Blocked, g.Vertex(p))
		}
	}
	if info := gm.setup.Info; info != nil && !gm.touched {
		s.RecordResult = boards.Shorten(info.Result)
	}
	if n := len(gm.estimates); n > 0 {
		s.Estimate = &gm.estimates[n-1]
	}
	if g != known {
		s.Graph = boards.NewGraph(g)
	}
	for _, m := range core.Moves() {
		s.Moves = append(s.Moves, turn{m.Color.String(), g.Vertex(m.Point)})
		s.LastMove = g.Vertex(m.Point)
	}
	if ko := core.Rules().Ko; !ko.Superko() && gm.phase == phasePlay && s.LastMove != "pass" {
		s.Stands, s.CycleVoid = core.Occurrences(), ko == baduk.KoSimple
	}
	if pos.KoBan != baduk.NoPoint && gm.phase == phasePlay && core.Legal(baduk.Move{Color: core.ToPlay(), Point: pos.KoBan}) != baduk.Legal {
		s.KoBan = g.Vertex(pos.KoBan)
	}
	_, err := gm.undoTo()
	s.CanUndo = err == nil
	if gm.phase != phasePlay && core.Resigned() == baduk.Empty {
		count := core.Score(gm.judged())
		s.Score = boards.NewScore(g, &count)
	}
	s.ResultText = resultText(s.Result)
	return s
}

// result is the result of a game that is over, else empty.
func (gm *game) result() string {
	if gm.phase != phaseOver {
		return ""
	}
	return gm.core.Result(gm.judged())
}

// lifted reports whether the last turn changed no stone without being a pass: in
// a clean-up it has lifted a ko block.
func (gm *game) lifted() bool {
	n := gm.core.Len()
	return gm.core.Phase() > 0 && n > 0 && !gm.core.Turn(n-1).IsPass() &&
		slices.Equal(gm.core.StonesAfter(n), gm.core.StonesAfter(n-1))
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

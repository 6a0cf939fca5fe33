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

// State is the state of a game for the page.
type State struct {
	ID      string    `json:"id"`
	Version int64     `json:"version"` // grows with every change
	Created time.Time `json:"created"`
	Changed time.Time `json:"changed"`

	// Graph describes how to draw the board. It is missing when the client has it already.
	Graph    *boards.Graph `json:"graph,omitempty"`
	Rules    boards.Rules  `json:"rules"`
	Komi     float64       `json:"komi"`     // komi in points
	Handicap int           `json:"handicap"` // number of handicap stones
	Human    string        `json:"human"`    // the colour of the person: black, white, both or none
	TimeMs   int           `json:"timeMs"`   // the engine's time for a move; 0 is unlimited
	Visits   int           `json:"visits"`   // the engine's visits for a move; 0 is unlimited
	// Rank is the rank at which the engine plays.
	Rank engine.Rank `json:"rank"`
	// Teach says that the person is told about mistakes. Hints is the number of positions in which the person took a
	// hint.
	Teach bool `json:"teach"`
	Hints int  `json:"hints"`

	BlackName string   `json:"blackName,omitempty"`
	WhiteName string   `json:"whiteName,omitempty"`
	Notes     []string `json:"notes,omitempty"` // faults of the record that the game was made from
	// RecordResult is the result in the record that the game was made from. It is empty once the game has continued.
	RecordResult string `json:"recordResult,omitempty"`

	Stones   []int8         `json:"stones"` // by point: 1 Black, -1 White, 0 empty
	ToPlay   string         `json:"toPlay"`
	Number   int            `json:"number"`   // number of the next move
	LastMove string         `json:"lastMove"` // a vertex, "pass", or empty
	KoBan    string         `json:"koBan"`    // the vertex that ko forbids, or empty
	Cleanup  int            `json:"cleanup"`  // the phase of the clean-up, or 0
	Blocked  []string       `json:"blocked"`  // stones that may not be retaken yet in the clean-up
	Lifted   bool           `json:"lifted"`   // the last turn only lifted the block of a ko
	Button   string         `json:"button"`   // the player who took the button, or empty
	Captures map[string]int `json:"captures"` // by colour: the stones that the player has taken
	Moves    []turn         `json:"moves"`

	Phase      phase  `json:"phase"` // play, dead (the dead stones are being agreed on) or over
	YourTurn   bool   `json:"yourTurn"`
	Proposed   string `json:"proposed"`  // the player who proposes to end the game here, or empty
	Offered    string `json:"offered"`   // the engine, which offers to resign and waits for accept or decline; or empty
	Declined   bool   `json:"declined"`  // a proposal to end the game was just declined
	Paused     bool   `json:"paused"`    // the clocks stand, or the engine, which plays both colours, waits
	Stands     int    `json:"stands"`    // number of times that the position has occurred, if the rules allow cycles; 1 for a new position
	CycleVoid  bool   `json:"cycleVoid"` // the third occurrence makes the game void
	CanUndo    bool   `json:"canUndo"`
	Thinking   string `json:"thinking"`   // what the engine is doing: waiting, thinking, counting, or empty for nothing
	Message    string `json:"message"`    // an error of the engine or of the game's file
	Result     string `json:"result"`     // "B+3.5", "W+R", "0", "Void"; empty for a game that is not decided or was stopped
	ResultText string `json:"resultText"` // the result in words

	// Dead has the stones that are marked as dead.
	Dead []string `json:"dead"`
	// Score is the score with these dead stones. It is present while the players agree on the dead stones, and at the
	// end of the game unless a player resigned.
	Score    *boards.Score `json:"score,omitempty"`
	Estimate *Estimate     `json:"estimate,omitempty"`

	Clocks *clocksState `json:"clocks,omitempty"` // missing in a game without clocks
	Seats  *seatsState  `json:"seats,omitempty"`  // missing in a game without seats
}

// turn is a move of a game.
type turn struct {
	Color  string `json:"color"`
	Vertex string `json:"vertex"`
}

// newState makes the state of a game. known is the graph that the client has, which the state leaves out.
func newState(gm *game, known *baduk.Graph) *State {
	core, g := gm.core, gm.core.Graph()
	black, white := gm.names()
	pos := core.Position()
	s := &State{
		Created: gm.setup.Time, Changed: gm.changed,
		Rules:    boards.RulesOf(gm.setup.Name, gm.setup.Title, baduk.Rules(gm.setup.Rules)),
		Komi:     gm.setup.Rules.Komi.Points(),
		Handicap: gm.setup.Handicap, Human: gm.setup.Human, TimeMs: gm.setup.TimeMs, Visits: gm.setup.Visits, Rank: gm.setup.Rank,
		Teach: gm.setup.Teach, Hints: gm.hints,
		BlackName: black, WhiteName: white, Notes: gm.setup.Notes,
		Stones: pos.Numbers(nil), ToPlay: core.ToPlay().String(), Number: core.Len() + 1,
		Captures: map[string]int{
			"black": int(pos.Prisoners[baduk.White]),
			"white": int(pos.Prisoners[baduk.Black]),
		},
		Moves: []turn{}, Phase: gm.phase, YourTurn: gm.humanToPlay() && !gm.paused,
		Result: gm.result(), Dead: boards.VerticesOfSet(g, gm.dead),
		Cleanup: core.Phase(), Blocked: []string{}, Lifted: gm.lifted(),
	}
	s.Declined, s.Paused, s.Stands = gm.declined, gm.paused, 1
	if c := core.Proposed(); c != baduk.Empty {
		s.Proposed = c.String()
	}
	if c := gm.offered; c != baduk.Empty {
		s.Offered = c.String()
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
	if gm.phase != phasePlay && !gm.stopped && !gm.drawn && gm.flagged == baduk.Empty && core.Resigned() == baduk.Empty {
		count := core.Score(gm.judged())
		s.Score = boards.NewScore(g, &count)
	}
	s.ResultText = resultText(s.Result)
	if gm.stopped {
		s.ResultText = "The game was stopped"
	}
	return s
}

// result returns the result of a game that is over. It is "" for a game that is not over or was stopped.
func (gm *game) result() string {
	switch {
	case gm.phase != phaseOver || gm.stopped:
		return ""
	case gm.flagged != baduk.Empty:
		return baduk.Result{Winner: gm.flagged.Opponent(), Ending: baduk.EndingTime}.String()
	case gm.drawn:
		return baduk.Result{Ending: baduk.EndingDraw}.String()
	}
	return gm.core.Result(gm.judged())
}

// lifted reports whether the last turn lifted a ko block in the clean-up. Such a turn is not a pass and changes no
// stones.
func (gm *game) lifted() bool {
	n := gm.core.Len()
	return gm.core.Phase() > 0 && n > 0 && !gm.core.Turn(n-1).IsPass() &&
		slices.Equal(gm.core.StonesAfter(n), gm.core.StonesAfter(n-1))
}

// resultText returns a result in words: "Black wins by 3.5 points".
func resultText(result string) string {
	r := baduk.ParseResult(result)
	winner, loser := "Black", "White"
	if r.Winner == baduk.White {
		winner, loser = loser, winner
	}
	switch {
	case r.Ending == baduk.EndingUnknown:
		return ""
	case r.Ending == baduk.EndingDraw:
		return "The game is a draw"
	case r.Ending == baduk.EndingVoid:
		return "The game is void: a position occurred for the third time"
	case r.Ending == baduk.EndingResignation:
		return fmt.Sprintf("%s wins: %s resigned", winner, loser)
	case r.Ending == baduk.EndingTime:
		return fmt.Sprintf("%s wins on time", winner)
	case r.Ending != baduk.EndingScore:
		return winner + " wins"
	case r.Margin == 0:
		return winner + " wins the tie"
	case r.Margin == 1:
		return winner + " wins by 1 point"
	default:
		return fmt.Sprintf("%s wins by %s points", winner, strconv.FormatFloat(r.Margin, 'f', -1, 64))
	}
}

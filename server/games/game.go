package games

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"tengen/baduk"
	"tengen/server/boards"
	"tengen/server/wire"
	"tengen/topology"
)

// event is a line of a game's file after the first.
type event struct {
	Event  string    `json:"event"` // play, undo, resign, propose, decline, dead, accept, resume
	Time   time.Time `json:"time"`
	Color  string    `json:"color,omitempty"`  // play, resign, propose, decline; resume: the player who asks for it
	Vertex string    `json:"vertex,omitempty"` // play
	To     int       `json:"to,omitempty"`     // undo: the number of moves that remain
	Dead   []string  `json:"dead,omitempty"`   // dead: all dead stones, one vertex each
	// Estimate is the engine's opinion when it moved.
	Estimate *Estimate `json:"estimate,omitempty"`
}

// Estimate is the engine's opinion of a position. Numbers are from Black's side.
type Estimate struct {
	Win    float64 `json:"win"`    // probability that Black wins, 0..1
	Lead   float64 `json:"lead"`   // points that Black leads by
	Visits int     `json:"visits"` // visits of the search
	Number int     `json:"number"` // the number of the move that it belongs to, from 1
}

// phase is the stage of a game.
type phase string

const (
	phasePlay phase = "play" // moves are made
	phaseDead phase = "dead" // play has stopped; the dead stones are being agreed on
	phaseOver phase = "over" // the result stands
)

// game is a game as its events have made it. It does not wait, lock or write; a liveGame does that.
type game struct {
	setup    setup
	core     *baduk.Game // the moves and the position
	phase    phase
	dead     baduk.PointSet
	proposed bool // phaseDead: the engine has said which stones are dead
	agreed   bool // phaseOver: the players have agreed on the dead stones
	declined bool // the last event declined to end the game
	// estimates are the engine's opinions when it made the moves that still stand.
	estimates []Estimate
	changed   time.Time
	events    int  // number of events that were applied
	touched   bool // since the record was opened, a move was played or taken back, or the game was decided
}

// newGame makes the game before its first event.
func newGame(s setup, b *boards.Boards) (*game, error) {
	core, err := s.game(b)
	if err != nil {
		return nil, err
	}
	return &game{setup: s, core: core, phase: phasePlay, changed: s.Time}, nil
}

// clone makes a copy, on which an event can be tried.
func (gm *game) clone() *game {
	c := *gm
	c.core = gm.core.Clone()
	c.dead = append(baduk.PointSet(nil), gm.dead...)
	c.estimates = append([]Estimate(nil), gm.estimates...)
	return &c
}

var (
	errNotPlaying  = wire.Fail(http.StatusConflict, "", "the game is not being played now")
	errNotProposed = wire.Fail(http.StatusConflict, "", "neither player proposes to end the game")
	errNotMarking  = wire.Fail(http.StatusConflict, "", "dead stones are marked only when play has stopped, under rules that ask for it")
)

// apply applies an event. After an error the game is as it was.
func (gm *game) apply(e event) error {
	switch e.Event {
	case "play":
		if err := gm.play(e); err != nil {
			return err
		}
	case "undo":
		if err := gm.undo(e.To); err != nil {
			return err
		}
	case "resign":
		c := boards.ColorOf(e.Color)
		if gm.phase != phasePlay || c == baduk.Empty {
			return errNotPlaying
		}
		gm.core.Resign(c)
		gm.phase = phaseOver
	case "propose":
		c := boards.ColorOf(e.Color)
		if gm.phase != phasePlay || c == baduk.Empty {
			return errNotPlaying
		}
		if gm.core.Propose(c) {
			gm.stop()
		}
	case "decline":
		if gm.phase != phasePlay || !gm.core.Withdraw() {
			return errNotProposed
		}
	case "dead":
		if gm.phase != phaseDead {
			return errNotMarking
		}
		points, err := boards.ParseVertices(gm.core.Graph(), e.Dead)
		if err != nil {
			return err
		}
		gm.dead, gm.proposed = nil, true
		for _, p := range points {
			gm.dead.Add(p)
		}
	case "accept":
		if gm.phase != phaseDead || !gm.core.Agree() {
			return errNotMarking
		}
		gm.phase, gm.agreed = phaseOver, true
	case "resume":
		// Records of disputes continue after two passes under any rules.
		if gm.phase == phasePlay || !gm.core.Resume(boards.ColorOf(e.Color)) {
			return errNotMarking
		}
		gm.playOn()
	default:
		return fmt.Errorf("there is no event %q", e.Event)
	}
	if e.Estimate != nil {
		gm.estimates = append(gm.estimates, *e.Estimate)
	}
	gm.changed = e.Time
	gm.declined = e.Event == "decline"
	gm.events++
	gm.touched = gm.touched || gm.events > gm.setup.Events && !slices.Contains([]string{"dead", "resume", "propose", "decline"}, e.Event)
	return nil
}

// stop changes the phase when play has stopped. The players agree on dead stones when the rules leave that to them,
// unless the last clean-up has settled it.
func (gm *game) stop() {
	settled := gm.core.Phase() == 2 && gm.core.Over() && !gm.core.EndedByProposal()
	switch {
	case gm.core.Settling() && gm.core.Rules().Agreement() && !settled:
		gm.phase, gm.dead, gm.proposed = phaseDead, nil, false
	case gm.core.Over():
		gm.phase = phaseOver
	}
}

// maxHistory is the most memory for the past positions of a game, in bytes: one byte for each point after each move.
const maxHistory = 64 << 20

func (gm *game) play(e event) error {
	if gm.phase == phaseDead {
		return errNotPlaying
	}
	game, err := topology.Reach(gm.core, e.Vertex)
	if err != nil {
		return err
	}
	gm.core = game
	g := game.Graph()
	p, err := g.ParseVertex(e.Vertex)
	if err != nil {
		return err
	}
	if (gm.core.Len()+1)*g.Len() > maxHistory {
		return wire.Fail(http.StatusConflict, "", "the game has %d moves, which is as many as one on %d points may have here", gm.core.Len(), g.Len())
	}
	if err := gm.core.Play(baduk.Move{Color: boards.ColorOf(e.Color), Point: p}); err != nil {
		return err
	}
	grown, _, err := topology.Grow(gm.core)
	if err != nil {
		gm.core.Undo()
		return err
	}
	gm.core = grown
	gm.stop()
	return nil
}

// playOn returns to play after the end, or what stopped play, was taken back.
func (gm *game) playOn() {
	gm.phase, gm.dead, gm.proposed, gm.agreed = phasePlay, nil, false, false
}

// judged returns the dead stones that the players have agreed on, or are about to. It is nil when the rules judge by
// themselves.
func (gm *game) judged() baduk.PointSet {
	if gm.phase != phaseDead && !gm.agreed {
		return nil
	}
	return append(baduk.PointSet{}, gm.dead...)
}

func (gm *game) undo(to int) error {
	ended := gm.agreed || gm.core.Resigned() != baduk.Empty || gm.core.EndedByProposal()
	if to == gm.core.Len() && !ended || !gm.core.UndoTo(to) {
		return fmt.Errorf("there are %d moves, an undo cannot leave %d", gm.core.Len(), to)
	}
	gm.playOn()
	for n := len(gm.estimates); n > 0 && gm.estimates[n-1].Number > to; n-- {
		gm.estimates = gm.estimates[:n-1]
	}
	return nil
}

// undoTo returns the number of moves that remain after an undo. In a game with the engine an undo goes back to the
// person's own turn. A resignation of the person is taken back alone.
func (gm *game) undoTo() (int, error) {
	own := boards.ColorOf(gm.setup.Human)
	if gm.setup.Human == "none" {
		return 0, fmt.Errorf("the engine plays both colours: there is no move of yours to take back")
	}
	k := gm.core.Len()
	if gm.core.Resigned() == baduk.Empty && !gm.core.EndedByProposal() {
		k--
	}
	for ; k >= 0; k-- {
		if own == baduk.Empty || gm.toPlayAfter(k) == own {
			return k, nil
		}
	}
	return 0, fmt.Errorf("there is no move of yours to take back")
}

// toPlayAfter returns the player who moved after n moves, or who is to move now.
func (gm *game) toPlayAfter(n int) baduk.Color {
	if n == gm.core.Len() {
		return gm.core.ToPlay()
	}
	return gm.core.Turn(n).Color
}

// humanToPlay reports whether the game waits for a move of a person.
func (gm *game) humanToPlay() bool {
	return gm.phase == phasePlay && (gm.setup.Human == "both" || boards.ColorOf(gm.setup.Human) == gm.core.ToPlay())
}

// toggle returns all dead stones after the chain on p has turned dead or alive.
func (gm *game) toggle(p baduk.Point) []string {
	g := gm.core.Graph()
	dead := append(baduk.PointSet(nil), gm.dead...)
	was := dead.Has(p)
	for _, q := range gm.core.Position().AppendChain(nil, p) {
		if was {
			dead.Remove(q)
		} else {
			dead.Add(q)
		}
	}
	return boards.VerticesOfSet(g, dead)
}

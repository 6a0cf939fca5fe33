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

// event is every other line.
type event struct {
	Event  string    `json:"event"` // play, undo, resign, propose, decline, dead, accept, resume
	Time   time.Time `json:"time"`
	Color  string    `json:"color,omitempty"`  // play, resign, propose, decline; resume: who asks for it
	Vertex string    `json:"vertex,omitempty"` // play
	To     int       `json:"to,omitempty"`     // undo: how many moves are left
	Dead   []string  `json:"dead,omitempty"`   // dead: all dead stones
	// Estimate is what the engine thought when it moved.
	Estimate *Estimate `json:"estimate,omitempty"`
}

// Estimate is the engine's opinion after a move. Numbers are Black's.
type Estimate struct {
	Win    float64 `json:"win"`    // probability, 0..1
	Lead   float64 `json:"lead"`   // points
	Visits int     `json:"visits"` // visits of the root
	Number int     `json:"number"` // the move it belongs to, from 1
}

// phase is how far a game is.
type phase string

const (
	phasePlay phase = "play" // moves are made
	phaseDead phase = "dead" // play has stopped; the dead stones are being agreed on
	phaseOver phase = "over" // the result stands
)

// game is a game as its events have made it. Nothing here waits, locks or
// writes; a liveGame does that.
type game struct {
	setup    setup
	core     *baduk.Game // the moves and the position
	phase    phase
	dead     baduk.PointSet
	proposed bool // phaseDead: a player has said which stones are dead
	agreed   bool // phaseOver: the dead stones are those that were agreed on
	declined bool // the last event declined to end the game
	// estimates are the engine's, of the moves that still stand.
	estimates []Estimate
	changed   time.Time
	events    int  // how many have been applied
	touched   bool // something was played, taken back or decided since the record was opened
}

// newGame is the game before its first event.
func newGame(s setup, b *boards.Boards) (*game, error) {
	core, err := s.game(b)
	if err != nil {
		return nil, err
	}
	return &game{setup: s, core: core, phase: phasePlay, changed: s.Time}, nil
}

// clone is a copy to try an event on.
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

// apply makes the event happen, or says why it cannot; then the game is as it was.
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
		// Records of disputes go on after two passes under any rules.
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

// stop is what follows when play has stopped: the players agree on dead stones where
// the rules leave these to them, unless the last clean-up has settled it.
func (gm *game) stop() {
	settled := gm.core.Phase() == 2 && gm.core.Over() && !gm.core.EndedByProposal()
	switch {
	case gm.core.Settling() && gm.core.Rules().Agreement() && !settled:
		gm.phase, gm.dead, gm.proposed = phaseDead, nil, false
	case gm.core.Over():
		gm.phase = phaseOver
	}
}

// maxHistory is how many bytes a game's memory of its positions may take: one
// for each point after each move.
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

// playOn is what follows when the end, or what stopped play, is taken back.
func (gm *game) playOn() {
	gm.phase, gm.dead, gm.proposed, gm.agreed = phasePlay, nil, false, false
}

// judged is what was agreed, or is about to be, for the count: nil where the
// rules judge for themselves.
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

// undoTo is how many moves an undo leaves: in a game with the engine it takes
// back to the person's own turn, and an own resignation alone.
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

// toPlayAfter is who played next after n moves, or is to play now.
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

// toggle is all dead stones after the chain on p has changed sides.
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

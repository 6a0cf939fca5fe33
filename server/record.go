package server

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"tengen/baduk"
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
	Estimate *estimate `json:"estimate,omitempty"`
}

// estimate is the engine's opinion after a move. Numbers are Black's.
type estimate struct {
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

// record is a game as its events have made it. Nothing here waits, locks or
// writes; a table does that.
type record struct {
	setup    setup
	game     *baduk.Game
	phase    phase
	dead     baduk.PointSet
	proposed bool // phaseDead: a player has said which stones are dead
	agreed   bool // phaseOver: the dead stones are those that were agreed on
	declined bool // the last event declined to end the game
	// estimates are the engine's, of the moves that still stand.
	estimates []estimate
	changed   time.Time
	events    int  // how many have been applied
	touched   bool // something was played, taken back or decided since the record was opened
}

// newRecord is the game before its first event.
func newRecord(s setup, boards *boards) (*record, error) {
	game, err := s.game(boards)
	if err != nil {
		return nil, err
	}
	return &record{setup: s, game: game, phase: phasePlay, changed: s.Time}, nil
}

// clone is a copy to try an event on.
func (r *record) clone() *record {
	c := *r
	c.game = r.game.Clone()
	c.dead = append(baduk.PointSet(nil), r.dead...)
	c.estimates = append([]estimate(nil), r.estimates...)
	return &c
}

var (
	errNotPlaying  = errors.New("the game is not being played now")
	errNotProposed = errors.New("neither player proposes to end the game")
	errNotMarking  = errors.New("dead stones are marked only when play has stopped, under rules that ask for it")
)

// apply makes the event happen, or says why it cannot; then r is as it was.
func (r *record) apply(e event) error {
	switch e.Event {
	case "play":
		if err := r.play(e); err != nil {
			return err
		}
	case "undo":
		if err := r.undo(e.To); err != nil {
			return err
		}
	case "resign":
		c := colorOf(e.Color)
		if r.phase != phasePlay || c == baduk.Empty {
			return errNotPlaying
		}
		r.game.Resign(c)
		r.phase = phaseOver
	case "propose":
		c := colorOf(e.Color)
		if r.phase != phasePlay || c == baduk.Empty {
			return errNotPlaying
		}
		if r.game.Propose(c) {
			r.stop()
		}
	case "decline":
		if r.phase != phasePlay || !r.game.Withdraw() {
			return errNotProposed
		}
	case "dead":
		if r.phase != phaseDead {
			return errNotMarking
		}
		points, err := parseVertices(r.game.Graph(), e.Dead)
		if err != nil {
			return err
		}
		r.dead, r.proposed = nil, true
		for _, p := range points {
			r.dead.Add(p)
		}
	case "accept":
		if r.phase != phaseDead || !r.game.Agree() {
			return errNotMarking
		}
		r.phase, r.agreed = phaseOver, true
	case "resume":
		// Records of disputes go on after two passes under any rules.
		if r.phase == phasePlay || !r.game.Resume(colorOf(e.Color)) {
			return errNotMarking
		}
		r.playOn()
	default:
		return fmt.Errorf("there is no event %q", e.Event)
	}
	if e.Estimate != nil {
		r.estimates = append(r.estimates, *e.Estimate)
	}
	r.changed = e.Time
	r.declined = e.Event == "decline"
	r.events++
	r.touched = r.touched || r.events > r.setup.Events && !slices.Contains([]string{"dead", "resume", "propose", "decline"}, e.Event)
	return nil
}

// stop is what follows when play has stopped: the players agree on dead stones where
// the rules leave these to them, unless the last clean-up has settled it.
func (r *record) stop() {
	settled := r.game.Phase() == 2 && r.game.Over() && !r.game.EndedByProposal()
	switch {
	case r.game.Settling() && r.game.Rules().Agreement() && !settled:
		r.phase, r.dead, r.proposed = phaseDead, nil, false
	case r.game.Over():
		r.phase = phaseOver
	}
}

// maxHistory is how many bytes a game's memory of its positions may take: one
// for each point after each move.
const maxHistory = 64 << 20

func (r *record) play(e event) error {
	if r.phase == phaseDead {
		return errNotPlaying
	}
	game, err := topology.Reach(r.game, e.Vertex)
	if err != nil {
		return err
	}
	r.game = game
	g := game.Graph()
	p, err := g.ParseVertex(e.Vertex)
	if err != nil {
		return err
	}
	if (r.game.Len()+1)*g.Len() > maxHistory {
		return fail(http.StatusConflict, "", "the game has %d moves, which is as many as one on %d points may have here", r.game.Len(), g.Len())
	}
	if err := r.game.Play(baduk.Move{Color: colorOf(e.Color), Point: p}); err != nil {
		return err
	}
	grown, _, err := topology.Grow(r.game)
	if err != nil {
		r.game.Undo()
		return err
	}
	r.game = grown
	r.stop()
	return nil
}

// playOn is what follows when the end, or what stopped play, is taken back.
func (r *record) playOn() {
	r.phase, r.dead, r.proposed, r.agreed = phasePlay, nil, false, false
}

// judged is what was agreed, or is about to be, for the count: nil where the
// rules judge for themselves.
func (r *record) judged() baduk.PointSet {
	if r.phase != phaseDead && !r.agreed {
		return nil
	}
	return append(baduk.PointSet{}, r.dead...)
}

func (r *record) undo(to int) error {
	ended := r.agreed || r.game.Resigned() != baduk.Empty || r.game.EndedByProposal()
	if to == r.game.Len() && !ended || !r.game.UndoTo(to) {
		return fmt.Errorf("there are %d moves, an undo cannot leave %d", r.game.Len(), to)
	}
	r.playOn()
	for n := len(r.estimates); n > 0 && r.estimates[n-1].Number > to; n-- {
		r.estimates = r.estimates[:n-1]
	}
	return nil
}

// undoTo is how many moves an undo leaves: in a game with the engine it takes
// back to the person's own turn, and an own resignation alone.
func (r *record) undoTo() (int, error) {
	own := colorOf(r.setup.Human)
	if r.setup.Human == "none" {
		return 0, fmt.Errorf("the engine plays both colours: there is no move of yours to take back")
	}
	k := r.game.Len()
	if r.game.Resigned() == baduk.Empty && !r.game.EndedByProposal() {
		k--
	}
	for ; k >= 0; k-- {
		if own == baduk.Empty || r.toPlayAfter(k) == own {
			return k, nil
		}
	}
	return 0, fmt.Errorf("there is no move of yours to take back")
}

// toPlayAfter is who played next after n moves, or is to play now.
func (r *record) toPlayAfter(n int) baduk.Color {
	if n == r.game.Len() {
		return r.game.ToPlay()
	}
	return r.game.Turn(n).Color
}

// humanToPlay reports whether the game waits for a move of a person.
func (r *record) humanToPlay() bool {
	return r.phase == phasePlay && (r.setup.Human == "both" || colorOf(r.setup.Human) == r.game.ToPlay())
}

// toggle is all dead stones after the chain on p has changed sides.
func (r *record) toggle(p baduk.Point) []string {
	g := r.game.Graph()
	dead := append(baduk.PointSet(nil), r.dead...)
	was := dead.Has(p)
	for _, q := range r.game.Position().AppendChain(nil, p) {
		if was {
			dead.Remove(q)
		} else {
			dead.Add(q)
		}
	}
	return vertices(g, dead)
}

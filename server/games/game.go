package games

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/server/boards"
	"tengen/server/wire"
	"tengen/topology"
)

// event is a change of a game. In a game's file, every line except the first is an event.
type event struct {
	// Event is play, undo, resign, offer, playon, propose, decline, dead, mark, accept, resume, hint, pause, continue,
	// stop, sit, ask, agree, refuse, chat or timeout.
	Event  string    `json:"event"`
	Time   time.Time `json:"time"`
	Color  string    `json:"color,omitempty"`  // the player; resume: the player who asks
	Vertex string    `json:"vertex,omitempty"` // play: the point, or a pass; mark: a stone of the chain
	To     int       `json:"to,omitempty"`     // undo, agree: the number of moves that remain
	Dead   []string  `json:"dead,omitempty"`   // dead: the vertices of all dead stones, as the engine sees them
	// Estimate is the engine's estimate of the position when it moved.
	Estimate *Estimate `json:"estimate,omitempty"`
	// SpentMs is the time of a move for play, and the time of the turn for resume. It is nil if no clock was running.
	SpentMs *int64 `json:"spentMs,omitempty"`
	UsedMs  int64  `json:"usedMs,omitempty"` // other events: the time of the turn so far, if a clock was running
	Name    string `json:"name,omitempty"`   // sit: the name of the guest
	Key     string `json:"key,omitempty"`    // sit: the hash of the guest's secret
	What    string `json:"what,omitempty"`   // ask: undo, pause, continue, draw or rematch
	Next    string `json:"next,omitempty"`   // agree: the id of the rematch
	Text    string `json:"text,omitempty"`   // chat: the message
}

// Estimate is the engine's estimate of a position, from Black's perspective.
type Estimate struct {
	Win    float64 `json:"win"`    // probability that Black wins, 0..1
	Lead   float64 `json:"lead"`   // Black's lead in points
	Visits int     `json:"visits"` // visits of the search
	Number int     `json:"number"` // the number of the engine's move, from 1
}

// phase is the stage of a game.
type phase string

const (
	phasePlay phase = "play" // moves are made
	phaseDead phase = "dead" // play has stopped; the dead stones are being agreed on
	phaseOver phase = "over" // the result stands
)

// game is the state of a game after the events that were applied to it. It has no locks, and it does not wait or write
// files; liveGame does.
type game struct {
	setup    setup
	core     *baduk.Game // the moves and the position
	phase    phase
	dead     baduk.PointSet
	proposed bool // phaseDead: the engine has said which stones are dead
	agreed   bool // phaseOver: the players have agreed on the dead stones
	declined bool // the last event declined a proposal to end the game
	paused   bool // the clocks stand, or the engine, which plays both colours, waits
	stopped  bool // phaseOver: the user ended the engine's game with itself, which therefore has no result
	// estimates has the engine's estimates for those of its moves that were not taken back.
	estimates []Estimate
	offered   baduk.Color // the engine, which offers to resign and waits for the person's answer; or Empty
	noResign  bool        // the person has declined such an offer: the engine plays to the end
	changed   time.Time
	finished  time.Time // phaseOver: when the game ended
	events    int       // number of events that were applied
	hints     int       // number of positions in which the person took a hint
	hinted    bool      // the person took a hint in the current position
	touched   bool      // a move was played or taken back, or the game was decided, after the record was opened

	clocks  [3]clock.Clock // by colour: before the current move; without a limit if the game has no clocks
	after   []clock.Clock  // by move: the clock of its player after it; empty if the game has no clocks
	used    time.Duration  // time that the player to move has used in this turn, as of the last event
	moved   bool           // a move was played that does not come from a record
	flagged baduk.Color    // phaseOver: the player who lost on time, or Empty

	seats    [3]seat // by colour; empty until the guest has come, and in games without seats
	asked    string  // what a player asks the other: undo, pause, continue, draw, rematch, or empty
	asker    baduk.Color
	ready    [3]time.Time // by colour: time since which the player wants to end the pause; zero if the player does not
	requests [3]int       // by colour: number of events by which the player only asks, proposes or marks
	refused  [3]int       // by colour: number of the next move when the opponent last refused what the player asked, or 0
	accepted [3]bool      // by colour: phaseDead: the player has accepted the marked dead stones
	drawn    bool         // phaseOver: the players have agreed on a draw
	next     string       // id of the rematch, or empty
	chat     []message
	said     [3]int // by colour: number of messages
}

// newGame makes a game without events.
func newGame(s setup, b *boards.Boards) (*game, error) {
	core, err := s.game(b)
	if err != nil {
		return nil, err
	}
	gm := &game{setup: s, core: core, phase: phasePlay, changed: s.Time}
	if s.Clock != "" {
		control, err := clock.Parse(s.Clock)
		if err != nil {
			return nil, err
		}
		gm.clocks[baduk.Black], gm.clocks[baduk.White] = *clock.New(control), *clock.New(control)
	}
	return gm, nil
}

// clone makes a copy of the game. An event is tried on the copy first.
func (gm *game) clone() *game {
	c := *gm
	c.core = gm.core.Clone()
	c.dead = append(baduk.PointSet(nil), gm.dead...)
	c.estimates = append([]Estimate(nil), gm.estimates...)
	c.after, c.chat = slices.Clone(gm.after), slices.Clone(gm.chat)
	return &c
}

var (
	errNotPlaying  = wire.Fail(http.StatusConflict, "", "the game is not being played now")
	errNotProposed = wire.Fail(http.StatusConflict, "", "neither player proposes to end the game")
	errNotOffered  = wire.Fail(http.StatusConflict, "", "the engine does not offer to resign")
	errNoHint      = wire.Fail(http.StatusConflict, "", "a hint is for your own turn in a game against the engine")
	errNotPaused   = wire.Fail(http.StatusConflict, "", "the game cannot be paused or continued now: only a game with clocks, or a game that the engine plays against itself, can pause, and only a paused game can continue")
	errPaused      = wire.Fail(http.StatusConflict, "", "the game is paused")
	errNotStopped  = wire.Fail(http.StatusConflict, "", "only a game that the engine plays with itself and that is not over can be stopped")
	errNotMarking  = wire.Fail(http.StatusConflict, "", "dead stones are marked only when play has stopped, under rules that ask for it")
)

// apply applies an event. After an error the game is unchanged.
func (gm *game) apply(e event) error {
	used, phase := gm.used, gm.phase
	if e.UsedMs > 0 {
		gm.used = time.Duration(e.UsedMs) * time.Millisecond
	}
	requests := gm.requests
	err := gm.count(e)
	if err == nil {
		err = gm.change(e)
	}
	if err != nil {
		gm.used, gm.requests = used, requests
		return err
	}
	gm.events++
	if e.Event == "chat" {
		return nil
	}
	gm.hinted = e.Event == "hint"
	if e.Estimate != nil {
		gm.estimates = append(gm.estimates, *e.Estimate)
	}
	if gm.phase != phase {
		gm.asked, gm.refused, gm.ready = "", [3]int{}, [3]time.Time{}
		if gm.finished = (time.Time{}); gm.phase == phaseOver {
			gm.finished = e.Time
		}
		gm.paused = gm.paused && gm.setup.Human == "none" // only play is paused, so that the engine finds the dead stones
	}
	gm.changed = e.Time
	gm.declined = e.Event == "decline"
	gm.touched = gm.touched || gm.events > gm.setup.Events && !slices.Contains(untouching, e.Event)
	return nil
}

// untouching are the events that do not change the moves or the result of a game.
var untouching = []string{"dead", "mark", "resume", "propose", "decline", "hint", "offer", "playon", "pause", "continue", "ask", "refuse", "sit"}

// change applies the part of an event that depends on its kind.
func (gm *game) change(e event) error {
	switch e.Event {
	case "chat":
		return gm.say(e)
	case "sit":
		if err := gm.sit(e); err != nil {
			return err
		}
	case "ask", "agree", "refuse":
		if err := gm.answer(e); err != nil {
			return err
		}
	case "timeout":
		if err := gm.timeout(e.Color); err != nil {
			return err
		}
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
		gm.phase, gm.offered = phaseOver, baduk.Empty
	case "offer":
		c := boards.ColorOf(e.Color)
		if gm.phase != phasePlay || c == baduk.Empty {
			return errNotPlaying
		}
		gm.offered = c
	case "playon":
		if gm.offered == baduk.Empty {
			return errNotOffered
		}
		gm.offered, gm.noResign = baduk.Empty, true
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
		gm.dead, gm.proposed, gm.accepted = nil, true, [3]bool{}
		for _, p := range points {
			gm.dead.Add(p)
		}
	case "mark":
		if gm.phase != phaseDead {
			return errNotMarking
		}
		p, err := gm.core.Graph().ParseVertex(e.Vertex)
		if err != nil {
			return err
		}
		gm.toggle(p)
		gm.proposed, gm.accepted = true, [3]bool{}
	case "accept":
		if c := boards.ColorOf(e.Color); c != baduk.Empty && gm.phase == phaseDead {
			if gm.accepted[c] = true; !gm.accepted[c.Opponent()] {
				break
			}
		}
		if gm.phase != phaseDead || !gm.core.Agree() {
			return errNotMarking
		}
		gm.phase, gm.agreed = phaseOver, true
	case "resume":
		// Play may resume under all rules, because records of disputed games continue after two passes.
		c := gm.core.ToPlay()
		if gm.phase == phasePlay || !gm.core.Resume(boards.ColorOf(e.Color)) {
			return errNotMarking
		}
		gm.playOn()
		if gm.core.ToPlay() != c {
			gm.endTurn(c, e)
		}
	case "hint":
		if !gm.mayHint() {
			return errNoHint
		}
		if !gm.hinted {
			gm.hints++
		}
	case "pause", "continue":
		alone := gm.setup.Human == "none" && gm.phase != phaseOver || gm.timed() && gm.phase == phasePlay
		if !alone || gm.paused == (e.Event == "pause") {
			return errNotPaused
		}
		gm.goOn()
		gm.paused = e.Event == "pause"
	case "stop":
		if gm.setup.Human != "none" || gm.phase == phaseOver {
			return errNotStopped
		}
		gm.phase, gm.paused, gm.stopped = phaseOver, false, true
	default:
		return fmt.Errorf("unknown event %q", e.Event)
	}
	return nil
}

// stop changes the phase when play has stopped. Under rules by which the players decide which
// stones are dead, they now have to agree. This is not necessary after the last clean-up phase.
func (gm *game) stop() {
	settled := gm.core.Phase() == 2 && gm.core.Over() && !gm.core.EndedByProposal()
	switch {
	case gm.core.Settling() && gm.core.Rules().Agreement() && !settled:
		gm.phase, gm.dead, gm.proposed = phaseDead, nil, false
	case gm.core.Over():
		gm.phase = phaseOver
	}
}

const (
	// maxHistory is the most memory for the past positions of a game, in bytes: one byte for each point after each move.
	maxHistory = 64 << 20
	// maxSeatedHistory is the same for the moves of players with seats, who may have many games at the same time.
	maxSeatedHistory = 8 << 20
)

// full returns an error if the past positions would take more than the given number of bytes after another move.
func (gm *game) full(most int) error {
	k, n := gm.core.Len(), gm.core.Graph().Len()
	if (k+1)*n > most {
		return wire.Fail(http.StatusConflict, "", "the game has %d moves: a game on %d points cannot have more here", k, n)
	}
	return nil
}

// cost estimates the memory of the game, in bytes.
func (gm *game) cost() int64 {
	const perTurn, perPoint = 256, 64
	k, n := int64(gm.core.Len()), int64(gm.core.Graph().Len())
	return (k+1)*n + perTurn*k + perPoint*n
}

func (gm *game) play(e event) error {
	switch {
	case gm.phase == phaseDead, gm.flagged != baduk.Empty, gm.drawn:
		return errNotPlaying
	case gm.paused && gm.setup.Human != "none":
		return errPaused
	}
	game, err := topology.Reach(gm.core, e.Vertex)
	if err != nil {
		return err
	}
	g := game.Graph()
	p, err := g.ParseVertex(e.Vertex)
	if err != nil {
		return err
	}
	c := boards.ColorOf(e.Color)
	watch := gm.clocks[c]
	if e.SpentMs != nil && watch.Spend(time.Duration(*e.SpentMs)*time.Millisecond) {
		return wire.Fail(http.StatusConflict, "", "%v has lost on time", c)
	}
	gm.core = game
	if err := gm.full(maxHistory); err != nil {
		return err
	}
	if err := gm.core.Play(baduk.Move{Color: c, Point: p}); err != nil {
		return boards.Refused(err)
	}
	grown, _, err := topology.Grow(gm.core)
	if err != nil {
		gm.core.Undo()
		return err
	}
	gm.core = grown
	gm.asked, gm.used, gm.moved = "", 0, gm.events >= gm.setup.Events
	if gm.timed() {
		gm.clocks[c] = watch
		gm.after = append(gm.after, watch)
	}
	gm.stop()
	return nil
}

// playOn returns to the phase of play, after an undo of the end of the game or of the passes that stopped play.
func (gm *game) playOn() {
	gm.phase, gm.dead, gm.proposed, gm.agreed, gm.offered = phasePlay, nil, false, false, baduk.Empty
	gm.flagged, gm.drawn, gm.accepted = baduk.Empty, false, [3]bool{}
}

// judged returns the dead stones that the players have agreed on or are agreeing on. It is nil when the rules decide
// which stones are dead.
func (gm *game) judged() baduk.PointSet {
	if gm.phase != phaseDead && !gm.agreed {
		return nil
	}
	return append(baduk.PointSet{}, gm.dead...)
}

func (gm *game) undo(to int) error {
	ended := gm.agreed || gm.core.Resigned() != baduk.Empty || gm.core.EndedByProposal()
	onlyFlag := to == gm.core.Len() && gm.flagged != baduk.Empty
	if !onlyFlag && (to == gm.core.Len() && !ended || !gm.core.UndoTo(to)) {
		return fmt.Errorf("the game has %d moves, so an undo cannot leave %d", gm.core.Len(), to)
	}
	gm.playOn()
	if gm.timed() {
		gm.rewind(to)
	}
	for n := len(gm.estimates); n > 0 && gm.estimates[n-1].Number > to; n-- {
		gm.estimates = gm.estimates[:n-1]
	}
	return nil
}

// undoTo returns the number of moves that remain after an undo. In a game with the engine, an undo goes back to the
// person's own turn. If the person has resigned or lost on time, the undo takes back only this end and no move.
func (gm *game) undoTo() (int, error) {
	own := boards.ColorOf(gm.setup.Human)
	if gm.setup.Human == "none" {
		return 0, fmt.Errorf("the engine plays both colours: you have no move to take back")
	}
	k := gm.core.Len()
	if gm.core.Resigned() == baduk.Empty && !gm.core.EndedByProposal() && gm.flagged == baduk.Empty {
		k--
	}
	for ; k >= 0; k-- {
		if own == baduk.Empty || gm.toPlayAfter(k) == own {
			return k, nil
		}
	}
	return 0, fmt.Errorf("you have no move to take back")
}

// toPlayAfter returns the player to move after the first n moves of the game.
func (gm *game) toPlayAfter(n int) baduk.Color {
	if n == gm.core.Len() {
		return gm.core.ToPlay()
	}
	return gm.core.Turn(n).Color
}

// humanToPlay reports whether the game waits for a person's move.
func (gm *game) humanToPlay() bool {
	return gm.phase == phasePlay && (gm.setup.Human == "both" || boards.ColorOf(gm.setup.Human) == gm.core.ToPlay())
}

// paced reports whether the engine's moves take a while, as a person's do: if it plays at a rank against a person.
func (gm *game) paced() bool {
	return gm.setup.Rank != 0 && boards.ColorOf(gm.setup.Human) != baduk.Empty
}

// toggle changes the chain on p from alive to dead, or from dead to alive.
func (gm *game) toggle(p baduk.Point) {
	was := gm.dead.Has(p)
	for _, q := range gm.core.Position().AppendChain(nil, p) {
		if was {
			gm.dead.Remove(q)
		} else {
			gm.dead.Add(q)
		}
	}
}

// mayHint reports whether the person plays against the engine and is to move.
func (gm *game) mayHint() bool { return gm.setup.Human != "both" && gm.humanToPlay() }

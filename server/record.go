package server

import (
	"errors"
	"fmt"
	"time"

	"tengen/baduk"
	"tengen/kifu"
)

// setup is the first line of a game's file: everything decided before the first
// move. The rules are kept in full, so that a game stays what it was when a
// later program knows other rulesets.
type setup struct {
	Event   string      `json:"event"` // "setup"
	Version int         `json:"version"`
	Time    time.Time   `json:"time"`
	Width   int         `json:"width"`
	Height  int         `json:"height"`
	Name    string      `json:"rulesName"`
	Title   string      `json:"rulesTitle"`
	Rules   baduk.Rules `json:"rules"`
	// Handicap is how many of the Black stones are handicap stones.
	Handicap int      `json:"handicap,omitempty"`
	Black    []string `json:"black,omitempty"` // vertices
	White    []string `json:"white,omitempty"`
	ToPlay   string   `json:"toPlay,omitempty"`
	// Human is the colour of the person: "black", "white", "both" or "none".
	Human  string `json:"human"`
	TimeMs int    `json:"timeMs,omitempty"` // the engine's time a move
	Visits int    `json:"visits,omitempty"` // and its visits; 0 is no limit
	// BlackName, WhiteName are the players of a record that was opened.
	BlackName string `json:"blackName,omitempty"`
	WhiteName string `json:"whiteName,omitempty"`
	// Info is what that record says of its game, and Events how many events it
	// became.
	Info   *kifu.Info `json:"info,omitempty"`
	Events int        `json:"events,omitempty"`
	// Notes are what was wrong with that record.
	Notes []string `json:"notes,omitempty"`
}

// event is every other line.
type event struct {
	Event  string    `json:"event"` // play, undo, resign, dead, accept, resume
	Time   time.Time `json:"time"`
	Color  string    `json:"color,omitempty"`  // play, resign
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
	phaseDead phase = "dead" // both have passed; the dead stones are being agreed on
	phaseOver phase = "over" // the result stands
)

// record is a game as its events have made it. Nothing here waits, locks or
// writes; a table does that.
type record struct {
	setup    setup
	game     *baduk.Game
	phase    phase
	dead     baduk.PointSet
	proposed bool // phaseDead: somebody has said which stones are dead
	// estimates are the engine's, of the moves that still stand.
	estimates []estimate
	changed   time.Time
	events    int  // how many have been applied
	touched   bool // something was played, taken back or decided since the record was opened
}

// newRecord is the game before its first event.
func newRecord(s setup) (*record, error) {
	if s.Event != "setup" || s.Version != 1 {
		return nil, fmt.Errorf("it does not begin with a set-up of version 1")
	}
	if s.Width < 1 || s.Width > maxSide || s.Height < 1 || s.Height > maxSide {
		return nil, fmt.Errorf("a board of %dx%d", s.Width, s.Height)
	}
	switch s.Human {
	case "black", "white", "both", "none":
	default:
		return nil, fmt.Errorf("%q is not who the person plays", s.Human)
	}
	g, err := baduk.Rectangle(s.Width, s.Height)
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
	game, err := baduk.NewGameFrom(g, s.Rules, start)
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
	errNotPlaying = errors.New("the game is not being played now")
	errNotMarking = errors.New("dead stones are marked only after two passes, under rules that ask for it")
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
		if r.phase != phaseDead {
			return errNotMarking
		}
		r.phase = phaseOver
	case "resume":
		// Records of disputes go on after two passes under any rules.
		if r.phase == phasePlay || !r.game.Resume(baduk.Empty) {
			return errNotMarking
		}
		r.phase, r.dead, r.proposed = phasePlay, nil, false
	default:
		return fmt.Errorf("there is no event %q", e.Event)
	}
	if e.Estimate != nil {
		r.estimates = append(r.estimates, *e.Estimate)
	}
	r.changed = e.Time
	r.events++
	r.touched = r.touched || r.events > r.setup.Events && e.Event != "dead" && e.Event != "resume"
	return nil
}

func (r *record) play(e event) error {
	if r.phase == phaseDead {
		return errNotPlaying
	}
	p, err := r.game.Graph().ParseVertex(e.Vertex)
	if err != nil {
		return err
	}
	if err := r.game.Play(baduk.Move{Color: colorOf(e.Color), Point: p}); err != nil {
		return err
	}
	if r.game.Over() {
		r.phase = phaseOver
		if r.game.Rules().FriendlyPass {
			r.phase, r.dead, r.proposed = phaseDead, nil, false
		}
	}
	return nil
}

func (r *record) undo(to int) error {
	resigned := r.game.Resigned() != baduk.Empty
	if to < 0 || to > r.game.Len() || to == r.game.Len() && !resigned {
		return fmt.Errorf("there are %d moves, an undo cannot leave %d", r.game.Len(), to)
	}
	if resigned {
		r.game.Undo()
	}
	for r.game.Len() > to {
		r.game.Undo()
	}
	r.phase, r.dead, r.proposed = phasePlay, nil, false
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
	if r.game.Resigned() == baduk.Empty {
		k--
	}
	for ; k >= 0; k-- {
		if own == baduk.Empty || r.toPlayAfter(k) == own {
			return k, nil
		}
	}
	return 0, fmt.Errorf("there is no move of yours to take back")
}

func (r *record) toPlayAfter(n int) baduk.Color {
	if n == 0 {
		return r.game.Setup().ToPlay
	}
	return r.game.Turn(n - 1).Color.Opponent()
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

// parseVertices reads names of points, of which a pass is none.
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

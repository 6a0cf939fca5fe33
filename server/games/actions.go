package games

import (
	"net/http"
	"slices"
	"time"

	"tengen/baduk"
	"tengen/server/boards"
	"tengen/server/wire"
	"tengen/topology"
)

// action is the body of every request that changes a game.
type action struct {
	Number int         `json:"number"` // number of the next move, as the client believes it to be
	Vertex string      `json:"vertex"` // play, dead: the point
	Color  string      `json:"color"`  // propose, decline, resume: the player who does it; only when two people play without seats
	Dead   []string    `json:"dead"`   // accept in a game with seats: the dead stones that the client has seen
	What   string      `json:"what"`   // agree: what the other player asks, as the client has seen it
	by     baduk.Color // the player who holds the seat; Empty in a game without seats
}

// decision makes the event that a request asks for.
type decision func(*game, action) (event, error)

// actions has the decision for each last word of a request's path.
var actions = []struct {
	name   string
	decide decision
}{
	{"play", func(gm *game, a action) (event, error) {
		return move(gm, a.by, a.Vertex)
	}},
	{"pass", func(gm *game, a action) (event, error) {
		return move(gm, a.by, "pass")
	}},
	{"undo", func(gm *game, a action) (event, error) {
		if gm.seated() {
			return ask("undo")(gm, a)
		}
		to, err := gm.undoTo()
		if err != nil {
			return event{}, wire.Fail(http.StatusConflict, "", "%v", err)
		}
		return event{Event: "undo", To: to}, nil
	}},
	{"resign", func(gm *game, a action) (event, error) {
		c := boards.ColorOf(gm.setup.Human)
		switch {
		case gm.phase != phasePlay:
			return event{}, errNotPlaying
		case gm.setup.Human == "none":
			return event{}, wire.Fail(http.StatusConflict, "", "the engine plays both colours: you cannot resign")
		case gm.seated():
			c = a.by
		case gm.setup.Human == "both":
			c = gm.core.ToPlay()
		}
		return event{Event: "resign", Color: c.String()}, nil
	}},
	{"propose", func(gm *game, a action) (event, error) {
		c, err := gm.speaker(a.Color)
		if err == nil && gm.core.Proposed() == c {
			err = errNoChange
		}
		return event{Event: "propose", Color: c.String()}, err
	}},
	{"decline", func(gm *game, a action) (event, error) {
		if gm.offered != baduk.Empty {
			return event{Event: "playon"}, nil
		}
		c, err := gm.speaker(a.Color)
		return event{Event: "decline", Color: c.String()}, err
	}},
	{"dead", func(gm *game, a action) (event, error) {
		if gm.phase != phaseDead {
			return event{}, errNotMarking
		}
		p, err := gm.core.Graph().ParseVertex(a.Vertex)
		if err != nil {
			return event{}, wire.Fail(http.StatusBadRequest, "vertex", "%v", err)
		}
		if !gm.core.Graph().Contains(p) || gm.core.At(p) == baduk.Empty {
			return event{}, wire.Fail(http.StatusUnprocessableEntity, "vertex", "%s has no stone", a.Vertex)
		}
		e := event{Event: "mark", Vertex: gm.core.Graph().Vertex(p)}
		if gm.seated() {
			e.Color = a.by.String()
		}
		return e, nil
	}},
	{"accept", func(gm *game, a action) (event, error) {
		if gm.offered != baduk.Empty {
			return event{Event: "resign", Color: gm.offered.String()}, nil
		}
		if gm.phase == phaseDead && !gm.proposed {
			return event{}, wire.Fail(http.StatusConflict, "", "the dead stones are still being worked out")
		}
		e := event{Event: "accept"}
		if gm.seated() {
			switch marked := boards.VerticesOfSet(gm.core.Graph(), gm.dead); {
			case gm.phase == phaseDead && !slices.Equal(a.Dead, marked):
				return event{}, wire.Fail(http.StatusConflict, "dead", "other stones are marked now: look at them before you accept")
			case gm.accepted[a.by]:
				return event{}, errNoChange
			}
			e.Color = a.by.String()
		}
		return e, nil
	}},
	{"pause", func(gm *game, a action) (event, error) {
		if gm.seated() {
			return ask("pause")(gm, a)
		}
		return event{Event: "pause"}, nil
	}},
	{"draw", ask("draw")},
	{"rematch", ask("rematch")},
	{"refuse", func(gm *game, a action) (event, error) {
		if !gm.seated() || gm.asked == "" {
			return event{}, errNotAsked
		}
		return event{Event: "refuse", Color: a.by.String()}, nil
	}},
	{"continue", goOn},
	{"stop", func(gm *game, a action) (event, error) {
		return event{Event: "stop"}, nil
	}},
	{"resume", func(gm *game, a action) (event, error) {
		if gm.phase != phaseDead {
			return event{}, errNotMarking
		}
		return event{Event: "resume", Color: gm.requester(a.Color)}, nil
	}},
}

// speaker returns the player who proposes or declines to end the game. Against the engine this is the person. When two
// people play, it is the player that the request names. If the request names none, it is the player to move.
func (gm *game) speaker(asked string) (baduk.Color, error) {
	switch {
	case gm.phase != phasePlay:
		return baduk.Empty, errNotPlaying
	case gm.setup.Human == "none":
		return baduk.Empty, wire.Fail(http.StatusConflict, "", "the engine plays both colours and ends the game by itself")
	case gm.setup.Human != "both":
		return boards.ColorOf(gm.setup.Human), nil
	case asked == "":
		return gm.core.ToPlay(), nil
	case boards.ColorOf(asked) == baduk.Empty:
		return baduk.Empty, wire.Misuse(http.StatusBadRequest, "color", "%.20q is not a player: write black or white", asked)
	}
	return boards.ColorOf(asked), nil
}

// requester returns the player who asks to resume play, because under some rules the opponent of that player moves
// first. In a clean-up it returns "", because resuming play does not change the order of turns.
func (gm *game) requester(asked string) string {
	if gm.core.Rules().Dead == baduk.DeadCleanup {
		return ""
	}
	if human := boards.ColorOf(gm.setup.Human); human != baduk.Empty {
		return human.String()
	}
	if boards.ColorOf(asked) == baduk.Empty {
		return ""
	}
	return asked
}

// move makes the event for a person's move. In a game with seats, by is the player who makes it. It does not check that
// the move is legal; [game.apply] does.
func move(gm *game, by baduk.Color, vertex string) (event, error) {
	game, err := topology.Reach(gm.core, vertex)
	if err == nil {
		_, err = game.Graph().ParseVertex(vertex)
	}
	if err != nil {
		return event{}, wire.Fail(http.StatusBadRequest, "vertex", "%v", err)
	}
	switch {
	case by != baduk.Empty && by != gm.core.ToPlay():
		return event{}, wire.Fail(http.StatusForbidden, "", "it is the turn of %s: you play %v", gm.seats[gm.core.ToPlay()].Name, by)
	case gm.paused:
		return event{}, errPaused
	case gm.phase == phasePlay && !gm.humanToPlay():
		return event{}, wire.Fail(http.StatusConflict, "", "it is the turn of the engine, which plays %v", gm.core.ToPlay())
	}
	if by != baduk.Empty {
		if err := gm.full(maxSeatedHistory); err != nil {
			return event{}, err
		}
	}
	return event{Event: "play", Color: gm.core.ToPlay().String(), Vertex: vertex}, nil
}

// act makes the handler of an action, which answers with the new state. In a game with seats, only the players may act,
// each for the colour of the seat. In other games only the owner may act.
func (g *Games) act(decide decision) func(*http.Request, action) (*State, error) {
	return func(r *http.Request, a action) (*State, error) {
		if a.Number == 0 {
			return nil, wire.Misuse(http.StatusBadRequest, "number", "the request must say the number of the next move")
		}
		l, release, err := g.store.Acquire(r.PathValue("id"))
		if err != nil {
			return nil, err
		}
		defer release()
		before, by := l.graph(), secretOf(r)
		err = l.do(by, a.Number, func(gm *game) (event, error) {
			if !gm.seated() && wire.VisitorOf(r).Role < wire.Owner {
				return event{}, wire.Fail(http.StatusForbidden, "", "your link is for games with other people: you can watch")
			}
			c, err := gm.player(by)
			if err != nil {
				return event{}, err
			}
			if a.by = c; c != baduk.Empty {
				a.Color = c.String()
			}
			e, err := decide(gm, a)
			if err == nil && gm.seated() && (e.Event == "ask" || e.Event == "propose") && !l.asks[c].allowed(time.Now()) {
				err = tooFast("you are asking too fast: wait a moment")
			}
			return e, err
		})
		if err != nil {
			return nil, err
		}
		return l.state(before, by)
	}
}

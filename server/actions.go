package server

import (
	"net/http"

	"tengen/baduk"
	"tengen/topology"
)

// action is the body of every request that changes a game.
type action struct {
	Number int    `json:"number"` // of the next move, as the client believes
	Vertex string `json:"vertex"` // play, dead
	Color  string `json:"color"`  // propose, decline, resume: who does it, where two people play
}

// actions turn a request into an event, by the last word of the address.
var actions = map[string]func(*record, action) (event, error){
	"play": func(r *record, a action) (event, error) {
		return move(r, a.Vertex)
	},
	"pass": func(r *record, a action) (event, error) {
		return move(r, "pass")
	},
	"undo": func(r *record, a action) (event, error) {
		to, err := r.undoTo()
		if err != nil {
			return event{}, fail(http.StatusConflict, "", "%v", err)
		}
		return event{Event: "undo", To: to}, nil
	},
	"resign": func(r *record, a action) (event, error) {
		c := colorOf(r.setup.Human)
		switch {
		case r.phase != phasePlay:
			return event{}, errNotPlaying
		case r.setup.Human == "none":
			return event{}, fail(http.StatusConflict, "", "the engine plays both colours: you cannot resign")
		case r.setup.Human == "both":
			c = r.game.ToPlay()
		}
		return event{Event: "resign", Color: c.String()}, nil
	},
	"propose": func(r *record, a action) (event, error) {
		c, err := r.speaker(a.Color)
		return event{Event: "propose", Color: c.String()}, err
	},
	"decline": func(r *record, a action) (event, error) {
		c, err := r.speaker(a.Color)
		return event{Event: "decline", Color: c.String()}, err
	},
	"dead": func(r *record, a action) (event, error) {
		if r.phase != phaseDead {
			return event{}, errNotMarking
		}
		p, err := r.game.Graph().ParseVertex(a.Vertex)
		if err != nil {
			return event{}, fail(http.StatusBadRequest, "vertex", "%v", err)
		}
		if !r.game.Graph().Contains(p) || r.game.At(p) == baduk.Empty {
			return event{}, fail(http.StatusUnprocessableEntity, "vertex", "there is no stone on %s", a.Vertex)
		}
		return event{Event: "dead", Dead: r.toggle(p)}, nil
	},
	"accept": func(r *record, a action) (event, error) {
		if r.phase == phaseDead && !r.proposed {
			return event{}, fail(http.StatusConflict, "", "the dead stones are still being worked out")
		}
		return event{Event: "accept"}, nil
	},
	"resume": func(r *record, a action) (event, error) {
		if r.phase != phaseDead {
			return event{}, errNotMarking
		}
		return event{Event: "resume", Color: r.requester(a.Color)}, nil
	},
}

// speaker is who proposes or declines to end the game: the person who plays, or of
// two the one named, or else the one whose turn it is.
func (r *record) speaker(asked string) (baduk.Color, error) {
	switch {
	case r.phase != phasePlay:
		return baduk.Empty, errNotPlaying
	case r.setup.Human == "none":
		return baduk.Empty, fail(http.StatusConflict, "", "the engine plays both colours: it ends the game by itself")
	case r.setup.Human != "both":
		return colorOf(r.setup.Human), nil
	case asked == "":
		return r.game.ToPlay(), nil
	case colorOf(asked) == baduk.Empty:
		return baduk.Empty, fail(http.StatusBadRequest, "color", "%.20q is not a player: write black or white", asked)
	}
	return colorOf(asked), nil
}

// requester is who asks to resume play: it matters where that lets the opponent
// begin. In a clean-up the turns go on as they were.
func (r *record) requester(asked string) string {
	if r.game.Rules().Dead == baduk.DeadCleanup {
		return ""
	}
	if human := colorOf(r.setup.Human); human != baduk.Empty {
		return human.String()
	}
	if colorOf(asked) == baduk.Empty {
		return ""
	}
	return asked
}

// move is the event of a person's move. The rules themselves are asked later,
// when the event is tried.
func move(r *record, vertex string) (event, error) {
	game, err := topology.Reach(r.game, vertex)
	if err == nil {
		_, err = game.Graph().ParseVertex(vertex)
	}
	if err != nil {
		return event{}, fail(http.StatusBadRequest, "vertex", "%v", err)
	}
	if r.phase == phasePlay && !r.humanToPlay() {
		return event{}, fail(http.StatusConflict, "", "it is the engine's turn, which plays %v", r.game.ToPlay())
	}
	return event{Event: "play", Color: r.game.ToPlay().String(), Vertex: vertex}, nil
}

// act is the handler of an action: it answers the new state.
func (s *Server) act(decide func(*record, action) (event, error)) func(http.ResponseWriter, *http.Request) (any, error) {
	return func(_ http.ResponseWriter, r *http.Request) (any, error) {
		var a action
		if err := readJSON(r, &a); err != nil {
			return nil, err
		}
		if a.Number == 0 {
			return nil, fail(http.StatusBadRequest, "number", "the request must say the number of the next move")
		}
		return s.withTable(r, func(t *table) (any, error) {
			before := t.graph()
			if err := t.do(a.Number, func(r *record) (event, error) { return decide(r, a) }); err != nil {
				return nil, err
			}
			return t.state(before)
		})
	}
}

package games

import (
	"fmt"
	"net/http"
	"time"

	"tengen/baduk"
	"tengen/server/boards"
	"tengen/server/wire"
)

// In a game with seats, a player asks the other for an undo, a pause, the end of a pause, a draw or a rematch. The
// other agrees or refuses. A move takes back what was asked. The player who asked may do so, too.

const (
	// maxPause is the longest time for which a player who wants to end a pause has to wait for the other.
	maxPause = 14 * 24 * time.Hour
	// maxRequests is the most requests of a player in a game that only ask, propose or mark, so that they cannot fill
	// the game's file.
	maxRequests = 1000
)

var errNotAsked = wire.Fail(http.StatusConflict, "", "there is no request to answer")

// mayAsk reports why a player may not ask for something now.
func (gm *game) mayAsk(what string, c baduk.Color) error {
	refuse := func(text string) error { return wire.Fail(http.StatusConflict, "", "%s", text) }
	switch {
	case c == baduk.Empty:
		return refuse("only the players ask each other")
	case gm.asked != "":
		return refuse("another request is still open: it must be answered or taken back first")
	case gm.refused[c] == gm.core.Len()+1 && gm.phase == phaseOver:
		return refuse("your opponent does not want another game")
	case gm.refused[c] == gm.core.Len()+1 && what != "continue": // a pause has no next move
		return refuse("your opponent has refused: ask again after the next move")
	}
	switch what {
	case "undo":
		_, err := gm.undoFor(c)
		return err
	case "pause":
		if gm.phase != phasePlay || !gm.timed() || gm.paused {
			return refuse("there is no clock to pause now")
		}
	case "continue":
		if !gm.paused {
			return errNotPaused
		}
	case "draw":
		if gm.phase != phasePlay {
			return errNotPlaying
		}
	case "rematch":
		if gm.phase != phaseOver || gm.next != "" {
			return refuse("a rematch follows a game that is over")
		}
	default:
		return fmt.Errorf("players do not ask for %q", what)
	}
	return nil
}

// ask makes the decision to ask the other player for something.
func ask(what string) decision {
	return func(gm *game, a action) (event, error) {
		if !gm.seated() {
			return event{}, wire.Fail(http.StatusConflict, "", "only in a game with seats do the players ask each other")
		}
		return event{Event: "ask", Color: a.by.String(), What: what}, gm.mayAsk(what, a.by)
	}
}

// agree makes the event of a player who agrees to what the other has asked.
func agree(gm *game, a action) (event, error) {
	if !gm.seated() || gm.asked == "" || gm.asker == a.by {
		return event{}, errNotAsked
	}
	if a.What != gm.asked {
		return event{}, wire.Fail(http.StatusConflict, "what", "your opponent asks for something else now (%s)", gm.asked)
	}
	e := event{Event: "agree", Color: a.by.String()}
	if gm.asked == "undo" {
		to, err := gm.undoFor(gm.asker)
		if err != nil {
			return event{}, err
		}
		e.To = to
	}
	return e, nil
}

// goOn makes the event of a player who wants to end a pause. In a game with seats both players have to want it, because
// the clock of an absent player would run. A player who has wanted it for maxPause does not have to wait any longer.
func goOn(gm *game, a action) (event, error) {
	switch since := gm.ready[a.by]; {
	case !gm.seated() || gm.paused && !since.IsZero() && time.Since(since) >= maxPause:
		return event{Event: "continue"}, nil
	case gm.asked == "continue" && gm.asker == a.by.Opponent():
		return event{Event: "agree", Color: a.by.String()}, nil
	}
	return ask("continue")(gm, a)
}

// undoFor returns the number of moves that remain when a player takes back the last move of that player.
func (gm *game) undoFor(c baduk.Color) (int, error) {
	if gm.phase == phasePlay {
		for k := gm.core.Len() - 1; k >= 0; k-- {
			if gm.core.Turn(k).Color == c {
				return k, nil
			}
		}
	}
	return 0, wire.Fail(http.StatusConflict, "", "you have no move to take back")
}

// answer applies the events ask, agree and refuse.
func (gm *game) answer(e event) error {
	c := boards.ColorOf(e.Color)
	if e.Event == "ask" {
		if err := gm.mayAsk(e.What, c); err != nil {
			return err
		}
		gm.asked, gm.asker = e.What, c
		if e.What == "continue" && gm.ready[c].IsZero() {
			gm.ready[c] = e.Time
		}
		return nil
	}
	if gm.asked == "" || c == baduk.Empty || e.Event == "agree" && c == gm.asker {
		return errNotAsked
	}
	asked, asker := gm.asked, gm.asker
	gm.asked = ""
	if e.Event == "refuse" {
		switch {
		case c != asker:
			gm.refused[asker] = gm.core.Len() + 1
		case asked == "continue":
			gm.ready[c] = time.Time{}
		}
		return nil
	}
	switch asked {
	case "undo":
		return gm.undo(e.To)
	case "pause":
		gm.paused = true
	case "continue":
		gm.goOn()
	case "draw":
		gm.phase, gm.drawn = phaseOver, true
	case "rematch":
		gm.next = e.Next
	}
	return nil
}

// goOn ends a pause.
func (gm *game) goOn() {
	gm.paused, gm.asked, gm.ready = false, "", [3]time.Time{}
}

// count counts an event by which a player only asks, proposes or marks.
func (gm *game) count(e event) error {
	c := boards.ColorOf(e.Color)
	begins := e.Event == "ask" || e.Event == "mark" || e.Event == "propose" && gm.core.Proposed() == baduk.Empty
	if !gm.seated() || c == baduk.Empty || !begins {
		return nil
	}
	if gm.requests[c] == maxRequests {
		return wire.Fail(http.StatusConflict, "", "you have asked, proposed and marked %d times: you can only move, pass, answer, accept, resume and resign in this game now", maxRequests)
	}
	gm.requests[c]++
	return nil
}

// postAgree agrees to what the other player has asked. For a rematch it first makes the new game, in which the players
// have changed colours and hold their seats by the same secrets.
func (g *Games) postAgree(r *http.Request, a action) (*State, error) {
	next := ""
	id, by := r.PathValue("id"), secretOf(r)
	var again *setup
	var guest event
	err := g.with(id, func(l *liveGame) error {
		gm := l.game
		c, err := gm.player(by)
		if err != nil {
			return err
		}
		a.by = c
		// A request with a wrong number makes no game: act refuses it.
		if _, err := agree(gm, a); err != nil || gm.asked != "rematch" || a.Number != gm.core.Len()+1 {
			return err
		}
		again, guest = gm.rematch()
		return nil
	})
	if err != nil {
		return nil, err
	}
	if again != nil {
		s, err := g.create(*again, []event{guest}, by)
		if err != nil {
			return nil, err
		}
		next = s.ID
	}
	s, err := g.act(func(gm *game, a action) (event, error) {
		e, err := agree(gm, a)
		if e.Next = next; err == nil && (gm.asked == "rematch") != (next != "") {
			err = errNotAsked
		}
		return e, err
	})(r, a)
	if err != nil && next != "" {
		if err := g.store.Remove(next); err != nil {
			g.service.Log.Warn("a rematch that was not agreed on could not be deleted", "game", next, "error", err)
		}
	}
	return s, err
}

// rematch returns the set-up of a game in which the players have changed colours, and its first event.
func (gm *game) rematch() (*setup, event) {
	start := again(gm.setup)
	host, guest := baduk.Black, baduk.White
	if gm.seats[host] != gm.setup.Host.seat {
		host, guest = guest, host
	}
	h := *gm.setup.Host
	h.Color = guest.String()
	start.Host = &h
	s := gm.seats[guest]
	return &start, event{Event: "sit", Time: start.Time, Color: host.String(), Name: s.Name, Key: s.Key}
}

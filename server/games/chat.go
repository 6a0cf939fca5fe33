package games

import (
	"net/http"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/server/boards"
	"tengen/server/wire"
)

const (
	maxMessage  = 300              // letters of a message
	maxMessages = 300              // messages of a player in a game
	talkBurst   = 5                // messages, or questions, that a player may send within talkTime
	talkTime    = 10 * time.Second // see talkBurst
)

// message is a message of a player to the other. Everyone who looks at the game can read it.
type message struct {
	Color string    `json:"color"`
	Time  time.Time `json:"time"`
	Text  string    `json:"text"`
}

// say applies a message.
func (gm *game) say(e event) error {
	c := boards.ColorOf(e.Color)
	if !gm.seated() || c == baduk.Empty || gm.said[c] == maxMessages {
		return wire.Fail(http.StatusConflict, "", "a player sends at most %d messages in a game", maxMessages)
	}
	gm.said[c]++
	gm.chat = append(gm.chat, message{e.Color, e.Time, e.Text})
	return nil
}

// chatRequest sends a message.
type chatRequest struct {
	Text string `json:"text"`
}

// postChat stores a message of a player and sends it to everyone who looks at the game.
func (g *Games) postChat(r *http.Request, req chatRequest) (wire.Nothing, error) {
	text := strings.Join(strings.Fields(req.Text), " ")
	if n := len([]rune(text)); n == 0 || n > maxMessage || !printable(text) {
		return wire.Nothing{}, wire.Fail(http.StatusBadRequest, "text", "a message has 1 to %d printable letters", maxMessage)
	}
	l, release, err := g.store.Acquire(r.PathValue("id"))
	if err != nil {
		return wire.Nothing{}, err
	}
	defer release()
	by := secretOf(r)
	return wire.Nothing{}, l.do(by, 0, func(gm *game) (event, error) {
		if !gm.seated() {
			return event{}, wire.Fail(http.StatusConflict, "", "only the players of a game with seats can send messages")
		}
		c, err := gm.player(by)
		if err != nil {
			return event{}, err
		}
		if !l.talks[c].allowed(time.Now()) {
			return event{}, tooFast("you are sending messages too fast: wait a moment")
		}
		return event{Event: "chat", Color: c.String(), Text: text}, nil
	})
}

// tooFast is the error for a player who sends too much at once.
func tooFast(sentence string) error {
	return &wire.Error{Status: http.StatusTooManyRequests, Sentence: sentence, Retry: int(talkTime / time.Second)}
}

// talk has the times of what a player has sent last.
type talk []time.Time

// allowed reports whether the player may send something now, and remembers it.
func (t *talk) allowed(now time.Time) bool {
	if len(*t) == talkBurst {
		if now.Sub((*t)[0]) < talkTime {
			return false
		}
		*t = (*t)[1:]
	}
	*t = append(*t, now)
	return true
}

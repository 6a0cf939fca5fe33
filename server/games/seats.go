package games

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"time"
	"unicode"

	"tengen/baduk"
	"tengen/server/boards"
	"tengen/server/wire"
)

// A game between two people who play on their own machines has two seats. A player holds a seat by a secret that the
// player's browser makes and keeps. The browser sends the secret in a header. The game's file has only its hash. All
// others may look, and only the holder of a seat acts for its colour.

// The headers of a request with the secret of a seat, and with the secret of an invitation.
const (
	seatHeader       = "X-Tengen-Seat"
	invitationHeader = "X-Tengen-Invitation"
)

const (
	maxPlayerName = 40
	secretLen     = 32 // hexadecimal digits: 128 bits
	nigiri        = "nigiri"
)

// secret is the secret of a seat, or "".
type secret string

// secretOf returns the secret of a seat in a request.
func secretOf(r *http.Request) secret { return secretIn(r, seatHeader) }

// secretIn returns the secret in a header of a request. It is "" if the request has none, or one that is not valid.
func secretIn(r *http.Request, header string) secret {
	text := r.Header.Get(header)
	if data, err := hex.DecodeString(text); err != nil || 2*len(data) != secretLen {
		return ""
	}
	return secret(text)
}

// needSecret is like secretOf for a request that takes a seat.
func needSecret(r *http.Request) (secret, error) {
	s := secretOf(r)
	if s == "" {
		return "", wire.Misuse(http.StatusBadRequest, "seat", "the header %s must have a new random secret of %d hexadecimal digits", seatHeader, secretLen)
	}
	return s, nil
}

// SeatKey returns the hash of the secret of a seat in a request. The error says that the request has none.
func SeatKey(r *http.Request) (string, error) {
	s, err := needSecret(r)
	if err != nil {
		return "", err
	}
	return s.hash(), nil
}

// InvitationKey returns the hash of the secret of an invitation in a request, or "" if the request has none.
func InvitationKey(r *http.Request) string {
	return KeyOf(string(secretIn(r, invitationHeader)))
}

// NewInvitation returns a new secret of an invitation.
func NewInvitation() string {
	var b [secretLen / 2]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// KeyOf returns the hash of a secret. Without a secret it is "".
func KeyOf(text string) string {
	if text == "" {
		return ""
	}
	return secret(text).hash()
}

// hash returns the text that the game's file has instead of the secret.
func (s secret) hash() string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// invitation returns the secret in the invitation of the host with this secret. It can be computed again whenever the
// host asks, so no file has it.
func (s secret) invitation() secret {
	sum := sha256.Sum256([]byte("invitation " + s))
	return secret(hex.EncodeToString(sum[:secretLen/2]))
}

// seat is a player of a game between two people.
type seat struct {
	Name string `json:"name"`
	Key  string `json:"key"` // hash of the secret
}

// host is the player who began a game and invites another one.
type host struct {
	seat
	Color      string `json:"color"`      // black, white or nigiri
	Invitation string `json:"invitation"` // hash of the secret in the invitation; it also lets spectators watch
	// Machine says that the host has begun the game at the machine of the server.
	Machine bool `json:"machine,omitempty"`
}

// friend asks for a game with another person, in a request for a new game.
type friend struct {
	Name  string `json:"name"`
	Color string `json:"color"`
}

// seated reports whether the game is between two people with seats.
func (gm *game) seated() bool { return gm.setup.Host != nil }

// free reports whether a seat of the game is free.
func (gm *game) free() bool { return gm.seated() && gm.seats == [3]seat{} }

// holds returns the colour whose seat the secret holds, or Empty. The colour of the host is unknown before the guest
// has come.
func (gm *game) holds(s secret) baduk.Color {
	if s == "" {
		return baduk.Empty
	}
	for c, seat := range gm.seats {
		if seat.Key != "" && seat.Key == s.hash() {
			return baduk.Color(c)
		}
	}
	return baduk.Empty
}

// hosts reports whether the secret is the host's.
func (gm *game) hosts(s secret) bool { return gm.seated() && s != "" && gm.setup.Host.Key == s.hash() }

// invites reports whether the secret is that of the invitation to the game.
func (gm *game) invites(s secret) bool {
	return gm.seated() && s != "" && gm.setup.Host.Invitation == s.hash()
}

// invited returns the role in a game that the secrets in a request give. A player may play. An invitation gives the
// free seat, and afterwards only a place to watch.
func (g *Games) invited(r *http.Request) (role wire.Role) {
	by, invitation := secretOf(r), secretIn(r, invitationHeader)
	if by == "" && invitation == "" {
		return wire.NoRole
	}
	_ = g.with(r.PathValue("id"), func(l *liveGame) error {
		switch gm := l.game; {
		case gm.hosts(by), gm.holds(by) != baduk.Empty, gm.free() && gm.invites(invitation):
			role = wire.Guest
		case gm.invites(invitation):
			role = wire.Spectator
		}
		return nil
	}) // without the game there is no role
	return role
}

// names returns the names of the players. They are empty for a game without seats that was not made from a record.
func (gm *game) names() (black, white string) {
	if !gm.seated() {
		return gm.setup.BlackName, gm.setup.WhiteName
	}
	return gm.seats[baduk.Black].Name, gm.seats[baduk.White].Name
}

// own returns the colour of the owner of the server: that of a person against the engine, or of a host at the machine
// of the server. It returns "" if the owner has both colours, none, or an unknown one.
func (gm *game) own() string {
	if h := gm.setup.Host; h != nil && h.Machine {
		for _, c := range []baduk.Color{baduk.Black, baduk.White} {
			if gm.seats[c] == h.seat {
				return c.String()
			}
		}
	}
	if human := gm.setup.Human; human == "black" || human == "white" {
		return human
	}
	return ""
}

// CleanName returns the name of a player without blanks around it.
func CleanName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if n := len([]rune(name)); n == 0 || n > maxPlayerName || !printable(name) {
		return "", wire.Fail(http.StatusBadRequest, "name", "a name has 1 to %d printable letters", maxPlayerName)
	}
	return name, nil
}

// printable reports whether a text has no control characters and no characters that change the direction of the text
// around it. The two characters that join letters are part of some scripts.
func printable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsPrint(r) && r != '\u200c' && r != '\u200d' || r == unicode.ReplacementChar
	})
}

// invite makes a game between two people of a set-up. The person with the secret is the host, perhaps at the machine of
// the server.
func (s *setup) invite(f friend, by secret, machine bool) error {
	name, err := CleanName(f.Name)
	if err != nil {
		return err
	}
	switch {
	case f.Color != "black" && f.Color != "white" && f.Color != nigiri:
		return wire.Misuse(http.StatusBadRequest, "color", "your colour is black, white or nigiri, not %.20q", f.Color)
	case f.Color == nigiri && s.Handicap > 0:
		return wire.Fail(http.StatusBadRequest, "color", "with handicap stones there is no nigiri: choose a colour")
	}
	s.Human, s.Teach = "both", false
	s.Host = &host{seat{name, by.hash()}, f.Color, by.invitation().hash(), machine}
	return nil
}

// sit applies the event that a guest has taken the free seat.
func (gm *game) sit(e event) error {
	c := boards.ColorOf(e.Color)
	if !gm.free() || c == baduk.Empty || gm.setup.Host.Color == e.Color {
		return wire.Fail(http.StatusConflict, "", "no seat of this game is free: you can watch")
	}
	gm.seats[c] = seat{e.Name, e.Key}
	gm.seats[c.Opponent()] = gm.setup.Host.seat
	return nil
}

// sitRequest takes the free seat of a game.
type sitRequest struct {
	Name string `json:"name"`
}

// postSit gives the free seat to a guest. If the guest has the seat already, it only answers with the state, because
// the answer to an earlier request may have been lost.
func (g *Games) postSit(r *http.Request, req sitRequest) (*State, error) {
	guest, err := needSecret(r)
	if err != nil {
		return nil, err
	}
	name, err := CleanName(req.Name)
	if err != nil {
		return nil, err
	}
	l, release, err := g.store.Acquire(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	defer release()
	err = l.do(guest, 0, func(gm *game) (event, error) {
		switch {
		case gm.hosts(guest):
			return event{}, wire.Fail(http.StatusConflict, "", "you have a seat in this game already: the invitation is for another person, in another browser")
		case gm.holds(guest) != baduk.Empty:
			return event{}, errNoChange
		case !gm.free():
			return event{}, wire.Fail(http.StatusConflict, "", "no seat of this game is free: you can watch")
		case !gm.invites(secretIn(r, invitationHeader)):
			return event{}, wire.Fail(http.StatusForbidden, "", "the seat is for the person who was invited: ask for the link")
		}
		c := boards.ColorOf(gm.setup.Host.Color).Opponent()
		if gm.setup.Host.Color == nigiri {
			c = drawColor()
		}
		return event{Event: "sit", Color: c.String(), Name: name, Key: guest.hash()}, nil
	})
	if err != nil {
		return nil, err
	}
	return l.state(nil, guest)
}

// drawColor draws a colour.
func drawColor() baduk.Color {
	var b [1]byte
	_, _ = rand.Read(b[:]) // never fails
	if b[0]&1 == 0 {
		return baduk.Black
	}
	return baduk.White
}

// player returns the colour of the player who makes a request. In a game without seats it is Empty.
func (gm *game) player(s secret) (baduk.Color, error) {
	if !gm.seated() {
		return baduk.Empty, nil
	}
	if gm.free() {
		if gm.hosts(s) {
			return baduk.Empty, wire.Fail(http.StatusConflict, "", "the other seat is still free: send the invitation")
		}
		return baduk.Empty, wire.Fail(http.StatusForbidden, "", "this game waits for the person who was invited: you can watch")
	}
	c := gm.holds(s)
	if c == baduk.Empty {
		black, white := gm.names()
		return c, wire.Fail(http.StatusForbidden, "", "this game is between %s and %s: you can watch", black, white)
	}
	return c, nil
}

// seatsState describes the players of a game between two people.
type seatsState struct {
	Host  string `json:"host"`  // name of the player who invites
	Color string `json:"color"` // the host's colour: black, white or nigiri
	Free  bool   `json:"free"`  // the guest has not come yet
	You   string `json:"you"`   // the colour of the client, or empty
	// Machine says that the host has begun the game at the machine of the server. In a browser there, the seat may look
	// free to the host, who has come to another address of the machine.
	Machine bool `json:"machine"`
	// Invitation is the secret in the invitation. Only the host gets it, while the seat is free.
	Invitation string `json:"invitation,omitempty"`
	// Accepted are the players who have accepted the marked dead stones.
	Accepted []string `json:"accepted"`
	// Asked is what a player asks the other: undo, pause, continue, draw, rematch, or empty. Asker is that player.
	Asked string `json:"asked"`
	Asker string `json:"asker"`
	// Refused reports whether the opponent has refused what the client asked, so that the client may not ask again yet.
	Refused bool `json:"refused"`
	// Alone is the time from which the client may end the pause alone, if the client wants to end it.
	Alone *time.Time `json:"alone,omitempty"`
	// Next is the id of the rematch, or empty.
	Next string `json:"next"`
	// Tournament is missing unless the game belongs to one.
	Tournament *Round `json:"tournament,omitempty"`
}

// personal adds to a state what the client with a secret may know and do.
func (s *State) personal(gm *game, by secret) {
	if !gm.seated() {
		return
	}
	you := gm.holds(by)
	host := gm.setup.Host
	s.Seats = &seatsState{Host: host.Name, Color: host.Color, Machine: host.Machine, Free: gm.free(), Accepted: []string{}, Asked: gm.asked, Next: gm.next,
		Tournament: gm.setup.Tournament}
	if you != baduk.Empty {
		s.Seats.You, s.Seats.Refused = you.String(), gm.refused[you] == gm.core.Len()+1
	}
	if since := gm.ready[you]; !since.IsZero() {
		alone := since.Add(maxPause)
		s.Seats.Alone = &alone
	}
	if gm.asked != "" {
		s.Seats.Asker = gm.asker.String()
	}
	if gm.free() && gm.hosts(by) {
		s.Seats.Invitation = string(by.invitation())
		s.Seats.You = strings.TrimPrefix(gm.setup.Host.Color, nigiri)
	}
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		if gm.accepted[c] {
			s.Seats.Accepted = append(s.Seats.Accepted, c.String())
		}
	}
	s.YourTurn = s.YourTurn && !gm.free() && you == gm.core.ToPlay()
	s.CanUndo = gm.mayAsk("undo", you) == nil
}

package games

import (
	"errors"
	"net/http"
	"time"

	"tengen/baduk"
	"tengen/server/wire"
)

const (
	pingTime  = 5 * time.Second // time between two measurements of the network to a player
	crowdTime = time.Second     // the shortest time between two events about the people who look
	idleTime  = 5 * time.Second // time after which an idle stream looks whether it has to send a sign of life
)

// crowd counts the streams that follow a game.
type crowd struct {
	all     int
	byKey   map[string]int // by hash of the client's secret, for clients that have one
	version int            // grows with every change

	ping   int          // number of the latest ping
	pinged [3]int       // by colour: number of the latest ping to the player; 0 after its answer
	sent   [3]time.Time // by colour: time of the latest ping
}

// people says who looks at a game between two people.
type people struct {
	Watching int  `json:"watching"` // number of spectators
	Black    bool `json:"black"`    // the player is connected
	White    bool `json:"white"`
}

// ping is a message that the page of a player answers at once.
type ping struct {
	Ping int `json:"ping"`
}

// enter counts a stream of a client until the function leave is called. An engine that failed at its first move tries
// again.
func (l *liveGame) enter(by secret) (leave func()) {
	change := func(n int) {
		l.crowd.all += n
		l.crowd.version++
		if by == "" {
			return
		}
		key := by.hash()
		if l.crowd.byKey == nil {
			l.crowd.byKey = map[string]int{}
		}
		if l.crowd.byKey[key] += n; l.crowd.byKey[key] == 0 {
			delete(l.crowd.byKey, key)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.back(by)
	if l.failed {
		l.message = ""
		l.think()
		l.changed()
	}
	change(1)
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if change(-1); l.crowd.all == 0 {
			l.states = [3][2]encodedState{}
		}
	}
}

// people says who looks at the game, which has seats. The caller holds the lock.
func (l *liveGame) people() *people {
	seats := l.game.seats
	black, white := l.crowd.byKey[seats[baduk.Black].Key], l.crowd.byKey[seats[baduk.White].Key]
	if l.game.free() {
		return &people{Watching: l.crowd.all - l.crowd.byKey[l.game.setup.Host.Key]}
	}
	return &people{l.crowd.all - black - white, black > 0, white > 0}
}

// lookTime is the time between two looks of a stream for news other than the state and the messages.
func (l *liveGame) lookTime() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.game.seated() {
		return crowdTime
	}
	return idleTime
}

// news is what has changed for a stream since it last looked.
type news struct {
	state   []byte // JSON
	opinion *Estimate
	graph   *baduk.Graph
	chat    []message
	people  *people // nil in a game without seats
	crowd   int
	version int64
}

// newsFor returns what a stream does not know yet. The chat has at most the messages from the given index on.
func (l *liveGame) newsFor(known *baduk.Graph, by secret, version int64, chat int) (*news, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed != nil {
		return nil, l.closed
	}
	now := &news{opinion: l.opinion, graph: l.game.core.Graph(), version: l.version, crowd: l.crowd.version, chat: l.game.chat[min(chat, len(l.game.chat)):]}
	if l.game.seated() {
		now.people = l.people()
	}
	if l.version != version {
		now.state = l.encoded(known, by)
	}
	return now, nil
}

// getEvents streams the states of a game as Server-Sent Events, and the estimates of the engine while it thinks, which
// come several times a second. A slow client may miss intermediate ones, but it always gets the latest. In a game with
// seats it also streams the messages of the players and who watches, and measures how long a message to a player and
// back takes.
func (g *Games) getEvents(w http.ResponseWriter, r *http.Request) error {
	leave, err := g.service.TakeStream()
	if err != nil {
		return err
	}
	defer leave()
	l, release, err := g.store.Acquire(r.PathValue("id"))
	if err != nil {
		return err
	}
	defer release()
	signal, unwatch := l.watchers.Watch()
	defer unwatch()
	by := secretOf(r)
	e, end := g.service.Events(w, r)
	defer end()
	defer l.enter(by)()

	var known *baduk.Graph
	var opinion *Estimate
	var version int64
	chat, crowd := 0, -1
	tick := time.NewTicker(l.lookTime())
	defer tick.Stop()
	var pinged time.Time
	for e.Open() {
		now, err := l.newsFor(known, by, version, chat)
		if err != nil {
			if !errors.Is(err, wire.ErrClosing) {
				wire.Send(e, "gone", wire.Nothing{})
			}
			return nil
		}
		switch {
		case now.state != nil:
			if !e.SendJSON("state", now.state) {
				return nil
			}
		case now.opinion != nil && now.opinion != opinion:
			if !wire.Send(e, "estimate", now.opinion) {
				return nil
			}
		}
		begins := version == 0 && now.people != nil // the first event says that there are no messages yet
		if (len(now.chat) > 0 || begins) && !wire.Send(e, "chat", chatEvent{chat, append([]message{}, now.chat...)}) {
			return nil
		}
		known, opinion, version, chat = now.graph, now.opinion, now.version, chat+len(now.chat) // the graph is sent again only if the board grows
		select {
		case <-signal:
			continue
		case <-tick.C:
		case <-e.Done():
			return nil
		}
		if now.people != nil && now.crowd != crowd {
			crowd = now.crowd
			if !wire.Send(e, "people", now.people) {
				return nil
			}
		}
		if time.Since(pinged) >= pingTime {
			if n := l.nextPing(by); n > 0 {
				pinged = time.Now()
				if !wire.Send(e, "ping", ping{n}) {
					return nil
				}
			}
		}
		if !e.KeepAlive() {
			return nil
		}
	}
	return nil
}

// chatEvent has messages of the players, the first of which has the given index.
type chatEvent struct {
	From     int       `json:"from"`
	Messages []message `json:"messages"`
}

// nextPing returns the number of a ping to the client with a secret. It is 0 unless the client is a player with a
// clock.
func (l *liveGame) nextPing(by secret) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.game.holds(by)
	if c == baduk.Empty || !l.game.timed() || l.game.phase == phaseOver {
		return 0
	}
	l.crowd.ping++
	l.crowd.pinged[c], l.crowd.sent[c] = l.crowd.ping, time.Now()
	return l.crowd.ping
}

// postPong receives the answer to a ping and measures the time since the ping.
func (g *Games) postPong(r *http.Request, p ping) (wire.Nothing, error) {
	now := time.Now()
	return wire.Nothing{}, g.with(r.PathValue("id"), func(l *liveGame) error {
		c := l.game.holds(secretOf(r))
		if c == baduk.Empty || p.Ping == 0 || l.crowd.pinged[c] != p.Ping {
			return wire.Misuse(http.StatusConflict, "ping", "there is no ping %d to answer", p.Ping)
		}
		l.crowd.pinged[c] = 0
		l.lags[c].add(now.Sub(l.crowd.sent[c]), now)
		l.wind()
		return nil
	})
}

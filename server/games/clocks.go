package games

import (
	"net/http"
	"slices"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/engine"
	"tengen/server/boards"
	"tengen/server/wire"
)

// The clocks of a game. A game's file has durations only, which the server measures with its monotonic clock: the time
// of each move, and of a turn that ends when play resumes, and for every other event the time that the player to move
// has used so far in the turn. So the result does not depend on the time of day, and reading the file again gives the
// same clocks.

// maxLag is the most time that a player gets back for the network on each move.
const maxLag = time.Second

// beat is the time between two notes about the time that a running clock has used.
const beat = 500 * time.Millisecond

// awaitTime is the longest time after a restart of the server for which a player who is back has to wait for the other.
const awaitTime = 5 * time.Minute

// parseClock reads the time control of a request.
func parseClock(text string) (string, error) {
	s, err := clock.Parse(text)
	if err != nil {
		return "", wire.Fail(http.StatusBadRequest, "clock", "%v", err)
	}
	if s.Kind == clock.None {
		return "", nil
	}
	return s.String(), nil
}

// timed reports whether the game has clocks.
func (gm *game) timed() bool { return !gm.clocks[baduk.Black].Unlimited() }

// running returns the player whose clock runs, or Empty. The first move takes no time, so that a game does not begin
// before the players are there.
func (gm *game) running() baduk.Color {
	if !gm.timed() || !gm.moved || gm.phase != phasePlay || gm.paused || gm.offered != baduk.Empty {
		return baduk.Empty
	}
	return gm.core.ToPlay()
}

// endTurn ends the turn of c, who has not moved, because the opponent plays first when play resumes. The turn takes as
// long as one with a pass.
func (gm *game) endTurn(c baduk.Color, resume event) {
	gm.used = 0
	if resume.SpentMs != nil { // older files do not have the time
		gm.clocks[c].Spend(time.Duration(*resume.SpentMs) * time.Millisecond)
	}
}

// rewind sets the clocks back to the position after n moves.
func (gm *game) rewind(n int) {
	gm.after = slices.Clip(gm.after[:n])
	gm.used = 0
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		gm.clocks[c] = *clock.New(gm.clocks[c].Settings())
		for i, k := range slices.Backward(gm.after) {
			if gm.core.Turn(i).Color == c {
				gm.clocks[c] = k
				break
			}
		}
	}
}

// running returns the player whose clock runs, or Empty. The clock stands while the engine waits for a slot. The caller
// holds the lock.
func (l *liveGame) running() baduk.Color {
	if l.stands || l.doing == "waiting" {
		return baduk.Empty
	}
	return l.game.running()
}

// back says that the client with a secret is here. If the clocks stand after a restart of the server, and the client
// is a player, they go on if the other player follows the game, too. Otherwise they go on after awaitTime, so that a
// player who does not come back cannot hold the game. In a game without seats they go on at once. The caller holds the
// lock.
func (l *liveGame) back(by secret) {
	if !l.stands {
		return
	}
	c := l.game.holds(by)
	switch {
	case !l.game.seated():
		l.goOn()
	case c == baduk.Empty:
	case l.crowd.byKey[l.game.seats[c.Opponent()].Key] > 0:
		l.goOn()
	case l.resumes.IsZero():
		l.resumes = time.Now().Add(awaitTime)
		l.wind()
	}
}

// resume lets the clocks go on if a player has waited long enough for the other.
func (l *liveGame) resume() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed == nil && l.stands && time.Until(l.resumes) <= 0 {
		l.goOn()
	}
}

// goOn lets the clocks go on after a restart of the server. The caller holds the lock.
func (l *liveGame) goOn() {
	l.stands, l.began = false, time.Now()
	l.wind()
	l.changed()
}

// elapsed returns the time that the player to move has used in this turn. The caller holds the lock.
func (l *liveGame) elapsed() time.Duration {
	if l.running() == baduk.Empty {
		return l.game.used
	}
	return l.game.used + time.Since(l.began)
}

// measure writes the time of the running clock into an event. The caller holds the lock.
func (l *liveGame) measure(e *event) {
	if used := l.game.used; e.Event == "resume" && used > 0 {
		ms := min(used, l.game.clocks[l.game.core.ToPlay()].Available()).Milliseconds()
		e.SpentMs = &ms
		return
	}
	c := l.game.running()
	if c == baduk.Empty {
		return
	}
	used := l.elapsed()
	if e.Event == "play" {
		spent := used - min(l.lags[c].allowed(time.Now()), used)
		ms := min(spent, l.game.clocks[c].Available()).Milliseconds()
		e.SpentMs = &ms
		return
	}
	e.UsedMs = used.Milliseconds()
}

// fallen reports whether the player to move has lost on time. The caller holds the lock.
func (l *liveGame) fallen() bool { return l.running() != baduk.Empty && l.timeLeft() < 0 }

// timeLeft returns the time on the clock of the player to move, with the compensation for the network. The caller holds
// the lock.
func (l *liveGame) timeLeft() time.Duration {
	c := l.game.running()
	return l.game.clocks[c].Available() + l.lags[c].allowed(time.Now()) - l.elapsed()
}

// wind sets the timer that looks at the running clock, or lets the clocks go on. The caller holds the lock.
func (l *liveGame) wind() {
	if l.timer != nil {
		l.timer.Stop()
	}
	if l.closed == nil && l.stands && !l.resumes.IsZero() {
		l.timer = time.AfterFunc(time.Until(l.resumes), l.resume)
		return
	}
	if l.closed != nil || l.running() == baduk.Empty {
		return
	}
	wait := min(l.timeLeft()+time.Millisecond, beat)
	if wait <= 0 { // the end of the game could not be saved
		wait = beat
	}
	l.timer = time.AfterFunc(wait, l.look)
}

// look ends the game if the running clock has run out. Otherwise it notes the time that the player has used.
func (l *liveGame) look() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed != nil || l.running() == baduk.Empty {
		return
	}
	l.callFlag()
	l.note()
	l.wind()
}

// callFlag ends the game if the player to move has lost on time. The caller holds the lock.
func (l *liveGame) callFlag() {
	if !l.fallen() {
		return
	}
	if err := l.commit(event{Event: "timeout", Color: l.running().String()}); err != nil {
		l.games.service.Log.Error("the end of a game on time could not be saved", "game", l.id, "error", err)
	}
}

// note writes the time that the player to move has used to a file beside the game's file, so that the clock is right
// after a crash. The caller holds the lock.
func (l *liveGame) note() {
	if l.running() == baduk.Empty {
		return
	}
	l.games.noteUsed(l.id, l.game.events, l.elapsed())
}

// noteUsed notes the time that the player to move has used in a turn of a game with this number of events.
func (g *Games) noteUsed(id string, events int, used time.Duration) {
	if err := g.files.writeUsed(id, usedTime{events, used.Milliseconds()}); err != nil {
		g.service.Log.Warn("the time on a clock could not be noted", "game", id, "error", err)
	}
}

// limitClock gives the engine its clock for the next move. The caller does not hold the lock.
func (l *liveGame) limitClock(limit *engine.Limit) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.game.core.ToPlay(); l.game.timed() {
		now := l.game.clocks[c].Running(l.elapsed())
		limit.Clock = &now
	}
}

// lagMeter knows how long messages to a player and back take. The shortest of the latest round trips counts, so a
// single late answer does not give a player more time.
type lagMeter struct {
	trips []time.Duration
	last  time.Time
}

const (
	lagTrips = 5                // round trips that a lagMeter remembers
	lagFresh = 30 * time.Second // time after which a lagMeter forgets them
)

// add remembers a round trip.
func (m *lagMeter) add(trip time.Duration, now time.Time) {
	if now.Sub(m.last) > lagFresh {
		m.trips = nil
	}
	m.trips, m.last = append(m.trips, trip), now
	m.trips = m.trips[max(0, len(m.trips)-lagTrips):]
}

// allowed returns the time that a player gets back on each move. It is 0 if no round trip was measured lately.
func (m *lagMeter) allowed(now time.Time) time.Duration {
	if len(m.trips) == 0 || now.Sub(m.last) > lagFresh {
		return 0
	}
	return min(slices.Min(m.trips), maxLag)
}

// clocksState has the clocks of a game at the moment of the answer.
type clocksState struct {
	Control string    `json:"control"` // the time control, such as "10m+3x30s"
	Kind    string    `json:"kind"`    // absolute, byoyomi, canadian or fischer
	Period  int64     `json:"period"`  // milliseconds of a full period or block
	Running string    `json:"running"` // the player whose clock runs, or empty
	Waiting bool      `json:"waiting"` // the clocks stand until the players are back after a restart of the server
	Black   clockTime `json:"black"`
	White   clockTime `json:"white"`
}

// clockTime is the time that a player has left.
type clockTime struct {
	Main   int64 `json:"main"`   // milliseconds of main time
	Period int64 `json:"period"` // milliseconds left in the period or block of overtime
	Count  int   `json:"count"`  // periods left, or stones left in the block
}

// clocksNow returns the clocks for the page, or nil if the game has none. The caller holds the lock.
func (l *liveGame) clocksNow() *clocksState {
	if !l.game.timed() {
		return nil
	}
	settings := l.game.clocks[baduk.Black].Settings()
	s := &clocksState{Control: settings.String(), Kind: settings.Kind.String(), Period: settings.Period.Milliseconds(),
		Waiting: l.stands && l.game.running() != baduk.Empty}
	if c := l.running(); c != baduk.Empty {
		s.Running = c.String()
	}
	for c, into := range map[baduk.Color]*clockTime{baduk.Black: &s.Black, baduk.White: &s.White} {
		k := l.game.clocks[c]
		switch {
		case l.game.flagged == c:
			k.Spend(k.Available() + 1)
		case l.game.phase == phasePlay && l.game.core.ToPlay() == c:
			k = k.Running(l.elapsed())
		}
		main, period, count := k.Parts()
		*into = clockTime{main.Milliseconds(), period.Milliseconds(), count}
	}
	return s
}

// timeout applies the end of the game on time.
func (gm *game) timeout(color string) error {
	c := boards.ColorOf(color)
	if gm.phase != phasePlay || !gm.timed() || c == baduk.Empty {
		return errNotPlaying
	}
	gm.phase, gm.flagged = phaseOver, c
	return nil
}

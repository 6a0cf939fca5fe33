package games

import (
	"errors"
	"sync"
	"time"

	"tengen/baduk"
	"tengen/server/wire"
)

// sleeper is a game with a running clock that has left memory, because no page shows it. Its time goes on. The clock
// may also stand for a while after a restart of the server.
type sleeper struct {
	events int           // of the game
	used   time.Duration // of the running clock when the game left memory
	left   time.Duration // the time on the clock at that moment
	since  time.Time     // that moment, or later the end of the time for which the clock stands
	lags   [3]lagMeter
	timer  *time.Timer
}

// elapsed returns the time that the player to move has used in this turn.
func (s *sleeper) elapsed() time.Duration { return s.used + max(0, time.Since(s.since)) }

// sleepers are the games with running clocks that have left memory, by id. The map is nil after the server has closed.
type sleepers struct {
	mu  sync.Mutex
	all map[string]*sleeper
}

// sleep lets the clock of a game go on that leaves memory. The caller holds the game's lock.
func (l *liveGame) sleep() {
	if l.game.running() == baduk.Empty || l.stands && l.resumes.IsZero() {
		return
	}
	g, id := l.games, l.id // the timer must not keep l in memory
	s := &sleeper{events: l.game.events, used: l.elapsed(), left: l.timeLeft(), since: time.Now(), lags: l.lags}
	if l.stands {
		s.since = l.resumes
	}
	g.sleepers.mu.Lock()
	defer g.sleepers.mu.Unlock()
	if g.sleepers.all == nil { // the server closes
		return
	}
	g.sleepers.all[id] = s
	s.timer = time.AfterFunc(min(s.rest(), beat), func() { g.stir(id, s) })
}

// rest returns the time until the game has to be in memory again, so that the flag falls in time.
func (s *sleeper) rest() time.Duration { return s.left - beat - time.Since(s.since) }

// stir notes the time that the player to move has used. Before the clock has run out, it reads the game again.
func (g *Games) stir(id string, s *sleeper) {
	g.sleepers.mu.Lock()
	if g.sleepers.all[id] != s {
		g.sleepers.mu.Unlock()
		return
	}
	rest := s.rest()
	if rest > 0 {
		g.noteUsed(id, s.events, s.elapsed())
		s.timer.Reset(min(rest, beat))
	}
	g.sleepers.mu.Unlock()
	if rest > 0 {
		return
	}
	_, release, err := g.store.Acquire(id) // its own timer ends the game
	if errors.Is(err, wire.ErrClosing) {
		return
	}
	if err != nil {
		g.service.Log.Error("a game on time could not be read", "game", id, "error", err)
		return
	}
	release()
}

// wake returns the sleeper of a game that is read again, or nil.
func (s *sleepers) wake(id string) *sleeper {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.all[id]
	if one != nil {
		one.timer.Stop()
		delete(s.all, id)
	}
	return one
}

// endSleep notes the times of all sleepers and takes no more.
func (g *Games) endSleep() {
	g.sleepers.mu.Lock()
	defer g.sleepers.mu.Unlock()
	for id, s := range g.sleepers.all {
		s.timer.Stop()
		g.noteUsed(id, s.events, s.elapsed())
	}
	g.sleepers.all = nil
}

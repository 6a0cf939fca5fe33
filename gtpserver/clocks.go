package gtpserver

import (
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/engine"
	"tengen/katago"
)

// clocks holds the client's time control and the remaining time of both players. The engine counts the time
// itself, and time_left corrects it.
type clocks struct {
	settings clock.Settings
	players  [3]clock.Clock // by colour
	capped   caps
	told     [3]katago.TimeControl // by colour: the client's time control, in KataGo's terms
}

// caps are the two limits of the time control "fischer-capped". A limit of 0 is not a bound.
type caps struct {
	main time.Duration // the most time on the clock
	move time.Duration // the longest time for a move
}

// restart sets the clocks to the beginning of a game.
func (t *clocks) restart() {
	for c := range t.players {
		t.players[c] = *clock.New(t.settings)
		t.cap(&t.players[c])
	}
}

func (t *clocks) set(s clock.Settings, c caps, told katago.TimeControl) {
	t.settings, t.capped = s, c
	t.restart()
	for i := range t.told {
		t.told[i] = told
	}
}

// spend subtracts the time d of a move from the clock of c. It reports whether the clock has run out. The game
// continues nevertheless: the client decides about the loss, and not every client sends time_left. The next move gets a
// new period, block or increment. In absolute time the clock stays at 0.
func (t *clocks) spend(c baduk.Color, d time.Duration) bool {
	watch := &t.players[c]
	fallen := watch.Spend(d)
	if fallen {
		s := watch.Settings()
		left, stones := s.Increment, 0
		if s.Period > 0 {
			left, stones = s.Period, max(s.Stones, 1)
		}
		_ = watch.SetTimeLeft(left, stones) // cannot fail: the settings are valid
	}
	t.cap(watch)
	return fallen
}

// cap reduces a clock to its limit.
func (t *clocks) cap(watch *clock.Clock) {
	if t.capped.main > 0 && watch.MainLeft() > t.capped.main {
		_ = watch.SetTimeLeft(t.capped.main, 0) // cannot fail: the clock has more time than the limit
	}
}

// think returns the limit for the move of c that began at the given time. After the move, the caller calls the function
// stop, which subtracts the time of the move from the clock.
func (e *Engine) think(c baduk.Color, begun time.Time) (limit engine.Limit, stop func()) {
	limit = e.limit()
	watch := &e.clocks.players[c]
	if watch.Unlimited() {
		return limit, func() {}
	}
	limit.Time = least(limit.Time, e.clocks.capped.move)
	now := watch.Running(e.cfg.Now().Sub(begun))
	limit.Clock = &now
	return limit, func() {
		if e.clocks.spend(c, e.cfg.Now().Sub(begun)) {
			e.cfg.Log.Warn("the time is up", "color", c.String(), "control", watch.Settings().String())
		}
	}
}

// least returns the smaller of two limits. A limit of 0 means no limit.
func least(a, b time.Duration) time.Duration {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

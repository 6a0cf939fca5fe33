package gtpserver

import (
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/engine"
	"tengen/katago"
)

// clocks are the client's time control and both players' time by our own count,
// which time_left corrects.
type clocks struct {
	settings clock.Settings
	players  [3]clock.Clock // by colour
	capped   caps
	told     [3]katago.TimeControl // by colour: what the client said, in KataGo's terms
}

// caps are what "fischer-capped" adds to Fischer time; 0 means without a cap.
type caps struct {
	main time.Duration // more is never on the clock
	move time.Duration // no move may take longer
}

// restart is the beginning of a game.
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

// spend books the time of a move of c, and reports whether the flag fell.
func (t *clocks) spend(c baduk.Color, d time.Duration) bool {
	watch := &t.players[c]
	fallen := watch.Spend(d)
	t.cap(watch)
	return fallen
}

// cap takes off the clock what is above the cap.
func (t *clocks) cap(watch *clock.Clock) {
	if t.capped.main > 0 && watch.MainLeft() > t.capped.main {
		_ = watch.SetTimeLeft(t.capped.main, 0) // less than was there: it fits
	}
}

// think is the limit for the next move of c; stop books the time that it took.
func (e *Engine) think(c baduk.Color) (limit engine.Limit, stop func()) {
	limit = e.limit()
	watch := &e.clocks.players[c]
	if watch.Unlimited() {
		return limit, func() {}
	}
	limit.Time = least(limit.Time, e.clocks.capped.move)
	now := *watch
	limit.Clock = &now
	begun := e.cfg.Now()
	return limit, func() {
		if e.clocks.spend(c, e.cfg.Now().Sub(begun)) {
			e.cfg.Log.Warn("the time is up", "color", c.String(), "control", watch.Settings().String())
		}
	}
}

// least is the smaller of two bounds; 0 is unbounded.
func least(a, b time.Duration) time.Duration {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

package gtpserver

import (
	"context"
	"strconv"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/engine"
)

// clocks are the client's time control and both players' time by our own count,
// which time_left corrects.
type clocks struct {
	settings clock.Settings
	players  [3]clock.Clock // by colour
	capped   caps
}

// caps are what "fischer-capped" adds to Fischer time; 0 is no cap.
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

func (t *clocks) set(s clock.Settings, c caps) {
	t.settings, t.capped = s, c
	t.restart()
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
	limit = e.cfg.Limit
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

// least is the smaller of two bounds, of which 0 is none.
func least(a, b time.Duration) time.Duration {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

func (e *Engine) timeSettings(_ context.Context, args []string) (string, error) {
	s, err := clock.ParseGTP(args)
	return e.setTime(s, caps{}, err)
}

func (e *Engine) kgsTimeSettings(_ context.Context, args []string) (string, error) {
	if len(args) == 5 && strings.EqualFold(args[0], fischerCapped) {
		c, err := parseCaps(args[3:])
		if err != nil {
			return "", e.refuse(errSyntax, err)
		}
		s, err := clock.ParseKGS(append([]string{clock.Fischer.String()}, args[1:3]...))
		return e.setTime(s, c, err)
	}
	s, err := clock.ParseKGS(args)
	return e.setTime(s, caps{}, err)
}

// fischerCapped is KataGo's name for Fischer time with two caps behind it, of the
// main time and of the time for a move; -1 is no cap.
const fischerCapped = "fischer-capped"

func parseCaps(args []string) (caps, error) {
	var list [2]time.Duration
	for i, a := range args {
		if v, err := strconv.ParseFloat(a, 64); err == nil && v < 0 {
			continue
		}
		s, err := clock.ParseKGS([]string{clock.Absolute.String(), a})
		if err != nil {
			return caps{}, err
		}
		list[i] = s.Main
	}
	return caps{list[0], list[1]}, nil
}

func (e *Engine) setTime(s clock.Settings, c caps, err error) (string, error) {
	if err != nil {
		return "", e.refuse(errSyntax, err)
	}
	e.clocks.set(s, c)
	return "", nil
}

func (e *Engine) listTimeSettings(context.Context, []string) (string, error) {
	kinds := []clock.Kind{clock.None, clock.Absolute, clock.ByoYomi, clock.Canadian, clock.Fischer}
	words := make([]string, len(kinds), len(kinds)+1)
	for i, k := range kinds {
		words[i] = k.String()
	}
	return strings.Join(append(words, fischerCapped), " "), nil
}

// timeLeft is accepted and forgotten when there is no time control to correct.
func (e *Engine) timeLeft(_ context.Context, args []string) (string, error) {
	if len(args) != 3 {
		return "", errSyntax
	}
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	left, stones, err := clock.ParseTimeLeft(args[1:])
	if err == nil && e.clocks.settings.Kind != clock.None {
		err = e.clocks.players[c].SetTimeLeft(left, stones)
	}
	if err != nil {
		return "", e.refuse(errSyntax, err)
	}
	return "", nil
}

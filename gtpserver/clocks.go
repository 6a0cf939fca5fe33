package gtpserver

import (
	"context"
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
}

// restart is the beginning of a game.
func (t *clocks) restart() {
	for c := range t.players {
		t.players[c] = *clock.New(t.settings)
	}
}

func (t *clocks) set(s clock.Settings) {
	t.settings = s
	t.restart()
}

// leastBudget is thought about a move even when the time is up: the client
// decides what is lost.
const leastBudget = 10 * time.Millisecond

// think is the limit for the next move of c; stop books the time that it took.
func (e *Engine) think(c baduk.Color, g *baduk.Game) (limit engine.Limit, stop func()) {
	limit = e.cfg.Limit
	watch := &e.clocks.players[c]
	if watch.Unlimited() {
		return limit, func() {}
	}
	if e.cfg.Budget != nil {
		budget := max(e.cfg.Budget(watch, g), leastBudget)
		if limit.Time == 0 || budget < limit.Time {
			limit.Time = budget
		}
	}
	begun := e.cfg.Now()
	return limit, func() {
		if watch.Spend(e.cfg.Now().Sub(begun)) {
			e.cfg.Log.Warn("the time is up", "color", c.String(), "control", watch.Settings().String())
		}
	}
}

func (e *Engine) timeSettings(_ context.Context, args []string) (string, error) {
	return e.setTime(clock.ParseGTP(args))
}

func (e *Engine) kgsTimeSettings(_ context.Context, args []string) (string, error) {
	return e.setTime(clock.ParseKGS(args))
}

func (e *Engine) setTime(s clock.Settings, err error) (string, error) {
	if err != nil {
		return "", e.refuse(errSyntax, err)
	}
	e.clocks.set(s)
	return "", nil
}

func (e *Engine) listTimeSettings(context.Context, []string) (string, error) {
	kinds := []clock.Kind{clock.None, clock.Absolute, clock.ByoYomi, clock.Canadian, clock.Fischer}
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = k.String()
	}
	return strings.Join(words, " "), nil
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

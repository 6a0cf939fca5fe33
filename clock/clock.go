package clock

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// Clock is one player's time. It does not run by itself: only [Clock.Spend] and
// [Clock.SetTimeLeft] change it. A Clock is a plain value: a copy is an independent
// clock. The zero Clock has no limit.
type Clock struct {
	settings Settings
	main     time.Duration // main time left; 0 in overtime
	period   time.Duration // time left in the current period or block of overtime
	count    int           // periods left, including the current one; or stones left in the block
	fallen   bool          // the player has lost on time
}

// New returns a clock for the beginning of a game. It panics if the settings are not valid.
func New(s Settings) *Clock {
	if err := s.Validate(); err != nil {
		panic("clock: " + err.Error())
	}
	c := &Clock{settings: s, main: s.Main}
	if s.Kind == Fischer && s.Main == 0 {
		c.main = s.Increment // otherwise the first move would lose on time
	}
	c.refill()
	return c
}

// refill sets the overtime to a full block or to the full number of periods.
func (c *Clock) refill() {
	c.period, c.count = c.settings.Period, c.settings.Periods+c.settings.Stones
}

// Settings returns the time control of the clock.
func (c *Clock) Settings() Settings { return c.settings }

// Unlimited reports whether the clock has no limit. If it has no limit, MainLeft and the other methods for times return
// 0, which has no meaning.
func (c *Clock) Unlimited() bool { return c.settings.Kind == None }

// Overtime reports whether the main time is used up and byo-yomi or Canadian
// overtime has begun.
func (c *Clock) Overtime() bool { return c.settings.hasOvertime() && c.main == 0 }

// MainLeft returns the main time that is left. In overtime it is 0.
func (c *Clock) MainLeft() time.Duration { return c.main }

// OvertimePerMove returns the time for the next move in overtime. In byo-yomi it is the rest of the period. In
// Canadian overtime it is the rest of the block, divided by the stones left in the block. During main time it is the
// time for a move at the beginning of overtime. In a time control without overtime it is 0.
func (c *Clock) OvertimePerMove() time.Duration {
	switch {
	case !c.settings.hasOvertime() || c.fallen:
		return 0
	case c.settings.Kind == Canadian:
		return c.period / time.Duration(max(c.count, 1))
	}
	return c.period
}

// Increment returns the time that every move adds.
func (c *Clock) Increment() time.Duration { return c.settings.Increment }

// Available returns the longest time that the next move can take without losing on time. It is 0 if the clock is
// unlimited.
func (c *Clock) Available() time.Duration {
	if c.fallen {
		return 0
	}
	d := c.main
	if c.settings.hasOvertime() {
		d += c.period
	}
	if c.settings.Kind == ByoYomi {
		spare := min(time.Duration(c.count-1), math.MaxInt64/2/c.settings.Period)
		d += spare * c.settings.Period
	}
	return d
}

// Spend subtracts the time of a move that took d. It reports whether the player has lost on time, by this move or an
// earlier one. A negative d counts as 0.
func (c *Clock) Spend(d time.Duration) (flagFallen bool) {
	d = max(d, 0)
	switch {
	case c.fallen || c.Unlimited():
		return c.fallen
	case d > c.Available():
		c.fallen = true
		c.main, c.period, c.count = 0, 0, 0
		return true
	}
	inMain := min(d, c.main)
	wasOvertime := c.Overtime()
	c.main -= inMain
	switch d -= inMain; c.settings.Kind {
	case Fischer:
		c.main = min(c.main+c.settings.Increment, MaxTime)
	case ByoYomi:
		if d > c.period {
			// Every period that the move exceeds is used up.
			c.count -= int((d - c.period + c.settings.Period - 1) / c.settings.Period)
		}
		c.period = c.settings.Period
	case Canadian:
		// The move that uses up the main time counts as a move of the block only
		// if it took longer than the main time that was left.
		if wasOvertime || d > 0 {
			c.period -= d
			if c.count--; c.count == 0 {
				c.refill()
			}
		}
	}
	return false
}

// Running returns the clock as it shows in the middle of a move that has taken d so far. Such a clock answers all
// questions about the time left, but only the clock from before the move can [Clock.Spend] the whole move. A negative d
// counts as 0.
func (c *Clock) Running(d time.Duration) Clock {
	k := *c
	switch d = max(d, 0); {
	case k.fallen || k.Unlimited():
		return k
	case d > k.Available():
		k.Spend(d)
		return k
	}
	inMain := min(d, k.main)
	k.main -= inMain
	if d -= inMain; d > k.period && k.settings.Kind == ByoYomi {
		used := (d - k.period + k.settings.Period - 1) / k.settings.Period
		k.count -= int(used)
		d -= used * k.settings.Period
	}
	k.period -= d
	return k
}

// Parts returns the main time that is left, the rest of the current period or block of overtime, and the number of
// periods or stones left. The last two are 0 in a time control without overtime.
func (c *Clock) Parts() (main, period time.Duration, count int) { return c.main, c.period, c.count }

// TimeLeft returns the arguments of GTP's command time_left. During main time they are the seconds left, rounded down
// to whole seconds, and 0. In overtime they are the seconds left in the period or block, and the number of periods or
// stones left. TimeLeft returns false if the clock is unlimited.
func (c *Clock) TimeLeft() (seconds, stones int, limited bool) {
	if c.Overtime() {
		return int(c.period / time.Second), c.count, true
	}
	return int(c.main / time.Second), 0, !c.Unlimited()
}

// SetTimeLeft sets the clock to the arguments of GTP's command time_left: the time left and the number of periods or
// stones left in overtime. The number is 0 during main time. If both arguments are 0, a clock with overtime is at the
// beginning of the overtime. A player who had lost on time is back in the game. If SetTimeLeft fails, the clock does
// not change.
func (c *Clock) SetTimeLeft(left time.Duration, stones int) error {
	switch {
	case c.Unlimited():
		return errors.New("a clock without limit has no time left to set")
	case left < 0 || left > MaxTime:
		return fmt.Errorf("the time left is %v; it can be 0 to %d days", left, MaxTime/(24*time.Hour))
	case stones < 0 || stones > maxCount:
		return fmt.Errorf("%d stones or periods left; it can be 0 to %d", stones, maxCount)
	case stones > 0 && !c.settings.hasOvertime():
		return fmt.Errorf("time control %v has no overtime, but %d stones or periods are left in it", c.settings.Kind, stones)
	}
	c.fallen = false
	c.refill()
	c.main = left
	if stones > 0 {
		c.main, c.period, c.count = 0, left, stones
	}
	return nil
}

// String returns the time left as people write it.
func (c *Clock) String() string {
	round := func(d time.Duration) string { return formatTime(d.Truncate(100 * time.Millisecond)) }
	switch {
	case c.Unlimited():
		return "no limit"
	case c.fallen:
		return "out of time"
	case !c.Overtime():
		return round(c.main)
	case c.settings.Kind == Canadian:
		return fmt.Sprintf("%s/%d", round(c.period), c.count)
	}
	return fmt.Sprintf("%dx%s", c.count, round(c.period))
}

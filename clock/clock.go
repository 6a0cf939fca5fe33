package clock

import (
	"encoding/json"
	"fmt"
	"math"
	"time"
)

// Clock is one player's time. Between two moves it stands still. A Clock is a
// plain value: a copy is a clock of its own. The zero Clock has no limit.
type Clock struct {
	settings Settings
	main     time.Duration // left; 0 in overtime
	period   time.Duration // overtime: left in the period or block
	count    int           // overtime: periods left, this one included, or stones left in the block
	fallen   bool
}

// New is a clock at the beginning of a game. It panics if the settings are not
// valid.
func New(s Settings) *Clock {
	if err := s.Validate(); err != nil {
		panic("clock: " + err.Error())
	}
	c := &Clock{settings: s, main: s.Main}
	if s.Kind == Fischer && s.Main == 0 {
		c.main = s.Increment // nobody could make a move in no time
	}
	c.refill()
	return c
}

// refill is a full overtime.
func (c *Clock) refill() {
	c.period, c.count = c.settings.Period, c.settings.Periods+c.settings.Stones
}

// Settings are what was agreed.
func (c *Clock) Settings() Settings { return c.settings }

// Unlimited reports that there is no limit: MainLeft and the other accessors are
// 0 then and mean nothing.
func (c *Clock) Unlimited() bool { return c.settings.Kind == None }

// Overtime reports that the main time is used up and byo-yomi or Canadian
// overtime has begun.
func (c *Clock) Overtime() bool { return c.settings.hasOvertime() && c.main == 0 }

// FlagFallen reports that the player has lost on time, for good.
func (c *Clock) FlagFallen() bool { return c.fallen }

// MainLeft is the main time left; 0 in overtime.
func (c *Clock) MainLeft() time.Duration { return c.main }

// OvertimePerMove is the time for the next move in overtime: what is left of the
// period, or an equal share of what is left of the Canadian block. While main
// time runs it is what overtime is going to give; without overtime it is 0.
func (c *Clock) OvertimePerMove() time.Duration {
	switch {
	case !c.settings.hasOvertime() || c.fallen:
		return 0
	case c.settings.Kind == Canadian:
		return c.period / time.Duration(max(c.count, 1))
	}
	return c.period
}

// Increment is what every move adds.
func (c *Clock) Increment() time.Duration { return c.settings.Increment }

// Available is the longest that the next move can take without losing on time;
// 0 if the clock is unlimited.
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

// Spend is a move that took d, and reports whether the player has lost on time
// by it or before. A negative d counts as 0.
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
			// Every further period that was begun counts, a full one as one.
			c.count -= int((d - c.period + c.settings.Period - 1) / c.settings.Period)
		}
		c.period = c.settings.Period
	case Canadian:
		// The move that ends the main time is the first of the overtime only if
		// it lasted into it.
		if wasOvertime || d > 0 {
			c.period -= d
			if c.count--; c.count == 0 {
				c.refill()
			}
		}
	}
	return false
}

// TimeLeft is what GTP's time_left says: whole seconds, rounded down, and 0 while
// main time runs; in overtime the seconds left of the period or block and how
// many periods or stones are left. It reports false if the clock is unlimited.
func (c *Clock) TimeLeft() (seconds, stones int, limited bool) {
	if c.Overtime() {
		return int(c.period / time.Second), c.count, true
	}
	return int(c.main / time.Second), 0, !c.Unlimited()
}

// SetTimeLeft sets the clock to what GTP's time_left says: the time left, and in
// overtime how many periods or stones are left, otherwise 0. With nothing
// left and stones 0, a clock with overtime is at its beginning. It revives a
// fallen flag. On an error nothing changes.
func (c *Clock) SetTimeLeft(left time.Duration, stones int) error {
	switch {
	case c.Unlimited():
		return fmt.Errorf("a clock without limit has no time left to set")
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

// String is the time left, for people.
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

// clockJSON is a Clock with times in seconds.
type clockJSON struct {
	Settings Settings `json:"settings"`
	Main     float64  `json:"main"`
	Period   float64  `json:"period"`
	Count    int      `json:"count"`
	Fallen   bool     `json:"fallen"`
}

// MarshalJSON writes the settings and what is left, times in seconds.
func (c Clock) MarshalJSON() ([]byte, error) {
	return json.Marshal(clockJSON{c.settings, c.main.Seconds(), c.period.Seconds(), c.count, c.fallen})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (c *Clock) UnmarshalJSON(data []byte) error {
	var j clockJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	read := Clock{j.Settings, seconds(j.Main), seconds(j.Period), j.Count, j.Fallen}
	atLeast := 0
	if read.settings.hasOvertime() && !read.fallen {
		atLeast = 1
	}
	if min(read.main, read.period) < 0 || max(read.main, read.period) > MaxTime || read.count < atLeast || read.count > maxCount {
		return fmt.Errorf("a clock cannot have %v, %v and %d left", read.main, read.period, read.count)
	}
	*c = read
	return nil
}

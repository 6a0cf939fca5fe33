package engine

import (
	"fmt"
	"math"
	"time"

	"tengen/baduk"
	"tengen/clock"
)

// TimeParams say how a player divides the time of a game.
type TimeParams struct {
	// Lag is kept back on every move for the network round trip.
	Lag time.Duration `json:"lag"`
	// Extend is the longest time for an undecided move, as a multiple of the usual time.
	Extend float64 `json:"extend"`
	// Longest bounds every move, whatever the clock says.
	Longest time.Duration `json:"longest"`
}

// defaultTimeParams allow for a tenth of a second of lag.
func defaultTimeParams() TimeParams {
	return TimeParams{Lag: 100 * time.Millisecond, Extend: 2.5, Longest: 5 * time.Minute}
}

// Validate reports the first parameter that is out of range.
func (p TimeParams) Validate() error {
	switch {
	case p.Lag < 0 || p.Lag > time.Minute:
		return fmt.Errorf("lag is %v, not 0 to a minute", p.Lag)
	case !(p.Extend >= 1 && p.Extend <= 100):
		return fmt.Errorf("extend is %v, not 1 to 100", p.Extend)
	case p.Longest < time.Second:
		return fmt.Errorf("longest is %v, not a second or more", p.Longest)
	}
	return nil
}

// allowance is the time for one move. The zero value means no bound.
type allowance struct {
	usual time.Duration // for an ordinary position
	most  time.Duration // while the position is undecided; at least usual
}

const (
	// leastTime is the shortest time for a move while there is any time at all, and
	// the time for a move that needs no search.
	leastTime = 10 * time.Millisecond
	// endless is the main time from which a clock does not limit: users enter
	// such a number because one is required.
	endless = 30 * 24 * time.Hour
)

// allowIn is the time for the next move of g with this clock. A clock without a limit, or with many days, is
// no bound. A clock without time allows leastTime: controllers round the time left down to whole seconds, so
// most of a second may be left.
func (p TimeParams) allowIn(c *clock.Clock, g *baduk.Game) allowance {
	points := g.Graph().Len()
	return p.allow(c, newSchedule(points, max(g.Len(), points-len(g.Position().Empties()))))
}

func (p TimeParams) allow(c *clock.Clock, s schedule) allowance {
	available := c.Available()
	if c.Unlimited() || c.MainLeft() >= endless {
		return allowance{}
	}
	t := p.divide(c, s)
	// Whatever the division says, the player must not lose on time.
	if available == 0 {
		return allowance{leastTime, leastTime}
	}
	most := available - p.Lag
	if most < leastTime {
		most = max(available/8, 1)
	}
	least := max(1, min(leastTime, available/100))
	t.most = min(max(t.most, least), most, p.Longest)
	t.usual = min(max(t.usual, least), t.most)
	return t
}

// divide is the time for a move before it is limited to the time on the clock.
func (p TimeParams) divide(c *clock.Clock, s schedule) allowance {
	main, each := c.MainLeft(), c.OvertimePerMove()
	switch kind := c.Settings().Kind; {
	case kind == clock.ByoYomi && c.Overtime():
		// Almost all of the period: unused time in it is lost.
		d := each - p.Lag - min(each/20, 250*time.Millisecond)
		return allowance{d, d}
	case kind == clock.Canadian && c.Overtime():
		_, stones, _ := c.TimeLeft()
		// Each stone gets the same share of what the lags leave.
		d := each - p.Lag
		if stones == 1 {
			d -= min(each/20, 250*time.Millisecond)
			return allowance{d, d}
		}
		return allowance{d * 9 / 10, p.extend(d*9/10, d*time.Duration(stones)/2)}
	case kind == clock.ByoYomi || kind == clock.Canadian:
		// Overtime gives each move its time in any case. The main time is for moves that deserve more.
		floor := scale(each-p.Lag, 0.8*min(1, s.now))
		d := max(scale(main, s.share()), floor)
		return allowance{d, p.extend(d, main/4+each-p.Lag)}.within(main + each - p.Lag - min(each/20, 250*time.Millisecond))
	}
	// Each future move costs its lag and earns its increment.
	earned := c.Increment() - p.Lag
	pool := main - p.Lag
	if earned < 0 {
		if pool = main + scale(earned, s.moves); pool < main/8 {
			d := scale(main/8, s.share()) // the lags alone may use up the time
			return allowance{d, d}
		}
	}
	d := max(scale(pool, s.share())+max(earned, 0), 0)
	return allowance{d, p.extend(d, pool/5+max(earned, 0))}.within(main*9/10 - p.Lag)
}

// extend is the longest time for an undecided move whose usual time is d.
func (p TimeParams) extend(d, most time.Duration) time.Duration {
	return max(d, min(scale(d, p.Extend), most))
}

// within limits both times.
func (a allowance) within(most time.Duration) allowance {
	return allowance{min(a.usual, most), min(a.most, most)}
}

// scale multiplies a time and limits the result to clock.MaxTime.
func scale(d time.Duration, by float64) time.Duration {
	return time.Duration(math.Min(float64(d)*by, float64(clock.MaxTime)))
}

// schedule is what remains to be played.
type schedule struct {
	now   float64 // importance of the next move
	all   float64 // sum of the importance of all the player's future moves
	moves float64 // estimated number of these moves
}

// newSchedule expects a game to fill four fifths of the board and then to continue for a while. played
// includes the stones of a set-up.
func newSchedule(points, played int) schedule {
	whole := 0.8 * float64(points)
	s := schedule{now: importance(float64(played) / whole)}
	for at := float64(played); at < whole; at += 2 {
		s.all += importance(at / whole)
		s.moves++
	}
	tail := 4 + float64(points)/20
	s.all += tail * importance(1)
	s.moves += tail
	return s
}

// share is the part of the remaining time that the next move should take.
func (s schedule) share() float64 { return s.now / s.all }

// importance is how much time a move deserves at this point of a game: 0 is the beginning, 1 the usual end.
// First moves are known, and fights come in the middle.
func importance(at float64) float64 {
	switch {
	case at < 0.02:
		return 0.4
	case at < 0.1:
		return 0.9
	case at < 0.55:
		return 1.5
	}
	return max(0.4, 1.5-(at-0.55)*3)
}

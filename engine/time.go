package engine

import (
	"fmt"
	"math"
	"time"

	"tengen/baduk"
	"tengen/clock"
)

// TimeParams describe how a player divides the time of a game.
type TimeParams struct {
	// Lag is the time that each move keeps in reserve for the network round trip.
	Lag time.Duration `json:"lag"`
	// Extend is the longest time for an undecided move, as a multiple of the usual time.
	Extend float64 `json:"extend"`
	// Longest is the longest time for any move, even if the clock allows more.
	Longest time.Duration `json:"longest"`
}

// defaultTimeParams returns the default parameters. Their lag is a tenth of a second.
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

// allowance is the time for one move. The zero value means no limit.
type allowance struct {
	usual time.Duration // time for an ordinary position
	most  time.Duration // time for an undecided position; at least the usual time
	lost  bool          // time that the move does not use is lost
}

const (
	// leastTime is the shortest time for a move if the clock allows it. It is also the shortest time for a move
	// that is easy.
	leastTime = 10 * time.Millisecond
	// endless is the shortest main time that counts as no limit. Users enter such a time if they want no limit
	// and a program requires a time.
	endless = 30 * 24 * time.Hour
)

// allowIn is the time for the next move of g with this clock. A clock without a limit, or with many days, sets
// no limit. A clock at zero allows leastTime, because up to a second may remain: controllers round the
// remaining time down to whole seconds.
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
	// The available time is the limit, even if divide returns more.
	if available == 0 {
		return allowance{usual: leastTime, most: leastTime}
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

// divide returns the time that a move deserves. The caller limits this time to the time on the clock.
func (p TimeParams) divide(c *clock.Clock, s schedule) allowance {
	main, each := c.MainLeft(), c.OvertimePerMove()
	switch kind := c.Settings().Kind; {
	case kind == clock.ByoYomi && c.Overtime():
		// The move gets almost all of the period, because unused time in it is lost.
		d := each - p.Lag - min(each/20, 250*time.Millisecond)
		return allowance{d, d, true}
	case kind == clock.Canadian && c.Overtime():
		_, stones, _ := c.TimeLeft()
		// After the lag, each stone gets the same share of the time.
		d := each - p.Lag
		if stones == 1 {
			d -= min(each/20, 250*time.Millisecond)
			return allowance{d, d, true}
		}
		return allowance{usual: d * 9 / 10, most: p.extend(d*9/10, d*time.Duration(stones)/2)}
	case kind == clock.ByoYomi || kind == clock.Canadian:
		// In overtime each move has its own time, so the main time can be spent on moves that deserve more.
		floor := scale(each-p.Lag, 0.8*min(1, s.now))
		d := max(scale(main, s.share()), floor)
		return allowance{usual: d, most: p.extend(d, main/4+each-p.Lag)}.within(main + each - p.Lag - min(each/20, 250*time.Millisecond))
	}
	// Each future move costs the lag and earns the increment.
	earned := c.Increment() - p.Lag
	pool := main - p.Lag
	if earned < 0 {
		if pool = main + scale(earned, s.moves); pool < main/8 {
			d := scale(main/8, s.share()) // the lags of future moves may use up the whole time
			return allowance{usual: d, most: d}
		}
	}
	d := max(scale(pool, s.share())+max(earned, 0), 0)
	return allowance{usual: d, most: p.extend(d, pool/5+max(earned, 0))}.within(main*9/10 - p.Lag)
}

// extend returns the longest time for an undecided move whose usual time is d. It is a multiple of d. The
// parameter most limits it, but it is at least d.
func (p TimeParams) extend(d, most time.Duration) time.Duration {
	return max(d, min(scale(d, p.Extend), most))
}

// within returns the allowance with both times limited to the given time.
func (a allowance) within(most time.Duration) allowance {
	return allowance{min(a.usual, most), min(a.most, most), a.lost}
}

// scale multiplies a time and limits the result to clock.MaxTime.
func scale(d time.Duration, by float64) time.Duration {
	return time.Duration(math.Min(float64(d)*by, float64(clock.MaxTime)))
}

// schedule describes the moves that remain to be played.
type schedule struct {
	now   float64 // importance of the next move
	all   float64 // sum of the importance of all the player's future moves
	moves float64 // estimated number of these moves
}

// newSchedule assumes that a game fills four fifths of the board and then continues for some moves. played is
// the number of moves so far, including the stones of a set-up.
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

// share returns the part of the remaining time that the next move should take.
func (s schedule) share() float64 { return s.now / s.all }

// importance returns a relative measure of the time that a move deserves. The parameter at is the stage of the
// game, from 0 at the beginning to 1 at the usual end. The first moves are well known, and fights come in the
// middle.
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

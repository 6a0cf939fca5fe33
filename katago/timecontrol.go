package katago

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// TimeControl is one player's clock as the client last set it, in KataGo's terms. The command kata-debug-print-tc shows
// it. Times are in seconds. A TimeControl does not run down by itself.
type TimeControl struct {
	OriginalMain float64
	Increment    float64
	MainLimit    float64 // the most time on the clock
	MoveLimit    float64 // the longest time for a move
	Periods      int     // overtime periods at the beginning
	Stones       int     // stones to play in a period
	Period       float64 // the length of a period

	MainLeft    float64
	Overtime    bool
	PeriodsLeft int // number of periods left, including the current one
	StonesLeft  int // stones left to play in the current period
	PeriodLeft  float64
}

// endless is the main time that KataGo uses for no limit. Any time of at least Unlimited means no limit.
const (
	endless   = 1e30
	noCap     = 1e40
	Unlimited = 1e20
	MostTime  = 1e25 // the largest time that a client may set
)

// NoTimeControl is time without a limit.
func NoTimeControl() TimeControl { return AbsoluteTime(endless) }

// AbsoluteTime is a main time without overtime.
func AbsoluteTime(main float64) TimeControl {
	return TimeControl{OriginalMain: main, MainLeft: main, MainLimit: noCap, MoveLimit: noCap}
}

// FischerTime is a main time with an increment for every move.
func FischerTime(main, increment float64) TimeControl {
	t := AbsoluteTime(main)
	t.Increment = increment
	return t
}

// FischerCappedTime is Fischer time with two limits: the most time on the clock, and the longest time for a
// move.
func FischerCappedTime(main, increment, mainLimit, moveLimit float64) (TimeControl, error) {
	if mainLimit < main {
		return TimeControl{}, errors.New("TimeControls: mainTimeLimit is smaller than mainTime")
	}
	t := FischerTime(main, increment)
	t.MainLimit, t.MoveLimit = mainLimit, moveLimit
	return t, nil
}

// OvertimeTime is a main time followed by periods. In each period this number of stones has to be played.
func OvertimeTime(main, period float64, periods, stones int) TimeControl {
	t := AbsoluteTime(main)
	t.Period, t.Periods, t.Stones, t.PeriodsLeft = period, periods, stones, periods
	return t
}

// SetLeft sets the time that is left, as time_left does. If stones is above 0, the player is in overtime. In
// byo-yomi, stones is the number of periods that are left.
func (t *TimeControl) SetLeft(seconds float64, stones int) error {
	switch {
	case stones > 0 && t.Periods <= 0:
		return errors.New("stones left in period is > 0 but the time control used does not have any overtime periods")
	case stones == 0:
		t.MainLeft, t.Overtime, t.PeriodsLeft, t.StonesLeft, t.PeriodLeft = seconds, false, t.Periods, 0, 0
	case t.Periods > 1 && t.Stones == 1:
		t.MainLeft, t.Overtime, t.PeriodsLeft, t.StonesLeft, t.PeriodLeft = 0, true, min(stones, t.Periods), 1, seconds
	default:
		t.MainLeft, t.Overtime, t.PeriodsLeft, t.StonesLeft, t.PeriodLeft = 0, true, 1, min(stones, t.Stones), seconds
	}
	return nil
}

// Debug returns the line of kata-debug-print-tc for a board with this number of points and stones. lag is the
// time that is reserved for network latency.
func (t TimeControl) Debug(points, stones int, lag float64) string {
	var b strings.Builder
	add := func(name string, x float64) { fmt.Fprintf(&b, " %s %s", name, stream(x)) }
	some := func(name string, x float64, shown bool) {
		if shown {
			add(name, x)
		}
	}
	add("originalMainTime", t.OriginalMain)
	some("increment", t.Increment, t.Increment != 0)
	some("mainTimeLimit", t.MainLimit, t.MainLimit < Unlimited)
	some("maxTimePerMove", t.MoveLimit, t.MoveLimit < Unlimited)
	some("originalNumPeriods", float64(t.Periods), t.Periods != 0)
	some("numStonesPerPeriod", float64(t.Stones), t.Stones != 0)
	some("perPeriodTime", t.Period, t.Period != 0)
	add("mainTimeLeft", t.MainLeft)
	overtime := 0.0
	if t.Overtime {
		overtime = 1
	}
	add("inOvertime", overtime)
	some("numPeriodsLeftIncludingCurrent", float64(t.PeriodsLeft), t.PeriodsLeft != 0)
	some("numStonesLeftInPeriod", float64(t.StonesLeft), t.StonesLeft != 0)
	some("timeLeftInPeriod", t.PeriodLeft, t.PeriodLeft != 0)
	least, usual, most := t.divide(points, stones, lag)
	fmt.Fprintf(&b, " minRecMax %s %s %s", stream(least), stream(usual), stream(most))
	const almost = 0.000001
	limit := t.roundUp(lag, usual-almost, usual)
	add("rrec0", t.roundUp(lag, 0, usual))
	add("rreclimit", limit)
	add("rreclimit2", t.roundUp(lag, limit-almost, limit))
	return strings.TrimPrefix(b.String(), " ")
}

// lagged returns a time minus the time that is reserved for lag.
func lagged(time, lag float64) float64 {
	switch {
	case time < 0:
		return time
	case time < 2*lag:
		return time / 2
	}
	return time - lag
}

// reservedPeriods is the number of periods that are kept as overtime. If there are more periods, the first ones are
// used like main time, as in KataGo.
const reservedPeriods = 5

// divide returns how long KataGo would think about a move: the least, the usual and the most.
func (t TimeControl) divide(points, stones int, lag float64) (least, usual, most float64) {
	area, played, back := float64(points), float64(stones), lag
	if t.Increment > 0 || t.PeriodsLeft <= 0 {
		least = min(max(0, t.MainLeft/2), max(0, t.MainLeft+t.Increment-t.MainLimit))
		if t.MainLeft <= t.Increment {
			usual, most = lagged(t.MainLeft, lag), t.MainLeft
		} else {
			excess := lagged(t.MainLeft-t.Increment, lag)
			usual = t.Increment + t.shareOfMain(excess, area, played)
			most = min(t.MainLeft, t.Increment+excess/5)
		}
	} else {
		main, overtime, periods, left, inPeriod := t.MainLeft, t.Overtime, t.PeriodsLeft, t.PeriodLeft, t.StonesLeft
		if main < 0 && !overtime { // controllers send negative times
			overtime, left, inPeriod = true, main+t.Period, t.Stones
		}
		if overtime {
			periods, left = t.spentPeriods(periods, left)
		}
		if periods > reservedPeriods {
			overtime = false
			if t.Overtime {
				main += left + t.Period*float64(periods-reservedPeriods-1)
			} else {
				main += t.Period * float64(periods-reservedPeriods)
			}
		}
		last := periods <= 1
		if overtime {
			if !last && lagged(left, lag) < lagged(t.Period/2, lag)*float64(periods-1)/(reservedPeriods-1) {
				periods--
				left += t.Period
			}
			last = periods <= 1
			n := float64(inPeriod)
			if inPeriod <= 1 {
				least = left
			}
			usual, most = left/n, left/(0.75*n+0.25)
			if last && inPeriod <= 1 {
				back *= 2
			}
		} else {
			each := t.Period / (0.75*float64(t.Stones) + 0.25)
			usual = t.shareBeforeOvertime(main, area, played)
			most = each + max(min(each*1.75, main), main/5)
			if most > main && most < main+each {
				most = main + each
			}
			if most > main && last && t.Stones <= 1 {
				back *= 2
			}
		}
	}
	most = max(lagged(min(most, t.MoveLimit), back), 0)
	return min(max(lagged(least, back), 0), most), min(max(lagged(usual, back), 0), most), most
}

// spentPeriods subtracts periods that are used up. A negative time left means that the current period is used up.
func (t TimeControl) spentPeriods(periods int, left float64) (int, float64) {
	for left < 0 && periods > 1 && t.Period > 0 {
		periods--
		left += t.Period
	}
	return periods, left
}

// turns estimates how many more moves one player will make. It supposes that the game lasts share*area+more moves, of
// which played are over, but that at least leastShare*area+leastMore moves are left. The constants are KataGo's.
func turns(area, played, share, more, leastShare, leastMore float64) float64 {
	return max(share*area+more-played, leastShare*area+leastMore) / 2
}

func absoluteTurns(area, played float64) float64 { return turns(area, played, 0.95, 20, 0.15, 30) }

// shareOfMain returns a move's part of the main time. It is for a time control that has an increment or no overtime.
func (t TimeControl) shareOfMain(time, area, played float64) float64 {
	if time <= 0 {
		return time
	}
	return min(time/turns(area, played, 0.75, 15, 0.10, 20), time/absoluteTurns(area, played)+2*t.Increment)
}

// shareBeforeOvertime returns a move's part of the main time if overtime follows. Suppose that a player's strength
// grows with the logarithm of the time. In this case the best time for a move is e times the time of a move in
// overtime. The function spreads the main time over more moves, because moves in the middle of a game matter most.
func (t TimeControl) shareBeforeOvertime(time, area, played float64) float64 {
	absolute := time / absoluteTurns(area, played)
	if t.Period <= 0 || t.Stones <= 0 {
		return absolute
	}
	each := t.Period / float64(t.Stones)
	moves := time / each / math.E
	if long := turns(area, played, 0.50, 10, 0.02, 4); long > moves {
		moves = min(long, moves*1.75)
	}
	moves = max(min(moves, absoluteTurns(area, played)), 1)
	use := max(min(time/moves, absolute+3*each), each)
	if use < each*1.5 && time < each*1.5 {
		use = time + each // the move continues into overtime
	}
	return use
}

// roundUp extends a limit if time would otherwise be lost at the end of a period. The parameter named used is the part
// of the limit that is already spent.
func (t TimeControl) roundUp(lag, used, limit float64) float64 {
	if t.Increment > 0 || t.PeriodsLeft <= 0 {
		return limit
	}
	main, overtime, left, stones := t.MainLeft, t.Overtime, t.PeriodLeft, t.StonesLeft
	if overtime {
		left -= used
	} else {
		main -= used
	}
	if main < 0 && !overtime {
		overtime, left, stones = true, main+t.Period, t.Stones
	}
	if overtime {
		_, left = t.spentPeriods(t.PeriodsLeft, left)
	}
	each := t.Period / float64(t.Stones)
	eachLagged := lagged(each, lag)
	bit := min(max(lag, eachLagged*0.01), eachLagged)
	longer := used
	switch {
	case !overtime && main >= each/2:
		return limit
	case !overtime && t.Stones <= 1:
		longer += main + eachLagged
	case !overtime:
		longer += main + bit
	case left <= 0:
		return limit
	case stones <= 1:
		longer = lagged(used+left, lag)
	case !t.Overtime && t.Period-left < bit:
		longer += bit - (t.Period - left)
	default:
		return limit
	}
	if longer < used {
		return limit
	}
	return max(limit, longer)
}

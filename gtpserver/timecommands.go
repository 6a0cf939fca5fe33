package gtpserver

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/gtp"
	"tengen/katago"
)

// fischerCapped is KataGo's name for Fischer time with two limits: the most time on the clock, and the longest time
// for a move. The limits are the last two arguments of the command. A limit of -1 means no limit.
const fischerCapped = "fischer-capped"

// timeArgs parses times and counts. It keeps the error of the first invalid one.
type timeArgs struct {
	args   []string
	failed error
}

func (a *timeArgs) fail(format string, args ...any) float64 {
	if a.failed == nil {
		a.failed = gtp.Failf(format, args...)
	}
	return 0
}

// time returns argument i, a time in seconds. The time must be at least the parameter named least.
func (a *timeArgs) time(i int, what string, least float64) float64 {
	x, err := math.NaN(), error(nil)
	if i < len(a.args) {
		x, err = strconv.ParseFloat(a.args[i], 64)
	}
	switch {
	case i >= len(a.args) || err != nil || math.IsInf(x, 0) || math.IsNaN(x):
		return a.fail("Expected float for %s as argument %d", what, i)
	case x < least || x > katago.MostTime:
		return a.fail("%s is an invalid value: %s", what, clip(a.args[i]))
	}
	return x
}

// count returns argument i, a number of stones or periods.
func (a *timeArgs) count(i int, what string) int {
	n, err := 0, error(nil)
	if i < len(a.args) {
		n, err = strconv.Atoi(a.args[i])
	}
	switch {
	case i >= len(a.args) || err != nil:
		return int(a.fail("Expected int for byo-yomi overtime %s as argument %d", what, i))
	case n < 0 || n > 1000000:
		return int(a.fail("byo-yomi overtime %s is an invalid value: %s", what, clip(a.args[i])))
	}
	return n
}

// canadian returns a time control with Canadian overtime: periods in which a number of stones has to be played. If the
// number is 0, a period above 0 means unlimited time, and a period of 0 means no overtime.
func canadian(main, period float64, stones int) katago.TimeControl {
	switch {
	case stones == 0 && period > 0:
		return katago.NoTimeControl()
	case stones == 0:
		return katago.AbsoluteTime(main)
	}
	return katago.OvertimeTime(main, period, 1, stones)
}

func (e *Engine) timeSettings(_ context.Context, args []string) (string, error) {
	a := timeArgs{args: args}
	main, period, stones := a.time(0, "main time", 0), a.time(1, "byo-yomi per-period time", 0), a.count(2, "stones")
	return e.setTime(canadian(main, period, stones), a.failed)
}

func (e *Engine) kgsTimeSettings(_ context.Context, args []string) (string, error) {
	return e.timeByKind(args, false, "Expected 'none', 'absolute', 'byoyomi', or 'canadian' as first argument for kgs-time_settings")
}

func (e *Engine) kataTimeSettings(_ context.Context, args []string) (string, error) {
	return e.timeByKind(args, true, "Expected 'none', 'absolute', 'byoyomi', 'canadian', 'fischer', or 'fischer-capped' as first argument for kata-time_settings")
}

func (e *Engine) timeByKind(args []string, fischer bool, expected string) (string, error) {
	a := timeArgs{args: args}
	kind := ""
	if len(args) > 0 {
		kind = strings.ToLower(args[0])
	}
	main := func() float64 { return a.time(1, "main time", 0) }
	var tc katago.TimeControl
	switch {
	case kind == clock.None.String():
		tc = katago.NoTimeControl()
	case kind == clock.Absolute.String():
		tc = katago.AbsoluteTime(main())
	case kind == clock.Canadian.String():
		tc = canadian(main(), a.time(2, "byo-yomi period time", 0), a.count(3, "stones"))
	case kind == clock.ByoYomi.String():
		all, period, periods := main(), a.time(2, "byo-yomi per-period time", 0), a.count(3, "periods")
		if tc = katago.OvertimeTime(all, period, periods, 1); periods == 0 {
			tc = katago.AbsoluteTime(all)
		}
	case kind == clock.Fischer.String() && fischer:
		tc = katago.FischerTime(main(), a.time(2, "increment time", 0))
	case kind == fischerCapped && fischer:
		most := func(i int, what string) float64 {
			if x := a.time(i, what, -katago.MostTime); x >= 0 {
				return x
			}
			return katago.MostTime
		}
		all, increment, onClock, move := main(), a.time(2, "increment time", 0), most(3, "main time limit"), most(4, "max time per move")
		var err error
		if tc, err = katago.FischerCappedTime(all, increment, onClock, move); err != nil {
			a.fail("%s", err)
		}
	default:
		return "", gtp.Failf("%s", expected)
	}
	return e.setTime(tc, a.failed)
}

// setTime starts both clocks with a time control.
func (e *Engine) setTime(tc katago.TimeControl, err error) (string, error) {
	if err != nil {
		return "", err
	}
	s := clock.Settings{Main: duration(tc.MainLeft), Increment: duration(tc.Increment), Period: duration(tc.Period)}
	switch {
	case tc.Increment > 0 || tc.MainLimit < katago.Unlimited || tc.MoveLimit < katago.Unlimited:
		s.Kind = clock.Fischer
	case s.Period > 0 && tc.Periods > 1:
		s.Kind, s.Periods = clock.ByoYomi, tc.Periods
	case s.Period > 0:
		s.Kind, s.Stones = clock.Canadian, tc.Stones
	case tc.MainLeft < katago.Unlimited:
		s.Kind = clock.Absolute
	}
	if s.Kind == clock.None {
		s = clock.Settings{}
	}
	if err := s.Validate(); err != nil { // all times are 0, by which clients mean no limit
		e.cfg.Log.Info("no clock", "because", err)
		s = clock.Settings{}
	}
	e.clocks.set(s, caps{limitOf(tc.MainLimit), limitOf(tc.MoveLimit)}, tc)
	return "", nil
}

// limitOf converts a limit to a duration; 0 means no limit.
func limitOf(seconds float64) time.Duration {
	if seconds >= katago.Unlimited {
		return 0
	}
	return max(duration(seconds), 1)
}

// duration converts seconds to a duration, at most the longest that a clock can hold.
func duration(seconds float64) time.Duration {
	return time.Duration(min(seconds, clock.MaxTime.Seconds()) * float64(time.Second))
}

func (e *Engine) listTimeSettings(context.Context, []string) (string, error) {
	kinds := []clock.Kind{clock.None, clock.Absolute, clock.ByoYomi, clock.Canadian, clock.Fischer}
	words := make([]string, len(kinds), len(kinds)+1)
	for i, k := range kinds {
		words[i] = k.String()
	}
	return strings.Join(append(words, fischerCapped), " "), nil
}

// timeLeft corrects a clock. Without a time control the player gets a clock with this time until the game ends.
func (e *Engine) timeLeft(_ context.Context, args []string) (string, error) {
	if len(args) != 3 {
		return "", gtp.Failf("Expected player and float time and int stones for time_left but got '%s'", got(args))
	}
	c, err1 := parseColor(args[0])
	left, err2 := strconv.ParseFloat(args[1], 64)
	stones, err3 := strconv.Atoi(args[2])
	switch {
	case err1 != nil || err2 != nil || err3 != nil || math.IsInf(left, 0) || math.IsNaN(left):
		return "", gtp.Failf("Expected player and float time and int stones for time_left but got '%s'", got(args))
	case left < -10 || left > katago.MostTime:
		return "", gtp.Failf("invalid time")
	case stones < 0 || stones > 100000:
		return "", gtp.Failf("invalid stones")
	}
	told := e.clocks.told[c]
	if err := told.SetLeft(left, stones); err != nil {
		return "", gtp.Failf("%s", err)
	}
	e.clocks.told[c] = told
	watch := &e.clocks.players[c]
	s := watch.Settings()
	switch {
	case s.Kind == clock.ByoYomi:
		stones = min(stones, s.Periods)
	case s.Kind != clock.None:
		stones = min(stones, s.Stones)
	case left <= 0 || left >= katago.Unlimited:
		return "", nil // clients mean no limit
	default:
		*watch = *clock.New(clock.Settings{Kind: clock.Absolute, Main: duration(left)})
		return "", nil
	}
	if err := watch.SetTimeLeft(duration(max(left, 0)), stones); err != nil {
		e.cfg.Log.Info("the clock is not changed", "because", err)
	}
	return "", nil
}

// printTime shows both clocks, and how KataGo would divide their time in this position.
func (e *Engine) printTime(context.Context, []string) (string, error) {
	b := e.game.Position()
	stones := b.Stones(baduk.Black) + b.Stones(baduk.White)
	line := func(name string, c baduk.Color) string {
		return name + " " + e.clocks.told[c].Debug(e.game.Graph().Len(), stones, e.settings.Lag.Seconds())
	}
	return line("Black", baduk.Black) + "\n" + line("White", baduk.White), nil
}

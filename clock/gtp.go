package clock

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ParseGTP reads the arguments of GTP's time_settings: main time, overtime and
// its stones. An overtime of 0 makes it absolute, an overtime with 0 stones is
// the protocol's way to say no limit. Times are in seconds and may have a
// fraction, which the protocol does not know but programs send. "0 0 0", a game
// without any time, is what some programs send for no limit, and means that; more
// than [MaxTime] is MaxTime, for the same reason.
func ParseGTP(args []string) (Settings, error) {
	if len(args) != 3 {
		return Settings{}, fmt.Errorf("time_settings takes main time, overtime and stones, not %q", strings.Join(args, " "))
	}
	main, err1 := parseSeconds(args[0])
	over, err2 := parseSeconds(args[1])
	stones, err3 := parseCount(args[2])
	if err := firstError(err1, err2, err3); err != nil {
		return Settings{}, err
	}
	s := Settings{Kind: Canadian, Main: main, Period: over, Stones: stones}
	switch {
	case over == 0 && main > 0:
		s = Settings{Kind: Absolute, Main: main}
	case over == 0 || stones == 0:
		s = Settings{}
	}
	return s, nil
}

// ParseKGS reads the arguments of kgs-time_settings: "none", "absolute MAIN",
// "byoyomi MAIN PERIOD PERIODS" or "canadian MAIN PERIOD STONES"; and of
// kata-time_settings, which adds "fischer MAIN INCREMENT".
func ParseKGS(args []string) (Settings, error) {
	if len(args) == 0 {
		return Settings{}, fmt.Errorf("kgs-time_settings takes a time control: %s", strings.Join(kindNames, ", "))
	}
	kind, err := ParseKind(args[0])
	if err != nil {
		return Settings{}, err
	}
	want := []string{None: "", Absolute: " MAIN", ByoYomi: " MAIN PERIOD PERIODS", Canadian: " MAIN PERIOD STONES", Fischer: " MAIN INCREMENT"}[kind]
	if args = args[1:]; len(args) != strings.Count(want, " ") {
		return Settings{}, fmt.Errorf("%q is no time control: write %v%s", strings.Join(append([]string{kind.String()}, args...), " "), kind, want)
	}
	s := Settings{Kind: kind}
	var errs [3]error
	for i, a := range args {
		switch {
		case i == 0:
			s.Main, errs[i] = parseSeconds(a)
		case i == 1 && kind == Fischer:
			s.Increment, errs[i] = parseSeconds(a)
		case i == 1:
			s.Period, errs[i] = parseSeconds(a)
		case kind == ByoYomi:
			s.Periods, errs[i] = parseCount(a)
		default:
			s.Stones, errs[i] = parseCount(a)
		}
	}
	if err := firstError(errs[:]...); err != nil {
		return Settings{}, err
	}
	if err := s.Validate(); err != nil {
		return Settings{}, err
	}
	return s, nil
}

// ParseTimeLeft reads what follows the colour in GTP's time_left: the time, in
// seconds, and the stones or periods, for [Clock.SetTimeLeft]. A negative time,
// which controllers send when a move came late, counts as 0.
func ParseTimeLeft(args []string) (left time.Duration, stones int, err error) {
	if len(args) != 2 {
		return 0, 0, fmt.Errorf("time_left takes a colour, a time and stones")
	}
	left, err = parseSeconds(strings.TrimPrefix(args[0], "-"))
	if err == nil {
		stones, err = parseCount(args[1])
	}
	if strings.HasPrefix(args[0], "-") {
		left = 0
	}
	return left, stones, err
}

// GTP is the commands that tell a program of the settings, the most exact first:
// send them until it accepts one. GTP itself has no byo-yomi and no Fischer time,
// so the last one, which every program knows, errs on the side of less time: a
// single period, no increment; an increment without main time is a period for each
// move. It also has whole seconds only: fractions are dropped, but what there is
// counts as a second at least, as 0 means no limit.
func (s Settings) GTP() []string {
	whole := func(d time.Duration) int {
		if d > 0 {
			d = max(d, time.Second)
		}
		return int(d / time.Second)
	}
	exact := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
	main, period := whole(s.Main), whole(s.Period)
	switch s.Kind {
	case Absolute:
		return []string{fmt.Sprintf("time_settings %d 0 0", main)}
	case Canadian:
		return []string{fmt.Sprintf("time_settings %d %d %d", main, period, s.Stones)}
	case ByoYomi:
		return []string{
			fmt.Sprintf("kgs-time_settings byoyomi %d %d %d", main, period, s.Periods),
			fmt.Sprintf("time_settings %d %d 1", main, period),
		}
	case Fischer:
		less := fmt.Sprintf("time_settings %d 0 0", main)
		if main == 0 {
			less = fmt.Sprintf("time_settings 0 %d 1", whole(s.Increment))
		}
		return []string{fmt.Sprintf("kata-time_settings fischer %s %s", exact(s.Main), exact(s.Increment)), less}
	}
	return []string{"time_settings 0 1 0"}
}

// noLimit is the longest time that a program can mean, three centuries.
const noLimit = 1e10 // seconds

// parseSeconds reads a number of seconds, without a unit. A program that sends a
// billion of them means no limit, so it is [MaxTime] then.
func parseSeconds(text string) (time.Duration, error) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !(f >= 0 && f <= noLimit) {
		return 0, fmt.Errorf("%q is no time: write a number of seconds, 0 or more", text)
	}
	return min(seconds(f), MaxTime), nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

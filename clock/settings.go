package clock

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Kind is a kind of time control.
type Kind uint8

// The kinds of time control.
const (
	None     Kind = iota // no limit
	Absolute             // main time for the whole game
	ByoYomi              // main time, then periods; a move that exceeds a period uses it up
	Canadian             // main time, then blocks of time, each for a number of stones
	Fischer              // main time, and an increment after every move
)

var kindNames = []string{"none", "absolute", "byoyomi", "canadian", "fischer"}

// String returns the kind's name in GTP: none, absolute, byoyomi, canadian or fischer.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// MaxTime is the longest time that can be set.
const MaxTime = 1000 * 24 * time.Hour

// maxCount is the largest number of periods or stones.
const maxCount = 1_000_000

// Settings is a time control. Fields that the kind does not use are zero. The zero value has no limit. Only Absolute
// needs a main time. Without a main time, byo-yomi and Canadian overtime begin at once, and in Fischer time the first
// move has the time of the increment.
type Settings struct {
	Kind      Kind
	Main      time.Duration // main time, before any overtime
	Period    time.Duration // ByoYomi: length of a period; Canadian: length of a block
	Periods   int           // ByoYomi: number of periods, at least 1
	Stones    int           // Canadian: moves to play in a block, at least 1
	Increment time.Duration // Fischer: added after every move
}

// Validate returns an error if the settings are not a valid time control.
func (s Settings) Validate() error {
	if int(s.Kind) >= len(kindNames) {
		return fmt.Errorf("%v is not a time control", s.Kind)
	}
	for _, f := range []struct {
		name     string
		value    time.Duration
		used     bool
		positive bool
	}{
		{"main time", s.Main, s.Kind != None, s.Kind == Absolute},
		{"period", s.Period, s.hasOvertime(), s.hasOvertime()},
		{"increment", s.Increment, s.Kind == Fischer, s.Kind == Fischer && s.Main == 0},
	} {
		switch {
		case f.value < 0 || f.value > MaxTime:
			return fmt.Errorf("the %s is %v; it can be 0 to %d days", f.name, f.value, MaxTime/(24*time.Hour))
		case f.value != 0 && !f.used:
			return fmt.Errorf("time control %v has no %s", s.Kind, f.name)
		case f.value == 0 && f.positive:
			return fmt.Errorf("the %s of time control %v has to be above 0", f.name, s.Kind)
		}
	}
	for _, f := range []struct {
		name  string
		value int
		used  bool
	}{
		{"periods", s.Periods, s.Kind == ByoYomi},
		{"stones", s.Stones, s.Kind == Canadian},
	} {
		if f.value != 0 && !f.used {
			return fmt.Errorf("time control %v has no %s", s.Kind, f.name)
		}
		if f.used && (f.value < 1 || f.value > maxCount) {
			return fmt.Errorf("the number of %s is %d; it can be 1 to %d", f.name, f.value, maxCount)
		}
	}
	return nil
}

func (s Settings) hasOvertime() bool { return s.Kind == ByoYomi || s.Kind == Canadian }

// String returns the settings as [Parse] reads them.
func (s Settings) String() string {
	main := formatTime(s.Main)
	switch s.Kind {
	case None:
		return "none"
	case Absolute:
		return main
	case ByoYomi:
		return fmt.Sprintf("%s+%dx%s", main, s.Periods, formatTime(s.Period))
	case Canadian:
		return fmt.Sprintf("%s+%s/%d", main, formatTime(s.Period), s.Stones)
	case Fischer:
		return main + "+" + formatTime(s.Increment)
	}
	return s.Kind.String()
}

// Parse reads a time control as people write it:
//
//	none
//	10m         absolute: ten minutes for the game
//	10m+3x30s   byo-yomi: then three periods of half a minute
//	10m+5m/25   Canadian: then five minutes for every 25 stones
//	10m+5s      Fischer: ten minutes, and five seconds more after every move
//	0+5s        Fischer without main time: the first move has five seconds
//
// A time without a unit is in seconds; spaces do not matter.
func Parse(text string) (Settings, error) {
	s, err := parse(strings.ReplaceAll(text, " ", ""))
	if err == nil {
		err = s.Validate()
	}
	if err != nil {
		return Settings{}, fmt.Errorf("time control %q: %w", text, err)
	}
	return s, nil
}

func parse(text string) (s Settings, err error) {
	if strings.EqualFold(text, "none") {
		return s, nil
	}
	mainText, over, hasOver := strings.Cut(text, "+")
	if s.Main, err = ParseTime(mainText); err != nil {
		return s, err
	}
	s.Kind = Absolute
	if !hasOver {
		return s, nil
	}
	if n, period, ok := strings.Cut(over, "x"); ok {
		s.Kind = ByoYomi
		if s.Periods, err = parseCount(n); err == nil {
			s.Period, err = ParseTime(period)
		}
		return s, err
	}
	if period, n, ok := strings.Cut(over, "/"); ok {
		s.Kind = Canadian
		if s.Stones, err = parseCount(n); err == nil {
			s.Period, err = ParseTime(period)
		}
		return s, err
	}
	s.Kind = Fischer
	s.Increment, err = ParseTime(over)
	return s, err
}

// ParseTime reads seconds such as "90" and "1.5", or a time such as "1m30s".
func ParseTime(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		d, err = time.ParseDuration(text + "s")
	}
	if err != nil || d < 0 || d > MaxTime {
		return 0, fmt.Errorf("%q is not a time: write seconds, or a time such as 10m or 1h30m, of %d days at most", text, MaxTime/(24*time.Hour))
	}
	return d, nil
}

func parseCount(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxCount {
		return 0, fmt.Errorf("%q is not a number of periods or stones: write 0 to %d", text, maxCount)
	}
	return n, nil
}

// formatTime returns the text of [time.Duration.String], but drops zero minutes and seconds at the
// end.
func formatTime(d time.Duration) string {
	text := d.String()
	if d != 0 && d%time.Minute == 0 {
		text = strings.TrimSuffix(text, "0s")
		if d%time.Hour == 0 {
			text = strings.TrimSuffix(text, "0m")
		}
	}
	return text
}

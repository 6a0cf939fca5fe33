package clock

import (
	"fmt"
	"strconv"
	"time"
)

// GTP returns the commands that tell a program the time control. The most exact command comes first. The caller
// sends the commands one after the other until the program accepts one.
//
// The last command is the standard one of GTP, which every program knows. It does not support byo-yomi and Fischer
// time. For these it gives less time than the time control: byo-yomi with a single period, or Fischer time without the
// increment. An increment without main time becomes a period for each move. The times in this command are whole
// seconds, rounded down. A time below a second becomes one second, because 0 means no limit.
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

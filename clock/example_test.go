package clock_test

import (
	"fmt"
	"strings"
	"time"

	"tengen/clock"
)

func ExampleClock_Spend() {
	s, err := clock.Parse("1m+3x10s")
	if err != nil {
		fmt.Println(err)
		return
	}
	c := clock.New(s)
	for _, d := range []time.Duration{50 * time.Second, 15 * time.Second, 12 * time.Second, 30 * time.Second} {
		fallen := c.Spend(d)
		fmt.Println(d, "->", c, fallen)
	}
	// Output:
	// 50s -> 10s false
	// 15s -> 3x10s false
	// 12s -> 2x10s false
	// 30s -> out of time true
}

func ExampleClock_OvertimePerMove() {
	s, _ := clock.Parse("1m+5m/25")
	c := clock.New(s)
	c.Spend(2 * time.Minute)
	fmt.Println(c.MainLeft(), c.OvertimePerMove(), c.Increment())
	// Output: 0s 10s 0s
}

func ExampleClock_TimeLeft() {
	s, _ := clock.Parse("1m+5m/25")
	c := clock.New(s)
	c.Spend(90 * time.Second)
	seconds, stones, _ := c.TimeLeft()
	fmt.Println("time_left b", seconds, stones)
	// Output: time_left b 270 24
}

func ExampleClock_SetTimeLeft() {
	s, _ := clock.Parse("1m+5m/25")
	c := clock.New(s)
	err := c.SetTimeLeft(270*time.Second, 24) // GTP: time_left b 270 24
	fmt.Println(c, err)
	// Output: 4m30s/24 <nil>
}

func ExampleParse() {
	_, err := clock.Parse("10m+sometime")
	fmt.Println(strings.ReplaceAll(err.Error(), ": ", ":\n"))
	// Output:
	// time control "10m+sometime":
	// "sometime" is not a time:
	// write seconds, or a time such as 10m or 1h30m, of 1000 days at most
}

func ExampleSettings_GTP() {
	s, _ := clock.Parse("10m+3x30s")
	for _, command := range s.GTP() {
		fmt.Println(command)
	}
	// Output:
	// kgs-time_settings byoyomi 600 30 3
	// time_settings 600 30 1
}

package clock

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func mustParse(t *testing.T, text string) Settings {
	t.Helper()
	s, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSpend plays games: a move's time, and the clock after it.
func TestSpend(t *testing.T) {
	type move struct{ spent, left string }
	for _, c := range []struct {
		settings string
		moves    []move
	}{
		{"none", []move{{"1000h", "no limit"}, {"1000h", "no limit"}}},
		{"10s", []move{{"4s", "6s"}, {"-5s", "6s"}, {"6s", "0s"}, {"0s", "0s"}, {"1ns", "out of time"}, {"0s", "out of time"}}},
		{"10s+3x5s", []move{
			{"9s", "1s"}, {"1s", "3x5s"}, // to the end of main time, not into overtime
			{"5s", "3x5s"}, {"5.1s", "2x5s"}, {"10s", "1x5s"}, {"4.9s", "1x5s"}, {"5.1s", "out of time"}}},
		{"10s+3x5s", []move{{"15s", "3x5s"}}},
		{"10s+3x5s", []move{{"15.1s", "2x5s"}}},
		{"10s+3x5s", []move{{"25s", "1x5s"}}},
		{"10s+3x5s", []move{{"25.1s", "out of time"}}},
		{"0s+1x5s", []move{{"5s", "1x5s"}, {"5001ms", "out of time"}}},
		{"10s+30s/3", []move{
			{"9s", "1s"}, {"2s", "29s/2"}, {"20s", "9s/1"}, {"9s", "30s/3"}, // a new block
			{"0s", "30s/2"}, {"29s", "1s/1"}, {"1.1s", "out of time"}}},
		{"10s+30s/3", []move{{"10s", "30s/3"}, {"1s", "29s/2"}}},
		{"0s+30s/1", []move{{"30s", "30s/1"}, {"1s", "30s/1"}}},
		{"10s+30s/3", []move{{"40s", "0s/2"}, {"0s", "0s/1"}, {"0s", "30s/3"}}},
		{"10s+5s", []move{{"4s", "11s"}, {"11s", "5s"}, {"5.1s", "out of time"}}},
		{"0s+5s", []move{{"5s", "5s"}, {"2s", "8s"}, {"8.1s", "out of time"}}},
		{"0s+5s", []move{{"5.1s", "out of time"}}},
	} {
		clock := New(mustParse(t, c.settings))
		for i, m := range c.moves {
			d, err := time.ParseDuration(m.spent)
			if err != nil {
				t.Fatal(err)
			}
			fallen := clock.Spend(d)
			if clock.String() != m.left || fallen != (m.left == "out of time") || fallen != clock.FlagFallen() {
				t.Errorf("%s, move %d of %s: %v, fallen %v; want %s", c.settings, i+1, m.spent, clock, fallen, m.left)
			}
		}
	}
}

func TestAccessors(t *testing.T) {
	s := time.Second
	for _, c := range []struct {
		settings                            string
		spend                               time.Duration
		main, perMove, increment, available time.Duration
		overtime                            bool
	}{
		{"none", s, 0, 0, 0, 0, false},
		{"60s", 10 * s, 50 * s, 0, 0, 50 * s, false},
		{"60s+3x10s", 10 * s, 50 * s, 10 * s, 0, 80 * s, false},
		{"60s+3x10s", 75 * s, 0, 10 * s, 0, 20 * s, true},
		{"60s+100s/10", 10 * s, 50 * s, 10 * s, 0, 150 * s, false},
		{"60s+100s/10", 70 * s, 0, 10 * s, 0, 90 * s, true},
		{"60s+100s/10", 61 * s, 0, 11 * s, 0, 99 * s, true},
		{"60s+5s", 10 * s, 55 * s, 0, 5 * s, 55 * s, false},
		{"60s+3x10s", 100 * s, 0, 0, 0, 0, true},
	} {
		k := New(mustParse(t, c.settings))
		k.Spend(c.spend)
		if k.MainLeft() != c.main || k.OvertimePerMove() != c.perMove || k.Increment() != c.increment ||
			k.Available() != c.available || k.Overtime() != c.overtime {
			t.Errorf("%s after %v: %v %v %v %v %v", c.settings, c.spend, k.MainLeft(), k.OvertimePerMove(), k.Increment(), k.Available(), k.Overtime())
		}
	}
	var zero Clock
	if !zero.Unlimited() || zero.Spend(time.Hour) || zero.Settings() != (Settings{}) {
		t.Error("the zero clock has a limit")
	}
}

func TestNewPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	New(Settings{Kind: ByoYomi})
}

func TestTimeLeft(t *testing.T) {
	for _, c := range []struct {
		settings        string
		spend           time.Duration
		seconds, stones int
		limited         bool
	}{
		{"none", time.Second, 0, 0, false},
		{"60s", 100 * time.Millisecond, 59, 0, true},
		{"60s+3x10s", time.Second, 59, 0, true},
		{"60s+3x10s", 71 * time.Second, 10, 2, true},
		{"60s+100s/10", 60*time.Second + 1, 99, 9, true},
		{"60s+100s/10", 60 * time.Second, 100, 10, true},
		{"60s+5s", time.Second, 64, 0, true},
		{"60s", time.Hour, 0, 0, true},
	} {
		k := New(mustParse(t, c.settings))
		k.Spend(c.spend)
		if seconds, stones, limited := k.TimeLeft(); seconds != c.seconds || stones != c.stones || limited != c.limited {
			t.Errorf("%s after %v: %d %d %v", c.settings, c.spend, seconds, stones, limited)
		}
	}
}

func TestSetTimeLeft(t *testing.T) {
	for _, c := range []struct {
		settings, args, want string
	}{
		{"60s", "12 0", "12s"},
		{"60s", "-3 0", "0s"},
		{"60s", "12 3", "time control absolute has no overtime"},
		{"60s+3x10s", "12.5 0", "12.5s"},
		{"60s+3x10s", "0 0", "3x10s"},
		{"60s+3x10s", "7 2", "2x7s"},
		{"60s+100s/10", "33 4", "33s/4"},
		{"60s+5s", "61 0", "1m1s"},
		{"none", "5 0", "without limit"},
		{"60s", "x 0", `"x" is no time`},
		{"60s", "NaN 0", `"NaN" is no time`},
		{"60s", "5 -1", `"-1" is not a number`},
		{"60s", "5", "takes a colour, a time and stones"},
		{"60s", "1e300 0", "is no time"},
	} {
		k := New(mustParse(t, c.settings))
		k.Spend(61 * time.Second) // also from a fallen flag
		before := *k
		left, stones, err := ParseTimeLeft(strings.Fields(c.args))
		if err == nil {
			err = k.SetTimeLeft(left, stones)
		}
		got := k.String()
		if err != nil {
			got = err.Error()
			if *k != before {
				t.Errorf("%s, time_left %s: changed by a failure", c.settings, c.args)
			}
		}
		if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%s, time_left %s: %s, want %s", c.settings, c.args, got, c.want)
		}
	}
	k := New(mustParse(t, "60s"))
	for _, d := range []time.Duration{-1, MaxTime + 1} {
		if k.SetTimeLeft(d, 0) == nil {
			t.Errorf("took %v", d)
		}
	}
	if k.SetTimeLeft(1, -1) == nil {
		t.Error("took -1 stones")
	}
}

// What one clock reports, another is set to.
func TestTimeLeftTravels(t *testing.T) {
	for _, text := range []string{"60s", "20s+3x10s", "20s+30s/3", "0s+1x10s"} {
		ours, theirs := New(mustParse(t, text)), New(mustParse(t, text))
		for range 9 {
			ours.Spend(6 * time.Second)
			seconds, stones, _ := ours.TimeLeft()
			if err := theirs.SetTimeLeft(time.Duration(seconds)*time.Second, stones); err != nil || ours.String() != theirs.String() {
				t.Errorf("%s: %v became %v, %v", text, ours, theirs, err)
			}
		}
	}
}

func TestClockJSON(t *testing.T) {
	k := New(mustParse(t, "1m+3x10s"))
	k.Spend(71 * time.Second)
	data, err := json.Marshal(k)
	want := `{"settings":{"kind":"byoyomi","main":60,"period":10,"periods":3},"main":0,"period":10,"count":2,"fallen":false}`
	if err != nil || string(data) != want {
		t.Fatalf("%s, %v", data, err)
	}
	var again Clock
	if err := json.Unmarshal(data, &again); err != nil || again != *k {
		t.Errorf("%v became %v, %v", k, &again, err)
	}
	for _, bad := range []string{`[]`, `{"settings":{"kind":"absolute","main":9},"main":-1}`,
		`{"settings":{"kind":"byoyomi","period":9,"periods":1},"count":0}`, `{"settings":{"kind":"absolute"}}`} {
		if json.Unmarshal([]byte(bad), &again) == nil || again != *k {
			t.Errorf("took %s", bad)
		}
	}
}

// FuzzSpend compares a clock with a slow one that ticks, a second at a time.
func FuzzSpend(f *testing.F) {
	f.Add(uint8(2), uint8(10), uint8(5), uint8(3), []byte{9, 1, 5, 6, 10})
	f.Add(uint8(3), uint8(10), uint8(30), uint8(3), []byte{9, 2, 20, 9, 0, 29})
	f.Add(uint8(4), uint8(10), uint8(5), uint8(0), []byte{4, 11, 6})
	f.Add(uint8(1), uint8(10), uint8(0), uint8(0), []byte{4, 6, 0, 1})
	f.Fuzz(func(t *testing.T, kind, main, over, n uint8, moves []byte) {
		s := Settings{Kind: Kind(kind % 5)}
		sec := func(n uint8) time.Duration { return time.Duration(n) * time.Second }
		if s.Kind != None {
			s.Main = sec(main)
		}
		switch s.Kind {
		case ByoYomi:
			s.Period, s.Periods = sec(over), int(n)
		case Canadian:
			s.Period, s.Stones = sec(over), int(n)
		case Fischer:
			s.Increment = sec(over)
		}
		if s.Validate() != nil {
			return
		}
		k, slow := New(s), newTicking(s)
		for i, m := range moves {
			fallen := k.Spend(sec(m))
			slow.move(int(m))
			seconds, stones, limited := k.TimeLeft()
			if fallen != slow.fallen || limited != (s.Kind != None) {
				t.Fatalf("%v, move %d: fallen %v, slow %+v", s, i, fallen, slow)
			}
			if !fallen && limited && (seconds != slow.left || stones != slow.stones) {
				t.Fatalf("%v, move %d: %v, slow %+v", s, i, k, slow)
			}
		}
	})
}

// ticking shows left and stones as time_left does.
type ticking struct {
	s            Settings
	left, stones int
	fallen       bool
}

func newTicking(s Settings) *ticking {
	k := &ticking{s: s, left: int(s.Main / time.Second)}
	if s.Kind == Fischer && s.Main == 0 {
		k.left = int(s.Increment / time.Second)
	}
	k.enterOvertime()
	return k
}

func (k *ticking) enterOvertime() {
	if k.left == 0 && k.stones == 0 && k.s.hasOvertime() {
		k.left, k.stones = int(k.s.Period/time.Second), k.s.Periods+k.s.Stones
	}
}

func (k *ticking) move(seconds int) {
	if k.s.Kind == None || k.fallen {
		return
	}
	for range seconds {
		k.enterOvertime()
		if k.left == 0 && k.s.Kind == ByoYomi && k.stones > 1 {
			k.stones--
			k.left = int(k.s.Period / time.Second)
		}
		if k.left == 0 {
			k.fallen = true
			return
		}
		k.left--
	}
	switch {
	case k.s.Kind == Fischer:
		k.left += int(k.s.Increment / time.Second)
	case k.s.Kind == ByoYomi && k.stones > 0:
		k.left = int(k.s.Period / time.Second)
	case k.s.Kind == Canadian && k.stones > 0:
		if k.stones--; k.stones == 0 {
			k.left = 0
		}
	}
	k.enterOvertime()
}

package clock

import (
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

// TestSpend plays games. Each move has the time that it took and the clock after it.
func TestSpend(t *testing.T) {
	type move struct{ spent, left string }
	for _, c := range []struct {
		settings string
		moves    []move
	}{
		{"none", []move{{"1000h", "no limit"}, {"1000h", "no limit"}}},
		{"10s", []move{{"4s", "6s"}, {"-5s", "6s"}, {"6s", "0s"}, {"0s", "0s"}, {"1ns", "out of time"}, {"0s", "out of time"}}},
		{"10s+3x5s", []move{
			{"9s", "1s"}, {"1s", "3x5s"}, // main time ends with the move: overtime is untouched
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
			if clock.String() != m.left || fallen != (m.left == "out of time") || fallen != clock.fallen {
				t.Errorf("%s, move %d of %s: got %v, fallen %v, want %s", c.settings, i+1, m.spent, clock, fallen, m.left)
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
			t.Errorf("%s after %v: got %v %v %v %v %v, want %v %v %v %v %v", c.settings, c.spend, k.MainLeft(), k.OvertimePerMove(), k.Increment(), k.Available(), k.Overtime(),
				c.main, c.perMove, c.increment, c.available, c.overtime)
		}
	}
	var zero Clock
	if !zero.Unlimited() || zero.Spend(time.Hour) || zero.Settings() != (Settings{}) {
		t.Error("the zero clock has a limit, want none")
	}
}

// TestRunning stops in the middle of a move. The time that is available must be that of the beginning of the move, less
// the time that has passed.
func TestRunning(t *testing.T) {
	for _, c := range []struct{ settings, passed, left string }{
		{"none", "5s", "no limit"},
		{"10s", "4s", "6s"},
		{"10s", "-4s", "10s"},
		{"10s", "10s", "0s"},
		{"10s", "10.1s", "out of time"},
		{"10s+5s", "4s", "6s"},
		{"10s+3x5s", "4s", "6s"},
		{"10s+3x5s", "10s", "3x5s"},
		{"10s+3x5s", "12s", "3x3s"},
		{"10s+3x5s", "15s", "3x0s"},
		{"10s+3x5s", "16s", "2x4s"},
		{"10s+3x5s", "24s", "1x1s"},
		{"10s+3x5s", "25s", "1x0s"},
		{"10s+3x5s", "25.1s", "out of time"},
		{"10s+30s/3", "4s", "6s"},
		{"10s+30s/3", "12s", "28s/3"},
		{"10s+30s/3", "41s", "out of time"},
	} {
		k := New(mustParse(t, c.settings))
		d, err := time.ParseDuration(c.passed)
		if err != nil {
			t.Fatal(err)
		}
		now := k.Running(d)
		if now.String() != c.left {
			t.Errorf("%s, %s into a move: got %v, want %s", c.settings, c.passed, &now, c.left)
		}
		if want := max(0, k.Available()-max(d, 0)); now.Available() != want {
			t.Errorf("%s, %s into a move: %v available, want %v", c.settings, c.passed, now.Available(), want)
		}
		if *k != *New(mustParse(t, c.settings)) {
			t.Errorf("%s: Running changed the clock to %v", c.settings, k)
		}
	}
}

func TestNewPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("New accepted settings that are not valid, want a panic")
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
			t.Errorf("%s after %v: got %d %d %v, want %d %d %v", c.settings, c.spend, seconds, stones, limited, c.seconds, c.stones, c.limited)
		}
	}
}

func TestSetTimeLeft(t *testing.T) {
	for _, c := range []struct {
		settings string
		left     time.Duration
		stones   int
		want     string // the clock, or a part of the error
	}{
		{"60s", 12 * time.Second, 0, "12s"},
		{"60s", 0, 0, "0s"},
		{"60s", 12 * time.Second, 3, "time control absolute has no overtime"},
		{"60s+3x10s", 12500 * time.Millisecond, 0, "12.5s"},
		{"60s+3x10s", 0, 0, "3x10s"},
		{"60s+3x10s", 7 * time.Second, 2, "2x7s"},
		{"60s+100s/10", 33 * time.Second, 4, "33s/4"},
		{"60s+5s", 61 * time.Second, 0, "1m1s"},
		{"60s", MaxTime, 0, "24000h"},
		{"none", 5 * time.Second, 0, "without limit"},
		{"60s", -1, 0, "the time left is -1ns; it can be 0 to 1000 days"},
		{"60s", MaxTime + 1, 0, "it can be 0 to 1000 days"},
		{"60s+3x10s", 1, -1, "-1 stones or periods left; it can be 0 to 1000000"},
		{"60s+3x10s", 1, 1_000_001, "1000001 stones or periods left"},
	} {
		k := New(mustParse(t, c.settings))
		k.Spend(61 * time.Second) // a fallen flag is set back too
		before := *k
		got, err := "", k.SetTimeLeft(c.left, c.stones)
		if got = k.String(); err != nil {
			got = err.Error()
			if *k != before {
				t.Errorf("%s: SetTimeLeft(%v, %d) returned an error but changed the clock to %v", c.settings, c.left, c.stones, k)
			}
		}
		if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%s, SetTimeLeft(%v, %d): got %s, want %s", c.settings, c.left, c.stones, got, c.want)
		}
	}
}

// TestTimeLeftTravels sets one clock to what another one reports.
func TestTimeLeftTravels(t *testing.T) {
	for _, text := range []string{"60s", "20s+3x10s", "20s+30s/3", "0s+1x10s"} {
		ours, theirs := New(mustParse(t, text)), New(mustParse(t, text))
		for range 9 {
			ours.Spend(6 * time.Second)
			seconds, stones, _ := ours.TimeLeft()
			if err := theirs.SetTimeLeft(time.Duration(seconds)*time.Second, stones); err != nil || ours.String() != theirs.String() {
				t.Errorf("%s: got %v, %v, want %v", text, theirs, err, ours)
			}
		}
	}
}

// FuzzSpend compares a clock with a model that ticks second by second.
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
				t.Fatalf("%v, move %d: got fallen %v, limited %v, want %+v", s, i, fallen, limited, slow)
			}
			if !fallen && limited && (seconds != slow.left || stones != slow.stones) {
				t.Fatalf("%v, move %d: got %v, want %+v", s, i, k, slow)
			}
		}
	})
}

// ticking is the model. Its left and stones are those of time_left.
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

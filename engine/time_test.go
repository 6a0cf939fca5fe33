package engine

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"tengen/clock"
)

// control draws a random time control under which a player with the given lag can avoid losing on time.
// Either there is enough time for the lags of a long game, or every move gets new time that covers its lag.
// unit is the length of a second at the evaluator's speed.
func control(r *rand.Rand, lag, unit time.Duration, moves int) clock.Settings {
	units := func(low, high float64) time.Duration {
		return time.Duration((low + r.Float64()*(high-low)) * float64(unit))
	}
	enough := lag * time.Duration(moves)
	switch r.IntN(6) {
	case 0:
		return clock.Settings{Kind: clock.Absolute, Main: 2*enough + units(1, 3600)}
	case 1:
		return clock.Settings{Kind: clock.ByoYomi, Main: units(0, 600), Period: 2*lag + units(0.1, 60), Periods: 1 + r.IntN(5)}
	case 2:
		stones := 1 + r.IntN(25)
		return clock.Settings{Kind: clock.Canadian, Main: units(0, 600), Period: 2*lag*time.Duration(stones) + units(0.5, 300), Stones: stones}
	case 3:
		return clock.Settings{Kind: clock.Fischer, Main: 2*lag + units(1, 600), Increment: lag + units(0, 20)}
	case 4:
		return clock.Settings{Kind: clock.Fischer, Increment: 2*lag + units(0.1, 20)}
	}
	return clock.Settings{Kind: clock.Fischer, Main: 2*enough + units(1, 600), Increment: units(0, 0.05)}
}

// TestFlagNeverFalls runs the clocks of thousands of games without a board. A player who uses at most the
// longest allowed time for each move, with a lag of at most the expected one, never loses on time.
func TestFlagNeverFalls(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 6000 {
		p := defaultTimeParams()
		p.Lag = time.Duration(r.IntN(1000)) * time.Millisecond
		points := []int{81, 169, 361}[r.IntN(3)]
		moves := points/4 + r.IntN(points/4)
		s := control(r, p.Lag, time.Second, points)
		watch := clock.New(s)
		style := r.IntN(4)
		for i := range moves {
			played := min(2*i, points)
			a := p.allow(watch, newSchedule(points, played))
			if a.usual <= 0 || a.usual > a.most {
				t.Fatalf("game %d, %v, move %d with %v left: %+v", n, s, i, watch, a)
			}
			used := a.most
			switch style {
			case 1:
				used = a.usual
			case 2:
				used = time.Duration(r.Float64() * float64(a.most))
			case 3:
				if r.IntN(3) > 0 {
					used = a.usual
				}
			}
			before := watch.String()
			if watch.Spend(used + time.Duration(r.Float64()*float64(p.Lag))) {
				t.Fatalf("game %d, %v, lag %v: the time is up at move %d: the player had %s left and used %v", n, s, p.Lag, i, before, used)
			}
		}
	}
}

// TestTimeIsUsed: a game of usual length uses a good part of the time. Most of it is spent in the middle of
// the game, and no single move takes much of it.
func TestTimeIsUsed(t *testing.T) {
	p := defaultTimeParams()
	for _, text := range []string{"10m", "1m", "30m+3x30s", "10m+5m/25", "5m+5s", "1m+10s", "2h"} {
		s, err := clock.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, points := range []int{81, 361} {
			watch := clock.New(s)
			var total, first, middle, most time.Duration
			moves := points * 2 / 5 // of one player
			for i := range moves {
				a := p.allow(watch, newSchedule(points, 2*i))
				switch {
				case i == 0:
					first = a.usual
				case i == moves/3:
					middle = a.usual
				}
				most = max(most, a.most)
				total += a.usual
				if watch.Spend(a.usual + p.Lag/2) {
					t.Fatalf("%s: the flag falls", text)
				}
			}
			given := s.Main + s.Increment*time.Duration(moves)
			if s.Kind == clock.ByoYomi || s.Kind == clock.Canadian {
				given = s.Main // the time of the overtime cannot be spent before the overtime begins
			}
			if float64(total) < 0.6*float64(given) {
				t.Errorf("%s, %d points: %v of %v used", text, points, total, given)
			}
			if first > middle {
				t.Errorf("%s, %d points: %v for the first move, %v in the middle", text, points, first, middle)
			}
			if s.Kind == clock.Absolute && most > s.Main/5 {
				t.Errorf("%s, %d points: a move takes %v", text, points, most)
			}
		}
	}
}

// TestByoYomiPeriod: a period is used except for the lag and a little, and no period is lost.
func TestByoYomiPeriod(t *testing.T) {
	p := defaultTimeParams()
	watch := clock.New(clock.Settings{Kind: clock.ByoYomi, Period: 10 * time.Second, Periods: 3})
	for i := range 100 {
		a := p.allow(watch, newSchedule(361, 2*i))
		if a.usual < 9*time.Second || a.most+p.Lag > 10*time.Second {
			t.Fatalf("move %d: %+v", i, a)
		}
		watch.Spend(a.most + p.Lag)
	}
	if _, periods, _ := watch.TimeLeft(); periods != 3 {
		t.Errorf("%d periods left of 3", periods)
	}
}

// TestAbsurdClocks are answered at once.
func TestAbsurdClocks(t *testing.T) {
	p := defaultTimeParams()
	s := newSchedule(361, 0)
	ms := time.Millisecond
	for _, test := range []struct {
		settings clock.Settings
		most     time.Duration
	}{
		{clock.Settings{Kind: clock.Absolute, Main: 1}, 1},
		{clock.Settings{Kind: clock.Absolute, Main: 50 * ms}, 10 * ms},
		{clock.Settings{Kind: clock.ByoYomi, Period: ms, Periods: 1}, ms / 2},
		{clock.Settings{Kind: clock.ByoYomi, Period: 1, Periods: 1000000}, ms},
		{clock.Settings{Kind: clock.Canadian, Period: 20 * ms, Stones: 1000000}, 10 * ms},
		{clock.Settings{Kind: clock.Fischer, Main: 1, Increment: time.Hour}, 1},
		{clock.Settings{Kind: clock.Absolute, Main: clock.MaxTime}, 0}, // no limit
		{clock.Settings{Kind: clock.ByoYomi, Period: clock.MaxTime, Periods: 1}, p.Longest},
	} {
		if a := p.allow(clock.New(test.settings), s); a.most > test.most || a.usual > a.most {
			t.Errorf("%v: got %+v, want at most %v, and usual at most most", test.settings, a, test.most)
		}
	}
	up := clock.New(clock.Settings{Kind: clock.Absolute, Main: time.Second})
	if up.Spend(time.Minute); p.allow(up, s).most != leastTime {
		t.Errorf("after the flag: %+v", p.allow(up, s))
	}
	late := clock.New(clock.Settings{Kind: clock.Absolute, Main: time.Second})
	if err := late.SetTimeLeft(0, 0); err != nil || p.allow(late, s).most != leastTime {
		t.Errorf("no time left: %+v, %v", p.allow(late, s), err)
	}
}

// TestTimeParams refuses parameters out of range, by name.
func TestTimeParams(t *testing.T) {
	for name, change := range map[string]func(*TimeParams){
		"lag":     func(p *TimeParams) { p.Lag = -1 },
		"extend":  func(p *TimeParams) { p.Extend = 0 },
		"longest": func(p *TimeParams) { p.Longest = 0 },
	} {
		p := RolloutParams()
		if change(&p.Clock); p.Validate() == nil || !strings.Contains(p.Validate().Error(), name) {
			t.Errorf("%s: got %v, want an error that names the parameter", name, p.Validate())
		}
	}
}

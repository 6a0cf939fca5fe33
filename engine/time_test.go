package engine

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/eval"
)

// control draws a time control under which nobody who answers with so much lag has
// to lose: there is time for the lags of a long game, or every move earns its own.
// The unit is what a second is to the evaluator.
func control(r *rand.Rand, lag, unit time.Duration, moves int) clock.Settings {
	units := func(low, high float64) time.Duration {
		return time.Duration((low + r.Float64()*(high-low)) * float64(unit))
	}
	enough := lag * time.Duration(moves)
	switch r.IntN(5) {
	case 0:
		return clock.Settings{Kind: clock.Absolute, Main: 2*enough + units(1, 3600)}
	case 1:
		return clock.Settings{Kind: clock.ByoYomi, Main: units(0, 600), Period: 2*lag + units(0.1, 60), Periods: 1 + r.IntN(5)}
	case 2:
		stones := 1 + r.IntN(25)
		return clock.Settings{Kind: clock.Canadian, Main: units(0, 600), Period: 2*lag*time.Duration(stones) + units(0.5, 300), Stones: stones}
	case 3:
		return clock.Settings{Kind: clock.Fischer, Main: 2*lag + units(1, 600), Increment: lag + units(0, 20)}
	}
	return clock.Settings{Kind: clock.Fischer, Main: 2*enough + units(1, 600), Increment: units(0, 0.05)}
}

// TestFlagNeverFalls plays thousands of games of clocks alone: whatever a player
// does between no time and the most that it is allowed, and whatever the lag below
// what is reckoned with, the flag stays up.
func TestFlagNeverFalls(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 6000 {
		p := DefaultTimeParams()
		p.Lag = time.Duration(r.IntN(1000)) * time.Millisecond
		points := []int{81, 169, 361}[r.IntN(3)]
		moves := points/4 + r.IntN(points/4)
		s := control(r, p.Lag, time.Second, points)
		watch := clock.New(s)
		style := r.IntN(4)
		for i := range moves {
			played := min(2*i, points)
			a := p.allow(watch, newSchedule(points, played))
			if a.Usual <= 0 || a.Usual > a.Most {
				t.Fatalf("game %d, %v, move %d with %v left: %+v", n, s, i, watch, a)
			}
			used := a.Most
			switch style {
			case 1:
				used = a.Usual
			case 2:
				used = time.Duration(r.Float64() * float64(a.Most))
			case 3:
				if r.IntN(3) > 0 {
					used = a.Usual
				}
			}
			before := watch.String()
			if watch.Spend(used + time.Duration(r.Float64()*float64(p.Lag))) {
				t.Fatalf("game %d, %v, lag %v: the flag falls at move %d with %s left after %v", n, s, p.Lag, i, before, used)
			}
		}
	}
}

// TestTimeIsUsed: a game of usual length uses a good part of what there is, most
// of it where it matters, and never much of it at once.
func TestTimeIsUsed(t *testing.T) {
	p := DefaultTimeParams()
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
					first = a.Usual
				case i == moves/3:
					middle = a.Usual
				}
				most = max(most, a.Most)
				total += a.Usual
				if watch.Spend(a.Usual + p.Lag/2) {
					t.Fatalf("%s: the flag falls", text)
				}
			}
			given := s.Main + s.Increment*time.Duration(moves)
			if s.Kind == clock.ByoYomi || s.Kind == clock.Canadian {
				given = s.Main // the overtime was not lived off before it came
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

// TestByoYomiPeriod: a period is used but for the lag and a little, and none is lost.
func TestByoYomiPeriod(t *testing.T) {
	p := DefaultTimeParams()
	watch := clock.New(clock.Settings{Kind: clock.ByoYomi, Period: 10 * time.Second, Periods: 3})
	for i := range 100 {
		a := p.allow(watch, newSchedule(361, 2*i))
		if a.Usual < 9*time.Second || a.Most+p.Lag > 10*time.Second {
			t.Fatalf("move %d: %+v", i, a)
		}
		watch.Spend(a.Most + p.Lag)
	}
	if _, periods, _ := watch.TimeLeft(); periods != 3 {
		t.Errorf("%d periods left of 3", periods)
	}
}

// TestAbsurdClocks are answered at once.
func TestAbsurdClocks(t *testing.T) {
	p := DefaultTimeParams()
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
		if a := p.allow(clock.New(test.settings), s); a.Most > test.most || a.Usual > a.Most {
			t.Errorf("%v: %+v", test.settings, a)
		}
	}
	up := clock.New(clock.Settings{Kind: clock.Absolute, Main: time.Second})
	if up.Spend(time.Minute); p.allow(up, s).Most != 1 {
		t.Errorf("after the flag: %+v", p.allow(up, s))
	}
	late := clock.New(clock.Settings{Kind: clock.Absolute, Main: time.Second})
	if err := late.SetTimeLeft(0, 0); err != nil || p.allow(late, s).Most != 1 {
		t.Errorf("no time left: %+v, %v", p.allow(late, s), err)
	}
}

// sleepy is an evaluator without an opinion that takes its time: a third of the most
// at least, and the rest by lot.
type sleepy struct {
	eval.Evaluator
	most time.Duration
}

func (s *sleepy) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	lot := rand.New(rand.NewPCG(in[0].Seed, uint64(in[0].Game.Len()))).Int64N(int64(s.most) * 2 / 3)
	time.Sleep(s.most/3 + time.Duration(lot))
	return s.Evaluator.Evaluate(ctx, in, out)
}

// TestPlaysInTime plays whole games on clocks that stand still while nobody sleeps,
// with evaluators as slow as they come. Only the first look is a surprise, so there
// is time for that in every control.
func TestPlaysInTime(t *testing.T) {
	games := 80
	if testing.Short() {
		games = 15
	}
	var spent, given time.Duration
	for n := range games {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(n), 3))
			p := NetParams()
			p.Clock.Lag = time.Duration(r.IntN(300)) * time.Millisecond
			p.Resign.After = 0
			p.Search.Seed, p.Search.Threads = uint64(n+1), 1+n%3
			look := []time.Duration{20, 150, 500, 1500}[r.IntN(4)] * time.Millisecond
			e, err := New(p, func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
				return &sleepy{eval.Hashed(uint64(n)), look}, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			size := 6 + r.IntN(3)
			rules := []baduk.Rules{baduk.TrompTaylor(), baduk.Chinese(), baduk.Japanese()}[r.IntN(3)]
			g := baduk.NewGame(baduk.MustRectangle(size, size), rules)
			s := control(r, p.Clock.Lag, look/4, 60)
			s.Main += 4*look + 2*p.Clock.Lag
			var clocks [3]*clock.Clock
			for c := range clocks {
				clocks[c] = clock.New(s)
			}
			for !g.Over() && g.Len() < 50 {
				c := g.ToPlay()
				begun, was := time.Now(), *clocks[c]
				d, err := e.Genmove(t.Context(), g, c, Limit{Clock: clocks[c]})
				if err != nil {
					t.Fatal(err)
				}
				took := time.Since(begun)
				if clocks[c].Spend(took + time.Duration(r.Float64()*float64(p.Clock.Lag))) {
					t.Errorf("game %d, %v, lag %v, looks of %v: the flag falls at move %d with %v left after %v",
						n, s, p.Clock.Lag, look, g.Len(), &was, took)
					return
				}
				spent += took
				if err := g.Play(d.Move); err != nil {
					t.Fatalf("game %d: %v", n, err)
				}
			}
			given += 2 * s.Main
		})
	}
	t.Logf("%v spent, %v of main time given", spent, given)
}

// TestPrompt: what needs no thought takes none, and an undecided position takes
// longer than one that is not.
func TestPrompt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, err := New(NetParams(), func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
			return &sleepy{eval.Uniform(), 20 * time.Millisecond}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		took := func(g *baduk.Game, main time.Duration) time.Duration {
			d, err := e.Genmove(t.Context(), g, g.ToPlay(), Limit{Clock: clock.New(clock.Settings{Kind: clock.Absolute, Main: main})})
			if err != nil {
				t.Fatal(err)
			}
			return d.Elapsed
		}
		full := drawn(t, baduk.TrompTaylor(), baduk.White,
			".X.XX",
			"XXXXX",
			".X.XX",
			"XXXXX",
			"XXX.X")
		if d := took(full, time.Hour); d != 0 {
			t.Errorf("a board without moves takes %v", d)
		}
		if d := took(baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor()), 5*time.Millisecond); d > 50*time.Millisecond {
			t.Errorf("no time takes %v", d)
		}
	})
}

// favouring is an evaluator that prefers one point by so much, or none.
type favouring struct {
	steady
	p     baduk.Point
	share float32
}

func (f favouring) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	err := f.steady.Evaluate(ctx, in, out)
	for i := range in {
		if in[i].Game.At(f.p) != baduk.Empty {
			continue
		}
		for p := range out[i].Policy {
			out[i].Policy[p] *= 1 - f.share
		}
		out[i].Policy[f.p] += f.share
	}
	return err
}

// TestThinksWhereItMatters: a clear move is made early, a position without one gets
// more than the usual time, and neither more than the most.
func TestThinksWhereItMatters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.TrompTaylor())
		for _, p := range []baduk.Point{20, 24, 56, 60, 40, 42, 38, 31, 49, 22} {
			if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: p}); err != nil {
				t.Fatal(err)
			}
		}
		watch := clock.New(clock.Settings{Kind: clock.Absolute, Main: 5 * time.Minute})
		a := NetParams().Clock.Allow(watch, g)
		took := func(share float32) time.Duration {
			e, err := New(NetParams(), func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
				return favouring{steady{eval.Uniform(), 20 * time.Millisecond}, 32, share}, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			d, err := e.Genmove(t.Context(), g, g.ToPlay(), Limit{Clock: watch})
			if err != nil {
				t.Fatal(err)
			}
			return d.Elapsed
		}
		clear, open := took(0.97), took(0)
		if clear > a.Usual*3/4 || open < a.Usual*3/2 || open > a.Most {
			t.Errorf("a clear move takes %v, an open position %v, of %v usually and %v at most", clear, open, a.Usual, a.Most)
		}
		// A lag of its own is kept back.
		short := clock.New(clock.Settings{Kind: clock.ByoYomi, Period: 4 * time.Second, Periods: 1})
		e, err := New(NetParams(), func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
			return steady{eval.Uniform(), 10 * time.Millisecond}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, lag := range []time.Duration{500 * time.Millisecond, 2 * time.Second} {
			if d, err := e.Genmove(t.Context(), g, g.ToPlay(), Limit{Clock: short, Lag: lag}); err != nil || d.Elapsed > 4*time.Second-lag || d.Elapsed < 3*time.Second-lag {
				t.Errorf("a lag of %v: %v, %v", lag, d.Elapsed, err)
			}
		}
	})
}

// TestTimeParams refuses what makes no sense, by name.
func TestTimeParams(t *testing.T) {
	for name, change := range map[string]func(*TimeParams){
		"lag":     func(p *TimeParams) { p.Lag = -1 },
		"extend":  func(p *TimeParams) { p.Extend = 0 },
		"longest": func(p *TimeParams) { p.Longest = 0 },
	} {
		p := DefaultParams()
		if change(&p.Clock); p.Validate() == nil || !strings.Contains(p.Validate().Error(), name) {
			t.Errorf("%s: %v", name, p.Validate())
		}
	}
}

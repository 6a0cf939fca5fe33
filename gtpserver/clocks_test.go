package gtpserver

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/engine"
)

// thinker is a player that remembers its limit and the game that it ponders.
type thinker struct {
	simple
	limit    engine.Limit // of the last move
	ponders  *baduk.Game  // nil unless it ponders
	stopped  int          // times that pondering was stopped
	pondered int          // times that pondering was started
}

func (p *thinker) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, l engine.Limit) (engine.Decision, error) {
	p.limit = l
	p.StopPondering()
	return p.simple.Genmove(ctx, g, c, l)
}

func (p *thinker) Ponder(_ context.Context, g *baduk.Game) error {
	p.ponders = g
	p.pondered++
	return nil
}

func (p *thinker) StopPondering() {
	if p.ponders != nil {
		p.ponders = nil
		p.stopped++
	}
}

// TestHandsTheClockOver checks that the player's limit has the client's clock with its caps.
func TestHandsTheClockOver(t *testing.T) {
	now := time.Unix(0, 0)
	p := &thinker{}
	e := newEngine(t, Config{Player: p, Width: 9, Now: func() time.Time { return now }})
	ask(t, e, "genmove b")
	if p.limit.Clock != nil {
		t.Error("the limit has a clock although no time control was set")
	}
	expect(t, e, "kata-time_settings fischer-capped 60 5 62 10", "=", "genmove b", "=...")
	if p.limit.Time != 10*time.Second || p.limit.Clock == nil || p.limit.Clock.MainLeft() != time.Minute {
		t.Errorf("the limit is %+v, want 10 s for the move and a clock with a minute", p.limit)
	}
	ask(t, e, "genmove b")
	if left := p.limit.Clock.MainLeft(); left != 62*time.Second {
		t.Errorf("the clock has %v, want the cap of 62 s", left)
	}
	expect(t, e, "kata-time_settings fischer-capped 60 5 -1 -1", "=", "genmove b", "=...", "genmove b", "=...")
	if left := p.limit.Clock.MainLeft(); left != 65*time.Second || p.limit.Time != 0 {
		t.Errorf("without caps the clock has %v and the limit is %v, want 65 s and no limit", left, p.limit.Time)
	}
	expect(t, e, "kata-time_settings fischer-capped 60 5 30 10", "? TimeControls: mainTimeLimit is smaller than mainTime",
		"kata-time_settings fischer-capped 60 5 x 1", "? Expected float for main time limit as argument 3",
		"kata-time_settings fischer-capped 60 5 1", "? Expected float for max time per move as argument 4",
		"time_settings 1000000000 0 0", "=", "time_left b 1000000000 0", "=", "genmove b", "=...", "kata-list_time_settings", "= none absolute byoyomi canadian fischer fischer-capped")
}

// TestBadTimes checks that an impossible time is refused and the clock does not change.
func TestBadTimes(t *testing.T) {
	now := time.Unix(0, 0)
	p := &thinker{}
	e := newEngine(t, Config{Player: p, Width: 9, Now: func() time.Time { return now }})
	expect(t, e, "kata-time_settings fischer 0 7", "=")
	for _, bad := range []string{"time_settings inf 0 0", "time_settings 0 inf 0", "time_settings NaN 0 0", "time_settings -5 0 0", "time_settings 1e300 0 0",
		"time_settings 10 5 99999999999", "time_settings 10 5 -1", "time_settings 10 5", "kata-time_settings fischer inf 1",
		"kata-time_settings fischer-capped 60 1 inf 1", "kgs-time_settings fischer 5 1", "kata-time_settings byoyomi 1 1",
		"time_left b inf 0", "time_left b -inf 0", "time_left b NaN 0", "time_left b 1e300 0", "time_left b 5 1", "time_left b -11 0", "time_left b 5 -1"} {
		if got := ask(t, e, bad); !strings.HasPrefix(got, "? ") || len(got) > 200 {
			t.Errorf("%s: got %q, want a short failure", bad, got)
		}
	}
	expect(t, e, "time_left b -11 0", "? invalid time", "time_left b 5 1", "? stones left in period is > 0 but the time control used does not have any overtime periods",
		"time_settings 10 5 -1", "? byo-yomi overtime stones is an invalid value: -1", "time_settings x", "? Expected float for main time as argument 0")
	if expect(t, e, "genmove b", "=..."); p.limit.Clock == nil || p.limit.Clock.Settings().Increment != 7*time.Second || p.limit.Clock.MainLeft() != 7*time.Second {
		t.Errorf("the clock is %v, want the increment and the time that were set, 7 s each", p.limit.Clock)
	}
	// Some clients send zero time for no limit.
	for _, none := range []string{"kata-time_settings fischer 0 0", "kata-time_settings absolute 0", "kgs-time_settings byoyomi 0 0 3"} {
		if expect(t, e, none, "=", "genmove b", "=..."); p.limit.Clock != nil {
			t.Errorf("%s: the clock is %v, want no clock", none, p.limit.Clock)
		}
	}
}

// TestPondering checks that pondering is off by default, begins after each move, and ends when another game begins.
func TestPondering(t *testing.T) {
	p := &thinker{}
	e := newEngine(t, Config{Player: p, Width: 9})
	expect(t, e, "kata-get-param ponderingEnabled", "= false", "genmove b", "=...")
	if p.ponders != nil {
		t.Error("it ponders by default")
	}
	expect(t, e, "kata-set-param ponderingEnabled true", "=", "genmove w", "=...")
	if p.ponders == nil || p.ponders.Len() != 2 || p.ponders.ToPlay() != baduk.Black {
		t.Fatalf("it ponders %v, want the game after two moves, Black to move", p.ponders)
	}
	expect(t, e, "play b J9", "=", "genmove w", "=...")
	if p.stopped != 2 || p.pondered != 3 || p.ponders.Len() != 4 {
		t.Errorf("pondering was stopped %d times and started %d times, want 2 and 3, the last time after 4 moves", p.stopped, p.pondered)
	}
	for _, c := range []struct {
		line  string
		moves int // moves of the game that is pondered afterwards; -1 if none is
	}{
		{"play b H9", 5}, {"komi 0.5", 5}, {"kata-set-rules japanese", -1}, {"play w J8", 6}, {"kata-set-rule ko SIMPLE", -1}, {"play b J7", 7},
		{"kgs-rules chinese", -1}, {"play w J6", 8}, {"undo", -1}, {"play w J5", 8}, {"gg-undo 2", -1}, {"play b pass", 7}, {"play w pass", -1},
	} {
		expect(t, e, c.line, "=")
		got := -1
		if p.ponders != nil {
			got = p.ponders.Len()
			if p.ponders.Rules() != e.game.Rules() {
				t.Errorf("%s: it ponders under %v, want %v", c.line, p.ponders.Rules(), e.game.Rules())
			}
		}
		if got != c.moves {
			t.Errorf("%s: it ponders the game after %d moves, want %d (-1: does not ponder)", c.line, got, c.moves)
		}
	}
	expect(t, e, "clear_board", "=", "komi 6.5", "=")
	if p.ponders != nil {
		t.Error("it ponders a game after clear_board")
	}
	expect(t, e, "kata-set-param level 5k", "=", "genmove b", "=...")
	if p.ponders != nil {
		t.Error("a rank ponders")
	}
	expect(t, e, "kata-set-param level full", "=", "genmove b", "=...", "kata-set-param ponderingEnabled false", "=")
	if p.ponders != nil {
		t.Error("it ponders after ponderingEnabled was set to false")
	}
}

// TestParams checks that settings change the limit of the next move.
func TestParams(t *testing.T) {
	p := &thinker{}
	e := newEngine(t, Config{Player: p, Width: 9})
	expect(t, e, "kata-set-param maxVisits 50", "=", "kata-set-param maxTime 1.5", "=", "kata-get-param maxVisits", "= 50", "kata-get-param maxTime", "= 1.5", "genmove b", "=...")
	if want := (engine.Limit{Visits: 50, Time: 1500 * time.Millisecond}); !reflect.DeepEqual(p.limit, want) {
		t.Errorf("the limit is %+v, want %+v", p.limit, want)
	}
	expect(t, e, "kata-set-param lagBuffer 0.25", "=", "kata-get-param lagBuffer", "= 0.25", "genmove b", "=...")
	if p.limit.Lag != 250*time.Millisecond {
		t.Errorf("the lag of the limit is %v, want 250 ms", p.limit.Lag)
	}
	expect(t, e, "kata-set-param lagBuffer 0", "=", "kata-set-param level 5k", "=", "kata-get-param level", "= 5k", "genmove w", "=...")
	// A lag of 0 would mean the player's own lag.
	if want := (engine.Limit{Rank: engine.Dan1 - 5, Lag: 1}); !reflect.DeepEqual(p.limit, want) {
		t.Errorf("the limit is %+v, want %+v", p.limit, want)
	}
	const suffix = " in config file  and/or command-line and query overrides"
	expect(t, e, "kata-set-param", "? Expected one or two arguments for kata-set-param but got ''", "kata-get-param", "? Expected one arguments for kata-get-param but got ''",
		"kata-get-param x", "? Invalid parameter: x", "kata-set-param x 1", "? Could not set params: Unrecognized or non-overridable parameter in kata-set-params: x",
		"kata-set-param maxVisits -1", "? Could not set params: Key 'maxVisits' must be in the range 1 to 1125899906842624"+suffix,
		"kata-set-param maxVisits 1e5", "? Could not set params: Could not parse '1e5' as int64_t for key 'maxVisits'"+suffix,
		"kata-set-param ponderingEnabled maybe", "? Could not set params: Could not parse 'maybe' as bool for key 'ponderingEnabled'"+suffix,
		"kata-set-param maxTime NaN", "? Could not set params: Could not parse 'NaN' as double for key 'maxTime'"+suffix,
		"kata-set-param level 31k", "? Could not set params: ...", "kata-set-params", "? Expected argument for kata-set-param but got ''",
		"kata-set-params 5", "? Could not set params: Argument to kata-set-params must be a json object", "kata-set-params {", "? Could not set params: ...",
		`kata-set-params {"maxVisits": 5, "foo": 3}`, "? Could not set params: Unrecognized or non-overridable parameter in kata-set-params: foo",
		`kata-set-params {"maxVisits": 5, "maxTime": "2.5", "antiMirror": true}`, "=", "kata-get-param maxVisits", "= 5", "kata-get-param maxTime", "= 2.5",
		"kata-get-param genmoveAntiMirror", "= true", "kata-set-param maxVisits", "=", "kata-get-param maxVisits", "= 1125899906842624",
		"kata-get-param level", "= 5k", "kata-set-param level", "=", "kata-get-param level", "= full", "kata-list-params", "= analysisWideRootNoise ...", "kata-get-params", `= {"allowResignation":"false",...`)
}

package gtpserver

import (
	"bytes"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/katago"
	"tengen/neteval"
)

// TestIdle checks that the log names a setting without effect the first time that it is set, and that the client gets
// KataGo's answer.
func TestIdle(t *testing.T) {
	var log bytes.Buffer
	e := newEngine(t, Config{Player: &fakeAnalyst{}, Width: 5, Log: slog.New(slog.NewTextHandler(&log, nil))})
	for _, c := range []struct {
		line string
		want string // text in the log; empty for none
	}{
		{"kata-set-param fpuLossProp 0.3", "'fpuLossProp' has no effect here"},
		{"kata-set-param fpuLossProp 0.2", ""},
		{"kata-set-param fillDameBeforePass true", ""}, // its default
		{"kata-set-param fillDameBeforePass false", "'fillDameBeforePass' has no effect here"},
		{"kata-set-param conservativePass false", ""},
		{"kata-set-param cpuctExploration 2", ""},
		{`kata-set-params {"delayMoveScale":2,"maxVisits":5,"fpuLossProp":0.1}`, "'delayMoveScale' has no effect here"},
		{"kata-set-param fpuLossProp", ""},
		{"lz-setoption name Percentage of memory for cache value 20", "'Percentage of memory for cache' has no effect here"},
		{"lz-setoption name Percentage of memory for cache value 30", ""},
	} {
		log.Reset()
		if got := ask(t, e, c.line); got != "=\n\n" {
			t.Errorf("%s: got %q, want an empty answer", c.line, got)
		}
		if got := log.String(); strings.Count(got, "level=WARN") != min(len(c.want), 1) || !strings.Contains(got, c.want) {
			t.Errorf("%s: the log says %q, want %q", c.line, got, c.want)
		}
	}
	if s := katago.Default(katago.ForAnalysis); s.Set("ignorePreRootHistory", "false") != nil || s.Idle("ignorePreRootHistory") {
		t.Error("ignorePreRootHistory counts as a setting without effect, want an effect in queries")
	}
}

// TestVisitsOfRanks checks that the log says once that visits have no effect with a rank, in whatever order the two are
// set.
func TestVisitsOfRanks(t *testing.T) {
	for _, c := range []struct {
		limit engine.Limit
		lines []string
		want  int
	}{
		{engine.Limit{Visits: 10, Rank: engine.Dan1}, []string{"kata-set-param maxVisits 20"}, 1},
		{engine.Limit{Visits: 10}, nil, 0},
		{engine.Limit{Rank: engine.Dan1, Time: time.Second}, nil, 0},
		{engine.Limit{Rank: engine.Dan1}, []string{"kata-set-param maxVisits 20", "lz-setoption name Visits value 30"}, 1},
		{engine.Limit{Visits: 10}, []string{"kata-set-param level 3k"}, 0}, // a level removes the limit of visits
		{engine.Limit{}, []string{"kata-set-param level 3k", "kata-set-param level visits=5"}, 0},
	} {
		var log bytes.Buffer
		e := newEngine(t, Config{Limit: c.limit, Width: 5, Log: slog.New(slog.NewTextHandler(&log, nil))})
		for _, line := range c.lines {
			expect(t, e, line, "=")
		}
		if got := strings.Count(log.String(), "a rank determines the visits"); got != c.want {
			t.Errorf("%+v: the log says it %d times, want %d: %s", c, got, c.want, &log)
		}
	}
}

// TestBeyondNets checks that the log says once that a board is larger than nets are made for, if the player has a net.
func TestBeyondNets(t *testing.T) {
	judge := func(*baduk.Game, neteval.Symmetry, float64, string) (j neteval.Judgement, err error) { return j, nil }
	for _, with := range []bool{true, false} {
		var log bytes.Buffer
		c := Config{Log: slog.New(slog.NewTextHandler(&log, nil))}
		want := 0
		if with {
			c.Judge, want = judge, 1
		}
		e := newEngine(t, c)
		if strings.Contains(log.String(), "19x19") {
			t.Errorf("before a large board: the log is %s, want no warning", &log)
		}
		expect(t, e, "boardsize 19", "=", "boardsize 5 20", "=", "boardsize 25", "=", "clear_board", "=")
		if got := strings.Count(log.String(), "nets are made for boards up to 19x19"); got != want {
			t.Errorf("with a net %v: the log warns %d times, want %d: %s", with, got, want, &log)
		}
	}
}

// TestResignPercentage checks that Leela Zero's option sets KataGo's threshold, and that -1 restores the initial value.
func TestResignPercentage(t *testing.T) {
	s := katago.Default(katago.ForGTP)
	for name, text := range map[string]string{"allowResignation": "true", "resignThreshold": "-0.9"} {
		if err := s.Set(name, text); err != nil {
			t.Fatal(err)
		}
	}
	var told katago.Resign
	e := newEngine(t, Config{Settings: &s, Tune: func(s katago.Settings, _ bool) error { told = s.Resign; return nil }})
	for _, c := range []struct {
		value     string
		allowed   bool
		threshold float64
	}{{"5", true, -0.9}, {"10", true, -0.8}, {"0", false, -0.9}, {"30", true, -0.4}, {"-1", true, -0.9}} {
		expect(t, e, "lz-setoption name Resign Percentage value "+c.value, "=")
		if told.Allowed != c.allowed || told.Threshold != c.threshold {
			t.Errorf("%s: got %+v, want allowed %v and threshold %v", c.value, told, c.allowed, c.threshold)
		}
	}
	expect(t, e, "lz-setoption name Resign Percentage value -2", "? incorrect value", "lz-setoption name Resign Percentage value x", "? incorrect value")
}

// TestLoadSGFNumber checks that an invalid move number gets KataGo's failure, and that a file name may have spaces.
func TestLoadSGFNumber(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.sgf", "b -1", "c d"} {
		if err := os.WriteFile(name, []byte("(;GM[1]SZ[5];B[cc];W[bb];B[dd])"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	e := newEngine(t, Config{Width: 5})
	for _, bad := range []string{"x", "0", "-1", "1.5", "99999999999999999999", "10000002"} {
		expect(t, e, "loadsgf a.sgf "+bad, "? Invalid value for moveNumber for loadsgf", "loadsgf c d "+bad, "? Invalid value for moveNumber for loadsgf")
	}
	for line, moves := range map[string]int{"a.sgf": 3, "a.sgf 2": 1, "a.sgf 10000001": 3, "b -1": 3, "c d": 3, "c d 3": 2} {
		if expect(t, e, "loadsgf "+line, "="); e.game.Len() != moves {
			t.Errorf("%s: %d moves, want %d", line, e.game.Len(), moves)
		}
	}
	expect(t, e, "loadsgf", "? Expected one or two arguments for loadsgf but got ''", "loadsgf none.sgf 1.5", "? Could not load sgf: Could not open file none.sgf 1.5 - does not exist...")
}

package player

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"tengen/gtpserver"
	"tengen/nn"
)

// TestExactNetOnDemand checks that only commands that show the net's outputs use its exact form. Analyses use the
// form of the search: the exact form of a net with integers takes seconds and much memory to prepare.
func TestExactNetOnDemand(t *testing.T) {
	net, err := Loader{Log: slog.New(slog.DiscardHandler)}.Load(t.Context(), NetFile(writeRandomNet(t, 15)), 1)
	if err != nil {
		t.Fatal(err)
	}
	asked, exact := 0, net.Exact
	net.Exact = func() (*nn.Net, error) {
		asked++
		return exact()
	}
	s := DefaultSession()
	s.Size, s.Threads, s.Seed, s.Visits, s.Net = 5, 1, 1, 5, net
	config, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	e, err := gtpserver.New(config)
	if err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end() // the search of an analysis ends after its first playout
	for line, want := range map[string]int{
		"kata-genmove_analyze b 1 rootInfo true": 0,
		"kata-genmove_analyze b 1 minmoves 3":    0,
		"kata-analyze b 1 rootInfo true":         0,
		"kata-raw-nn 0":                          1,
		"heatmap":                                1,
	} {
		asked = 0
		answer := e.Server().Do(ended, line)
		if asked != want || !strings.HasPrefix(answer, "=") {
			t.Errorf("%s: the exact net was asked for %d times, want %d; the answer is %.80q", line, asked, want, answer)
		}
		if strings.Contains(line, "genmove") && strings.Contains(line, "rootInfo") && !strings.Contains(answer, "rawStWrError") {
			t.Errorf("%s: got %q, want the net's errors", line, answer)
		}
	}
}

// TestFieldsOverrideKataGo checks that the size and the lag of a session override KataGo's settings, and have their
// defaults only if neither is given.
func TestFieldsOverrideKataGo(t *testing.T) {
	lag := 2.0
	for _, c := range []struct {
		settings map[string]string
		size     int
		lag      *float64
		want     int
		wantLag  time.Duration
	}{
		{nil, 0, nil, 19, 100 * time.Millisecond},
		{nil, 9, &lag, 9, 2 * time.Second},
		{map[string]string{"defaultBoardSize": "13", "lagBuffer": "0.5"}, 0, nil, 13, 500 * time.Millisecond},
		{map[string]string{"defaultBoardSize": "13", "lagBuffer": "0.5"}, 9, &lag, 9, 2 * time.Second},
	} {
		s := DefaultSession()
		s.Size, s.Lag, s.Threads = c.size, c.lag, 1
		for name, value := range c.settings {
			if err := s.KataGo.Set(name, value); err != nil {
				t.Fatal(err)
			}
		}
		config, err := s.Config()
		if err != nil {
			t.Fatal(err)
		}
		if config.Width != c.want || config.Height != c.want || config.Settings.Lag != c.wantLag {
			t.Errorf("%v, size %d: got %dx%d and a lag of %v, want %d and %v", c.settings, c.size, config.Width, config.Height, config.Settings.Lag, c.want, c.wantLag)
		}
	}
}

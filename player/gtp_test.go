package player

import (
	"context"
	"log/slog"
	"strings"
	"testing"

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

package gtpserver

import (
	"strings"
	"testing"
)

// TestScoresWithWeights checks that on a board with weights final_score has all decimals, before and after the end of
// the game.
func TestScoresWithWeights(t *testing.T) {
	e := newEngine(t, Config{Player: &fakeAnalyst{}})
	if got := ask(t, e, "tengen-board infinite", "play b 0,0", "play w 2,1", "play b 1,0"); strings.Contains(got, "?") {
		t.Fatalf("got %s, want no failure", got)
	}
	before := strings.TrimSpace(ask(t, e, "final_score"))
	after := strings.TrimSpace(ask(t, e, "play w pass", "play b pass", "final_score"))
	after = after[strings.LastIndex(after, "=")+1:]
	if strings.TrimPrefix(before, "=") != after || len(strings.TrimSpace(after)) < len("B+0.12") {
		t.Errorf("before the passes %q, after them %q, want the same score with decimals", before, after)
	}
}

package gtpserver

import (
	"strings"
	"testing"
)

// TestSekiIsListed checks that stones are in seki if reading proves it. After the end, all living stones without
// two eyes must be in seki. Each stone must have one status.
func TestSekiIsListed(t *testing.T) {
	e := newEngine(t, Config{})
	// White's groups in the corners and Black's group between them share two dame; see lab, "Points in seki".
	commands := []string{"boardsize 7 2", "kata-set-rules lrs-004-japanese", "set_position w B2 b D2 w F2 w A1 w B1 w C1 b D1 w E1 w F1 w G1"}
	if got := ask(t, e, commands...); strings.Contains(got, "?") {
		t.Fatalf("got %s, want no failure", got)
	}
	expect(t, e, "final_status_list seki", "= B2 D2 F2 A1 B1 C1 D1 E1 F1 G1", "final_status_list alive", "=")
	ask(t, e, "play b pass", "play w pass")
	expect(t, e, "final_status_list seki", "= B2 D2 F2 A1 B1 C1 D1 E1 F1 G1", "final_status_list alive", "=", "final_status_list dead", "=")
	ask(t, e, "boardsize 5 4", "set_position b B1 b B2 b A2 b C1 b C2 b C3 b B3 b A4 b B4 w E1", "play b pass", "play w pass")
	expect(t, e, "final_status_list seki", "= E1", "final_status_list alive", "= A4 B4 B3 C3 A2 B2 C2 B1 C1")
}

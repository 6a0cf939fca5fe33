package bench

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tengen/nn"
)

// TestNetSearch measures a random net and the memory of its search.
func TestNetSearch(t *testing.T) {
	net, err := nn.NewNet(nn.Random(1, nn.RandomOptions{Version: 11, Blocks: "rg"}), nn.FastestLevel().Exact())
	if err != nil {
		t.Fatal(err)
	}
	var f SearchFigure
	for d := 100 * time.Millisecond; f.Visits < 50 && d < time.Minute && err == nil; d *= 4 { // slow machines need more time
		f, err = NetSearch(t.Context(), SearchOptions{Net: net, Size: 7, Threads: 2, Duration: d, Memory: 500})
	}
	if err != nil || f.Value <= 0 || f.Visits < 2 || f.Outside < 0 || f.Outside >= 1 || f.Evaluations <= 0 || f.Evaluations > 1.5 || f.MemoryVisits < 500 {
		t.Errorf("got %+v, %v, want visits, at most 1.5 evaluations per visit, and the memory of 500 visits", f, err)
	}
	data, _ := json.Marshal(f)
	for _, key := range []string{`"bench":"search"`, `"size":7`, `"threads":2`, `"unit":"visits/s"`, `"value":`, `"outside":`, `"memoryVisits":`} {
		if !strings.Contains(string(data), key) {
			t.Errorf("got %s, want %s in it", data, key)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	start := time.Now()
	if _, err := NetSearch(ctx, SearchOptions{Net: net, Size: 7, Threads: 1, Duration: time.Minute}); err == nil || time.Since(start) > 30*time.Second {
		t.Errorf("a cancelled benchmark returned %v after %v, want an error at once", err, time.Since(start))
	}
	if _, err := NetSearch(t.Context(), SearchOptions{Net: net, Size: 0, Threads: 1}); err == nil {
		t.Error("a board of size 0 was measured")
	}
}

package bench

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tengen/nn"
)

func TestNet(t *testing.T) {
	m := nn.Random(1, nn.RandomOptions{Version: 11, Blocks: "rg"})
	for _, l := range nn.Levels() {
		f, err := Net(t.Context(), NetOptions{Model: m, Level: l, Size: 5, Threads: 2, Batch: 3, Duration: 50 * time.Millisecond})
		if err != nil || f.Value <= 0 || f.Kernel != l.String() || f.Features <= 0 {
			t.Errorf("%v: got %+v, %v, want positive figures of this kernel", l, f, err)
		}
		data, _ := json.Marshal(f)
		for _, key := range []string{`"bench":"net"`, `"size":5`, `"threads":2`, `"batch":3`, `"unit":"evaluations/s"`, `"value":`, `"kernel":"` + l.String() + `"`} {
			if !strings.Contains(string(data), key) {
				t.Errorf("got %s, want %s in it", data, key)
			}
		}
	}
	human, err := nn.WithMetadata(nn.New("test", nn.Architecture{Blocks: 1, Channels: 16}, 1), 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Net(t.Context(), NetOptions{Model: human, Size: 5, Threads: 1, Duration: 50 * time.Millisecond}); err != nil {
		t.Errorf("a human policy net: got %v, want no error", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	start := time.Now()
	if _, err := Net(ctx, NetOptions{Model: m, Size: 5, Threads: 1, Duration: time.Minute}); err != nil || time.Since(start) > 30*time.Second {
		t.Errorf("a cancelled benchmark returned %v after %v, want nil at once", err, time.Since(start))
	}
}

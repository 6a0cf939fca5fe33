package bench

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"
)

func TestFigures(t *testing.T) {
	for name, measure := range map[string]func(context.Context, int, int, time.Duration) (Figure, error){"rollouts": Board, "lean": Lean} {
		f, err := measure(t.Context(), 9, 2, 50*time.Millisecond)
		if err != nil || f.Bench != name || f.Value <= 0 || f.MovesPerGame < 90 || f.MovesPerGame > 130 || math.Abs(f.Lead) > 10 {
			t.Errorf("got %+v, %v, want %s with 90 to 130 moves per game and a lead of at most 10 points", f, err, name)
		}
	}
	f, err := Board(t.Context(), 9, 2, 50*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{`"bench":"rollouts"`, `"size":9`, `"threads":2`, `"unit":"rollouts/s"`, `"value":`} {
		if !strings.Contains(string(data), key) {
			t.Errorf("got %s, want %s in it", data, key)
		}
	}
	if f, err = Search(t.Context(), 5, 1, 50*time.Millisecond); err != nil || f.Value <= 0 || f.Unit != "playouts/s" {
		t.Errorf("got %+v, %v, want a positive number of playouts/s", f, err)
	}
	if _, err := Board(t.Context(), 0, 1, time.Millisecond); err == nil {
		t.Error("a board of size 0 was measured")
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	start := time.Now()
	if _, err := Board(ctx, 9, 1, time.Minute); err != nil || time.Since(start) > 30*time.Second {
		t.Errorf("a cancelled benchmark returned %v after %v, want nil at once", err, time.Since(start))
	}
}

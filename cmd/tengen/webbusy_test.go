package main

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestWebWhileBusy checks that the server answers while a search uses all processors. The limit is far above the times
// in docs/strength.md, because other tests run at the same time. A request that waits for the search, or for every
// thread of it in turn, exceeds the limit: the search takes longer than all requests together.
func TestWebWhileBusy(t *testing.T) {
	const limit, rounds = time.Second, 15
	w := startWeb(t, "--model", "built-in")
	var g webGame
	status, err := w.call("POST", "/api/games", strings.NewReader(`{"width":19,"height":19,"human":"white","timeMs":60000}`), &g)
	if err != nil || status != http.StatusOK {
		t.Fatalf("a new game: status %d and the error %q, %v, want status 200", status, g.Error, err)
	}
	game := "/api/games/" + g.ID
	for begin := time.Now(); g.Thinking == ""; time.Sleep(10 * time.Millisecond) {
		if _, err := w.call("GET", game, nil, &g); err != nil || time.Since(begin) > 30*time.Second {
			t.Fatalf("the engine does not begin to think (%v)", err)
		}
	}
	for _, path := range []string{"/", "/api/games", game} {
		var took []time.Duration
		for range rounds {
			start := time.Now()
			resp, err := http.Get(w.url + path)
			if err != nil {
				t.Fatal(err)
			}
			_, err = io.Copy(io.Discard, resp.Body)
			_ = resp.Body.Close()
			if err != nil || resp.StatusCode != http.StatusOK {
				t.Fatalf("%s: status %d, %v, want status 200", path, resp.StatusCode, err)
			}
			took = append(took, time.Since(start))
		}
		slices.Sort(took)
		t.Logf("%s: median %v, longest %v", strings.Replace(path, g.ID, "ID", 1), took[rounds/2].Round(time.Millisecond/10), took[rounds-1].Round(time.Millisecond/10))
		if took[rounds/2] > limit {
			t.Errorf("%s: the median of %d answers took %v, want at most %v", path, rounds, took[rounds/2], limit)
		}
	}
	if _, err := w.call("GET", game, nil, &g); err != nil || g.Thinking == "" {
		t.Fatalf("the engine does not think any more (%v): the answers were not measured during a search", err)
	}
}

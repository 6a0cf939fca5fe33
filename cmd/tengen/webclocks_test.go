package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestWebKilledClocks kills the server while the clocks of 50 games run. The next server has every move that was
// answered, and clocks that are right within a second. The time without a server belongs to neither player.
func TestWebKilledClocks(t *testing.T) {
	const (
		games = 50
		whole = 10 * time.Minute
	)
	program, home, data := buildWeb(t), t.TempDir(), t.TempDir()
	w, c := runWeb(t, program, home, "--data", data)
	type game struct {
		ID     string
		Number int
		Clocks struct {
			Running      string
			Black, White struct{ Main int64 }
		}
		moved time.Time
	}
	all := make([]game, games)
	post := func(g *game, path, body string) {
		t.Helper()
		if status, err := w.call("POST", "/api/games"+path, strings.NewReader(body), g); err != nil || status != http.StatusOK {
			t.Fatalf("POST %s: status %d, %v", path, status, err)
		}
	}
	for i := range all {
		g := &all[i]
		post(g, "", `{"width":9,"height":9,"human":"both","clock":"10m"}`)
		for n, vertex := range []string{"E5", "C3", "G7"} {
			post(g, "/"+g.ID+"/play", fmt.Sprintf(`{"number":%d,"vertex":"%s"}`, n+1, vertex))
		}
		g.moved = time.Now()
	}
	time.Sleep(2200 * time.Millisecond)
	killed := time.Now()
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait() // it reports the signal
	time.Sleep(2 * time.Second)

	w, c = runWeb(t, program, home, "--data", data)
	defer func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	}()
	for _, g := range all {
		var now game
		asked := time.Now()
		if status, err := w.call("GET", "/api/games/"+g.ID, nil, &now); err != nil || status != http.StatusOK {
			t.Fatalf("GET %s: status %d, %v", g.ID, status, err)
		}
		late := time.Since(asked)
		left := time.Duration(now.Clocks.White.Main) * time.Millisecond
		truth := whole - killed.Sub(g.moved) - (whole - time.Duration(g.Clocks.White.Main)*time.Millisecond)
		if now.Number != g.Number || now.Clocks.Running != "white" || now.Clocks.Black.Main != g.Clocks.Black.Main {
			t.Errorf("after the crash: %+v, before: %+v", now, g)
		}
		if wrong := left - truth; wrong > time.Second || wrong < -late-100*time.Millisecond {
			t.Errorf("White has %v, want %v", left, truth)
		}
	}
}

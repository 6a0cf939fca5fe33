package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestWebKilledClocks kills the server while the clocks of 50 games run. The next server has every move that was
// answered, and clocks that are right within a second. The time without a server belongs to neither player, and the
// clocks stand until a page follows the game.
func TestWebKilledClocks(t *testing.T) {
	const games = 50
	program, home, data := buildWeb(t), t.TempDir(), t.TempDir()
	w, c := runWeb(t, program, home, "--data", data)
	type game struct {
		ID     string
		Number int
		Clocks struct {
			Running      string
			Black, White struct{ Main int64 }
		}
		asked, answered time.Time // the times before and after the last request
		noted           time.Time // the last time at which the file of the used time was seen without a change
	}
	all := make([]game, games)
	post := func(g *game, path, body string) {
		t.Helper()
		g.asked = time.Now()
		if status, err := w.call("POST", "/api/games"+path, strings.NewReader(body), g); err != nil || status != http.StatusOK {
			t.Fatalf("POST %s: status %d, %v", path, status, err)
		}
		g.answered = time.Now()
	}
	for i := range all {
		g := &all[i]
		post(g, "", `{"width":9,"height":9,"human":"both","clock":"10m"}`)
		for n, vertex := range []string{"E5", "C3", "G7"} {
			post(g, "/"+g.ID+"/play", fmt.Sprintf(`{"number":%d,"vertex":"%s"}`, n+1, vertex))
		}
	}
	time.Sleep(2200 * time.Millisecond)
	// While a clock runs, the server writes the used time into a file beside the game's file, again and again. After two
	// changes of the file, it has a time that was measured after noted.
	var waiting []int
	notes, changes := make([]string, games), make([]int, games)
	note := func(i int) string {
		text, err := os.ReadFile(filepath.Join(data, "games", all[i].ID+".clock"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		return string(text)
	}
	for i := range all {
		all[i].noted, notes[i], waiting = time.Now(), note(i), append(waiting, i)
	}
	for until := time.Now().Add(time.Minute); len(waiting) > 0; time.Sleep(5 * time.Millisecond) {
		waiting = slices.DeleteFunc(waiting, func(i int) bool {
			now, text := time.Now(), note(i)
			if text != notes[i] {
				notes[i], changes[i] = text, changes[i]+1
			} else if changes[i] == 0 {
				all[i].noted = now
			}
			return changes[i] == 2
		})
		if time.Now().After(until) {
			t.Fatalf("the clocks of %d games are not noted", len(waiting))
		}
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait() // it reports the signal
	killed := time.Now()
	time.Sleep(2 * time.Second)

	w, c = runWeb(t, program, home, "--data", data)
	defer func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	}()
	for _, g := range all {
		var now game
		if status, err := w.call("GET", "/api/games/"+g.ID, nil, &now); err != nil || status != http.StatusOK {
			t.Fatalf("GET %s: status %d, %v", g.ID, status, err)
		}
		left := time.Duration(now.Clocks.White.Main) * time.Millisecond
		before := time.Duration(g.Clocks.White.Main) * time.Millisecond // when the last move was answered
		least, most := before-killed.Sub(g.asked), before-g.noted.Sub(g.answered)
		if now.Number != g.Number || now.Clocks.Running != "" || now.Clocks.Black.Main != g.Clocks.Black.Main {
			t.Errorf("after the crash: %+v, before: %+v", now, g)
		}
		if left < least-100*time.Millisecond || left > most+100*time.Millisecond {
			t.Errorf("White has %v, want %v to %v", left, least, most)
		}
	}
}

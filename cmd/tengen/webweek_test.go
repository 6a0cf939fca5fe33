package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tengen/internal/webload"
)

// weekly is a club that uses a server.
type weekly struct {
	*webProcess
	games []string // that are kept, the oldest first
}

// do makes a request of the player with a seat, or of the owner, that has to succeed.
func (w *weekly) do(method, path, seat, body string, into any, headers ...string) {
	w.Helper()
	req, err := http.NewRequest(method, w.url+path, strings.NewReader(body))
	if err != nil {
		w.Error(err)
		return
	}
	req.Header.Set("Content-Type", "application/json")
	if seat != "" {
		req.Header.Set("X-Tengen-Seat", seat)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		w.Error(err)
		return
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil || resp.StatusCode != http.StatusOK {
		w.Errorf("%s %s: status %d, %v", method, path, resp.StatusCode, err)
	}
}

// weekSeats are the secrets of the two players.
var weekSeats = [2]string{strings.Repeat("a", 32), strings.Repeat("b", 32)}

// begin begins a game between two people and plays some moves in it.
func (w *weekly) begin(side int, clock string, moves int) (id string) {
	w.Helper()
	var made struct {
		ID    string
		Seats struct{ Invitation string }
	}
	w.do("POST", "/api/games", weekSeats[0], fmt.Sprintf(`{"width":%d,"height":%d,"rules":"tromp-taylor","clock":%q,"friend":{"name":"Ann","color":"black"}}`, side, side, clock), &made)
	w.do("POST", "/api/games/"+made.ID+"/sit", weekSeats[1], `{"name":"Bob"}`, &struct{}{}, "X-Tengen-Invitation", made.Seats.Invitation)
	for n := range moves {
		vertex := fmt.Sprintf("%c%d", "ABCDEFGHJKLMNOPQRST"[n%side], n/side+1)
		w.do("POST", "/api/games/"+made.ID+"/play", weekSeats[n%2], fmt.Sprintf(`{"number":%d,"vertex":%q}`, n+1, vertex), &struct{}{})
	}
	return made.ID
}

// evening plays a game, which people look at, and makes a review of it.
func (w *weekly) evening() (id string) {
	id = w.begin(9, "10m+3x30s", 0)
	ctx, cancel := context.WithCancel(w.Context())
	var streams sync.WaitGroup
	for range 5 {
		streams.Go(func() { w.stream(ctx, "GET", "/api/games/"+id+"/events", "", nil) })
	}
	at := func(n int, more string) string { return fmt.Sprintf(`{"number":%d%s}`, n, more) }
	for n := range 9 {
		w.do("POST", "/api/games/"+id+"/play", weekSeats[n%2], at(n+1, fmt.Sprintf(`,"vertex":"%c3"`, "ABCDEFGHJ"[n])), &struct{}{})
	}
	w.do("POST", "/api/games/"+id+"/chat", weekSeats[0], `{"text":"good evening"}`, &struct{}{})
	w.do("POST", "/api/games/"+id+"/undo", weekSeats[0], at(10, ""), &struct{}{})
	w.do("POST", "/api/games/"+id+"/agree", weekSeats[1], at(10, `,"what":"undo"`), &struct{}{})
	w.do("POST", "/api/games/"+id+"/resign", weekSeats[0], at(9, ""), &struct{}{})
	w.do("GET", "/api/games/"+id+"/position?after=3", "", "", &struct{}{})
	cancel()
	streams.Wait()
	var record struct{ ID string }
	w.do("POST", "/api/games/"+id+"/record", "", "{}", &record)
	reviewed, stop := context.WithTimeout(w.Context(), 2*time.Second)
	defer stop()
	w.stream(reviewed, "GET", "/api/records/"+record.ID+"/review/events?search=1", "", func(line string) {
		var r struct{ Judged int }
		if data, ok := strings.CutPrefix(line, "data: "); ok && json.Unmarshal([]byte(data), &r) == nil && r.Judged > 1 {
			stop()
		}
	})
	w.do("DELETE", "/api/records/"+record.ID, "", "", &struct{}{})
	return id
}

// hour is an hour of use: four games between people, one with the engine, and visitors. The club keeps some games.
func (w *weekly) hour() {
	var people sync.WaitGroup
	var mu sync.Mutex
	for range 4 {
		people.Go(func() {
			id := w.evening()
			mu.Lock()
			defer mu.Unlock()
			w.games = append(w.games, id)
		})
	}
	people.Go(func() {
		for _, path := range []string{"/api/config", "/api/games", "/api/records", "/api/problems"} {
			w.do("GET", path, "", "", &struct{}{})
		}
		w.stream(w.Context(), "GET", "/", "", nil)
		w.stream(w.Context(), "GET", "/app.js", "", nil)
		if err := w.play(); err != nil {
			w.Error(err)
		}
	})
	people.Wait()
	var list struct{ Games []struct{ ID string } }
	w.do("GET", "/api/games", "", "", &list)
	for _, g := range list.Games[min(len(list.Games), 12):] { // the latest are first
		w.do("DELETE", "/api/games/"+g.ID, "", "", &struct{}{})
	}
}

// rests waits until the server has put everything away, and returns the memory of its objects and of its process in
// kB.
func (w *weekly) rests() (objects, process int) {
	w.Helper()
	http.DefaultClient.CloseIdleConnections()
	time.Sleep(25 * time.Second) // games leave memory after 10 s, and a server at rest returns memory after 20 s
	s, err := webload.NewServer(w.url)
	if err != nil {
		w.Fatal(err)
	}
	all, live, err := s.Memory(w.Context())
	if err != nil || live == 0 {
		w.Fatalf("the memory of the server is %d and %d, %v", live, all, err)
	}
	return int(live / 1000), int(all / 1000)
}

// TestWebWeek lets a club use a server for a week. Afterwards the server needs as much memory as after the first hour.
// Then it measures the memory of games that no client follows.
func TestWebWeek(t *testing.T) {
	if os.Getenv("TENGEN_LONG") == "" {
		t.Skip("it takes ten minutes: set TENGEN_LONG=1, and TENGEN_HOURS=8 for a shorter form")
	}
	hours, games := 7*24, 300
	if text := os.Getenv("TENGEN_HOURS"); text != "" {
		var err error
		if hours, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	w := &weekly{webProcess: startWeb(t, "--model", "none")}
	began := time.Now()
	w.hour()
	objects, process := w.rests()
	t.Logf("after an hour: objects %d kB, process %d kB", objects, process)
	for hour := 2; hour <= hours; hour++ {
		w.hour()
		if hour%24 != 0 && hour != hours {
			continue
		}
		objects2, process2 := w.rests()
		t.Logf("after %d hours, %.0f s: objects %d kB, process %d kB", hour, time.Since(began).Seconds(), objects2, process2)
		if objects2 > objects+1000 || process2 > process+16_000 {
			t.Error("the memory has grown")
		}
	}
	for _, clock := range []string{"none", "1h"} {
		before, _ := w.rests()
		var ids []string
		for range games {
			ids = append(ids, w.begin(19, clock, 40))
		}
		during, _ := w.rests()
		for _, id := range ids {
			w.do("DELETE", "/api/games/"+id, "", "", &struct{}{})
		}
		after, _ := w.rests()
		each, deleted := float64(during-before)/float64(games), float64(after-before)/float64(games)
		t.Logf("clock %s: a game costs %.1f kB, a deleted one %.1f kB", clock, each, deleted)
		if each > 20 || deleted > 1 {
			t.Errorf("clock %s: want a game to cost at most 20 kB, and a deleted one nothing", clock)
		}
	}
}

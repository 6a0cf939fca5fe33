package games

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tengen/server/wire"
)

// left returns a player's time: main time, period, count.
func (c *club) left(color string) [3]int64 {
	c.Helper()
	k := c.see("").Clocks
	t := k.Black
	if color == "white" {
		t = k.White
	}
	return [3]int64{t.Main, t.Period, int64(t.Count)}
}

// asleep returns the number of games that are not in memory and whose clocks run.
func (c *club) asleep() int {
	c.games.sleepers.mu.Lock()
	defer c.games.sleepers.mu.Unlock()
	return len(c.games.sleepers.all)
}

func (c *club) shows(when, color string, main, period, count int64) {
	c.Helper()
	if got := c.left(color); got != [3]int64{main, period, count} {
		c.Errorf("%s: %s has %v, want %v", when, color, got, [3]int64{main, period, count})
	}
}

// TestClocks plays with byo-yomi in synthetic time. The flag falls without any request.
func TestClocks(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, dir)
		c.begin(fields{"clock": "10s+3x5s"})
		time.Sleep(time.Hour) // the first move takes no time
		if s := c.see(""); s.Clocks.Running != "" || s.Clocks.Control != "10s+3x5s" || s.Clocks.Kind != "byoyomi" || s.Clocks.Period != 5000 {
			t.Errorf("before the first move: %+v", s.Clocks)
		}
		if s := c.play(ann, "C3"); s.Clocks.Running != "white" {
			t.Errorf("after the first move: %+v", s.Clocks)
		}
		time.Sleep(4 * time.Second)
		c.shows("4 s", "white", 6000, 5000, 3)
		c.play(bob, "D3")
		time.Sleep(12 * time.Second)
		c.shows("12 s", "black", 0, 3000, 3)
		time.Sleep(5 * time.Second)
		c.shows("17 s", "black", 0, 3000, 2)
		c.play(ann, "B3")
		c.shows("moved", "black", 0, 5000, 2)
		c.shows("moved", "white", 6000, 5000, 3)

		// An undo gives the time back that the moves took.
		c.do(ann, "undo", nil)
		time.Sleep(time.Second)
		c.do(bob, "agree", nil)
		c.shows("undone", "black", 10000, 5000, 3)
		c.shows("undone", "white", 6000, 5000, 3)

		// While the players pause, no time passes.
		time.Sleep(2 * time.Second)
		c.do(bob, "pause", nil)
		c.do(ann, "agree", nil)
		time.Sleep(time.Hour)
		c.refused(409, "paused", ann, "play", fields{"vertex": "B3"})
		c.shows("paused", "black", 8000, 5000, 3)
		c.do(bob, "continue", nil)
		c.do(ann, "agree", nil)
		time.Sleep(time.Second)
		c.shows("going on", "black", 7000, 5000, 3)
		c.games.Sweep(time.Now().Add(time.Hour)) // the clock goes on without the game in memory
		if n := c.asleep(); n != 1 {
			t.Errorf("%d games sleep, want 1", n)
		}
		time.Sleep(time.Second)
		c.shows("read again", "black", 6000, 5000, 3)
		c.games.Sweep(time.Now().Add(time.Hour))
		time.Sleep(20400 * time.Millisecond)
		if n := c.asleep(); n != 1 {
			t.Errorf("%d games sleep a second before the flag falls, want 1", n)
		}
		time.Sleep(200 * time.Millisecond)
		if n := c.asleep(); n != 0 {
			t.Errorf("%d games sleep just before the flag falls, want 0", n)
		}
		time.Sleep(500 * time.Millisecond)
		l, release, err := c.games.store.Acquire(c.id)
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		l.mu.Lock()
		phase, result := l.game.phase, l.game.result()
		l.mu.Unlock()
		if phase != phaseOver || result != "W+T" {
			t.Errorf("after 30 s without a move: %s, %s; want W+T", phase, result)
		}
		c.refused(409, "", ann, "play", fields{"vertex": "B3"})
		if s := c.see(""); s.ResultText != "White wins on time" || s.Score != nil || s.Clocks.Running != "" {
			t.Errorf("at the end: %+v", s)
		}
	})
}

// TestKinds plays one move with each kind of time control.
func TestKinds(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, dir)
		for _, k := range []struct {
			control             string
			main, period, count int64
		}{
			{"1m", 53000, 0, 0},
			{"1m+10s", 63000, 0, 0},
			{"5s+3x10s", 0, 10000, 3},
			{"5s+1m/4", 0, 58000, 3},
			{"0+1x8s", 0, 8000, 1},
		} {
			c.begin(fields{"clock": k.control})
			c.play(ann, "C3")
			time.Sleep(7 * time.Second)
			c.play(bob, "D3")
			c.shows(k.control, "white", k.main, k.period, k.count)
			c.do(ann, "resign", nil)
		}
	})
}

// TestClockSurvivesCrash stops the server without a chance to write anything. The clock is then right within a second.
// Neither the time while the server was down counts, nor the time of day.
func TestClockSurvivesCrash(t *testing.T) {
	dir, copied := t.TempDir(), t.TempDir()
	folder := filepath.Join(copied, "games")
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, dir)
		c.begin(fields{"clock": "1m"})
		c.play(ann, "C3")
		time.Sleep(7300 * time.Millisecond)
		c.play(bob, "D3")
		time.Sleep(20 * time.Second)
		if err := os.WriteFile(filepath.Join(dir, "games", "x"), nil, 0o644); err != nil { // other files do not matter
			t.Fatal(err)
		}
		c.games.Sweep(time.Now().Add(time.Hour))
		time.Sleep(2900 * time.Millisecond)
		if c.asleep() != 1 {
			t.Error("the game is in memory")
		}
		after := c.killed(copied)
		time.Sleep(time.Hour)
		if s := after.see(""); s.Clocks.Running != "" {
			t.Errorf("a clock runs before a player has come back: %+v", s.Clocks)
		}
		time.Sleep(time.Hour)
		after.refused(403, "it is the turn of Ann", bob, "pass", nil) // Bob is back and waits for Ann
		time.Sleep(awaitTime)
		if got := after.left("black")[0]; got < 37100 || got > 38100 {
			t.Errorf("after a crash Black has %d ms, want 37100 to 38100", got)
		}
		after.shows("after a crash", "white", 52700, 0, 0)
		time.Sleep(time.Second)
		if got := after.left("black")[0]; got < 36100 || got > 37100 {
			t.Errorf("a second later Black has %d ms, want 36100 to 37100", got)
		}
	})
	// The same files, with times of day that go back and forth.
	synctest.Test(t, func(t *testing.T) {
		files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
		if err != nil || len(files) != 1 {
			t.Fatalf("%v, %v", files, err)
		}
		text, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		changed := regexp.MustCompile(`"time":"[^"]*"`).ReplaceAllFunc(text, func([]byte) []byte {
			n++
			return []byte(`"time":"` + time.Now().Add(time.Duration(n%3-1)*time.Hour).Format(time.RFC3339) + `"`)
		})
		if err := os.WriteFile(files[0], changed, 0o644); err != nil {
			t.Fatal(err)
		}
		c := newClub(t, copied)
		c.id = strings.TrimSuffix(filepath.Base(files[0]), ".jsonl")
		c.shows("with other times of day", "white", 52700, 0, 0)
		if got := c.left("black")[0]; got < 36000 || got > 37100 {
			t.Errorf("with other times of day Black has %d ms, want about 36600", got)
		}
	})
}

// TestBackAfterRestart: after a restart of the server the clocks stand until both players are back, or until one of
// them has waited for awaitTime.
func TestBackAfterRestart(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct {
		name  string
		play  func(c *club, follow func(by string) (leave func()))
		stand time.Duration // how long the clocks stand
	}{
		{"a spectator comes", func(_ *club, follow func(string) func()) { follow(eve) }, -1},
		{"one comes and stays", func(_ *club, follow func(string) func()) { follow(ann) }, awaitTime},
		{"one comes and leaves", func(_ *club, follow func(string) func()) {
			leave := follow(bob)
			time.Sleep(time.Minute)
			leave()
			time.Sleep(time.Minute)
			follow(bob) // the time to wait does not begin again
		}, awaitTime},
		{"both come", func(_ *club, follow func(string) func()) {
			follow(ann)
			time.Sleep(time.Minute)
			follow(bob)
		}, time.Minute},
		{"one acts while the other is there", func(c *club, follow func(string) func()) {
			follow(ann)
			time.Sleep(time.Minute)
			c.refused(403, "it is the turn of Ann", bob, "pass", nil)
		}, time.Minute},
		{"one comes after the other has left", func(_ *club, follow func(string) func()) {
			follow(ann)()
			time.Sleep(time.Minute)
			follow(bob)
		}, awaitTime},
		{"one comes, and the game leaves memory", func(c *club, follow func(string) func()) {
			follow(ann)()
			time.Sleep(time.Minute)
			c.games.Sweep(time.Now().Add(time.Hour))
		}, awaitTime},
	} {
		synctest.Test(t, func(t *testing.T) {
			t.Log(test.name)
			c := newClub(t, filepath.Join(dir, test.name))
			c.begin(fields{"clock": "10m"})
			c.play(ann, "C3")
			c.play(bob, "D3")
			time.Sleep(time.Minute)
			c = c.killed(filepath.Join(dir, test.name, "after"))
			time.Sleep(24 * time.Hour)
			began := time.Now()
			test.play(c, c.follow)
			time.Sleep(time.Until(began.Add(8 * time.Minute)))
			want := int64(9 * time.Minute / time.Millisecond)
			if test.stand >= 0 {
				want -= (8*time.Minute - test.stand).Milliseconds()
			}
			if got := c.left("black")[0]; got < want-500 || got > want+500 {
				t.Errorf("Black has %d ms, want about %d", got, want)
			}
			if k := c.see("").Clocks; k.Waiting != (test.stand < 0) || (k.Running == "") != k.Waiting {
				t.Errorf("waiting %v, running %q", k.Waiting, k.Running)
			}
		})
	}
}

// TestEngineBackAfterRestart: after a restart of the server, the clock of a person against the engine stands until a
// page follows the game. A request for the game's state, as the first page sends, does not start it.
func TestEngineBackAfterRestart(t *testing.T) {
	dir, copied := t.TempDir(), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, dir)
		c.beginEngine("black", "10m")
		c.play("", "C3")
		time.Sleep(time.Minute)
		c = c.killed(copied)
		for range 2 {
			if s := c.see(""); !s.Clocks.Waiting || s.Clocks.Black.Main < 539_500 {
				t.Errorf("after a look at the game: %+v", s.Clocks)
			}
			time.Sleep(time.Hour)
			c.games.Sweep(time.Now())
		}
		c.follow("")
		time.Sleep(time.Minute)
		if got := c.left("black")[0]; got < 479_500 || got > 480_500 {
			t.Errorf("a minute after a page has come, Black has %d ms, want about 480,000", got)
		}
	})
}

// TestMoveBeforeBack: a player who is back after a restart of the server may move before the other is back. The clock
// of the other stands, but the move has taken the time until the restart.
func TestMoveBeforeBack(t *testing.T) {
	dir, copied := t.TempDir(), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, dir)
		c.begin(fields{"clock": "10m"})
		c.play(ann, "C3")
		time.Sleep(time.Minute)
		c = c.killed(copied)
		if s := c.play(bob, "D3"); !s.Clocks.Waiting || s.Clocks.Running != "" {
			t.Errorf("after the move: %+v", s.Clocks)
		}
		time.Sleep(awaitTime / 2)
		c.games.Sweep(time.Now().Add(time.Hour))
		time.Sleep(awaitTime / 4)
		if got := c.left("white")[0]; got < 539_500 || got > 540_500 {
			t.Errorf("White has %d ms, want about 540,000", got)
		}
		c.shows("standing", "black", 600_000, 0, 0)
		time.Sleep(awaitTime/4 + time.Minute)
		c.shows("a minute later", "black", 540_000, 0, 0)
		c.games.Sweep(time.Now().Add(time.Hour))
		time.Sleep(10 * time.Minute)
		c.ends("W+T")
	})
}

// TestGoOn: a pause ends when both players want it. A player who never comes back cannot hold the game for ever.
func TestGoOn(t *testing.T) {
	dir, copied := t.TempDir(), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, dir)
		c.begin(fields{"clock": "10m"})
		c.play(ann, "C3")
		pause := func() {
			t.Helper()
			c.do(bob, "pause", nil)
			if s := c.do(ann, "agree", nil); !s.Paused {
				t.Fatal("no pause")
			}
		}
		goesOn := func(by, name string, want bool) *State {
			t.Helper()
			s := c.do(by, name, nil)
			if s.Paused == want || (s.Clocks.Running != "") != want {
				t.Fatalf("after %q: paused %v, running %q; want it to go on: %v", name, s.Paused, s.Clocks.Running, want)
			}
			return s
		}
		pause()
		if s := goesOn(ann, "continue", false); s.Seats.Asked != "continue" || s.Seats.Asker != "black" || s.Seats.Alone == nil || c.see(bob).Seats.Alone != nil {
			t.Errorf("Ann wants to go on: %+v", s.Seats)
		}
		c.refused(409, "answered or taken back", ann, "continue", nil)
		time.Sleep(time.Hour)
		goesOn(bob, "continue", true) // as if he had agreed
		time.Sleep(time.Second)
		c.shows("going on", "white", 599000, 0, 0)
		c.refused(409, "pause", ann, "continue", nil)

		// Bob refuses for ever.
		pause()
		goesOn(ann, "continue", false)
		goesOn(bob, "refuse", false)
		for range 14 {
			goesOn(ann, "continue", false)
			time.Sleep(24*time.Hour - time.Second)
			goesOn(bob, "refuse", false)
		}
		time.Sleep(14 * time.Second)
		c = c.killed(copied) // the files have the time
		goesOn(ann, "continue", true)
		time.Sleep(10*time.Minute + time.Second)
		c.ends("B+T")
	})
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, dir)
		c.begin(fields{"clock": "10m"})
		c.play(ann, "C3")
		c.do(bob, "pause", nil)
		c.do(ann, "agree", nil)
		c.do(ann, "continue", nil)
		c.do(ann, "refuse", nil) // takes it back, so the time begins again
		time.Sleep(maxPause)
		if s := c.do(ann, "continue", nil); !s.Paused || s.Seats.Asked != "continue" {
			t.Errorf("after the wish was taken back: paused %v, %+v", s.Paused, s.Seats)
		}
		time.Sleep(maxPause)
		if s := c.do(ann, "continue", nil); s.Paused || s.Seats.Asked != "" {
			t.Errorf("after 14 days: paused %v, %+v", s.Paused, s.Seats)
		}
	})
}

// TestFillFile: a player who asks, proposes and marks without end does not fill the game's file, and the game goes on.
func TestFillFile(t *testing.T) {
	dir, copied := t.TempDir(), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, dir)
		c.begin(nil)
		c.play(ann, "C3")
		c.play(bob, "D3")
		// ask sends a request until it is refused with a status.
		ask := func(status int, once func() *http.Request) (n int) {
			t.Helper()
			for {
				w := httptest.NewRecorder()
				if c.mux.ServeHTTP(w, once()); w.Code != http.StatusOK {
					if w.Code != status {
						t.Fatalf("after %d requests: status %d, %s; want %d", n, w.Code, w.Body, status)
					}
					return n
				}
				n++
			}
		}
		draw := func() *http.Request {
			if c.see("").Seats.Asked != "" {
				return c.action(ann, "refuse", nil)
			}
			return c.action(ann, "draw", nil)
		}
		if n := ask(429, draw); n != 2*talkBurst {
			t.Errorf("%d requests at once, want %d", n, 2*talkBurst)
		}
		for range maxRequests/2/talkBurst - 1 {
			time.Sleep(talkTime)
			ask(429, draw)
		}
		c.do(ann, "pass", nil)
		time.Sleep(talkTime)
		before := c.size()
		c.do(bob, "propose", nil)
		after := c.size()
		if c.do(bob, "propose", nil); c.size() != after || after == before {
			t.Errorf("the same proposal again: the file grows from %d to %d and %d bytes", before, after, c.size())
		}
		c.do(bob, "decline", nil)
		c.do(bob, "pass", nil)
		for c.see("").Thinking != "" {
			synctest.Wait()
		}
		if n := ask(409, func() *http.Request { return c.action(ann, "dead", fields{"vertex": "C3"}) }); n != maxRequests/2 {
			t.Errorf("%d marks, want %d", n, maxRequests/2)
		}
		if size := c.size(); size > 250*maxRequests {
			t.Errorf("the file has %d bytes after %d requests", size, maxRequests)
		}
		c = c.killed(copied)
		c.refused(409, "you can only move", ann, "dead", fields{"vertex": "C3"})
		c.do(ann, "resume", nil)
		c.play(ann, "B3")
		c.do(bob, "propose", nil)
		c.do(ann, "propose", nil) // an answer
		for c.see("").Thinking != "" {
			synctest.Wait()
		}
		c.do(bob, "dead", fields{"vertex": "D3"})
		c.do(bob, "accept", nil)
		c.do(ann, "accept", nil)
		c.ends("B+17.5")
	})
}

// TestFullFile: a game whose file is full can still end.
func TestFullFile(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		for _, end := range []string{"B+R", "B+T"} {
			c := newClub(t, dir)
			c.begin(fields{"clock": "10s"})
			c.play(ann, "C3")
			l, release, err := c.games.store.Acquire(c.id)
			if err != nil {
				t.Fatal(err)
			}
			filler := strings.Repeat(" ", maxFile-endSize-int(l.size)-1) + "\n" // a blank line
			l.mu.Lock()
			l.size += int64(len(filler))
			file, err := os.OpenFile(filepath.Join(dir, "games", c.id+journalExt), os.O_APPEND|os.O_WRONLY, 0)
			if err == nil {
				_, err = file.WriteString(filler)
				_ = file.Close()
			}
			l.mu.Unlock()
			release()
			if err != nil {
				t.Fatal(err)
			}
			c.refused(409, "it can only be resigned", bob, "play", fields{"vertex": "D3"})
			if end == "B+R" {
				c.do(bob, "resign", nil)
			}
			time.Sleep(11 * time.Second)
			c.ends(end)
			c.games.Sweep(time.Now().Add(time.Hour))
			c.ends(end) // read from the file
		}
	})
}

// TestResume: a player who thinks, proposes the end, and then asks to play on has used that time. The opponent, who
// moves first by the Japanese rules, has not.
func TestResume(t *testing.T) {
	dir, copied := t.TempDir(), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, dir)
		c.begin(fields{"clock": "5m", "rules": "lrs-004-japanese"})
		c.play(ann, "C3")
		c.play(bob, "D3")
		time.Sleep(4*time.Minute + 30*time.Second)
		c.do(ann, "propose", nil)
		if s := c.do(bob, "propose", nil); s.Phase != phaseDead {
			t.Fatalf("after two proposals the phase is %s", s.Phase)
		}
		time.Sleep(time.Minute) // no clock runs
		if s := c.do(ann, "resume", nil); s.ToPlay != "white" || s.Clocks.Running != "white" {
			t.Fatalf("%s to play, the clock of %q runs; want white", s.ToPlay, s.Clocks.Running)
		}
		c.shows("resumed", "white", 300_000, 0, 0)
		c.shows("resumed", "black", 30_000, 0, 0)
		time.Sleep(time.Minute)
		c.play(bob, "D4")
		c.shows("a minute later", "white", 240_000, 0, 0)
		c = c.killed(copied) // the file has the time
		c.shows("read again", "white", 240_000, 0, 0)
		c.shows("read again", "black", 30_000, 0, 0)
	})
}

// TestCountWhilePaused: the players may end the game during a pause, and the engine finds the dead stones.
func TestCountWhilePaused(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, dir)
		c.begin(fields{"clock": "10m"})
		c.play(ann, "C3")
		c.do(bob, "pause", nil)
		c.do(ann, "agree", nil)
		c.do(ann, "propose", nil)
		c.do(bob, "propose", nil)
		synctest.Wait()
		c.do(ann, "accept", nil)
		if s := c.do(bob, "accept", nil); s.Phase != phaseOver || s.Paused {
			t.Errorf("accepted: %s, paused %v", s.Phase, s.Paused)
		}
	})
}

// TestFlagNotSaved: while the end of a game on time cannot be saved, the server tries it again twice a second.
func TestFlagNotSaved(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, dir)
		var log bytes.Buffer
		c.games.service.Log = slog.New(slog.NewTextHandler(&log, nil))
		c.begin(fields{"clock": "10s"})
		c.play(ann, "C3")
		file := filepath.Join(dir, "games", c.id+journalExt)
		if err := os.Rename(file, file+".away"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Second)
		synctest.Wait()
		if n := strings.Count(log.String(), "on time could not be saved"); n < 15 || n > 25 {
			t.Errorf("in 10 s the server tried %d times, want about 20", n)
		}
		if err := os.Rename(file+".away", file); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		c.ends("B+T")
	})
}

// TestLag: a player gets back the time that the network takes, at most a second, and no more than was measured.
func TestLag(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, dir)
		c.begin(fields{"clock": "10s"})
		c.play(ann, "C3")
		l, release, err := c.games.store.Acquire(c.id)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { release() }()
		var none wire.Nothing
		trip := func(by string, d time.Duration) {
			n := l.nextPing(secret(by))
			time.Sleep(d)
			c.ask(200, c.request("POST", "/"+c.id+"/pong", by, fields{"ping": n}), &none)
			c.refusal(409, "no ping", c.request("POST", "/"+c.id+"/pong", by, fields{"ping": n}))
		}
		c.refusal(409, "no ping", c.request("POST", "/"+c.id+"/pong", bob, fields{"ping": 1}))
		if n := l.nextPing(secret(eve)); n != 0 {
			t.Errorf("a spectator gets the ping %d", n)
		}
		trip(bob, 300*time.Millisecond)
		trip(bob, 500*time.Millisecond)
		time.Sleep(1200 * time.Millisecond)
		c.play(bob, "D3")
		c.shows("2 s with a trip of 0.3 s", "white", 8300, 0, 0)
		time.Sleep(time.Second)
		c.play(ann, "B3")
		c.shows("nothing measured", "black", 9000, 0, 0)
		time.Sleep(31 * time.Second)
		c.ends("B+T")

		c.begin(fields{"clock": "10s"})
		c.play(ann, "C3")
		release()
		if l, release, err = c.games.store.Acquire(c.id); err != nil {
			t.Fatal(err)
		}
		trip(bob, 3*time.Second)
		time.Sleep(7900 * time.Millisecond) // 10.9 s, of which a second may be the network
		c.play(bob, "D3")
		c.shows("a slow network", "white", 100, 0, 0)
		c.play(ann, "B3")
		time.Sleep(1050 * time.Millisecond)
		if s := c.see(""); s.Phase != phasePlay {
			t.Errorf("the flag fell before the network could bring a move: %s", s.Result)
		}
		time.Sleep(100 * time.Millisecond)
		c.ends("B+T")
	})
}

// TestEngineClock: the engine gets its clock, and a person who has lost on time may take that back.
func TestEngineClock(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, dir)
		c.beginEngine("black", "10s+5s")
		c.play("", "C3")
		synctest.Wait()
		if s := c.see(""); s.Number != 3 || s.Clocks.Running != "black" || s.Clocks.White.Main != 15000 {
			t.Fatalf("after the engine's move: %+v, %+v", s, s.Clocks)
		}
		time.Sleep(3 * time.Second)
		c.do("", "pause", nil)
		time.Sleep(time.Hour)
		c.do("", "continue", nil)
		c.shows("continued", "black", 7000, 0, 0)
		time.Sleep(8 * time.Second)
		if s := c.see(""); s.Result != "W+T" || !s.CanUndo {
			t.Fatalf("after 11 s: %q", s.Result)
		}
		if s := c.do("", "undo", nil); s.Phase != phasePlay || s.Number != 3 || s.Clocks.Black.Main != 10000 {
			t.Errorf("taken back: %+v, %+v", s, s.Clocks)
		}

		// While the engine waits for a slot, its clock stands.
		c.games.slots <- struct{}{}
		if s := c.play("", "B3"); s.Thinking != "waiting" || s.Clocks.Running != "" {
			t.Errorf("without a slot: %q, %+v", s.Thinking, s.Clocks)
		}
		time.Sleep(time.Minute)
		<-c.games.slots
		synctest.Wait()
		if s := c.see(""); s.Number != 5 || s.Clocks.White.Main != 20000 || s.Clocks.Running != "black" {
			t.Errorf("after a minute without a slot: %+v, %+v", s, s.Clocks)
		}
		c.games.slots <- struct{}{}
		c.play("", "D3")
		c.do("", "undo", nil)
		time.Sleep(time.Minute)
		c.ends("W+T")
	})
}

// TestTimesInRecord: the record of a game has the names, the time control and the time after each move.
func TestTimesInRecord(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, dir)
		c.begin(fields{"clock": "10s+3x5s"})
		c.play(ann, "C3")
		time.Sleep(4500 * time.Millisecond)
		c.play(bob, "D3")
		time.Sleep(17 * time.Second)
		c.play(ann, "B3")
		c.do(bob, "resign", nil)
		w := httptest.NewRecorder()
		c.mux.ServeHTTP(w, c.request("GET", "/"+c.id+"/sgf", "", nil))
		text := w.Body.String()
		for _, want := range []string{"PB[Ann]", "PW[Bob]", "TM[10]", "OT[3x5s byoyomi]", "RE[B+R]", "BL[10]", "WL[5.5]", "BL[5]", "OB[2]"} {
			if !strings.Contains(text, want) {
				t.Errorf("the record has no %s: %s", want, text)
			}
		}
	})
}

// TestStream: everyone who looks gets the messages and sees who is there. Only players with a clock get pings.
func TestStream(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, dir)
		c.begin(fields{"clock": "10m"})
		follow := func(by string) (text func() string, stop func()) {
			w := httptest.NewRecorder()
			r := c.request("GET", "/"+c.id+"/events", by, nil)
			ctx, cancel := context.WithCancel(r.Context())
			go c.mux.ServeHTTP(w, r.WithContext(ctx))
			return func() string { synctest.Wait(); return w.Body.String() }, cancel
		}
		annSees, annLeaves := follow(ann)
		eveSees, eveLeaves := follow("")
		time.Sleep(3 * time.Second)
		for name, text := range map[string]string{"Ann": annSees(), "Eve": eveSees()} {
			if !strings.Contains(text, `{"watching":1,"black":true,"white":false}`) {
				t.Errorf("%s does not see who is there: %s", name, text)
			}
		}
		if !strings.Contains(annSees(), "event: ping") || strings.Contains(eveSees(), "event: ping") {
			t.Error("want a ping to Ann and none to Eve")
		}
		var none wire.Nothing
		c.ask(200, c.request("POST", "/"+c.id+"/chat", bob, fields{"text": "hello"}), &none)
		if text := eveSees(); !strings.Contains(text, `"text":"hello"`) || strings.Count(text, "event: state") != 1 {
			t.Errorf("Eve does not see the message alone: %s", text)
		}
		annLeaves()
		time.Sleep(3 * time.Second)
		if text := eveSees(); !strings.Contains(text, `{"watching":1,"black":false,"white":false}`) {
			t.Errorf("Eve does not see that Ann has left: %s", text)
		}
		late, lateLeaves := follow("")
		if !strings.Contains(late(), `"text":"hello"`) {
			t.Error("a later spectator does not see the message")
		}
		eveLeaves()
		lateLeaves()
		synctest.Wait()
	})
}

// TestFullDiskKeepsNote: a note of the used time replaces the former one in place.
func TestFullDiskKeepsNote(t *testing.T) {
	g := newGames(t)
	for _, u := range []usedTime{{3, 1}, {1234, 99_999_999}, {4, 2}} {
		if err := g.files.writeUsed("aaaaaaaaaaaa", u); err != nil {
			t.Fatal(err)
		}
		data, err := g.files.readFile("aaaaaaaaaaaa" + usedExt)
		if err != nil || len(data) != 27 || !bytes.HasSuffix(data, []byte("\n")) {
			t.Errorf("the note is %q, %v; want 27 bytes", data, err)
		}
		if got := g.files.readUsed("aaaaaaaaaaaa"); got != u {
			t.Errorf("read %+v, want %+v", got, u)
		}
	}
	if got := g.files.readUsed("bbbbbbbbbbbb"); got != (usedTime{}) {
		t.Errorf("a missing note: %+v", got)
	}
}

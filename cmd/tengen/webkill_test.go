package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestWebKilled kills the server again and again while people play, write, solve problems, and wait for an analysis and
// a review. The next server knows everything that the killed one has answered for, and nothing more than one further
// request that it could not answer any more.
func TestWebKilled(t *testing.T) {
	kills := 4
	if os.Getenv("TENGEN_LONG") != "" {
		kills = 20
	}
	k := killedWeb{T: t, program: buildWeb(t), home: t.TempDir(), data: t.TempDir()}
	k.begin()
	rng := rand.New(rand.NewPCG(1, 2))
	for range kills {
		k.work(time.Duration(300+rng.IntN(700)) * time.Millisecond)
		k.check()
	}
	t.Logf("%d kills: %d moves, %d comments, %d answers, %d of %d positions of the review", kills, k.moves.known, k.comments.known, k.answers.known, k.judged, k.positions)
	if k.moves.known < kills || k.comments.known < kills || k.answers.known < kills || k.positions == 0 {
		t.Error("hardly anything was done between the kills")
	}
}

// tally counts requests. The server has answered for the first known ones; tried is known, or one more.
type tally struct{ known, tried int }

// killedWeb is the work of some people with servers that are killed.
type killedWeb struct {
	*testing.T
	program, home, data      string
	game, record             string
	moves, comments, answers tally
	judged, positions        int
}

// killedBoard is the side of the board of the game.
const killedBoard = 19

func (k *killedWeb) begin() {
	w, c := runWeb(k.T, k.program, k.home, "--data", k.data)
	defer func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	}()
	var answer struct{ ID string }
	k.must(w, "/api/games", fmt.Sprintf(`{"width":%d,"height":%[1]d,"human":"both","rules":"tromp-taylor"}`, killedBoard), &answer)
	k.game = answer.ID
	var made struct{ ID string }
	// A long game, so that its review does not end before the last kill.
	text := "(;SZ[19]" + strings.Repeat(";B[dd];W[pp];B[dp];W[pd];B[];W[]", 40) + ")"
	k.must(w, "/api/records?name=game.sgf", text, &made)
	k.record = made.ID
}

// must makes a request that has to succeed.
func (k *killedWeb) must(w *webProcess, path, body string, into any) {
	k.Helper()
	if status, err := w.call("POST", path, strings.NewReader(body), into); err != nil || status != http.StatusOK {
		k.Fatalf("POST %s: got status %d, %v, want status 200", path, status, err)
	}
}

// work starts a server and lets people work with it. It kills the server some time after each of them has got an
// answer.
func (k *killedWeb) work(lasts time.Duration) {
	k.Helper()
	w, c := runWeb(k.T, k.program, k.home, "--data", k.data)
	ctx, cancel := context.WithCancel(k.Context())
	defer cancel()
	var people, answered sync.WaitGroup
	begins := func() (answer func()) {
		answered.Add(1)
		return sync.OnceFunc(answered.Done)
	}
	moved, written, solved, reviewed := begins(), begins(), begins(), begins()
	people.Go(func() { k.repeat(&k.moves, moved, func() bool { return k.move(w) }) })
	people.Go(func() { k.write(w, written) })
	people.Go(func() { k.repeat(&k.answers, solved, func() bool { return k.answer(w) }) })
	people.Go(func() { w.stream(ctx, "POST", "/api/analyses", `{"client":"me","play":"`+k.game+`"}`, nil) })
	people.Go(func() {
		defer reviewed()
		w.stream(ctx, "GET", "/api/records/"+k.record+"/review/events?search=1", "", func(line string) {
			var r struct{ Judged, Positions int }
			if data, ok := strings.CutPrefix(line, "data: "); ok && json.Unmarshal([]byte(data), &r) == nil && r.Positions > 0 {
				k.judged, k.positions = max(k.judged, r.Judged), r.Positions
				reviewed()
			}
		})
	})
	slow := time.AfterFunc(time.Minute, func() {
		k.Error("a request has no answer after a minute")
		_ = c.Process.Kill()
	})
	answered.Wait()
	slow.Stop()
	time.Sleep(lasts)
	if err := c.Process.Kill(); err != nil {
		k.Error(err)
	}
	_ = c.Wait() // it reports the signal
	cancel()
	people.Wait()
}

// repeat makes requests until one has no answer or is refused. It calls answered after each answer, and at the end.
func (k *killedWeb) repeat(n *tally, answered func(), request func() bool) {
	defer answered()
	for n.tried = n.known + 1; request(); n.tried++ {
		n.known = n.tried
		answered()
	}
}

// ok reports whether the server has answered a request. A refusal is a fault.
func (k *killedWeb) ok(w *webProcess, path, body string, into any) bool {
	status, err := w.call("POST", path, strings.NewReader(body), into)
	if err == nil && status != http.StatusOK {
		k.Errorf("POST %s %s: got status %d, want 200", path, body, status)
	}
	return err == nil && status == http.StatusOK
}

// move plays the next move: point after point, and a point of each column is left empty.
func (k *killedWeb) move(w *webProcess) bool {
	if k.moves.known >= killedBoard*(killedBoard-1) {
		return false
	}
	var answer struct{ Number int }
	column, row := k.moves.known%killedBoard, k.moves.known/killedBoard
	return k.ok(w, "/api/games/"+k.game+"/play", fmt.Sprintf(`{"number":%d,"vertex":"%c%d"}`, k.moves.known+1, "ABCDEFGHJKLMNOPQRST"[column], row+1), &answer)
}

// write writes the numbers of the comments into the record, one after the other. The version of a record holds for one
// process.
func (k *killedWeb) write(w *webProcess, answered func()) {
	defer answered()
	var answer struct{ Version int }
	if _, err := w.call("GET", "/api/records/"+k.record+"/nodes/3", nil, &answer); err != nil {
		return
	}
	k.repeat(&k.comments, answered, func() bool {
		return k.ok(w, "/api/records/"+k.record+"/edit", fmt.Sprintf(`{"version":%d,"node":3,"op":"comment","text":"%d"}`, answer.Version, k.comments.tried), &answer)
	})
}

// answer gives a right answer in the course.
func (k *killedWeb) answer(w *webProcess) bool {
	var answer struct{ Verdict string }
	return k.ok(w, "/api/lessons/course/capture/0/answer", `{"moves":[],"vertex":"D3"}`, &answer)
}

// stream reads the lines of an answer until the connection breaks.
func (w *webProcess) stream(ctx context.Context, method, path, body string, line func(string)) {
	req, err := http.NewRequestWithContext(ctx, method, w.url+path, strings.NewReader(body))
	if err != nil {
		w.Error(err)
		return
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return // killed
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		w.Errorf("%s %s: got status %d, want 200", method, path, resp.StatusCode)
	}
	text := bufio.NewScanner(resp.Body)
	text.Buffer(nil, 16<<20) // a review is one long line
	for text.Scan() {
		if line != nil {
			line(text.Text())
		}
	}
}

// check starts a server on what the killed one has left, and compares.
func (k *killedWeb) check() {
	k.Helper()
	w, c := runWeb(k.T, k.program, k.home, "--data", k.data)
	defer func() {
		_ = c.Process.Signal(os.Interrupt)
		if err := c.Wait(); err != nil {
			k.Errorf("the server ended with %v", err)
		}
	}()
	get := func(path string, into any) {
		if status, err := w.call("GET", path, nil, into); err != nil || status != http.StatusOK {
			k.Fatalf("GET %s: got status %d, %v, want status 200", path, status, err)
		}
	}
	var game struct{ Moves []any }
	get("/api/games/"+k.game, &game)
	k.same("moves", &k.moves, len(game.Moves))
	var node struct{ Comment string }
	get("/api/records/"+k.record+"/nodes/3", &node)
	written := 0
	if node.Comment != "" {
		if _, err := fmt.Sscan(node.Comment, &written); err != nil {
			k.Errorf("the comment is %q", node.Comment)
		}
	}
	k.same("comments", &k.comments, written)
	var step struct{ Item struct{ Solved int } }
	get("/api/lessons/course/capture/0", &step)
	k.same("answers", &k.answers, step.Item.Solved)
	var review struct{ Judged int }
	get("/api/records/"+k.record+"/review", &review)
	if review.Judged < k.judged {
		k.Errorf("the review has %d judged positions, but %d were shown", review.Judged, k.judged)
	}
}

// same compares a number with the answered and the tried requests.
func (k *killedWeb) same(what string, n *tally, got int) {
	k.Helper()
	if got != n.known && got != n.tried {
		k.Errorf("%s: got %d, but %d were answered and %d tried", what, got, n.known, n.tried)
	}
	n.known = got
}

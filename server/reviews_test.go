package server

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/mcts"
	"tengen/review"
	"tengen/server/reviews"
)

// oracle is a searcher with fixed results: every move of Black loses six points, and the best move is always B2.
type oracle struct {
	searches atomic.Int32
	judge    string                                         // "oracle" unless set
	best     string                                         // "B2" unless set
	workers  int                                            // 2 unless set
	before   func(ctx context.Context, g *baduk.Game) error // called before each search
}

func (o *oracle) Search(ctx context.Context, g *baduk.Game, visits int) (mcts.Result, error) {
	if o.before != nil {
		if err := o.before(ctx, g); err != nil {
			return mcts.Result{}, err
		}
	}
	o.searches.Add(1)
	black := (g.Len() + 1) / 2
	r := mcts.Result{Visits: visits, Win: 1 / float64(2+black), Lead: 3 - 6*float64(black), Ownership: make([]float32, g.Graph().Len())}
	best, _ := g.Graph().ParseVertex(cmp.Or(o.best, "B2"))
	if g.Legal(baduk.Move{Color: g.ToPlay(), Point: best}) != baduk.Legal {
		best = baduk.Pass
	}
	first := baduk.Move{Color: g.ToPlay(), Point: best}
	r.Moves = []mcts.MoveInfo{{Move: first, Visits: visits, Prior: 0.5, Values: mcts.Values{Win: r.Win, Lead: r.Lead}, PV: []baduk.Move{first}}}
	return r, nil
}

// reviewedGame is a game of twelve moves. White's moves have no value.
const reviewedGame = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Chinese]PB[Ada]PW[Eve]BR[9d]WR[9d]C[mine];B[ee];W[gc];B[cg];W[gg];B[cc];W[ge];B[ec];W[eg];B[df];W[gh];B[fd];W[hd])"

func newReviewRig(t *testing.T, dir string, o *oracle, change ...func(*Options)) *rig {
	t.Helper()
	return newRig(t, dir, append(change, func(opt *Options) {
		opt.Review = func(*baduk.Graph) review.Options {
			return review.Options{Searcher: o, Visits: 10, Workers: cmp.Or(o.workers, 2), Judge: cmp.Or(o.judge, "oracle"), Model: "none", Way: "test"}
		}
	})...)
}

// reviewStream receives the events of a review until it is closed.
type reviewStream struct {
	*rig
	states chan reviews.State
	refuse chan string
	close  func()
}

func (l *rig) review(query string) *reviewStream {
	l.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	req, _ := http.NewRequestWithContext(ctx, "GET", l.http.URL+"/api/records/"+query, nil)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		l.Fatal(err)
	}
	if resp.StatusCode != 200 {
		l.Fatalf("the stream %s: status %d", query, resp.StatusCode)
	}
	r := &reviewStream{rig: l, states: make(chan reviews.State, 100), refuse: make(chan string, 100)}
	var reader sync.WaitGroup
	reader.Go(func() {
		defer resp.Body.Close()
		lines := bufio.NewScanner(resp.Body)
		lines.Buffer(nil, 1<<20)
		event := ""
		for lines.Scan() {
			if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				event = name
			}
			data, ok := strings.CutPrefix(lines.Text(), "data: ")
			switch {
			case !ok:
			case event == "refused":
				r.refuse <- data
			default:
				var s reviews.State
				if err := json.Unmarshal([]byte(data), &s); err != nil {
					l.Error(err)
				}
				r.states <- s
			}
		}
	})
	r.close = func() { cancel(); reader.Wait() }
	l.Cleanup(r.close)
	return r
}

// until waits for a state.
func (r *reviewStream) until(done func(reviews.State) bool) reviews.State {
	r.Helper()
	var last reviews.State
	inVain := time.After(late)
	for {
		select {
		case s := <-r.states:
			if last = s; done(s) {
				return s
			}
		case why := <-r.refuse:
			r.Fatalf("refused: %s", why)
		case <-inVain:
			r.Fatalf("the state did not come: the last one was %s with %d of %d positions", last.Doing, last.Judged, last.Positions)
		}
	}
}

func isDone(s reviews.State) bool { return s.Doing == "done" }

func (l *rig) reviewNow(id, query string) reviews.State {
	l.Helper()
	var s reviews.State
	if status := l.call("GET", "/api/records/"+id+"/review"+query, nil, &s); status != 200 {
		l.Fatalf("the review: status %d", status)
	}
	return s
}

// A review grows while a client is connected and says what each move lost. After a restart it is complete without
// another search, for another level too.
func TestReviewGrows(t *testing.T) {
	dir := t.TempDir()
	o := &oracle{}
	l := newReviewRig(t, dir, o)
	id := l.upload("game.sgf", reviewedGame).ID
	if s := l.reviewNow(id, ""); s.Doing != "stopped" || s.Judged != 0 || s.Positions != 13 || len(s.Win) != 13 || o.searches.Load() != 0 {
		t.Fatalf("before the search: %+v", s)
	}
	s := l.review(id + "/review/events?search=1").until(isDone)
	if s.Judged != 13 || o.searches.Load() != 13 || !strings.Contains(s.By, "oracle") {
		t.Fatalf("%d positions were judged by %d searches, with the net %s", s.Judged, o.searches.Load(), s.By)
	}
	if *s.Lead[0] != 3 || *s.Lead[1] != -3 || *s.Lead[2] != -3 || s.Nodes[12] != 12 || s.Players[0].Name != "Ada" || s.Levels["black"] != "9d" {
		t.Errorf("leads %v %v, nodes %v, %+v", *s.Lead[0], *s.Lead[1], s.Nodes, s.Players[0])
	}
	first := s.Moves[0]
	if !first.Known || first.Loss != 6 || first.Category != "blunder" || strings.Join(first.Better, " ") != "B2" || first.Color != "black" || first.Vertex != "E5" {
		t.Errorf("the first move: %+v", first)
	}
	if s.Moves[1].Loss != 0 || s.Moves[1].Better != nil || len(s.Moments) == 0 || s.Players[0].Loss != 6 || s.Players[1].Loss != 0 {
		t.Errorf("moments %v, players %+v", s.Moments, s.Players)
	}
	if weak := l.reviewNow(id, "?level=20k"); weak.Level != "20k" || weak.Levels["white"] != "20k" || weak.Judged != 13 {
		t.Errorf("for 20 kyu: %+v", weak.Levels)
	}
	l.refused(400, "GET", "/api/records/"+id+"/review?level=40k", nil)
	l.refused(404, "GET", "/api/records/"+id+"/review?game=1", nil)
	l.refused(404, "GET", "/api/records/aaaaaaaaaaaa/review", nil)
	l.stop()
	l = newReviewRig(t, dir, o)
	if s := l.reviewNow(id, ""); s.Doing != "done" || s.Judged != 13 || o.searches.Load() != 13 {
		t.Errorf("after a restart: %s, %d judged, %d searches", s.Doing, s.Judged, o.searches.Load())
	}
}

// A search ends when the last client leaves, and continues from the same position for the next client.
func TestReviewStops(t *testing.T) {
	step := make(chan bool)
	o := &oracle{workers: 1, before: func(ctx context.Context, _ *baduk.Game) error {
		select {
		case <-step:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}}
	l := newReviewRig(t, t.TempDir(), o)
	id := l.upload("game.sgf", reviewedGame).ID
	a, b := l.review(id+"/review/events?search=1"), l.review(id+"/review/events")
	for range 5 {
		step <- true
	}
	if s := b.until(func(s reviews.State) bool { return s.Judged >= 4 }); s.Doing != "searching" || s.Seconds == nil {
		t.Errorf("the second page: %+v", s)
	}
	a.close()
	s := b.until(func(s reviews.State) bool { return s.Doing == "stopped" })
	select {
	case step <- true:
		t.Error("the search continues although no client is connected")
	case <-time.After(50 * time.Millisecond):
	}
	close(step)
	l.review(id + "/review/events?search=1&level=5k").until(isDone)
	b.until(isDone)
	if o.searches.Load() != 13 || s.Judged >= 13 {
		t.Errorf("%d searches of 13 positions, stopped at %d", o.searches.Load(), s.Judged)
	}
}

// The search stops while an engine thinks. Then it repeats the search that was cancelled.
func TestReviewYields(t *testing.T) {
	thinks, moves := make(chan bool, 1), make(chan bool)
	began := make(chan bool, 100)
	var free atomic.Bool
	o := &oracle{before: func(ctx context.Context, _ *baduk.Game) error {
		if free.Load() {
			return nil
		}
		began <- true
		<-ctx.Done()
		return nil // a cancelled search returns its result so far
	}}
	l := newReviewRig(t, t.TempDir(), o, func(opt *Options) {
		opt.NewPlayer = func() (Player, error) {
			return &first{before: func(ctx context.Context) error {
				thinks <- true
				select {
				case <-moves:
				case <-ctx.Done():
				}
				return ctx.Err()
			}}, nil
		}
	})
	id := l.upload("game.sgf", reviewedGame).ID
	r := l.review(id + "/review/events?search=1")
	<-began
	game := l.create(object{})
	var x object
	l.call("POST", "/api/games/"+game.ID+"/play", object{"number": 1, "vertex": "E5"}, &x)
	<-thinks
	r.until(func(s reviews.State) bool { return s.Doing == "waiting" })
	free.Store(true)
	if s := l.reviewNow(id, ""); s.Judged != 0 {
		t.Errorf("%d positions were judged although their searches were cancelled", s.Judged)
	}
	moves <- true
	if s := r.until(isDone); s.Judged != 13 {
		t.Errorf("the finished review is %+v, want 13 judged moves", s)
	}
}

// Failures give a message, and the server continues.
func TestReviewFails(t *testing.T) {
	var wrong atomic.Value
	wrong.Store("panic")
	o := &oracle{before: func(context.Context, *baduk.Game) error {
		switch wrong.Load() {
		case "panic":
			panic("out of its mind")
		case "error":
			return errors.New("no memory is left")
		}
		return nil
	}}
	l := newReviewRig(t, t.TempDir(), o)
	id := l.upload("game.sgf", reviewedGame).ID
	for _, kind := range []string{"panic", "error"} {
		wrong.Store(kind)
		r := l.review(id + "/review/events?search=1")
		s := r.until(func(s reviews.State) bool { return s.Doing == "failed" })
		if want := map[string]string{"panic": "out of its mind", "error": "no memory is left"}[kind]; !strings.Contains(s.Error, want) {
			t.Errorf("a search that ends with a %s: got the error %q, want %q in it", kind, s.Error, want)
		}
		r.close()
	}
	wrong.Store("")
	l.review(id + "/review/events?search=1").until(isDone)

	empty := l.upload("empty.sgf", "(;SZ[9]AB[ee])").ID
	if e := l.refused(422, "GET", "/api/records/"+empty+"/review", nil); !strings.Contains(e.Sentence, "no moves") {
		t.Errorf("the review of an empty record: got the error %q, want that it has no moves", e.Sentence)
	}
	l.refused(422, "POST", "/api/records/"+empty+"/edit", object{"version": l.recordNow(empty).Version, "op": "review"})
	none := newRig(t, t.TempDir())
	if e := none.refused(404, "GET", "/api/records/"+none.upload("game.sgf", reviewedGame).ID+"/review", nil); !strings.Contains(e.Sentence, "turned off") {
		t.Errorf("the review without an engine: got the error %q, want that reviews are turned off", e.Sentence)
	}
}

// recordNow returns the current state of a record.
func (l *rig) recordNow(id string) record {
	l.Helper()
	var r record
	if status := l.call("GET", "/api/records/"+id, nil, &r); status != 200 {
		l.Fatalf("record %s: status %d", id, status)
	}
	return r
}

// The review follows the main line. Earlier searches of its positions are still used, and comments change nothing. When
// the record is deleted, the stream ends and the journal is removed.
func TestReviewFollows(t *testing.T) {
	dir := t.TempDir()
	o := &oracle{}
	l := newReviewRig(t, dir, o)
	id := l.upload("game.sgf", reviewedGame).ID
	r := l.review(id + "/review/events?search=1")
	before := r.until(isDone)
	edit := func(body object) {
		t.Helper()
		body["version"] = l.recordNow(id).Version
		var answer json.RawMessage
		if status := l.call("POST", "/api/records/"+id+"/edit", body, &answer); status != 200 {
			t.Fatalf("%v: status %d, %s", body, status, answer)
		}
	}
	edit(object{"op": "comment", "node": 3, "text": "words"})
	if s := l.reviewNow(id, ""); s.Of != before.Of {
		t.Error("a comment began another review")
	}
	edit(object{"op": "play", "node": 12, "vertex": "A1"})
	s := r.until(func(s reviews.State) bool { return s.Positions == 14 && isDone(s) })
	if s.Of == before.Of || s.Judged != 14 || o.searches.Load() != 14 {
		t.Errorf("%d judged by %d searches", s.Judged, o.searches.Load())
	}
	trained := func() (n struct{ Of int }) {
		t.Helper()
		if status := l.call("POST", "/api/mistakes", object{"record": id, "game": 0, "color": "black"}, &n); status != 200 {
			t.Errorf("the mistakes: status %d", status)
		}
		return n
	}
	mistakes := trained()
	edit(object{"op": "info", "info": object{"blackRank": "20k"}})
	r.until(func(s reviews.State) bool { return s.Levels["black"] == "20k" && s.Levels["white"] == "9d" })
	if o.searches.Load() != 14 {
		t.Error("a change of the game info began a search")
	}
	if again := trained(); mistakes.Of == 0 || again != mistakes {
		t.Errorf("after a change of the game info there are %d mistakes to train, before %d", again.Of, mistakes.Of)
	}
	var x object
	l.call("DELETE", "/api/records/"+id, nil, &x)
	select {
	case <-r.refuse:
	case <-time.After(late):
		t.Error("the client was not told that the record was deleted")
	}
	r.close()
	l.stop()
	gone := func() {
		t.Helper()
		if left, _ := filepath.Glob(filepath.Join(dir, "reviews", "*")); len(left) > 0 {
			t.Errorf("a deleted record left the files %v", left)
		}
	}
	gone()
	if err := os.WriteFile(filepath.Join(dir, "reviews", id+".journal"), nil, 0o644); err != nil { // after a crash
		t.Fatal(err)
	}
	newReviewRig(t, dir, o)
	gone()
}

// TestReviewDeleted: the journal of a review that no client shows is deleted together with the record, and no other
// journal.
func TestReviewDeleted(t *testing.T) {
	dir := t.TempDir()
	l := newReviewRig(t, dir, &oracle{})
	var ids []string
	for _, text := range []string{reviewedGame, reviewedGame + "\n"} {
		id := l.upload("game.sgf", text).ID
		r := l.review(id + "/review/events?search=1")
		r.until(isDone)
		r.close()
		ids = append(ids, id)
	}
	l.stop()
	journals := func() int {
		all, err := filepath.Glob(filepath.Join(dir, "reviews", "*.journal"))
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	l = newReviewRig(t, dir, &oracle{})
	if n := journals(); n != 2 {
		t.Fatalf("%d journals of two reviews", n)
	}
	var x object
	if status := l.call("DELETE", "/api/records/"+ids[0], nil, &x); status != 200 || journals() != 1 {
		t.Errorf("after a record was deleted (status %d): %d journals, want 1", status, journals())
	}
	if s := l.reviewNow(ids[1], ""); !isDone(s) {
		t.Errorf("the other review: %+v, want it done", s)
	}
}

// All clients get the same review, whatever they change in the record in the meantime.
func TestReviewCrowd(t *testing.T) {
	o := &oracle{before: func(context.Context, *baduk.Game) error { time.Sleep(time.Millisecond); return nil }}
	l := newReviewRig(t, t.TempDir(), o)
	id := l.upload("game.sgf", reviewedGame).ID
	var crowd sync.WaitGroup
	for i := range 6 {
		crowd.Go(func() {
			r := l.review(fmt.Sprintf("%s/review/events?search=1&level=%v", id, engine.Kyu20+engine.Rank(4*i)))
			if i%2 == 0 {
				r.close()
				return
			}
			if s := r.until(isDone); s.Judged != s.Positions {
				t.Errorf("%d of %d", s.Judged, s.Positions)
			}
		})
	}
	crowd.Wait()
	if n := o.searches.Load(); n < 13 || n > 26 {
		t.Errorf("the clients caused %d searches", n)
	}
	for begun := time.Now(); l.openStreams() > 3; time.Sleep(time.Millisecond) { // the server notices after a moment that a client has left
		if time.Since(begun) > late {
			t.Fatalf("%d streams are open, want 3", l.openStreams())
		}
	}
}

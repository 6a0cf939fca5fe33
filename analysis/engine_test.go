package analysis

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tengen/eval"
)

const board9 = `"rules":"tromp-taylor","boardXSize":9,"boardYSize":9,"moves":[["b","E5"],["w","C3"],["b","G7"]]`

// gate is an evaluator that waits for a token before each evaluation.
type gate struct {
	eval.Evaluator
	open  chan struct{} // each token permits one evaluation; once the channel is closed, all are permitted
	asked atomic.Int64  // evaluations that were begun
}

func newGate() *gate { return &gate{Evaluator: eval.Hashed(1), open: make(chan struct{})} }

func (g *gate) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	g.asked.Add(1)
	<-g.open
	return g.Evaluator.Evaluate(ctx, in, out)
}

// until waits until another goroutine has made a condition true.
func until(t *testing.T, condition func() bool) {
	t.Helper()
	for begun := time.Now(); !condition(); time.Sleep(time.Millisecond) {
		if time.Since(begun) > late {
			t.Fatalf("the condition is not true after %v", late)
		}
	}
}

// TestPriority checks that the position with the largest priority is searched first, and the oldest of
// positions with equal priority.
func TestPriority(t *testing.T) {
	g := newGate()
	e := newTestEngine(t, func(o *Options) { o.Evaluator, o.Threads = always(g), 1 })
	c := newClient(t, e)
	c.send(`{"id":"first",` + board9 + `}`)
	until(t, func() bool { return g.asked.Load() == 1 })
	c.send(`{"id":"low",`+board9+`,"priority":-1}`, `{"id":"a",`+board9+`,"analyzeTurns":[0,1,2],"priorities":[0,7,0]}`, `{"id":"b",`+board9+`}`, `{"id":"high",`+board9+`,"priority":5}`)
	close(g.open)
	var order []string
	for _, o := range c.rest() {
		order = append(order, fmt.Sprint(o["id"], o["turnNumber"]))
	}
	if want := []string{"first3", "a1", "high3", "a0", "a2", "b3", "low3"}; !reflect.DeepEqual(order, want) {
		t.Errorf("positions were answered in the order %v, want %v", order, want)
	}
}

// TestTerminate checks that terminated positions are answered once: pending ones immediately, searched ones with the
// results so far. Queries of another session are not affected.
func TestTerminate(t *testing.T) {
	g := newGate()
	e := newTestEngine(t, func(o *Options) { o.Evaluator, o.Threads = always(g), 1 })
	c, other := newClient(t, e), newClient(t, e)
	c.send(`{"id":"run",` + board9 + `,"maxVisits":1000000}`)
	until(t, func() bool { return g.asked.Load() == 1 })
	other.send(`{"id":"run",` + board9 + `,"maxVisits":3}`)
	c.send(`{"id":"wait",`+board9+`,"analyzeTurns":[0,1,2]}`, `{"id":"t","action":"terminate","terminateId":"wait","turnNumbers":[2,0,9]}`)
	for _, turn := range []float64{0, 2} {
		if o, want := c.read(), (map[string]any{"id": "wait", "turnNumber": turn, "isDuringSearch": false, "noResults": true}); !reflect.DeepEqual(o, want) {
			t.Errorf("got %v, want %v", o, want)
		}
	}
	if o := c.read(); o["action"] != "terminate" || o["id"] != "t" {
		t.Errorf("got %v, want the answer to the action t", o)
	}
	c.send(`{"id":"all","action":"terminate_all"}`)
	if o := c.read(); o["noResults"] != true || o["turnNumber"] != 1.0 {
		t.Errorf("got %v, want turn 1 without results", o)
	}
	if o := c.read(); o["action"] != "terminate_all" {
		t.Errorf("got %v, want the answer to terminate_all", o)
	}
	close(g.open)
	list := c.rest()
	if len(list) != 1 || list[0]["id"] != "run" || list[0]["rootInfo"].(map[string]any)["visits"].(float64) > 1000 {
		t.Errorf("got %v, want one answer to run with at most 1000 visits", list)
	}
	if list := other.rest(); len(list) != 1 || list[0]["rootInfo"].(map[string]any)["visits"] != 3.0 {
		t.Errorf("the other session got %v, want one answer with 3 visits", list)
	}
}

// TestBounds checks that a query beyond the limits of positions and bytes is refused with its id, and accepted later.
func TestBounds(t *testing.T) {
	g := newGate()
	e := newTestEngine(t, func(o *Options) { o.Evaluator, o.Threads, o.MaxPositions, o.MaxQueries = always(g), 1, 3, 500 })
	c := newClient(t, e)
	c.send(`{"id":"a",`+board9+`,"analyzeTurns":[0,1]}`, `{"id":"b",`+board9+`,"analyzeTurns":[0,1]}`)
	if o := c.read(); o["id"] != "b" || !strings.Contains(fmt.Sprint(o["error"]), "too many positions: 2 are pending") {
		t.Errorf("got %v, want an error about too many positions for b", o)
	}
	c.send(`{"id":"c",` + board9 + `,"initialStones":[` + strings.Repeat(`["b","a1"],`, 50) + `["b","a1"]]}`)
	if o := c.read(); o["id"] != "c" || !strings.Contains(fmt.Sprint(o["error"]), "too many queries") {
		t.Errorf("got %v, want an error about too many queries for c", o)
	}
	close(g.open)
	for range 2 {
		if o := c.read(); o["id"] != "a" {
			t.Errorf("got %v, want an answer to a", o)
		}
	}
	until(t, func() bool { e.mu.Lock(); defer e.mu.Unlock(); return e.positions == 0 && e.bytes == 0 })
	c.send(`{"id":"b",` + board9 + `,"analyzeTurns":[0,1,2]}`)
	if list := c.rest(); len(list) != 3 {
		t.Errorf("got %v, want three answers", list)
	}
}

// TestLongLine checks that a line of ten megabytes is answered by an error, and that the next lines are read.
func TestLongLine(t *testing.T) {
	e := newTestEngine(t, nil)
	long := `{"id":"long","moves":"` + strings.Repeat("x", 10<<20) + `"}`
	fits := `{"id":"fits",` + board9 + `,"x":"` + strings.Repeat("x", MaxLine-200) + `"}`
	in := strings.NewReader(long + "\n\n  \r\n" + `{"id":"next",` + board9 + "}\r\n" + fits + "\n" + `{"id":"last",` + board9 + `}`)
	var out bytes.Buffer
	if err := e.Serve(t.Context(), in, &out, Wait); err != nil {
		t.Fatal(err)
	}
	ids := map[string]int{}
	for line := range bytes.Lines(out.Bytes()) {
		o := decoded(t, bytes.TrimSpace(line))
		ids[fmt.Sprint(o["id"])]++
		if o["id"] == "long" && o["error"] != "Request line is longer than 4194304 bytes, ignoring it" {
			t.Errorf("got %v, want the error about a long line", o)
		}
	}
	if want := map[string]int{"next": 1, "last": 1, "fits": 2}; ids["long"]+ids["<nil>"] != 1 || ids["next"] != 1 || ids["fits"] != 2 || ids["last"] != 1 {
		t.Errorf("answers by id: got %v, want %v and one for the long line", ids, want)
	}
}

// TestUnread checks that a client that does not read its answers is made to wait, and that other clients are not.
func TestUnread(t *testing.T) {
	e := newTestEngine(t, func(o *Options) { o.Settings.Set("maxVisits", "2") })
	deaf, c := e.NewSession(), newClient(t, e)
	defer deaf.Close()
	query := []byte(`{"id":"deaf",` + strings.Replace(board9, "9", "19", 2) + `,"includeOwnership":true,"includePolicy":true,"includeMovesOwnership":true,"analyzeTurns":[0,1,2,3]}`)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	quit := make(chan error, 1)
	go func() {
		for {
			if err := deaf.Line(ctx, query); err != nil {
				quit <- err
				return
			}
		}
	}()
	until(t, func() bool { e.mu.Lock(); defer e.mu.Unlock(); return deaf.waiting >= maxWaiting })
	c.send(`{"id":"a",` + board9 + `}`)
	if o := c.read(); o["id"] != "a" {
		t.Errorf("the other client got %v, want the answer to a", o)
	}
	time.Sleep(50 * time.Millisecond)
	e.mu.Lock()
	if deaf.waiting > 2*maxWaiting {
		t.Errorf("%d bytes wait for a client that does not read, want at most %d", deaf.waiting, 2*maxWaiting)
	}
	e.mu.Unlock()
	cancel()
	if err := <-quit; !errors.Is(err, context.Canceled) {
		t.Errorf("Line returned %v, want context.Canceled", err)
	}
}

// TestReports checks that reports come during the search, and not after the final answer. The evaluator makes
// the search wait for them.
func TestReports(t *testing.T) {
	g := newGate()
	e := newTestEngine(t, func(o *Options) { o.Evaluator = always(g) })
	c := newClient(t, e)
	c.send(`{"id":"a",` + board9 + `,"maxVisits":200,"reportDuringSearchEvery":0.02,"firstReportDuringSearchAfter":0.01}`)
	for range 5 {
		g.open <- struct{}{}
	}
	for range 3 {
		if o := c.read(); o["isDuringSearch"] != true || o["rootInfo"].(map[string]any)["visits"].(float64) > 5 {
			t.Errorf("during the search got %v, want a report with at most 5 visits", o)
		}
	}
	close(g.open)
	o := c.read()
	for o["isDuringSearch"] == true {
		o = c.read()
	}
	if o["rootInfo"].(map[string]any)["visits"] != 200.0 {
		t.Errorf("at the end got %v, want 200 visits", o)
	}
	if list := c.rest(); len(list) > 0 {
		t.Errorf("after the final answer got %v, want nothing", list)
	}
}

// slowly is an evaluator that takes at least a millisecond.
type slowly struct{ eval.Evaluator }

func (s slowly) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	time.Sleep(time.Millisecond)
	return s.Evaluator.Evaluate(ctx, in, out)
}

// TestFailures checks that a position gets its final answer even if the evaluator returns an error or panics.
func TestFailures(t *testing.T) {
	for name, fail := range map[string]func() error{"error": func() error { return errors.New("no electricity") }, "panic": func() error { panic("no electricity") }} {
		e := newTestEngine(t, func(o *Options) {
			o.Evaluator = always(failing{eval.Hashed(1), fail})
		})
		c := newClient(t, e)
		c.send(`{"id":"a",` + board9 + `}`)
		list := c.rest()
		if len(list) != 2 || !strings.Contains(fmt.Sprint(list[0]["error"]), "no electricity") || list[0]["id"] != "a" || list[1]["noResults"] != true {
			t.Errorf("%s: got %v, want the error and an answer without results", name, list)
		}
	}
}

// failing is an evaluator that fails.
type failing struct {
	eval.Evaluator
	fail func() error
}

func (f failing) Evaluate(context.Context, []eval.Query, []eval.Evaluation) error { return f.fail() }

// TestQuit checks that [Quit] drops pending positions at the end of the input, and writes the answers that are ready.
func TestQuit(t *testing.T) {
	g := newGate()
	e := newTestEngine(t, func(o *Options) { o.Evaluator, o.Threads = always(g), 1 })
	var out bytes.Buffer
	in, write := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- e.Serve(t.Context(), in, &out, Quit) }()
	fmt.Fprintln(write, `{"id":"a",`+board9+`,"analyzeTurns":[0,1,2]}`)
	fmt.Fprintln(write, `{"id":"v","action":"query_version"}`)
	until(t, func() bool { return g.asked.Load() == 1 })
	write.Close()
	until(t, func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		for s := range e.sessions {
			return s.abandoned
		}
		return false
	})
	close(g.open)
	if err := <-served; err != nil {
		t.Error(err)
	}
	if got := strings.TrimSpace(out.String()); got != `{"action":"query_version","git_hash":"r","id":"v","version":"1"}` {
		t.Errorf("got %.300q, want only the answer to query_version", got)
	}
}

// TestClosed checks the errors when an engine or a session is used after it was closed.
func TestClosed(t *testing.T) {
	e := newTestEngine(t, nil)
	s := e.NewSession()
	s.Close()
	if err := s.Line(t.Context(), []byte("{}")); !errors.Is(err, errClosed) {
		t.Errorf("Line of a closed session: got %v, want %v", err, errClosed)
	}
	if _, err := s.Next(t.Context()); err != io.EOF {
		t.Errorf("Next of a closed session: got %v, want EOF", err)
	}
	e.Close()
	s = e.NewSession()
	if err := s.Line(t.Context(), []byte("{}")); !errors.Is(err, errClosed) {
		t.Errorf("Line of a closed engine: got %v, want %v", err, errClosed)
	}
	if err := e.Serve(t.Context(), strings.NewReader("{}\n"), io.Discard, Wait); err != nil {
		t.Errorf("Serve of a closed engine: got %v, want no error", err)
	}
	s.Close()
	if _, err := New(Options{}); err == nil {
		t.Error("New accepts options without an evaluator")
	}
}

// looking is an evaluator whose judgement of the root depends on the number of its evaluation.
type looking struct{ eval.Evaluator }

func (looking) Info() eval.Info { return eval.Info{Name: "looking", Scores: true} }

func (l looking) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	err := l.Evaluator.Evaluate(ctx, in, out)
	for i := range in {
		out[i].Lead = float32(in[i].Look)
		out[i].Policy[0] *= 1 + float32(in[i].Look)
	}
	return err
}

// TestLooks checks that the reported judgement of the root is the mean of rootNumSymmetriesToSample
// evaluations.
func TestLooks(t *testing.T) {
	e := newTestEngine(t, func(o *Options) {
		o.Evaluator = always(looking{eval.Hashed(1)})
	})
	once := 0.0
	for _, looks := range []int{1, 2, 8} {
		want := float64(looks-1) / 2
		c := newClient(t, e)
		c.send(fmt.Sprintf(`{"id":"x",%s,"includePolicy":true,"overrideSettings":{"rootNumSymmetriesToSample":%d}}`, board9, looks))
		o := c.read()
		policy := o["policy"].([]any)
		if lead := o["rootInfo"].(map[string]any)["rawLead"]; lead != -want { // White is to move
			t.Errorf("%d looks: got a lead of %v, want %v", looks, lead, -want)
		}
		got := policy[0].(float64) / policy[1].(float64)
		if looks == 1 {
			once = got
		}
		if math.Abs(got/once-1-want) > 1e-3 {
			t.Errorf("%d looks: the first point's share of the policy is %v times the one for a single look, want %v times", looks, got/once, 1+want)
		}
	}
}

// TestMemoryUsed: if the searches of a query end because their memory is used up, the log says so once.
func TestMemoryUsed(t *testing.T) {
	var said bytes.Buffer
	e := newTestEngine(t, func(o *Options) {
		o.SearchMemory, o.Threads, o.Log = 1, 1, slog.New(slog.NewTextHandler(&said, nil)) // a search has at least 4 MiB
	})
	c := newClient(t, e)
	c.send(`{"id":"a","moves":[["b","D4"]],"boardXSize":19,"boardYSize":19,"rules":"chinese","maxVisits":1000000,"analyzeTurns":[0,1]}`)
	for range 2 {
		c.read()
	}
	c.Close()
	if n := strings.Count(said.String(), "memory is used up"); n != 1 || !strings.Contains(said.String(), "give it more (--memory)") {
		t.Errorf("the log says it %d times, want once: %s", n, &said)
	}
}

package analysis

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tengen/eval"
)

const board9 = `"rules":"tromp-taylor","boardXSize":9,"boardYSize":9,"moves":[["b","E5"],["w","C3"],["b","G7"]]`

// gate is an evaluator that waits at its gate before each judgement.
type gate struct {
	eval.Evaluator
	open  chan struct{} // a token lets a judgement through; all, once it is closed
	asked atomic.Int64
}

func newGate() *gate { return &gate{Evaluator: eval.Hashed(1), open: make(chan struct{})} }

func (g *gate) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	g.asked.Add(1)
	<-g.open
	return g.Evaluator.Evaluate(ctx, in, out)
}

// until waits for what another goroutine will do.
func until(t *testing.T, what func() bool) {
	t.Helper()
	for begun := time.Now(); !what(); time.Sleep(time.Millisecond) {
		if time.Since(begun) > late {
			t.Fatal("it does not happen")
		}
	}
}

// TestPriority searches the most urgent first, of equals the oldest.
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
		t.Errorf("%v, want %v", order, want)
	}
}

// TestTerminate answers what waits at once and what is searched by what is known, each once.
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
			t.Errorf("%v, want %v", o, want)
		}
	}
	if o := c.read(); o["action"] != "terminate" || o["id"] != "t" {
		t.Errorf("%v", o)
	}
	c.send(`{"id":"all","action":"terminate_all"}`)
	if o := c.read(); o["noResults"] != true || o["turnNumber"] != 1.0 {
		t.Errorf("%v", o)
	}
	if o := c.read(); o["action"] != "terminate_all" {
		t.Errorf("%v", o)
	}
	close(g.open)
	list := c.rest()
	if len(list) != 1 || list[0]["id"] != "run" || list[0]["rootInfo"].(map[string]any)["visits"].(float64) > 1000 {
		t.Errorf("%v", list)
	}
	if list := other.rest(); len(list) != 1 || list[0]["rootInfo"].(map[string]any)["visits"] != 3.0 {
		t.Errorf("a session has ended what another asked for: %v", list)
	}
}

// TestBounds refuses more positions than may wait, with the id, and takes them later.
func TestBounds(t *testing.T) {
	g := newGate()
	e := newTestEngine(t, func(o *Options) { o.Evaluator, o.Threads, o.MaxPositions, o.MaxQueries = always(g), 1, 3, 500 })
	c := newClient(t, e)
	c.send(`{"id":"a",`+board9+`,"analyzeTurns":[0,1]}`, `{"id":"b",`+board9+`,"analyzeTurns":[0,1]}`)
	if o := c.read(); o["id"] != "b" || !strings.Contains(fmt.Sprint(o["error"]), "too many positions: 2 are waiting") {
		t.Errorf("%v", o)
	}
	c.send(`{"id":"c",` + board9 + `,"initialStones":[` + strings.Repeat(`["b","a1"],`, 50) + `["b","a1"]]}`)
	if o := c.read(); o["id"] != "c" || !strings.Contains(fmt.Sprint(o["error"]), "too many queries") {
		t.Errorf("%v", o)
	}
	close(g.open)
	for range 2 {
		if o := c.read(); o["id"] != "a" {
			t.Errorf("%v", o)
		}
	}
	until(t, func() bool { e.mu.Lock(); defer e.mu.Unlock(); return e.positions == 0 && e.bytes == 0 })
	c.send(`{"id":"b",` + board9 + `,"analyzeTurns":[0,1,2]}`)
	if list := c.rest(); len(list) != 3 {
		t.Errorf("%v", list)
	}
}

// TestLongLine answers a line of ten megabytes with an error, and then the next.
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
			t.Errorf("%v", o)
		}
	}
	if want := map[string]int{"next": 1, "last": 1, "fits": 2}; ids["long"]+ids["<nil>"] != 1 || ids["next"] != 1 || ids["fits"] != 2 || ids["last"] != 1 {
		t.Errorf("%v, want %v and one about the long line", ids, want)
	}
}

// TestUnread lets a client that reads nothing wait, and no other.
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
		t.Errorf("%v", o)
	}
	time.Sleep(50 * time.Millisecond)
	e.mu.Lock()
	if deaf.waiting > 2*maxWaiting {
		t.Errorf("%d bytes wait for a client that does not read", deaf.waiting)
	}
	e.mu.Unlock()
	cancel()
	if err := <-quit; !errors.Is(err, context.Canceled) {
		t.Errorf("a line ended with %v", err)
	}
}

// TestReports reports during the search, which is held up until they came, and not after the final
// answer.
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
			t.Errorf("during the search: %v", o)
		}
	}
	close(g.open)
	o := c.read()
	for o["isDuringSearch"] == true {
		o = c.read()
	}
	if o["rootInfo"].(map[string]any)["visits"] != 200.0 {
		t.Errorf("then %v", o)
	}
	if list := c.rest(); len(list) > 0 {
		t.Errorf("after the final answer: %v", list)
	}
}

type slowly struct{ eval.Evaluator }

func (s slowly) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	time.Sleep(time.Millisecond)
	return s.Evaluator.Evaluate(ctx, in, out)
}

// TestFailures gives the promised answer even where the evaluator errs or panics.
func TestFailures(t *testing.T) {
	for name, fail := range map[string]func() error{"error": func() error { return errors.New("no electricity") }, "panic": func() error { panic("no electricity") }} {
		e := newTestEngine(t, func(o *Options) {
			o.Evaluator = always(failing{eval.Hashed(1), fail})
		})
		c := newClient(t, e)
		c.send(`{"id":"a",` + board9 + `}`)
		list := c.rest()
		if len(list) != 2 || !strings.Contains(fmt.Sprint(list[0]["error"]), "no electricity") || list[0]["id"] != "a" || list[1]["noResults"] != true {
			t.Errorf("%s: %v", name, list)
		}
	}
}

type failing struct {
	eval.Evaluator
	fail func() error
}

func (f failing) Evaluate(context.Context, []eval.Query, []eval.Evaluation) error { return f.fail() }

// TestQuit drops what waits, and keeps what is ready.
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
		t.Errorf("%.300q", got)
	}
}

// TestClosed says so where an engine or a session is used after its end.
func TestClosed(t *testing.T) {
	e := newTestEngine(t, nil)
	s := e.NewSession()
	s.Close()
	if err := s.Line(t.Context(), []byte("{}")); !errors.Is(err, errClosed) {
		t.Errorf("%v", err)
	}
	if _, err := s.Next(t.Context()); err != io.EOF {
		t.Errorf("%v", err)
	}
	e.Close()
	s = e.NewSession()
	if err := s.Line(t.Context(), []byte("{}")); !errors.Is(err, errClosed) {
		t.Errorf("%v", err)
	}
	if err := e.Serve(t.Context(), strings.NewReader("{}\n"), io.Discard, Wait); err != nil {
		t.Errorf("%v", err)
	}
	s.Close()
	if _, err := New(Options{}); err == nil {
		t.Error("an engine without an evaluator")
	}
}

// looking judges by how often it has looked.
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

// TestLooks: what is told of the root's judgement is the mean of as many looks as were asked for.
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
			t.Errorf("%d looks: a lead of %v, not %v", looks, lead, -want)
		}
		got := policy[0].(float64) / policy[1].(float64)
		if looks == 1 {
			once = got
		}
		if math.Abs(got/once-1-want) > 1e-3 {
			t.Errorf("%d looks: the share of a point is %v times what it is for one", looks, got/once)
		}
	}
}

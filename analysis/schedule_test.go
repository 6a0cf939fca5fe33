package analysis

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/eval"
)

// TestTurns checks that sessions take turns, regardless of the number and the priority of their queries. Within a
// session, priorities must decide the order.
func TestTurns(t *testing.T) {
	var mu sync.Mutex
	var order []int // numbers of points of the searched boards; each session has another size
	g := newGate()
	e := newTestEngine(t, func(o *Options) {
		o.Threads, o.CacheMemory, o.StoreMemory = 1, -1, -1
		o.Evaluator = func(string) eval.Factory {
			return func(graph *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
				return asking{g, func() {
					mu.Lock()
					defer mu.Unlock()
					if w := graph.Len(); len(order) == 0 || order[len(order)-1] != w {
						order = append(order, w)
					}
				}}, nil
			}
		}
	})
	a, b, c := newClient(t, e), newClient(t, e), newClient(t, e)
	ask := func(who *client, size int, more string) {
		who.send(strings.ReplaceAll(`{"id":"x",`+board9+more+`}`, `Size":9`, fmt.Sprintf(`Size":%d`, size)))
	}
	ask(a, 9, `,"analyzeTurns":[0,1,2,3],"priority":1000`)
	until(t, func() bool { return g.asked.Load() > 0 })
	ask(b, 7, `,"analyzeTurns":[0,1,2],"priorities":[0,0,5]`)
	ask(c, 8, "")
	close(g.open)
	if n := len(a.rest()); n != 4 {
		t.Errorf("a got %d answers, want 4", n)
	}
	if list := b.rest(); len(list) != 3 || list[0]["turnNumber"] != 2.0 {
		t.Errorf("b got %v, want three answers, turn 2 first", list)
	}
	if n := len(c.rest()); n != 1 {
		t.Errorf("c got %d answers, want 1", n)
	}
	if want := []int{81, 49, 64, 81, 49, 81, 49, 81}; !reflect.DeepEqual(order, want) {
		t.Errorf("boards are searched in the order %v, want %v", order, want)
	}
}

// asking is an evaluator that calls a function before each evaluation.
type asking struct {
	eval.Evaluator
	before func()
}

func (a asking) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	a.before()
	return a.Evaluator.Evaluate(ctx, in, out)
}

// TestLendThread checks that a client is answered even if others have endless searches on all threads: their searches
// are paused for it and continue afterwards.
func TestLendThread(t *testing.T) {
	const threads = 4
	e := newTestEngine(t, func(o *Options) {
		o.Threads = threads
		o.Evaluator = always(slowly{eval.Hashed(1)})
	})
	counts := func(s *Session) [3]int {
		e.mu.Lock()
		defer e.mu.Unlock()
		return [3]int{s.running, len(s.paused), len(s.queue)}
	}
	a, b, c := newClient(t, e), newClient(t, e), newClient(t, e)
	endless := `,"maxVisits":1000000000,"overrideSettings":{"numSearchThreadsPerAnalysisThread":3}}`
	for i := range 6 {
		a.send(fmt.Sprintf(`{"id":"%d","priority":9,%s%s`, i, board9, endless))
	}
	if got := counts(a.Session); got != [3]int{4, 0, 2} {
		t.Fatalf("running, paused and pending searches are %v, want 4, 0 and 2", got)
	}
	b.send(`{"id":"b",` + board9 + `}`)
	if o := b.read(); o["id"] != "b" || o["rootInfo"].(map[string]any)["visits"] != 20.0 {
		t.Errorf("got %v, want the answer to b with 20 visits", o)
	}
	until(t, func() bool { return counts(a.Session) == [3]int{4, 0, 2} })
	for i := range 6 {
		b.send(fmt.Sprintf(`{"id":"%d",%s%s`, i, board9, endless))
	}
	until(t, func() bool { return counts(a.Session) == [3]int{2, 2, 2} && counts(b.Session) == [3]int{2, 0, 4} })
	c.send(`{"id":"c",` + board9 + `}`)
	if o := c.read(); o["id"] != "c" {
		t.Errorf("got %v, want the answer to c", o)
	}
	b.Close()
	until(t, func() bool { return counts(a.Session) == [3]int{4, 0, 2} })
	b = newClient(t, e)
	b.send(fmt.Sprintf(`{"id":"again",%s%s`, board9, endless))
	until(t, func() bool { return counts(a.Session) == [3]int{3, 1, 2} })
	time.Sleep(20 * time.Millisecond)
	a.send(`{"id":"t","action":"terminate_all"}`) // ends paused searches too
	a.End()
	var searched, not []string
	for o := a.read(); o != nil; o = a.read() {
		switch id := fmt.Sprint(o["id"]); {
		case o["noResults"] == true:
			not = append(not, id)
		case o["rootInfo"] != nil:
			searched = append(searched, id)
		}
	}
	slices.Sort(searched)
	if !slices.Equal(searched, []string{"0", "1", "2", "3"}) || !slices.Equal(not, []string{"4", "5"}) {
		t.Errorf("the queries %v ended with results and %v without, want 0 to 3 and 4, 5", searched, not)
	}
	b.Close()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.free != threads || e.positions != 0 || e.granted != 0 {
		t.Errorf("%d threads are free, %d positions open and %d bytes granted, want %d, 0 and 0", e.free, e.positions, e.granted, threads)
	}
}

// TestMemory checks that a lone search may use much more than an equal share of the memory, and that all searches
// together, running and paused, may use at most twice the memory.
func TestMemory(t *testing.T) {
	const threads, memory = 16, 64 << 20
	e := newTestEngine(t, func(o *Options) {
		o.Threads, o.SearchMemory = threads, memory
		o.Evaluator = always(slowly{eval.Hashed(1)})
	})
	granted := func() int64 {
		e.mu.Lock()
		defer e.mu.Unlock()
		return e.granted
	}
	endless := func(c *client) { c.send(`{"id":"a",` + board9 + `,"maxVisits":1000000000}`) }
	first := newClient(t, e)
	endless(first)
	if got := granted(); got != memory/2 {
		t.Errorf("a lone search may use %d bytes, want %d", got, memory/2)
	}
	for range 2 * threads {
		endless(first)
	}
	if got := granted(); got < memory || got > 2*memory {
		t.Errorf("if all threads search, they may use %d bytes, want %d to %d", got, memory, 2*memory)
	}
	for range threads {
		endless(newClient(t, e))
	}
	until(t, func() bool { // as many are paused as the memory allows
		e.mu.Lock()
		defer e.mu.Unlock()
		return e.lending.Load() == nil
	})
	if got := granted(); got > 2*memory {
		t.Errorf("with paused searches they may use %d bytes, want at most %d", got, 2*memory)
	}
}

// TestEndPaused checks that paused searches end when the engine is closed and when their maxTime is over. Some of
// these searches are paused before their first evaluation.
func TestEndPaused(t *testing.T) {
	for range 30 {
		e := newTestEngine(t, func(o *Options) {
			o.Threads = 4
			o.Evaluator = always(slowly{eval.Hashed(1)})
		})
		for range 2 {
			c := newClient(t, e)
			for i := range 4 {
				c.send(fmt.Sprintf(`{"id":"%d",%s,"maxVisits":1000000000}`, i, board9))
			}
		}
		closed := make(chan error, 1)
		go func() { closed <- e.Close() }()
		select {
		case err := <-closed:
			if err != nil {
				t.Fatal(err)
			}
		case <-time.After(late):
			t.Fatal("the engine does not close")
		}
	}
	e := newTestEngine(t, func(o *Options) {
		o.Threads = 4
		o.Evaluator = always(slowly{eval.Hashed(1)})
	})
	a, b := newClient(t, e), newClient(t, e)
	for i := range 4 {
		a.send(fmt.Sprintf(`{"id":"%d",%s,"maxVisits":1000000000,"overrideSettings":{"maxTime":0.3}}`, i, board9))
		b.send(fmt.Sprintf(`{"id":"%d",%s,"maxVisits":1000000000}`, i, board9))
	}
	for range 4 { // although the searches of b never end
		if o := a.read(); o["rootInfo"] == nil {
			t.Errorf("got %v, want an answer with results", o)
		}
	}
}

// TestInterrupted checks that an interrupt writes the answers that are ready, and returns the number of positions
// without an answer if it is not 0.
func TestInterrupted(t *testing.T) {
	for turns, want := range map[string]error{"[]": nil, "[0,1,2]": UnansweredError(3)} {
		g := newGate()
		e := newTestEngine(t, func(o *Options) { o.Evaluator, o.Threads = always(g), 1 })
		ctx, interrupt := context.WithCancel(t.Context())
		in, write := io.Pipe()
		out, lines := io.Pipe()
		served := make(chan error, 1)
		go func() {
			err := e.Serve(ctx, in, lines, Wait)
			lines.Close()
			served <- err
		}()
		fmt.Fprintln(write, `{"id":"a",`+board9+`,"analyzeTurns":`+turns+`}`+"\n"+`{"id":"v","action":"query_version"}`)
		line := make([]byte, 1000)
		if n, err := out.Read(line); err != nil || !strings.Contains(string(line[:n]), "git_hash") {
			t.Errorf("got %s, %v, want the answer to query_version", line[:n], err)
		}
		interrupt()
		until(t, func() bool { // the interrupt has arrived before any search ends
			e.mu.Lock()
			defer e.mu.Unlock()
			for s := range e.sessions {
				return s.abandoned
			}
			return true
		})
		close(g.open)
		if rest, err := io.ReadAll(out); err != nil || len(rest) > 0 {
			t.Errorf("after the interrupt got %s, %v, want nothing", rest, err)
		}
		if err := <-served; err != want {
			t.Errorf("turns %s: got %v, want %v", turns, err, want)
		}
		write.Close()
	}
}

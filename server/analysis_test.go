package server

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tengen/analysis"
	"tengen/baduk"
	"tengen/eval"
	"tengen/katago"
)

// newAnalysisRig starts a server whose analysis engine judges with the given evaluator.
func newAnalysisRig(t *testing.T, evaluator eval.Evaluator) *rig {
	t.Helper()
	s := katago.Default(katago.ForAnalysis)
	if err := s.Set("maxVisits", "10"); err != nil {
		t.Fatal(err)
	}
	e, err := analysis.New(analysis.Options{Settings: s, Threads: 2, MaxPositions: 10, Version: "1",
		Evaluator: func(string) eval.Factory {
			return func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return evaluator, nil }
		}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return newRig(t, t.TempDir(), func(o *Options) { o.Analysis, o.MaxStreams = e, 2 })
}

// paused pauses before each evaluation.
type paused struct {
	eval.Evaluator
	pause time.Duration
}

func (p paused) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	select {
	case <-time.After(p.pause):
	case <-ctx.Done():
	}
	return p.Evaluator.Evaluate(ctx, in, out)
}

const query = `{"id":"a","rules":"chinese","boardXSize":5,"boardYSize":5,"moves":[["b","C3"]],"analyzeTurns":[0,1]`

// TestAnalysis answers queries over HTTP, each with a stream of lines.
func TestAnalysis(t *testing.T) {
	l := newAnalysisRig(t, eval.Hashed(1))
	status, text, header := l.raw("POST", "/api/analysis", query+`, "foo": 1}`)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if status != 200 || len(lines) != 3 || !strings.Contains(lines[0], `"warning":"Unexpected`) || header.Get("Content-Type") != "application/x-ndjson" {
		t.Errorf("the analysis: got status %d, header %v and %s; want status 200, type application/x-ndjson and 3 lines, the first with a warning about an unexpected field", status, header, text)
	}
	turns := 0.0
	for _, line := range lines[1:] {
		var o object
		if err := json.Unmarshal([]byte(line), &o); err != nil || o["id"] != "a" || o["rootInfo"] == nil {
			t.Fatalf("the analysis: got the line %s (JSON error: %v), want an answer with the id a and a rootInfo", line, err)
		}
		turns += o["turnNumber"].(float64)
	}
	if turns != 1 {
		t.Errorf("the analysis: got %s, want an answer for turn 0 and one for turn 1", text)
	}
	for body, want := range map[string]int{
		query + `,"komi":"x"}`: 400, `{"id":"a",`: 400, `[]`: 400, `{"id":"v","action":"query_version"}`: 200, " \n ": 400,
		query + `,"analyzeTurns":[]}`:                         200,
		`{"id":"x","y":"` + strings.Repeat("x", 5<<20) + `"}`: 413,
		strings.Replace(query, `["b","C3"]`, strings.Repeat(`["b","pass"],["w","pass"],`, 6)+`["b","C3"]`, 1) + `,"analyzeTurns":[0,1,2,3,4,5,6,7,8,9,10,11]}`: 429,
	} {
		if status, text, _ := l.raw("POST", "/api/analysis", body); status != want {
			t.Errorf("%.100s: status %d, want %d: %.300s", body, status, want, text)
		}
	}
	if status, text, _ := l.raw("POST", "/api/analysis", query+"}", "Content-Type", "text/plain"); status != 415 {
		t.Errorf("a query of the type text/plain: got status %d, want 415: %s", status, text)
	}
	if status, text, _ := l.raw("POST", "/api/analysis", query+"}", "Origin", "http://evil.example"); status != 403 {
		t.Errorf("a request of a page from another origin: got status %d, want 403: %s", status, text)
	}
	if status, text, _ := newRig(t, t.TempDir()).raw("POST", "/api/analysis", query+"}"); status != 404 {
		t.Errorf("a server without an analysis engine: got status %d, want 404: %s", status, text)
	}
}

// TestAnalysisLeaves checks that the searches of a client end when the client leaves.
func TestAnalysisLeaves(t *testing.T) {
	l := newAnalysisRig(t, paused{eval.Hashed(1), 5 * time.Millisecond})
	for range 4 { // more than streams may be open
		ctx, cancel := context.WithCancel(t.Context())
		req, _ := http.NewRequestWithContext(ctx, "POST", l.http.URL+"/api/analysis",
			strings.NewReader(query+`,"maxVisits":1000000,"reportDuringSearchEvery":0.01}`))
		req.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(resp.Body).ReadString('\n'); err != nil || !strings.Contains(line, `"isDuringSearch":true`) {
			t.Errorf("the analysis: got the line %s (error: %v), want an answer during the search", line, err)
		}
		cancel()
		resp.Body.Close()
		for begun := time.Now(); l.openStreams() > 0; time.Sleep(time.Millisecond) {
			if time.Since(begun) > late {
				t.Fatal("the search continues after its client has left")
			}
		}
	}
}

func (l *rig) dial() *websocket.Conn {
	l.Helper()
	c, _, err := websocket.Dial(l.Context(), l.http.URL+"/api/analysis", nil)
	if err != nil {
		l.Fatal(err)
	}
	c.SetReadLimit(-1)
	l.Cleanup(func() { c.CloseNow() })
	return c
}

func (l *rig) hear(c *websocket.Conn) (o object) {
	l.Helper()
	ctx, cancel := context.WithTimeout(l.Context(), late)
	defer cancel()
	kind, data, err := c.Read(ctx)
	if err == nil {
		err = json.Unmarshal(data, &o)
	}
	if err != nil || kind != websocket.MessageText {
		l.Fatalf("got a message of the kind %v (error: %v), want JSON in a text message", kind, err)
	}
	return o
}

// TestAnalysisSocket uses the analysis protocol over a WebSocket. One of the messages is too long.
func TestAnalysisSocket(t *testing.T) {
	l := newAnalysisRig(t, eval.Hashed(1))
	c, other := l.dial(), l.dial()
	if status, text, _ := l.raw("POST", "/api/analysis", query+"}"); status != 503 {
		t.Errorf("more streams than allowed: got status %d, want 503: %s", status, text)
	}
	say := func(text string) {
		t.Helper()
		if err := c.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	say(`{"id":"long","x":"` + strings.Repeat("x", 10<<20) + `"}`)
	if o := l.hear(c); !strings.Contains(o["error"].(string), "longer than") {
		t.Errorf("too long a message: got %v, want the error that it is longer than the limit", o)
	}
	say("{\n\"id\":\"v\",\n\"action\":\"query_version\"}")
	if o := l.hear(c); o["version"] != "1" {
		t.Errorf("query_version: got %v, want version 1", o)
	}
	say(query + "}")
	for range 2 {
		if o := l.hear(c); o["id"] != "a" || o["rootInfo"] == nil {
			t.Errorf("the query: got %v, want an answer with the id a and a rootInfo", o)
		}
	}
	if err := c.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Error(err)
	}
	stopped := make(chan struct{})
	go func() { // while the other client is connected
		defer close(stopped)
		l.stop()
	}()
	_, _, err := other.Read(t.Context())
	var closed websocket.CloseError
	if !errors.As(err, &closed) || closed.Code != websocket.StatusGoingAway {
		t.Errorf("the session ended with %v, want the close status %v", err, websocket.StatusGoingAway)
	}
	<-stopped
	if n := l.openStreams(); n != 0 {
		t.Errorf("%d sessions are still open after the server has closed, want 0", n)
	}
}

// TestAnalysisSocketDeaf checks that a closing server does not wait long for a client that never reads. It must not
// take the five seconds that a WebSocket waits by itself. If the machine was too slow, the test tries again.
func TestAnalysisSocketDeaf(t *testing.T) {
	var took []time.Duration
	for range 5 {
		l := newAnalysisRig(t, eval.Hashed(1))
		l.dial()
		begun := time.Now()
		l.stop()
		if took = append(took, time.Since(begun)); slices.Min(took) < 4*time.Second {
			return
		}
	}
	t.Errorf("the server took %v to close, want less than 4s at least once", took)
}

// deaf is an evaluator that does not notice that its search was cancelled. Its first evaluation closes begun.
type deaf struct {
	eval.Evaluator
	begun chan struct{}
	once  *sync.Once
}

func (d deaf) Evaluate(_ context.Context, in []eval.Query, out []eval.Evaluation) error {
	d.once.Do(func() { close(d.begun) })
	time.Sleep(100 * time.Millisecond)
	return d.Evaluator.Evaluate(context.Background(), in, out)
}

// TestAnalysisSocketWaits checks that a closing server waits for the searches of its WebSockets.
func TestAnalysisSocketWaits(t *testing.T) {
	begun := make(chan struct{})
	l := newAnalysisRig(t, deaf{eval.Hashed(1), begun, new(sync.Once)})
	c := l.dial()
	if err := c.Write(t.Context(), websocket.MessageText, []byte(query+`,"maxVisits":1000}`)); err != nil {
		t.Fatal(err)
	}
	<-begun
	go c.Read(t.Context()) // answers when the server closes the socket
	l.stop()
	if n := l.openStreams(); n != 0 {
		t.Errorf("%d sessions are still open after the server has closed, want 0", n)
	}
}

// TestAnalysisSocketOrigin checks that pages from other origins and requests without a WebSocket are refused.
func TestAnalysisSocketOrigin(t *testing.T) {
	l := newAnalysisRig(t, eval.Hashed(1))
	_, resp, err := websocket.Dial(t.Context(), l.http.URL+"/api/analysis", &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"http://evil.example"}}})
	if err == nil || resp.StatusCode != 403 {
		t.Errorf("a WebSocket for a foreign page: got %v (error: %v), want an error and status 403", resp, err)
	}
	if status, text, _ := l.raw("GET", "/api/analysis", ""); status != 426 {
		t.Errorf("GET without a WebSocket: got status %d, %s; want status 426", status, text)
	}
	if n := l.openStreams(); n != 0 {
		t.Errorf("%d streams are still open, want 0", n)
	}
}

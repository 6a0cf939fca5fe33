package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/mcts"
	"tengen/server/analyses"
)

// analyst searches with an evaluator that needs no net.
type analyst struct{ *engine.Engine }

func (analyst) Judge(*baduk.Graph) string { return "hashed" }

func (analyst) Policy(_ context.Context, g *baduk.Game) ([]float32, error) {
	return make([]float32, g.Graph().Len()+1), nil
}

// newLiveRig starts a server with live analysis.
func newLiveRig(t *testing.T, e eval.Evaluator) *rig {
	t.Helper()
	return newRig(t, t.TempDir(), func(o *Options) {
		o.Judges = []Judge{{Name: "hashed", New: func(bytes int64) (Analyst, error) {
			p := engine.NetParams()
			p.Search.MaxBytes, p.Search.Threads = bytes, 1
			made, err := engine.New(p, func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return e, nil })
			return analyst{made}, err
		}}}
	})
}

// newRecord makes an empty record and returns its id.
func (l *rig) newRecord() string {
	l.Helper()
	var r struct{ ID string }
	if status := l.call("POST", "/api/records/new", object{}, &r); status != 200 {
		l.Fatalf("a new record: status %d", status)
	}
	return r.ID
}

// analysis asks for an analysis and returns its states.
func (l *rig) analysis(body object) (states []analyses.State) {
	l.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		l.Fatal(err)
	}
	status, text, h := l.raw("POST", "/api/analyses", string(data))
	if status != 200 || h.Get("Content-Type") != "application/x-ndjson" {
		l.Fatalf("the analysis: status %d, type %q: %s", status, h.Get("Content-Type"), text)
	}
	for line := range strings.Lines(text) {
		var s analyses.State
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			l.Fatalf("%v in the line %s", err, line)
		}
		states = append(states, s)
	}
	return states
}

func TestLiveAnalysis(t *testing.T) {
	l := newLiveRig(t, eval.Hashed(1))
	id := l.newRecord()
	ask := func(more object) object {
		body := object{"client": "a", "record": id, "visits": 50}
		for k, v := range more {
			body[k] = v
		}
		return body
	}
	states := l.analysis(ask(nil))
	last := states[len(states)-1]
	if last.Doing != "done" || last.Visits < 50 || last.Player != "black" || len(last.Moves) < 1 || len(last.Owners) != 81 || last.Judge != "hashed" {
		t.Errorf("the last state: %+v, want 50 visits of Black's moves and 81 owners", last)
	}
	if n := len(states); len(states[0].Policy) != 82 || n > 1 && last.Policy != nil {
		t.Errorf("policies of %d and %d numbers, want 82 in the first state only", len(states[0].Policy), len(last.Policy))
	}
	for i, m := range last.Moves {
		if m.Visits < 1 || len(m.Line) == 0 || m.Line[0] != m.Vertex || m.Win < 0 || m.Win > 1 {
			t.Errorf("move %d: %+v", i, m)
		}
	}
	best := last.Moves[0].Vertex
	if again := l.analysis(ask(nil)); again[len(again)-1].Moves[0].Vertex != best {
		t.Error("the same position has another best move")
	}
	for _, s := range l.analysis(ask(object{"avoid": []string{best}})) {
		if slices.ContainsFunc(s.Moves, func(m analyses.Move) bool { return m.Vertex == best }) {
			t.Errorf("the search considers %s, which should be avoided", best)
		}
	}
	for _, s := range l.analysis(ask(object{"only": []string{"A1", "B1"}})) {
		for _, m := range s.Moves {
			if m.Vertex != "A1" && m.Vertex != "B1" {
				t.Errorf("the search considers %s, want only A1 and B1", m.Vertex)
			}
		}
	}
	if s := l.analysis(ask(object{"player": "white"})); s[0].Player != "white" || s[0].Policy != nil {
		t.Errorf("the threat: %+v, want White's moves", s[0])
	}
	for field, more := range map[string]object{"client": {"client": ""}, "record": {"record": ""}, "avoid": {"avoid": []string{"Z9"}}, "only": {"only": []string{"?"}}, "player": {"player": "red"}, "visits": {"visits": -1}, "judge": {"judge": 1}, "node": {"node": 99}} {
		status := 400
		if field == "node" {
			status = 404
		}
		if e := l.refused(status, "POST", "/api/analyses", ask(more)); field != "node" && e.Field != field {
			t.Errorf("%v: the field %q is wrong, want %q: %s", more, e.Field, field, e.Sentence)
		}
	}
	l.refused(404, "POST", "/api/analyses", ask(object{"record": "nothere"}))
	l.refused(404, "POST", "/api/analyses", object{"client": "a", "play": "nothere"})
	if n := l.openStreams(); n != 0 {
		t.Errorf("%d streams are open after the analyses", n)
	}
}

// TestLiveAnalysisOfGames analyses games between people and finished games, and refuses a game against the engine.
func TestLiveAnalysisOfGames(t *testing.T) {
	l := newLiveRig(t, eval.Hashed(1))
	both := l.create(object{"human": "both", "width": 5, "height": 5})
	l.act(both.ID, "play", object{"vertex": "C3"})
	for after, player := range map[int]string{0: "black", 1: "white"} {
		if s := l.analysis(object{"client": "a", "play": both.ID, "after": after, "visits": 10}); s[0].Player != player {
			t.Errorf("after %d moves: the moves are %s's, want %s's", after, s[0].Player, player)
		}
	}
	l.refused(400, "POST", "/api/analyses", object{"client": "a", "play": both.ID, "after": 7})
	against := l.create(object{"human": "black", "width": 5, "height": 5})
	l.refused(409, "POST", "/api/analyses", object{"client": "a", "play": against.ID})
	l.act(against.ID, "resign", nil)
	l.analysis(object{"client": "a", "play": against.ID, "visits": 10})
	l = newRig(t, t.TempDir())
	l.refused(404, "POST", "/api/analyses", object{"client": "a", "record": l.newRecord()})
}

// followAnalysis begins an endless analysis. It returns a scanner of its lines and a function that ends it.
func (l *rig) followAnalysis(body object) (*bufio.Scanner, func()) {
	l.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		l.Fatal(err)
	}
	ctx, cancel := context.WithCancel(l.Context())
	req, err := http.NewRequestWithContext(ctx, "POST", l.http.URL+"/api/analyses", bytes.NewReader(data))
	if err != nil {
		l.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		l.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK {
		l.Errorf("the analysis is answered with status %d", answer.StatusCode)
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	return lines, func() { cancel(); answer.Body.Close() }
}

// TestLiveAnalysisEnds checks that a search ends within a second after its client has left or has asked for another
// position, and that it continues from what it knows.
func TestLiveAnalysisEnds(t *testing.T) {
	evaluations := &counting{Evaluator: paused{eval.Hashed(1), time.Millisecond}}
	l := newLiveRig(t, evaluations)
	id := l.newRecord()
	lines, leave := l.followAnalysis(object{"client": "a", "record": id})
	for visits := 0; visits < 20; {
		if !lines.Scan() {
			t.Fatalf("the analysis ended: %v", lines.Err())
		}
		var s analyses.State
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		visits = s.Visits
	}
	more, leaveMore := l.followAnalysis(object{"client": "a", "record": id})
	for lines.Scan() { // the new request has ended the earlier one
	}
	var s analyses.State
	if !more.Scan() || json.Unmarshal(more.Bytes(), &s) != nil || s.Visits < 20 {
		t.Errorf("the second request begins with %d visits, want those of the first", s.Visits)
	}
	leave()
	leaveMore()
	deadline := time.Now().Add(late)
	for l.openStreams() > 0 && time.Now().Before(deadline) {
		time.Sleep(10 * time.Millisecond)
	}
	before := evaluations.load()
	time.Sleep(100 * time.Millisecond)
	if now := evaluations.load(); now != before {
		t.Errorf("%d evaluations after the client has left", now-before)
	}
}

// TestLiveAnalysisReplaced sends many requests of one client at once. Those that a later one replaces end without an
// error.
func TestLiveAnalysisReplaced(t *testing.T) {
	l := newLiveRig(t, paused{eval.Hashed(1), 20 * time.Millisecond})
	id := l.newRecord()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if status, text, _ := l.raw("POST", "/api/analyses", `{"client":"a","record":"`+id+`","visits":10}`); status != 200 {
				t.Errorf("status %d: %s", status, text)
			}
		})
	}
	wg.Wait()
	if l.log.Len() > 0 {
		t.Errorf("the log is not empty: %s", l.log)
	}
}

// counting counts evaluations.
type counting struct {
	eval.Evaluator
	mu sync.Mutex
	n  int
}

func (c *counting) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
	return c.Evaluator.Evaluate(ctx, in, out)
}

func (c *counting) load() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// gated waits before each evaluation until open is closed, and counts the calls that have begun.
type gated struct {
	eval.Evaluator
	open  chan struct{}
	begun *atomic.Int64
}

func (g gated) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	g.begun.Add(1)
	select {
	case <-g.open:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	return g.Evaluator.Evaluate(ctx, in, out)
}

// TestLiveAnalysisCrowd lets twenty clients analyse at the same time, until one of them has 100 visits. All begin
// together, and no client leaves before all have counted: a client that comes early or stays behind has the evaluator
// for itself.
func TestLiveAnalysisCrowd(t *testing.T) {
	const clients = 20
	open, begun := make(chan struct{}), new(atomic.Int64)
	l := newLiveRig(t, gated{eval.NewTurns(2).Share(paused{eval.Hashed(1), 200 * time.Microsecond}), open, begun})
	id := l.newRecord()
	visits := make([]int, clients)
	var enough atomic.Bool
	var wg, counted sync.WaitGroup
	counted.Add(clients)
	for c := range clients {
		wg.Go(func() {
			lines, leave := l.followAnalysis(object{"client": string(rune('a' + c)), "record": id})
			defer leave()
			for !enough.Load() && lines.Scan() {
				var s analyses.State
				if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
					t.Error(err)
				}
				if visits[c] = s.Visits; s.Visits >= 100 {
					enough.Store(true)
				}
			}
			if err := lines.Err(); err != nil {
				t.Error(err)
			}
			counted.Done()
			counted.Wait()
		})
	}
	for begun.Load() < clients { // each search has one thread
		time.Sleep(10 * time.Millisecond)
	}
	close(open)
	wg.Wait()
	if least, most := slices.Min(visits), slices.Max(visits); float64(least) < 0.6*float64(most) {
		t.Errorf("the clients have %v visits, want about as many each", visits)
	}
}

// TestLiveAnalysisFails answers with the error of a search.
func TestLiveAnalysisFails(t *testing.T) {
	l := newLiveRig(t, broken{})
	l.refused(500, "POST", "/api/analyses", object{"client": "a", "record": l.newRecord(), "visits": 5})
	if !strings.Contains(l.log.String(), "no net today") {
		t.Errorf("the log does not have the error: %s", l.log)
	}
}

type broken struct{}

func (broken) Info() eval.Info { return eval.Info{Name: "broken"} }

func (broken) Evaluate(context.Context, []eval.Query, []eval.Evaluation) error { return errNoNet }

var errNoNet = errors.New("no net today")

// TestLiveAnalysisPanics answers with an error if a search panics. The server goes on, and the client's next analysis
// has a new search.
func TestLiveAnalysisPanics(t *testing.T) {
	made := 0
	l := newRig(t, t.TempDir(), func(o *Options) {
		o.Judges = []Judge{{Name: "panicking", New: func(int64) (Analyst, error) {
			made++
			e, err := engine.New(engine.NetParams(), func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return eval.Hashed(1), nil })
			if made == 1 {
				return panicking{analyst{e}}, err
			}
			return analyst{e}, err
		}}}
	})
	ask := object{"client": "a", "record": l.newRecord(), "visits": 5}
	if e := l.refused(500, "POST", "/api/analyses", ask); e.Sentence != "the search panicked: a defect" {
		t.Errorf("the error is %q", e.Sentence)
	}
	if !strings.Contains(l.log.String(), "a live analysis panicked") {
		t.Errorf("the log does not have the panic: %s", l.log)
	}
	if states := l.analysis(ask); len(states) == 0 || made != 2 {
		t.Errorf("after the panic: %d states and %d searches, want states of a second search", len(states), made)
	}
}

// panicking panics in each search.
type panicking struct{ Analyst }

func (panicking) Analyze(context.Context, *baduk.Game, engine.Analysis) (mcts.Result, error) {
	panic("a defect")
}

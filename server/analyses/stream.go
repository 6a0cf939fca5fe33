package analyses

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/mcts"
	"tengen/server/boards"
	"tengen/server/wire"
)

const (
	// between is the time between two states. Ten a second look like continuous movement.
	between = 100 * time.Millisecond
	// alive is the time after which a state is repeated, so that a connection that is gone is noticed.
	alive = 10 * time.Second
)

// postAnalysis searches the position of a request and sends a State as a line of JSON whenever there is news. It ends
// when the client leaves, after the requested visits, and when the memory of the search is used up.
func (a *Analyses) postAnalysis(w http.ResponseWriter, r *http.Request) error {
	if len(a.opt.Judges) == 0 {
		return wire.Fail(http.StatusNotFound, "", "analysis is turned off on this server")
	}
	req, err := wire.ReadJSON[request](r)
	if err != nil {
		return err
	}
	if req.Client == "" || len(req.Client) > maxClientName {
		return wire.Misuse(http.StatusBadRequest, "client", "client is a name of 1 to %d bytes, which the client chooses", maxClientName)
	}
	if req.Judge < 0 || req.Judge >= len(a.opt.Judges) {
		return wire.Misuse(http.StatusBadRequest, "judge", "judge is the index of a judge in /api/config, from 0 to %d", len(a.opt.Judges)-1)
	}
	g, err := a.position(&req)
	if err != nil {
		return err
	}
	if g.UndoTo(g.Len()); g.Over() { // the position as if no player had resigned, and both had not passed
		g.Reopen()
	}
	how, err := req.analysis(g)
	if err != nil {
		return err
	}
	leave, err := a.service.TakeStream()
	if err != nil {
		return err
	}
	defer leave()
	defer a.service.Enter()()
	ctx, cancel := a.service.WhileServing(r.Context())
	defer cancel()
	w.Header().Set("Content-Type", "application/x-ndjson") // also of an answer without a line
	w.Header().Set("Cache-Control", "no-store")
	c, ctx, release, err := a.acquire(ctx, clientKey{req.Client, req.Judge})
	if errors.Is(err, context.Canceled) {
		return nil // the client has left, or has sent a new request
	}
	if err != nil {
		return err
	}
	defer release()
	return a.stream(ctx, w, c, g, how)
}

// news keeps the latest state until it is sent.
type news struct {
	mu    sync.Mutex
	state *State
	fresh chan struct{} // signals that there is a new state
}

func (n *news) put(s *State) {
	n.mu.Lock()
	n.state = s
	n.mu.Unlock()
	select {
	case n.fresh <- struct{}{}:
	default:
	}
}

func (n *news) take() *State {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.state
}

// stream searches and sends the states. A client that reads slowly misses some states; the search does not wait for it.
func (a *Analyses) stream(ctx context.Context, w http.ResponseWriter, c *client, g *baduk.Game, how engine.Analysis) error {
	var policy []float32
	if err := a.safely(c, func() (err error) {
		policy, err = c.analyst.Policy(ctx, g)
		return err
	}); err != nil {
		return answerTo(ctx, err)
	}
	player := how.Color
	if player == baduk.Empty {
		player = g.ToPlay()
	}
	judge := boards.Shorten(c.analyst.Judge(g.Graph()))
	latest := &news{fresh: make(chan struct{}, 1)}
	state := func(r *mcts.Result, doing string) { latest.put(newState(g.Graph(), judge, player, r, doing)) }
	searching, stop := context.WithCancel(ctx)
	defer stop()
	full := false
	how.Every = between
	how.Report = func(r mcts.Result) { state(&r, "searching") }
	how.Full = func(mcts.Result) { full = true; stop() }
	ended := make(chan error, 1)
	go func() {
		var r mcts.Result
		err := a.safely(c, func() (err error) {
			r, err = c.analyst.Analyze(searching, g, how)
			return err
		})
		switch {
		case err != nil:
		case full:
			state(&r, "full")
		case ctx.Err() == nil:
			state(&r, "done")
		}
		ended <- err
	}()
	out := newLines(w)
	if how.Color == baduk.Empty || how.Color == g.ToPlay() { // the net's policy is that of the player to move
		out.policy = thousandths(policy)
	}
	for {
		select {
		case <-latest.fresh:
			if !out.send(latest.take()) {
				stop()
			}
		case <-time.After(alive):
			if s := latest.take(); s != nil && !out.send(s) {
				stop()
			}
		case err := <-ended:
			if s := latest.take(); err == nil && s != out.sent {
				out.send(s)
			}
			if out.began {
				return nil
			}
			return answerTo(ctx, err)
		}
	}
}

// safely runs a function that calls the analyst of a client. A panic in the analyst becomes an error of this request,
// and the server continues. After a panic the analyst is dropped, because its state is unknown.
func (a *Analyses) safely(c *client, call func() error) error {
	panicked, stack, err := wire.Safely(call)
	if panicked != nil {
		a.service.Log.Error("a live analysis panicked", "panic", panicked, "stack", stack)
		c.analyst, err = nil, fmt.Errorf("the search panicked: %v", panicked)
	}
	return err
}

// answerTo returns the answer to an error of a search.
func answerTo(ctx context.Context, err error) error {
	switch {
	case err == nil || ctx.Err() != nil:
		return nil
	case errors.Is(err, mcts.ErrGameOver):
		return wire.Fail(http.StatusUnprocessableEntity, "", "the game is over, and no move is left to analyse")
	}
	return err
}

// lines is a stream of states, one on each line.
type lines struct {
	w      http.ResponseWriter
	rc     *http.ResponseController
	policy []int // sent with the first state
	began  bool
	sent   *State // the latest
}

func newLines(w http.ResponseWriter) *lines {
	return &lines{w: w, rc: http.NewResponseController(w)}
}

// send sends a state, which the client must receive within wire.StreamGrace. It returns false if the client is gone.
func (l *lines) send(s *State) bool {
	line := *s
	if l.sent = s; !l.began {
		l.began = true
		_ = l.rc.SetReadDeadline(time.Time{}) // the read deadline is only for ordinary requests
		line.Policy = l.policy
	}
	data, err := json.Marshal(line)
	if err != nil {
		panic(err) // plain data
	}
	_ = l.rc.SetWriteDeadline(time.Now().Add(wire.StreamGrace))
	if _, err := l.w.Write(append(data, '\n')); err != nil {
		return false
	}
	return l.rc.Flush() == nil
}

package analyses

import (
	"context"
	"net/http"
	"sync"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/mcts"
	"tengen/server/games"
	"tengen/server/records"
	"tengen/server/wire"
)

// Analyst searches positions. One goroutine at a time uses it.
type Analyst interface {
	// Analyze searches a position, as [engine.Engine.Analyze] does.
	Analyze(ctx context.Context, g *baduk.Game, a engine.Analysis) (mcts.Result, error)
	// Policy returns a net's policy for the player to move, by point, with the pass last; nil without a net.
	Policy(ctx context.Context, g *baduk.Game) ([]float32, error)
	// Judge names the evaluator that judges positions on a board.
	Judge(g *baduk.Graph) string
}

// Judge judges positions in one way: with a net, or by rollouts.
type Judge struct {
	Name string // for people
	// New makes an Analyst whose search may use the given number of bytes.
	New func(bytes int64) (Analyst, error)
}

// Options configure Analyses.
type Options struct {
	// Judges are the judges that a client can choose. The first is the usual one. Without any, live analysis is turned
	// off.
	Judges []Judge
	Memory int64 // bytes for all searches together
}

const (
	maxClients = 64 // the most searches in memory, running ones and those that their clients left
	// A new search gets this share of the memory that no search has yet, but at least leastBytes.
	memoryShare = 4
	leastBytes  = 8 << 20
)

// Analyses answers the requests for live analysis.
type Analyses struct {
	service *wire.Service
	games   *games.Games
	records *records.Records
	opt     Options

	mu      sync.Mutex
	clients map[clientKey]*client
	free    int64 // bytes that no search has
}

// clientKey names the search of a client. A client has one search for each judge.
type clientKey struct {
	name  string // the client has chosen it
	judge int    // index of Options.Judges
}

// client is the search of a client.
type client struct {
	key     clientKey
	analyst Analyst // nil after a panic; only the request with the token of running uses it
	bytes   int64
	used    time.Time     // when the search began or ended; Analyses.mu protects it
	stop    func()        // ends the running search; Analyses.mu protects it
	running chan struct{} // has a token while a request uses the analyst
}

// New creates an Analyses for the positions of games and records.
func New(service *wire.Service, g *games.Games, r *records.Records, opt Options) *Analyses {
	return &Analyses{service: service, games: g, records: r, opt: opt, clients: map[clientKey]*client{}, free: opt.Memory}
}

// Routes returns the routes of the live analysis.
func (a *Analyses) Routes() []wire.Route {
	return []wire.Route{{Pattern: "POST /api/analyses", Handler: wire.Handle(a.service, a.postAnalysis)}}
}

// acquire returns the search of a client for one request. It ends the client's earlier request to this judge and waits
// until that request has ended. The caller calls release at the end.
func (a *Analyses) acquire(ctx context.Context, key clientKey) (c *client, searching context.Context, release func(), err error) {
	a.mu.Lock()
	c = a.clients[key]
	if c == nil {
		if c, err = a.open(key); err != nil {
			a.mu.Unlock()
			return nil, nil, nil, err
		}
	}
	c.stop()
	searching, stop := context.WithCancel(ctx)
	c.stop, c.used = stop, time.Now()
	a.mu.Unlock()
	select {
	case c.running <- struct{}{}:
	case <-searching.Done():
		stop()
		return nil, nil, nil, context.Cause(searching)
	}
	if c.analyst == nil {
		if c.analyst, err = a.opt.Judges[key.judge].New(c.bytes); err != nil {
			stop()
			<-c.running
			return nil, nil, nil, err
		}
	}
	return c, searching, func() {
		stop()
		<-c.running
		a.mu.Lock()
		c.used = time.Now()
		a.mu.Unlock()
	}, nil
}

// open makes the search of a new client. If there are too many clients, it replaces the search that was not used for
// the longest time. The caller holds the lock.
func (a *Analyses) open(key clientKey) (*client, error) {
	if len(a.clients) >= maxClients || a.free < memoryShare*leastBytes {
		a.dropOldest()
	}
	if len(a.clients) >= maxClients {
		return nil, &wire.Error{Status: http.StatusServiceUnavailable, Retry: 10,
			Sentence: "too many positions are being analysed: try again when another page has stopped its analysis"}
	}
	c := &client{key: key, stop: func() {}, running: make(chan struct{}, 1), bytes: max(leastBytes, a.free/memoryShare)}
	var err error
	if c.analyst, err = a.opt.Judges[key.judge].New(c.bytes); err != nil {
		return nil, err
	}
	a.free -= c.bytes
	a.clients[key] = c
	return c, nil
}

// dropOldest removes the search that was not used for the longest time, unless all are running. The caller holds the
// lock.
func (a *Analyses) dropOldest() {
	var oldest *client
	for _, c := range a.clients {
		if len(c.running) == 0 && (oldest == nil || c.used.Before(oldest.used)) {
			oldest = c
		}
	}
	if oldest != nil {
		a.drop(oldest)
	}
}

func (a *Analyses) drop(c *client) {
	delete(a.clients, c.key)
	a.free += c.bytes
}

// Sweep removes the searches that were last used before the given time.
func (a *Analyses) Sweep(since time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, c := range a.clients {
		if len(c.running) == 0 && c.used.Before(since) {
			a.drop(c)
		}
	}
}

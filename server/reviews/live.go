package reviews

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"tengen/engine"
	"tengen/kifu"
	"tengen/review"
	"tengen/server/live"
	"tengen/server/records"
	"tengen/server/wire"
)

// liveReview is the review of a game of a record while clients show it. When the main line of the game changes, the
// review is made again for the new line.
type liveReview struct {
	all *Reviews
	id  gameID
	// users counts the clients that show the review. wanting counts the clients that also want its positions to be
	// searched. The mutex all.mu protects both numbers.
	users, wanting int

	reading sync.Mutex // held while follow or leave runs; locked before mu
	version int64      // version of the record that was read; the mutex above protects it
	release func()     // releases the journal; the mutex above protects it

	mu       sync.Mutex
	sum      [sha256.Size]byte // hash of everything that the review depends on
	line     *review.Line      // nil until the record is read
	options  review.Options
	judged   []*kifu.Analysis
	latest   *review.Review // the latest review; the next one reuses its explanations
	searched int            // number of positions that this liveReview has searched
	spent    time.Duration  // sum of the durations of these searches
	waiting  int            // number of searches that wait until no engine is thinking
	going    int            // number of searches that are running
	done     bool           // every position is judged
	failed   string         // why the review cannot continue
	stop     context.CancelFunc
	ended    chan struct{} // closed when the latest run has ended
	watchers live.Broadcaster
}

// look returns the review of a game for a client. If search is true, the positions of the game are searched. The caller
// must call the returned function when the client leaves.
func (r *Reviews) look(id gameID, search bool) (*liveReview, func(), error) {
	r.mu.Lock()
	l := r.live[id]
	if l == nil {
		l = &liveReview{all: r, id: id, stop: func() {}, ended: make(chan struct{})}
		close(l.ended)
		r.live[id] = l
	}
	l.users++
	r.mu.Unlock()
	leave := func() { l.leave(false) }
	if err := l.follow(); err != nil {
		leave()
		return nil, nil, err
	}
	if search {
		r.mu.Lock()
		l.wanting++
		r.mu.Unlock()
		l.begin()
		leave = func() { l.leave(true) }
	}
	return l, leave, nil
}

// leave removes a client from the review. The search stops when no other client wants it.
func (l *liveReview) leave(searching bool) {
	l.reading.Lock()
	defer l.reading.Unlock()
	l.all.mu.Lock()
	l.users--
	if searching {
		l.wanting--
	}
	idle, last := l.wanting == 0, l.users == 0
	if last {
		delete(l.all.live, l.id)
	}
	l.all.mu.Unlock()
	if idle {
		l.halt()
		l.begin() // for clients that have arrived in the meantime
	}
	if last && l.release != nil {
		l.release()
		l.release = nil
	}
}

// follow reads the record again if it has changed.
func (l *liveReview) follow() error {
	l.reading.Lock()
	defer l.reading.Unlock()
	var data []byte
	now := l.version
	err := l.all.records.With(l.id.record, func(d *records.Document) error {
		if _, err := d.Tree(l.id.game); err != nil {
			return err
		}
		now, data = d.Version(), d.Data()
		return nil
	})
	if err != nil || now == l.version {
		return err
	}
	file, err := records.Read(data)
	if err != nil {
		return err
	}
	tree := file.Trees[l.id.game]
	if sum := sumOf(tree); l.line == nil || sum != l.sum {
		if err := l.take(tree, sum); err != nil {
			return err
		}
	}
	l.version = now
	return nil
}

// take begins the review of a tree that was read. The caller has locked the mutex l.reading.
func (l *liveReview) take(tree *kifu.Tree, sum [sha256.Size]byte) error {
	line, err := newLine(tree)
	if err != nil {
		return err
	}
	o, err := l.all.options(line)
	if err != nil {
		return err
	}
	if l.release == nil {
		if o.Journal, l.release, err = l.all.journal(l.id.record); err != nil {
			return err
		}
	} else {
		o.Journal = l.options.Journal
	}
	l.halt()
	judged, err := known(l.all.service.Context(), line, o)
	if err != nil {
		return err
	}
	l.mu.Lock()
	l.sum, l.line, l.options, l.judged, l.latest, l.failed = sum, line, o, judged, nil, ""
	l.done = !slices.ContainsFunc(missing(line, judged), func(m bool) bool { return m })
	l.watchers.Changed()
	l.mu.Unlock()
	l.begin()
	return nil
}

// newLine returns the main line of a game.
func newLine(tree *kifu.Tree) (*review.Line, error) {
	line, err := review.NewLine(tree)
	if err != nil {
		return nil, wire.Fail(http.StatusUnprocessableEntity, "", "there is nothing to review: %s", wire.Shorten(err.Error()))
	}
	return line, nil
}

// missing reports for each position whether it still has to be judged.
func missing(line *review.Line, judged []*kifu.Analysis) []bool {
	all := make([]bool, len(judged))
	for i, a := range judged {
		all[i] = a == nil && !line.At(i).Over()
	}
	return all
}

// begin starts the search if a client wants it and some positions have not been judged yet.
func (l *liveReview) begin() {
	l.all.mu.Lock()
	wanted := l.wanting > 0
	l.all.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.ended:
	default:
		return // a search is running
	}
	if !wanted || l.line == nil || l.done || l.all.service.Context().Err() != nil {
		return
	}
	ctx, stop := context.WithCancel(l.all.service.Context())
	ended := make(chan struct{})
	l.stop, l.ended, l.failed = stop, ended, ""
	line, o := l.line, l.options
	l.all.service.Go(func() {
		defer stop()
		l.run(ctx, line, o, ended)
	})
}

// halt ends the search and waits until it has ended.
func (l *liveReview) halt() {
	l.mu.Lock()
	stop, ended := l.stop, l.ended
	l.mu.Unlock()
	stop()
	<-ended
}

// run searches the positions that are not judged yet. At the end it sets done or failed and closes the channel ended,
// all while it holds l.mu. A caller that sees the result therefore also sees the end of the run, and can begin another.
func (l *liveReview) run(ctx context.Context, line *review.Line, o review.Options, ended chan<- struct{}) {
	l.elsewhere(ctx, line, o)
	o.Searcher = yielding{o.Searcher, l}
	o.Done = nil
	o.Each = func(i int, a *kifu.Analysis) error {
		l.put(i, a)
		return nil
	}
	err := review.Run(ctx, line, o)
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case err == nil:
		l.done = true
	case ctx.Err() == nil:
		l.failed = fmt.Sprintf("The review cannot continue: %s.", strings.TrimSuffix(wire.Shorten(err.Error()), "."))
		l.all.service.Log.Error("a review failed", "record", l.id.record, "error", err)
	}
	close(ended)
	l.watchers.Changed()
}

// put adds the analysis of a position.
func (l *liveReview) put(i int, a *kifu.Analysis) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a != nil && l.judged[i] == nil { // replacing a known analysis would discard its explanations
		l.judged[i] = a
		l.watchers.Changed()
	}
}

// elsewhere lets other processes search the positions that are not judged yet. What they leave out is searched here.
func (l *liveReview) elsewhere(ctx context.Context, line *review.Line, o review.Options) {
	if l.all.opt.Elsewhere == nil {
		return
	}
	last := time.Now()
	name := fmt.Sprintf("%s-%d", l.id.record, l.id.game)
	err := l.all.opt.Elsewhere(ctx, name, line, o, review.Missing(line, o), func(i int, a *kifu.Analysis) error {
		l.mu.Lock()
		l.searched++
		l.spent += time.Since(last) * time.Duration(o.Workers) // as if this process had searched it
		l.mu.Unlock()
		last = time.Now()
		l.put(i, a)
		return review.Keep(line.At(i), a, o)
	})
	if err != nil && ctx.Err() == nil {
		l.all.service.Log.Info("a review is searched here", "record", l.id.record, "because", err)
	}
}

// doing returns the value of State.Doing. The caller holds l.mu.
func (l *liveReview) doing() string {
	over := false
	select {
	case <-l.ended:
		over = true
	default:
	}
	switch {
	case l.done:
		return "done"
	case l.failed != "":
		return "failed"
	case over:
		return "stopped"
	case l.waiting > 0 && l.going == 0:
		return "waiting"
	}
	return "searching"
}

// snapshot is a copy of the state of a review.
type snapshot struct {
	line    *review.Line
	options review.Options
	judged  []*kifu.Analysis
	earlier *review.Review
	of      string
	doing   string
	failed  string
	each    time.Duration // time that one thread takes to search a position; 0 while it is unknown
}

func (l *liveReview) snapshot() snapshot {
	l.mu.Lock()
	defer l.mu.Unlock()
	g := snapshot{l.line, l.options, slices.Clone(l.judged), l.latest, shortSum(l.sum), l.doing(), l.failed, 0}
	if l.searched > 0 {
		g.each = l.spent / time.Duration(l.searched)
	}
	return g
}

// made returns the review of a snapshot, for players of the given level.
func (l *liveReview) made(g snapshot, level engine.Rank) *review.Review {
	r := review.New(g.line, g.judged, settings(g.options, level, g.earlier))
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.line == g.line && (l.latest == nil || l.latest.Judged <= r.Judged) {
		l.latest = r
	}
	return r
}

// sumOf returns a hash of everything that the review of a game depends on: the moves and stones of the main line, and
// the game info. It ignores comments, marks and variations.
func sumOf(t *kifu.Tree) (sum [sha256.Size]byte) {
	h := sha256.New()
	for n := range t.Root().MainLine() {
		fmt.Fprint(h, ";")
		for _, name := range n.Properties() {
			switch kifu.KindOf(name) {
			case kifu.KindMove, kifu.KindMoveRule, kifu.KindSetup, kifu.KindBoard, kifu.KindInfo:
				fmt.Fprintf(h, "%s%q", name, n.Values(name))
			}
		}
	}
	h.Sum(sum[:0])
	return sum
}

// isGone reports whether an error says that the record does not exist, or that it does not have the game.
func isGone(err error) bool {
	var api *wire.Error
	return errors.As(err, &api) && api.Status == http.StatusNotFound
}

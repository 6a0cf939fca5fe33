package records

import (
	"container/list"
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"sync"
	"time"

	"tengen/server/wire"
)

const (
	// readingCost is the most memory in bytes that reading one record takes; see [kifu.LoadBytes].
	readingCost = maxNodes*500 + 3*MaxUpload
	// readAtOnce is the number of bytes of a body that are read at a time.
	readAtOnce = 256 << 10
)

// loadsWithin returns how many records may be read at the same time within the given memory. There is at most one for
// every two processors, so that the server can answer other requests.
func loadsWithin(memory int64) int {
	return int(max(1, min(memory/readingCost, int64(runtime.GOMAXPROCS(0)/2))))
}

// busy returns the error for a request that has waited too long for its turn.
func busy(what string) error {
	const seconds = 10
	return &wire.Error{Status: http.StatusServiceUnavailable, Retry: seconds,
		Sentence: fmt.Sprintf("the server is busy %s: try again in %d seconds", what, seconds)}
}

// gate is a queue for work that needs memory. It admits work in the order of arrival. All admitted work together may
// need no more memory than the size of the gate.
type gate struct {
	size     int64
	patience time.Duration // how long work waits before it is refused

	mu    sync.Mutex
	held  int64
	queue list.List // of *waiter
}

type waiter struct {
	bytes int64
	in    chan struct{} // closed when the work is admitted
}

// enter waits until n bytes are available. Work that needs more than the size of the gate waits until no other work is
// admitted. The caller must call leave at the end.
func (g *gate) enter(ctx context.Context, n int64) (leave func(), err error) {
	n = min(n, g.size)
	w := &waiter{n, make(chan struct{})}
	g.mu.Lock()
	place := g.queue.PushBack(w)
	g.admit()
	g.mu.Unlock()
	leave = func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.held -= n
		g.admit()
	}
	late := time.NewTimer(g.patience)
	defer late.Stop()
	select {
	case <-w.in:
		return leave, nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-late.C:
		err = busy("with other files")
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-w.in: // the work was admitted at the same moment
		g.held -= n
	default:
		g.queue.Remove(place)
	}
	g.admit()
	return nil, err
}

// admit admits work from the front of the queue as long as there is room. The caller holds the lock.
func (g *gate) admit() {
	for first := g.queue.Front(); first != nil; first = g.queue.Front() {
		w := first.Value.(*waiter)
		if g.held+w.bytes > g.size {
			return
		}
		g.held += w.bytes
		close(w.in)
		g.queue.Remove(first)
	}
}

// upload waits until there is room for the body of a request and reads it. The caller must call done when the bytes are
// no longer needed.
func (r *Records) upload(req *http.Request) (data []byte, done func(), err error) {
	size := req.ContentLength
	if size < 0 || size > MaxUpload {
		size = MaxUpload
	}
	ctx, cancel := r.service.WhileServing(req.Context())
	defer cancel()
	done, err = r.bodies.enter(ctx, size)
	if err != nil {
		return nil, nil, err
	}
	// Unlike a bytes.Buffer, make clears a large array in parts. Between the parts other requests run, and the garbage
	// collector can begin.
	data = make([]byte, size)
	n := 0
	for err == nil && n < len(data) {
		var k int
		k, err = req.Body.Read(data[n:min(n+readAtOnce, len(data))])
		n += k
	}
	if err == nil {
		_, err = req.Body.Read(make([]byte, 1)) // reaches the end, or fails because the body is too large
	}
	if err != nil && err != io.EOF {
		done()
		return nil, nil, err
	}
	return data[:n], done, nil
}

// acquireLoad waits until a record may be read or a picture may be drawn, both of which need much memory. The caller
// must call releaseLoad at the end.
func (r *Records) acquireLoad() error {
	late := time.NewTimer(r.bodies.patience)
	defer late.Stop()
	select {
	case r.loads <- struct{}{}:
		return nil
	case <-late.C:
		return busy("reading other records")
	case <-r.service.Context().Done():
		return wire.ErrClosing
	}
}

func (r *Records) releaseLoad() { <-r.loads }

// cost estimates the memory of the document, in bytes.
func (d *Document) cost() int64 { return 3*int64(len(d.data)) + 500*int64(len(d.order)) }

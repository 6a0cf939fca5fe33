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

// The budget of the server, Options.Memory, has shares. What they do not name is
// left to the net, the page and the garbage collector.
const (
	bodiesShare  = 8 // an eighth: bodies of uploads that are being read
	recordsShare = 8 // an eighth: records that are open
	// readingCost is what reading one record costs at most, see [kifu.LoadBytes].
	readingCost = maxNodes*500 + 3*MaxUpload
	// readAtOnce is how many bytes of a body are asked for at a time.
	readAtOnce = 256 << 10
)

// loadsWithin is how many records may be read at the same time: as many as a quarter
// of the memory holds, and half of the processors, so that others are answered.
func loadsWithin(memory int64) int {
	return int(max(1, min(memory/4/readingCost, int64(runtime.GOMAXPROCS(0)/2))))
}

// busy is the answer to work that waited too long for its turn.
func busy(what string) error {
	const seconds = 10
	return &wire.Error{Status: http.StatusServiceUnavailable, Retry: seconds,
		Sentence: fmt.Sprintf("the server is busy %s: try again in %d seconds", what, seconds)}
}

// gate is a queue for work that takes memory. It lets work in, first come, first
// served, while all work inside together takes no more than the size of the gate.
type gate struct {
	size     int64
	patience time.Duration // how long work waits before it is refused

	mu    sync.Mutex
	held  int64
	queue list.List // of *waiter
}

type waiter struct {
	bytes int64
	in    chan struct{} // closed when it is its turn
}

// enter waits for n bytes. Work that is larger than the gate waits until it is
// alone. The caller calls leave at the end.
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
	case <-w.in: // it was let in at the same moment
		g.held -= n
	default:
		g.queue.Remove(place)
	}
	g.admit()
	return nil, err
}

// admit lets in who is first, as long as there is room. The lock is held.
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

// upload reads the body of a request when there is room for it. The caller calls
// done when the bytes are no longer needed.
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
	// Unlike a bytes.Buffer, make clears a large array in parts between which other
	// requests run and the garbage collector can begin.
	data = make([]byte, size)
	n := 0
	for err == nil && n < len(data) {
		var k int
		k, err = req.Body.Read(data[n:min(n+readAtOnce, len(data))])
		n += k
	}
	if err == nil {
		_, err = req.Body.Read(make([]byte, 1)) // the end, or that there is too much
	}
	if err != nil && err != io.EOF {
		done()
		return nil, nil, err
	}
	return data[:n], done, nil
}

// acquireLoad waits until a record may be read or a picture drawn, which take many times
// their size in memory; releaseLoad ends it.
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

// cost is about how many bytes the document takes.
func (d *Document) cost() int64 { return 3*int64(len(d.data)) + 500*int64(len(d.order)) }

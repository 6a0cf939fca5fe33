package records

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tengen/server/wire"
)

// queued waits until n requests wait at the gate.
func queued(t *testing.T, g *gate, n int) {
	t.Helper()
	for deadline := time.Now().Add(late); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		g.mu.Lock()
		waiting := g.queue.Len()
		g.mu.Unlock()
		if waiting == n {
			return
		}
	}
	t.Fatalf("%d requests never waited at the gate at the same time", n)
}

func TestGate(t *testing.T) {
	g := &gate{size: 100, patience: late}
	first, err := g.enter(t.Context(), 60)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var order []int64
	var mu sync.Mutex
	var all sync.WaitGroup
	var gaveUp error
	enter := func(ctx context.Context, n int64) {
		leave, err := g.enter(ctx, n)
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			gaveUp = err
			return
		}
		order = append(order, n)
		leave()
	}
	for i, n := range []int64{90, 70, 500, 5} { // 5 would fit, but it comes last
		c := t.Context()
		if n == 70 {
			c = ctx
		}
		all.Go(func() { enter(c, n) })
		queued(t, g, i+1)
	}
	cancel()
	queued(t, g, 3)
	mu.Lock()
	if !errors.Is(gaveUp, context.Canceled) || len(order) > 0 {
		t.Errorf("the cancelled request got %v, and %v were admitted; want the error that it was cancelled, and none admitted yet", gaveUp, order)
	}
	mu.Unlock()
	first()
	all.Wait()
	if fmt.Sprint(order) != "[90 500 5]" || g.held != 0 {
		t.Errorf("admitted in the order %v, want [90 500 5]; %d bytes are still held, want 0", order, g.held)
	}
	g.patience = time.Millisecond
	leave, err := g.enter(t.Context(), 100)
	if err != nil {
		t.Fatal(err)
	}
	var refused *wire.Error
	if _, err := g.enter(t.Context(), 1); !errors.As(err, &refused) || refused.Status != http.StatusServiceUnavailable || refused.Retry == 0 {
		t.Errorf("a request that waits too long gets %v, want status 503 and a time to try again", err)
	}
	leave()
	if leave, err = g.enter(t.Context(), 100); err != nil || g.queue.Len() != 0 {
		t.Errorf("a request after one that gave up: %v, want no error and an empty queue", err)
	}
	leave()
}

// TestGateTogether checks that admitted work never takes more than the gate holds.
func TestGateTogether(t *testing.T) {
	g := &gate{size: 50, patience: 2 * time.Millisecond}
	var held, most atomic.Int64
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			for j := range 50 {
				n := int64((i*7+j*13)%50 + 1)
				leave, err := g.enter(t.Context(), n)
				if err != nil {
					continue
				}
				if now := held.Add(n); now > most.Load() {
					most.Store(now)
				}
				time.Sleep(10 * time.Microsecond)
				held.Add(-n)
				leave()
			}
		})
	}
	all.Wait()
	if most.Load() > 50 || most.Load() == 0 || g.held != 0 || g.queue.Len() != 0 {
		t.Errorf("%d bytes were held at the same time; at the end %d bytes are held and %d requests wait, want 0", most.Load(), g.held, g.queue.Len())
	}
}

// TestBusy checks that a request that does not get its turn is told when to try again.
func TestBusy(t *testing.T) {
	l := newRig(t, t.TempDir())
	l.records.bodies.patience = 5 * time.Millisecond
	for range cap(l.records.loads) {
		if err := l.records.acquireLoad(); err != nil {
			t.Fatal(err)
		}
	}
	upload := func() (*http.Response, string) {
		resp, err := http.Post(l.URL+"/api/records?name=x.sgf", "application/json", strings.NewReader(sample))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		answer, _ := io.ReadAll(resp.Body)
		return resp, string(answer)
	}
	if resp, answer := upload(); resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") != "10" || !strings.Contains(answer, "try again in 10 seconds") {
		t.Errorf("the upload while all are busy: got %v, %s; want status 503 and to try again in 10 seconds, in the header and the answer", resp, answer)
	}
	for range cap(l.records.loads) {
		l.records.releaseLoad()
	}
	if resp, answer := upload(); resp.StatusCode != http.StatusOK || l.records.bodies.held != 0 {
		t.Errorf("the upload: got %v, %s and %d bytes held; want status 200 and 0 bytes", resp, answer, l.records.bodies.held)
	}
}

// TestRecordsShare checks that open records stay within their share of the memory, and that the least recently used
// records leave memory first.
func TestRecordsShare(t *testing.T) {
	l := newRig(t, t.TempDir(), func(o *Options) { o.Uploads, o.Open = 1<<20, 1<<20 })
	var opened []*Document
	for i := range 6 {
		record := "(;SZ[9]C[" + strings.Repeat(fmt.Sprintf("%d", i), 100_000) + "];B[ee])"
		opened = append(opened, l.document(l.upload("x.sgf", record).ID))
	}
	open := func() (names string) {
		total := int64(0)
		for i, d := range opened {
			if d.inMemory() {
				names += fmt.Sprint(i)
				total += d.cost()
			}
		}
		if total > 1<<20 {
			t.Errorf("the open records take %d bytes, want at most %d", total, 1<<20)
		}
		return names
	}
	if got := open(); got != "345" {
		t.Errorf("the records %s are open, want the last three, 345", got)
	}
	l.recordGame(opened[3].id, 0)
	if game := l.recordGame(opened[0].id, 0); game.ID != opened[0].id {
		t.Errorf("the game opened again is %+v, want the id %v", game, opened[0].id)
	}
	opened[0] = l.document(opened[0].id)
	if got := open(); got != "035" {
		t.Errorf("the records %s are open, want 0, which was read again, and 3 and 5", got)
	}
}

package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// put stores data, and fails if this takes too long.
func put(t *testing.T, l *Cluster, data []byte) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	hash, err := l.Put(ctx, data)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

// has reports whether the cluster has data with a hash.
func has(t *testing.T, l *Cluster, hash string) bool {
	t.Helper()
	_, err := l.Get(t.Context(), hash)
	if err != nil && !strings.Contains(err.Error(), "no data with the hash") {
		t.Fatal(err)
	}
	return err == nil
}

// blob makes data that differs for each number.
func blob(i, size int) []byte { return append([]byte(fmt.Sprint(i, " ")), make([]byte, size)...) }

// purge removes the messages of a subject of the object store.
func purge(t *testing.T, l *Cluster, subject string) {
	t.Helper()
	stream, err := l.js.Stream(t.Context(), blobStream)
	if err == nil {
		err = stream.Purge(t.Context(), jetstream.WithPurgeSubject(subject))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestFullStore: data that was not used for the longest time is removed for new data.
func TestFullStore(t *testing.T) {
	l := open(t, func(c *Config) { c.Store = 64 << 10 }) // 256 KiB of data
	first := put(t, l, blob(0, 100_000))
	last := first
	for i := 1; i <= 5; i++ {
		put(t, l, blob(0, 100_000)) // a run still uses it
		last = put(t, l, blob(i, 100_000))
	}
	if !has(t, l, first) || !has(t, l, last) {
		t.Errorf("the store has the data that is used: %v, and the newest data: %v, want both", has(t, l, first), has(t, l, last))
	}
	if has(t, l, HashOf(blob(4, 100_000))) {
		t.Error("older data was not removed")
	}
	// Data that never fits removes nothing.
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := l.Put(ctx, blob(9, 300_000)); err == nil || !strings.Contains(err.Error(), "at most 262144 bytes") {
		t.Errorf("data that is too large: got %v, want the limit", err)
	}
	if !has(t, l, last) {
		t.Error("data that is too large has removed other data")
	}
}

// TestInterruptedUpload: what is left of an upload that did not end is removed when the store is full.
func TestInterruptedUpload(t *testing.T) {
	l := open(t, func(c *Config) { c.Store = 64 << 10 })
	for range 2 {
		if _, err := l.js.Publish(t.Context(), chunkSubject("interrupted"), make([]byte, 100_000)); err != nil {
			t.Fatal(err)
		}
	}
	if hash := put(t, l, blob(1, 200_000)); !has(t, l, hash) {
		t.Error("the data is not there")
	}
}

// TestDamagedStore: data that is damaged in the cluster is stored again.
func TestDamagedStore(t *testing.T) {
	l := open(t)
	data := blob(1, 300_000)
	for name, damage := range map[string]func(){
		"no parts": func() {
			info, err := l.blobs.GetInfo(t.Context(), HashOf(data))
			if err != nil {
				t.Fatal(err)
			}
			purge(t, l, chunkSubject(info.NUID))
		},
		"other content": func() {
			if _, err := l.blobs.PutBytes(t.Context(), HashOf(data), bytes.Repeat([]byte("x"), len(data))); err != nil {
				t.Fatal(err)
			}
		},
		"nothing": func() {
			if err := l.blobs.Delete(t.Context(), HashOf(data)); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			hash := put(t, l, data)
			damage()
			put(t, l, data)
			if got, err := l.Get(t.Context(), hash); err != nil || !bytes.Equal(got, data) {
				t.Errorf("got %d bytes, %v, want %d", len(got), err, len(data))
			}
		})
	}
}

// TestStoredAgain: a job stores its data again when a task was given up, and regularly.
func TestStoredAgain(t *testing.T) {
	l := open(t)
	data := []byte("a net")
	var removed atomic.Bool
	startWorker(t, l, "worker", WorkOptions{Slots: 1, Handlers: map[Queue]Handler{SelfPlay: func(ctx context.Context, task Task, report func(string)) ([]byte, error) {
		if !removed.Swap(true) {
			purge(t, l, ">")
		}
		if _, err := l.Get(ctx, HashOf(data)); err != nil {
			return nil, errors.Join(ErrPermanent, err)
		}
		return answer(ctx, task, report)
	}}})
	b := newBook(3)
	job, stored := b.job("job"), 0
	job.Retries = 1
	job.Store = func(ctx context.Context) error {
		stored++
		_, err := l.Put(ctx, data)
		return err
	}
	if err := l.Run(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	b.check(t)
	before := stored
	r := &run{Cluster: l, job: &job}
	for range 2 { // the first sweep finds that the data was never stored
		if err := r.sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if stored != before+1 {
		t.Errorf("two sweeps have stored the data %d times, want once", stored-before)
	}
}

//go:build unix

package replay

import (
	"syscall"
	"testing"
	"time"
)

// TestPipeAsShard checks that a pipe in the place of a shard is damage, and that opening the folder
// does not wait for the pipe.
func TestPipeAsShard(t *testing.T) {
	dir, lost := twoShards(t)
	if err := syscall.Mkfifo(lost, 0o666); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = OpenFolder(dir)
	}()
	select {
	case <-done:
		irregular(t, dir, lost, "it is not a regular file (p")
	case <-time.After(time.Minute):
		t.Fatal("OpenFolder waits for the pipe")
	}
}

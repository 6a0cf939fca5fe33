package server

import (
	"testing"
	"time"
)

// TestRest checks that memory is returned to the system once after the last request.
func TestRest(t *testing.T) {
	l := newRig(t, t.TempDir())
	l.create(object{"human": "both"})
	if l.server.rest(); l.server.touched.Load() == 0 {
		t.Error("memory was returned while there are requests")
	}
	l.server.touched.Store(time.Now().Add(-2 * resting).UnixNano())
	if l.server.rest(); l.server.touched.Load() != 0 {
		t.Error("memory was not returned after the last request")
	}
}

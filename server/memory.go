package server

import (
	"runtime/debug"
	"time"
)

// resting is the time without requests after which the server returns free memory to the system.
const resting = 20 * time.Second

// touch records the time of a request.
func (s *Server) touch() { s.touched.Store(time.Now().UnixNano()) }

// rest returns free memory to the system when the last request was long enough ago. It does so once until the next
// request.
func (s *Server) rest() {
	last := s.touched.Load()
	if last == 0 || time.Since(time.Unix(0, last)) < resting {
		return
	}
	if s.touched.CompareAndSwap(last, 0) {
		debug.FreeOSMemory()
	}
}

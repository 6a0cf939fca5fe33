package server

import (
	"runtime/debug"
	"time"
)

// resting is the time without a request after which memory goes back to the system.
const resting = 20 * time.Second

// touch notes that there was a request.
func (s *Server) touch() { s.touched.Store(time.Now().UnixNano()) }

// rest gives memory back to the system once after each time of work.
func (s *Server) rest() {
	last := s.touched.Load()
	if last == 0 || time.Since(time.Unix(0, last)) < resting {
		return
	}
	if s.touched.CompareAndSwap(last, 0) {
		debug.FreeOSMemory()
	}
}

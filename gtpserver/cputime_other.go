//go:build !unix && !windows

package gtpserver

import "time"

// cpuTime is not available on this system.
func cpuTime() (time.Duration, bool) { return 0, false }

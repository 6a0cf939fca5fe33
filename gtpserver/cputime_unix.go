//go:build unix

package gtpserver

import (
	"syscall"
	"time"
)

// cpuTime is the processor time that this program has used.
func cpuTime() (time.Duration, bool) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}

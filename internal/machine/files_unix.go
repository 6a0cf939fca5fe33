//go:build unix

package machine

import "golang.org/x/sys/unix"

// OpenFiles returns the most files and connections that a process may have open, or 0 if unknown. Go's runtime raises
// the soft limit of a process to the hard limit.
func OpenFiles() int64 {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) != nil {
		return 0
	}
	return int64(min(uint64(limit.Cur), 1<<40))
}

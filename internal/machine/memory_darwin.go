package machine

import "golang.org/x/sys/unix"

// Memory is how many bytes of memory the machine has, 0 if unknown.
func Memory() int64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(n)
}

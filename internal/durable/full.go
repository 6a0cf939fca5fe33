package durable

import (
	"errors"
	"runtime"
	"syscall"
)

// DiskFull reports whether an error says that a disk, or the user's share of it, is full.
func DiskFull(err error) bool {
	const windowsDiskFull = syscall.Errno(112) // ERROR_DISK_FULL
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || runtime.GOOS == "windows" && errors.Is(err, windowsDiskFull)
}

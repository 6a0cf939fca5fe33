//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package replay

import (
	"errors"
	"os"
	"syscall"
)

// lock opens a file that only one process has open in this way. The system lets go
// of it when the process ends, however it ends.
func lock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		f.Close()
		return nil, errors.New("another process imports into it")
	}
	return f, nil // some network file systems have no locks, and that is no reason not to import
}

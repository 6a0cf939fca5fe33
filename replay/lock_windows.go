package replay

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lock opens a file that only one process has open in this way. The system lets go
// of it when the process ends, however it ends.
func lock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	const now = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	if err := windows.LockFileEx(windows.Handle(f.Fd()), now, 0, 1, 0, new(windows.Overlapped)); errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		f.Close()
		return nil, errors.New("another process imports into it")
	}
	return f, nil // some network file systems have no locks, and that is no reason not to import
}

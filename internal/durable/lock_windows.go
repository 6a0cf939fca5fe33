package durable

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// TryLock locks an open file. The error is [ErrHeld] if another process has the lock, and
// the system's own error if the file cannot be locked.
func TryLock(f *os.File) error {
	const now = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), now, 0, 1, 0, new(windows.Overlapped))
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrHeld
	}
	return err
}

// lockOpen always returns an error. Windows cannot rename an open file, so the lock could not be held until an
// incomplete file gets its final name.
func lockOpen(*os.File) error { return errors.ErrUnsupported }

package durable

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// TryLock locks an open file, or errs at once: with [ErrHeld], or as the system does where it
// cannot.
func TryLock(f *os.File) error {
	const now = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), now, 0, 1, 0, new(windows.Overlapped))
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrHeld
	}
	return err
}

//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package durable

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// TryLock locks an open file. The error is [ErrHeld] if another process keeps the lock for
// a tenth of a second, and the system's own error if the file cannot be locked.
//
// TryLock waits because of child processes. When a process starts a program, the child process has the open files of
// its parent, and their locks, until the program itself begins. So the child may hold a lock for a moment after the
// parent has released it.
func TryLock(f *os.File) error {
	for pause := time.Millisecond; ; pause *= 2 {
		err := lockOpen(f)
		if !errors.Is(err, ErrHeld) {
			return err
		}
		if pause > 64*time.Millisecond {
			return ErrHeld
		}
		time.Sleep(pause)
	}
}

// lockOpen is like TryLock but does not wait.
func lockOpen(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrHeld
	}
	return err
}

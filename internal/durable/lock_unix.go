//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package durable

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// TryLock locks an open file, or errs after a tenth of a second: with [ErrHeld], or as the
// system does where it cannot. A program that a process starts has its open files, and so the
// locks that it has just let go of, for an instant, until it is that program: this is waited for.
func TryLock(f *os.File) error {
	for pause := time.Millisecond; ; pause *= 2 {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return err
		}
		if pause > 64*time.Millisecond {
			return ErrHeld
		}
		time.Sleep(pause)
	}
}

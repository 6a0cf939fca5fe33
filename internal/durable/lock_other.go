//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package durable

import (
	"errors"
	"os"
)

// TryLock does nothing: this system has no locks, so two processes can use the same folder.
func TryLock(*os.File) error { return nil }

// lockOpen always returns an error, because this system has no locks.
func lockOpen(*os.File) error { return errors.ErrUnsupported }

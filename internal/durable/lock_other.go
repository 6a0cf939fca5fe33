//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package durable

import "os"

// TryLock does nothing: on this system nothing keeps two processes from one folder.
func TryLock(*os.File) error { return nil }

//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package match

import "os"

// lock opens a file. On this system nothing keeps two processes from playing the
// same match in one folder: do not.
func lock(path string) (*os.File, error) { return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666) }

//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package replay

import "os"

// lock opens a file. On this system nothing keeps two processes from importing into
// one folder at once: do not.
func lock(path string) (*os.File, error) { return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666) }

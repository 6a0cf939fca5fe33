// Package durable writes files that neither another process nor a power failure finds half
// written, and keeps folders for one process at a time.
package durable

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// ErrHeld is the error of [Lock] and [TryLock] where another process has the lock.
var ErrHeld = errors.New("another process has the lock")

// Lock opens a file that only one process has open in this way. The system lets go of it when
// the process ends, however it ends. Some systems and network file systems have no locks,
// and there it is opened all the same.
func Lock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if errors.Is(TryLock(f), ErrHeld) {
		_ = f.Close() // nothing was written
		return nil, ErrHeld
	}
	return f, nil
}

// Partial is what is behind the name of a file that is not whole yet.
const Partial = ".part"

// Replace writes a file that no other process sees half written. With sync its content is on
// the disk before it has its name, and that before Replace returns, which takes longer.
// After an error the file is what it was.
func Replace(path string, data []byte, sync bool) error {
	return ReplaceBy(path, sync, func(to io.Writer) error {
		_, err := to.Write(data)
		return err
	})
}

// ReplaceBy is [Replace] of what write writes, whose errors it returns.
func ReplaceBy(path string, sync bool, write func(to io.Writer) error) error {
	if info, err := os.Lstat(path); err == nil && info.Mode()&^os.ModeSymlink&os.ModeType != 0 {
		return &os.PathError{Op: "replace", Path: path, Err: errors.New("it is not a regular file")} // what writes to a device would make it vanish
	}
	temp := path + Partial
	f, err := os.Create(temp)
	if err != nil {
		return err
	}
	if err = write(f); err == nil && sync {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		_ = os.Remove(temp)
		return err
	}
	if sync {
		SyncFolder(filepath.Dir(path))
	}
	return nil
}

// SyncFolder brings the names of files onto the disk, as their own Sync does not. Not every
// system can do that, and then there is nothing better to do.
func SyncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

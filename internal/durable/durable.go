// Package durable writes files that neither another process nor a power failure finds
// half written, and keeps folders for one process at a time.
//
// A file that is being written has another name until it is complete: see [Partial]. Each
// writer has a name of its own, so processes can replace the same file at the same time;
// the last one to finish wins. A killed process leaves its incomplete file behind. The
// next process that replaces the same file takes it over, and [Sweep] removes those of a
// whole folder.
package durable

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// ErrHeld is the error of [Lock] and [TryLock] if another process has the lock.
var ErrHeld = errors.New("another process has the lock")

// Lock opens a file that only one process can have open in this way. The system releases
// the lock when the process ends, however it ends. Some systems and network file systems
// have no locks. There the file is opened all the same.
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

// Replace writes a file that no other process sees half written. With sync, the content
// is on the disk before the file has its name, and the name is on the disk before Replace
// returns, which takes longer. After an error the file is unchanged.
func Replace(path string, data []byte, sync bool) error {
	return ReplaceBy(path, sync, func(to io.Writer) error {
		_, err := to.Write(data)
		return err
	})
}

// ReplaceBy is [Replace] with the data that the function write writes. An error of that
// function is returned.
func ReplaceBy(path string, sync bool, write func(to io.Writer) error) error {
	if info, err := os.Lstat(path); err == nil && info.Mode()&^os.ModeSymlink&os.ModeType != 0 {
		// Renaming a file to the name of a device would remove the device.
		return &os.PathError{Op: "replace", Path: path, Err: errors.New("it is not a regular file")}
	}
	p, err := newPartial(path, lockOpen)
	if err != nil {
		return err
	}
	if p.lock != nil {
		defer p.lock.Close()
	}
	if err = write(p.file); err == nil && sync {
		err = p.file.Sync()
	}
	if err = errors.Join(err, p.file.Close()); err == nil {
		err = os.Rename(p.file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(p.file.Name())
		return err
	}
	if sync {
		SyncFolder(filepath.Dir(path))
	}
	return nil
}

// SyncFolder writes the names of the files in a folder to the disk, which syncing the
// files does not. Some systems cannot do that; SyncFolder does nothing then.
func SyncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

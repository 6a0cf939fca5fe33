// Package durable writes files so that neither another process nor a power failure leaves a half-written file visible.
// It also locks folders, so that only one process at a time uses a folder, computes checksums, and recognises full
// disks.
//
// Until a file is complete, it has a temporary name, see [Partial]. Each writer uses a temporary name of its own, so
// several processes can replace the same file at the same time. The last writer to finish wins. A killed process leaves
// its incomplete file behind. The next process that replaces the same file removes the incomplete file. [Sweep] removes
// all incomplete files of a folder.
//
// In a user's folder a file may have such a temporary name. There [ReplaceHidden] and [SweepHidden] use other names.
package durable

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// ErrHeld is the error of [Lock] and [TryLock] if another process has the lock.
var ErrHeld = errors.New("another process has the lock")

// Lock opens a file and locks it against other processes. The system releases the lock when the process ends, even
// after a crash. On systems and network file systems without locks, Lock only opens the file.
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

// Replace replaces the content of a file. Other processes see either the old or the new content. If sync is set, the
// content is on the disk before the file gets its name, and the name is on the disk before Replace returns. This takes
// longer. After an error the file is unchanged.
func Replace(path string, data []byte, sync bool) error {
	return ReplaceBy(path, sync, func(to io.Writer) error {
		_, err := to.Write(data)
		return err
	})
}

// ReplaceBy is like [Replace], but the function write produces the data. If write fails, ReplaceBy returns its error.
func ReplaceBy(path string, sync bool, write func(to io.Writer) error) error {
	return replace(path, path, func(to *os.File) error {
		err := write(to)
		if err == nil && sync {
			err = to.Sync()
		}
		return err
	}, sync)
}

// ReplaceHidden is like [ReplaceBy] for files in a user's folders. The temporary name is hidden and begins with
// ".tengen-". It does not contain the name of the file, because that name may already have the largest length that the
// system allows. The function write may also set the permissions of the file and sync it.
func ReplaceHidden(path string, write func(to *os.File) error) error {
	return replace(path, hiddenName(path), write, false)
}

// ReplacePrivate is like [Replace] with sync, for a file that only its owner may read.
func ReplacePrivate(path string, data []byte) error {
	return replace(path, path, func(to *os.File) error {
		if err := to.Chmod(0o600); err != nil {
			return err
		}
		_, err := to.Write(data)
		return errors.Join(err, to.Sync())
	}, true)
}

// replace replaces the content of a file. The temporary name is temporary with the suffix [Partial]. If syncFolder is
// set, the name of the file is on the disk before replace returns.
func replace(path, temporary string, write func(to *os.File) error, syncFolder bool) error {
	if info, err := os.Lstat(path); err == nil && info.Mode()&^os.ModeSymlink&os.ModeType != 0 {
		// Renaming a file to the name of a device would remove the device.
		return &os.PathError{Op: "replace", Path: path, Err: errors.New("it is not a regular file")}
	}
	p, err := newPartial(temporary, lockOpen)
	if err != nil {
		return err
	}
	if p.lock != nil {
		defer p.lock.Close()
	}
	if err = errors.Join(write(p.file), p.file.Close()); err == nil {
		err = os.Rename(p.file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(p.file.Name())
		return err
	}
	if syncFolder {
		SyncFolder(filepath.Dir(path))
	}
	return nil
}

// SyncFolder writes the names of the files in a folder to the disk. This is necessary because syncing a file does not
// write its name. On systems that cannot sync folders, SyncFolder does nothing.
func SyncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

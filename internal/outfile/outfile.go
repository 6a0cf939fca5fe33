// Package outfile writes the files that a user asked for: whole or not at all, with the
// permissions of the file that they replace, and through links.
package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"syscall"

	"tengen/internal/wording"
)

// Write writes a file. A file that exists already stays unless force is set; then it is
// replaced and keeps its permissions. A pipe or a device is written to.
func Write(path string, force bool, data []byte) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder: name a file in it", path)
	case err == nil && !info.Mode().IsRegular():
		return writeThrough(path, data)
	case err == nil && !force:
		return fmt.Errorf("%s is there already: --force replaces it", path)
	case err == nil:
		return Replace(path, info.Mode().Perm(), data)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: %w", wording.FileName(path), wording.WithoutPath(err))
	}
	return Replace(path, 0, data)
}

// writeThrough writes to a pipe or a device.
func writeThrough(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Close())
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) { // the reader closed the pipe
		err = nil
	}
	return err
}

// Replace writes a new file in the same folder and then gives it the name. A mode of 0 is
// the permissions of new files. A link stays a link to the file that is replaced.
func Replace(path string, mode fs.FileMode, data []byte) (err error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	f, err := newBeside(path)
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", wording.FileName(path), cannotWrite(path, err))
	}
	defer func() {
		if err != nil {
			_ = f.Close() // closed already, unless writing failed
			_ = os.Remove(f.Name())
		}
	}()
	if _, err := f.Write(data); err != nil {
		return err
	}
	if mode != 0 {
		if err := f.Chmod(mode); err != nil {
			return err
		}
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// cannotWrite says which folder is missing.
func cannotWrite(path string, err error) error {
	if dir := filepath.Dir(path); errors.Is(err, fs.ErrNotExist) {
		if _, missing := os.Stat(dir); missing != nil {
			return fmt.Errorf("there is no folder %s", wording.FileName(dir))
		}
	}
	return wording.WithoutPath(err)
}

// leftover is the name of a file of [newBeside].
var leftover = regexp.MustCompile(`^\.tengen-[0-9]+-[0-9]+$`)

// ClearLeftovers removes from a folder the unfinished files of processes that were killed. No
// other process may be at work there.
func ClearLeftovers(dir string) {
	entries, _ := os.ReadDir(dir) // a folder that cannot be read has no leftovers that matter
	for _, e := range entries {
		if e.Type().IsRegular() && leftover.MatchString(e.Name()) {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// newBeside makes a new file in the same folder, with the permissions of new files,
// which os.CreateTemp does not give. Its name is short: that of the other may be as
// long as the system has them.
func newBeside(path string) (*os.File, error) {
	for i := 0; ; i++ {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".tengen-%d-%d", os.Getpid(), i))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) || i == 1000 {
			return f, err
		}
	}
}

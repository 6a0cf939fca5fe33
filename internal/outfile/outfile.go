// Package outfile writes output files that a user named. A file is written completely or not at
// all. A replaced file keeps its permissions, and symbolic links are followed.
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

// Write writes a file. If the file exists, Write replaces it if force is set, and otherwise returns
// an error. A replaced file keeps its permissions. Pipes and devices are written to directly.
func Write(path string, force bool, data []byte) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder: name a file in it", path)
	case err == nil && !info.Mode().IsRegular():
		return writeThrough(path, data)
	case err == nil && !force:
		return fmt.Errorf("%s already exists: --force replaces it", path)
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

// Replace writes a temporary file in the same folder and renames it. A mode of 0 means the
// default permissions of new files. If path is a symbolic link, its target is replaced.
func Replace(path string, mode fs.FileMode, data []byte) (err error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	f, err := createTemp(path)
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", wording.FileName(path), createError(path, err))
	}
	defer func() {
		if err != nil {
			_ = f.Close() // does nothing if the file is already closed
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

// createError returns the error about a file that cannot be created. If the folder is missing, the
// error names the folder.
func createError(path string, err error) error {
	if dir := filepath.Dir(path); errors.Is(err, fs.ErrNotExist) {
		if _, missing := os.Stat(dir); missing != nil {
			return fmt.Errorf("the folder %s does not exist", wording.FileName(dir))
		}
	}
	return wording.WithoutPath(err)
}

// leftover matches the names of the files that [createTemp] creates.
var leftover = regexp.MustCompile(`^\.tengen-[0-9]+-[0-9]+$`)

// ClearLeftovers removes the unfinished files of killed processes from a folder. No other process
// may be writing there.
func ClearLeftovers(dir string) {
	entries, _ := os.ReadDir(dir) // leftovers in an unreadable folder do no harm
	for _, e := range entries {
		if e.Type().IsRegular() && leftover.MatchString(e.Name()) {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// createTemp creates a temporary file in the folder of path. Unlike os.CreateTemp it gives the file
// the default permissions of new files. The name of the temporary file does not contain the name in
// path, because that name may already have the largest length that the system allows.
func createTemp(path string) (*os.File, error) {
	for i := 0; ; i++ {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".tengen-%d-%d", os.Getpid(), i))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) || i == 1000 {
			return f, err
		}
	}
}

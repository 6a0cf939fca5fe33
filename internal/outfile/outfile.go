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
	"syscall"

	"tengen/internal/durable"
	"tengen/internal/wording"
)

// Check returns the error with which Write would refuse a file because of what exists, so that long work is not done in
// vain.
func Check(path string, force bool) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder: name a file in it", path)
	case err == nil && info.Mode().IsRegular() && !force:
		return fmt.Errorf("%s already exists: --force replaces it", path)
	}
	return nil
}

// Write writes a file. If the file exists, Write replaces it if force is set, and otherwise returns
// an error. A replaced file keeps its permissions. Pipes and devices are written to directly.
func Write(path string, force bool, data []byte) error {
	if err := Check(path, force); err != nil {
		return err
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return writeThrough(path, data)
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
func Replace(path string, mode fs.FileMode, data []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	} else if target, err := os.Readlink(path); err == nil { // the target does not exist yet
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	err := durable.ReplaceHidden(path, func(to *os.File) error {
		if _, err := to.Write(data); err != nil {
			return err
		}
		if mode != 0 {
			if err := to.Chmod(mode); err != nil {
				return err
			}
		}
		return to.Sync()
	})
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", wording.FileName(path), reason(path, err))
	}
	return nil
}

// reason returns the cause of an error without the name of the temporary file. If the folder is missing,
// the cause names the folder.
func reason(path string, err error) error {
	if dir := filepath.Dir(path); errors.Is(err, fs.ErrNotExist) {
		if _, missing := os.Stat(dir); missing != nil {
			return fmt.Errorf("the folder %s does not exist", wording.FileName(dir))
		}
	}
	if system, ok := errors.AsType[syscall.Errno](err); ok {
		return system
	}
	return err
}

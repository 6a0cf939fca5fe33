package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"tengen/internal/wording"
)

// writeTo writes to a file, or to stdout where path is "" or "-". The file is there
// whole or not at all, and one that is there already stays, unless forced: then it
// is replaced and keeps its permissions.
func writeTo(env *Env, path string, force bool, write func(io.Writer) error) error {
	var made bytes.Buffer
	if err := unlessInterrupted(env, func() error { return write(&made) }); err != nil {
		return err
	}
	write = func(w io.Writer) error { _, err := w.Write(made.Bytes()); return err }
	if path == "" || path == dash {
		out := newResults(env)
		return out.end(write(out))
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder: name a file in it", path)
	case err == nil && !info.Mode().IsRegular():
		return writeThrough(path, write)
	case err == nil && !force:
		return fmt.Errorf("%s is there already: --force replaces it", path)
	case err == nil:
		return replaceFile(path, info.Mode().Perm(), write)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: %w", wording.FileName(path), unwrapPath(err))
	}
	return replaceFile(path, 0, write)
}

// writeThrough writes to a pipe or a device.
func writeThrough(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Close())
	if gone(err) {
		err = nil
	}
	return err
}

// replaceFile writes a file beside the one of that path and then gives it its name.
// The permissions are those of new files for 0. A link keeps pointing where it does.
func replaceFile(path string, mode fs.FileMode, write func(io.Writer) error) (err error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	f, err := besides(path)
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", wording.FileName(path), cannotWrite(path, err))
	}
	defer func() {
		if err != nil {
			_ = f.Close() // closed already, unless writing failed
			_ = os.Remove(f.Name())
		}
	}()
	if err := write(f); err != nil {
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
	return unwrapPath(err)
}

// leftover is the name of a file of [besides].
var leftover = regexp.MustCompile(`^\.tengen-[0-9]+-[0-9]+$`)

// clearLeftovers removes from a folder what other processes left that were killed while they
// wrote. No other process may be at work there.
func clearLeftovers(dir string) {
	entries, _ := os.ReadDir(dir) // what cannot be read has none that matter
	for _, e := range entries {
		if e.Type().IsRegular() && leftover.MatchString(e.Name()) {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// besides makes a new file in the same folder, with the permissions of new files,
// which os.CreateTemp does not give. Its name is short: that of the other may be as
// long as the system has them.
func besides(path string) (*os.File, error) {
	for i := 0; ; i++ {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".tengen-%d-%d", os.Getpid(), i))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) || i == 1000 {
			return f, err
		}
	}
}

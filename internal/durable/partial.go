package durable

import (
	"errors"
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Partial is the suffix of the name of an incomplete file. If several writers replace the same file at the same time,
// the further incomplete files have the suffixes ".part2", ".part3" and so on.
const Partial = ".part"

// partialName is the name of the i-th incomplete file for path, counted from 1.
func partialName(path string, i int) string {
	if i == 1 {
		return path + Partial
	}
	return path + Partial + strconv.Itoa(i)
}

// swept is the number of temporary names that are checked for incomplete files of killed processes. Further names are
// used only if a larger number of writers replaces the same file at the same time.
const swept = 8

// abandonedAfter is used on systems without usable locks. An incomplete file of this age is taken for the file of a
// killed process. The program never needs so long to write a file.
const abandonedAfter = time.Hour

// locker locks an open file until it is closed. It returns [ErrHeld] if another writer
// has the lock, and any other error if locks cannot be used.
type locker func(*os.File) error

// partial is an incomplete file that belongs to one writer.
type partial struct {
	file *os.File
	lock *os.File // the same file with a lock that keeps other writers away until it is closed; nil without locks
}

// newPartial makes an incomplete file for path under the first name that no other writer uses. It removes incomplete
// files of killed processes.
func newPartial(path string, lock locker) (*partial, error) {
	for i := 1; ; i++ {
		p, err := claim(partialName(path, i), lock)
		if errors.Is(err, ErrHeld) {
			continue
		}
		for j := i + 1; err == nil && j <= swept; j++ {
			_ = removeAbandoned(partialName(path, j), lock) // a file that cannot be removed stays
		}
		return p, err
	}
}

// claim makes the incomplete file with a name. It first removes a file of that name that a killed process left behind.
// The error is [ErrHeld] if another writer uses the name.
func claim(name string, lock locker) (*partial, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		if err := removeAbandoned(name, lock); err != nil {
			return nil, err
		}
		return claim(name, lock)
	}
	if err != nil {
		return nil, err
	}
	switch err := lock(f); {
	case errors.Is(err, ErrHeld) || err == nil && !sameFile(f, name): // another writer took the file for an abandoned one
		_ = f.Close() // nothing was written
		return nil, ErrHeld
	case err != nil: // without locks
		return &partial{file: f}, nil
	}
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		_ = os.Remove(name)
		_ = f.Close()
		return nil, err
	}
	return &partial{file: file, lock: f}, nil
}

// removeAbandoned removes an incomplete file that a killed process left behind. Afterwards the name is free. The error
// is [ErrHeld] if another writer uses the file, or if only another user may remove it.
func removeAbandoned(name string, lock locker) error {
	info, err := os.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		return &os.PathError{Op: "open", Path: name, Err: errors.New("it is not a regular file: remove it")}
	}
	var f *os.File
	if err == nil {
		f, err = os.OpenFile(name, os.O_RDWR, 0)
	}
	switch {
	case errors.Is(err, os.ErrNotExist): // its writer has just completed and renamed it
		return nil
	case errors.Is(err, os.ErrPermission):
		return ErrHeld
	case err != nil:
		return err
	}
	switch err := lock(f); {
	case err == nil && sameFile(f, name):
		err = os.Remove(name) // this process holds the lock, so no other writer uses the file
		_ = f.Close()
		if err != nil {
			return ErrHeld
		}
		return nil
	case err != nil && !errors.Is(err, ErrHeld) && isOld(f):
		_ = f.Close() // some systems do not remove open files
		if os.Remove(name) != nil {
			return ErrHeld // another writer still has it open
		}
		return nil
	}
	_ = f.Close()
	return ErrHeld
}

// sameFile reports whether name still refers to the open file f.
func sameFile(f *os.File, name string) bool {
	open, err1 := f.Stat()
	named, err2 := os.Lstat(name)
	return err1 == nil && err2 == nil && os.SameFile(open, named)
}

func isOld(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && time.Since(info.ModTime()) > abandonedAfter
}

// hiddenPrefix is the beginning of the names of incomplete files in a user's folders.
const hiddenPrefix = ".tengen-"

// hiddenName returns the name from which [partialName] makes the temporary names of a file in a user's folder.
func hiddenName(path string) string {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(filepath.Base(path))) // it returns no error
	return filepath.Join(filepath.Dir(path), hiddenPrefix+strconv.FormatUint(hash.Sum64(), 16))
}

// Sweep removes the incomplete files that killed processes left in a folder. Callers must use it only on the program's
// own folders, because the name of a user's file may end in [Partial]. A file that cannot be removed stays.
func Sweep(dir string) { sweep(dir, "") }

// SweepHidden removes the incomplete files of [ReplaceHidden] that killed processes left in a folder.
func SweepHidden(dir string) { sweep(dir, hiddenPrefix) }

// sweep removes abandoned incomplete files whose names begin with prefix.
func sweep(dir, prefix string) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, f := range files {
		at := strings.LastIndex(f.Name(), Partial)
		if at > 0 && strings.HasPrefix(f.Name(), prefix) && strings.Trim(f.Name()[at+len(Partial):], "0123456789") == "" {
			_ = removeAbandoned(filepath.Join(dir, f.Name()), lockOpen)
		}
	}
}

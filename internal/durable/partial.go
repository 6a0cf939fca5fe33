package durable

import (
	"errors"
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
// used only if more writers than this number replace the same file at the same time.
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

// newPartial makes an incomplete file for path under the first name that no other writer uses. It reuses an incomplete
// file of a killed process, and removes further ones.
func newPartial(path string, lock locker) (*partial, error) {
	for i := 1; ; i++ {
		p, err := claim(partialName(path, i), lock)
		if errors.Is(err, ErrHeld) {
			continue
		}
		for j := i + 1; err == nil && j <= swept; j++ {
			removeAbandoned(partialName(path, j), lock)
		}
		return p, err
	}
}

// claim makes the incomplete file with a name, or reuses the one that a killed process left behind. The error is
// [ErrHeld] if another writer uses the file.
func claim(name string, lock locker) (*partial, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	isNew := err == nil
	if errors.Is(err, os.ErrExist) {
		f, err = openExisting(name)
	}
	if err != nil {
		return nil, err
	}
	switch err := lock(f); {
	case errors.Is(err, ErrHeld):
		_ = f.Close() // nothing was written
		return nil, ErrHeld
	case err == nil && !sameFile(f, name): // another writer has finished and renamed the file
		_ = f.Close()
		return nil, ErrHeld
	case err == nil:
		p := &partial{lock: f}
		if p.file, err = os.OpenFile(name, os.O_WRONLY|os.O_TRUNC, 0); err != nil {
			_ = f.Close()
			return nil, err
		}
		return p, nil
	case isNew:
		return &partial{file: f}, nil
	case isOld(f):
		_ = f.Close()
		if err := os.Remove(name); err != nil {
			return nil, ErrHeld // another writer has just locked the file or still has it open
		}
		return claim(name, lock)
	}
	_ = f.Close()
	return nil, ErrHeld
}

// openExisting opens an incomplete file that exists already. The error is [ErrHeld] if its writer has completed and
// renamed it in the meantime.
func openExisting(name string) (*os.File, error) {
	info, err := os.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "open", Path: name, Err: errors.New("it is not a regular file: remove it")}
	}
	var f *os.File
	if err == nil {
		f, err = os.OpenFile(name, os.O_RDWR, 0)
	}
	if errors.Is(err, os.ErrNotExist) {
		return nil, ErrHeld
	}
	return f, err
}

// removeAbandoned removes an incomplete file unless a writer uses it.
func removeAbandoned(name string, lock locker) {
	f, err := openExisting(name)
	if err != nil {
		return
	}
	err = lock(f)
	if err == nil && sameFile(f, name) {
		_ = os.Remove(name) // this process holds the lock, so no other writer uses the file
	}
	old := err != nil && !errors.Is(err, ErrHeld) && isOld(f)
	_ = f.Close()
	if old {
		_ = os.Remove(name)
	}
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

// Sweep removes the incomplete files that killed processes left in a folder. Callers must use it only on the program's
// own folders, because the name of a user's file may end in [Partial]. A file that cannot be removed stays.
func Sweep(dir string) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, f := range files {
		at := strings.LastIndex(f.Name(), Partial)
		if at > 0 && strings.Trim(f.Name()[at+len(Partial):], "0123456789") == "" {
			removeAbandoned(filepath.Join(dir, f.Name()), lockOpen)
		}
	}
}

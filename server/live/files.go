package live

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Unreadable is the extension of a file that was set aside because it could not be read.
const Unreadable = ".unreadable"

const (
	idLetters = "abcdefghijklmnopqrstuvwxyz234567"
	idLen     = 12
)

// newID is 60 random bits: it cannot be guessed, and every file system takes it as a name.
func newID() string {
	var b [idLen]byte
	_, _ = rand.Read(b[:]) // never fails
	for i := range b {
		b[i] = idLetters[b[i]&31]
	}
	return string(b[:])
}

// ValidID reports whether a text may be the id of a thing in a store.
func ValidID(id string) bool {
	return len(id) == idLen && strings.Trim(id, idLetters) == ""
}

// OpenFolder opens a folder below dir and makes it if it is missing.
func OpenFolder(dir, name string) (*os.Root, error) {
	dir = filepath.Join(dir, name)
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		var root *os.Root
		if root, err = os.OpenRoot(dir); err == nil {
			return root, nil
		}
	}
	return nil, fmt.Errorf("the folder for the %s: %w", name, err)
}

// ErrNotRegular is the error for a folder, a pipe or anything else that has the name of a file.
var ErrNotRegular = errors.New("it is not an ordinary file")

// Lstat looks at a name, which must be that of a regular file: to open a pipe might never end.
func Lstat(root *os.Root, name string) (fs.FileInfo, error) {
	info, err := root.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNotRegular
	}
	return info, err
}

// WriteAndSync writes data, makes sure that it is on the disk, and closes the file.
func WriteAndSync(f *os.File, data []byte) error {
	_, err := f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// SyncFolder makes the names in a folder safe. Not every system can do that, and then there is nothing better to do.
func SyncFolder(root *os.Root) {
	if dir, err := root.Open("."); err == nil {
		_ = dir.Sync()
		_ = dir.Close()
	}
}

// filesOf returns the regular files of a folder whose names are an id and ext.
func filesOf(root *os.Root, ext string) ([]fs.DirEntry, error) {
	all, err := fs.ReadDir(root.FS(), ".")
	return slices.DeleteFunc(all, func(e fs.DirEntry) bool {
		id, ok := strings.CutSuffix(e.Name(), ext)
		return !ok || !ValidID(id) || !e.Type().IsRegular()
	}), err
}

// latestFirst returns the files of filesOf, those that were changed last first.
func latestFirst(root *os.Root, ext string) ([]fs.FileInfo, error) {
	entries, err := filesOf(root, ext)
	if err != nil {
		return nil, err
	}
	var infos []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil { // else it was deleted just now
			infos = append(infos, info)
		}
	}
	slices.SortFunc(infos, func(a, b fs.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	return infos, nil
}

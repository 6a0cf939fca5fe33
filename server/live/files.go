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

// Unreadable is the extension that a file gets when it cannot be read and is set aside.
const Unreadable = ".unreadable"

const (
	idLetters = "abcdefghijklmnopqrstuvwxyz234567"
	idLen     = 12
)

// NewID returns an id of 60 random bits. It cannot be guessed, and it is a valid file name on every system.
func NewID() string {
	var b [idLen]byte
	_, _ = rand.Read(b[:]) // never fails
	for i := range b {
		b[i] = idLetters[b[i]&31]
	}
	return string(b[:])
}

// ValidID reports whether a text has the form of an id.
func ValidID(id string) bool {
	return len(id) == idLen && strings.Trim(id, idLetters) == ""
}

// OpenFolder opens a folder below dir. It makes the folder if it is missing.
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

// ErrNotRegular is the error for a folder, a pipe or another special file in the place of a regular file.
var ErrNotRegular = errors.New("it is not a regular file")

// Lstat returns the FileInfo of a regular file, and [ErrNotRegular] for anything else. Callers use it before they open
// a file, because opening a pipe may block forever.
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

// SyncFolder writes the names of the files in a folder to the disk. It ignores errors, because some systems cannot do
// that.
func SyncFolder(root *os.Root) {
	if dir, err := root.Open("."); err == nil {
		_ = dir.Sync()
		_ = dir.Close()
	}
}

// filesOf returns the regular files of a folder whose names consist of an id and ext.
func filesOf(root *os.Root, ext string) ([]fs.DirEntry, error) {
	all, err := fs.ReadDir(root.FS(), ".")
	return slices.DeleteFunc(all, func(e fs.DirEntry) bool {
		id, ok := strings.CutSuffix(e.Name(), ext)
		return !ok || !ValidID(id) || !e.Type().IsRegular()
	}), err
}

// latestFirst returns the files of filesOf, sorted by the time of their last change, the latest first.
func latestFirst(root *os.Root, ext string) ([]fs.FileInfo, error) {
	entries, err := filesOf(root, ext)
	if err != nil {
		return nil, err
	}
	var infos []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil { // otherwise the file was just deleted
			infos = append(infos, info)
		}
	}
	slices.SortFunc(infos, func(a, b fs.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	return infos, nil
}

package outfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// holds checks the content and the permissions of a file, and that its folder has no other files than those given.
func holds(t *testing.T, path, text string, mode fs.FileMode, others ...string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil || string(data) != text {
		t.Errorf("got %q, %v, want %q", data, err, text)
	}
	if info, err := os.Stat(path); err != nil || mode != 0 && info.Mode().Perm() != mode {
		t.Errorf("got %v, %v, want the permissions %v", info, err, mode)
	}
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(files) != 1+len(others) {
		t.Errorf("the folder has %v, %v, want one file and %v", files, err, others)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.sgf")
	if err := Write(path, false, []byte("first")); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "first", 0)
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, false, []byte("second")); err == nil || !strings.Contains(err.Error(), "already exists: --force replaces it") {
		t.Errorf("without force: got %v, want that the file exists", err)
	}
	holds(t, path, "first", 0o640)
	if err := Write(path, true, []byte("third")); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "third", 0o640)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err != nil {
		t.Skipf("there are no symbolic links: %v", err)
	}
	if err := Write(link, true, []byte("fourth")); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "fourth", 0o640)
	if to, err := os.Readlink(link); err != nil || to != path {
		t.Errorf("the link leads to %q, %v, want %q", to, err, path)
	}
	ahead := filepath.Join(filepath.Dir(link), "ahead")
	if err := os.Symlink("target", ahead); err != nil {
		t.Fatal(err)
	}
	if err := Write(ahead, false, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(filepath.Join(filepath.Dir(link), "target")); err != nil || string(data) != "new" {
		t.Errorf("behind a link whose target did not exist: got %q, %v, want new", data, err)
	}
}

func TestWriteErrors(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "no", "out.sgf")
	for path, want := range map[string]string{
		dir:     dir + " is a folder: name a file in it",
		missing: missing + " cannot be written: the folder " + filepath.Dir(missing) + " does not exist",
	} {
		if err := Write(path, true, nil); err == nil || err.Error() != want {
			t.Errorf("got the error %v, want %s", err, want)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("the folder has %v, %v, want no files", files, err)
	}
}

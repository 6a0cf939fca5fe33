package durable

import (
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	f, err := Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(path); !errors.Is(err, ErrHeld) {
		t.Errorf("locked twice: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Lock(path)
	if err != nil {
		t.Fatalf("after it was let go: %v", err)
	}
	again.Close()
	if _, err := Lock(filepath.Join(path, "below")); err == nil || errors.Is(err, ErrHeld) {
		t.Errorf("below a file: %v", err)
	}
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	for _, text := range []string{"first", "", "third"} {
		if err := Replace(path, []byte(text), text != ""); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(path); err != nil || string(data) != text {
			t.Errorf("%q, %v", data, err)
		}
	}
	// What breaks off leaves what was there, and nothing else.
	full := errors.New("full")
	err := ReplaceBy(path, true, func(to io.Writer) error {
		_, err := to.Write([]byte("half"))
		return errors.Join(err, full)
	})
	if data, wrong := os.ReadFile(path); !errors.Is(err, full) || wrong != nil || string(data) != "third" {
		t.Errorf("%v: %q, %v", err, data, wrong)
	}
	if _, err := os.Lstat(path + Partial); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the attempt is left: %v", err)
	}
	// What is there and no file, such as a device, stays.
	socket, err := net.Listen("unix", filepath.Join(dir, "socket"))
	if err != nil {
		t.Skipf("there are no sockets in folders: %v", err)
	}
	if err := Replace(socket.Addr().String(), []byte("x"), false); err == nil || !strings.Contains(err.Error(), "socket: it is not a regular file") {
		t.Errorf("a socket was replaced: %v", err)
	}
	socket.Close()
	// So does a folder.
	folder := filepath.Join(dir, "folder")
	if err := os.MkdirAll(filepath.Join(folder, "full"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Replace(folder, []byte("x"), true); err == nil {
		t.Error("a folder was replaced")
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 2 {
		t.Errorf("%v, %v", list, err)
	}
}

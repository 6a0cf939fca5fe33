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
		t.Errorf("a second lock: got %v, want %v", err, ErrHeld)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Lock(path)
	if err != nil {
		t.Fatalf("after the lock was released: %v", err)
	}
	again.Close()
	if _, err := Lock(filepath.Join(path, "below")); err == nil || errors.Is(err, ErrHeld) {
		t.Errorf("a lock below a file: got %v, want an error of the system", err)
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
			t.Errorf("got %q, %v, want %q", data, err, text)
		}
	}
	// A failed write leaves the file unchanged and no other file behind.
	full := errors.New("full")
	err := ReplaceBy(path, true, func(to io.Writer) error {
		_, err := to.Write([]byte("half"))
		return errors.Join(err, full)
	})
	if data, wrong := os.ReadFile(path); !errors.Is(err, full) || wrong != nil || string(data) != "third" {
		t.Errorf("got %v, %q, %v, want %v and the third content", err, data, wrong, full)
	}
	if _, err := os.Lstat(path + Partial); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the incomplete file is left: %v", err)
	}
	// A socket, as a device, is not replaced.
	socket, err := net.Listen("unix", filepath.Join(dir, "socket"))
	if err != nil {
		t.Skipf("folders cannot have sockets: %v", err)
	}
	if err := Replace(socket.Addr().String(), []byte("x"), false); err == nil || !strings.Contains(err.Error(), "socket: it is not a regular file") {
		t.Errorf("replacing a socket: got %v, want that it is not a regular file", err)
	}
	socket.Close()
	// Nor is a folder.
	folder := filepath.Join(dir, "folder")
	if err := os.MkdirAll(filepath.Join(folder, "full"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Replace(folder, []byte("x"), true); err == nil {
		t.Error("a folder was replaced")
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 2 {
		t.Errorf("got %v, %v, want two entries", list, err)
	}
}

package store

import (
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

const helperVariable = "TENGEN_STORE_HELPER"

// TestImportHelper is the process that TestKilled kills.
func TestImportHelper(t *testing.T) {
	path := os.Getenv(helperVariable)
	if path == "" {
		t.Skip("runs only as the child process of TestKilled")
	}
	l, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	left := 8
	if _, err := l.Import(t.Context(), memory("a/", killedFiles()), ImportOptions{Parse: parseSGF, Batch: 25, Progress: func(Progress) {
		os.Stdout.WriteString(".") // tells the parent process about the progress
		if left--; left == 0 {
			time.Sleep(time.Hour) // if the parent process is slow, it still finds an unfinished import
		}
	}}); err != nil {
		t.Fatal(err)
	}
}

func killedFiles() [][]byte { return randomFiles(4, 1500, 9) }

// TestKilled kills imports at random moments. The library must be consistent after
// each, and a last import must complete it.
func TestKilled(t *testing.T) {
	kills := 8
	if testing.Short() {
		kills = 2
	}
	files := killedFiles()
	whole := newLibrary(t, Options{})
	imported(t, whole, memory("a/", files), ImportOptions{})
	path := filepath.Join(t.TempDir(), "killed")
	rng := rand.New(rand.NewPCG(5, 5))
	survived, before := 0, 0
	for range kills {
		cmd := exec.Command(os.Args[0], "-test.run=^TestImportHelper$")
		cmd.Env = append(os.Environ(), helperVariable+"="+path)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		io.ReadFull(out, make([]byte, rng.IntN(6)))
		time.Sleep(time.Duration(rng.IntN(20000)) * time.Microsecond)
		cmd.Process.Kill()
		cmd.Wait()
		l, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		n, err := l.Count(t.Context())
		if err != nil || n < before {
			t.Fatalf("got %d games, %v, want at least the %d from before", n, err, before)
		}
		if n > before && n < len(files) {
			survived++
		}
		before = n
		l.Close()
	}
	if survived < kills/2 {
		t.Errorf("%d of %d kills interrupted an import, want at least half; %d games were in the library at last", survived, kills, before)
	}
	l, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	imported(t, l, memory("a/", files), ImportOptions{})
	if !reflect.DeepEqual(content(t, l), content(t, whole)) {
		t.Error("the library differs from that of a single import")
	}
}

func TestFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "full")
	l, err := Open(path, Options{maxPages: 60})
	if err != nil {
		t.Fatal(err)
	}
	files := randomFiles(6, 1500, 9)
	r, err := l.Import(t.Context(), memory("a/", files), ImportOptions{Parse: parseSGF, Batch: 50})
	if !errors.Is(err, ErrFull) || r.Games == 0 {
		t.Fatalf("got %+v, %v, want some games and ErrFull", r, err)
	}
	t.Log(err)
	if err := l.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, _ := l.Count(t.Context()); n != r.Games {
		t.Errorf("the library has %d games, want %d as reported", n, r.Games)
	}
	l.Close()
	if l, err = Open(path, Options{}); err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if again := imported(t, l, memory("a/", files), ImportOptions{}); again.Games+r.Games != len(files) {
		t.Errorf("with free space again: got %+v after %+v, want %d games together", again, r, len(files))
	}
}

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
		t.Skip("only run by another test")
	}
	l, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	left := 8
	if _, err := l.Import(t.Context(), memory("a/", killedFiles()), ImportOptions{Parse: parseSGF, Batch: 25, Progress: func(Progress) {
		os.Stdout.WriteString(".") // so that the other knows when to strike
		if left--; left == 0 {
			time.Sleep(time.Hour) // the other is slow, and has to find it in the middle
		}
	}}); err != nil {
		t.Fatal(err)
	}
}

func killedFiles() [][]byte { return randomFiles(4, 1500, 9) }

// TestKilled kills imports at random moments. The library has to be whole after
// each, and to get whole in the end.
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
			t.Fatalf("%d games after %d, %v", n, before, err)
		}
		if n > before && n < len(files) {
			survived++
		}
		before = n
		l.Close()
	}
	if survived < kills/2 {
		t.Errorf("only %d of %d kills came in the middle; %d games at the last", survived, kills, before)
	}
	l, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	imported(t, l, memory("a/", files), ImportOptions{})
	if !reflect.DeepEqual(content(t, l), content(t, whole)) {
		t.Error("the library is not that of one import")
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
		t.Fatalf("%+v, %v", r, err)
	}
	t.Log(err)
	if err := l.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, _ := l.Count(t.Context()); n != r.Games {
		t.Errorf("%d games are there, %d were reported", n, r.Games)
	}
	l.Close()
	if l, err = Open(path, Options{}); err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if again := imported(t, l, memory("a/", files), ImportOptions{}); again.Games+r.Games != len(files) {
		t.Errorf("with room again %+v, before %+v", again, r)
	}
}

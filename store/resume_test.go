package store

import (
	"archive/zip"
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// lines returns a file with n different games, one per line.
func lines(n int) []byte {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "\t9\t6.5\tJapanese\t0\t\tB\tB+R\t\t\t2001-02-03\t%c%c%c%caabb\n", 'c'+i%7, 'c'+i/7%7, 'c'+i/49%7, 'b'-i/343%2)
	}
	return []byte(b.String())
}

// TestImportContinuesWithinAFile interrupts imports within a file. Committed games must not be parsed
// again, and the library must equal that of a single import.
func TestImportContinuesWithinAFile(t *testing.T) {
	data := lines(600)
	data = append(data, data...) // every game twice
	whole := newLibrary(t, Options{})
	imported(t, whole, memory("a/", [][]byte{data}), ImportOptions{Parse: ParseRecords})
	l := newLibrary(t, Options{})
	skipped := -1
	parse := func(name string, data []byte, skip int) iter.Seq2[Parsed, error] {
		skipped = skip
		return ParseRecords(name, data, skip)
	}
	runs := 0
	for {
		ctx, stop := context.WithCancel(t.Context())
		was := skipped
		r, err := l.Import(ctx, memory("a/", [][]byte{data}), ImportOptions{Batch: 50, Progress: func(Progress) { stop() }, Parse: parse})
		stop()
		runs++
		if err == nil {
			break
		}
		if r.Known == 1 { // it was interrupted after the last game
			break
		}
		if r.Games == 0 && r.Duplicates == 0 || skipped <= was {
			t.Fatalf("run %d: got %+v, %d games skipped, want new games and more than %d skipped", runs, r, skipped, was)
		}
	}
	if runs < 3 {
		t.Errorf("got %d runs, want at least 3: no import was interrupted", runs)
	}
	if err := l.Check(t.Context()); err != nil {
		t.Error(err)
	}
	got, want := content(t, l), content(t, whole)
	if len(got) != len(want) || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %d games, want the %d of a single import", len(got), len(want))
	}
}

// TestImportReport checks that a report distinguishes copies within the import from files known
// before, and that a file without games fails again, even under another name.
func TestImportReport(t *testing.T) {
	l := newLibrary(t, Options{})
	games := randomFiles(5, 4, 9)
	again := append([]byte("\n"), games[0]...) // the same game in other bytes
	files := [][]byte{games[0], games[1], games[0], again, []byte("none"), []byte("none")}
	r := imported(t, l, memory("a/", files), ImportOptions{Parse: ParseRecords})
	if r.Games != 2 || r.Known != 1 || r.Copies != 1 || r.Duplicates != 1 || r.Repeated != 1 || r.Failed != 2 || r.Files != 5 {
		t.Errorf("at first: got %+v, want 2 games, 1 known, 1 copy, 1 duplicate, 1 repeated, 2 failed, 5 files", r)
	}
	r = imported(t, l, memory("b/", append(files, append([]byte("\n\n"), games[1]...))), ImportOptions{Parse: ParseRecords})
	if r.Games != 0 || r.Known != 4 || r.Copies != 0 || r.Duplicates != 1 || r.Repeated != 0 || r.Failed != 2 {
		t.Errorf("from another folder: got %+v, want 4 known, 1 duplicate, 2 failed, nothing else", r)
	}
	if r = imported(t, l, memory("a/", files), ImportOptions{Parse: ParseRecords}); r.Known != 4 || r.Failed != 2 {
		t.Errorf("again: got %+v, want 4 known and 2 failed", r)
	}
}

// TestWalkByContent checks that an archive given as an argument is recognised by its content, and
// that a path can name a file within it. It also checks that cancelling the context ends reading.
func TestWalkByContent(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "games.dat")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for _, name := range []string{"1.sgf", "in/2.sgf", "notes.txt"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(w, name)
	}
	if err := z.Close(); err != nil || f.Close() != nil {
		t.Fatal(err)
	}
	read := func(o WalkOptions, path string) string {
		var all []string
		for f := range Walk(o, path).Files {
			text, err := "", f.Err
			if err == nil {
				var data []byte
				data, err = f.Read()
				text = string(data)
			}
			if err != nil {
				text = "error " + err.Error()
			}
			all = append(all, strings.TrimPrefix(f.Name, folder)[1:]+"="+text)
		}
		return strings.Join(all, " ")
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, c := range []struct {
		path, want string
		o          WalkOptions
	}{
		{"games.dat", "games.dat!1.sgf=1.sgf games.dat!in/2.sgf=in/2.sgf", WalkOptions{}},
		{"games.dat!in/2.sgf", "games.dat!in/2.sgf=in/2.sgf", WalkOptions{}},
		{"games.dat!notes.txt", "games.dat!notes.txt=notes.txt", WalkOptions{}},
		{"games.dat!3.sgf", "games.dat!3.sgf=error there is no such file in the archive", WalkOptions{}},
		{"games.dat!1.sgf", "games.dat!1.sgf=error context canceled", WalkOptions{Context: stopped}},
		{"", "", WalkOptions{}},
	} {
		if got := read(c.o, filepath.Join(folder, c.path)); got != c.want {
			t.Errorf("%s: %s, want %s", c.path, got, c.want)
		}
	}
}

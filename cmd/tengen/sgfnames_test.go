package main

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// zipOf returns an archive of two games and a text.
func zipOf(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for name, text := range map[string]string{
		"000.sgf": "(;GM[1]SZ[9]PB[Ann];B[ee])", "in/001.sgf": "(;GM[1]SZ[9]PB[Ben];B[cc])", "readme.txt": "no game",
	} {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil || f.Close() != nil {
		t.Fatal(err)
	}
}

// TestSGFNames checks unusual names of archives, the printed names of their files, names that are not
// valid UTF-8, and names of the greatest length.
func TestSGFNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"w.zip", "w.sgf", "w"} {
		path := filepath.Join(dir, name)
		zipOf(t, path)
		got := tengen(t, "", nil, "sgf", "info", path)
		if got.status != 0 || strings.Count(got.stdout, "\n") != 2 || !strings.Contains(got.stdout, "!in/001.sgf") {
			t.Errorf("tengen sgf info %s: got %+v, want status 0 and two lines on stdout, one for in/001.sgf", name, got)
		}
		got = tengen(t, "", nil, "sgf", "info", path+"!000.sgf")
		if got.status != 0 || strings.Count(got.stdout, "\n") != 1 || !strings.Contains(got.stdout, "Ann") {
			t.Errorf("%s!000.sgf: %+v", name, got)
		}
		if got = tengen(t, "", nil, "sgf", "render", path+"!in/001.sgf"); got.status != 0 {
			t.Errorf("tengen sgf render %s!in/001.sgf: got %+v, want status 0", name, got)
		}
		if got = tengen(t, "", nil, "sgf", "info", path+"!9.sgf"); got.status != 1 || !strings.Contains(got.stdout, "there is no such file in the archive") {
			t.Errorf("tengen sgf info %s!9.sgf: got %+v, want status 1 and that the archive has no such file", name, got)
		}
	}
	m, _, out := newMain(t, "", nil)
	stdin, err := os.Open(filepath.Join(dir, "w.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	m.Stdin = stdin
	if status := m.Run(t.Context(), []string{"sgf", "info", "-"}); status != 1 || !strings.Contains(out[0].String(), "this is a zip archive") {
		t.Errorf("tengen sgf info - of a zip archive: got status %d, stdout %q and stderr %q, want status 1 and that it is a zip archive", status, out[0], out[1])
	}
	long := filepath.Join(dir, strings.Repeat("x", 251)+".sgf")
	odd := filepath.Join(dir, "a\xe9.sgf")
	for _, path := range []string{long, odd} {
		if err := os.WriteFile(path, []byte("(;GM[1]\r\nSZ[9];B[ee])"), 0o666); err != nil {
			t.Skipf("this system has no such names: %v", err)
		}
		if got := tengen(t, "", nil, "sgf", "fmt", "-w", path); got.status != 0 || got.stderr != "tengen: 1 of 1 file rewritten\n" {
			t.Errorf("tengen sgf fmt -w %q: got %+v, want status 0 and only that 1 of 1 file was rewritten on stderr", path, got)
		}
		if got := tengen(t, "", nil, "sgf", "convert", "-o", path, "--force", path); got.status != 0 {
			t.Errorf("tengen sgf convert --force %q: got %+v, want status 0", path, got)
		}
	}
	if got := tengen(t, "", nil, "sgf", "info", odd); got.status != 0 || !strings.Contains(got.stdout, `a\\xe9.sgf`) {
		t.Errorf("tengen sgf info %q: got %+v, want status 0 and the name with its odd byte escaped", odd, got)
	}
	if got := tengen(t, "", nil, "sgf", "fmt", "-w", filepath.Join(dir, "w.zip")); got.status != 1 || strings.Count(got.stderr, "\n") != 2 {
		t.Errorf("an archive is one line and the count another: %+v", got)
	}
}

// TestSGFConvertFolder converts files in folders and archives, keeps their names, and continues after
// failures.
func TestSGFConvertFolder(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	if err := os.MkdirAll(filepath.Join(in, "deep"), 0o777); err != nil {
		t.Fatal(err)
	}
	copyFile(t, "testdata/sgf/two.sgf", filepath.Join(in, "deep", "two.sgf"), 0o666)
	copyFile(t, "testdata/sgf/variations.sgf", filepath.Join(in, "one.sgf"), 0o666)
	copyFile(t, "testdata/sgf/chess.sgf", filepath.Join(in, "chess.sgf"), 0o666)
	zipOf(t, filepath.Join(in, "w.zip"))
	files := func() string {
		var names []string
		filepath.WalkDir(out, func(path string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				rel, _ := filepath.Rel(out, path)
				names = append(names, filepath.ToSlash(rel))
			}
			return nil
		})
		return strings.Join(names, " ")
	}
	got := tengen(t, "", nil, "sgf", "convert", "--to", "gtp", "-d", out, in)
	want := "deep/two-001.gtp deep/two-002.gtp one.gtp w.zip/000.gtp w.zip/in/001.gtp"
	want = strings.ReplaceAll(want, "w.zip/000.gtp w.zip/in", "w.zip/000.gtp w.zip/in")
	if got.status != 1 || files() != want || !strings.Contains(got.stderr, "chess.sgf: not a game of Go") {
		t.Errorf("%+v\n%s", got, files())
	}
	if got = tengen(t, "", nil, "sgf", "convert", "--to", "gtp", "-d", out, in); got.status != 1 || strings.Count(got.stderr, "already exists") != 5 {
		t.Errorf("again: %+v", got)
	}
	if got = tengen(t, "", nil, "sgf", "convert", "--to", "gtp", "-d", out, "--force", filepath.Join(in, "one.sgf")); got.status != 0 {
		t.Errorf("forced: %+v", got)
	}
	// Names with "!", and a file with a fault.
	bang := filepath.Join(dir, "b!")
	if err := os.Mkdir(bang, 0o777); err != nil {
		t.Fatal(err)
	}
	copyFile(t, "testdata/sgf/two.sgf", filepath.Join(bang, "Great game!.sgf"), 0o666)
	copyFile(t, "testdata/sgf/broken.sgf", filepath.Join(bang, "!broken.sgf"), 0o666)
	zipOf(t, filepath.Join(bang, "w.zip"))
	out = filepath.Join(dir, "names")
	got = tengen(t, "", nil, "sgf", "convert", "--to", "sgf", "-d", out, bang)
	if want := "!broken.sgf Great game!.sgf w.zip/000.sgf w.zip/in/001.sgf"; got.status != 0 || files() != want || strings.Count(got.stderr, "!broken.sgf: line ") != 2 {
		t.Errorf("got %+v and the files %s, want %s, and two faults of !broken.sgf", got, files(), want)
	}
	// Two names of one file, as on a file system that ignores case.
	out = filepath.Join(dir, "case")
	for _, name := range []string{"lower/x/one.sgf", "upper/X/one.sgf", "case/x/old.sgf"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		copyFile(t, "testdata/sgf/variations.sgf", path, 0o666)
	}
	if err := os.Symlink("x", filepath.Join(out, "X")); err != nil && !errors.Is(err, fs.ErrExist) {
		t.Skip(err)
	}
	got = tengen(t, "", nil, "sgf", "convert", "--to", "gtp", "--force", "-d", out, filepath.Join(dir, "lower"), filepath.Join(dir, "upper"))
	if got.status != 1 || !strings.Contains(got.stderr, "was already written to the same file") {
		t.Errorf("a file with two names: %+v", got)
	}
}

// TestSGFMergeSkips checks that every record that cannot be merged is reported, or skipped with a warning.
func TestSGFMergeSkips(t *testing.T) {
	args := []string{"sgf", "merge", "testdata/sgf/variations.sgf", "no-such.sgf", "testdata/sgf/chess.sgf"}
	if got := tengen(t, "", nil, args...); got.status != 1 || got.stdout != "" || !strings.Contains(got.stderr, "no-such.sgf") || !strings.Contains(got.stderr, "chess.sgf") {
		t.Errorf("tengen sgf merge: got %+v, want status 1, nothing on stdout, and no-such.sgf and chess.sgf on stderr", got)
	}
	if got := tengen(t, "", nil, append(args, "--skip")...); got.status != 0 || got.stdout == "" || strings.Count(got.stderr, "skipped: ") != 2 {
		t.Errorf("--skip: %+v", got)
	}
}

// TestSGFFindSaves writes the found records unchanged.
func TestSGFFindSaves(t *testing.T) {
	dir := t.TempDir()
	library, saved := filepath.Join(dir, "l.db"), filepath.Join(dir, "saved")
	tengen(t, "", nil, "sgf", "index", "--library", library, "testdata/sgf")
	got := tengen(t, "", nil, "sgf", "find", "--library", library, "--white", "木谷", "--save", saved)
	files, _ := filepath.Glob(filepath.Join(saved, "*.sgf"))
	if got.status != 0 || len(files) != 1 {
		t.Fatalf("tengen sgf find --save: got %+v and the files %v, want status 0 and one file", got, files)
	}
	is, _ := os.ReadFile(files[0])
	if was, _ := os.ReadFile("testdata/sgf/gb18030.sgf"); string(is) != string(was) {
		t.Errorf("the saved file is %q, want %q as in the library", is, was)
	}
	for args, want := range map[string]string{
		"--pattern=": "--pattern: the pattern is empty", "--from 2001 --to 2000": "--from 2001 is later than --to 2000",
	} {
		if got := tengen(t, "", nil, append([]string{"sgf", "find", "--library", library}, strings.Fields(args)...)...); got.status != 2 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %q", args, got, want)
		}
	}
}

// TestSGFLineBreaks checks that the kind of line breaks does not change the output.
func TestSGFLineBreaks(t *testing.T) {
	var first string
	for _, end := range []string{"\n", "\r\n", "\r", "\n\r"} {
		m, _, out := newMain(t, "", nil)
		m.Stdin = strings.NewReader(strings.ReplaceAll("(;GM[1]SZ[9]\nC[one\ntwo\\\nthree]XYZ[a\nb];B[ee])\n", "\n", end))
		status := m.Run(t.Context(), []string{"sgf", "fmt", "-"})
		if first == "" {
			first = out[0].String()
		}
		if status != 0 || out[0].String() != first || strings.Contains(first, "\r") {
			t.Errorf("%q: status %d, %q, not %q", end, status, out[0], first)
		}
	}
}

// TestSGFInterruptedWithin checks that an interrupt within one large file ends every command soon, with
// the status of an interrupt.
func TestSGFInterruptedWithin(t *testing.T) {
	dir := t.TempDir()
	const games = 20000
	var b strings.Builder
	for i := range games {
		fmt.Fprintf(&b, "\t19\t6.5\tJapanese\t0\t\tB\tB+R\t\t\t2001-02-03\t%c%c%c%c%c%c%s\n", 'a'+i%19, 'a'+i/19%9, 'a'+i/171%19, 'j'+i/3249%10, 'a'+i/32490%19, 'a', strings.Repeat("sasbsc", 20))
	}
	file := filepath.Join(dir, "games.tsv")
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	library := filepath.Join(dir, "l.db")
	// run interrupts a command after a while. It interrupts info after its first output, which must come early.
	run := func(args string, wait time.Duration) (status int, took time.Duration, out [2]*bytes.Buffer) {
		m, _, out := newMain(t, "", nil)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var at time.Time
		interrupt := sync.OnceFunc(func() { at = time.Now(); cancel() })
		if strings.HasPrefix(args, "info") {
			m.Stdout = io.MultiWriter(out[0], calling(interrupt))
		} else {
			defer time.AfterFunc(wait, interrupt).Stop()
		}
		status = m.Run(ctx, append(append([]string{"sgf"}, strings.Fields(args)...), file))
		interrupt()
		return status, time.Since(at), out
	}
	for _, args := range []string{"check", "info", "info --text", "stats", "convert -o " + filepath.Join(dir, "x.sgf"), "render", "index --library " + library} {
		wait := 100 * time.Millisecond
		status, took, out := run(args, wait)
		for ; status == 0 && wait > 10*time.Millisecond; status, took, out = run(args, wait) { // the command had finished before the interrupt
			for _, written := range []string{"x.sgf", "l.db"} {
				_ = os.Remove(filepath.Join(dir, written))
			}
			wait /= 2
		}
		if status != exitInterrupted || took > 30*time.Second || !strings.Contains(out[1].String(), "tengen: interrupted") {
			t.Errorf("%s: status %d, %v after the interrupt, %s", args, status, took, out[1])
		}
		if args == "info" && !strings.Contains(out[0].String(), `"game":1,`) {
			t.Errorf("nothing was told: %.200s", out[0])
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "x.sgf")); err == nil {
		t.Error("a part was written")
	}
}

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestSGFOutput checks that --json prints JSON, that a closed pipe is not a failure, and that a full
// disk is.
func TestSGFOutput(t *testing.T) {
	tmp := t.TempDir()
	library := filepath.Join(tmp, "l.db")
	for _, args := range [][]string{
		{"sgf", "index", "--library", library, "--json", "testdata/sgf"},
		{"sgf", "check", "--json", "testdata/sgf/gb18030.sgf", "testdata/sgf/chess.sgf"},
		{"sgf", "info", "testdata/sgf/two.sgf"},
		{"sgf", "stats", "--json", "testdata/sgf/two.sgf"},
		{"sgf", "find", "--library", library, "--json", "--pattern", "?"},
		{"sgf", "render", "testdata/sgf/two.sgf"},
		{"sgf", "fmt", "testdata/sgf/two.sgf"},
		{"sgf", "merge", "testdata/sgf/variations.sgf"},
	} {
		if got := tengen(t, "", nil, args...); args[1] != "render" && args[1] != "fmt" && args[1] != "merge" {
			for line := range strings.Lines(got.stdout) {
				if !json.Valid([]byte(line)) {
					t.Errorf("tengen %v: got the line %q, want JSON", args, line)
				}
			}
			if got.status != 0 || got.stdout == "" {
				t.Errorf("tengen %v: got %+v, want status 0 and something on stdout", args, got)
			}
		}
		for _, end := range []struct {
			err    error
			status int
		}{{&os.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}, 0}, {syscall.ENOSPC, 1}} {
			m, _, out := newMain(t, "", nil)
			m.Stdout = failing{end.err}
			if status := m.Run(t.Context(), args); status != end.status || status == 0 && strings.Contains(out[1].String(), "pipe") {
				t.Errorf("%v with %v: status %d, %s", args, end.err, status, out[1])
			}
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestSGFInterrupted interrupts a run over a large folder after its first results. The finished
// results are printed in whole lines, with the status of an interrupt.
func TestSGFInterrupted(t *testing.T) {
	dir := t.TempDir()
	const files = 800
	data, err := os.ReadFile("testdata/sgf/variations.sgf")
	if err != nil {
		t.Fatal(err)
	}
	for i := range files {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%04d.sgf", i)), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	m, _, out := newMain(t, "", nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	m.Stdout = io.MultiWriter(out[0], calling(cancel))
	if status := m.Run(ctx, []string{"sgf", "info", dir}); status != exitInterrupted || out[1].String() != "tengen: interrupted: the rest was skipped\n" {
		t.Errorf("status %d, stderr %q", status, out[1])
	}
	lines := strings.Count(out[0].String(), "\n")
	if lines == 0 || lines >= files {
		t.Errorf("%d of %d files were told", lines, files)
	}
	for line := range strings.Lines(out[0].String()) {
		if !json.Valid([]byte(line)) {
			t.Fatalf("got the line %q, want JSON", line)
		}
	}
	// An incomplete merge would look complete.
	m, _, out = newMain(t, "", nil)
	cancelled, stop := context.WithCancel(t.Context())
	stop()
	if m.Run(cancelled, []string{"sgf", "merge", dir}); out[0].Len() > 0 {
		t.Errorf("a part of a merge was written: %.100q", out[0])
	}
}

// calling is a writer that calls a function.
type calling func()

func (c calling) Write(p []byte) (int, error) {
	c()
	return len(p), nil
}

// TestSGFProgress checks that progress is drawn only on stderr.
func TestSGFProgress(t *testing.T) {
	got := tengen(t, "", nil, "--progress", "sgf", "stats", "--json", "testdata/sgf")
	if !json.Valid([]byte(got.stdout)) || !strings.Contains(got.stderr, "%") {
		t.Errorf("tengen --progress sgf stats --json: got %+v, want JSON on stdout and a percentage on stderr", got)
	}
}

// TestSGFGarbage checks that every command ends with a message for any content of a file.
func TestSGFGarbage(t *testing.T) {
	if testing.Short() {
		t.Skip("many whole programs: left out of short runs")
	}
	dir := t.TempDir()
	for i, text := range []string{
		"", "(", "(;", "(;B", "(;B[", ")", ";", "(;)", "()", "\x00\x01\x02", "(;SZ[0])", "(;SZ[99999999])", "(;SZ[52];B[ZZ])", "(;SZ[1];B[aa];W[aa])",
		"(;BOARD[{}])", "(;BOARD[{\"shape\":\"torus\"}];B[aa])", strings.Repeat("(;B[aa]", 2000), "\xff\xfe(\x00;\x00)\x00", "PK\x03\x04", "{\"moves\":[[1,2]]}",
		"(;VW[aa:zz]LB[:]AR[aa]B[]W[])", "(;AB[aa:ss]AW[aa:ss];B[aa:ss])",
	} {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%02d.sgf", i)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.sgf"))
	for i, file := range files {
		out := filepath.Join(dir, fmt.Sprint("out", i))
		for _, args := range [][]string{
			{"check"}, {"fmt", "--force"}, {"info"}, {"info", "--text"}, {"convert"}, {"render"}, {"render", "--to", "svg", "--numbers"},
			{"render", "--to", "pdf", "-o", out + ".pdf"}, {"split", "-d", out}, {"merge"}, {"stats"}, {"index", "--library", filepath.Join(dir, "l.db")},
			{"find", "--library", filepath.Join(dir, "l.db"), "--at"},
		} {
			got := tengen(t, "", nil, append(append([]string{"sgf"}, args...), file)...)
			if got.status != 0 && (got.status != 1 || got.stderr == "") {
				t.Errorf("tengen sgf %v %s: got %+v, want status 0, or 1 with a reason on stderr", args, filepath.Base(file), got)
			}
		}
	}
}

// TestSGFRequirement checks that the files of a folder outside the repository get the status that
// their folders stand for.
func TestSGFRequirement(t *testing.T) {
	if testing.Short() {
		t.Skip("many large files are read in the long run")
	}
	shared := filepath.Join("..", "..", "..", "shared", "testdata", "sgf")
	if _, err := os.Stat(shared); err != nil {
		t.Skipf("the files of this test are not in the repository: %v", err)
	}
	for _, c := range []struct {
		pattern string
		status  int
		said    bool
	}{{"valid/*", 0, false}, {"wild/*", 0, false}, {"encodings/*.sgf", 0, false}, {"warning/*", 0, true}, {"invalid/*", 1, true}} {
		files, err := filepath.Glob(filepath.Join(shared, filepath.FromSlash(c.pattern)))
		if err != nil || len(files) == 0 {
			t.Errorf("no files %s: %v", c.pattern, err)
		}
		for _, file := range files {
			got := tengen(t, "", nil, "sgf", "check", file)
			if got.status != c.status || c.said && got.stdout == "" {
				t.Errorf("%s: status %d, want %d: %s%s", file, got.status, c.status, got.stdout, got.stderr)
			}
		}
		t.Logf("%s: %d files", c.pattern, len(files))
	}
}

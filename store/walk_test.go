package store

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"
)

// largeLines is a folder with a file with a game a line that is too large to be read at
// once, and others beside it.
func largeLines(t *testing.T) (dir string, data []byte) {
	t.Helper()
	dir, data = t.TempDir(), lines(600)
	data = append(data, "# "+strings.Repeat("A remark. ", streamFrom/10)+"\n"...) // longer than a line may be
	data = append(append(data, "no game\n"...), lines(700)...)
	var zipped, squeezed bytes.Buffer
	z := gzip.NewWriter(&zipped)
	x, err := xz.NewWriter(&squeezed)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []io.WriteCloser{z, x} {
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for name, content := range map[string][]byte{
		"large.tsv": data, "packed.tsv.gz": zipped.Bytes(), "packed.tsv.xz": squeezed.Bytes(), "small.tsv": data[:streamFrom/2],
		"large.sgf": []byte("(;SZ[9]C[" + strings.Repeat("A comment. ", streamFrom/10) + "];B[aa])"), "torn.tsv.gz": zipped.Bytes()[:zipped.Len()-20],
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, data
}

// TestStreams: which files are streams, and what comes out of them.
func TestStreams(t *testing.T) {
	dir, data := largeLines(t)
	o := WalkOptions{}
	for name, want := range map[string]bool{"large.tsv": true, "packed.tsv.gz": true, "packed.tsv.xz": true, "small.tsv": true, "large.sgf": false, "torn.tsv.gz": true} {
		if got := o.hasLines(filepath.Join(dir, name)); got != want {
			t.Errorf("%s has a game a line: %v", name, got)
		}
	}
	for f := range Walk(WalkOptions{}, filepath.Join(dir, "large.tsv"), filepath.Join(dir, "small.tsv"), filepath.Join(dir, "large.sgf")).Files {
		if streams := filepath.Base(f.Name) == "large.tsv"; (f.Open != nil) != streams {
			t.Errorf("%s is a stream: %v", f.Name, f.Open != nil)
		} else if !streams {
			continue
		}
		for range 2 { // as often as anybody likes
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			all, err := io.ReadAll(r)
			if err != nil || !bytes.Equal(all, data) {
				t.Errorf("%s: %d bytes as a stream, not %d: %v", f.Name, len(all), len(data), err)
			}
			r.Close()
		}
		if all, err := f.Read(); err != nil || !bytes.Equal(all, data) {
			t.Errorf("%s: %d bytes at once, %v", f.Name, len(all), err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for f := range Walk(WalkOptions{Context: ctx}, filepath.Join(dir, "large.tsv")).Files {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		cancel()
		if _, err := io.ReadAll(r); err == nil {
			t.Error("reading goes on when nobody wants it")
		}
		r.Close()
	}
}

// asStream makes a stream of every file, however small.
func asStream(s Source, o WalkOptions) Source {
	files := s.Files
	s.Files = func(yield func(File) bool) {
		for f := range files {
			f.Open = func() (io.ReadCloser, error) { return o.stream(f.Name) }
			f.Read = nil
			if !yield(f) {
				return
			}
		}
	}
	return s
}

// TestImportStreams compares imports of streams with those of the same files at once, in
// one go and interrupted at every batch.
func TestImportStreams(t *testing.T) {
	dir, _ := largeLines(t)
	for _, name := range []string{"large.tsv", "packed.tsv.gz", "packed.tsv.xz", "small.tsv", "torn.tsv.gz"} {
		path := filepath.Join(dir, name)
		atOnce := Walk(WalkOptions{}, path)
		files := atOnce.Files
		atOnce.Files = func(yield func(File) bool) {
			for f := range files {
				f.Open = nil
				if !yield(f) {
					return
				}
			}
		}
		want, whole, pieces := newLibrary(t, Options{}), newLibrary(t, Options{}), newLibrary(t, Options{})
		a := imported(t, want, atOnce, ImportOptions{Parse: ParseRecords})
		b := imported(t, whole, asStream(Walk(WalkOptions{}, path), WalkOptions{}), ImportOptions{})
		if a.Games != b.Games || a.Failed != b.Failed || a.Duplicates != b.Duplicates || len(a.Problems) != len(b.Problems) || name != "torn.tsv.gz" && a.Games < 300 {
			t.Errorf("%s: %+v as a stream, %+v at once", name, b, a)
		}
		for i := range min(len(a.Problems), len(b.Problems)) {
			if a.Problems[i] != b.Problems[i] {
				t.Errorf("%s: %v as a stream, %v at once", name, b.Problems[i], a.Problems[i])
			}
		}
		runs := 0
		for ; runs < 100; runs++ {
			ctx, stop := context.WithCancel(t.Context())
			r, err := pieces.Import(ctx, asStream(Walk(WalkOptions{}, path), WalkOptions{}), ImportOptions{Batch: 200, Progress: func(Progress) { stop() }})
			stop()
			if err == nil || r.Known == 1 { // then it was interrupted when all was done
				break
			}
		}
		if name == "large.tsv" && (runs < 3 || runs == 100) {
			t.Errorf("%s: %d runs", name, runs)
		}
		for _, l := range []*Library{whole, pieces} {
			if got, want := strings.Join(content(t, l), "\n"), strings.Join(content(t, want), "\n"); got != want {
				t.Errorf("%s: another library as a stream", name)
			}
		}
	}
}

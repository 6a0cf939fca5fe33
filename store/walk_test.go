package store

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"
)

// largeLines makes a folder with files of several formats and sizes. Its largest file, large.tsv, has
// one game per line and is streamed; data is its content.
func largeLines(t *testing.T) (dir string, data []byte) {
	t.Helper()
	dir, data = t.TempDir(), lines(600)
	data = append(data, "# "+strings.Repeat("A remark. ", streamLines/10)+"\n"...) // longer than a line can be
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
	var collection []byte
	for i := range 400 {
		collection = fmt.Appendf(collection, "(;GM[1]SZ[9]PB[player %d];B[%c%c];W[aa];B[%c%c])\n", i, 'b'+i%8, 'b'+i/8%8, 'b'+i/64%8, 'c'+i%7)
		collection = append(collection, "(;GM[1]SZ[9]C["+strings.Repeat("A comment. ", streamFrom/4000)+"];B[aa])\n"...)
	}
	collection = append(collection, "(;GM[2]) (;SZ[9];B[zz])"...)
	for name, content := range map[string][]byte{
		"large.tsv": data, "packed.tsv.gz": zipped.Bytes(), "packed.tsv.xz": squeezed.Bytes(), "small.tsv": data[:streamLines/2], "games.sgf": collection,
		"large.sgf": []byte("(;SZ[9]C[" + strings.Repeat("A comment. ", streamFrom/10) + "];B[aa])"), "torn.tsv.gz": zipped.Bytes()[:zipped.Len()-20],
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, data
}

// TestStreams checks which files are streams, and the content of the streams.
func TestStreams(t *testing.T) {
	dir, data := largeLines(t)
	collection, err := os.ReadFile(filepath.Join(dir, "games.sgf"))
	if err != nil {
		t.Fatal(err)
	}
	streams := map[string]bool{"large.tsv": true, "packed.tsv.gz": false, "small.tsv": false, "large.sgf": true, "games.sgf": true}
	content := map[string][]byte{"large.tsv": data, "games.sgf": collection}
	for f := range Walk(WalkOptions{}, dir).Files {
		name := filepath.Base(f.Name)
		if want, named := streams[name]; named && (f.Open != nil) != want {
			t.Errorf("%s: is it a stream? got %v, want %v", name, f.Open != nil, want)
		}
		data := content[name]
		if data == nil {
			continue
		}
		for range 2 { // Open may be called several times
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			all, err := io.ReadAll(r)
			if err != nil || !bytes.Equal(all, data) {
				t.Errorf("%s: got %d bytes as a stream, want %d: %v", f.Name, len(all), len(data), err)
			}
			r.Close()
		}
		if all, err := f.Read(); err != nil || !bytes.Equal(all, data) {
			t.Errorf("%s: got %d bytes at once, want %d: %v", f.Name, len(all), len(data), err)
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
			t.Error("the stream was read to its end, want an error after the context was cancelled")
		}
		r.Close()
	}
}

// asStream makes every file of s a stream, even small ones.
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

// TestImportStreams compares the import of a file in memory with that of the same file as a stream,
// both uninterrupted and interrupted after every batch.
func TestImportStreams(t *testing.T) {
	dir, _ := largeLines(t)
	for _, name := range []string{"large.tsv", "packed.tsv.gz", "packed.tsv.xz", "small.tsv", "torn.tsv.gz", "games.sgf"} {
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
			t.Errorf("%s: got %+v as a stream, want %+v as in memory", name, b, a)
		}
		for i := range min(len(a.Problems), len(b.Problems)) {
			if a.Problems[i] != b.Problems[i] {
				t.Errorf("%s: got %v as a stream, want %v as in memory", name, b.Problems[i], a.Problems[i])
			}
		}
		runs := 0
		for ; runs < 100; runs++ {
			ctx, stop := context.WithCancel(t.Context())
			r, err := pieces.Import(ctx, asStream(Walk(WalkOptions{}, path), WalkOptions{}), ImportOptions{Batch: 200, Progress: func(Progress) { stop() }})
			stop()
			if err == nil || r.Known == 1 { // interrupted after the last game
				break
			}
		}
		if name == "large.tsv" && (runs < 3 || runs == 100) {
			t.Errorf("%s: got %d runs, want 3 to 99", name, runs)
		}
		for _, l := range []*Library{whole, pieces} {
			if got, want := strings.Join(content(t, l), "\n"), strings.Join(content(t, want), "\n"); got != want {
				t.Errorf("%s: the library differs from that of the import in memory", name)
			}
		}
	}
}

// TestPackedRatio checks that reading a decompression bomb fails.
func TestPackedRatio(t *testing.T) {
	dir := t.TempDir()
	var zipped, squeezed, archived bytes.Buffer
	z := gzip.NewWriter(&zipped)
	x, err := xz.NewWriter(&squeezed)
	if err != nil {
		t.Fatal(err)
	}
	a := zip.NewWriter(&archived)
	part, err := a.Create("a.sgf")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []io.Writer{z, x, part} {
		if _, err := io.WriteString(w, "("+strings.Repeat(";", 2*freeBytes)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []io.Closer{z, x, a} {
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range map[string][]byte{"a.sgf.gz": zipped.Bytes(), "a.sgf.xz": squeezed.Bytes(), "a.zip": archived.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	count := 0
	for f := range Walk(WalkOptions{}, dir).Files {
		count++
		_, err := f.Read()
		if err == nil || !strings.Contains(err.Error(), "more than 200 times its size") {
			t.Errorf("%s: got %v, want an error about more than 200 times its size", f.Name, err)
		}
	}
	if count != 3 {
		t.Errorf("got %d files, want 3", count)
	}
}

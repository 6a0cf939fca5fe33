package store

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
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
				t.Errorf("%s: the stream has %d bytes, want %d bytes with the same content (error %v)", f.Name, len(all), len(data), err)
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

// walkFolder makes a folder with records, archives, unreadable files and links. The player's name in
// record i is "walk i".
func walkFolder(t *testing.T) string {
	folder := t.TempDir()
	game := func(i int) []byte { return record(fmt.Sprintf("PB[walk %d]", i), "aa", "bb") }
	write := func(name string, data []byte) {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, data, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	var zipped, gzipped, xzipped, tarred bytes.Buffer
	z := zip.NewWriter(&zipped)
	for i, name := range []string{"in/1.sgf", "in/readme.txt", "in/2.SGF", "more.zip", "\xc6\xe5.sgf"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(game(10 + i))
	}
	z.Close()
	g := gzip.NewWriter(&gzipped)
	g.Write(game(20))
	g.Close()
	x, err := xz.NewWriter(&xzipped)
	if err != nil {
		t.Fatal(err)
	}
	tr := tar.NewWriter(x)
	for i, name := range []string{"a.sgf", "b/c.sgf", "large.sgf"} {
		data := game(30 + i)
		if name == "large.sgf" {
			data = make([]byte, 3000)
		}
		tr.WriteHeader(&tar.Header{Name: name, Size: int64(len(data)), Mode: 0o644})
		tr.Write(data)
	}
	tr.Close()
	x.Close()
	x, err = xz.NewWriter(&tarred)
	if err != nil {
		t.Fatal(err)
	}
	x.Write(game(40))
	x.Close()
	write("deep/er/1.sgf", game(1))
	write("deep/2.gib", game(2))
	write("notes.txt", []byte("not a record"))
	write("games.zip", zipped.Bytes())
	write("one.sgf.gz", gzipped.Bytes())
	write("notes.gz", gzipped.Bytes())
	write("some.tar.xz", xzipped.Bytes())
	write("x.sgf.xz", tarred.Bytes())
	write("broken.zip", []byte("PK no"))
	write("broken.tar.gz", gzipped.Bytes()[:20])
	write("big.sgf", make([]byte, 3000))
	write("named", game(3))
	os.Symlink(folder, filepath.Join(folder, "deep", "loop"))
	os.Symlink(filepath.Join(folder, "nowhere"), filepath.Join(folder, "gone.sgf"))
	return folder
}

func TestWalk(t *testing.T) {
	folder := walkFolder(t)
	var got, bad []string
	source := Walk(WalkOptions{MaxBytes: 2000}, folder, filepath.Join(folder, "named"), filepath.Join(folder, "missing"))
	passed := int64(0)
	for f := range source.Files {
		name := strings.TrimPrefix(f.Name, folder+string(filepath.Separator))
		data, err := []byte(nil), f.Err
		if err == nil {
			data, err = f.Read()
		}
		if err != nil {
			bad = append(bad, name)
			continue
		}
		if f.Passed < passed || f.Passed > source.Total {
			t.Errorf("%s: got %d bytes passed, want %d to %d", name, f.Passed, passed, source.Total)
		}
		passed = f.Passed
		_, number, _ := bytes.Cut(data, []byte("PB[walk "))
		number, _, _ = bytes.Cut(number, []byte("]"))
		got = append(got, filepath.ToSlash(name)+"="+string(number))
	}
	want := []string{"deep/2.gib=2", "deep/er/1.sgf=1", "games.zip!in/1.sgf=10", "games.zip!in/2.SGF=12", "games.zip!\ufffd.sgf#c6e52e736766=14",
		"one.sgf.gz=20", "some.tar.xz!a.sgf=30", "some.tar.xz!b/c.sgf=31", "x.sgf.xz=40", "named=3"}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	wantBad := []string{"big.sgf", "broken.tar.gz", "broken.zip", "games.zip!more.zip", "gone.sgf", "missing", "some.tar.xz!large.sgf"}
	if slices.Sort(bad); !slices.Equal(bad, wantBad) {
		t.Errorf("unreadable files: got\n%q\nwant\n%q", bad, wantBad)
	}
}

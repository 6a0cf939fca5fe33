package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/kifu"
)

func TestImportAgain(t *testing.T) {
	l := newLibrary(t, Options{})
	files := randomFiles(1, 50, 9)
	var calls atomic.Int32
	r := imported(t, l, memory("a/", files), ImportOptions{Parse: counted(&calls), Batch: 7})
	if r.Games != 50 || r.Files != 50 || calls.Load() != 50 || r.Failed != 0 {
		t.Fatalf("got %+v after %d calls, want 50 games of 50 files after 50 calls", r, calls.Load())
	}
	before := content(t, l)
	r = imported(t, l, memory("a/", files), ImportOptions{Parse: counted(&calls)})
	if r.Known != 50 || r.Games != 0 || calls.Load() != 50 {
		t.Errorf("the same folder again: got %+v after %d calls, want 50 known files, no game, no more calls", r, calls.Load())
	}
	r = imported(t, l, memory("b/", files), ImportOptions{Parse: counted(&calls)})
	if r.Known != 50 || r.Games != 0 || calls.Load() != 50 {
		t.Errorf("the same content elsewhere: got %+v after %d calls, want 50 known files, no game, no more calls", r, calls.Load())
	}
	for i := range files {
		files[i] = bytes.Replace(files[i], []byte("PB[b"), []byte("C[x]PB[c"), 1)
	}
	r = imported(t, l, memory("c/", files), ImportOptions{})
	if r.Duplicates != 50 || r.Games != 0 {
		t.Errorf("the same games in other files: got %+v, want 50 duplicates and no game", r)
	}
	r = imported(t, l, memory("a/", files), ImportOptions{})
	if r.Known != 50 { // their content came in with c/
		t.Errorf("changed files: got %+v, want 50 known files", r)
	}
	if after := content(t, l); !reflect.DeepEqual(before, after) {
		t.Errorf("got a library with\n%v\nwant it unchanged:\n%v", after[0], before[0])
	}
}

func TestImportReportsProblems(t *testing.T) {
	l := newLibrary(t, Options{})
	big := kifu.Record{Graph: baduk.MustRectangle(52, 52)}
	huge := kifu.Record{Graph: baduk.MustRectangle(80, 60), Moves: []baduk.Move{{Color: baduk.Black, Point: 5}}}
	long := kifu.Record{Graph: baduk.MustRectangle(5, 5), Moves: make([]baduk.Move, maxTime+1)}
	for i := range long.Moves {
		long.Moves[i] = baduk.Move{Color: baduk.Black, Point: baduk.Pass}
	}
	dead := kifu.Record{Graph: baduk.MustRectangle(3, 3), Setup: baduk.Setup{Black: []baduk.Point{0}, White: []baduk.Point{1, 3}}}
	games := map[string][]*kifu.Record{"good": {&big}, "several": {&huge, nil, &long}, "dead": {&dead}}
	parse := func(name string, data []byte, _ int) iter.Seq2[Parsed, error] {
		return func(yield func(Parsed, error) bool) {
			for i, r := range games[string(data)] {
				var err error
				if r == nil {
					err = errors.New("not a game of Go")
				}
				if !yield(Parsed{Index: i, Raw: data, Record: r}, err) {
					return
				}
			}
		}
	}
	source := memory("x/", [][]byte{[]byte("good"), []byte("several"), []byte("none"), []byte("dead")})
	files := source.Files
	source.Files = func(yield func(File) bool) {
		files(yield)
		yield(File{Name: "x/secret", Err: os.ErrPermission})
		yield(File{Name: "x/breaks", Read: func() ([]byte, error) { return []byte("goo"), errors.New("the disk is gone") }})
	}
	r := imported(t, l, source, ImportOptions{Parse: parse})
	if r.Games != 4 || r.Unindexed != 3 || r.Files != 4 || r.Failed != 7 {
		t.Errorf("got %+v, want 4 games, 3 of them not indexed, 4 files and 7 problems", r)
	}
	want := []string{
		"x/000001.sgf, game 1: kept, but not found by patterns: the board has 4800 points, and patterns are found on boards of up to 4000",
		"x/000001.sgf, game 2: not a game of Go",
		"x/000001.sgf, game 3: kept, but not found by patterns: the game has 16383 moves, and patterns are found in games of up to 16382",
		"x/000002.sgf: the file has no game",
		"x/000003.sgf, game 1: kept, but not found by patterns: impossible set-up: black A3 has no liberties",
		"x/secret: permission denied",
		"x/breaks: the disk is gone",
	}
	for i, p := range r.Problems {
		if i >= len(want) || !strings.Contains(p.String(), strings.Split(want[i], "impossible")[0]) && p.String() != want[i] {
			t.Errorf("problem %d: got %q, want a problem of %q", i, p, want)
		}
	}
	if s, err := l.Stats(t.Context()); len(r.Problems) != len(want) || s.Problems != len(want) || err != nil {
		t.Errorf("got %d problems, and %d in the library, want %d: %v", len(r.Problems), s.Problems, len(want), err)
	}
	if r = imported(t, l, source, ImportOptions{Parse: parse}); r.Known != 3 || r.Failed != 3 {
		t.Errorf("again: got %+v, want 3 known files and 3 problems: only unreadable files are tried again", r)
	}
}

func TestImportContinuesAfterCancel(t *testing.T) {
	files := randomFiles(2, 300, 7)
	whole := newLibrary(t, Options{})
	imported(t, whole, memory("a/", files), ImportOptions{})
	l := newLibrary(t, Options{Workers: 2})
	ctx, cancel := context.WithCancel(t.Context())
	r, err := l.Import(ctx, memory("a/", files), ImportOptions{Parse: parseSGF, Batch: 20, Progress: func(p Progress) {
		if p.Games >= 60 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || r.Games < 60 || r.Games == 300 {
		t.Fatalf("got %+v, %v, want 60 to 299 games and a cancelled context", r, err)
	}
	if n, _ := l.Count(t.Context()); n != r.Games {
		t.Errorf("the library has %d games, want %d as reported", n, r.Games)
	}
	again := imported(t, l, memory("a/", files), ImportOptions{})
	if again.Games+r.Games != 300 || again.Known != r.Files || again.Files != 300-r.Files {
		t.Errorf("got %+v after %+v, want 300 games and no file parsed twice", again, r)
	}
	if !reflect.DeepEqual(content(t, l), content(t, whole)) {
		t.Error("the library differs from that of a single import")
	}
}

func TestProgress(t *testing.T) {
	l := newLibrary(t, Options{})
	var last Progress
	imported(t, l, memory("a/", randomFiles(3, 100, 7)), ImportOptions{Batch: 10, Progress: func(p Progress) {
		if p.Done < last.Done || p.Games < last.Games || p.Done > p.Total {
			t.Errorf("got progress %+v after %+v, want growing numbers, at most the total", p, last)
		}
		last = p
	}})
	if last.Done != last.Total || last.Games != 100 || last.Files != 100 {
		t.Errorf("at the end: got %+v, want everything done, 100 games, 100 files", last)
	}
}

func TestOneReadsWhileAnotherImports(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shared")
	writer, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	reader, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	seen := 0
	any := Pattern{Board: baduk.MustRectangle(9, 9), Width: 1, Height: 1, Points: []Want{WantAny}, Edges: Left | Top}
	imported(t, writer, memory("a/", randomFiles(7, 200, 9)), ImportOptions{Batch: 20, Progress: func(p Progress) {
		a, err := reader.Search(t.Context(), Query{Pattern: &any})
		if err != nil || a.Games != p.Games || a.Hits != 4*p.Games {
			t.Errorf("the reader found %d games and %d hits, %v, want the %d imported games with 4 hits each", a.Games, a.Hits, err, p.Games)
		}
		seen++
	}})
	if seen < 10 {
		t.Errorf("got %d batches, want at least 10", seen)
	}
	if _, err := reader.Import(t.Context(), memory("b/", nil), ImportOptions{Parse: parseSGF}); err != nil {
		t.Error("an import without files into a read-only library:", err)
	}
	if _, err := reader.Import(t.Context(), memory("b/", randomFiles(8, 1, 9)), ImportOptions{Parse: parseSGF}); err == nil {
		t.Error("an import into a read-only library succeeded, want an error")
	}
}

func TestTwoImporters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shared")
	files := randomFiles(9, 400, 7)
	errs := make(chan error, 2)
	for i := range 2 {
		l, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		part := files[i*100 : i*100+300] // both import half of the files
		go func() {
			_, err := l.Import(context.Background(), memory(fmt.Sprint(i, "/"), part), ImportOptions{Parse: parseSGF, Batch: 10})
			errs <- err
		}()
	}
	for range 2 {
		if err := <-errs; err != nil {
			t.Fatal(err)
		}
	}
	l, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, _ := l.Count(t.Context()); n != 400 {
		t.Errorf("got %d games, want 400", n)
	}
}

func TestErrBusy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "busy")
	l, err := Open(path, Options{Wait: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	other, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	c, err := other.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	_, err = l.Import(t.Context(), memory("a/", randomFiles(10, 3, 5)), ImportOptions{Parse: parseSGF})
	if !errors.Is(err, ErrBusy) {
		t.Errorf("got %v, want ErrBusy", err)
	}
	t.Log(err)
}

// TestWildRecords imports records found on the Internet.
func TestWildRecords(t *testing.T) {
	const folder = "../../shared/testdata/sgf"
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("no wild records: %v", err)
	}
	l := newLibrary(t, Options{})
	r := imported(t, l, Walk(WalkOptions{}, folder), ImportOptions{})
	t.Logf("%d files, %d games, %d duplicates, %d problems, %d unindexed", r.Files, r.Games, r.Duplicates, r.Failed, r.Unindexed)
	for _, p := range r.Problems {
		t.Log(p)
	}
	if r.Games < 300 {
		t.Errorf("got %+v, want at least 300 games", r)
	}
	if again := imported(t, l, Walk(WalkOptions{}, folder), ImportOptions{}); again.Known != r.Files+r.Known || again.Games != 0 {
		t.Errorf("again: got %+v, want all files known and no game", again)
	}
}

package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tengen/baduk"
)

func TestOpenRejectsOtherFiles(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	good, err := Open(path("good"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	imported(t, good, memory("a/", randomFiles(20, 100, 9)), ImportOptions{})
	good.Close()
	data, err := os.ReadFile(path("good"))
	if err != nil {
		t.Fatal(err)
	}
	database := func(name string, statements ...string) {
		db, err := sql.Open("sqlite", path(name))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		for _, s := range statements {
			if _, err := db.Exec(s); err != nil {
				t.Fatal(err)
			}
		}
	}
	write := func(name string, data []byte) {
		if err := os.WriteFile(path(name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("newer", data)
	database("newer", "PRAGMA user_version=2")
	database("other", "CREATE TABLE t(x)")
	database("other program", "PRAGMA application_id=7", "CREATE TABLE t(x)")
	write("text", []byte("(;GM[1])"))
	write("short", data[:50])
	write("half", data[:len(data)/2])
	noise := bytes.Clone(data)
	for i := 100; i < 4000; i++ {
		noise[i] = byte(i * 7)
	}
	write("noise", noise)
	write("empty", nil)
	if err := os.Mkdir(path("folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]error{"good": nil, "empty": nil, "new": nil, "newer": ErrNewer, "other": ErrForeign, "other program": ErrForeign,
		"text": ErrForeign, "short": ErrForeign, "folder": ErrForeign, "half": ErrDamaged, "noise": ErrDamaged} {
		before, _ := os.ReadFile(path(name))
		l, err := Open(path(name), Options{})
		if err == nil {
			_, err = l.Search(t.Context(), Query{})
			err = errors.Join(err, l.Check(t.Context()), l.Close())
		}
		if !errors.Is(err, want) || want == nil && err != nil {
			t.Errorf("%s: got %v, want %v", name, err, want)
		}
		if err != nil && !strings.Contains(err.Error(), path(name)) {
			t.Errorf("the error does not say which file: %v", err)
		}
		if after, _ := os.ReadFile(path(name)); want != nil && !bytes.Equal(before, after) {
			t.Errorf("%s was changed", name)
		}
	}
	if _, err := Open(path("missing"), Options{ReadOnly: true}); err == nil {
		t.Error("a missing library was opened for reading, want an error")
	}
	if _, err := os.Stat(path("missing")); err == nil {
		t.Error("opening a missing library for reading created it")
	}
}

// TestDamagedIndex damages a byte of the index in a way that SQLite does not notice.
func TestDamagedIndex(t *testing.T) {
	l := newLibrary(t, Options{})
	imported(t, l, memory("a/", randomFiles(21, 30, 9)), ImportOptions{})
	if _, err := l.db.Exec("UPDATE segments SET data=CAST(substr(data, 1, 200)||x'00'||substr(data, 202) AS BLOB)"); err != nil {
		t.Fatal(err)
	}
	again, err := Open(l.path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	any := Pattern{Board: baduk.MustRectangle(9, 9), Width: 1, Height: 1, Points: []Want{WantAny}}
	for name, err := range map[string]error{
		"search": second(again.Search(t.Context(), Query{Pattern: &any})),
		"check":  again.Check(t.Context()),
		"import": second(again.Import(t.Context(), memory("b/", randomFiles(22, 1, 9)), ImportOptions{Parse: parseSGF})),
	} {
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: got %v, want ErrDamaged", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func record(info string, moves ...string) []byte {
	var b strings.Builder
	b.WriteString("(;GM[1]")
	if !strings.HasPrefix(info, "SZ") {
		b.WriteString("SZ[9]")
	}
	b.WriteString(info)
	for i, m := range moves {
		fmt.Fprintf(&b, ";%c[%s]", "BW"[i%2], m)
	}
	return []byte(b.String() + ")")
}

func infoFiles() [][]byte {
	return [][]byte{
		record("PB[本因坊秀策]PW[Ｉｎｓｅｉ]DT[1846-09-11]RE[B+2]EV[Ear-reddening game]KM[0]", "aa"),
		record("PB[Gennan Inseki]PW[本因坊秀策]DT[1846]RE[W+R]KM[0]", "bb"),
		record("PB[Hon'inbō Shūsaku]PW[ｶﾄｳ]DT[1851-02,03]RE[?]RU[Japanese]KM[6.5]", "cc"),
		record("PB[GO SEIGEN]PW[Kitani]DT[1933-10-16,17,1934-01-29]RE[B+T]RU[AGA]KM[5.5]GC[New opening]", "dd"),
		record("PB[go seigen]PW[X]DT[20th century]RE[Draw]", "ee"),
		record("PB[Nie]PW[Go Seigen]RE[B+R]DT[1999年7月2日]", "ff"),
		record("SZ[13]PB[Small]PW[Board]RE[Void]DT[2001]", "gg"),
	}
}

func infoLibrary(t *testing.T) *Library {
	l := newLibrary(t, Options{})
	imported(t, l, memory("info/", infoFiles()), ImportOptions{})
	return l
}

func TestInfoSearch(t *testing.T) {
	l := infoLibrary(t)
	komi := baduk.Komi(13)
	nine := baduk.MustRectangle(9, 9)
	for _, c := range []struct {
		q    Query
		want string // numbers of the files, in order
	}{
		{Query{Sort: Added}, "0 1 2 3 4 5 6"},
		{Query{}, "6 5 3 2 0 1 4"},
		{Query{Sort: Oldest}, "1 0 2 3 5 6 4"},
		{Query{Sort: Relevant}, "6 5 3 2 0 1 4"},
		{Query{Since: "1934", Sort: Relevant}, "6 5 3"},
		{Query{Player: "秀策"}, "0 1"},
		{Query{Player: "本因坊", Opponent: "inseki"}, "1"},
		{Query{Player: "insei"}, "0"},
		{Query{Player: "inse", Sort: Added}, "0 1"},
		{Query{Player: "カトウ"}, "2"},
		{Query{Player: "honinbo"}, ""},
		{Query{Player: "hon'inbo SHUSAKU"}, "2"},
		{Query{Black: "go seigen", Sort: Added}, "3 4"},
		{Query{White: "Go Seigen"}, "5"},
		{Query{Player: "Go Seigen", Result: PlayerWon}, "3"},
		{Query{Player: "Go Seigen", Result: PlayerLost}, "5"},
		{Query{Player: "Go Seigen", Result: NobodyWon}, "4"},
		{Query{Result: WhiteWon}, "1"},
		{Query{Result: BlackWon, Ending: EndingTime}, "3"},
		{Query{Ending: EndingDraw}, "4"},
		{Query{Ending: EndingVoid}, "6"},
		{Query{Since: "1846-09", Until: "1846-10"}, "0 1"},
		{Query{Since: "1846-09-12", Until: "1846"}, "1"},
		{Query{Since: "1934"}, "6 5 3"},
		{Query{Until: "1851-01-31", Sort: Oldest}, "1 0"},
		{Query{Since: "1851-03-30", Until: "1851-03-30"}, "2"},
		{Query{Rules: "japan"}, "2"},
		{Query{Rules: "AGA"}, "3"},
		{Query{Komi: &komi}, "2"},
		{Query{Event: "EAR-red"}, "0"},
		{Query{Text: "new OPENING"}, "3"},
		{Query{Text: "info/000005"}, "5"},
		{Query{Board: baduk.MustRectangle(13, 13)}, "6"},
		{Query{Board: nine, Limit: 2, Sort: Added}, "0 1"},
		{Query{Board: nine, Limit: 2, Offset: 5, Sort: Added}, "5"},
		{Query{Board: nine, Limit: 2, Offset: 9}, ""},
		{Query{Board: nine, Limit: 2, Offset: math.MaxInt}, ""},
		{Query{Player: "x", Text: "%_"}, ""},
	} {
		for _, pattern := range []*Pattern{nil, {Board: c.q.Board, Width: 1, Height: 1, Points: []Want{WantAny}, Edges: Left | Top}} {
			if pattern != nil && (c.q.Board == nil || c.q.Sort == Relevant) {
				if pattern.Board = nine; strings.Contains(c.want, "6") {
					continue
				}
			}
			c.q.Pattern = pattern
			a, err := l.Search(t.Context(), c.q)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range a.Page {
				got = append(got, strings.TrimLeft(strings.TrimSuffix(strings.TrimPrefix(f.File, "info/"), ".sgf"), "0")+"0"[:b2i(f.File == "info/000000.sgf")])
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%+v: got files %v, want %s", c.q, got, c.want)
			}
			if c.q.Limit == 0 && a.Games != len(a.Page) {
				t.Errorf("%+v: got %d games in total, want the %d of the page", c.q, a.Games, len(a.Page))
			}
		}
	}
}

func TestInfoSearchByRelevance(t *testing.T) {
	l := infoLibrary(t)
	a, err := l.Search(t.Context(), Query{Player: "go seigen", Sort: Relevant})
	if err != nil || len(a.Page) != 3 || a.Page[0].File != "info/000005.sgf" {
		t.Errorf("got %+v, %v, want 3 games, first the one of info/000005.sgf", a, err)
	}
}

func TestSearchRejectsInvalidQueries(t *testing.T) {
	l := infoLibrary(t)
	nine := baduk.MustRectangle(9, 9)
	for _, q := range []Query{{Since: "46"}, {Until: "1846-13"}, {Result: PlayerWon}, {Limit: -1}, {Offset: -1}, {Limit: maxLimit + 1},
		{Pattern: &Pattern{}}, {Pattern: &Pattern{Width: 2, Height: 2, Points: make([]Want, 3)}}, {Pattern: &Pattern{Width: 20, Height: 1, Points: make([]Want, 20)}},
		{Pattern: &Pattern{Width: 1, Height: 1, Points: []Want{9}}}, {Pattern: &Pattern{Width: 1, Height: 1, Points: make([]Want, 1), Edges: Left | Right}},
		{Board: nine, Pattern: &Pattern{Board: baduk.MustRectangle(13, 13), Width: 1, Height: 1, Points: make([]Want, 1)}}} {
		if _, err := l.Search(t.Context(), q); err == nil {
			t.Errorf("the invalid query %+v was answered, want an error", q)
		}
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Search(cancelled, Query{}); !errors.Is(err, context.Canceled) {
		t.Errorf("with a cancelled context: got %v, want context.Canceled", err)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestSmallCache searches with a cache that is smaller than the index.
func TestSmallCache(t *testing.T) {
	l := newLibrary(t, Options{})
	imported(t, l, memory("a/", randomFiles(24, 2500, 5)), ImportOptions{})
	p := Pattern{Board: baduk.MustRectangle(5, 5), Width: 3, Height: 2, Points: []Want{WantBlack, WantEmpty, WantAny, WantWhite, WantEmpty, WantEmpty}}
	want, err := l.Search(t.Context(), Query{Pattern: &p, Limit: 500})
	if err != nil || want.Games < 100 {
		t.Fatalf("got %d games and %d hits, %v, want at least 100 games", want.Games, want.Hits, err)
	}
	limit := l.cache.bytes * 4 / 5
	small, err := Open(l.path, Options{CacheBytes: limit})
	if err != nil {
		t.Fatal(err)
	}
	defer small.Close()
	for range 2 {
		if a, err := small.Search(t.Context(), Query{Pattern: &p, Limit: 500}); err != nil || !reflect.DeepEqual(a, want) {
			t.Fatalf("got %d games and %d hits, %v, want the answer of the larger cache", a.Games, a.Hits, err)
		}
		if small.cache.bytes == 0 || small.cache.bytes > limit {
			t.Errorf("got %d bytes in the cache, want 1 to %d", small.cache.bytes, limit)
		}
	}
}

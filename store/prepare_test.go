package store

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// moveless and endless are files whose games differ, but not by moves that the index has.
var (
	moveless = [][]byte{
		[]byte("(;PB[A]PW[B]RE[B+R])(;PB[C]PW[D]RE[W+R])"),
		[]byte("1\t2006-01-02 10:00\tw1\tW\tKR\tb1\tB\tKR\tB+R\t150\t30/3 20\n2\t2006-01-02 10:00\tw2\tW\tKR\tb2\tB\tKR\tB+R\t150\t30/3 20\n"),
	}
	endless = [][]byte{
		[]byte("(;SZ[19];B[pd];W[dd];AE[pd];B[qd])"),
		[]byte("(;SZ[19];B[pd];W[dd];AE[pd];B[qe])"),
		[]byte("(;SZ[19];B[pd];W[dd];B[zz];W[aa])"),
		[]byte("\t19\t6.5\tJapanese\t0\t\tB\tB+R\t\t\t\tpdddzz\n"),
	}
)

// TestDifferentGames checks that games without moves, and games that the index has only in part, are not taken for
// duplicates of each other.
func TestDifferentGames(t *testing.T) {
	l := newLibrary(t, Options{})
	if r := imported(t, l, memory("a/", moveless), ImportOptions{Parse: ParseRecords}); r.Games != 4 || r.Failed != 0 {
		t.Errorf("games without moves: got %+v, want 4 games", r)
	}
	r := imported(t, l, memory("b/", append(endless, []byte("(;SZ[19];B[pd];W[dd])"))), ImportOptions{Parse: ParseRecords})
	if r.Games != 5 || r.Unindexed != 0 || r.Failed != 4 {
		t.Fatalf("incomplete games: got %+v, want 5 games and 4 problems", r)
	}
	for i, want := range []string{
		"b/000000.sgf, game 1: kept; found by positions only up to move 2: node 4 of the record: stones are set up after move 2",
		"b/000001.sgf, game 1: kept; found by positions only up to move 2: node 4 of the record: stones are set up after move 2",
		`b/000002.sgf, game 1: kept; found by positions only up to move 2: node 4 of the record: move 3, black: "zz" is not on`,
		`b/000003.sgf, game 1: kept; found by positions only up to move 2: move 3, "zz", is not on a 19x19 board`,
	} {
		if got := r.Problems[i].String(); !strings.HasPrefix(got, want) {
			t.Errorf("got the problem %q, want %q", got, want)
		}
	}
	for _, c := range []struct {
		files [][]byte
		games int
	}{{moveless, 4}, {endless, 4}} {
		var again [][]byte // the same games in files with other bytes
		for _, data := range c.files {
			again = append(again, append([]byte("\n"), data...))
		}
		r := imported(t, l, memory("c/", again), ImportOptions{Parse: ParseRecords})
		if r.Games != 0 || r.Duplicates != c.games || r.Failed != 0 {
			t.Errorf("%q again: got %+v, want %d duplicates", again, r, c.games)
		}
	}
	// A file that breaks off is reported once, and its game is the same as the whole game if only brackets are missing.
	r = imported(t, l, memory("d/", [][]byte{[]byte("(;SZ[19];B[pd];W[dd]")}), ImportOptions{Parse: ParseRecords})
	if r.Games != 0 || r.Duplicates != 1 || r.Failed != 1 {
		t.Errorf("a file that breaks off: got %+v, want a duplicate and one problem", r)
	}
}

// TestFormerKeys checks that a library of an older version, with keys of only the board, the set-up and the moves,
// does not get its games a second time.
func TestFormerKeys(t *testing.T) {
	l := newLibrary(t, Options{})
	other := []byte("(;SZ[19];B[aa])")
	files := [][]byte{moveless[1][:1+bytes.IndexByte(moveless[1], '\n')], slices.Concat(endless[0], other)}
	if r := imported(t, l, memory("a/", files), ImportOptions{Parse: ParseRecords}); r.Games != 3 {
		t.Fatalf("got %+v, want 3 games", r)
	}
	id := 0
	for _, data := range files {
		for p := range ParseRecords("", data, 0) {
			id++
			if _, err := l.db.Exec("UPDATE games SET key=? WHERE id=?", keyOf(p.Record), id); err != nil {
				t.Fatal(err)
			}
		}
	}
	grown := [][]byte{moveless[1], slices.Concat(endless[0], other, endless[1])}
	r := imported(t, l, memory("a/", grown), ImportOptions{Parse: ParseRecords})
	if r.Games != 2 || r.Already != 3 {
		t.Errorf("got %+v, want 2 new games and 3 that are already in the library", r)
	}
}

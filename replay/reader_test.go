package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tengen/baduk"
)

// newFolder returns a folder of shards with the given numbers of games. All games are different.
func newFolder(t testing.TB, seed uint64, shards ...int) string {
	t.Helper()
	dir := t.TempDir()
	board := baduk.MustRectangle(7, 7)
	m := &Manifest{}
	for n, games := range shards {
		var all []*Game
		for range games {
			seed++
			all = append(all, randomGame(t, board, seed))
		}
		info := writeShard(t, filepath.Join(dir, shardName(n+1)), all)
		m.Shards = append(m.Shards, info)
		m.Games += info.Games
		m.Samples += info.Samples
	}
	if err := m.write(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// rowName identifies a row.
func rowName(r *Row) string {
	return fmt.Sprintf("%x/%d", r.Game.key(), r.Sample().Turn)
}

// draw draws n rows, or all if n is -1.
func draw(t testing.TB, r *Reader, n int) (names []string) {
	t.Helper()
	for ; n != 0; n-- {
		row, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, fmt.Sprintf("%d %s %d", row.Epoch, rowName(&row), row.Symmetry))
	}
	return names
}

func newReader(t testing.TB, o ReaderOptions) *Reader {
	t.Helper()
	r, err := NewReader(o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestReaderOnePass checks that each epoch has every row exactly once, and that each epoch has another order. The
// same seed must give the same order.
func TestReaderOnePass(t *testing.T) {
	dirs := []string{newFolder(t, 1, 100, 70), newFolder(t, 1000, 130)}
	o := ReaderOptions{Dirs: dirs, Seed: 3, Epochs: 2, Window: 400}
	r := newReader(t, o)
	count := map[string]int{}
	var orders [2][]string
	for {
		row, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := row.Game.check(); err != nil {
			t.Fatal(err)
		}
		name := rowName(&row)
		count[name]++
		orders[row.Epoch] = append(orders[row.Epoch], name)
	}
	if len(count) != r.Samples() || len(orders[0]) != r.Samples() || len(orders[1]) != r.Samples() {
		t.Fatalf("got %d different rows, %d and %d in the epochs, want %d", len(count), len(orders[0]), len(orders[1]), r.Samples())
	}
	for name, n := range count {
		if n != 2 {
			t.Fatalf("%s came %d times, want 2", name, n)
		}
	}
	same := 0
	for i := range orders[0] {
		if orders[0][i] == orders[1][i] {
			same++
		}
	}
	if same > len(orders[0])/20 {
		t.Errorf("%d of %d rows have the same place in both epochs, want a few", same, len(orders[0]))
	}
	first, again := draw(t, newReader(t, o), -1), draw(t, newReader(t, o), -1)
	o.Seed = 4
	other := draw(t, newReader(t, o), -1)
	if fmt.Sprint(first) != fmt.Sprint(again) || fmt.Sprint(first) == fmt.Sprint(other) {
		t.Error("two readers with the same seed differ, or two seeds give the same order")
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("after the end: got %v, want io.EOF", err)
	}
}

// TestReaderMixes checks that the order of the rows does not depend on the order in which they were written. Two
// consecutive rows must rarely come from the same game, and all symmetries must occur.
func TestReaderMixes(t *testing.T) {
	dir := newFolder(t, 7, 300, 300)
	written := draw(t, newReader(t, ReaderOptions{Dirs: []string{dir}, Epochs: 1, Ordered: true}), -1)
	place := map[string]int{}
	for i, name := range written {
		place[name] = i
	}
	n := len(written)
	var correlation, neighbours float64
	symmetries := [8]int{}
	const seeds = 10
	for seed := range uint64(seeds) {
		r := newReader(t, ReaderOptions{Dirs: []string{dir}, Seed: seed, Epochs: 1, Window: n / 3})
		var sum float64
		var before *Game
		for i := range n {
			row, err := r.Next()
			if err != nil {
				t.Fatal(err)
			}
			was := place[fmt.Sprintf("0 %s 0", rowName(&row))]
			sum += (float64(i) - float64(n)/2) * (float64(was) - float64(n)/2)
			if row.Game == before {
				neighbours++
			}
			before = row.Game
			symmetries[row.Symmetry]++
		}
		correlation += sum / (math.Pow(float64(n), 3) / 12) / seeds
	}
	// Even if only the order of twelve blocks is random, the correlation is about 1/sqrt(12). The mean over ten such
	// orders has about 0.1.
	if math.Abs(correlation) > 0.4 {
		t.Errorf("the places read and written have a correlation of %.2f, want at most 0.4", correlation)
	}
	n *= seeds
	if neighbours > float64(n)/50 {
		t.Errorf("%v of %d rows follow a row of the same game, want at most one in 50", neighbours, n)
	}
	for s, count := range symmetries {
		if count < n/16 || count > n/4 {
			t.Errorf("symmetry %d was drawn %d times of %d, want about one in 8", s, count, n)
		}
	}
}

// TestReaderResumes checks that a reader can resume from every row, also from a state that was written
// as text.
func TestReaderResumes(t *testing.T) {
	dir := newFolder(t, 11, 150, 40)
	for _, o := range []ReaderOptions{
		{Dirs: []string{dir}, Seed: 1, Epochs: 2, Window: 100},
		{Dirs: []string{dir}, Seed: 1, Epochs: 3, Window: 300, Part: Validation, Split: Split{OneIn: 10}},
		{Dirs: []string{dir}, Seed: 1, Epochs: 1, Ordered: true},
	} {
		all := draw(t, newReader(t, o), -1)
		r := newReader(t, o)
		for n := 0; n <= len(all); n++ {
			if n%37 == 0 || n > len(all)-3 || n < 3 {
				text, err := json.Marshal(r.State())
				if err != nil || len(text) > 200 {
					t.Fatalf("got a state of %d bytes, %v, want at most 200 bytes", len(text), err)
				}
				var s State
				if err := json.Unmarshal(text, &s); err != nil {
					t.Fatal(err)
				}
				other := newReader(t, o)
				draw(t, other, n%5) // Resume does not depend on the reader's position
				if err := other.Resume(s); err != nil {
					t.Fatal(err)
				}
				if got := draw(t, other, -1); fmt.Sprint(got) != fmt.Sprint(all[n:]) {
					t.Fatalf("resumed at row %d of %d: got %d rows, want the remaining %d in order", n, len(all), len(got), len(all)-n)
				}
			}
			draw(t, r, 1)
		}
		stays, beyond := newReader(t, o), r.State()
		draw(t, stays, 2)
		beyond.Epoch, beyond.Block, beyond.Row = 0, 0, 1<<20
		if err := stays.Resume(beyond); err == nil {
			t.Error("Resume accepts a row beyond the window")
		}
		if got := draw(t, stays, -1); fmt.Sprint(got) != fmt.Sprint(all[2:]) {
			t.Error("a refused state has moved the reader")
		}
		changed := o
		changed.Seed++
		if err := newReader(t, changed).Resume(r.State()); err == nil {
			t.Error("Resume accepts the state of a reader with another seed")
		}
	}
}

// TestSplit checks that each game is used either for training or for validation, and not for both.
func TestSplit(t *testing.T) {
	dir := newFolder(t, 21, 400)
	split := Split{OneIn: 5, Sources: []string{"source c"}}
	side := map[string]Part{}
	rows := 0
	for _, part := range []Part{Training, Validation} {
		r := newReader(t, ReaderOptions{Dirs: []string{dir}, Epochs: 1, Part: part, Split: split})
		for {
			row, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			rows++
			name := fmt.Sprint(row.Game.key())
			if before, known := side[name]; known && before != part {
				t.Fatal("a game is on both sides")
			}
			side[name] = part
			if row.Game.Source == "source c" && part == Training {
				t.Fatal("a game of a held-out source is trained on")
			}
		}
		if part == Training && rows == 0 {
			t.Fatal("the training side has no rows")
		}
	}
	r := newReader(t, ReaderOptions{Dirs: []string{dir}, Epochs: 1})
	if rows != r.Samples() {
		t.Errorf("both sides have %d rows together, want %d", rows, r.Samples())
	}
	// The end of a game does not decide to which side of the split the game belongs.
	g := randomGame(t, baduk.MustRectangle(19, 19), 3)
	for len(g.Moves) < g.opening()+2 {
		g.Moves = append(g.Moves, g.Moves...)
	}
	longer := *g
	longer.Moves = append(append([]baduk.Move{}, g.Moves...), baduk.Move{Color: baduk.Black, Point: 7})
	if g.splitKey() != longer.splitKey() || g.key() == longer.key() {
		t.Error("the same game with a longer record is on the other side of the split")
	}
}

// TestOpening checks that a split holds out both or neither of two records of a game of usual length, on small boards
// too.
func TestOpening(t *testing.T) {
	for _, c := range []struct{ side, moves, opening int }{{5, 12, 5}, {9, 28, 16}, {13, 50, 33}, {19, 62, 60}, {25, 90, 60}} {
		whole := Game{Graph: baduk.MustRectangle(c.side, c.side)}
		for n := range c.moves + 2 {
			whole.Moves = append(whole.Moves, baduk.Move{Color: baduk.Black, Point: baduk.Point(n)})
		}
		cut, other := whole, whole
		cut.Moves = whole.Moves[:c.moves]
		other.Moves = slices.Clone(whole.Moves)
		other.Moves[c.opening-1].Color = baduk.White
		if cut.splitKey() != whole.splitKey() || other.splitKey() == whole.splitKey() {
			t.Errorf("%dx%[1]d: the side of the split does not depend on exactly the first %d moves", c.side, c.opening)
		}
	}
}

// TestReaderNothing checks that a reader ends at once if its part of the split has no rows, even without a limit of
// epochs.
func TestReaderNothing(t *testing.T) {
	dir := newFolder(t, 31, 5)
	r := newReader(t, ReaderOptions{Dirs: []string{dir}, Part: Validation, Split: Split{}})
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("a side without rows: got %v, want io.EOF", err)
	}
	if _, err := NewReader(ReaderOptions{Dirs: []string{t.TempDir()}}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an empty folder: got %v, want an error that the manifest is missing", err)
	}
}

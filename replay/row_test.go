package replay

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReaderSkipsDamage checks that the undamaged rows are read and that the damage is listed.
func TestReaderSkipsDamage(t *testing.T) {
	dir := newFolder(t, 41, 200, 100, 100)
	all := draw(t, newReader(t, ReaderOptions{Dirs: []string{dir}, Epochs: 1, Ordered: true}), -1)
	changeFile(t, filepath.Join(dir, shardName(1)), func(data []byte) []byte {
		data[headerLen+blockHeadLen+9] ^= 1
		return data
	})
	if err := os.Remove(filepath.Join(dir, shardName(3))); err != nil {
		t.Fatal(err)
	}
	r := newReader(t, ReaderOptions{Dirs: []string{dir}, Epochs: 3, Seed: 2})
	rows := draw(t, r, -1)
	if len(r.Damage) != 2 || len(rows)%3 != 0 || len(rows)/3 >= len(all) || len(rows)/3 < len(all)/2 {
		t.Errorf("got %d rows in three epochs, %v; want the same number below %d in each, and two damages", len(rows), r.Damage, len(all))
	}
	f, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	for _, err := range f.Games() {
		if err != nil {
			t.Fatal(err)
		}
		games++
	}
	if games != 300-blockGames || len(f.Damage) != 2 {
		t.Errorf("got %d games, %v, want %d and two damages", games, f.Damage, 300-blockGames)
	}
}

// TestRow checks that Row finds each row by its number.
func TestRow(t *testing.T) {
	dir := newFolder(t, 51, 90, 20)
	all := draw(t, newReader(t, ReaderOptions{Dirs: []string{dir}, Epochs: 1, Ordered: true}), -1)
	f, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range all {
		row, err := f.Row(n)
		if err != nil || fmt.Sprintf("0 %s 0", rowName(&row)) != want {
			t.Fatalf("row %d: got %s, %v, want %s", n, rowName(&row), err, want)
		}
	}
	for _, n := range []int{-1, len(all)} {
		if _, err := f.Row(n); err == nil {
			t.Errorf("row %d of %d: got a row, want an error", n, len(all))
		}
	}
}

// changeFile changes the content of a file.
func changeFile(t *testing.T, path string, change func([]byte) []byte) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, change(data), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestRowOfDamaged checks that damage does not change the numbers of other rows, and that asking for a
// lost row is an error that says where the damage is.
func TestRowOfDamaged(t *testing.T) {
	flip := func(at int) func([]byte) []byte {
		return func(data []byte) []byte { data[at] ^= 1; return data }
	}
	const inBlock = headerLen + blockHeadLen + 9
	sound := newFolder(t, 51, 200, 200)
	all := draw(t, newReader(t, ReaderOptions{Dirs: []string{sound}, Epochs: 1, Ordered: true}), -1)
	f, err := OpenFolder(sound)
	if err != nil {
		t.Fatal(err)
	}
	var block [][2]int // shard and block of each row
	for k, s := range f.shards {
		if len(s.blocks) != 4 {
			t.Fatalf("got %d blocks, want 4", len(s.blocks))
		}
		for i, b := range s.blocks {
			for range b.rows {
				block = append(block, [2]int{k, i})
			}
		}
	}
	for name, test := range map[string]struct {
		spoil func(t *testing.T, first, second string)
		// lost has the range of lost blocks in the first shard and in the second shard. Each shard has
		// four blocks.
		lost  [2][2]int
		wrong string
	}{
		"a missing shard": {func(t *testing.T, first, _ string) {
			if err := os.Remove(first); err != nil {
				t.Fatal(err)
			}
		}, [2][2]int{{0, 4}, {}}, "the file is missing: 200 games are lost"},
		"no shard": {func(t *testing.T, first, _ string) {
			changeFile(t, first, func([]byte) []byte { return []byte("no shard") })
		}, [2][2]int{{0, 4}, {}}, "none of it can be read"},
		"a block": {func(t *testing.T, first, _ string) { changeFile(t, first, flip(inBlock)) }, [2][2]int{{0, 1}, {}}, "block 0 at byte 16: its checksum is wrong"},
		"without its end": {func(t *testing.T, first, _ string) {
			changeFile(t, first, func(d []byte) []byte { return d[:len(d)-300] })
		}, [2][2]int{{3, 4}, {}}, "the file ends within it"},
		"a hole": {func(t *testing.T, _, second string) { // without the footer, the number of lost rows is unknown
			changeFile(t, second, func(d []byte) []byte {
				d[len(d)-1] ^= 1
				at := headerLen + blockHeadLen + int(binary.LittleEndian.Uint32(d[headerLen+12:]))
				d[at] ^= 1
				return d
			})
		}, [2][2]int{{}, {1, 4}}, "these bytes are not a block"},
	} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(sound)); err != nil {
			t.Fatal(err)
		}
		test.spoil(t, filepath.Join(dir, shardName(1)), filepath.Join(dir, shardName(2)))
		if f, err = OpenFolder(dir); err != nil {
			t.Fatal(err)
		}
		for n := 0; n < len(all); n += 17 {
			lost := test.lost[block[n][0]]
			row, err := f.Row(n)
			if block[n][1] < lost[0] || block[n][1] >= lost[1] {
				if err != nil || fmt.Sprintf("0 %s 0", rowName(&row)) != all[n] {
					t.Fatalf("%s: row %d: got %s, %v, want %s", name, n, rowName(&row), err, all[n])
				}
				continue
			}
			if _, ok := errors.AsType[*Damage](err); !ok || !strings.Contains(err.Error(), fmt.Sprintf("row %d is lost: ", n)) || !strings.Contains(err.Error(), test.wrong) {
				t.Fatalf("%s: row %d: got %v, want damage with %q", name, n, err, test.wrong)
			}
		}
		if _, err := f.Row(len(all)); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("has %d rows, and the first has number 0", len(all))) {
			t.Errorf("%s: the row after the last: got %v, want an error", name, err)
		}
	}
}

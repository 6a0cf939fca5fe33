package replay

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/internal/durable"
)

// smallShard returns a shard of a few blocks, and its games.
func smallShard(t testing.TB) (data []byte, games []*Game) {
	t.Helper()
	board := baduk.MustRectangle(5, 5)
	for seed := range uint64(6) {
		games = append(games, randomGame(t, board, seed))
	}
	path := filepath.Join(t.TempDir(), "x.tgr")
	w, err := createShard(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range games {
		if err := w.writeGame(g); err != nil {
			t.Fatal(err)
		}
		if i%2 == 1 {
			w.flush()
		}
	}
	if _, err := w.close(); err != nil {
		t.Fatal(err)
	}
	if data, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return data, games
}

// readBytes reads a shard from memory. An error of opening it counts as damage.
func readBytes(t testing.TB, data []byte) (games []*Game, damage []*Damage) {
	t.Helper()
	s, err := openShard("x", bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, []*Damage{{File: "x", Block: -1, Wrong: err.Error()}}
	}
	return readShard(t, s)
}

// checkSubset checks that the games are some of all games, in the same order.
func checkSubset(t *testing.T, what string, got, all []*Game) {
	t.Helper()
	for _, g := range got {
		i := slices.IndexFunc(all, func(o *Game) bool { return equal(g, o) })
		if i < 0 {
			t.Fatalf("%s: a game was read that was not written", what)
		}
		all = all[i+1:]
	}
}

func TestTruncation(t *testing.T) {
	data, games := smallShard(t)
	most := 0
	for n := range len(data) {
		got, damage := readBytes(t, data[:n])
		if len(damage) == 0 {
			t.Fatalf("no damage was reported, but only %d of %d bytes are left", n, len(data))
		}
		checkSubset(t, "truncated", got, games)
		if len(got) < most {
			t.Fatalf("%d bytes: got %d games, want at least the %d of fewer bytes", n, len(got), most)
		}
		most = len(got)
	}
	if most != len(games) {
		t.Errorf("a shard without its last byte: got %d games, want %d", most, len(games))
	}
}

// TestFlips checks that every changed byte is detected and that at most one block is lost because of
// it.
func TestFlips(t *testing.T) {
	data, games := smallShard(t)
	if got, damage := readBytes(t, data); len(damage) > 0 || len(got) != len(games) {
		t.Fatalf("got %d games, %v, want %d without damage", len(got), damage, len(games))
	}
	for n := range data {
		for _, bit := range []byte{1, 0x80, 0xff} {
			changed := bytes.Clone(data)
			changed[n] ^= bit
			got, damage := readBytes(t, changed)
			if len(damage) == 0 {
				t.Fatalf("no damage was reported, but byte %d of %d has changed", n, len(data))
			}
			checkSubset(t, "changed", got, games)
			if len(got) < len(games)-2 {
				t.Fatalf("a change in byte %d: got %d games, want at least %d: %v", n, len(got), len(games)-2, damage)
			}
		}
	}
}

// TestDamageIsNamed checks that damage names the file, the block and the offset.
func TestDamageIsNamed(t *testing.T) {
	data, games := smallShard(t)
	s, err := openShard("x", bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	at := s.blocks[1].offset
	data[at+blockHeadLen+3] ^= 4
	got, damage := readBytes(t, data)
	if len(damage) != 1 || *damage[0] != (Damage{"x", 1, at, "its checksum is wrong"}) || len(got) != 4 {
		t.Errorf("got %d games of %d, %v, want 4 and the checksum of block 1", len(got), len(games), damage)
	}
	// Without the footer and one of the headers, the other blocks are found.
	data = data[:len(data)-1]
	data[at+2] ^= 1
	got, damage = readBytes(t, data)
	if len(got) != 4 || len(damage) != 2 {
		t.Errorf("got %d games of %d, %v, want 4 and two damages", len(got), len(games), damage)
	}
}

// TestLengthsLie checks that an impossible length allocates no memory.
func TestLengthsLie(t *testing.T) {
	data, _ := smallShard(t)
	at := int64(headerLen)
	for _, n := range []uint32{maxBlock + 1, 1 << 31, 1<<32 - 1} {
		for field := range 5 {
			lying := bytes.Clone(data)
			binary.LittleEndian.PutUint32(lying[at+12+4*int64(field):], n)
			binary.LittleEndian.PutUint32(lying[at+32:], durable.Checksum(lying[at:at+32]))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, damage := readBytes(t, lying)
			runtime.ReadMemStats(&after)
			if len(damage) == 0 {
				t.Errorf("field %d: a length of %d was accepted", field, n)
			}
			if took := after.TotalAlloc - before.TotalAlloc; took > 8<<20 {
				t.Errorf("field %d: a length of %d allocated %d bytes, want few", field, n, took)
			}
		}
	}
}

func TestNotAShard(t *testing.T) {
	for name, data := range map[string][]byte{"empty": nil, "text": []byte("(;GM[1]FF[4])"), "zeros": make([]byte, 5000)} {
		if _, err := openShard(name, bytes.NewReader(data), int64(len(data))); !errors.Is(err, errNotShard) {
			t.Errorf("%s: got %v, want errNotShard", name, err)
		}
	}
	data, _ := smallShard(t)
	data[8] = 2
	binary.LittleEndian.PutUint32(data[12:], durable.Checksum(data[:12]))
	if _, err := openShard("x", bytes.NewReader(data), int64(len(data))); err == nil || errors.Is(err, errNotShard) {
		t.Errorf("a newer version: got %v, want an error that names it", err)
	}
}

// FuzzShard reads any bytes as a shard, and as a block. It must end, and the games that it reads must
// be writable and readable again.
func FuzzShard(f *testing.F) {
	data, games := smallShard(f)
	f.Add(data)
	f.Add(data[:len(data)/2])
	raw, err := appendGame(nil, games[0])
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		found, _ := readBytes(t, data)
		block, _ := decodeGames(data, &boardCache{})
		for _, g := range append(found, block...) {
			again, err := appendGame(nil, g)
			if err != nil {
				t.Fatalf("writing a game that was read: got %v, want no error: %+v", err, g)
			}
			same, err := decodeGames(again, &boardCache{})
			if err != nil || len(same) != 1 || !equal(same[0], g) {
				t.Fatalf("reading a game that was written: got %v or another game: %+v", err, g)
			}
			for i := range g.Samples { // the moves may be illegal
				if at, err := g.At(g.Samples[i].Turn); err == nil && at.Len() != g.Samples[i].Turn {
					t.Fatal("At returns another turn than it was asked for")
				}
			}
		}
	})
}

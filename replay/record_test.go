package replay

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tengen/baduk"
	"tengen/internal/durable"
)

var recordSettings = Settings{Rules: "tromp-taylor", Komi: 7, Played: 1, Seed: 1}

func newRecorder(t *testing.T, dir string) *Recorder {
	t.Helper()
	r, err := NewRecorder(dir, recordSettings)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// recorded returns the games of a folder, which must be sound.
func recorded(t *testing.T, dir string) (games []*Game) {
	t.Helper()
	f, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for g, err := range f.Games() {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	if len(f.Damage) > 0 {
		t.Fatalf("the folder is damaged: %v", f.Damage)
	}
	return games
}

// TestRecorderContinues: games are kept when the process ends after any byte of the file, except the game that was
// being written.
func TestRecorderContinues(t *testing.T) {
	dir := t.TempDir()
	r := newRecorder(t, dir)
	var ends []int64
	for seed := range uint64(4) {
		if err := r.Add(randomGame(t, baduk.MustRectangle(5, 5), seed)); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, r.writer.offset)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	partial := filepath.Join(dir, shardName(1)+durable.Partial)
	whole, err := os.ReadFile(partial)
	if err != nil {
		t.Fatal(err)
	}
	for cut := 0; cut <= len(whole); cut += 1 + len(whole)/200 {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, shardName(1)+durable.Partial), whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		r := newRecorder(t, dir)
		want := 0
		for _, end := range ends {
			if end <= int64(cut) {
				want++
			}
		}
		if r.Games() != want {
			t.Fatalf("after %d of %d bytes: %d games were kept, want %d", cut, len(whole), r.Games(), want)
		}
		if err := errors.Join(r.Add(randomGame(t, baduk.MustRectangle(5, 5), 99)), r.Finish()); err != nil {
			t.Fatal(err)
		}
		if games := recorded(t, dir); len(games) != want+1 {
			t.Fatalf("after %d bytes: the finished folder has %d games, want %d", cut, len(games), want+1)
		}
	}
}

// badDisk is a file that cannot be read.
type badDisk struct{}

func (badDisk) ReadAt([]byte, int64) (int, error) { return 0, syscall.EIO }

// TestRecorderOnBadDisk: a block that cannot be read is an error, and not the end of the file.
func TestRecorderOnBadDisk(t *testing.T) {
	s := &shard{r: badDisk{}, blocks: []blockEntry{{offset: headerLen}}}
	if err := newShardWriter("a", nil).keep(s); !errors.Is(err, syscall.EIO) {
		t.Errorf("got %v, want %v", err, syscall.EIO)
	}
}

// TestRecorderAddsShards: a finished folder can get more games, which become a second shard.
func TestRecorderAddsShards(t *testing.T) {
	dir := t.TempDir()
	for seed := range uint64(2) {
		r := newRecorder(t, dir)
		if err := errors.Join(r.Add(randomGame(t, baduk.MustRectangle(5, 5), seed)), r.Finish()); err != nil {
			t.Fatal(err)
		}
	}
	if games := recorded(t, dir); len(games) != 2 {
		t.Errorf("the folder has %d games, want 2", len(games))
	}
	// The process ended after the shard got its name and before the manifest was written.
	r := newRecorder(t, dir)
	if err := r.Add(randomGame(t, baduk.MustRectangle(5, 5), 5)); err != nil {
		t.Fatal(err)
	}
	if _, err := r.writer.close(); err != nil {
		t.Fatal(err)
	}
	r.held.Close()
	r = newRecorder(t, dir)
	if r.Games() != 3 {
		t.Errorf("%d games are known, want 3: the third is in a shard that the manifest does not list", r.Games())
	}
	if err := r.Finish(); err != nil {
		t.Fatal(err)
	}
	if r.Games() != 3 {
		t.Errorf("the finished recorder has %d games, want 3", r.Games())
	}
	if games := recorded(t, dir); len(games) != 3 {
		t.Errorf("the folder has %d games, want 3", len(games))
	}
}

// TestRecorderOnFullDisk: if the disk is full, the games that are in the file are kept.
func TestRecorderOnFullDisk(t *testing.T) {
	dir := t.TempDir()
	r := newRecorder(t, dir)
	for seed := range uint64(3) {
		if err := r.Add(randomGame(t, baduk.MustRectangle(5, 5), seed)); err != nil {
			t.Fatal(err)
		}
	}
	r.writer.err = syscall.ENOSPC
	if err := r.Add(randomGame(t, baduk.MustRectangle(5, 5), 3)); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Add: %v, want %v", err, syscall.ENOSPC)
	}
	if err := r.Finish(); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Finish: %v, want %v", err, syscall.ENOSPC)
	}
	if err := newRecorder(t, dir).Finish(); err != nil {
		t.Fatal(err)
	}
	if games := recorded(t, dir); len(games) != 3 {
		t.Errorf("the folder has %d games, want 3", len(games))
	}
}

// TestRecorderRefuses: other settings and a second process are refused.
func TestRecorderRefuses(t *testing.T) {
	dir := t.TempDir()
	r := newRecorder(t, dir)
	if _, err := NewRecorder(dir, recordSettings); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("a second recorder: %v", err)
	}
	if err := errors.Join(r.Add(randomGame(t, baduk.MustRectangle(5, 5), 1)), r.Finish()); err != nil {
		t.Fatal(err)
	}
	other := recordSettings
	other.Komi = 9
	if _, err := NewRecorder(dir, other); err == nil || !strings.Contains(err.Error(), "other settings") {
		t.Errorf("other settings: %v", err)
	}
	if _, err := ReadManifest(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

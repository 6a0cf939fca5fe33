package replay

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/internal/durable"
)

// TestImportFolderName checks a folder whose name looks like a pattern. An import removes the temporary
// files of an import that was killed, and keeps all other files.
func TestImportFolderName(t *testing.T) {
	o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", lines(t, 1, 5))))
	o.Dir = filepath.Join(o.Dir, "rows [2]")
	if err := os.MkdirAll(o.Dir, 0o777); err != nil {
		t.Fatal(err)
	}
	put := func(names ...string) {
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(o.Dir, name), []byte("another program's"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	theirs := []string{"a.tgr" + durable.Partial, "manifest.txt", "movie.mkv" + durable.Partial}
	put(theirs...)
	put(shardName(1))
	if _, err := Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "has shards but no manifest.json") {
		t.Errorf("shards without a manifest: got %v, want an error", err)
	}
	if err := os.Remove(filepath.Join(o.Dir, shardName(1))); err != nil {
		t.Fatal(err)
	}
	for _, left := range [][]string{{manifestName + durable.Partial}, {manifestName + durable.Partial, shardName(1) + durable.Partial, shardName(12345678) + durable.Partial}} {
		put(left...)
		if m := imported(t, o); m.Games != 5 {
			t.Errorf("with %v: got %+v, want the imported games", left, m)
		}
	}
	var names []string
	files, err := os.ReadDir(o.Dir)
	for _, f := range files {
		names = append(names, f.Name())
	}
	if want := append(theirs, ".lock", manifestName, shardName(1)); err != nil || !slices.Equal(slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(want))) {
		t.Errorf("got %v, %v, want %v", names, err, want)
	}
}

// TestImportRepeated checks that an input that is named twice is imported once.
func TestImportRepeated(t *testing.T) {
	file := fileOf("a.tsv", lines(t, 1, 5))
	read := file.Read
	reads := 0
	file.Read = func() ([]byte, error) { reads++; return read() }
	o := importOptions(t, inputOf("x/a.tsv", file), inputOf("x/a.tsv", file), inputOf("./x//a.tsv", file), inputOf("b.tsv", fileOf("b.tsv", lines(t, 100, 2))))
	m := imported(t, o)
	if len(m.Sources) != 2 || m.Sources[0].Accepted != 5 || m.Sources[0].Games != 5 || m.Sources[1].Accepted != 2 || m.Games != 7 || reads != 1 {
		t.Errorf("got %d readings, %+v, want 1 reading and 5+2 games", reads, m.Sources)
	}
	if m := imported(t, o); len(m.Sources) != 2 || m.Sources[0].Accepted != 5 || m.Games != 7 || m.Counts.Read != 7 {
		t.Errorf("again: got %+v, %+v, want nothing new", m.Sources, m.Counts)
	}
}

// twoShards makes a folder of two shards, removes the first, and returns its path.
func twoShards(t *testing.T) (dir, lost string) {
	t.Helper()
	o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", lines(t, 1, 10))))
	o.ShardGames = 5
	imported(t, o)
	lost = filepath.Join(o.Dir, shardName(1))
	if err := os.Remove(lost); err != nil {
		t.Fatal(err)
	}
	return o.Dir, lost
}

// irregular checks that the first shard is reported as lost for the given reason, and that the other is
// read.
func irregular(t *testing.T, dir, lost, wrong string) {
	t.Helper()
	f, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	for _, err := range f.Games() {
		if games++; err != nil {
			t.Fatal(err)
		}
	}
	if games != 5 || len(f.Damage) != 1 || f.Damage[0].File != lost || !strings.Contains(f.Damage[0].Wrong, wrong) || !strings.Contains(f.Damage[0].Wrong, ": 5 games are lost") {
		t.Errorf("got %d games, %v, want 5 games and damage of %s: %s", games, f.Damage, lost, wrong)
	}
	_, err = f.Row(3)
	if _, ok := errors.AsType[*Damage](err); !ok {
		t.Errorf("a row of the lost shard: got %v, want damage", err)
	}
	if row, err := f.Row(25); err != nil || row.Game == nil {
		t.Errorf("a row of the other shard: got %v, want a row", err)
	}
}

// TestFolderAsShard checks that a folder in the place of a shard is damage.
func TestFolderAsShard(t *testing.T) {
	dir, lost := twoShards(t)
	if err := os.Mkdir(lost, 0o777); err != nil {
		t.Fatal(err)
	}
	irregular(t, dir, lost, "it is not a regular file (d")
}

// TestManifestDamaged checks that a changed or missing byte of a manifest is detected. A manifest of
// version 1 has no checksum, but its counts must agree with its shards. An import into a damaged folder
// is refused.
func TestManifestDamaged(t *testing.T) {
	o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", lines(t, 1, 10))))
	o.ShardGames = 5
	imported(t, o)
	path := filepath.Join(o.Dir, manifestName)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(text []byte, what string) {
		t.Helper()
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadManifest(o.Dir); !errors.Is(err, ErrManifest) {
			t.Errorf("%s: got %v, want ErrManifest", what, err)
		}
	}
	for i := range whole {
		for _, bit := range []byte{1, 32} {
			text := bytes.Clone(whole)
			text[i] ^= bit
			refused(text, fmt.Sprintf("byte %d is %q", i, text[i]))
		}
		refused(whole[:i], fmt.Sprintf("cut after %d bytes", i))
	}
	body, _ := cutSeal(whole)
	older := bytes.Replace(append(bytes.Clone(body), "\n}\n"...), []byte(`"version": 2`), []byte(`"version": 1`), 1)
	if err := os.WriteFile(path, older, 0o666); err != nil {
		t.Fatal(err)
	}
	if m, err := ReadManifest(o.Dir); err != nil || m.Games != 10 || len(m.Shards) != 2 {
		t.Errorf("a manifest of version 1: got %+v, %v, want 10 games", m, err)
	}
	for _, change := range [][2]string{
		{`"shards"`, `"3hards"`}, {"\"games\": 10,\n  \"samples\"", "\"games\": 11,\n  \"samples\""}, {shardName(2), shardName(1)}, {shardName(1), "../" + shardName(1)},
		{`"version": 1`, `"version": 0`}, {`"version": 1`, `"version": 2`}, {`"version": 1`, `"version": 3`},
	} {
		text := strings.Replace(string(older), change[0], change[1], 1)
		if text == string(older) {
			t.Fatalf("the manifest lacks %s: %s", change[0], text)
		}
		refused([]byte(text), change[1])
	}
	if _, err := Import(t.Context(), o); !errors.Is(err, ErrManifest) {
		t.Errorf("importing into a damaged folder: got %v, want ErrManifest", err)
	}
}

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/nn"
	"tengen/planes"
	"tengen/replay"
)

// TestDataImportTriesAgain imports damaged files. A truncated file yields the games before its end, and
// another damaged file yields none. Both are reported with status 1 each time. After they are fixed, all
// games are imported, although the names and sizes are the same.
func TestDataImportTriesAgain(t *testing.T) {
	home := t.TempDir()
	file, dir := filepath.Join(home, "games.tsv.gz"), filepath.Join(home, "rows")
	const games = 40
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := io.WriteString(z, dataLines(t, games, 9)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	whole := packed.Bytes()
	put := func(data []byte) {
		t.Helper()
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	imports := func() (got result, m replay.Manifest) {
		t.Helper()
		got = tengen(t, "", nil, "data", "import", file, "--out", dir, "--json")
		if err := json.Unmarshal([]byte(got.stdout), &m); err != nil {
			t.Fatalf("tengen data import --json: got %+v, want a manifest on stdout: %v", got, err)
		}
		return got, m
	}
	torn := whole[:len(whole)*2/3]
	put(torn)
	before := 0
	for range 2 {
		got, m := imports()
		if before = m.Games; got.status != 1 || before < games/3 || before >= games || strings.Count(got.stderr, "\n") != 1 ||
			!strings.Contains(got.stderr, "1 file could not be read completely") || !strings.Contains(got.stderr, "games.tsv.gz: it ends too early, in line") {
			t.Errorf("a file that breaks off: %d games, %+v", before, got)
		}
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-5] ^= 1 // in the checksum
	put(flipped)
	if got, m := imports(); got.status != 1 || m.Games != before || !strings.Contains(got.stderr, "checksum") {
		t.Errorf("a file with a wrong byte: %d games, %+v", m.Games, got)
	}
	put(whole)
	if got, m := imports(); got.status != 0 || m.Games != games || got.stderr != "" {
		t.Errorf("with the fixed file: %d games, %+v, want %d games and status 0", m.Games, got, games)
	}
	if got := tengen(t, "", nil, "data", "import", file, "--out", dir); got.status != 0 || !strings.Contains(got.stdout, "; 0 of them added now") {
		t.Errorf("once more: %+v", got)
	}
}

// cancelling cancels a context after a number of bytes were written to it.
type cancelling struct {
	bytes.Buffer
	after  int
	cancel func()
}

func (c *cancelling) Write(p []byte) (int, error) {
	if c.Len()+len(p) > c.after {
		c.cancel()
	}
	return c.Buffer.Write(p)
}

// TestDataPlanesInterrupted checks that an interrupted stream ends with a whole row and the status of an
// interruption. A stream that was complete before the interrupt has the status 0.
func TestDataPlanesInterrupted(t *testing.T) {
	dir := dataFolder(t)
	row, head := planes.Layout{Size: 13}.RowLen(), 32
	for name, at := range map[string]struct {
		flags         []string
		after, status int
	}{
		"without end":     {[]string{"--epochs", "0"}, 500 * row, exitInterrupted},
		"at its end":      {nil, 124*row + head, exitSuccess},
		"at its last row": {[]string{"--epochs", "0", "--rows", "300"}, 299*row + head, exitSuccess},
	} {
		m, _, out := newMain(t, "", nil)
		ctx, cancel := context.WithCancel(t.Context())
		w := &cancelling{after: at.after, cancel: cancel}
		m.Stdout = w
		status := m.Run(ctx, append([]string{"data", "planes", dir, "--size", "13", "--part", "all"}, at.flags...))
		cancel()
		if status != at.status || (w.Len()-head)%row != 0 || w.Len() < at.after {
			t.Errorf("%s: status %d, %d bytes, %s", name, status, w.Len(), out[1])
		}
		if told := strings.Contains(out[1].String(), "interrupted: the stream ends after"); told != (status == exitInterrupted) {
			t.Errorf("%s: got stderr %q, want it to say that the stream was interrupted: %v", name, out[1], status == exitInterrupted)
		}
	}
	if got := tengen(t, "", nil, "data", "planes", dir, "--part", "validation", "--hold-out", "0"); got.status != 0 || len(got.stdout) != head || !strings.Contains(got.stderr, "the folders contain no rows of this part") {
		t.Errorf("nothing is held out: %+v", got)
	}
}

// TestDataShowDamaged checks that damage is reported, and that a lost row is an error.
func TestDataShowDamaged(t *testing.T) {
	dir := dataFolder(t)
	shard := filepath.Join(dir, "rows-00001.tgr")
	data, err := os.ReadFile(shard)
	if err != nil {
		t.Fatal(err)
	}
	show := func(row string) result { return tengen(t, "", nil, "data", "show", dir, row) }
	if err := os.WriteFile(shard, data[:len(data)-3], 0o666); err != nil {
		t.Fatal(err)
	}
	if got := show("7"); got.status != 0 || !strings.Contains(got.stdout, "row 7: ") || !strings.Contains(got.stderr, "the folder is damaged") || !strings.Contains(got.stderr, "the footer is damaged") {
		t.Errorf("without its end: %+v", got)
	}
	data[70] ^= 1
	if err := os.WriteFile(shard, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := show("7"); got.status != 1 || got.stdout != "" || !strings.Contains(got.stderr, "row 7 is lost: ") || !strings.Contains(got.stderr, "block 0 at byte 16: its checksum is wrong") {
		t.Errorf("a block: %+v", got)
	}
	if err := os.Remove(shard); err != nil {
		t.Fatal(err)
	}
	if got := show("7"); got.status != 1 || got.stdout != "" || !strings.Contains(got.stderr, "row 7 is lost: ") || !strings.Contains(got.stderr, "the file is missing: 25 games are lost") {
		t.Errorf("the shard: %+v", got)
	}
}

// TestModelTestParts checks which games are tested, and the result of an incomplete test.
func TestModelTestParts(t *testing.T) {
	home := t.TempDir()
	net, picture := filepath.Join(home, "net.bin.gz"), filepath.Join(home, "picture.svg")
	var b bytes.Buffer
	if err := nn.Write(&b, nn.Random(1, nn.RandomOptions{Version: 11, Blocks: "r"}), nn.WriteOptions{Gzip: true}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(net, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	dir := dataFolder(t)
	command := []string{"model", "test", net, "--data", dir, "--json"}
	asked := func(flags ...string) (k struct {
		Positions   int
		Kernel      string
		Interrupted bool
	}) {
		t.Helper()
		got := tengen(t, "", nil, append(command, flags...)...)
		if err := json.Unmarshal([]byte(got.stdout), &k); err != nil || got.status != 0 || k.Interrupted {
			t.Fatalf("tengen %v: got %+v (JSON error: %v), want status 0 and a run that was not interrupted", append(command, flags...), got, err)
		}
		return k
	}
	for _, flags := range [][]string{{"--hold-out", "0"}, {"--hold-out", "0", "--hold-out-from", "test"}, {"--hold-out-from", "test"}, {"--hold-out", "1"}} {
		if k := asked(flags...); k.Positions != 125 {
			t.Errorf("%v: %d positions", flags, k.Positions)
		}
	}
	if k := asked("--hold-out", "3"); k.Positions == 0 || k.Positions > 80 {
		t.Errorf("a third of the games have %d positions of 125", k.Positions)
	}
	if got := tengen(t, "", nil, append(command, "--hold-out", "3", "--hold-out-from", "other")...); got.status != 2 || !strings.Contains(got.stderr, `no game is from "other"`) {
		t.Errorf("a source that is not there: %+v", got)
	}
	if got := tengen(t, "", nil, append(command, "--reliability", net)...); got.status != 2 || !strings.Contains(got.stderr, "must end in .svg") {
		t.Errorf("a picture over the net: %+v", got)
	}
	if same, err := os.ReadFile(net); err != nil || !bytes.Equal(same, b.Bytes()) {
		t.Error("the net was touched", err)
	}

	if got := tengen(t, "", nil, append(command, "--hold-out", "1", "--reliability", filepath.Join(home, "no", "folder.svg"))...); got.status != 1 || !strings.Contains(got.stderr, "folder.svg") || !strings.Contains(got.stdout, `"positions":125`) {
		t.Errorf("the picture cannot be drawn: %+v", got)
	}

	m, _, out := newMain(t, "", nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	status := m.Run(ctx, append(command, "--hold-out", "0", "--reliability", picture))
	if status != exitInterrupted || !strings.Contains(out[1].String(), "interrupted: 0 positions of at most") || !strings.Contains(out[0].String(), `"interrupted":true`) {
		t.Errorf("interrupted: status %d, %s%s", status, out[0], out[1])
	}
	if _, err := os.Stat(picture); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a picture of nothing: %v", err)
	}
}

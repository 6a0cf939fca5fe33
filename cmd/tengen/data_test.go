package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/neteval"
	"tengen/nn"
	"tengen/planes"
	"tengen/recordfiles"
	"tengen/replay"
	"tengen/rollout"
	"tengen/rowtext"
)

// dataLines returns games of random moves, one per line, on boards of one size.
func dataLines(t *testing.T, games, size int) string {
	t.Helper()
	var b strings.Builder
	board := baduk.MustRectangle(size, size)
	for seed := range games {
		g := baduk.NewGame(board, baduk.Japanese())
		player, random := rollout.NewUniform(board), rollout.Rand(seed+1)
		fmt.Fprintf(&b, "test\t%d\t6.5\tChinese\t0\t\tB\tW+2.5\t1d\t2d\t2001\t", size)
		for range 40 {
			m := baduk.Move{Color: g.ToPlay(), Point: player.Choose(g, g.ToPlay(), &random)}
			if m.IsPass() {
				break
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%c%c", 'a'+int(m.Point)%size, 'a'+int(m.Point)/size)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// dataFolder imports 9x9 and 13x13 games into a folder of rows, with a teacher if one is named.
func dataFolder(t *testing.T, flags ...string) (dir string) {
	t.Helper()
	home := t.TempDir()
	file := filepath.Join(home, "games.tsv")
	text := dataLines(t, 20, 9) + dataLines(t, 5, 13) + "no game\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(home, "rows")
	got := tengen(t, "", nil, append([]string{"data", "import", file, "--out", dir, "--per-game", "5", "--threads", "2"}, flags...)...)
	if got.status != 0 || !strings.Contains(got.stdout, "skipped, unreadable") || !strings.Contains(got.stdout, "125 rows") {
		t.Fatalf("tengen data import: got %+v, want status 0, and the skipped unreadable records and 125 rows on stdout", got)
	}
	return dir
}

func TestDataInfo(t *testing.T) {
	dir := dataFolder(t)
	got := tengen(t, "", nil, "data", "info", dir)
	if got.status != 0 || !strings.Contains(got.stdout, "all intact") || !strings.Contains(got.stdout, "13x13") {
		t.Errorf(`tengen data info: got %+v, want status 0, and "all intact" and 13x13 on stdout`, got)
	}
	var info rowtext.Summary
	got = tengen(t, "", nil, "data", "info", "--json", dir)
	if err := json.Unmarshal([]byte(got.stdout), &info); err != nil {
		t.Fatal(err)
	}
	if info.Games != 25 || info.Samples != 125 || info.Sources["test"] != 25 || info.Boards["9x9"] != 20 || info.Endings["counted"] != 25 || info.Komi["6.5"] != 25 ||
		info.Manifest.Counts.Rejected["unreadable"] != 1 || info.RowBytes <= 0 {
		t.Errorf("tengen data info --json: got %s, want 25 games from test, all counted and with a komi of 6.5, 20 of them on 9x9, 125 samples, 1 unreadable record and the size of the rows", got.stdout)
	}
	shard := filepath.Join(dir, info.Manifest.Shards[0].Name)
	data, err := os.ReadFile(shard)
	if err != nil {
		t.Fatal(err)
	}
	data[70] ^= 1
	if err := os.WriteFile(shard, data, 0o666); err != nil {
		t.Fatal(err)
	}
	got = tengen(t, "", nil, "data", "info", dir)
	if got.status != 1 || !strings.Contains(got.stderr, "block 0 at byte 16: its checksum is wrong") || !strings.Contains(got.stdout, "damage") {
		t.Errorf("a damaged folder: %+v", got)
	}
}

func TestDataShow(t *testing.T) {
	model := filepath.Join(t.TempDir(), "net.bin.gz")
	var b bytes.Buffer
	if err := nn.Write(&b, nn.Random(1, nn.RandomOptions{Version: 11, Blocks: "rg"}), nn.WriteOptions{Gzip: true}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(model, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	dir := dataFolder(t, "--teacher", model)
	got := tengen(t, "", nil, "data", "show", dir, "7")
	for _, want := range []string{"row 7: position 3 of 5 of a game from test", "1d against 2d, 2001", "white won by 2.5", "policy: ", "Black wins ", "played: ", " 9 ", "expected owners of the points"} {
		if !strings.Contains(got.stdout, want) {
			t.Errorf("%q is not in\n%s%s", want, got.stdout, got.stderr)
		}
	}
	if got := tengen(t, "", nil, "data", "show", dir, "125"); got.status != 1 || !strings.Contains(got.stderr, "has 125 rows, and the first has number 0") {
		t.Errorf("tengen data show of row 125: got %+v, want status 1 and that the folder has 125 rows", got)
	}
}

// TestDataGames writes the games of a folder of rows as records, and imports these records again.
func TestDataGames(t *testing.T) {
	dir := dataFolder(t)
	got := tengen(t, "", nil, "data", "games", dir)
	if got.status != 0 || strings.Count(got.stdout, "(;FF[4]") != 25 || strings.Count(got.stdout, "RE[W+2.5]") == 0 || !strings.Contains(got.stdout, "EV[test]") {
		t.Fatalf("tengen data games: got %+v, want status 0 and 25 records", got)
	}
	records := filepath.Join(t.TempDir(), "games.sgf")
	if err := os.WriteFile(records, []byte(got.stdout), 0o666); err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(t.TempDir(), "rows")
	if got := tengen(t, "", nil, "data", "import", records, "--out", again, "--per-game", "5"); got.status != 0 || !strings.Contains(got.stdout, "125 rows") {
		t.Errorf("tengen data import of these records: got %+v, want 125 rows", got)
	}
	if second := tengen(t, "", nil, "data", "games", again); strings.ReplaceAll(second.stdout, "EV[games]", "EV[test]") != got.stdout {
		t.Errorf("the games of these rows: got\n%s\nwant the same records, and another source\n%s", second.stdout, got.stdout)
	}
	if got := tengen(t, "", nil, "data", "games", filepath.Join(dir, "none")); got.status != 2 {
		t.Errorf("tengen data games of a folder that does not exist: got %+v, want status 2", got)
	}
}

// TestDataLeaves imports positions from inside search trees, shows one, and writes all as planes.
func TestDataLeaves(t *testing.T) {
	home := t.TempDir()
	model, file, dir := filepath.Join(home, "net.bin.gz"), filepath.Join(home, "games.tsv"), filepath.Join(home, "rows")
	var b bytes.Buffer
	if err := nn.Write(&b, nn.Random(1, nn.RandomOptions{Version: 11, Blocks: "rg"}), nn.WriteOptions{Gzip: true}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(model, b.Bytes(), 0o666), os.WriteFile(file, []byte(dataLines(t, 3, 9)), 0o666)); err != nil {
		t.Fatal(err)
	}
	args := []string{"data", "import", file, "--out", dir, "--per-game", "5", "--leaves", "2", "--leaf-visits", "8", "--student", model}
	if got := tengen(t, "", nil, args...); got.status != 2 || !strings.Contains(got.stderr, "leaves need a teacher") {
		t.Errorf("without a teacher: %+v", got)
	}
	args = append(args, "--teacher", model)
	if got := tengen(t, "", nil, append(args, "--leaf-visits", "2")...); got.status != 2 || !strings.Contains(got.stderr, "give it more visits") {
		t.Errorf("a small tree: %+v", got)
	}
	if got := tengen(t, "", nil, append(args, "--student", "none")...); got.status != 2 || !strings.Contains(got.stderr, "--student is the net") {
		t.Errorf("no student: %+v", got)
	}
	var m replay.Manifest
	imported := tengen(t, "", nil, append(args, "--json")...)
	if err := json.Unmarshal([]byte(imported.stdout), &m); err != nil || m.Samples <= 15 || m.Samples > 45 || m.Settings.Leaves != 2 {
		t.Fatalf("tengen data import --json: got %+v (JSON error: %v), want 16 to 45 samples and 2 leaves in the settings", imported, err)
	}
	got := tengen(t, "", nil, "data", "show", dir, "1")
	for _, want := range []string{"from a search tree", "played: none; next move: none", "result unknown", "Black wins "} {
		if !strings.Contains(got.stdout, want) {
			t.Errorf("%q is not in\n%s%s", want, got.stdout, got.stderr)
		}
	}
	if got := tengen(t, "", nil, "data", "info", dir); !strings.Contains(got.stdout, "rows from inside search trees") {
		t.Errorf("info: %+v", got)
	}
	got = tengen(t, "", nil, "data", "planes", dir, "--size", "9", "--hold-out", "0", "--part", "all", "--epochs", "1")
	l := planes.Layout{Size: 9}
	if rows := (len(got.stdout) - 32) / l.RowLen(); got.status != 0 || rows != m.Samples {
		t.Errorf("%d rows of planes of %d, %s", rows, m.Samples, got.stderr)
	}
	if got := tengen(t, "", nil, append(args, "--leaves", "3")...); got.status != 2 || !strings.Contains(got.stderr, "leaves was 2 and is now 3") {
		t.Errorf("other settings: %+v", got)
	}
}

// TestDataPlanes reads every row of a stream back and compares it with its position.
func TestDataPlanes(t *testing.T) {
	dir := dataFolder(t)
	for _, size := range []int{13, 10} {
		l := planes.Layout{Size: size}
		got := tengen(t, "", nil, "data", "planes", dir, "--size", fmt.Sprint(size), "--seed", "5", "--epochs", "2", "--threads", "3", "--hold-out", "0", "--part", "all")
		stream := []byte(got.stdout)
		if got.status != 0 || len(stream) < 32 || string(stream[:8]) != "TGplanes" || binary.LittleEndian.Uint32(stream[12:]) != uint32(size) {
			t.Fatalf("status %d, %d bytes, %s", got.status, len(stream), got.stderr)
		}
		if left := strings.Contains(got.stderr, "rows=50"); left != (size == 10) {
			t.Errorf("size %d: %s", size, got.stderr)
		}
		stream = stream[32:]
		reader, err := replay.NewReader(replay.ReaderOptions{Dirs: []string{dir}, Seed: 5, Epochs: 2})
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		for {
			row, err := reader.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if g := row.Game.Graph; g.Len() > size*size {
				continue
			}
			if len(stream) < l.RowLen() {
				t.Fatalf("the stream ends at row %d", rows)
			}
			checkRow(t, l, &row, stream[:l.RowLen()])
			stream = stream[l.RowLen():]
			rows++
		}
		if len(stream) > 0 || rows < 200 {
			t.Errorf("got %d rows and %d extra bytes, want all rows and nothing after them", rows, len(stream))
		}
	}
}

// checkRow unpacks a row point by point.
func checkRow(t *testing.T, l planes.Layout, r *replay.Row, b []byte) {
	t.Helper()
	game, s := r.Turned()
	at, err := game.At(s.Turn)
	if err != nil {
		t.Fatal(err)
	}
	f, err := neteval.NewFeatures(game.Graph, &nn.Model{Version: 14})
	if err != nil {
		t.Fatal(err)
	}
	var in nn.Input
	f.Fill(at, &in)
	float := func(at int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b[at:])) }
	for plane := range planes.Planes {
		for y := range l.Size {
			for x := range l.Size {
				i := y*l.Size + x
				bit := float32(b[l.Planes()+plane*l.PlaneLen()+i/8] >> (7 - i%8) & 1)
				want := float32(0)
				if x < in.Width && y < in.Height {
					want = in.Spatial[(plane*in.Height+y)*in.Width+x]
				}
				if bit != want {
					t.Fatalf("plane %d at column %d, row %d is %v, want %v", plane, x, y, bit, want)
				}
			}
		}
	}
	for i, v := range in.Global {
		if float(l.Globals()+4*i) != v {
			t.Fatalf("number %d is %v, want %v", i, float(l.Globals()+4*i), v)
		}
	}
	flags := binary.LittleEndian.Uint32(b)
	if flags != planes.HasResult|planes.HasLead|uint32(r.Symmetry)<<8 || float(l.Weight()) != 1 {
		t.Fatalf("flags %x, weight %v", flags, float(l.Weight()))
	}
	win, lead := float32(0), float32(-2.5) // for Black
	if at.ToPlay() == baduk.White {
		win, lead = 1, 2.5
	}
	if float(l.Result()) != win || float(l.Result()+4) != lead {
		t.Fatalf("result %v, %v for %v", float(l.Result()), float(l.Result()+4), at.ToPlay())
	}
	point := func(turn int) int {
		switch p := int(game.Moves[turn].Point); {
		case p < 0:
			return l.Area()
		default:
			return p/in.Width*l.Size + p%in.Width
		}
	}
	total := 0
	for i := range l.Area() + 1 {
		total += int(binary.LittleEndian.Uint16(b[l.Policy()+2*i:]))
	}
	if played := binary.LittleEndian.Uint16(b[l.Policy()+2*point(s.Turn):]); played != 65535 || total != 65535 {
		t.Fatalf("the played move has a weight of %d of %d, want 65535 of 65535", played, total)
	}
	if got := int(binary.LittleEndian.Uint16(b[l.Moves():])); got != point(s.Turn) {
		t.Fatalf("the move is %d, want %d", got, point(s.Turn))
	}
	want := planes.NoMove
	if s.Turn+1 < len(game.Moves) {
		want = point(s.Turn + 1)
	}
	if got := int(binary.LittleEndian.Uint16(b[l.Moves()+2:])); got != want {
		t.Fatalf("the answer is %d, want %d", got, want)
	}
}

func TestDataMistakes(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none")
	for _, args := range [][]string{
		{"data", "import", missing, "--out", missing + "x"},
		{"data", "import", missing},
		{"data", "info", missing},
		{"data", "show", missing, "1"},
		{"data", "planes", missing},
		{"data", "planes", missing, "--part", "some"},
	} {
		if got := tengen(t, "", nil, args...); got.status != 2 || strings.Count(got.stderr, "\n") != 2 {
			t.Errorf("tengen %v: got %+v, want status 2 and two lines on stderr", args, got)
		}
	}
}

// TestDataImportInterrupted checks that an interrupt gives the status 130, and that the same command continues.
func TestDataImportInterrupted(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, "games.tsv")
	if err := os.WriteFile(file, []byte(dataLines(t, 20, 9)), 0o666); err != nil {
		t.Fatal(err)
	}
	m, _, out := newMain(t, "", nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	args := []string{"data", "import", file, "--out", filepath.Join(home, "rows")}
	if status := m.Run(ctx, args); status != exitInterrupted || !strings.Contains(out[1].String(), "run the same command again to continue") {
		t.Errorf("status %d, %s", status, out[1])
	}
	if got := tengen(t, "", nil, args...); got.status != 0 || !strings.Contains(got.stdout, "160 rows") {
		t.Errorf("tengen data import, continued: got %+v, want status 0 and 160 rows", got)
	}
}

// realGames is a folder outside the project with collections of games, one per line.
const realGames = "../../../shared/games"

// TestDataRealGames imports several hundred real games from several collections.
func TestDataRealGames(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads some megabytes")
	}
	var files []string
	for _, name := range []string{"ai.tsv.xz", "fox.tsv.xz", "kgs.tsv.xz"} { // the smaller ones
		if path := filepath.Join(realGames, name); recordfiles.IsFile(path) {
			files = append(files, path)
		}
	}
	if len(files) == 0 {
		t.Skipf("the folder of real games is missing: %s", realGames)
	}
	for _, file := range files {
		dir := filepath.Join(t.TempDir(), "rows")
		got := tengen(t, "", nil, "data", "import", file, "--out", dir, "--max-games", "200", "--json")
		var m replay.Manifest
		if err := json.Unmarshal([]byte(got.stdout), &m); err != nil || got.status != 0 {
			t.Fatalf("tengen data import of %s: got %+v (JSON error: %v), want status 0 and a manifest", file, got, err)
		}
		if m.Games != 200 || m.Samples != 1600 || m.Counts.Read > 300 {
			t.Errorf("%s: %d games, %d rows, %+v", file, m.Games, m.Samples, m.Counts)
		}
		if got := tengen(t, "", nil, "data", "planes", dir, "--rows", "100"); got.status != 0 || len(got.stdout) != 32+100*(planes.Layout{Size: 19}).RowLen() {
			t.Errorf("%s: %d bytes, %s", file, len(got.stdout), got.stderr)
		}
	}
}

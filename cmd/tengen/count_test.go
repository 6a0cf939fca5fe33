package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tengen/count"
)

// TestCount counts known numbers. The larger ones are in the tests of the room count.
func TestCount(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"count 5x5", "legal   414295148741\ndigits  12\n"},
		{"count legal 1x12", "legal   141209\n"},
		{"count --torus 4x4", "legal   37764009\n"},
		{"count --cylinder 4x4", "legal   32573621\n"},
		{"count --cylinder 4x3", "legal   415865\n"},
		{"count Cylinder:4x3 --json", `"board":"cylinder 4x3"`},
		{"count ring:25", "legal   114609380761\n"},
		{"count ring:7", "legal   1247\n"},
		{"count --cylinder 25x1", "legal   114609380761\n"},
		{"count games 1x3", "games             907\nlongest           14 plays\n"},
		{"count games 19x19", "10^(5.952 * 10^170)"},
		{"count games 1x1", "games            1\n"},
		{"count graph 3x3", "positions      12675\nplays          86200 "},
		{"count graph --torus 3x3", "positions      17767\n"},
	} {
		if got := tengen(t, "", nil, strings.Fields(test.args)...); got.status != 0 || !strings.Contains(got.stdout, test.want) {
			t.Errorf("tengen %s: got %+v, want %q on stdout", test.args, got, test.want)
		}
	}
	for _, args := range []string{"count --json 4x4", "count games --json 1x3", "count games --json 1x1023", "count graph --json 2x2", "count --plan --json 19x19"} {
		got := tengen(t, "", nil, strings.Fields(args)...)
		if got.status != 0 || strings.Count(got.stdout, "\n") != 1 || !json.Valid([]byte(got.stdout)) {
			t.Errorf("tengen %s: got %+v, want one JSON object", args, got)
		}
	}
}

// TestCountParts divides a count by its moduli and joins the parts.
func TestCountParts(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	for _, args := range [][]string{{"--moduli", "1-1", "--out", a}, {"--moduli", "2-2", "--machine", "1/1", "--out", b}} {
		if got := tengen(t, "", nil, append([]string{"count", "7x7"}, args...)...); got.status != 0 || !strings.Contains(got.stdout, "join the parts") {
			t.Errorf("%v: got %+v", args, got)
		}
	}
	if got := tengen(t, "", nil, "count", "join", a, b); got.status != 0 || !strings.HasPrefix(got.stdout, "legal   83677847847984287628595\n") {
		t.Errorf("tengen count join: got %+v", got)
	}
	// A board file is the same board under every path.
	const board = `{"name": "a/b", "shape": "hex 6x7"}`
	dir, folders := writeFiles(t, map[string]string{"one.json": board, "other.json": board}), []string{t.TempDir(), t.TempDir()}
	for i, file := range []string{"one.json", "other.json"} {
		if got := tengen(t, "", nil, "count", filepath.Join(dir, file), "--moduli", fmt.Sprintf("%d-%d", i+1, i+1), "--out", folders[i]); got.status != 0 {
			t.Errorf("%s: got %+v", file, got)
		}
	}
	if got := tengen(t, "", nil, "count", "join", folders[0], folders[1]); got.status != 0 || !strings.HasPrefix(got.stdout, "legal   ") {
		t.Errorf("tengen count join of a board file under two paths: got %+v", got)
	}
	if got := tengen(t, "", nil, "count", "8x7", "--out", a); got.status != 2 || !strings.Contains(got.stderr, "has a count of 7x7, not of 7x8") && !strings.Contains(got.stderr, "has a count of 7x7, not of 8x7") {
		t.Errorf("a folder of another board: got %+v", got)
	}
}

// TestCountMistakes checks that mistakes are reported on one line, with status 2.
func TestCountMistakes(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"count 40x40", "the shorter side is at most 20; this count would expand about"},
		{"count 0x4", "the sides are at least 1"},
		{"count --torus 9x9", "its border has up to 18 points"},
		{"count --torus --cylinder 4x4", "can't be used together"},
		{"count --torus hex", "need a width and a height"},
		{"count nonsense", "nonsense"},
		{"count infinite", "infinite has weights"},
		{"count 7x7 --moduli 3-9", "7x7 has the moduli 1 to 2"},
		{"count 7x7 --moduli 2-1", "expected a range"},
		{"count 7x7 --moduli 1-1,2-2", "expected a range"},
		{"count 7x7 --machine 3/2", "expected a part"},
		{"count 7x7 --machine 1/2/4", "expected a part"},
		{"count --cylinder 30x10", "cylinder 30x10 cannot be counted: its border has up to 21 points"},
		{"count 7x7 --machine 1/2", "need a folder"},
		{"count 10x10 --memory 8 --out=", "not an empty path"},
		{"count graph 19x19", "too many positions"},
		{"count join .", "does not have this part of the count"},
	} {
		if got := tengen(t, "", nil, strings.Fields(test.args)...); got.status != 2 || !strings.Contains(got.stderr, test.want) || strings.Count(got.stderr, "\n") > 2 {
			t.Errorf("tengen %s: got %+v, want status 2 and %q", test.args, got, test.want)
		}
	}
}

// TestCountWeights checks that all counts refuse a rectangle with a threshold.
func TestCountWeights(t *testing.T) {
	for _, args := range [][]string{{"count"}, {"count", "graph"}, {"count", "games"}} {
		got := tengen(t, "", nil, append(args, "threshold-2 3x3")...)
		if want := "3x3 with F = 1, T = z >= 2 has weights or a threshold: a count needs ordinary liberties"; got.status != 2 || !strings.Contains(got.stderr, want) {
			t.Errorf("%v: got %+v, want status 2 and %q", args, got, want)
		}
	}
}

// TestCountLittleMemory checks that too little memory is refused with an estimate.
func TestCountLittleMemory(t *testing.T) {
	got := tengen(t, "", nil, "count", "13x13", "--memory", "16", "--threads", "16", "--out", t.TempDir())
	if got.status != 2 || !strings.Contains(got.stderr, "16.8 MB of memory is not enough: a count of 13x13 on 16 threads needs about 4") || !strings.Contains(got.stderr, "fewer moduli at once (--at-once)\n") {
		t.Errorf("got %+v, want status 2 and an estimate", got)
	}
}

// TestCountFolder checks which counts have a folder by default.
func TestCountFolder(t *testing.T) {
	board, err := count.Rectangle(11, 11)
	if err != nil {
		t.Fatal(err)
	}
	for seconds, want := range map[float64]string{14: "", 16: "count-11x11"} {
		if got := countFolder("count-", board, seconds); got != want {
			t.Errorf("%v seconds: got %q, want %q", seconds, got, want)
		}
	}
	if got := boardFolder("solve-", "../a b"); got != "solve-..-a-b" {
		t.Errorf("a name with a slash: got %q", got)
	}
}

// TestCountGraphFolder counts plays with a folder. The same command then prints the result again.
func TestCountGraphFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "folder")
	for range 2 {
		if got := tengen(t, "", nil, "count", "graph", "3x3", "--out", dir); got.status != 0 || !strings.Contains(got.stdout, "plays          86200 ") {
			t.Errorf("got %+v, want 86200 plays", got)
		}
	}
	if got := tengen(t, "", nil, "count", "graph", "4x3", "--out", dir); got.status != 2 || !strings.Contains(got.stderr, "name another folder") {
		t.Errorf("in the folder of another board: got %+v", got)
	}
}

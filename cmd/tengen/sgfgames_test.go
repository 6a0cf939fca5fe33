package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Lines of a file with one game per line. The second one does not say who plays first, so it is left out.
const (
	lineOfGame    = "\t9\t6.5\tJapanese\t0\t\tB\tB+R\t\t\t2001-02-03\taabb\n"
	lineWithFault = "\t9\t6.5\tJapanese\t0\t\tX\tB+R\t\t\t2001-02-03\taabb\n"
)

// TestSGFGameNumbers checks that all commands number the games of a file in the same way, and name the games and the
// text that they leave out.
func TestSGFGameNumbers(t *testing.T) {
	dir := writeFiles(t, map[string]string{
		"m.sgf":       "(;GM[1]SZ[9];B[aa])(;GM[2])(;GM[1]SZ[9];B[bb])",
		"damaged.sgf": "(;GM[1]CA[UTF-8]SZ[9]C[" + strings.Repeat("吴清源", 50) + "\xff];B[aa])",
		"g.tsv":       lineOfGame + lineWithFault + lineOfGame,
	})
	games, damaged, lines := filepath.Join(dir, "m.sgf"), filepath.Join(dir, "damaged.sgf"), filepath.Join(dir, "g.tsv")
	for _, c := range []struct {
		args           string
		status         int
		stdout, stderr string
	}{
		{"info " + games, 0, `"game":3`, ""},
		{"render --game 1 " + games, 0, "After move 1, black A9", "game 2: warning: not a game of Go: GM[2]"},
		{"render --game 3 " + games, 0, "After move 1, black B8", "game 2: warning: not a game of Go: GM[2]"},
		{"render --game 2 " + games, 1, "", "m.sgf: game 2 was left out: not a game of Go: GM[2], and Go is GM[1]"},
		{"render --game 4 " + games, 1, "", "m.sgf: game 4 does not exist: the file has 3 games"},
		{"convert --game 3 " + games, 0, "B[bb]", "game 2: "},
		{"convert --game 2 " + games, 1, "", "game 2 was left out"},
		{"convert " + games, 0, "B[bb]", "game 2: "},
		{"convert --to gtp -d " + filepath.Join(dir, "a") + " " + games, 0, "", "game 2: "},
		{"convert --to gtp --game 3 -d " + filepath.Join(dir, "b") + " " + games, 0, "", "game 2: "},
		{"convert --to gtp --game 2 -d " + filepath.Join(dir, "c") + " " + games, 1, "", "game 2 was left out"},
		{"split -d " + filepath.Join(dir, "d") + " " + games, 0, "003-game.sgf", "game 2: "},
		{"merge --collection " + games, 0, "B[bb]", "game 2: "},
		{"convert " + damaged, 0, "B[aa]", "damaged.sgf: line 1, column 1"},
		{"split -d " + filepath.Join(dir, "e") + " " + damaged, 0, "001", "damaged.sgf: line 1, column 1"},
		{"merge " + damaged, 0, "B[aa]", "damaged.sgf: line 1, column 1"},
		{"info " + lines, 0, `"game":3`, "game 2: note: line 2: column 7"},
		{"render --game 3 " + lines, 0, "After move 2, white B8", "game 2: note: line 2: column 7"},
		{"render --game 2 " + lines, 1, "", "game 2 was left out: line 2: column 7"},
		{"render --game 4 " + lines, 1, "", "game 4 does not exist: the file has 3 games"},
		{"convert " + lines, 0, "W[bb]", "game 2: note: line 2: column 7"},
		{"split -d " + filepath.Join(dir, "f") + " " + lines, 0, "003-2001-02-03.sgf", "game 2: note: line 2: column 7"},
	} {
		got := tengen(t, "", nil, append([]string{"sgf"}, strings.Fields(c.args)...)...)
		if got.status != c.status || !strings.Contains(got.stdout, c.stdout) || !strings.Contains(got.stderr, c.stderr) {
			t.Errorf("tengen sgf %s: got %+v, want status %d, %q on stdout and %q on stderr", c.args, got, c.status, c.stdout, c.stderr)
		}
	}
	if made, _ := filepath.Glob(filepath.Join(dir, "a", "*")); len(made) != 2 || filepath.Base(made[1]) != "m-003.gtp" {
		t.Errorf("got the files %v, want m-001.gtp and m-003.gtp", made)
	}
}

// TestSGFStatsFiles checks that the first part of a file counts as the file even if it is not a game.
func TestSGFStatsFiles(t *testing.T) {
	dir := writeFiles(t, map[string]string{"g.tsv": lineWithFault + lineOfGame + lineWithFault + lineOfGame, "none.tsv": lineWithFault})
	file, none := filepath.Join(dir, "g.tsv"), filepath.Join(dir, "none.tsv")
	got := tengen(t, "", nil, "sgf", "stats", "--json", file)
	if got.status != 0 || !strings.HasPrefix(got.stdout, `{"files":1,"unreadable":0,"games":2,`) {
		t.Errorf("got %+v, want one file with two games", got)
	}
	got = tengen(t, "", nil, "sgf", "stats", "--json", file, none)
	if got.status != 1 || !strings.HasPrefix(got.stdout, `{"files":2,"unreadable":1,"games":2,`) || !strings.Contains(got.stderr, "1 of 2 files could not be read") {
		t.Errorf("got %+v, want two files, one of them unreadable, and two games", got)
	}
}

// TestSGFConvertGoesOn checks that --dir converts the other games of a file if one of them cannot be converted.
func TestSGFConvertGoesOn(t *testing.T) {
	dir := writeFiles(t, map[string]string{
		"g.sgf": "(;SZ[9];B[aa];W[bb])(;SZ[9];B[aa];B[bb])(;SZ[9];B[cc])", "none.sgf": "(;SZ[9];B[aa];B[bb])(;SZ[9];B[aa];B[cc])",
	})
	file, none := filepath.Join(dir, "g.sgf"), filepath.Join(dir, "none.sgf")
	out := filepath.Join(dir, "out")
	got := tengen(t, "", nil, "sgf", "convert", "--to", "lines", "-d", out, file, none)
	data, err := os.ReadFile(filepath.Join(out, "g.tsv"))
	if got.status != 1 || strings.Count(got.stderr, "the players take turns") != 3 || !strings.Contains(got.stderr, "g.sgf: game 2: ") ||
		!strings.Contains(got.stderr, "1 file written") || err != nil || strings.Count(string(data), "\n") != 2 {
		t.Errorf("got %+v and the file %q, %v, want status 1, three games on stderr and a file of two games", got, data, err)
	}
	if made, _ := filepath.Glob(filepath.Join(out, "*")); len(made) != 1 {
		t.Errorf("got the files %v, want one", made)
	}
	got = tengen(t, "", nil, "sgf", "convert", "--to", "lines", file)
	if got.status != 1 || got.stdout != "" || !strings.Contains(got.stderr, "g.sgf: game 2: ") || !strings.Contains(got.stderr, "--dir") {
		t.Errorf("without --dir: got %+v, want status 1, no output, and game 2 and --dir on stderr", got)
	}
}

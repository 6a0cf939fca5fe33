package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSGFLineNumbers checks that lines that are not games count as games in all commands.
func TestSGFLineNumbers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "g.tsv")
	line := "\t9\t6.5\tJapanese\t0\t\tB\tB+R\t\t\t2001-02-03\taabb\n"
	bad := "\t9\t6.5\tJapanese\t0\t\tX\tB+R\t\t\t2001-02-03\taabb\n"
	if err := os.WriteFile(file, []byte(line+bad+line), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args           string
		status         int
		stdout, stderr string
	}{
		{"info " + file, 0, `"game":3`, "game 2: note: line 2: column 7"},
		{"render --game 3 " + file, 0, "After move 2, white B8", "game 2: note: line 2: column 7"},
		{"render --game 2 " + file, 1, "", "game 2 was left out: line 2: column 7"},
		{"render --game 4 " + file, 1, "", "game 4 does not exist: the file has 3 games"},
		{"convert " + file, 0, "W[bb]", "game 2: note: line 2: column 7"},
		{"split -d " + filepath.Dir(file) + " " + file, 0, "003-2001-02-03.sgf", "game 2: note: line 2: column 7"},
	} {
		got := tengen(t, "", nil, append([]string{"sgf"}, strings.Fields(c.args)...)...)
		if got.status != c.status || !strings.Contains(got.stdout, c.stdout) || !strings.Contains(got.stderr, c.stderr) {
			t.Errorf("tengen sgf %s: got %+v, want status %d, %q on stdout and %q on stderr", c.args, got, c.status, c.stdout, c.stderr)
		}
	}
}

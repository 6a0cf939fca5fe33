package kifu

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tengen/baduk"
)

// The records of these tests are no part of the project: the tests are skipped
// where the folder beside the repository is absent.
var shared = filepath.Join("..", "..", "shared")

// TestWildFiles replays files as they are found. All but the few that are known
// to be broken must replay to the end.
func TestWildFiles(t *testing.T) {
	for _, c := range []struct {
		folder string
		atMost int // files that do not replay
	}{{"wild", 4}, {"valid", 4}} {
		files, _ := filepath.Glob(filepath.Join(shared, "testdata", "sgf", c.folder, "*.sgf"))
		if len(files) == 0 {
			t.Skipf("no SGF files in %s", shared)
		}
		broken, notes := 0, 0
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r, err := Parse(data)
			if err == nil {
				notes += len(r.Notes)
				_, err = r.Game()
			}
			if err != nil {
				broken++
				t.Logf("%s: %v", filepath.Base(file), err)
			}
		}
		t.Logf("%s: %d files, %d do not replay, %d notes", c.folder, len(files), broken, notes)
		if broken > c.atMost {
			t.Errorf("%s: %d of %d files do not replay", c.folder, broken, len(files))
		}
	}
}

// TestProfessionalGames replays games from a collection.
func TestProfessionalGames(t *testing.T) {
	games := 500
	if testing.Short() {
		games = 300
	}
	file := filepath.Join(shared, "games", "pro.tsv.xz")
	if _, err := os.Stat(file); err != nil {
		t.Skipf("no collection of games: %v", err)
	}
	xz := exec.Command("xz", "-dc", file)
	out, err := xz.StdoutPipe()
	if err == nil {
		err = xz.Start()
	}
	if err != nil {
		t.Skipf("the collection cannot be unpacked: %v", err)
	}
	defer func() {
		_ = xz.Process.Kill()
		_ = xz.Wait()
	}()
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	total, moves := 0, 0
	broken := map[error]int{}
	for total < games && lines.Scan() {
		r, err := Parse([]byte(sgfOf(strings.Split(lines.Text(), "\t"))))
		if err != nil {
			t.Fatal(err)
		}
		total++
		g, err := r.Game()
		if err != nil {
			var illegal *baduk.IllegalMoveError
			if errors.As(err, &illegal) {
				broken[illegal.Unwrap()]++
				if n := len(broken); n < 4 && broken[illegal.Unwrap()] < 3 {
					t.Logf("line %d: %v", total, err)
				}
			} else {
				t.Errorf("line %d: %v", total, err)
			}
		}
		moves += g.Len()
	}
	n := 0
	for _, k := range broken {
		n += k
	}
	t.Logf("%d games, %d moves; %d games break off: %v", total, moves, n, broken)
	if total < games || n*100 > total {
		t.Errorf("%d of %d games break off", n, total)
	}
}

// sgfOf writes a line of the collection as SGF; its columns are source, size,
// komi, rules, handicap, set-up, first player, result, two ranks, date, moves.
func sgfOf(f []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "(;SZ[%s]KM[%s]RU[%s]HA[%s]RE[%s]", f[1], f[2], f[3], f[4], f[7])
	for s := f[5]; len(s) >= 3; s = s[3:] {
		fmt.Fprintf(&b, "A%s[%s]", strings.ToUpper(s[:1]), s[1:3])
	}
	color := f[6]
	for s := f[11]; len(s) >= 2; s = s[2:] {
		fmt.Fprintf(&b, ";%s[%s]", color, s[:2])
		color = map[string]string{"B": "W", "W": "B"}[color]
	}
	return b.String() + ")"
}

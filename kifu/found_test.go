package kifu

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"tengen/baduk"
	"tengen/internal/realgames"
)

// shared is a folder next to the repository with files that are not part of the
// project. Tests that need them are skipped if it is missing.
var shared = filepath.Join("..", "..", "shared")

// TestWildFiles replays real files. All except a few broken ones must replay to the end.
func TestWildFiles(t *testing.T) {
	for _, c := range []struct {
		folder string
		atMost int // largest number of files that do not replay
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
			t.Errorf("%s: %d of %d files do not replay, want at most %d", c.folder, broken, len(files), c.atMost)
		}
	}
}

// TestProfessionalGames replays games from a collection.
func TestProfessionalGames(t *testing.T) {
	games := 500
	if testing.Short() {
		games = 300
	}
	total, moves := 0, 0
	broken := map[error]int{}
	for game := range realgames.Games(t, "pro") {
		if total == games {
			break
		}
		r, err := Parse([]byte(realgames.SGF(game, fmt.Sprintf("KM[%s]RU[%s]RE[%s]", game[realgames.Komi], game[realgames.Rules], game[realgames.Result]))))
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
		t.Errorf("%d of %d games break off, want at most one in a hundred of %d", n, total, games)
	}
}

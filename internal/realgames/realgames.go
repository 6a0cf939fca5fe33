// Package realgames reads collections of real games for tests. A collection has one game
// per line, in columns separated by tabs, and is packed with xz. The collections are in
// ../shared/games next to the repository and do not belong to the project. Tests that
// need them are skipped if they are missing.
package realgames

import (
	"bufio"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"
)

// The columns of a line that tests read.
const (
	Size   = 1
	Komi   = 2
	Rules  = 3
	Setup  = 5 // "bdd" is a black stone at dd
	First  = 6 // player who moves first, B or W
	Result = 7
	Moves  = 11 // two letters for each move, as in SGF; tt is a pass
)

// Games yields the columns of each game of a collection, such as "pro", in the order of
// the file. It skips the test if the collection is missing.
func Games(t testing.TB, collection string) iter.Seq[[]string] {
	t.Helper()
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for root != filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		root = filepath.Dir(root)
	}
	file, err := os.Open(filepath.Join(root, "..", "shared", "games", collection+".tsv.xz"))
	if err != nil {
		t.Skipf("the collection %s of games is missing: %v", collection, err)
	}
	t.Cleanup(func() { _ = file.Close() })
	in, err := xz.NewReader(bufio.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func([]string) bool) {
		lines := bufio.NewScanner(in)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if !yield(strings.Split(lines.Text(), "\t")) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
}

// SGF returns a game in SGF without players and result. The text more is added to the
// properties of the root.
func SGF(game []string, more string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "(;FF[4]GM[1]SZ[%s]%s", game[Size], more)
	for s := game[Setup]; len(s) >= 3; s = s[3:] {
		fmt.Fprintf(&b, "A%s[%s]", strings.ToUpper(s[:1]), s[1:3])
	}
	turn := strings.Index("BW", game[First])
	for s := game[Moves]; len(s) >= 2; s = s[2:] {
		fmt.Fprintf(&b, ";%c[%s]", "BW"[turn%2], s[:2])
		turn++
	}
	return b.String() + ")"
}
